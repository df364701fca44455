//! The symbol that an entry describes, or the whole file.

use std::sync::Arc;

use rutter_domain::{Symbol, SymbolKind};

use crate::file::ParsedFile;

/// The symbol that an entry describes, found in the code as it is now.
pub(crate) struct Subject {
    pub(crate) parsed: Arc<ParsedFile>,
    pub(crate) at: usize,
}

impl Subject {
    /// A whole file.
    pub(crate) fn file(parsed: &ParsedFile) -> Subject {
        Subject { parsed: parsed.whole(), at: 0 }
    }

    pub(crate) fn symbol(&self) -> &Symbol {
        &self.parsed.facts.symbols[self.at]
    }

    pub(crate) fn is_file(&self) -> bool {
        self.symbol().kind == SymbolKind::File
    }
}
