//! `search`: finds the code, and the documents, that a query speaks of.

use rutter_domain::{Language, SymbolKind};
use rutter_engine::{Error, Scope, SearchAnswer, SearchRequest};

use crate::{Tool, ToolError, Toolbox};

/// Finds the code that a query speaks of: a question, a name, an error message.
#[derive(Debug, Clone, Copy)]
pub struct Search;

#[derive(Debug, Clone, Default)]
pub struct Args {
    /// A question, some words, a symbol such as `Foo::bar`, or a path.
    pub query: String,
    pub blank: Blank,
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
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Options {
    /// At most this many hits
    #[arg(short = 'n', long, default_value_t = 10, value_name = "N")]
    pub limit: usize,
    /// Pass over this many hits first, to page
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub skip: usize,
    /// Only this language, such as `rust` or `py`; may be repeated
    #[arg(short = 'l', long, value_name = "LANGUAGE")]
    pub lang: Vec<String>,
    /// Only chunks that define such a symbol, such as `function`; may be repeated
    #[arg(short = 'k', long, value_name = "KIND")]
    pub kind: Vec<String>,
    /// Only paths that match, such as `src/**/*.rs` or `src/net`; may be repeated
    #[arg(short = 'p', long, value_name = "GLOB")]
    pub path: Vec<String>,
    /// Only source code
    #[arg(long, conflicts_with = "docs")]
    pub code: bool,
    /// Only documents
    #[arg(long)]
    pub docs: bool,
    /// Fit the answer into this many tokens (a token is four bytes of path and snippet, a hit six
    /// more): neighbours become one hit, long hits are shortened to what matters
    #[arg(long, value_name = "N")]
    pub tokens: Option<usize>,
    /// By what to search: words, meaning, or both
    #[arg(long, value_enum, default_value_t)]
    pub mode: Mode,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Mode {
    Lexical,
    Semantic,
    #[default]
    Hybrid,
}

impl From<Mode> for rutter_engine::Mode {
    fn from(mode: Mode) -> rutter_engine::Mode {
        match mode {
            Mode::Lexical => rutter_engine::Mode::Lexical,
            Mode::Semantic => rutter_engine::Mode::Semantic,
            Mode::Hybrid => rutter_engine::Mode::Hybrid,
        }
    }
}

impl Tool for Search {
    const NAME: &'static str = "search";
    type Args = Args;
    type Answer = SearchAnswer;

    fn run(&self, toolbox: &Toolbox, args: Args) -> Result<SearchAnswer, ToolError> {
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
            scope: scope(options.code, options.docs),
            mode: options.mode.into(),
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
