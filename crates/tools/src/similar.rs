//! `similar`: finds what is like a piece of code, and tells copies.

use rutter_engine::{SameFile, SimilarAnswer, SimilarRequest, SimilarSource};

use crate::search::{languages, scope};
use crate::{Tool, ToolError, Toolbox};

/// Finds code that is like a given piece: related patterns, other implementations, likely copies.
#[derive(Debug, Clone, Copy)]
pub struct Similar;

#[derive(Debug, Clone)]
pub struct Args {
    pub source: SimilarSource,
    pub options: Options,
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

    fn run(&self, toolbox: &Toolbox, args: Args) -> Result<SimilarAnswer, ToolError> {
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
        Ok(toolbox.snapshot()?.similar(&request)?)
    }
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
