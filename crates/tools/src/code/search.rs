//! `search`: finds code and documents that match a query.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use rutter_domain::{Freshness, Language, SearchMode, SymbolKind, TextLimit, Vocabulary, Worded};
use rutter_engine::{
    Error, HitDetail, HitOrder, PlaceHits, SearchAnswer, SearchRequest, Snapshot, place_hits,
};
use rutter_workspace::{Scope, check_glob};
use schemars::JsonSchema;
use serde::Deserialize;

use super::hits::{HitsData, render_hit};
use crate::counts::positive;
use crate::reply::ToolReply;
use crate::{
    Effect, EntryVisibility, McpFace, ModelTool, Page, PageCut, PagedTool, Permission, Session,
    Tool, ToolError, Toolbox,
};

/// Default token limit of an answer to a model.
const MODEL_TOKENS: usize = 3_000;
/// Highest token limit that a model can set.
const MOST_MODEL_TOKENS: usize = 7_000;

/// Frames of a traceback that are shown before the hits.
const MOST_PLACES: usize = 5;

#[derive(Debug, Clone, Copy)]
pub struct Search;

/// Finds code and documents by meaning and by words. Search first: it is the cheapest way to learn where
/// something is done. Describe what you want to know, or give a name or an error message. Use {grep} only for
/// exact strings and regular expressions.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct Args {
    /// A question, some words, a symbol such as `Foo::bar`, or a path
    pub query: String,
    #[serde(skip)]
    pub blank: Blank,
    #[serde(skip)]
    pub detail: HitDetail,
    #[serde(flatten)]
    pub options: SearchOptions,
}

/// What to do with an empty query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Blank {
    #[default]
    Refuse,
    /// Return no hits, for one of many queries.
    FindNothing,
}

/// Options of a search.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
pub struct SearchOptions {
    /// At most this many files
    #[arg(short = 'n', long, default_value_t = 10, value_name = "N", value_parser = positive)]
    #[serde(default = "default_limit")]
    pub limit: usize,
    /// At most this many excerpts of each file
    #[arg(long, default_value_t = DEFAULT_EXCERPTS, value_name = "N", value_parser = positive)]
    #[serde(default = "default_excerpts")]
    pub excerpts: usize,
    /// One list by score, not grouped by file; the limit counts hits
    #[arg(long, conflicts_with = "excerpts")]
    #[serde(default)]
    pub flat: bool,
    /// Pass over this many files first, to page
    #[arg(long, default_value_t = 0, value_name = "N")]
    #[serde(default)]
    pub skip: usize,
    /// Only this language, such as `rust` or `py`; may be repeated
    #[arg(short = 'l', long, value_name = "LANGUAGE")]
    #[serde(default)]
    pub lang: Vec<String>,
    /// Only chunks that define such a symbol, such as `function`; may be repeated
    #[arg(short = 'k', long, value_name = "KIND")]
    #[serde(default)]
    pub kind: Vec<String>,
    /// Only paths that match, such as `src/**/*.rs` or `src/net`; may be repeated
    #[arg(short = 'p', long, value_name = "GLOB")]
    #[serde(default)]
    pub path: Vec<String>,
    /// Only source code
    #[arg(long, conflicts_with = "docs")]
    #[serde(default)]
    pub code: bool,
    /// Only documents
    #[arg(long)]
    #[serde(default)]
    pub docs: bool,
    /// Only what was recorded: entries, each at the symbol it describes
    #[arg(long, conflicts_with_all = ["code", "docs"])]
    #[serde(default)]
    pub entries: bool,
    /// Fit the answer into this many tokens (a token is four bytes of path and snippet, a hit six
    /// more): neighbours become one hit, long hits are shortened to what matters
    #[arg(long, value_name = "N", value_parser = positive)]
    pub tokens: Option<usize>,
    /// By what to search: words, meaning, or both
    #[arg(long, value_parser = mode_parser(), default_value_t)]
    #[serde(default)]
    pub mode: SearchMode,
}

fn default_limit() -> usize {
    10
}

/// Default number of excerpts of a file. The second and the third are only shown if they are good.
const DEFAULT_EXCERPTS: usize = 3;

fn default_excerpts() -> usize {
    DEFAULT_EXCERPTS
}

/// Returns the parser of `--mode`, which lists the names in the help.
fn mode_parser() -> impl TypedValueParser<Value = SearchMode> {
    PossibleValuesParser::new(SearchMode::ALL.map(SearchMode::name))
        .map(|name| SearchMode::named(&name).unwrap_or_default())
}

impl Tool for Search {
    const NAME: &'static str = "search";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    type Args = Args;
    type Answer = SearchAnswer;

    fn run(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        args: Args,
    ) -> Result<SearchAnswer, ToolError> {
        let Args { query, blank, detail, options } = args;
        if blank == Blank::Refuse && query.trim().is_empty() {
            return Err(ToolError::refuse(
                "the query is empty",
                "give a question, some words, a name such as `Foo::bar`, or a path",
            ));
        }
        if let Err(error) = TextLimit::QUERY.check(&query) {
            return Err(ToolError::refuse(error.to_string(), "give fewer words"));
        }
        let mut request = SearchRequest {
            limit: options.limit,
            skip: options.skip,
            order: if options.flat {
                HitOrder::Flat
            } else {
                HitOrder::ByFile { max_excerpts: options.excerpts }
            },
            languages: languages(&options.lang)?,
            kinds: kinds(&options.kind)?,
            globs: options.path,
            scope: if options.entries { Scope::Entries } else { scope(options.code, options.docs) },
            mode: options.mode,
            limit_tokens: options.tokens,
            detail,
            query,
        };
        match toolbox.knowledge() {
            Ok(knowledge) => {
                let snapshot = &knowledge.snapshot;
                let places = named_places(snapshot, &request)?;
                if places.is_alone {
                    let answer = SearchAnswer::empty(&request.query, snapshot.freshness.clone());
                    return Ok(answer.led_by(places.hits));
                }
                request.limit = request.limit.saturating_sub(places.hits.len());
                let n_tokens: usize = places.hits.iter().map(|hit| hit.tokens).sum();
                request.limit_tokens =
                    request.limit_tokens.map(|most| most.saturating_sub(n_tokens));
                let answer = match session.entries {
                    EntryVisibility::Shown => knowledge.search(&request)?,
                    EntryVisibility::Hidden => rutter_engine::search(snapshot, &request)
                        .map_err(rutter_knowledge::Error::from)?,
                };
                Ok(answer.led_by(places.hits))
            }
            Err(ToolError::Fail(rutter_knowledge::Error::Engine(Error::Absent { .. }))) => {
                Ok(SearchAnswer::absent(&request.query))
            }
            Err(error) => Err(error),
        }
    }

    fn word(&self, answer: &mut SearchAnswer, vocabulary: &dyn Vocabulary) {
        answer.word(vocabulary);
    }

    fn freshness<'a>(&self, answer: &'a SearchAnswer) -> Option<&'a Freshness> {
        Some(&answer.index)
    }
}

impl ModelTool for Search {
    const EXAMPLE: &'static str = r#"{"query":"how are retries limited","limit":5}"#;
    const MCP: Option<McpFace> = Some(McpFace {
        name: "search",
        hidden_args: &["tokens", "mode", "kind", "lang", "excerpts", "flat"],
        asks_all: true,
        asks_team: true,
        ..McpFace::USUAL
    });
    type Input = Args;

    fn resolve(&self, toolbox: &Toolbox, mut input: Args) -> Result<Args, ToolError> {
        for glob in &mut input.options.path {
            *glob = toolbox.workspace()?.relative(glob).into_owned();
            check_glob(glob)?;
        }
        let options = &mut input.options;
        options.limit = options.limit.clamp(1, 50);
        let tokens = options.tokens.unwrap_or(MODEL_TOKENS);
        options.tokens = Some(tokens.clamp(100, MOST_MODEL_TOKENS));
        Ok(input)
    }

    fn render(
        &self,
        toolbox: &Toolbox,
        answer: &SearchAnswer,
        reply: &mut ToolReply,
    ) -> Result<(), ToolError> {
        let n_hits = answer.hits.len();
        let noun = if n_hits == 1 { "hit" } else { "hits" };
        reply.line(format!("{n_hits} {noun} for `{}`", answer.query));
        reply.trust(&answer.index, answer.remark.as_ref());
        for (rank, hit) in answer.hits.iter().enumerate() {
            render_hit(reply, toolbox.workspace()?, rank, hit, "");
        }
        if answer.omitted_excerpts > 0 {
            let n_omitted = answer.omitted_excerpts;
            reply.line(format!(
                "… {n_omitted} further chunks of these files; \"flat\":true lists all"
            ));
        }
        reply.paging(answer.omitted, answer.next_skip);
        if n_hits == 0 {
            let grep = reply.tool_name("grep");
            reply.line(format!("try other words, or {grep} for an exact string"));
        }
        Ok(())
    }
}

impl PagedTool for Search {
    type Data = HitsData;

    fn seek(&self, args: &mut Args, page: &Page) {
        // Where a page starts is counted among all hits, including those that the caller skips.
        args.options.skip = args.options.skip.max(page.from);
    }

    fn cut(&self, answer: &mut SearchAnswer, page: &Page, _: usize) -> PageCut {
        page.of_hits(answer.n_taken, answer.next_skip.take())
    }

    fn narrow(&self, args: &Args, room: usize) -> Option<Args> {
        let mut args = args.clone();
        args.options.limit = args.options.limit.min(room);
        Some(args)
    }

    fn data(&self, answer: &SearchAnswer) -> HitsData {
        answer.into()
    }
}

/// Finds the code at the places that a query names, which comes first on the first page. A query with filters
/// is a search.
fn named_places(snapshot: &Snapshot, request: &SearchRequest) -> Result<PlaceHits, ToolError> {
    let is_filtered = !request.globs.is_empty()
        || !request.languages.is_empty()
        || !request.kinds.is_empty()
        || request.scope != Scope::Everything;
    if is_filtered || request.skip > 0 {
        return Ok(PlaceHits::default());
    }
    let mut places = place_hits(snapshot, &request.query, request.limit.min(MOST_PLACES))?;
    if let Some(limit_tokens) = request.limit_tokens {
        let mut n_tokens = 0;
        places.hits.retain(|hit| {
            n_tokens += hit.tokens;
            n_tokens <= limit_tokens
        });
        places.is_alone &= !places.hits.is_empty();
    }
    Ok(places)
}

pub fn scope(code: bool, docs: bool) -> Scope {
    match (code, docs) {
        (true, _) => Scope::Code,
        (false, true) => Scope::Documents,
        (false, false) => Scope::Everything,
    }
}

pub fn languages(names: &[String]) -> Result<Vec<Language>, ToolError> {
    names.iter().map(|name| language(name)).collect()
}

pub fn language(name: &str) -> Result<Language, ToolError> {
    Language::parse(name).ok_or_else(|| {
        ToolError::refuse(
            format!("there is no language `{name}`"),
            format!("languages: {}", join(Language::all().map(Language::name))),
        )
    })
}

pub fn kinds(names: &[String]) -> Result<Vec<SymbolKind>, ToolError> {
    names.iter().map(|name| kind(name)).collect()
}

fn kind(name: &str) -> Result<SymbolKind, ToolError> {
    SymbolKind::parse(name).ok_or_else(|| {
        ToolError::refuse(
            format!("there is no kind of symbol `{name}`"),
            format!("kinds: {}", join(SymbolKind::ALL.into_iter().map(SymbolKind::name))),
        )
    })
}

fn join(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
