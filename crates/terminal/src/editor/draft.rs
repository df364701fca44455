//! The state of the draft that keys, history and editor share.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::pastes::Pastes;

/// The pastes of the session and the continued lines of the draft, shared by keys, history and editor.
#[derive(Debug, Clone, Default)]
pub struct SharedDraft(Arc<Mutex<Draft>>);

#[derive(Debug, Default)]
struct Draft {
    pastes: Pastes,
    /// Lines that were continued by a `\` at their end. Others, as in a pasted script, keep theirs.
    continued: HashSet<String>,
}

impl SharedDraft {
    /// Returns what a pasted text is shown as: itself, or a marker if it is long.
    pub fn paste(&self, text: &str) -> String {
        self.lock().pastes.insert(text)
    }

    pub fn find_markers(&self, line: &str) -> Vec<Range<usize>> {
        self.lock().pastes.find_markers(line)
    }

    /// Notes that the last line of `buffer` is continued by the `\` at its end.
    pub fn continue_line(&self, buffer: &str) {
        let last = buffer.rsplit('\n').next().unwrap_or(buffer);
        self.lock().continued.insert(last.to_owned());
    }

    /// Returns the full text of a line: continued lines joined, markers replaced.
    pub fn expand(&self, line: &str) -> String {
        let draft = self.lock();
        draft.pastes.expand(&draft.join_continued(line))
    }

    /// Returns the full text of a line and ends its draft.
    pub fn submit(&self, line: &str) -> String {
        let mut draft = self.lock();
        let joined = draft.join_continued(line);
        let text = draft.pastes.expand(&joined);
        draft.continued.clear();
        draft.pastes.remember(&text, &joined);
        text
    }

    /// A short form of a text, for the line.
    pub fn collapse(&self, text: &str) -> String {
        self.lock().pastes.collapse(text)
    }

    fn lock(&self) -> MutexGuard<'_, Draft> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Draft {
    fn join_continued(&self, line: &str) -> String {
        let lines: Vec<&str> = line.split('\n').collect();
        let shown = lines.iter().enumerate().map(|(at, line)| {
            let is_continued = at + 1 < lines.len() && self.continued.contains(*line);
            if is_continued { line.strip_suffix('\\').unwrap_or(line) } else { line }
        });
        shown.collect::<Vec<&str>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_continued_line_loses_its_backslash() {
        let draft = SharedDraft::default();
        draft.continue_line("pasted \\\none\\");
        assert_eq!(draft.expand("pasted \\\none\\\ntwo"), "pasted \\\none\ntwo");
        assert_eq!(draft.submit("one\\\ntwo"), "one\ntwo");
        assert_eq!(draft.collapse("one\ntwo"), "one\ntwo");
        assert_eq!(draft.submit("one\\\ntwo"), "one\\\ntwo");
    }
}
