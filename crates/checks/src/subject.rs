//! The symbol that an entry describes, or the whole file.

use std::sync::Arc;

use rutter_domain::{REPOSITORY_PATH, REPOSITORY_TITLE, Symbol, SymbolKind};

use rutter_syntax::ParsedFile;

/// The symbol that an entry describes, found in the code as it is now.
pub struct Subject {
    pub parsed: Arc<ParsedFile>,
    pub at: usize,
}

impl Subject {
    /// A whole file.
    pub fn file(parsed: &ParsedFile) -> Subject {
        Subject { parsed: parsed.whole(), at: 0 }
    }

    pub fn symbol(&self) -> &Symbol {
        &self.parsed.facts.symbols[self.at]
    }

    /// Whether it is a whole file, or wider.
    pub fn is_file(&self) -> bool {
        self.symbol().kind == SymbolKind::File
    }

    /// What an entry of it has as its symbol: the qualified name, or the title of a topic.
    pub fn entry_symbol(&self) -> &str {
        let symbol = self.symbol();
        let is_topic = self.parsed.path == REPOSITORY_PATH && symbol.name != REPOSITORY_TITLE;
        if is_topic { &symbol.name } else { &symbol.qualified_name }
    }

    /// Whether it is a folder, the repository or a topic.
    pub fn is_wide(&self) -> bool {
        is_wide_path(&self.parsed.path)
    }
}

/// Whether a path is that of a folder or of the repository.
pub fn is_wide_path(path: &str) -> bool {
    path == REPOSITORY_PATH || path.ends_with('/')
}
