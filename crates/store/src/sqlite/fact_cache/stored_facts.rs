//! Facts as they are stored: what a hit of a search shows apart from all else, so that it can be read alone.
//!
//! Names and paths repeat so often that compression makes writing faster.

use rutter_domain::{
    Annotations, DocumentMention, Facts, Import, Language, Local, Outline, ParseOutcome, Reference,
    RenamedExport,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A row that claims to hold more than this is damaged.
const LONGEST_BYTES: usize = 1 << 30;

/// Encoded facts.
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
            annotations,
        } = facts;
        let outline = Outline { symbols, chunks };
        let rest = Rest {
            language,
            references,
            imports,
            renamed_exports,
            locals,
            mentions,
            problems,
            parse,
            annotations,
        };
        let stored = StoredFacts { outline: encode(&outline), rest: encode(&rest) };
        (stored, joined(outline, rest))
    }

    pub fn n_bytes(&self) -> usize {
        self.outline.len() + self.rest.len()
    }
}

/// Facts without their outline.
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
    annotations: Annotations,
}

/// `None` if the bytes were not made by [`StoredFacts::of`].
pub(super) fn decode_outline(outline: &[u8]) -> Option<Outline> {
    decode(outline)
}

/// The same for all facts.
pub(super) fn decode_facts(outline: &[u8], rest: &[u8]) -> Option<Facts> {
    Some(joined(decode(outline)?, decode(rest)?))
}

fn joined(outline: Outline, rest: Rest) -> Facts {
    let Outline { symbols, chunks } = outline;
    let Rest {
        language,
        references,
        imports,
        renamed_exports,
        locals,
        mentions,
        problems,
        parse,
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
        annotations,
    }
}

fn encode(part: &impl Serialize) -> Vec<u8> {
    let plain = postcard::to_stdvec(part).expect("facts are plain data");
    lz4_flex::compress_prepend_size(&plain)
}

fn decode<T: DeserializeOwned>(data: &[u8]) -> Option<T> {
    let n_bytes = u32::from_le_bytes(*data.first_chunk::<4>()?) as usize;
    if n_bytes > LONGEST_BYTES {
        return None;
    }
    let plain = lz4_flex::decompress_size_prepended(data).ok()?;
    postcard::from_bytes(&plain).ok()
}
