//! The lines of a hit, read from the file itself.

use std::collections::HashMap;

use rutter_domain::Span;

use crate::snapshot::Snapshot;
use crate::source::read_text;

/// A snippet is cut after this many characters, at the end of a line.
const LIMIT_CHARS: usize = 6_000;

/// Reads snippets, each file once.
pub(crate) struct Snippets<'a> {
    snapshot: &'a Snapshot,
    texts: HashMap<String, Option<String>>,
}

impl<'a> Snippets<'a> {
    pub(crate) fn of(snapshot: &'a Snapshot) -> Snippets<'a> {
        Snippets { snapshot, texts: HashMap::new() }
    }

    /// The text of a span; nothing when the file is gone. Lines are taken whole.
    pub(crate) fn cut(&mut self, path: &str, span: &Span) -> String {
        let root = &self.snapshot.place.root;
        let text = self
            .texts
            .entry(path.to_owned())
            .or_insert_with(|| read_text(&root.join(path)));
        let Some(text) = text else { return String::new() };
        lines(text, span.start_line, span.end_line)
    }
}

/// The lines from `first` to `last`, without the final line end.
fn lines(text: &str, first: u32, last: u32) -> String {
    let mut snippet = String::new();
    let n_lines = (last + 1).saturating_sub(first) as usize;
    for line in text.lines().skip(first.saturating_sub(1) as usize).take(n_lines) {
        if snippet.len() + line.len() > LIMIT_CHARS {
            if snippet.is_empty() {
                let end = line.floor_char_boundary(LIMIT_CHARS);
                snippet.push_str(&line[..end]);
            }
            break;
        }
        if !snippet.is_empty() {
            snippet.push('\n');
        }
        snippet.push_str(line);
    }
    snippet
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn lines_are_taken_whole_and_only_those_that_exist() {
        let text = "one\ntwo\nthree\n";
        assert_eq!(lines(text, 2, 3), "two\nthree");
        assert_eq!(lines(text, 3, 9), "three");
        assert_eq!(lines(text, 9, 12), "");
        assert_eq!(lines("", 1, 1), "");
    }

    #[test]
    fn an_endless_line_is_cut_at_a_character() {
        let text = "é".repeat(10_000);
        assert_eq!(lines(&text, 1, 1).len(), super::LIMIT_CHARS);
    }
}
