//! All rules, in the order in which they are listed.

use crate::gaps::rule::Rule;
use crate::gaps::rules::broken_mention::BrokenMention;
use crate::gaps::rules::missing_description::MissingDescription;
use crate::gaps::rules::missing_overview::MissingOverview;
use crate::gaps::rules::short_description::ShortDescription;
use crate::gaps::rules::stale_entry::StaleEntry;
use crate::gaps::rules::undocumented_parameters::UndocumentedParameters;
use crate::gaps::rules::unlinked_document::UnlinkedDocument;
use crate::gaps::rules::unresolved_reference::UnresolvedReference;
use crate::gaps::rules::weak_entry::WeakEntry;

/// All rules. Their order does not matter to results.
pub static RULES: &[&dyn Rule] = &[
    &MissingDescription,
    &ShortDescription,
    &MissingOverview,
    &UndocumentedParameters,
    &UnresolvedReference,
    &BrokenMention,
    &UnlinkedDocument,
    &StaleEntry,
    &WeakEntry,
];
