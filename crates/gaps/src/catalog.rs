//! All rules, in the order in which they are listed.

use crate::rule::Rule;
use crate::rules::broken_mention::BrokenMention;
use crate::rules::missing_description::MissingDescription;
use crate::rules::missing_overview::MissingOverview;
use crate::rules::stale_entry::StaleEntry;
use crate::rules::undocumented_parameters::UndocumentedParameters;
use crate::rules::unresolved_reference::UnresolvedReference;
use crate::rules::weak_entry::WeakEntry;

/// All rules. Their order does not matter to results.
pub static RULES: &[&dyn Rule] = &[
    &MissingDescription, &MissingOverview, &UndocumentedParameters, &UnresolvedReference,
    &BrokenMention, &StaleEntry, &WeakEntry,
];
