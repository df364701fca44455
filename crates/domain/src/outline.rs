//! The symbols and chunks of a file that a search needs to show its hits.
//!
//! Each answer reads the outlines of a dozen files, most of them for a single hit. So the texts of all symbols lie
//! end to end in one string: a symbol costs no allocation.

use crate::{Chunk, Facts, Span, SymbolKind};

/// The symbols and chunks of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    symbols: Vec<Place>,
    pub chunks: Vec<Chunk>,
    texts: String,
}

/// The fields of a [`crate::Symbol`] that a search shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutlineSymbol<'a> {
    pub name: &'a str,
    pub qualified_name: &'a str,
    pub kind: SymbolKind,
    pub span: Span,
    pub signature: &'a str,
    pub doc: Option<&'a str>,
}

/// A symbol whose texts lie in [`Outline::texts`], one after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    kind: SymbolKind,
    span: Span,
    has_doc: bool,
    start: usize,
    /// The lengths of its name, its qualified name, its signature and its documentation.
    lengths: [u32; 4],
}

impl Outline {
    pub fn new<'a>(
        symbols: impl ExactSizeIterator<Item = OutlineSymbol<'a>>,
        chunks: Vec<Chunk>,
    ) -> Outline {
        let mut outline =
            Outline { symbols: Vec::with_capacity(symbols.len()), chunks, texts: String::new() };
        for symbol in symbols {
            let start = outline.texts.len();
            let doc = symbol.doc.unwrap_or("");
            let lengths = [symbol.name, symbol.qualified_name, symbol.signature, doc].map(|text| {
                outline.texts.push_str(text);
                u32::try_from(text.len()).expect("files are shorter than 4 GiB")
            });
            let (kind, span, has_doc) = (symbol.kind, symbol.span, symbol.doc.is_some());
            outline.symbols.push(Place { kind, span, has_doc, start, lengths });
        }
        outline
    }

    /// The kind of a symbol, by its number.
    pub fn kind(&self, number: u32) -> Option<SymbolKind> {
        self.symbols.get(number as usize).map(|place| place.kind)
    }

    pub fn symbol(&self, number: u32) -> Option<OutlineSymbol<'_>> {
        let Place { kind, span, has_doc, start, lengths } = *self.symbols.get(number as usize)?;
        let mut rest = &self.texts[start..];
        let [name, qualified_name, signature, doc] = lengths.map(|length| {
            let (text, others) = rest.split_at(length as usize);
            rest = others;
            text
        });
        let doc = has_doc.then_some(doc);
        Some(OutlineSymbol { name, qualified_name, kind, span, signature, doc })
    }
}

impl From<Facts> for Outline {
    fn from(facts: Facts) -> Outline {
        let symbols = facts.symbols.iter().map(|symbol| OutlineSymbol {
            name: &symbol.name,
            qualified_name: &symbol.qualified_name,
            kind: symbol.kind,
            span: symbol.span,
            signature: &symbol.signature,
            doc: symbol.doc.as_deref(),
        });
        Outline::new(symbols, facts.chunks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_keep_their_texts_apart() {
        let span =
            |line| Span { start_byte: line, end_byte: line, start_line: line, end_line: line };
        let symbol = |name, qualified_name, signature, doc, line| OutlineSymbol {
            name,
            qualified_name,
            kind: SymbolKind::Function,
            span: span(line),
            signature,
            doc,
        };
        let symbols = [
            symbol("new", "Köln::new", "fn new()", Some("Makes one."), 1),
            symbol("", "", "", None, 2),
            symbol("b", "b", "fn b()", Some(""), 3),
        ];
        let outline = Outline::new(symbols.into_iter(), Vec::new());
        let read: Vec<_> = (0..4).map_while(|number| outline.symbol(number)).collect();
        assert_eq!(read, symbols);
    }
}
