//! The symbol that an entry describes.

use std::sync::Arc;

use rutter_domain::Symbol;

use crate::file::ParsedFile;

/// The symbol that an entry describes, found in the code as it is now.
pub(crate) struct Subject {
    pub(crate) parsed: Arc<ParsedFile>,
    pub(crate) at: usize,
}

impl Subject {
    pub(crate) fn symbol(&self) -> &Symbol {
        &self.parsed.facts.symbols[self.at]
    }
}
