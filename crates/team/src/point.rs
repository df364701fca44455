//! The points of the index, and their ids.
//!
//! The id is a hash of the payload, including the repository, and of the dense vector, so that writing one twice changes
//! nothing. It is verified when a point is read ([`is_intact`]), since the content of the index is not trusted. Words
//! are not in the hash, since they follow from the payload ([`word_weights`]). Line numbers are not in it either: they are
//! in the manifest, so that a chunk that only moved stays the same point.

use std::collections::HashSet;

use rutter_domain::Language;
use rutter_engine::{ExportedChunk, ExportedFile, built_in_model};
use rutter_provider::qdrant::{CollectionPlan, PayloadIndex, PayloadKind, Point, StoredPoint};
use rutter_search::Passage;
use rutter_store::ChunkId;
use rutter_workspace::redact;
use serde::{Deserialize, Serialize};

/// A field of the payload by which points are filtered.
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

/// Prefix of the names of collections.
pub const COLLECTIONS: &str = "rutter_";

/// Version of the format of points. Each version has a collection of its own, so that formats never mix.
const FORM: u32 = 2;

/// The embedder as publications record it: the model, and the format of the points.
pub fn embedder_of_points() -> String {
    format!("{} points-{FORM}", built_in_model().id())
}

/// The collection of an embedder. Vectors of different embedders are never compared.
pub fn collection_of(embedder: &str) -> String {
    let hash = blake3::hash(embedder.as_bytes()).to_hex();
    format!("{COLLECTIONS}{}", &hash[..12])
}

pub fn collection_plan(name: &str, dims: usize) -> CollectionPlan<'_> {
    CollectionPlan { name, dims, indexes: &INDEXES }
}

/// The payload of a point: everything about a chunk except its vectors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Payload {
    pub repository: String,
    pub path: String,
    pub language: String,
    /// The symbol that names a hit.
    pub symbol: Option<String>,
    pub kind: String,
    names: String,
    signature: String,
    docs: String,
    body: String,
    keys: Vec<u64>,
    pub defines: Vec<DefinedName>,
    /// The sum of the squares of the dense vector. The index returns a vector of length 1, from which the
    /// original follows by this.
    squared_length: u32,
    /// Distinguishes identical chunks of a file.
    copy: u32,
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
    /// The text of the chunk, and what ranking needs of it.
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

/// Returns the chunks of a file with their ids, in order. Secrets are masked.
pub fn pointed(repository: &str, file: ExportedFile) -> Vec<Pointed> {
    let mut known = HashSet::new();
    let language = file.language;
    let point = |mut chunk: ExportedChunk| {
        mask(&mut chunk.passage);
        let mut payload = payload(repository, language, &chunk);
        let id = loop {
            let id = id_of(&payload, &chunk.vector);
            if known.insert(id) {
                break id;
            }
            payload.copy += 1;
        };
        Pointed { id, payload, chunk }
    };
    file.chunks.into_iter().map(point).collect()
}

impl Pointed {
    pub fn into_point(self) -> Point {
        let sparse = word_weights(&self.chunk.passage);
        let payload = serde_json::to_value(&self.payload).unwrap_or_default();
        Point { id: self.id, dense: self.chunk.vector, sparse, payload }
    }
}

/// The weights of the words of a passage, by their numbers.
pub fn word_weights(passage: &Passage) -> Vec<(u32, f32)> {
    let words = passage.words();
    let mut weights: Vec<(u32, f32)> =
        words.weighted().map(|(word, weight)| (word_number(word), weight)).collect();
    weights.sort_unstable_by_key(|&(word, _)| word);
    // The weights of words with the same number are added.
    weights.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        kept.1 += if is_same { next.1 } else { 0.0 };
        is_same
    });
    weights
}

/// Returns whether the index returned what was written under this id.
pub fn is_intact(id: &ChunkId, payload: &Payload, dense: &[f32]) -> bool {
    let length = (payload.squared_length as f32).sqrt();
    // The index keeps 11 bits of each number, so rounding restores our 8 bits.
    let vector: Vec<i8> = dense.iter().map(|number| (number * length).round() as i8).collect();
    id_of(payload, &vector) == *id
}

/// Returns whether all of a point is as it was written, including its words, which are not used in answers.
pub fn is_whole(point: &StoredPoint) -> bool {
    // The client rounds weights when it writes them.
    const SAME: f32 = 0.001;
    let Ok(payload) = serde_json::from_value::<Payload>(point.payload.clone()) else {
        return false;
    };
    let expected = word_weights(&payload.passage());
    let is_same = |(found, expected): (&(u32, f32), &(u32, f32))| {
        found.0 == expected.0 && (found.1 - expected.1).abs() <= SAME
    };
    point.sparse.len() == expected.len()
        && point.sparse.iter().zip(&expected).all(is_same)
        && is_intact(&point.id, &payload, &point.dense)
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
        squared_length: chunk
            .vector
            .iter()
            .map(|&number| u32::from(number.unsigned_abs()).pow(2))
            .sum(),
        copy: 0,
    }
}

fn id_of(payload: &Payload, vector: &[i8]) -> ChunkId {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&serde_json::to_vec(payload).unwrap_or_default());
    let vector: Vec<u8> = vector.iter().map(|&number| number.cast_unsigned()).collect();
    hasher.update(&vector);
    let mut id = ChunkId::default();
    id.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> (ChunkId, Payload, Vec<i8>) {
        let vector: Vec<i8> = (0..256).map(|at| ((at * 37) % 255 - 127) as i8).collect();
        let payload = Payload {
            repository: "example.org/app".to_owned(),
            path: "src/größe.rs".to_owned(),
            language: "rust".to_owned(),
            symbol: Some("take".to_owned()),
            kind: "function".to_owned(),
            names: "take".to_owned(),
            signature: "pub fn take()".to_owned(),
            docs: String::new(),
            body: "pub fn take() {}\u{0}\n".to_owned(),
            keys: vec![1, u64::MAX],
            defines: Vec::new(),
            squared_length: vector
                .iter()
                .map(|&number| u32::from(number.unsigned_abs()).pow(2))
                .sum(),
            copy: 0,
        };
        (id_of(&payload, &vector), payload, vector)
    }

    /// What the index returns: of length 1, with 11 bits of each number.
    fn stored(vector: &[i8]) -> Vec<f32> {
        let length = vector.iter().map(|&number| f32::from(number).powi(2)).sum::<f32>().sqrt();
        let rounded = |number: f32| f32::from_bits((number.to_bits() + 0x1000) & !0x1FFF);
        vector.iter().map(|&number| rounded(f32::from(number) / length)).collect()
    }

    #[test]
    fn a_point_is_intact_as_long_as_nothing_of_it_differs() {
        let (id, payload, vector) = sample();
        let returned: Payload =
            serde_json::from_value(serde_json::to_value(&payload).unwrap()).unwrap();
        assert!(is_intact(&id, &returned, &stored(&vector)));
        let changes: [fn(&mut Payload); 6] = [
            |payload| payload.body.push('x'),
            |payload| payload.repository = "example.org/secret".to_owned(),
            |payload| payload.path = "src/b.rs".to_owned(),
            |payload| payload.symbol = None,
            |payload| payload.keys.clear(),
            |payload| payload.squared_length += 1,
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let mut changed = payload.clone();
            change(&mut changed);
            assert!(!is_intact(&id, &changed, &stored(&vector)), "{number}");
        }
        for at in [0, 100, 255] {
            let mut other = vector.clone();
            other[at] = other[at].wrapping_add(2);
            assert!(!is_intact(&id, &payload, &stored(&other)), "{at}");
        }
        assert!(!is_intact(&id, &payload, &[]));
    }

    #[test]
    fn a_whole_point_has_the_words_of_its_payload() {
        let (id, payload, vector) = sample();
        let sparse = word_weights(&payload.passage());
        let point = StoredPoint {
            id,
            payload: serde_json::to_value(&payload).unwrap(),
            dense: stored(&vector),
            sparse,
        };
        assert!(is_whole(&point) && !point.sparse.is_empty());
        let mut fewer = point.clone();
        fewer.sparse.pop();
        let mut heavier = point.clone();
        heavier.sparse[0].1 += 0.5;
        assert!(!is_whole(&fewer) && !is_whole(&heavier));
        assert!(!is_whole(&StoredPoint { payload: serde_json::json!({ "body": 1 }), ..point }));
    }
}
