//! Private keys in PEM and its relatives, which span lines: where they begin and end, and which
//! lines lie between.
//!
//! Keys are also found in string literals, with `\n` written out, quotes around each line and
//! operators between them, and behind the line numbers and paths of other programs' output.

use rutter_domain::text::truncate;

use super::base64::PEM_START;
use super::{SecretKind, Span, mark};

pub(super) const KEY: SecretKind = SecretKind("private key");

/// Labels in the first lines of keys. A text without any of these has none.
pub(super) const LABELS: [&str; 4] = ["PRIVATE KEY", "Static key V1", "Private-Lines:", PEM_START];

/// Characters of the shortest run that counts as a part of a key.
// Shorter ones may be words.
const LEAST_RUN: usize = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Within {
    #[default]
    Text,
    /// Between the lines that begin and end a private key.
    Key,
    /// After a line that ends in Base64 of a key.
    Encoded,
}

/// Whether the label of a PEM block says that it is a secret key.
pub(super) fn is_label(label: &str) -> bool {
    label.contains("PRIVATE KEY") || label.contains("Static key V1")
}

impl Within {
    /// Takes a line: adds its parts that belong to a key. Returns whether the whole line belongs to one.
    pub(super) fn take(&mut self, line: &str, spans: &mut Vec<Span>) -> bool {
        // Nearly all lines of nearly all texts end here.
        if *self == Within::Text
            && !line.contains("----")
            && !line.contains("LS0tLS1C")
            && !line.contains("Private-")
        {
            return false;
        }
        let n_before = spans.len();
        let mut is_whole = false;
        let (mut from, mut begins_here) = (0, false);
        while let Some((border, start, end)) = next_border(line, from) {
            match border {
                Border::Begin => (*self, begins_here) = (Within::Key, true),
                Border::End => {
                    let piece = &line[from..start];
                    let is_marked = piece.contains(&mark(KEY));
                    let has_run = runs(piece).any(|(_, run)| run.len() >= LEAST_RUN);
                    // Two borders with nothing between them are code that mentions keys.
                    if begins_here && has_run && !is_marked {
                        spans.push(Span { start: from, end: start, kind: KEY });
                    } else if !begins_here && !is_marked {
                        // Without a beginning, the text starts in the middle of a key.
                        let is_rest = *self == Within::Key && is_key_line(piece);
                        hide_runs(line, from, start, if is_rest { 4 } else { 32 }, spans);
                    }
                    (*self, begins_here) = (Within::Text, false);
                }
            }
            from = end;
        }
        match *self {
            Within::Text => {}
            // What follows on the same line, as in a string with `\n` written out.
            Within::Key if from > 0 => {
                let has_run = runs(&line[from..]).any(|(_, run)| run.len() >= LEAST_RUN);
                if has_run && !line.contains(&mark(KEY)) {
                    hide_runs(line, from, line.len(), 4, spans);
                }
            }
            Within::Key if is_key_line(line) => {
                is_whole = true;
                if !line.contains(&mark(KEY)) && !is_header(line) {
                    hide_runs(line, body_start(line), line.len(), 4, spans);
                }
            }
            // Code that only mentions keys goes on as code.
            Within::Key => *self = Within::Text,
            Within::Encoded => {
                let body = line[body_start(line)..].trim();
                let body = body.trim_matches(['"', '\'', '\\', '+', ',', ' ']);
                let body = body.strip_suffix("\\n").unwrap_or(body);
                if !body.is_empty() && body.chars().all(is_key_char) {
                    is_whole = true;
                    let start = line.find(body).unwrap_or(0);
                    spans.push(Span { start, end: start + body.len(), kind: KEY });
                } else {
                    *self = Within::Text;
                }
            }
        }
        if line.trim_start().starts_with("Private-Lines:") {
            *self = Within::Key;
        }
        if *self == Within::Text && line.contains(PEM_START) && ends_in_long_run(line) {
            *self = Within::Encoded;
        }
        is_whole || spans.len() > n_before
    }
}

/// Whether nothing but characters of a key are on a line, and enough of them.
pub(super) fn is_long_key_line(line: &str) -> bool {
    is_key_line(line) && runs(line).any(|(_, run)| run.len() >= LEAST_RUN)
}

/// Hides a line that is known to be of a key.
pub(super) fn hide_line(line: &str, spans: &mut Vec<Span>) {
    hide_runs(line, body_start(line), line.len(), 4, spans);
}

/// Whether a line ends a key and none begins on it.
pub(super) fn only_ends(line: &str) -> bool {
    matches!(next_border(line, 0), Some((Border::End, ..)))
}

/// Whether a line begins or ends a key.
pub(super) fn has_border(line: &str) -> bool {
    next_border(line, 0).is_some()
}

fn ends_in_long_run(line: &str) -> bool {
    let end = line.trim_end_matches([' ', '\r', '"', '\'', '\\', '+', ',']);
    end.bytes().rev().take_while(|byte| is_key_char(*byte as char)).count() >= 48
}

/// Hides from the first run of characters of a key to the last, when they are long enough.
fn hide_runs(line: &str, from: usize, to: usize, least: usize, spans: &mut Vec<Span>) {
    let is_of_key = |run: &str| {
        run.len() >= least && (run.len() >= 64 || !run.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut found = runs(&line[from..to]).filter(|(_, run)| is_of_key(run));
    let Some((first, run)) = found.next() else { return };
    let (last, run) = found.last().unwrap_or((first, run));
    spans.push(Span { start: from + first, end: from + last + run.len(), kind: KEY });
}

/// The runs of characters of a key, with where they start. An escape such as `\n` is in none.
fn runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() && !is_key_char(bytes[at] as char) {
            at += if bytes[at] == b'\\' && matches!(bytes.get(at + 1), Some(b'n' | b'r' | b't')) {
                2
            } else {
                1
            };
        }
        let start = at;
        while at < bytes.len() && is_key_char(bytes[at] as char) {
            at += 1;
        }
        (start < at).then(|| (start, &text[start..at]))
    })
}

fn is_header(line: &str) -> bool {
    ["Proc-Type:", "DEK-Info:", "Comment:", "Version:"].iter().any(|head| line.contains(head))
}

/// Whether a line within a key belongs to it: nothing but its characters and what programs put
/// around them, or one of its headers.
fn is_key_line(line: &str) -> bool {
    if is_header(line) {
        return true;
    }
    let body = &line[body_start(line)..];
    let is_frame = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '"' | '\'' | '`' | ',' | ';' | '.' | '\\' | '#' | '*' | '>' | '|' | '&' | '-'
            )
    };
    if !body.chars().all(|c| is_key_char(c) || is_frame(c)) {
        return line.contains(&mark(KEY));
    }
    let is_word = |run: &str| run.bytes().any(|byte| !matches!(byte, b'+' | b'/' | b'='));
    let (mut n_short, mut n_long) = (0, 0);
    for (_, run) in runs(body).filter(|(_, run)| is_word(run)) {
        if run.len() >= LEAST_RUN {
            n_long += 1;
        } else {
            n_short += 1;
        }
    }
    // A word or two beside the key: `b"…"`, `& vbCrLf`, the rest of the last line.
    n_long > 0 && n_short <= 2 || n_long == 0 && n_short <= 1
}

/// The byte at which the line itself starts, after a line number or a path and a line number.
fn body_start(line: &str) -> usize {
    let is_number = |text: &str| text.trim().bytes().all(|byte| byte.is_ascii_digit());
    match line.split_once('\t') {
        Some((number, _)) if is_number(number) => number.len() + 1,
        Some(_) | None => line.rfind(':').map_or(0, |at| at + 1),
    }
}

fn is_key_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=')
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Border {
    Begin,
    End,
}

/// The next line of dashes with the label of a private key: where it starts and ends.
fn next_border(line: &str, from: usize) -> Option<(Border, usize, usize)> {
    const DASHES: &str = "----";
    let mut from = from;
    while let Some(at) = line[from..].find(DASHES) {
        let start = from + at;
        let label_at = start + line[start..].len() - line[start..].trim_start_matches('-').len();
        from = label_at;
        let rest = line[label_at..].trim_start_matches(' ');
        let (border, label) = match (rest.strip_prefix("BEGIN "), rest.strip_prefix("END ")) {
            (Some(label), _) => (Border::Begin, label),
            (None, Some(label)) => (Border::End, label),
            (None, None) => continue,
        };
        let Some(n_bytes) = truncate(label, 48).find(DASHES) else { continue };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == ' ';
        if !is_label(&label[..n_bytes]) || !label[..n_bytes].chars().all(is_plain) {
            continue;
        }
        let tail = label[n_bytes..].trim_start_matches('-');
        return Some((border, start, line.len() - tail.len()));
    }
    None
}
