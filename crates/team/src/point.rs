//! What a point of the index consists of, and its id.
//!
//! The id is a hash of everything in the point, repository included, so that writing one twice changes nothing. Lines
//! are not in it: they stand in the manifest, so that a chunk that only moved stays the same point.

use std::collections::HashSet;

use rutter_domain::Language;
use rutter_engine::{ExportedChunk, ExportedFile};
use rutter_provider::qdrant::{CollectionPlan, PayloadIndex, PayloadKind, Point};
use rutter_search::Passage;
use rutter_store::ChunkId;
use rutter_workspace::redact;
use serde::{Deserialize, Serialize};

/// The fields of a payload by which points are found.
pub const REPOSITORY: &str = "repository";
pub const LANGUAGE: &str = "language";
pub const KEYS: &str = "keys";

const INDEXES: [PayloadIndex; 5] = [
    PayloadIndex { field: REPOSITORY, kind: PayloadKind::Keyword },
    PayloadIndex { field: LANGUAGE, kind: PayloadKind::Keyword },
    PayloadIndex { field: "path", kind: PayloadKind::Keyword },
    PayloadIndex { field: "kind", kind: PayloadKind::Keyword },
    PayloadIndex { field: KEYS, kind: PayloadKind::Key },
];

/// Where the names of collections begin.
pub const COLLECTIONS: &str = "rutter_";

/// The collection of an embedder: vectors of two embedders are never compared.
pub fn collection_of(embedder: &str) -> String {
    let hash = blake3::hash(embedder.as_bytes()).to_hex();
    format!("{COLLECTIONS}{}", &hash[..12])
}

pub fn collection_plan(name: &str, dims: usize) -> CollectionPlan<'_> {
    CollectionPlan { name, dims, indexes: &INDEXES }
}

/// What is kept of a chunk beside its vectors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Payload {
    pub repository: String,
    pub path: String,
    pub language: String,
    /// The name and the kind that a hit is called after.
    pub symbol: Option<String>,
    pub kind: String,
    names: String,
    signature: String,
    docs: String,
    body: String,
    keys: Vec<u64>,
    pub defines: Vec<DefinedName>,
}

/// A symbol whose definition begins in a chunk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DefinedName {
    pub name: String,
    pub qualified_name: String,
    pub kind: String,
    pub signature: String,
    /// Lines after the first of the chunk.
    pub offset: u32,
    pub n_lines: u32,
}

impl Payload {
    /// What ranking needs, and the text.
    pub fn passage(&self) -> Passage {
        Passage {
            path: self.path.clone(),
            names: self.names.clone(),
            signature: self.signature.clone(),
            docs: self.docs.clone(),
            body: self.body.clone(),
            keys: self.keys.clone(),
        }
    }

    pub fn language(&self) -> Language {
        Language::parse(&self.language).unwrap_or(Language::Unknown)
    }

    pub fn defines_key(&self, keys: &[u64]) -> bool {
        self.keys.iter().any(|key| keys.contains(key))
    }
}

/// A chunk with its id.
pub struct Pointed {
    pub id: ChunkId,
    pub payload: Payload,
    pub chunk: ExportedChunk,
}

/// The chunks of a file with their ids, in order. What looks like a key or a password is masked.
pub fn pointed(repository: &str, file: ExportedFile) -> Vec<Pointed> {
    let mut known = HashSet::new();
    let language = file.language;
    let point = |mut chunk: ExportedChunk| {
        mask(&mut chunk.passage);
        let payload = payload(repository, language, &chunk);
        // Two chunks of a file may be the same to the letter.
        let id = (0..).map(|nth| id_of(&payload, &chunk.vector, nth)).find(|&id| known.insert(id));
        Pointed { id: id.unwrap_or_default(), payload, chunk }
    };
    file.chunks.into_iter().map(point).collect()
}

impl Pointed {
    pub fn into_point(self) -> Point {
        let words = self.chunk.passage.words();
        let mut sparse: Vec<(u32, f32)> = Vec::new();
        for (word, weight) in words.weighted() {
            sparse.push((word_number(word), weight));
        }
        sparse.sort_unstable_by_key(|&(word, _)| word);
        // Words of the same number count together.
        sparse.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 += if is_same { next.1 } else { 0.0 };
            is_same
        });
        let payload = serde_json::to_value(&self.payload).unwrap_or_default();
        Point { id: self.id, dense: self.chunk.vector, sparse, payload }
    }
}

/// The number that stands for a word in the index.
pub fn word_number(word: &str) -> u32 {
    let hash = blake3::hash(word.as_bytes());
    hash.as_bytes().first_chunk().map_or(0, |four| u32::from_le_bytes(*four))
}

fn mask(passage: &mut Passage) {
    for text in [&mut passage.signature, &mut passage.docs, &mut passage.body] {
        let redacted = redact(text);
        if redacted.n_redacted > 0 {
            *text = redacted.text.into_owned();
        }
    }
}

fn payload(repository: &str, language: Language, chunk: &ExportedChunk) -> Payload {
    let Passage { path, names, signature, docs, body, keys } = chunk.passage.clone();
    let defines = chunk.defines.iter().map(|symbol| DefinedName {
        name: symbol.name.clone(),
        qualified_name: symbol.qualified_name.clone(),
        kind: symbol.kind.name().to_owned(),
        signature: redact(&symbol.signature).text.into_owned(),
        offset: symbol.span.start_line.saturating_sub(chunk.first_line),
        n_lines: symbol.span.end_line.saturating_sub(symbol.span.start_line) + 1,
    });
    Payload {
        repository: repository.to_owned(),
        language: language.name().to_owned(),
        symbol: chunk.symbol.clone(),
        kind: chunk.kind.name().to_owned(),
        defines: defines.collect(),
        path,
        names,
        signature,
        docs,
        body,
        keys,
    }
}

fn id_of(payload: &Payload, vector: &[i8], nth: u32) -> ChunkId {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&serde_json::to_vec(payload).unwrap_or_default());
    hasher.update(&nth.to_le_bytes());
    let vector: Vec<u8> = vector.iter().map(|&number| number.cast_unsigned()).collect();
    hasher.update(&vector);
    let mut id = ChunkId::default();
    id.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    id
}
