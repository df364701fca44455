//! Facts as they are stored: what a hit of a search shows apart from all else, so that it can be read alone.
//!
//! Names and paths repeat so often that compression makes writing faster.

use std::ops::RangeInclusive;

use rutter_domain::{
    Annotations, Chunk, DocumentMention, Facts, Import, Language, Local, Outline, OutlineSymbol,
    ParseOutcome, Reference, RenamedExport, Span, Symbol, SymbolKind, Visibility,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A row that claims to hold more than this is damaged.
const LONGEST_BYTES: usize = 1 << 30;

#[derive(Debug)]
pub struct StoredFacts {
    pub(super) outline: Vec<u8>,
    pub(super) rest: Vec<u8>,
}

impl StoredFacts {
    /// Encodes facts, so that the thread that parsed does the work.
    pub fn of(facts: Facts) -> (StoredFacts, Facts) {
        let Facts {
            language,
            symbols,
            references,
            imports,
            renamed_exports,
            locals,
            mentions,
            chunks,
            problems,
            parse,
            damaged,
            annotations,
        } = facts;
        let shown = Shown { symbols, chunks };
        let rest = Rest {
            language,
            references,
            imports,
            renamed_exports,
            locals,
            mentions,
            problems,
            parse,
            damaged,
            annotations,
        };
        let stored = StoredFacts { outline: encode(&shown), rest: encode(&rest) };
        (stored, joined(shown, rest))
    }

    pub fn n_bytes(&self) -> usize {
        self.outline.len() + self.rest.len()
    }
}

/// The parts of [`Facts`] that a search result shows.
#[derive(Serialize, Deserialize)]
struct Shown {
    symbols: Vec<Symbol>,
    chunks: Vec<Chunk>,
}

/// [`Outline`] as it is decoded: texts are borrowed from the row.
#[derive(Deserialize)]
struct ShownRead<'a> {
    #[serde(borrow)]
    symbols: Vec<SymbolRead<'a>>,
    chunks: Vec<Chunk>,
}

/// A [`Symbol`]: its fields in the same order, because they are stored without names.
#[derive(Deserialize)]
#[expect(dead_code, reason = "what a search does not show is stored between the rest")]
struct SymbolRead<'a> {
    name: &'a str,
    qualified_name: &'a str,
    kind: SymbolKind,
    node_kind: &'a str,
    span: Span,
    signature: &'a str,
    doc: Option<&'a str>,
    visibility: Visibility,
    parent: Option<u32>,
    body_hash: u64,
}

/// Facts without what a search shows.
#[derive(Serialize, Deserialize)]
struct Rest {
    language: Language,
    references: Vec<Reference>,
    imports: Vec<Import>,
    renamed_exports: Vec<RenamedExport>,
    locals: Vec<Local>,
    mentions: Vec<DocumentMention>,
    problems: Vec<String>,
    parse: ParseOutcome,
    damaged: Vec<RangeInclusive<u32>>,
    annotations: Annotations,
}

/// `None` if the bytes were not made by [`StoredFacts::of`].
pub(super) fn decode_outline(outline: &[u8]) -> Option<Outline> {
    let plain = decompress(outline)?;
    let ShownRead { symbols, chunks } = postcard::from_bytes(&plain).ok()?;
    let symbols = symbols.iter().map(|symbol| OutlineSymbol {
        name: symbol.name,
        qualified_name: symbol.qualified_name,
        kind: symbol.kind,
        span: symbol.span,
        signature: symbol.signature,
        doc: symbol.doc,
    });
    Some(Outline::new(symbols, chunks))
}

/// Decodes all facts; `None` if the bytes were not made by [`StoredFacts::of`].
pub(super) fn decode_facts(outline: &[u8], rest: &[u8]) -> Option<Facts> {
    Some(joined(decode(outline)?, decode(rest)?))
}

fn joined(shown: Shown, rest: Rest) -> Facts {
    let Shown { symbols, chunks } = shown;
    let Rest {
        language,
        references,
        imports,
        renamed_exports,
        locals,
        mentions,
        problems,
        parse,
        damaged,
        annotations,
    } = rest;
    Facts {
        language,
        symbols,
        references,
        imports,
        renamed_exports,
        locals,
        mentions,
        chunks,
        problems,
        parse,
        damaged,
        annotations,
    }
}

fn encode(part: &impl Serialize) -> Vec<u8> {
    let plain = postcard::to_stdvec(part).expect("facts are plain data");
    lz4_flex::compress_prepend_size(&plain)
}

fn decode<T: DeserializeOwned>(data: &[u8]) -> Option<T> {
    postcard::from_bytes(&decompress(data)?).ok()
}

fn decompress(data: &[u8]) -> Option<Vec<u8>> {
    let n_bytes = u32::from_le_bytes(*data.first_chunk::<4>()?) as usize;
    if n_bytes > LONGEST_BYTES {
        return None;
    }
    lz4_flex::decompress_size_prepended(data).ok()
}

#[cfg(test)]
mod tests {
    use rutter_domain::ChunkKind;

    use super::*;

    #[test]
    fn an_outline_is_that_of_the_facts() {
        let span = Span { start_byte: 13, end_byte: 300, start_line: 2, end_line: 40 };
        let symbol = |name: &str, doc: Option<&str>| Symbol {
            name: name.to_owned(),
            qualified_name: format!("Größe::{name}"),
            kind: SymbolKind::Method,
            node_kind: "function_item".into(),
            span,
            signature: format!("fn {name}()"),
            doc: doc.map(str::to_owned),
            visibility: Visibility::Public,
            parent: Some(3),
            body_hash: u64::MAX,
        };
        let chunk = Chunk { span, kind: ChunkKind::Code, symbol: Some(1), defines: vec![0, 1] };
        let facts = Facts {
            symbols: vec![symbol("new", Some("Makes one.")), symbol("len", None)],
            chunks: vec![chunk],
            ..Facts::empty(Language::Rust)
        };
        let (stored, facts) = StoredFacts::of(facts);
        assert_eq!(decode_outline(&stored.outline), Some(Outline::from(facts)));
        assert_eq!(decode_outline(&stored.outline[..stored.outline.len() - 1]), None);
    }
}
