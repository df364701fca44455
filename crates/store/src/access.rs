//! Which repositories of a team's store one may see.
//!
//! Repositories carry labels. A query over repositories takes an [`Access`], and the database leaves out what is
//! outside of it, so that no caller has to remember to filter.

use std::collections::BTreeSet;

/// The repositories that a query may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Access {
    /// All, also those without labels. This is what a client that connects to the database itself has.
    Everything,
    /// Those that carry at least one of these labels. The empty set sees nothing.
    Labels(BTreeSet<String>),
}

impl Access {
    /// The access of labels as a user has them, where `*` stands for everything.
    pub fn of_labels<'a>(labels: impl IntoIterator<Item = &'a str>) -> Access {
        let labels: BTreeSet<String> = labels.into_iter().map(str::to_owned).collect();
        if labels.contains(Access::ANY) { Access::Everything } else { Access::Labels(labels) }
    }

    /// The label that stands for everything.
    pub const ANY: &'static str = "*";

    /// The labels for a query, where `NULL` stands for everything.
    pub(crate) fn parameter(&self) -> Option<Vec<String>> {
        match self {
            Access::Everything => None,
            Access::Labels(labels) => Some(labels.iter().cloned().collect()),
        }
    }
}
