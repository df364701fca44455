//! Access of a user to the repositories of a team's store.
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
    /// The access that a user's labels give, where `*` means everything.
    pub fn of_labels<'a>(labels: impl IntoIterator<Item = &'a str>) -> Access {
        let labels: BTreeSet<String> = labels.into_iter().map(str::to_owned).collect();
        if labels.contains(Access::ANY) { Access::Everything } else { Access::Labels(labels) }
    }

    /// The label that gives access to everything.
    pub const ANY: &'static str = "*";

    /// The labels as a query parameter, where `NULL` means everything.
    pub(crate) fn parameter(&self) -> Option<Vec<String>> {
        match self {
            Access::Everything => None,
            Access::Labels(labels) => Some(labels.iter().cloned().collect()),
        }
    }
}
