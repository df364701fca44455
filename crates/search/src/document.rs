//! A chunk as tantivy takes it in.
//!
//! All texts of a chunk lie one after another in a single string, so that a document costs one
//! allocation. Start at [`Documents`], which goes through a file's chunks.

use rutter_domain::{Chunk, Facts, FileId, Symbol};
use tantivy::schema::document::{ReferenceValue, ReferenceValueLeaf, Value};
use tantivy::schema::{Document, Field};

use crate::names::{kind_term, write_terms};
use crate::schema::{PlainField, TextField, place};

/// A long doc comment says what matters first; the rest is in the body anyway.
const MAX_DOC_BYTES: usize = 2_048;
/// Symbols beyond this many in one chunk are data, such as a table of constants.
const MAX_SYMBOLS: usize = 256;

const N_TEXTS: usize = TextField::COUNT + 1;

/// One chunk, ready to be indexed.
#[derive(Debug)]
pub struct ChunkDocument {
    texts: String,
    /// Where the text of each field ends: first the [`TextField`]s, then `defines`.
    ends: [usize; N_TEXTS],
    file: u64,
    place: u64,
}

/// The documents of a file's chunks, in order.
pub fn documents<'a>(
    file: FileId,
    path: &'a str,
    text: &'a str,
    facts: &'a Facts,
) -> impl Iterator<Item = ChunkDocument> + 'a {
    facts.chunks.iter().zip(0_u32..).map(move |(chunk, ordinal)| {
        let body = chunk.span.slice(text);
        let mut document = ChunkDocument {
            texts: String::with_capacity(body.len() + path.len() + 512),
            ends: [0; N_TEXTS],
            file: u64::from(file.0),
            place: place(file.0, ordinal),
        };
        document.write(path, body, chunk, &facts.symbols);
        document
    })
}

impl ChunkDocument {
    fn write(&mut self, path: &str, body: &str, chunk: &Chunk, symbols: &[Symbol]) {
        let owner = chunk.symbol.and_then(|index| symbols.get(index as usize));
        let defined =
            || chunk.defines.iter().take(MAX_SYMBOLS).filter_map(|&i| symbols.get(i as usize));
        self.texts.push_str(path);
        self.end(0);
        self.write_lines(owner.map(|owner| owner.qualified_name.as_str()).into_iter());
        self.write_lines(defined().map(|symbol| symbol.name.as_str()));
        self.end(1);
        self.write_lines(defined().map(|symbol| symbol.signature.as_str()));
        self.end(2);
        self.write_lines(
            defined().filter_map(|symbol| symbol.doc.as_deref()).map(|doc| cut(doc, MAX_DOC_BYTES)),
        );
        self.end(3);
        self.texts.push_str(body);
        self.end(4);
        for symbol in defined() {
            write_terms(&symbol.name, &symbol.qualified_name, symbol.kind, &mut self.texts);
        }
        let mut seen = 0_u32;
        for symbol in owner.into_iter().chain(defined()) {
            let bit = 1 << symbol.kind as u32;
            if seen & bit == 0 {
                seen |= bit;
                self.write_lines(std::iter::once(kind_term(symbol.kind).as_str()));
            }
        }
        self.end(5);
    }

    fn write_lines<'a>(&mut self, lines: impl Iterator<Item = &'a str>) {
        for line in lines {
            self.texts.push_str(line);
            self.texts.push('\n');
        }
    }

    fn end(&mut self, text: usize) {
        self.ends[text] = self.texts.len();
    }

    fn text(&self, text: usize) -> &str {
        let start = if text == 0 { 0 } else { self.ends[text - 1] };
        &self.texts[start..self.ends[text]]
    }
}

fn cut(text: &str, max_bytes: usize) -> &str {
    let end = (0..=max_bytes.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}

impl Document for ChunkDocument {
    type Value<'a> = ChunkValue<'a>;
    type FieldsValuesIter<'a> = ChunkValues<'a>;

    fn iter_fields_and_values(&self) -> ChunkValues<'_> {
        ChunkValues { document: self, next: 0 }
    }
}

/// The fields of a document that hold something.
pub struct ChunkValues<'a> {
    document: &'a ChunkDocument,
    next: usize,
}

impl<'a> Iterator for ChunkValues<'a> {
    type Item = (Field, ChunkValue<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        while self.next < N_TEXTS {
            let text = self.document.text(self.next);
            let field = Field::from_field_id(self.next as u32);
            self.next += 1;
            if !text.is_empty() {
                return Some((field, ChunkValue::Text(text)));
            }
        }
        let number = self.next - N_TEXTS;
        self.next += 1;
        match number {
            0 => Some((PlainField::File.field(), ChunkValue::Number(self.document.file))),
            1 => Some((PlainField::Place.field(), ChunkValue::Number(self.document.place))),
            _ => None,
        }
    }
}

#[derive(Debug, Clone)]
pub enum ChunkValue<'a> {
    Text(&'a str),
    Number(u64),
}

impl<'a> Value<'a> for ChunkValue<'a> {
    type ArrayIter = std::iter::Empty<Self>;
    type ObjectIter = std::iter::Empty<(&'a str, Self)>;

    fn as_value(&self) -> ReferenceValue<'a, Self> {
        ReferenceValue::Leaf(match *self {
            ChunkValue::Text(text) => ReferenceValueLeaf::Str(text),
            ChunkValue::Number(number) => ReferenceValueLeaf::U64(number),
        })
    }
}
