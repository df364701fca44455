//! Completion: the caller provides the candidates at the cursor, `reedline` shows them in a menu.

use std::ops::Range;

use reedline::{Completer, CompletionResult, Span, Suggestion};

use crate::text::{Charset, printable};

/// Something that may replace a part of the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompletionCandidate {
    /// The bytes of the line that are replaced.
    pub span: Range<usize>,
    /// A space follows it, unless it ends with `/` or `:` and can go on.
    pub replacement: String,
    pub description: Option<String>,
}

/// Returns what fits the line at the cursor, a position in bytes; best first.
pub type Complete = Box<dyn FnMut(&str, usize) -> Vec<CompletionCandidate> + Send>;

/// Adapts the caller's function to `reedline`.
pub struct LineCompleter(Complete);

impl LineCompleter {
    pub fn new(complete: Complete) -> LineCompleter {
        LineCompleter(complete)
    }
}

impl Completer for LineCompleter {
    fn complete(&mut self, line: &str, cursor: usize) -> CompletionResult {
        let candidates = (self.0)(line, cursor);
        let suggestions: Vec<Suggestion> =
            candidates.into_iter().filter_map(|candidate| suggestion(candidate, line)).collect();
        CompletionResult::fresh(suggestions)
    }
}

/// `None` if the span is not one of the line.
fn suggestion(candidate: CompletionCandidate, line: &str) -> Option<Suggestion> {
    line.get(candidate.span.clone())?;
    // A tab or line end would break the menu.
    let clean = |text: &str| printable(text, Charset::Unicode).replace(['\n', '\t'], " ");
    Some(Suggestion {
        value: clean(&candidate.replacement),
        description: candidate.description.as_deref().map(clean),
        span: Span::new(candidate.span.start, candidate.span.end),
        append_whitespace: !candidate.replacement.ends_with(['/', ':']),
        ..Suggestion::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(line: &str, cursor: usize) -> Vec<(String, Span)> {
        let mut completer = LineCompleter::new(Box::new(|line, cursor| {
            let start = line[..cursor].rfind('@').unwrap_or(cursor);
            let candidate = |span, replacement: &str| CompletionCandidate {
                span,
                replacement: replacement.to_owned(),
                description: Some("a\x1b[31m\nfile".to_owned()),
            };
            vec![candidate(start..cursor, "@src/a.rs"), candidate(0..99, "@outside")]
        }));
        let result = completer.complete(line, cursor);
        assert_eq!(result.suggestions()[0].description.as_deref(), Some("a\u{fffd}[31m file"));
        result.suggestions().iter().map(|found| (found.value.clone(), found.span)).collect()
    }

    #[test]
    fn a_candidate_replaces_its_span_and_one_outside_the_line_is_dropped() {
        assert_eq!(completed("see @sr now", 7), [("@src/a.rs".to_owned(), Span::new(4, 7))]);
    }
}
