//! Finds code that is similar to a given piece: by its vector, or by its words if there are no vectors.
//!
//! The piece is a chunk of the index, named by a line in it or by its own name, or any text. Each
//! hit also says whether it is a near-duplicate of the piece (`duplicates.rs`). Start at
//! [`find_similar`].

use std::collections::HashSet;
use std::time::Instant;

use rutter_domain::text::ellipsize;
use rutter_domain::{
    Chunk, ChunkKind, FileId, Freshness, Language, Remark, SearchMode, Vocabulary, Worded,
};
use rutter_search::{Counted, Query};
use serde::Serialize;

use crate::Error;
use crate::index::manifest::{FileRow, IndexedFile};
use crate::query::duplicates::Tokens;
use crate::query::hit::{Found, Hit, HitKind, chunk_name, draft};
use crate::query::page::{HitPage, Page};
use crate::query::paths::not_a_file;
use crate::query::search::check_fault;
use crate::query::snapshot::Snapshot;
use rutter_workspace::{FileFilter, Scope};

/// At most this many hits are searched for.
const MOST_SOUGHT: usize = 4_096;
/// Characters of a given text that the answer repeats.
const SHOWN_CHARS: usize = 200;

/// The code to compare with, and filters of the hits.
#[derive(Debug, Clone)]
pub struct SimilarRequest {
    pub source: SimilarSource,
    /// At most this many hits.
    pub limit: usize,
    /// Hits to pass over first, for paging.
    pub skip: usize,
    /// Only these languages; all when empty.
    pub languages: Vec<Language>,
    /// Only paths that match one of these globs; all when empty.
    pub globs: Vec<String>,
    pub scope: Scope,
    pub same_file: SameFile,
    /// The answer costs at most this many tokens.
    pub limit_tokens: Option<usize>,
}

/// The code to compare with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SimilarSource {
    Text(String),
    /// The chunk that holds a line of a file.
    Line {
        path: String,
        line: u32,
    },
    /// A chunk by its number in its file.
    Chunk {
        path: String,
        number: u32,
    },
}

/// Whether other chunks of the same file may be hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SameFile {
    #[default]
    Exclude,
    Include,
}

/// The similar hits.
#[derive(Debug, Clone, Serialize)]
pub struct SimilarAnswer {
    pub source: SourceTold,
    /// `semantic`, or `lexical` if there are no vectors.
    pub mode: SearchMode,
    /// Why the answer is not all that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<Remark>,
    pub index: Freshness,
    /// Best first.
    pub hits: Vec<SimilarHit>,
    /// Number of further hits.
    pub omitted: usize,
    /// The `skip` of the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_skip: Option<usize>,
    pub elapsed_us: u64,
}

impl Worded for SimilarAnswer {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
        self.remark.word(vocabulary);
    }
}

/// The source as the answer shows it.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum SourceTold {
    /// The beginning of it.
    Text {
        text: String,
    },
    Place(SourcePlace),
}

/// A chunk that others are compared with.
#[derive(Debug, Clone, Serialize)]
pub struct SourcePlace {
    pub chunk: String,
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    pub symbol: Option<String>,
    pub kind: HitKind,
    pub language: Language,
}

/// A hit that is like the source.
#[derive(Debug, Clone, Serialize)]
pub struct SimilarHit {
    #[serde(flatten)]
    pub hit: Hit,
    /// Whether it is a copy.
    pub duplicate: bool,
}

/// The source as it is compared.
struct Sample {
    told: SourceTold,
    text: String,
    language: Option<Language>,
    /// File and number of the chunk, if it is in the index.
    at: Option<(FileId, u32)>,
}

/// Finds code that is similar to a piece of code.
pub fn find_similar(snapshot: &Snapshot, request: &SimilarRequest) -> Result<SimilarAnswer, Error> {
    let began = Instant::now();
    let sample = sample(snapshot, &request.source)?;
    let page = Page { skip: request.skip, limit: request.limit };
    let (found, mode, remark) = find_alike(snapshot, request, &sample, page)?;
    check_fault(snapshot)?;
    let mut copies: Vec<String> = Vec::new();
    let snippets = snapshot.snippets();
    let drafts = page.of(&found).filter_map(|one| {
        let draft = draft(snapshot, &snippets, *one, &[], Vec::new())?;
        let language = language_of(snapshot, one.file);
        // A given text has no language; assume that of the hit.
        let sought = Tokens::of(&sample.text, sample.language.unwrap_or(language));
        if Tokens::of(&draft.hit.snippet, language).is_copy_of(&sought) {
            copies.push(draft.hit.chunk.clone());
        }
        Some(draft)
    });
    let given = HitPage::of(drafts, &sample.text, request.limit_tokens);
    let rest = page.rest(found.len(), &given);
    let told = |hit: Hit| SimilarHit { duplicate: copies.contains(&hit.chunk), hit };
    let filter = (&request.globs[..], &request.languages[..]);
    Ok(SimilarAnswer {
        source: sample.told,
        mode,
        remark: given.remark(snapshot, remark, request.skip, filter),
        index: snapshot.freshness.clone(),
        hits: given.hits.into_iter().map(told).collect(),
        omitted: rest.omitted,
        next_skip: rest.next_skip,
        elapsed_us: u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX),
    })
}

/// The chunks most similar to a sample, best first; the mode used, and why not by vectors.
fn find_alike(
    snapshot: &Snapshot,
    request: &SimilarRequest,
    sample: &Sample,
    page: Page,
) -> Result<(Vec<Found>, SearchMode, Option<Remark>), Error> {
    let filter = FileFilter::new(&request.languages, &request.globs, request.scope)?;
    let own_file = sample.at.map(|(file, _)| file);
    let accepts = |file: FileId| {
        let is_own = request.same_file == SameFile::Exclude && own_file == Some(file);
        !is_own
            && snapshot
                .file(file)
                .is_some_and(|(row, indexed)| filter.accepts(&row.path, indexed.language))
    };
    // More, as the sample itself and blocks of imports may be among them.
    let limit = page.n_sought().saturating_mul(2).saturating_add(1).min(MOST_SOUGHT);
    let (mut found, mode, remark) = match sample_vector(snapshot, sample) {
        Ok(vector) => {
            let nearest = snapshot.reader.nearest(&vector, limit, &accepts, snapshot);
            let alike = |(file, number, similarity): (FileId, u32, f32)| Found {
                file,
                number,
                score: similarity.clamp(0.0, 1.0),
            };
            (nearest.into_iter().map(alike).collect::<Vec<_>>(), SearchMode::Semantic, None)
        }
        Err(why) => {
            let query = Query {
                text: &sample.text,
                limit,
                counted: Counted::Chunks,
                kinds: &[],
                accepts: Some(&accepts),
                vector: None,
                mode: SearchMode::Lexical,
            };
            let ranked = snapshot.reader.search(&query, snapshot);
            let found = ranked.iter().map(|one| Found {
                file: one.file,
                number: one.chunk,
                score: one.score,
            });
            let remark = why.with_prefix("compared by words only: ");
            (found.collect(), SearchMode::Lexical, Some(remark))
        }
    };
    found.retain(|one| {
        sample.at != Some((one.file, one.number)) && !has_only_imports(snapshot, one)
    });
    found.truncate(page.n_sought());
    Ok((found, mode, remark))
}

/// Whether a chunk defines and uses nothing, and most of its lines import something: files of one language have
/// such beginnings in common, and nobody looks for these.
fn has_only_imports(snapshot: &Snapshot, found: &Found) -> bool {
    let outline = snapshot.outline_of(found.file);
    let chunk = outline.as_ref().and_then(|outline| outline.chunks.get(found.number as usize));
    let is_bare = |chunk: &&Chunk| {
        chunk.kind == ChunkKind::Code && chunk.symbol.is_none() && chunk.defines.is_empty()
    };
    let Some(chunk) = chunk.filter(is_bare) else { return false };
    let Some(facts) = snapshot.facts_of(found.file) else { return false };
    let lines = chunk.span.start_line..=chunk.span.end_line;
    let imported: HashSet<u32> = (facts.imports.iter())
        .map(|import| import.line)
        .filter(|line| lines.contains(line))
        .collect();
    let uses_other = (facts.references.iter())
        .any(|reference| lines.contains(&reference.line) && !imported.contains(&reference.line));
    !uses_other && imported.len() * 2 >= lines.count()
}

fn sample_vector(snapshot: &Snapshot, sample: &Sample) -> Result<Vec<i8>, Remark> {
    match sample.at {
        None => snapshot.vector(&sample.text),
        Some((file, number)) => match snapshot.embedder.hindrance() {
            Some(hindrance) => Err(hindrance),
            None => snapshot
                .reader
                .vector_of(file, number)
                .ok_or_else(|| Remark::new("the chunk has no vector")),
        },
    }
}

fn sample(snapshot: &Snapshot, source: &SimilarSource) -> Result<Sample, Error> {
    match source {
        SimilarSource::Text(text) => {
            let told = ellipsize(text, SHOWN_CHARS).into_owned();
            Ok(Sample {
                told: SourceTold::Text { text: told },
                text: text.clone(),
                language: None,
                at: None,
            })
        }
        SimilarSource::Line { path, line } => {
            sample_at(snapshot, path, |row, chunks| chunk_at(snapshot, row, chunks, *line))
        }
        SimilarSource::Chunk { path, number } => sample_at(snapshot, path, |row, chunks| {
            let no_chunk = || Error::NoChunk {
                path: row.path.clone(),
                number: *number,
                n_chunks: chunks.len(),
            };
            chunks.get(*number as usize).map(|_| *number).ok_or_else(no_chunk)
        }),
    }
}

fn sample_at(
    snapshot: &Snapshot,
    path: &str,
    choose: impl FnOnce(&FileRow, &[Chunk]) -> Result<u32, Error>,
) -> Result<Sample, Error> {
    let path = path.trim_start_matches("./");
    let not_indexed = || not_a_file(snapshot, path);
    let indexed: &IndexedFile = snapshot.file_at(path).ok_or_else(not_indexed)?;
    let (row, _) = snapshot.file(indexed.id).ok_or_else(not_indexed)?;
    let outline = snapshot.outline_of(indexed.id).ok_or_else(not_indexed)?;
    let number = choose(row, &outline.chunks)?;
    let found = Found { file: indexed.id, number, score: 1.0 };
    let snippets = snapshot.snippets();
    let draft = draft(snapshot, &snippets, found, &[], Vec::new()).ok_or_else(not_indexed)?;
    let told = SourcePlace {
        chunk: chunk_name(&row.path, number),
        path: draft.hit.path,
        start_line: draft.hit.start_line,
        end_line: draft.hit.end_line,
        symbol: draft.hit.symbol,
        kind: draft.hit.kind,
        language: draft.hit.language,
    };
    Ok(Sample {
        told: SourceTold::Place(told),
        text: draft.hit.snippet,
        language: Some(indexed.language),
        at: Some((indexed.id, number)),
    })
}

/// The chunk that holds a line, or the nearest to it when it is empty.
pub(crate) fn chunk_at(
    snapshot: &Snapshot,
    row: &FileRow,
    chunks: &[Chunk],
    line: u32,
) -> Result<u32, Error> {
    let distance = |chunk: &Chunk| {
        let (start, end) = (chunk.span.start_line, chunk.span.end_line);
        start.saturating_sub(line).max(line.saturating_sub(end))
    };
    let nearest = (0..).zip(chunks).min_by_key(|(_, chunk)| distance(chunk));
    match nearest {
        Some((number, chunk)) if line > 0 && line <= chunk.span.end_line => Ok(number),
        Some((number, _)) if line > 0 && line as usize <= n_lines(snapshot, row) => Ok(number),
        Some(_) | None => {
            let n_lines = if chunks.is_empty() { 0 } else { n_lines(snapshot, row) };
            Err(Error::NoLine { path: row.path.clone(), line, n_lines })
        }
    }
}

fn n_lines(snapshot: &Snapshot, row: &FileRow) -> usize {
    snapshot.text_of(&row.path).lines().count()
}

fn language_of(snapshot: &Snapshot, file: FileId) -> Language {
    snapshot.file(file).map_or(Language::Unknown, |(_, indexed)| indexed.language)
}

#[cfg(test)]
mod tests;
