//! Search: from a request to hits that a person or a program can use.

use std::time::Instant;

use globset::{Glob, GlobSet, GlobSetBuilder};
use rutter_domain::{ChunkKind, ContentHash, Family, FileId, Freshness, Language, Symbol, SymbolKind};
use rutter_search::{By, Files, Query, Ranked};
use serde::Serialize;

use crate::Error;
use crate::snapshot::Snapshot;
use crate::snippet::snippet;

/// Hits beyond those wanted are counted up to this many, so that an answer can say there are more.
const COUNTED_BEYOND: usize = 20;

/// What to look for, and where.
#[derive(Debug, Clone, Default)]
pub struct SearchRequest {
    pub query: String,
    /// At most this many hits.
    pub limit: usize,
    /// Hits to pass over first, for paging.
    pub skip: usize,
    /// Only these languages; all when empty.
    pub languages: Vec<Language>,
    /// Only chunks that define one of these kinds; all when empty.
    pub kinds: Vec<SymbolKind>,
    /// Only paths that match one of these globs; all when empty.
    pub globs: Vec<String>,
    pub scope: Scope,
    pub mode: Mode,
    /// The answer's snippets fit this many tokens.
    pub limit_tokens: Option<usize>,
}

/// What kind of files to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    #[default]
    Everything,
    Code,
    Documents,
}

/// By what to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// By words alone.
    Lexical,
    /// By meaning alone.
    Semantic,
    /// By both.
    #[default]
    Hybrid,
}

impl Mode {
    pub fn name(self) -> &'static str {
        match self {
            Mode::Lexical => "lexical",
            Mode::Semantic => "semantic",
            Mode::Hybrid => "hybrid",
        }
    }
}

/// What was found.
#[derive(Debug, Clone, Serialize)]
pub struct SearchAnswer {
    pub query: String,
    /// By what was searched, which is words alone when there are no vectors.
    pub mode: &'static str,
    /// Why not by what was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    pub index: Freshness,
    /// Best first.
    pub hits: Vec<Hit>,
    /// Hits that were found and not given.
    pub omitted: usize,
    pub elapsed_us: u64,
}

/// A place that answers the query.
#[derive(Debug, Clone, Serialize)]
pub struct Hit {
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    pub symbol: Option<String>,
    pub kind: &'static str,
    pub language: &'static str,
    /// Between 0 and 1.
    pub score: f32,
    pub snippet: String,
    /// Why it ranks where it does.
    pub reasons: Vec<String>,
}

impl SearchAnswer {
    /// The answer of an index that is not there.
    pub fn absent(query: &str) -> SearchAnswer {
        SearchAnswer {
            query: query.to_owned(),
            mode: "lexical",
            remark: None,
            index: Freshness {
                state: rutter_domain::State::Absent,
                files: 0,
                changed: 0,
                reason: Some("nothing has been indexed yet; run `rutter index`".to_owned()),
            },
            hits: Vec::new(),
            omitted: 0,
            elapsed_us: 0,
        }
    }
}

impl Files for Snapshot {
    fn path(&self, file: FileId) -> Option<&str> {
        self.file(file).map(|(row, _)| row.path.as_str())
    }

    fn language(&self, file: FileId) -> Language {
        self.file(file).map_or(Language::Unknown, |(_, indexed)| indexed.language)
    }

    fn content(&self, file: FileId) -> Option<ContentHash> {
        self.file(file).map(|(_, indexed)| indexed.content)
    }
}

impl Snapshot {
    /// Answers a search.
    pub fn search(&self, request: &SearchRequest) -> Result<SearchAnswer, Error> {
        let began = Instant::now();
        let (vector, mode, remark) = self.direction(request);
        let n_wanted = request.skip.saturating_add(request.limit);
        let limit = n_wanted.saturating_add(COUNTED_BEYOND);
        let ranked = self.with_query(request, limit, vector.as_deref(), mode, |query| {
            self.reader.search(query, self)
        })?;
        if let Some(what) = self.reader.fault() {
            let (path, what) = (self.place.index.clone(), what.to_owned());
            return Err(Error::Damaged { path, what });
        }
        let names = identifiers(&request.query);
        let mut hits = Vec::new();
        let mut n_tokens = 0;
        for ranked in ranked.iter().take(n_wanted).skip(request.skip) {
            let Some(hit) = self.hit(ranked, &names) else { continue };
            n_tokens += count_tokens(&hit);
            if request.limit_tokens.is_some_and(|limit| n_tokens > limit) {
                break;
            }
            hits.push(hit);
        }
        Ok(SearchAnswer {
            query: request.query.clone(),
            mode: mode.name(),
            remark,
            index: self.freshness.clone(),
            omitted: ranked.len().saturating_sub(request.skip + hits.len()),
            hits,
            elapsed_us: u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX),
        })
    }

    /// The query as a vector, by what it can be searched for, and why not by what was asked.
    pub(crate) fn direction(
        &self,
        request: &SearchRequest,
    ) -> (Option<Vec<i8>>, Mode, Option<String>) {
        let vector = match request.mode {
            Mode::Lexical => return (None, Mode::Lexical, None),
            Mode::Semantic | Mode::Hybrid => self.vector(&request.query),
        };
        match vector {
            Ok(vector) => (Some(vector), request.mode, None),
            Err(why) => (None, Mode::Lexical, Some(format!("searched by words only: {why}"))),
        }
    }

    /// Lets `ask` have the request as the index takes it.
    pub(crate) fn with_query<T>(
        &self,
        request: &SearchRequest,
        limit: usize,
        vector: Option<&[i8]>,
        mode: Mode,
        ask: impl FnOnce(&Query<'_>) -> T,
    ) -> Result<T, Error> {
        let filter = FileFilter::new(request)?;
        let accepts = |file: FileId| {
            self.file(file)
                .is_some_and(|(row, indexed)| filter.accepts(&row.path, indexed.language))
        };
        Ok(ask(&Query {
            text: &request.query,
            limit,
            kinds: &request.kinds,
            accepts: if filter.is_open() { None } else { Some(&accepts) },
            vector,
            by: match mode {
                Mode::Lexical => By::Words,
                Mode::Semantic => By::Vector,
                Mode::Hybrid => By::Both,
            },
        }))
    }

    fn hit(&self, ranked: &Ranked, names: &[&str]) -> Option<Hit> {
        let (row, file) = self.file(ranked.file)?;
        let facts = self.facts_of(ranked.file)?;
        let chunk = facts.chunks.get(ranked.chunk as usize)?;
        let symbol_of = |at: u32| facts.symbols.get(at as usize);
        let is_named = |symbol: &&Symbol| names.contains(&symbol.name.as_str());
        let named = chunk.defines.iter().copied().filter_map(symbol_of).find(is_named);
        let symbol = named.or_else(|| chunk.symbol.and_then(symbol_of));
        let kind = match (symbol, chunk.kind) {
            (Some(symbol), _) => symbol.kind.name(),
            (None, ChunkKind::Code) => "code",
            (None, ChunkKind::Document) => "document",
            (None, ChunkKind::Lines) => "text",
        };
        Some(Hit {
            path: row.path.clone(),
            start_line: chunk.span.start_line,
            end_line: chunk.span.end_line,
            symbol: symbol.map(|symbol| symbol.qualified_name.clone()),
            kind,
            language: file.language.name(),
            score: ranked.score,
            snippet: snippet(&self.place.root, row, file, &chunk.span),
            reasons: ranked.shares.reasons(),
        })
    }
}

/// The words of a query that could be names of symbols: a hit that defines one is called after it.
fn identifiers(query: &str) -> Vec<&str> {
    query
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .take(64)
        .collect()
}

/// About how many tokens a hit costs its reader: four characters each, and the line that names it.
fn count_tokens(hit: &Hit) -> usize {
    (hit.snippet.len() + hit.path.len() + 24).div_ceil(4)
}

/// Which files a request admits.
struct FileFilter<'a> {
    languages: &'a [Language],
    globs: Option<GlobSet>,
    scope: Scope,
}

impl<'a> FileFilter<'a> {
    fn new(request: &'a SearchRequest) -> Result<FileFilter<'a>, Error> {
        let globs = if request.globs.is_empty() { None } else { Some(glob_set(&request.globs)?) };
        Ok(FileFilter { languages: &request.languages, globs, scope: request.scope })
    }

    fn is_open(&self) -> bool {
        self.languages.is_empty() && self.globs.is_none() && self.scope == Scope::Everything
    }

    fn accepts(&self, path: &str, language: Language) -> bool {
        let in_scope = match self.scope {
            Scope::Everything => true,
            Scope::Code => language.family() == Family::Code,
            Scope::Documents => language.family() == Family::Document,
        };
        in_scope
            && (self.languages.is_empty() || self.languages.contains(&language))
            && self.globs.as_ref().is_none_or(|globs| globs.is_match(path))
    }
}

/// Globs as people write them: `*.rs` means at any depth, `src/net` means all below it.
fn glob_set(globs: &[String]) -> Result<GlobSet, Error> {
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        let bad = |error: globset::Error| Error::BadGlob {
            glob: glob.clone(),
            why: error.kind().to_string(),
        };
        let bare = glob.trim_start_matches("./").trim_end_matches('/');
        set.add(Glob::new(bare).map_err(bad)?);
        set.add(Glob::new(&format!("{bare}/**")).map_err(bad)?);
        if !bare.contains('/') {
            set.add(Glob::new(&format!("**/{bare}")).map_err(bad)?);
        }
    }
    set.build()
        .map_err(|error| Error::BadGlob { glob: globs.join(" "), why: error.kind().to_string() })
}
