//! The definitions of a name, without reading the facts of their files.

use rutter_domain::SymbolKind;

use crate::code::SymbolAt;
use crate::graph::Graph;

/// A symbol of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinedSymbol {
    pub at: SymbolAt,
    pub kind: SymbolKind,
    /// Its first line, from 1.
    pub line: u32,
    /// The last part of what qualifies its name: a type, a module.
    pub container: Option<String>,
    /// Whether it only declares what is defined elsewhere, as a prototype does.
    pub is_declaration: bool,
    /// Whether it is a test or part of one, as the syntax says.
    pub is_in_test: bool,
}

impl Graph<'_> {
    /// The symbols of a bare name, blocks that only add to a type and headings included, in order of path
    /// and line.
    pub fn defined(&self, name: &str) -> Vec<DefinedSymbol> {
        let base = self.base();
        let files = base.files_defining(name);
        base.read_ahead(&files);
        let in_file = |file: u32| {
            let digest = base.digest(file);
            digest.defined(name).map(move |(symbol, definition)| DefinedSymbol {
                at: base.symbol_at(file, symbol),
                kind: definition.kind,
                line: definition.line,
                container: digest.container_of(definition).map(str::to_owned),
                is_declaration: definition.flags.is_declaration(),
                is_in_test: crate::edges::is_in_test(digest, Some(symbol)),
            })
        };
        files.into_iter().flat_map(in_file).collect()
    }
}
