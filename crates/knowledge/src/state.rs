//! The current state of an entry: its status, and the location of the code that it describes.

use rutter_domain::{EntryKind, Evidence, SymbolKind};

use crate::status::Standing;

/// The state of an entry, computed from the code as it is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct EntryState {
    /// Its status apart from its rivals; [`crate::rivals::standing_of`] includes them.
    pub(crate) own: Standing,
    /// Why the code differs from when it was written; `None` if it does not.
    pub(crate) fault: Option<String>,
    /// Changes that leave it as it is, such as `callee changed: NAME`.
    pub(crate) marks: Vec<String>,
    /// Where the symbol is now, or was last.
    pub(crate) place: SymbolLocation,
    /// Whether the symbol was found.
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
    /// The kind of an entry at this location.
    pub(crate) fn entry_kind(&self) -> EntryKind {
        EntryKind::of(&self.symbol, &self.path, self.kind)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Here,
    Gone,
}
