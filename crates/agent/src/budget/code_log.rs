//! Leaves out of a conversation the code whose files have got an entry.
//!
//! Code is in a conversation to be understood; the entry is what was understood. So a result that shows
//! code is replaced by one line when each of its files has got an entry since. Listings, outlines and
//! errors stay.
//!
//! A provider reads the unchanged beginning of a request from its cache, at about a tenth of the price, and
//! everything after the first change at the full price. Code is mostly recorded in the turn after it was
//! read, when it stands at the end and costs nothing to leave out. Older code waits until what can be
//! left out is worth reading the rest again ([`WORTH`]). Start at [`CodeLog::leave_out`].

use std::collections::BTreeSet;

use rutter_domain::Message;
use rutter_domain::text::truncate;

use super::window::{KEPT_BYTES, TokenEstimator, bytes_of, cut};

/// How many bytes may have to be read again for each byte that is left out. 0 leaves out only the last
/// results, and a large number everything at once; only this value was replayed.
const WORTH: usize = 2;

/// A result shorter than this is not worth a change.
const LEAST_BYTES: usize = 300;

/// Bytes kept of the first line of a result, which names what it showed.
const HEADING_BYTES: usize = 120;

/// Begins a line that says what was recorded. It stays when its result is left out.
pub(crate) const RECORDED: &str = "[recorded ";

/// The results of a conversation that show code.
#[derive(Debug, Default)]
pub(crate) struct CodeLog {
    /// In the order of the conversation.
    results: Vec<CodeResult>,
}

#[derive(Debug)]
struct CodeResult {
    /// Index of the message, and of the result in it.
    at: (usize, usize),
    /// The files without an entry since.
    open_paths: BTreeSet<String>,
}

impl CodeLog {
    /// Notes that a result shows code of these files.
    pub(crate) fn add(&mut self, message: usize, result: usize, paths: &[String]) {
        let open_paths: BTreeSet<String> = paths.iter().cloned().collect();
        if !open_paths.is_empty() {
            self.results.push(CodeResult { at: (message, result), open_paths });
        }
    }

    /// Notes that entries of these files were recorded, after all that was added so far.
    pub(crate) fn record<'p>(&mut self, paths: impl IntoIterator<Item = &'p str>) {
        for path in paths {
            for result in &mut self.results {
                result.open_paths.remove(path);
            }
        }
    }

    /// Leaves out what is recorded, if it is worth it; returns the index of each message with that of the
    /// result in it. The first `n_sent` messages were part of the last request.
    pub(crate) fn leave_out(
        &mut self,
        messages: &mut [Message],
        n_sent: usize,
    ) -> Vec<(usize, usize)> {
        let due: Vec<(usize, usize)> = self.due(messages).collect();
        let saved = |from: &[(usize, usize)]| -> usize {
            from.iter().map(|at| content(messages, *at).map_or(0, str::len)).sum()
        };
        let read_again = |from: &[(usize, usize)]| -> usize {
            let first = from.first().map_or(n_sent, |at| at.0);
            let sent = messages.get(first..n_sent).unwrap_or_default();
            sent.iter().map(bytes_of).sum::<usize>().saturating_sub(saved(from))
        };
        let first = (0..due.len()).find(|first| {
            let from = &due[*first..];
            read_again(from) <= saved(from) * WORTH
        });
        let left_out = first.map_or_else(Vec::new, |first| due[first..].to_vec());
        self.replace(messages, &left_out);
        left_out
    }

    /// Makes room: leaves out all that is recorded, then cuts other code, the oldest first, until a
    /// request has about 70 % of `limit_tokens`. Returns how many results were changed.
    pub(crate) fn make_room(
        &mut self,
        messages: &mut [Message],
        estimator: &TokenEstimator,
        limit_tokens: u64,
    ) -> u32 {
        if estimator.estimate(messages) <= limit_tokens {
            return 0;
        }
        let due: Vec<(usize, usize)> = self.due(messages).collect();
        let mut n_changed = u32::try_from(due.len()).unwrap_or(u32::MAX);
        self.replace(messages, &due);
        if estimator.estimate(messages) <= limit_tokens {
            return n_changed;
        }
        let target = limit_tokens * 7 / 10;
        let n_past = messages.len().saturating_sub(1);
        for at in self.results.iter().map(|result| result.at).filter(|at| at.0 < n_past) {
            if estimator.estimate(messages) <= target {
                break;
            }
            if let Some(content) = content_mut(messages, at) {
                let advice = "call the tool again if you need it";
                n_changed += u32::from(cut(content, KEPT_BYTES, advice) > 0);
            }
        }
        n_changed
    }

    /// The results all of whose files have an entry, and that are long enough.
    fn due<'m>(&'m self, messages: &'m [Message]) -> impl Iterator<Item = (usize, usize)> + 'm {
        let is_long =
            |at: (usize, usize)| content(messages, at).is_some_and(|text| text.len() > LEAST_BYTES);
        let due = self.results.iter().filter(|result| result.open_paths.is_empty());
        due.map(|result| result.at).filter(move |at| is_long(*at))
    }

    fn replace(&mut self, messages: &mut [Message], due: &[(usize, usize)]) {
        for at in due {
            if let Some(content) = content_mut(messages, *at) {
                *content = line_in_place_of(content);
            }
        }
        self.results.retain(|result| !due.contains(&result.at));
    }
}

/// The heading of a result, and what was noted about recorded entries below it.
fn line_in_place_of(content: &str) -> String {
    let heading = truncate(content.lines().next().unwrap_or_default(), HEADING_BYTES);
    let mut line =
        format!("{heading} [left out: entries are recorded; call again if you need the code]");
    for note in content.lines().filter(|line| line.starts_with(RECORDED)) {
        line.push('\n');
        line.push_str(note);
    }
    line
}

fn content(messages: &[Message], at: (usize, usize)) -> Option<&str> {
    match messages.get(at.0)? {
        Message::Results(results) => results.get(at.1).map(|result| result.content.as_str()),
        Message::User(_) | Message::Model(_) => None,
    }
}

fn content_mut(messages: &mut [Message], at: (usize, usize)) -> Option<&mut String> {
    match messages.get_mut(at.0)? {
        Message::Results(results) => results.get_mut(at.1).map(|result| &mut result.content),
        Message::User(_) | Message::Model(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use rutter_domain::{ToolResult, Turn};

    use super::*;

    fn results(contents: &[String]) -> Message {
        let result = |content: &String| ToolResult {
            id: "1".to_owned(),
            name: "read_file".to_owned(),
            content: content.clone(),
            is_error: false,
        };
        Message::Results(contents.iter().map(result).collect())
    }

    fn code(path: &str, n_bytes: usize) -> String {
        format!("{path}, lines 1 to 9\n{}", "x".repeat(n_bytes))
    }

    /// A conversation in which each turn shows one file, `a`, `b`, `c`, of this length in bytes.
    fn conversation(sizes: &[usize]) -> (Vec<Message>, CodeLog) {
        let mut messages = vec![Message::User("Explore.".to_owned())];
        let mut log = CodeLog::default();
        for (size, name) in sizes.iter().zip('a'..) {
            messages.push(Message::Model(Turn::default()));
            log.add(messages.len(), 0, &[name.to_string()]);
            messages.push(results(&[code(&name.to_string(), *size)]));
        }
        (messages, log)
    }

    fn left_out(messages: &[Message]) -> String {
        let is_left_out = |message: &Message| match message {
            Message::Results(results) => Some(results[0].content.contains("[left out: ")),
            Message::User(_) | Message::Model(_) => None,
        };
        messages.iter().filter_map(is_left_out).map(|is| if is { 'x' } else { '.' }).collect()
    }

    #[test]
    fn code_at_the_end_is_left_out_at_once() {
        let (mut messages, mut log) = conversation(&[9_000, 2_000, 1_000]);
        log.record(["c"]);
        assert_eq!(log.leave_out(&mut messages, 7), [(6, 0)]);
        assert_eq!(left_out(&messages), "..x");
        assert_eq!(log.leave_out(&mut messages, 7), []);
    }

    #[test]
    fn older_code_waits_until_it_is_worth_reading_the_rest_again() {
        let (mut messages, mut log) = conversation(&[1_000, 9_000, 1_000]);
        log.record(["a"]);
        assert_eq!(log.leave_out(&mut messages, 7), []);
        log.record(["b"]);
        assert_eq!(log.leave_out(&mut messages, 7), [(2, 0), (4, 0)]);
        assert_eq!(left_out(&messages), "xx.");
    }

    #[test]
    fn code_of_two_files_needs_an_entry_of_each() {
        let mut messages = vec![Message::User(String::new()), results(&[code("a", 900)])];
        let mut log = CodeLog::default();
        log.add(1, 0, &["a".to_owned(), "b".to_owned()]);
        log.record(["a"]);
        assert_eq!(log.leave_out(&mut messages, 2), []);
        log.record(["b"]);
        assert_eq!(log.leave_out(&mut messages, 2), [(1, 0)]);
    }

    #[test]
    fn what_was_recorded_stays_in_a_line() {
        let noted =
            format!("{}\n\n{RECORDED}1 entry, checked: `f`]\n[turn 2 of 9]", code("a", 900));
        assert_eq!(
            line_in_place_of(&noted),
            "a, lines 1 to 9 [left out: entries are recorded; call again if you need the code]\n\
             [recorded 1 entry, checked: `f`]"
        );
    }

    #[test]
    fn in_need_of_room_the_oldest_code_goes_first() {
        use rutter_provider::language::Request;
        let (mut messages, mut log) = conversation(&[4_000, 4_000, 4_000]);
        messages.insert(1, results(&["listing ".repeat(200)]));
        for result in &mut log.results {
            result.at.0 += 1;
        }
        let estimator = TokenEstimator::new(&Request::default());
        assert_eq!(log.make_room(&mut messages, &estimator, 9_000), 0);
        assert_eq!(log.make_room(&mut messages, &estimator, 3_000), 2);
        let Message::Results(listing) = &messages[1] else { panic!() };
        assert_eq!(listing[0].content.len(), 1_600);
    }
}
