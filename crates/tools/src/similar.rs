//! `similar`: finds what is like a piece of code, and tells copies.

use rutter_engine::{
    Error, SameFile, SimilarAnswer, SimilarRequest, SimilarSource, SourceTold, find_similar,
};
use rutter_workspace::check_glob;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::hits::tell_hit;
use crate::search::{languages, scope};
use crate::telling::Telling;
use crate::{Cut, Effect, Offered, Page, Session, Tool, ToolError, Toolbox};

/// What an answer to a model costs.
const MODEL_TOKENS: usize = 3_000;

/// Finds code that is like a given piece: related patterns, other implementations, likely copies.
#[derive(Debug, Clone, Copy)]
pub struct Similar;

#[derive(Debug, Clone)]
pub struct Args {
    pub source: SimilarSource,
    pub options: Options,
}

/// Finds code that is like a given piece: related patterns, other implementations, likely copies.
/// Give exactly one of `text`, `file_location` and `chunk`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Asked {
    /// Code of your own to compare with
    pub text: Option<String>,
    /// A line of a file, such as `src/main.rs:12`: what stands there is compared
    pub file_location: Option<String>,
    /// The chunk of an earlier hit, such as `src/main.rs#3`
    pub chunk: Option<String>,
    /// At most this many hits
    #[serde(default = "default_limit")]
    pub limit: usize,
    /// Pass over this many hits first, to page
    #[serde(default)]
    pub skip: usize,
    /// Leave out what is in the same file
    #[serde(default = "default_exclusion")]
    pub exclude_same_file: bool,
    /// Only this language, such as `rust` or `py`
    #[serde(default)]
    pub lang: Vec<String>,
    /// Only paths that match, such as `src/**/*.rs` or `src/net`
    #[serde(default)]
    pub path: Vec<String>,
}

fn default_limit() -> usize {
    5
}

fn default_exclusion() -> bool {
    true
}

/// How to compare, apart from what with.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Options {
    /// At most this many hits
    #[arg(short = 'n', long, default_value_t = 5, value_name = "N")]
    pub limit: usize,
    /// Pass over this many hits first, to page
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub skip: usize,
    /// Also what is like it in its own file
    #[arg(long)]
    pub same_file: bool,
    /// Only this language, such as `rust` or `py`; may be repeated
    #[arg(short = 'l', long, value_name = "LANGUAGE")]
    pub lang: Vec<String>,
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
}

impl Tool for Similar {
    const NAME: &'static str = "similar";
    type Args = Args;
    type Answer = SimilarAnswer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<SimilarAnswer, ToolError> {
        let Args { source, options } = args;
        if let SimilarSource::Text(text) = &source
            && text.trim().is_empty()
        {
            return Err(ToolError::Refuse {
                message: "the text is empty".to_owned(),
                hint: "give some code, or a place such as `src/main.rs:12`".to_owned(),
            });
        }
        let same_file = if options.same_file { SameFile::Include } else { SameFile::Exclude };
        let request = SimilarRequest {
            source,
            limit: options.limit,
            skip: options.skip,
            languages: languages(&options.lang)?,
            globs: options.path,
            scope: scope(options.code, options.docs),
            same_file,
            limit_tokens: options.tokens,
        };
        Ok(find_similar(&toolbox.knowledge()?.snapshot, &request)?)
    }
}

impl Offered for Similar {
    const EFFECT: Effect = Effect::Looks;
    const EXAMPLE: &'static str = r#"{"file_location":"src/main.rs:12"}"#;
    type Asked = Asked;

    fn read(&self, toolbox: &Toolbox, mut asked: Asked) -> Result<Args, ToolError> {
        for glob in &mut asked.path {
            *glob = toolbox.workspace()?.relative(glob).into_owned();
            check_glob(glob)?;
        }
        let source = match (asked.text, asked.file_location.or(asked.chunk)) {
            (Some(text), None) => SimilarSource::Text(text),
            (None, Some(place)) => inside(toolbox, read_place(&place)?)?,
            (Some(_), Some(_)) | (None, None) => {
                return Err(ToolError::refuse(
                    "give exactly one of `text`, `file_location` and `chunk`",
                    format!("for example: similar({})", Similar::EXAMPLE),
                ));
            }
        };
        let options = Options {
            limit: asked.limit.clamp(1, 50),
            skip: asked.skip,
            same_file: !asked.exclude_same_file,
            lang: asked.lang,
            path: asked.path,
            tokens: Some(MODEL_TOKENS),
            ..Options::default()
        };
        Ok(Args { source, options })
    }

    fn turn_to(&self, args: &mut Args, page: &Page) {
        // A page says where the next one starts among all hits, what was skipped before included.
        args.options.skip = args.options.skip.max(page.from);
    }

    fn cut(&self, answer: &mut SimilarAnswer, page: &Page, _: usize) -> Cut {
        page.of_hits(answer.hits.len(), answer.next_skip.take())
    }

    fn narrow(&self, args: &Args, room: usize) -> Option<Args> {
        let mut args = args.clone();
        args.options.limit = args.options.limit.min(room);
        Some(args)
    }

    fn tell(&self, toolbox: &Toolbox, answer: &SimilarAnswer) -> Result<Telling, Error> {
        let mut telling = Telling::default();
        let source = match &answer.source {
            SourceTold::Text { .. } => "the text".to_owned(),
            SourceTold::Place(place) => {
                format!("{}:{}-{}", place.path, place.start_line, place.end_line)
            }
        };
        telling.line(format!("{} like {source}", answer.hits.len()));
        telling.trust(&answer.index, answer.remark.as_deref());
        for similar in &answer.hits {
            let remark = if similar.duplicate { " (a copy)" } else { "" };
            tell_hit(&mut telling, toolbox.workspace()?, &similar.hit, remark);
        }
        telling.paging(answer.omitted, answer.next_skip);
        Ok(telling)
    }
}

/// A place whose path lies inside.
fn inside(toolbox: &Toolbox, source: SimilarSource) -> Result<SimilarSource, ToolError> {
    let resolve = |path: String| -> Result<String, ToolError> {
        Ok(toolbox.workspace()?.resolve_file(&path)?.path)
    };
    Ok(match source {
        SimilarSource::Line { path, line } => SimilarSource::Line { path: resolve(path)?, line },
        SimilarSource::Chunk { path, number } => {
            SimilarSource::Chunk { path: resolve(path)?, number }
        }
        text @ SimilarSource::Text(_) => text,
    })
}

/// Reads a place: `FILE:LINE`, also `FILE:LINE-LINE` and `FILE:LINE:COLUMN` as programs print them,
/// or the name of a chunk, `FILE#N`.
pub fn read_place(typed: &str) -> Result<SimilarSource, ToolError> {
    let end = typed.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = |digits: &str| digits.parse::<u32>().ok();
    let place = match (end.strip_suffix('#'), end.strip_suffix([':', '-'])) {
        (Some(path), _) if !path.is_empty() => number(&typed[end.len()..])
            .map(|number| SimilarSource::Chunk { path: path.to_owned(), number }),
        (_, Some(before)) => {
            // Of two numbers the first is the line.
            let path = before.trim_end_matches(|c: char| c.is_ascii_digit());
            let two = path.strip_suffix(':').filter(|_| path.len() < before.len());
            let one = end.strip_suffix(':');
            match (two, one) {
                (Some(path), _) => Some((path, &before[path.len() + 1..])),
                (None, Some(path)) => Some((path, &typed[end.len()..])),
                (None, None) => None,
            }
            .filter(|(path, _)| !path.is_empty())
            .and_then(|(path, line)| {
                Some(SimilarSource::Line { path: path.to_owned(), line: number(line)? })
            })
        }
        (Some(_) | None, None) => None,
    };
    place.ok_or_else(|| ToolError::Refuse {
        message: format!("`{typed}` is neither a line of a file nor a chunk"),
        hint: "write `FILE:LINE`, such as `src/main.rs:12`, or the `chunk` of a hit, such as \
               `src/main.rs#3`; `--text` takes code itself"
            .to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, expect: &str) {
        let read = match read_place(typed) {
            Ok(SimilarSource::Line { path, line }) => format!("line {line} of {path}"),
            Ok(SimilarSource::Chunk { path, number }) => format!("chunk {number} of {path}"),
            Ok(SimilarSource::Text(text)) => text,
            Err(error) => error.to_string(),
        };
        assert_eq!(read, expect);
    }

    #[test]
    fn a_place_is_read_as_programs_print_it() {
        check("a.rs:12", "line 12 of a.rs");
        check("src/a.rs:12:7", "line 12 of src/a.rs");
        check("src/a.rs:12-30", "line 12 of src/a.rs");
        check("src/a.rs#3", "chunk 3 of src/a.rs");
        check("a#1:2", "line 2 of a#1");
        check("a:1#2", "chunk 2 of a:1");
        check("a-1:2", "line 2 of a-1");
        check("a.rs:0", "line 0 of a.rs");
    }

    #[test]
    fn what_is_no_place_is_refused() {
        for typed in
            ["a.rs", "", ":3", "#3", "a.rs:", "a.rs#", "a.rs:x", "a-3", "a:99999999999", "é#"]
        {
            check(typed, &format!("`{typed}` is neither a line of a file nor a chunk"));
        }
    }
}
