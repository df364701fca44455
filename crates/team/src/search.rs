//! Searches all visible repositories, and ranks as a local search does.
//!
//! The index returns candidates by meaning, by words and by the names they define. Those that are not in the
//! current manifest of a visible repository are dropped. The rest are scored again by our own words, weights and
//! the word counts of the visible repositories, and ranked by the local ranker. Start at [`search`].

use std::collections::HashMap;
use std::time::Instant;

use rutter_domain::{ContentHash, FileId, Language, SearchMode, SymbolKind};
use rutter_engine::{
    BoostedChunk, HitOrder, built_in_query_vector, exported_message_scores, group_chunks,
    lift_phrases_in,
};
use rutter_provider::qdrant::{Found, PointFilter, PointQuery, Ranking};
use rutter_search::{
    CorpusStatistics, Files, FoundPassage, Passage, PassageQuery, Ranked, Weights, kind_keys, rank,
};
use rutter_store::{PublicationReader, PublishedRepository};
use rutter_workspace::{FileFilter, Scope};
use serde::Serialize;

use crate::Error;
use crate::point::{KEYS, LANGUAGE, word_number};
use crate::visible::{
    Damage, Listed, TeamIndex, Visible, ask_index, index_is_lost, joined, listed,
};

/// Candidates of each signal, as many as in a local search.
const N_BEST: usize = 64;
/// Requested candidates: more than are ranked, since some are dropped and the index orders them only roughly.
const N_ASKED: usize = 128;
/// Requested candidates if they are filtered after they were returned.
const N_ASKED_FILTERED: usize = 1_024;

/// A search over all repositories.
#[derive(Debug, Clone, Default)]
pub struct TeamSearchRequest {
    pub query: String,
    /// At most this many files.
    pub limit: usize,
    /// At most this many excerpts of each file.
    pub excerpts: usize,
    pub mode: SearchMode,
    /// Only these repositories, by name; all visible ones if empty.
    pub repositories: Vec<String>,
    pub languages: Vec<Language>,
    pub kinds: Vec<SymbolKind>,
    pub globs: Vec<String>,
    pub scope: Scope,
}

/// The hits of a search over all repositories.
#[derive(Debug, Clone, Serialize)]
pub struct TeamSearchAnswer {
    pub query: String,
    pub mode: SearchMode,
    /// How many repositories were searched.
    pub repositories: usize,
    /// Why the answer is not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// Best first.
    pub hits: Vec<TeamHit>,
    /// Number of further files.
    pub omitted: usize,
    pub elapsed_us: u64,
}

/// A place in one of the repositories.
#[derive(Debug, Clone, Serialize)]
pub struct TeamHit {
    pub repository: String,
    /// The published commit; `None` if the files had uncommitted changes.
    pub commit: Option<String>,
    /// The name of the chunk in its repository.
    pub chunk: String,
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    pub symbol: Option<String>,
    pub kind: String,
    pub language: Language,
    /// The rank of its file, from 1.
    pub file_rank: u32,
    /// Between 0 and 1.
    pub score: f32,
    pub snippet: String,
}

/// Answers a query from all visible repositories.
pub fn search(team: TeamIndex<'_>, request: &TeamSearchRequest) -> Result<TeamSearchAnswer, Error> {
    let began = Instant::now();
    let reader = PublicationReader::open(team.store)?;
    let visible = Visible::read(&reader, team.access, &request.repositories)?;
    let mut answer = TeamSearchAnswer {
        query: request.query.clone(),
        mode: request.mode,
        repositories: visible.searched.len(),
        remark: visible.remark(),
        hits: Vec::new(),
        omitted: 0,
        elapsed_us: 0,
    };
    if !visible.searched.is_empty() && !request.query.trim().is_empty() {
        match Candidates::find(team, &reader, &visible, request)? {
            Some(found) => found.rank_into(&reader, &visible, request, &mut answer)?,
            None => answer.remark = Some(index_is_lost()),
        }
    }
    answer.elapsed_us = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    Ok(answer)
}

/// The query, and the candidates that the index returned.
struct Candidates {
    found: Vec<Found>,
    query: PassageQuery,
    statistics: CorpusStatistics,
    vector: Option<Vec<i8>>,
}

impl Candidates {
    fn find(
        team: TeamIndex<'_>,
        reader: &PublicationReader,
        visible: &Visible,
        request: &TeamSearchRequest,
    ) -> Result<Option<Candidates>, Error> {
        let mut query = PassageQuery::of(&request.query);
        let repositories: Vec<&PublishedRepository> = visible.searched.iter().collect();
        let words: Vec<&str> = query.terms().map(|(word, _)| word).collect();
        let statistics = CorpusStatistics {
            n_chunks: repositories.iter().map(|repository| repository.n_chunks).sum(),
            n_with_word: reader.word_counts(&repositories, &words)?,
        };
        query.keep_rarest(&statistics);
        let vector =
            (request.mode != SearchMode::Lexical).then(|| built_in_query_vector(&request.query));
        let words: Vec<(u32, f32)> = numbered(query.terms());
        let keys = query.definition_keys();
        let filter = filter_of(visible, request);
        let is_filtered_later = !request.globs.is_empty() || request.scope != Scope::Everything;
        let limit = if is_filtered_later { N_ASKED_FILTERED } else { N_ASKED };
        let mut queries = Vec::new();
        let mut ask = |ranking, filter| queries.push(PointQuery { ranking, filter, limit });
        if let Some(vector) = &vector {
            ask(Ranking::Dense(vector), filter.clone());
        }
        if request.mode != SearchMode::Semantic && !words.is_empty() {
            ask(Ranking::Sparse(&words), filter.clone());
        }
        if !keys.is_empty() {
            ask(Ranking::Unordered, filter.any_key(KEYS, &keys));
        }
        let found = ask_index(team, &queries)?;
        Ok(found.map(|found| Candidates { found, query, statistics, vector }))
    }

    fn rank_into(
        self,
        reader: &PublicationReader,
        visible: &Visible,
        request: &TeamSearchRequest,
        answer: &mut TeamSearchAnswer,
    ) -> Result<(), Error> {
        let mut damage = Damage::default();
        let mut listed = listed(reader, visible, self.found.into_iter(), &mut damage)?;
        answer.remark = joined([answer.remark.take(), damage.remark()]);
        let filter = FileFilter::new(&request.languages, &request.globs, request.scope)
            .map_err(rutter_engine::Error::from)?;
        listed.retain(|one| filter.accepts(&one.row.path, one.payload.language()));
        let mut files = CandidateFiles::of(&listed);
        files.add_history(reader, &listed, &request.query)?;
        let passages: Vec<Passage> = listed.iter().map(|one| one.payload.passage()).collect();
        let found: Vec<FoundPassage<'_>> = (listed.iter().zip(&passages))
            .map(|(one, passage)| FoundPassage {
                file: files.id_of(one),
                chunk: one.row.number,
                passage,
                similarity: self.vector.as_ref().map_or(0.0, |query| cosine(query, &one.dense)),
            })
            .collect();
        let candidates =
            self.query.candidates(&found, &self.statistics, request.mode, N_BEST, &files);
        let ranked = rank(&candidates, &files, usize::MAX, &Weights::default());
        let by_place: HashMap<(FileId, u32), usize> =
            found.iter().zip(0..).map(|(one, at)| ((one.file, one.chunk), at)).collect();
        let place = |ranked: &Ranked| by_place.get(&(ranked.file, ranked.chunk)).copied();
        let mut chunks: Vec<BoostedChunk> = ranked.into_iter().map(BoostedChunk::plain).collect();
        if request.mode != SearchMode::Semantic {
            lift_phrases_in(&request.query, &mut chunks, |ranked| {
                Some(passages[place(ranked)?].body.clone())
            });
        }
        let groups = group_chunks(&chunks, HitOrder::ByFile { max_excerpts: request.excerpts });
        answer.omitted = groups.len().saturating_sub(request.limit);
        for group in groups.iter().take(request.limit) {
            for chunk in group.chunks.iter().take(request.excerpts.max(1)) {
                if let Some(at) = place(&chunk.ranked) {
                    answer
                        .hits
                        .push(hit(&listed[at], &passages[at], &chunk.ranked, group.file_rank));
                }
            }
        }
        Ok(())
    }
}

fn hit(one: &Listed<'_>, passage: &Passage, ranked: &Ranked, file_rank: u32) -> TeamHit {
    let Listed { repository, row, payload, .. } = one;
    TeamHit {
        repository: repository.name.clone(),
        commit: repository.revision.clone(),
        chunk: format!("{}#{}", row.path, row.number),
        path: row.path.clone(),
        start_line: row.first_line,
        end_line: row.last_line,
        symbol: payload.symbol.clone(),
        kind: payload.kind.clone(),
        language: payload.language(),
        file_rank,
        score: ranked.score,
        snippet: passage.body.clone(),
    }
}

/// The filters of the request that the index can apply.
fn filter_of(visible: &Visible, request: &TeamSearchRequest) -> PointFilter {
    let mut filter = visible.filter();
    if !request.languages.is_empty() {
        let names: Vec<&str> = request.languages.iter().map(|one| one.name()).collect();
        filter = filter.any_text(LANGUAGE, &names);
    }
    if !request.kinds.is_empty() {
        filter = filter.any_key(KEYS, &kind_keys(&request.kinds));
    }
    filter
}

/// The weights of words by their numbers, each once.
fn numbered<'a>(terms: impl Iterator<Item = (&'a str, f32)>) -> Vec<(u32, f32)> {
    let mut words: HashMap<u32, f32> = HashMap::new();
    for (word, weight) in terms {
        *words.entry(word_number(word)).or_default() += weight;
    }
    let mut words: Vec<(u32, f32)> = words.into_iter().collect();
    words.sort_unstable_by_key(|&(word, _)| word);
    words
}

/// The cosine of a vector and a unit vector.
fn cosine(query: &[i8], unit: &[f32]) -> f32 {
    let length = query.iter().map(|&value| f32::from(value).powi(2)).sum::<f32>().sqrt();
    if length == 0.0 || query.len() != unit.len() {
        return 0.0;
    }
    let dot: f32 = query.iter().zip(unit).map(|(&value, other)| f32::from(value) * other).sum();
    dot / length
}

/// The files of the candidates, numbered.
struct CandidateFiles {
    files: Vec<(String, Language, ContentHash)>,
    numbers: HashMap<(String, String), FileId>,
    /// Scores of the commit messages of files for the query.
    history: HashMap<FileId, f32>,
}

impl CandidateFiles {
    fn of(listed: &[Listed<'_>]) -> CandidateFiles {
        let (mut files, mut numbers) = (Vec::new(), HashMap::new());
        for one in listed {
            let key = (one.repository.name.clone(), one.row.path.clone());
            numbers.entry(key).or_insert_with(|| {
                let content = ContentHash(one.row.content);
                files.push((one.row.path.clone(), one.payload.language(), content));
                FileId(u32::try_from(files.len() - 1).unwrap_or(u32::MAX))
            });
        }
        CandidateFiles { files, numbers, history: HashMap::new() }
    }

    /// Scores the files by their commit messages.
    fn add_history(
        &mut self,
        reader: &PublicationReader,
        listed: &[Listed<'_>],
        query: &str,
    ) -> Result<(), Error> {
        let mut repositories: Vec<&PublishedRepository> =
            listed.iter().map(|one| one.repository).collect();
        repositories.dedup();
        for (name, messages) in reader.messages(&repositories)? {
            for (path, score) in exported_message_scores(&messages, query) {
                if let Some(&file) = self.numbers.get(&(name.clone(), path)) {
                    self.history.insert(file, score);
                }
            }
        }
        Ok(())
    }

    fn id_of(&self, one: &Listed<'_>) -> FileId {
        let key = (one.repository.name.clone(), one.row.path.clone());
        self.numbers.get(&key).copied().unwrap_or(FileId(u32::MAX))
    }

    fn file(&self, id: FileId) -> Option<&(String, Language, ContentHash)> {
        self.files.get(id.0 as usize)
    }
}

impl Files for CandidateFiles {
    fn path(&self, file: FileId) -> Option<&str> {
        self.file(file).map(|(path, ..)| path.as_str())
    }

    fn language(&self, file: FileId) -> Language {
        self.file(file).map_or(Language::Unknown, |(_, language, _)| *language)
    }

    fn content(&self, file: FileId) -> Option<ContentHash> {
        self.file(file).map(|(.., content)| *content)
    }

    fn history(&self, file: FileId) -> f32 {
        self.history.get(&file).copied().unwrap_or(0.0)
    }
}
