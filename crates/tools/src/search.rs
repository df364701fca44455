//! `search`: finds the code, and the documents, that a query speaks of.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use rutter_domain::{Language, SearchMode, SymbolKind};
use rutter_engine::{Error, Scope, SearchAnswer, SearchRequest, check_glob};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::hits::tell_hit;
use crate::telling::Telling;
use crate::{Cut, Effect, Offered, Page, Session, Tool, ToolError, Toolbox};

/// What an answer to a model costs, unless it says otherwise.
const MODEL_TOKENS: usize = 3_000;
/// What it may cost at most.
const MOST_MODEL_TOKENS: usize = 7_000;

/// Finds the code that a query speaks of: a question, a name, an error message.
#[derive(Debug, Clone, Copy)]
pub struct Search;

/// Finds the code and the documents that a query speaks of, by meaning and by words. Search first:
/// it is the cheapest way to learn where something is done. Ask in words for what you want to know
/// (`how are retries limited`), or give a name or an error message. Use grep only for exact strings
/// and regular expressions.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct Args {
    /// A question, some words, a symbol such as `Foo::bar`, or a path
    pub query: String,
    #[serde(skip)]
    pub blank: Blank,
    #[serde(flatten)]
    pub options: Options,
}

/// What becomes of a query with nothing in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Blank {
    /// It is a mistake, and told to be one.
    #[default]
    Refuse,
    /// It is one of many, and finds nothing.
    FindNothing,
}

/// How to search, apart from what for.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
pub struct Options {
    /// At most this many hits
    #[arg(short = 'n', long, default_value_t = 10, value_name = "N")]
    #[serde(default = "default_limit")]
    pub limit: usize,
    /// Pass over this many hits first, to page
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
    /// Only what was recorded: entries, each at the symbol it speaks of
    #[arg(long, conflicts_with_all = ["code", "docs"])]
    #[serde(default)]
    pub entries: bool,
    /// Fit the answer into this many tokens (a token is four bytes of path and snippet, a hit six
    /// more): neighbours become one hit, long hits are shortened to what matters
    #[arg(long, value_name = "N")]
    pub tokens: Option<usize>,
    /// By what to search: words, meaning, or both
    #[arg(long, value_parser = mode_parser(), default_value_t)]
    #[serde(default)]
    pub mode: SearchMode,
}

fn default_limit() -> usize {
    10
}

/// Parses `--mode`; the help lists the names.
fn mode_parser() -> impl TypedValueParser<Value = SearchMode> {
    PossibleValuesParser::new(SearchMode::ALL.map(SearchMode::name))
        .map(|name| SearchMode::named(&name).unwrap_or_default())
}

impl Tool for Search {
    const NAME: &'static str = "search";
    type Args = Args;
    type Answer = SearchAnswer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<SearchAnswer, ToolError> {
        let Args { query, blank, options } = args;
        if blank == Blank::Refuse && query.trim().is_empty() {
            return Err(ToolError::Refuse {
                message: "the query is empty".to_owned(),
                hint: "give a question, some words, a name such as `Foo::bar`, or a path"
                    .to_owned(),
            });
        }
        let request = SearchRequest {
            limit: options.limit,
            skip: options.skip,
            languages: languages(&options.lang)?,
            kinds: options.kind.iter().map(|name| kind(name)).collect::<Result<_, _>>()?,
            globs: options.path,
            scope: match options.entries {
                true => Scope::Entries,
                false => scope(options.code, options.docs),
            },
            mode: options.mode,
            limit_tokens: options.tokens,
            query,
        };
        match toolbox.snapshot() {
            Ok(snapshot) => Ok(snapshot.search(&request)?),
            Err(ToolError::Fail(Error::Absent { .. })) => Ok(SearchAnswer::absent(&request.query)),
            Err(error) => Err(error),
        }
    }
}

impl Offered for Search {
    const EFFECT: Effect = Effect::Looks;
    const EXAMPLE: &'static str = r#"{"query":"how are retries limited","limit":5}"#;
    type Asked = Args;

    fn read(&self, toolbox: &Toolbox, mut asked: Args) -> Result<Args, ToolError> {
        for glob in &mut asked.options.path {
            *glob = toolbox.workspace()?.relative(glob).into_owned();
            check_glob(glob)?;
        }
        let options = &mut asked.options;
        options.limit = options.limit.clamp(1, 50);
        let tokens = options.tokens.unwrap_or(MODEL_TOKENS);
        options.tokens = Some(tokens.clamp(100, MOST_MODEL_TOKENS));
        Ok(asked)
    }

    fn turn_to(&self, args: &mut Args, page: &Page) {
        // A page says where the next one starts among all hits, what was skipped before included.
        args.options.skip = args.options.skip.max(page.from);
    }

    fn cut(&self, answer: &mut SearchAnswer, page: &Page, _: usize) -> Cut {
        page.of_hits(answer.hits.len(), answer.next_skip.take())
    }

    fn narrow(&self, args: &Args, room: usize) -> Option<Args> {
        let mut args = args.clone();
        args.options.limit = args.options.limit.min(room);
        Some(args)
    }

    fn tell(&self, toolbox: &Toolbox, answer: &SearchAnswer) -> Result<Telling, Error> {
        let mut telling = Telling::default();
        let n_hits = answer.hits.len();
        let noun = if n_hits == 1 { "hit" } else { "hits" };
        telling.line(format!("{n_hits} {noun} for `{}`", answer.query));
        telling.trust(&answer.index, answer.remark.as_deref());
        for hit in &answer.hits {
            tell_hit(&mut telling, toolbox.workspace()?, hit, "");
        }
        telling.paging(answer.omitted, answer.next_skip);
        if n_hits == 0 {
            telling.line("try other words, or grep for an exact string");
        }
        Ok(telling)
    }
}

pub(crate) fn scope(code: bool, docs: bool) -> Scope {
    match (code, docs) {
        (true, _) => Scope::Code,
        (false, true) => Scope::Documents,
        (false, false) => Scope::Everything,
    }
}

pub(crate) fn languages(names: &[String]) -> Result<Vec<Language>, ToolError> {
    names.iter().map(|name| language(name)).collect()
}

/// The language a user means, or all they could have meant.
pub fn language(name: &str) -> Result<Language, ToolError> {
    Language::parse(name).ok_or_else(|| ToolError::Refuse {
        message: format!("there is no language `{name}`"),
        hint: format!("languages: {}", join(Language::all().map(Language::name))),
    })
}

fn kind(name: &str) -> Result<SymbolKind, ToolError> {
    SymbolKind::parse(name).ok_or_else(|| ToolError::Refuse {
        message: format!("there is no kind of symbol `{name}`"),
        hint: format!("kinds: {}", join(SymbolKind::ALL.into_iter().map(SymbolKind::name))),
    })
}

fn join(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
