//! Converts the chunks of a file to documents for the index.
//!
//! All texts that are not a part of the file's text lie end to end in a single string, so that a document costs one
//! allocation. Start at [`documents`].

use std::ops::Range;

use rutter_domain::text::truncate;
use rutter_domain::{Chunk, Facts, FileId, Symbol};

use crate::index::schema::{TextField, chunk_address};
use crate::text::symbol_key::{Prominence, SymbolKey, for_each_key, is_commonly_named};

/// Bytes of a doc comment that are indexed as such.
// Its beginning says what matters, and all of it is in the body anyway.
const MAX_DOC_BYTES: usize = 600;
/// Names of functions and types that are indexed of a chunk.
// A chunk that defines more is a table, and the names of its later symbols matter little.
const MAX_NAMES: usize = 16;
/// Names of constants, fields and headings that are indexed of a chunk.
const MAX_OTHER_NAMES: usize = 4;
/// Signatures and doc comments that are indexed of a chunk.
const MAX_SIGNATURES: usize = 8;

/// One chunk, ready to be indexed.
#[derive(Debug)]
pub struct ChunkDocument<'a> {
    path: &'a str,
    /// The text of the whole file.
    text: &'a str,
    /// The range of the chunk in it.
    body: Range<usize>,
    /// Names, signatures and documentation.
    texts: String,
    /// The end of each [`TextField`]'s text in `texts`; path and body are not in it.
    ends: [usize; TextField::COUNT],
    keys: Vec<SymbolKey>,
    file: u64,
    address: u64,
}

/// The documents of a file's chunks, in order.
pub fn documents<'a>(
    file: FileId,
    path: &'a str,
    text: &'a str,
    facts: &'a Facts,
) -> impl Iterator<Item = ChunkDocument<'a>> + 'a {
    facts.chunks.iter().zip(0_u32..).map(move |(chunk, ordinal)| {
        let span = &chunk.span;
        let body = span.start_byte as usize..span.end_byte as usize;
        let lines = chunk.span.start_line..=chunk.span.end_line;
        let mut document = ChunkDocument {
            path,
            text,
            body: if text.get(body.clone()).is_some() { body } else { 0..0 },
            texts: String::with_capacity(512),
            ends: [0; TextField::COUNT],
            keys: Vec::new(),
            file: u64::from(file.0),
            address: chunk_address(file.0, ordinal),
        };
        document.write(chunk, &facts.symbols);
        // A re-export is a secondary definition of the name that it passes on.
        let passed_on = facts.imports.iter().filter(|import| import.is_passed_on);
        for import in passed_on.filter(|import| lines.contains(&import.line)) {
            let name = import.alias.as_ref().or(import.name.as_ref());
            document.keys.extend(name.map(|name| Prominence::Secondary.exact_key(name)));
        }
        document
    })
}

impl ChunkDocument<'_> {
    fn write(&mut self, chunk: &Chunk, symbols: &[Symbol]) {
        let owner = chunk.symbol.and_then(|index| symbols.get(index as usize));
        let all_defined = || chunk.defines.iter().filter_map(|&index| symbols.get(index as usize));
        let defined = || all_defined().filter(|symbol| !symbol.is_own_field());
        let common = || defined().filter(|symbol| is_commonly_named(symbol.kind));
        self.write_lines(owner.map(|owner| owner.qualified_name.as_str()).into_iter());
        self.write_lines(common().take(MAX_NAMES).map(|symbol| symbol.name.as_str()));
        let others = defined().filter(|symbol| !is_commonly_named(symbol.kind));
        self.write_lines(others.take(MAX_OTHER_NAMES).map(|symbol| symbol.name.as_str()));
        self.end(TextField::Names);
        self.write_lines(common().take(MAX_SIGNATURES).map(|symbol| symbol.signature.as_str()));
        self.end(TextField::Signature);
        let docs = common().take(MAX_SIGNATURES).filter_map(|symbol| symbol.doc.as_deref());
        self.write_lines(docs.map(|doc| truncate(doc, MAX_DOC_BYTES)));
        self.end(TextField::Docs);
        for symbol in defined() {
            let (name, qualified_name) = (&symbol.name, &symbol.qualified_name);
            for_each_key(name, qualified_name, symbol.kind, |key| self.keys.push(key));
        }
        for field in all_defined().filter(|symbol| symbol.is_own_field()) {
            self.keys.push(Prominence::Assigned.exact_key(&field.name));
        }
        // A bit for each kind of symbol: all kinds fit.
        let mut seen = 0_u32;
        for symbol in owner.into_iter().chain(defined()) {
            let bit = 1 << symbol.kind as u32;
            if seen & bit == 0 {
                seen |= bit;
                self.keys.push(SymbolKey::of_kind(symbol.kind));
            }
        }
    }

    fn write_lines<'l>(&mut self, lines: impl Iterator<Item = &'l str>) {
        for line in lines {
            self.texts.push_str(line);
            self.texts.push('\n');
        }
    }

    /// Ends the text of a field. To be called in the order of the fields.
    fn end(&mut self, text: TextField) {
        self.ends[text as usize] = self.texts.len();
    }

    pub fn file(&self) -> u64 {
        self.file
    }

    pub fn address(&self) -> u64 {
        self.address
    }

    pub fn keys(&self) -> &[SymbolKey] {
        &self.keys
    }

    /// The text of the whole file, and the range of the chunk in it.
    pub fn place(&self) -> (&str, Range<usize>) {
        (self.text, self.body.clone())
    }

    pub fn text(&self, field: TextField) -> &str {
        match field {
            TextField::Path => self.path,
            TextField::Names | TextField::Signature | TextField::Docs => {
                &self.texts[self.ends[field as usize - 1]..self.ends[field as usize]]
            }
            TextField::Body => self.text.get(self.body.clone()).unwrap_or_default(),
        }
    }
}
