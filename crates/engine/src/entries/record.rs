//! Records an entry once its checks have been made.

use rutter_domain::{Recording, Seen};

use super::EntryDraft;
use crate::Error;
use crate::snapshot::Snapshot;

impl Snapshot {
    /// Checks what is said and keeps it, durably, before this returns. What the code contradicts is
    /// refused; what it cannot confirm is kept as unverified.
    pub fn record(&self, draft: EntryDraft, seen: &Seen) -> Result<Recording, Error> {
        let _ = (draft, seen);
        Ok(Recording::Refused { reason: "entries cannot be recorded yet".to_owned() })
    }
}
