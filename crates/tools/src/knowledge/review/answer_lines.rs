//! Parses answers as models and people write them in lines: `3 B src/a.rs:12-14 it waits first`.

use rutter_knowledge::PairChoice;

use super::{Asked, CheckedAnswer};

/// A reader's reply in lines.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AnswerLines {
    pub answers: Vec<CheckedAnswer>,
    /// Lines that the reader asks for: path, first and last line.
    pub needs: Vec<CitedLines>,
}

/// Lines of a file, as a reader names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitedLines {
    /// `None`: the file of the symbol.
    pub path: Option<String>,
    pub start_line: u32,
    pub end_line: u32,
}

/// Reads the lines of a reply that are answers or ask for code; others are left out.
pub fn read_answer_lines(text: &str, asked: &Asked) -> AnswerLines {
    let mut read = AnswerLines::default();
    let n_pairs: usize = asked.entries.iter().map(|entry| entry.pairs.len()).sum();
    for line in text.lines() {
        let line = line.trim().trim_start_matches(['-', '*', '`']).trim_end_matches('`').trim();
        if let Some(rest) = line.strip_prefix("need:") {
            read.needs.extend(rest.split(',').filter_map(|one| read_lines(one.trim())));
            continue;
        }
        let (number, rest) = split_word(line);
        let number = number.trim_end_matches(['.', ':', ')']);
        let Some(pair) = number.parse().ok().filter(|pair| (1..=n_pairs).contains(pair)) else {
            continue;
        };
        if let Some(answer) = read_answer(pair, rest) {
            read.answers.push(answer);
        }
    }
    read
}

/// Reads what comes after the number of a pair: `B 12-14 it waits first`.
pub fn read_answer(pair: usize, text: &str) -> Option<CheckedAnswer> {
    let (letter, rest) = split_word(text.trim());
    let choice = read_choice(letter)?;
    let (first, reason) = split_word(rest);
    let (lines, reason) = match read_lines(first.trim_matches(['(', ')', '[', ']', ','])) {
        Some(lines) => (Some(lines), reason),
        None => (None, rest),
    };
    let reason = reason.trim_matches([' ', '-', ':', '"']);
    let reason = (!reason.is_empty()).then(|| reason.to_owned());
    Some(CheckedAnswer { pair, choice, lines, reason })
}

/// The choice that a reader means; `None` if it is not clear.
pub fn read_choice(typed: &str) -> Option<PairChoice> {
    let letters: String = typed.chars().filter(|c| c.is_alphanumeric()).collect();
    match &*letters.to_lowercase() {
        "a" => Some(PairChoice::A),
        "b" => Some(PairChoice::B),
        "c" | "n" | "neither" | "none" => Some(PairChoice::Neither),
        _ => None,
    }
}

/// Reads `12`, `12-14` or `src/a.rs:12-14`.
fn read_lines(typed: &str) -> Option<CitedLines> {
    let (path, range) = match typed.rsplit_once(':') {
        Some((path, range)) => (Some(path.to_owned()), range),
        None => (None, typed),
    };
    let range = range.trim_start_matches('L');
    let (start, end) = range.split_once(['-', '–']).unwrap_or((range, range));
    let start: u32 = start.trim().parse().ok()?;
    let end: u32 = end.trim().trim_start_matches('L').parse().ok()?;
    (start > 0).then(|| CitedLines { path, start_line: start.min(end), end_line: start.max(end) })
}

fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Option<(PairChoice, Option<&str>, Option<&str>)>) {
        let found = read_answer(1, line).map(|answer| {
            let lines = answer.lines.map(|lines| {
                let path = lines.path.map_or_else(String::new, |path| format!("{path}:"));
                format!("{path}{}-{}", lines.start_line, lines.end_line)
            });
            (answer.choice, lines, answer.reason)
        });
        let expected = expected.map(|(choice, lines, reason)| {
            (choice, lines.map(str::to_owned), reason.map(str::to_owned))
        });
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn answers_are_read_as_they_are_meant() {
        check("A 12-14", Some((PairChoice::A, Some("12-14"), None)));
        check("b 7", Some((PairChoice::B, Some("7-7"), None)));
        check(
            "(B) src/a.rs:3-1 it waits",
            Some((PairChoice::B, Some("src/a.rs:1-3"), Some("it waits"))),
        );
        check("C", Some((PairChoice::Neither, None, None)));
        check("neither 4 it is zero", Some((PairChoice::Neither, Some("4-4"), Some("it is zero"))));
        check("A because so", Some((PairChoice::A, None, Some("because so"))));
        check("perhaps", None);
        check("", None);
    }
}
