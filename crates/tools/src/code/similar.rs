//! `similar`: finds code that resembles a given piece, and marks duplicates.

use rutter_domain::{Freshness, Hint, Vocabulary, Worded};
use rutter_engine::{
    SameFile, SimilarAnswer, SimilarRequest, SimilarSource, SourceTold, find_similar,
};
use rutter_workspace::check_glob;
use schemars::JsonSchema;
use serde::Deserialize;

use super::hits::{HitsData, render_hit};
use super::search::{languages, scope};
use crate::counts::positive;
use crate::reply::ToolReply;
use crate::{
    Effect, McpFace, ModelTool, Page, PageCut, PagedTool, Permission, Session, Tool, ToolError,
    Toolbox,
};

/// Tokens of an answer to a model.
const MODEL_TOKENS: usize = 3_000;

#[derive(Debug, Clone, Copy)]
pub struct Similar;

#[derive(Debug, Clone)]
pub struct Args {
    pub source: SimilarSource,
    pub options: SimilarOptions,
}

/// Finds code that is like a given piece: related patterns, other implementations, likely copies.
/// Give exactly one of `text`, `file_location` and `chunk`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Input {
    /// Code of your own to compare with
    pub text: Option<String>,
    /// A line of a file, such as `src/main.rs:12`: the code there is compared
    pub file_location: Option<String>,
    /// The chunk of an earlier hit, its path and number: `src/main.rs#3`
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

/// Options of a search for similar code.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct SimilarOptions {
    /// At most this many hits
    #[arg(short = 'n', long, default_value_t = 5, value_name = "N", value_parser = positive)]
    pub limit: usize,
    /// Pass over this many hits first, to page
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub skip: usize,
    /// Also search the file it is from
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
    #[arg(long, value_name = "N", value_parser = positive)]
    pub tokens: Option<usize>,
}

impl Tool for Similar {
    const NAME: &'static str = "similar";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    type Args = Args;
    type Answer = SimilarAnswer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<SimilarAnswer, ToolError> {
        let Args { source, options } = args;
        if let SimilarSource::Text(text) = &source
            && text.trim().is_empty()
        {
            return Err(ToolError::refuse(
                "the text is empty",
                "give some code, or a place such as `src/main.rs:12`",
            ));
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

    fn word(&self, answer: &mut SimilarAnswer, vocabulary: &dyn Vocabulary) {
        answer.word(vocabulary);
    }

    fn freshness<'a>(&self, answer: &'a SimilarAnswer) -> Option<&'a Freshness> {
        Some(&answer.index)
    }
}

impl ModelTool for Similar {
    const EXAMPLE: &'static str = r#"{"file_location":"src/main.rs:12"}"#;
    const MCP: Option<McpFace> =
        Some(McpFace { name: "similar", hidden_args: &["lang", "path"], ..McpFace::USUAL });
    type Input = Input;

    fn resolve(&self, toolbox: &Toolbox, mut input: Input) -> Result<Args, ToolError> {
        for glob in &mut input.path {
            *glob = toolbox.workspace()?.relative(glob).into_owned();
            check_glob(glob)?;
        }
        let source = match (input.text, input.file_location.or(input.chunk)) {
            (Some(text), None) => SimilarSource::Text(text),
            (None, Some(place)) => inside(toolbox, read_place(&place)?)?,
            (Some(_), Some(_)) | (None, None) => {
                return Err(ToolError::refuse(
                    "give exactly one of `text`, `file_location` and `chunk`",
                    Hint::Example { tool: Similar::NAME, arguments: Similar::EXAMPLE },
                ));
            }
        };
        let options = SimilarOptions {
            limit: input.limit.clamp(1, 50),
            skip: input.skip,
            same_file: !input.exclude_same_file,
            lang: input.lang,
            path: input.path,
            tokens: Some(MODEL_TOKENS),
            ..SimilarOptions::default()
        };
        Ok(Args { source, options })
    }

    fn render(
        &self,
        toolbox: &Toolbox,
        answer: &SimilarAnswer,
        reply: &mut ToolReply,
    ) -> Result<(), ToolError> {
        let source = match &answer.source {
            SourceTold::Text { .. } => "the text".to_owned(),
            SourceTold::Place(place) => {
                format!("{}:{}-{}", place.path, place.start_line, place.end_line)
            }
        };
        reply.line(format!("{} like {source}", answer.hits.len()));
        reply.trust(&answer.index, answer.remark.as_ref());
        for (rank, similar) in answer.hits.iter().enumerate() {
            let remark = if similar.duplicate { " (a copy)" } else { "" };
            render_hit(reply, toolbox.workspace()?, rank, &similar.hit, remark);
        }
        reply.paging(answer.omitted, answer.next_skip);
        Ok(())
    }
}

impl PagedTool for Similar {
    type Data = HitsData;

    fn seek(&self, args: &mut Args, page: &Page) {
        // Where a page starts is counted among all hits, including those that the caller skips.
        args.options.skip = args.options.skip.max(page.from);
    }

    fn cut(&self, answer: &mut SimilarAnswer, page: &Page, _: usize) -> PageCut {
        page.of_hits(answer.hits.len(), answer.next_skip.take())
    }

    fn narrow(&self, args: &Args, room: usize) -> Option<Args> {
        let mut args = args.clone();
        args.options.limit = args.options.limit.min(room);
        Some(args)
    }

    fn data(&self, answer: &SimilarAnswer) -> HitsData {
        answer.into()
    }
}

/// Resolves the path of a place to lie inside the repository.
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

/// Parses a place: `FILE:LINE`, also `FILE:LINE-LINE` and `FILE:LINE:COLUMN` as programs print them,
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
    place.ok_or_else(|| {
        let message = format!("`{typed}` is neither a line of a file nor a chunk");
        ToolError::refuse(message, Hint::NamePlace)
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
