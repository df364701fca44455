//! How far an entry can be trusted now. Computed whenever it is shown, never stored.

use serde::{Deserialize, Serialize};

use crate::names::names;

/// The current trustworthiness of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryStatus {
    /// An independent reader has read the code and agreed, claim by claim.
    Confirmed,
    /// Nothing speaks against it, and nobody has read it beside the code yet.
    Recorded,
    /// The code says otherwise than one of its claims.
    Doubtful,
    /// A reader who has read the code disagrees.
    Disputed,
    /// The code it describes has changed since.
    Stale,
    Rejected,
}

names! {
    /// The most trusted first.
    EntryStatus {
        Confirmed => "confirmed",
        Recorded => "recorded",
        Doubtful => "doubtful",
        Disputed => "disputed",
        Stale => "stale",
        Rejected => "rejected",
    }
}

impl EntryStatus {
    /// Whether nothing speaks against the entry. It need not be true.
    pub fn is_usable(self) -> bool {
        match self {
            EntryStatus::Confirmed | EntryStatus::Recorded => true,
            EntryStatus::Doubtful
            | EntryStatus::Disputed
            | EntryStatus::Stale
            | EntryStatus::Rejected => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_is_written_as_its_name() {
        for status in EntryStatus::ALL {
            assert_eq!(serde_json::to_value(status).unwrap(), status.name());
        }
    }
}
