//! A whole file as the subject of an entry.
//!
//! The file becomes a symbol around all others, so that everything that works on a symbol works on it.
//! It is compared by its outline: the heads of what it defines at its top level and shows to others. An
//! edited body leaves an overview as true as it was; a new, removed or renamed public symbol may not.

use std::borrow::Cow;
use std::sync::Arc;

use crate::token_hash;
use rutter_domain::{Facts, Span, Symbol, SymbolKind, Visibility};

use super::ParsedFile;
use super::sequence::sequence_hash;

impl ParsedFile {
    /// The same file with a symbol of kind [`SymbolKind::File`] at number 0 that contains all others.
    pub fn whole(&self) -> Arc<ParsedFile> {
        let whole = self.whole.get_or_init(|| {
            let (path, text) = (self.path.as_str(), self.text.clone());
            let facts = Arc::new(with_file_symbol(path, &text, &self.facts));
            Arc::new(ParsedFile::new(path, self.content, self.language, text, facts))
        });
        Arc::clone(whole)
    }

    /// The same, under another name than that of the file.
    pub fn whole_named(&self, name: &str) -> Arc<ParsedFile> {
        let mut facts = with_file_symbol(&self.path, &self.text, &self.facts);
        name.clone_into(&mut facts.symbols[0].name);
        let (path, text) = (self.path.as_str(), self.text.clone());
        Arc::new(ParsedFile::new(path, self.content, self.language, text, Arc::new(facts)))
    }

    /// A hash of the heads of the top-level symbols, in any order: of those that others may use, or of
    /// all if there are none. A file without symbols is compared by its tokens.
    pub(super) fn outline_hash(&self) -> u64 {
        let symbols = &self.facts.symbols;
        let is_file =
            |at: u32| symbols.get(at as usize).is_some_and(|one| one.kind == SymbolKind::File);
        let is_top = |one: &&Symbol| one.kind != SymbolKind::File && one.parent.is_none_or(is_file);
        let tops: Vec<&Symbol> = symbols.iter().filter(is_top).collect();
        if tops.is_empty() {
            return sequence_hash(self.tokens().iter().map(|token| token.hash));
        }
        let is_shown = |one: &&&Symbol| one.visibility != Visibility::Private;
        let shown: Vec<&Symbol> = tops.iter().filter(is_shown).copied().collect();
        let counted = if shown.is_empty() { tops } else { shown };
        let mut heads: Vec<u64> = counted.into_iter().map(head_hash).collect();
        // The outline is the same when definitions change their places.
        heads.sort_unstable();
        sequence_hash(heads.into_iter())
    }
}

/// A hash of what a symbol is called and how it is used, without its body.
pub fn head_hash(symbol: &Symbol) -> u64 {
    let squeezed: String = symbol.signature.split_whitespace().collect();
    // The head of a value has the value in it, which is its body.
    let head = if symbol.kind.is_data() {
        squeezed.split('=').next().unwrap_or_default()
    } else {
        squeezed.as_str()
    };
    sequence_hash([symbol.kind.name(), &symbol.qualified_name, head].into_iter().map(token_hash))
}

fn with_file_symbol(path: &str, text: &str, facts: &Facts) -> Facts {
    let name = path.rsplit('/').next().unwrap_or(path);
    let n_lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
    let file = Symbol {
        name: name.to_owned(),
        qualified_name: String::new(),
        kind: SymbolKind::File,
        node_kind: Cow::Borrowed("file"),
        span: Span {
            start_byte: 0,
            end_byte: u32::try_from(text.len()).unwrap_or(u32::MAX),
            start_line: 1,
            end_line: n_lines.max(1),
        },
        signature: String::new(),
        doc: None,
        visibility: Visibility::Public,
        parent: None,
        body_hash: 0,
    };
    let mut facts = facts.clone();
    for symbol in &mut facts.symbols {
        symbol.parent = Some(symbol.parent.map_or(0, |parent| parent + 1));
    }
    facts.symbols.insert(0, file);
    for reference in &mut facts.references {
        reference.from = Some(reference.from.map_or(0, |from| from + 1));
    }
    for local in &mut facts.locals {
        local.owner = Some(local.owner.map_or(0, |owner| owner + 1));
    }
    for chunk in &mut facts.chunks {
        chunk.symbol = Some(chunk.symbol.map_or(0, |symbol| symbol + 1));
        chunk.defines.iter_mut().for_each(|defined| *defined += 1);
    }
    facts
}
