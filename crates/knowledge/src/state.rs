//! How an entry stands: its status now, and where what it describes is now.

use rutter_domain::{EntryKind, Evidence, SymbolKind};

use crate::status::Standing;

/// An entry as it stands now.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct EntryState {
    /// Its status apart from its rivals; [`crate::rivals::standing_of`] includes them.
    pub(crate) own: Standing,
    /// What has changed since it was written.
    pub(crate) fault: Option<String>,
    /// Changes that leave it as it is, such as `callee changed: NAME`.
    pub(crate) marks: Vec<String>,
    /// Where the symbol is now, or was last.
    pub(crate) place: SymbolLocation,
    /// Whether the symbol is there at all.
    pub(crate) presence: Presence,
    /// Where the evidence is now, or was last.
    pub(crate) evidence: Vec<Evidence>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SymbolLocation {
    pub(crate) path: String,
    pub(crate) symbol: String,
    pub(crate) kind: SymbolKind,
    pub(crate) start_line: u32,
    pub(crate) end_line: u32,
}

impl SymbolLocation {
    /// What an entry at this location is about.
    pub(crate) fn entry_kind(&self) -> EntryKind {
        EntryKind::of(&self.symbol, &self.path, self.kind)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Here,
    Gone,
}
