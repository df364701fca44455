//! Whose uses are recorded.

use rutter_domain::{Language, SymbolKind};

use crate::languages;

/// Whether every use of a symbol of this kind is looked for in files of this language. Where it is
/// not, finding no use means nothing.
///
/// Not tracked are: all kinds of languages that are not parsed; sections of documents and files, which
/// have no name in code; an `impl` block, a module or namespace, and a test, which are used by their place
/// and not by their name; the keys of Elixir's structs, which any map may have.
pub fn tracks(language: Language, kind: SymbolKind) -> bool {
    if languages::table(language).is_none() {
        return false;
    }
    match kind {
        // language: structs are written as maps, whose keys the walk does not follow
        SymbolKind::Field => language != Language::Elixir,
        // A test is used by its place and not by its name.
        SymbolKind::Test => false,
        SymbolKind::EnumMember => true,
        kind => kind.is_callable() || kind.is_type() || kind.is_data(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uses_are_tracked_where_code_is_parsed() {
        assert!(tracks(Language::Rust, SymbolKind::Field));
        assert!(!tracks(Language::Elixir, SymbolKind::Field));
        assert!(!tracks(Language::Rust, SymbolKind::Implementation));
        assert!(!tracks(Language::Markdown, SymbolKind::Constant));
    }
}
