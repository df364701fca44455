//! Exports chunks with everything that is indexed of them, and the words of commits about files.

use rutter_domain::{Language, Symbol};
use rutter_search::{MessageIndex, Passage, passages};

use crate::index::embedder::built_in;
use crate::query::hit::{HitKind, only_method};
use crate::query::snapshot::Snapshot;

/// The chunks of one file.
#[derive(Debug)]
pub struct ExportedFile {
    pub language: Language,
    /// Hash of the content.
    pub content: [u8; 16],
    /// In order.
    pub chunks: Vec<ExportedChunk>,
}

/// One chunk.
#[derive(Debug)]
pub struct ExportedChunk {
    /// Its number in the file.
    pub number: u32,
    pub first_line: u32,
    pub last_line: u32,
    pub passage: Passage,
    /// Empty if the index has no vectors.
    pub vector: Vec<i8>,
    /// The qualified name of the symbol that it is called after.
    pub symbol: Option<String>,
    pub kind: HitKind,
    /// The symbols whose definitions begin in it.
    pub defines: Vec<Symbol>,
}

/// The chunks of an indexed file; `None` if there is no such file, or it has changed since.
pub fn export_file(snapshot: &Snapshot, path: &str) -> Option<ExportedFile> {
    let indexed = snapshot.file_at(path)?;
    let facts = snapshot.facts_of(indexed.id)?;
    let text = snapshot.indexed_text(path, indexed)?;
    let passages = passages(path, &text, &facts);
    let chunks = facts.chunks.iter().zip(passages).zip(0..).map(|((chunk, passage), number)| {
        let symbol =
            only_method(chunk, |at| facts.symbols.get(at as usize).map(|symbol| symbol.kind))
                .or(chunk.symbol);
        let symbol = symbol.and_then(|at| facts.symbols.get(at as usize));
        let defined = chunk.defines.iter().filter_map(|&at| facts.symbols.get(at as usize));
        ExportedChunk {
            number,
            first_line: chunk.span.start_line,
            last_line: chunk.span.end_line,
            passage,
            vector: snapshot.reader.vector_of(indexed.id, number).unwrap_or_default(),
            symbol: symbol.map(|symbol| symbol.qualified_name.clone()),
            kind: HitKind::of(symbol.map(|symbol| symbol.kind), chunk.kind),
            defines: defined.filter(|symbol| !symbol.is_own_field()).cloned().collect(),
        }
    });
    let chunks = chunks.collect();
    Some(ExportedFile { language: indexed.language, content: indexed.content.0, chunks })
}

/// The vector of a query by the built-in model, which needs no index.
pub fn built_in_query_vector(text: &str) -> Vec<i8> {
    built_in().text(text, &mut rutter_embed::Scratch::default()).values.into_vec()
}

/// The words of commit messages about files, as bytes; empty without a history.
pub fn export_messages(snapshot: &Snapshot) -> Vec<u8> {
    let messages = &snapshot.history().messages;
    if messages.is_empty() {
        return Vec::new();
    }
    postcard::to_stdvec(messages).unwrap_or_default()
}

/// Scores the exported messages of each file for a query. Files without a fitting message are left out; if the
/// bytes are damaged, all are.
pub fn exported_message_scores(bytes: &[u8], query: &str) -> Vec<(String, f32)> {
    let messages = postcard::from_bytes(bytes).ok().filter(MessageIndex::is_whole);
    let Some(messages) = messages else { return Vec::new() };
    messages.fitting(query).map(|(path, score)| (path.to_owned(), score)).collect()
}
