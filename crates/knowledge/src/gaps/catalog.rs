//! All rules, in the order in which they are listed.

use crate::gaps::rule::Rule;
use crate::gaps::rules;

/// All rules. Their order does not matter to results.
pub static RULES: &[&dyn Rule] = &[
    &rules::missing_description::MissingDescription,
    &rules::broken_mention::BrokenMention,
    &rules::unlinked_document::UnlinkedDocument,
];
