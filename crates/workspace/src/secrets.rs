//! What must not reach a model: secret files, and values that look like keys and tokens.
//!
//! Both are recognised by their form alone, and a false alarm hides code that a model needs. So a value is
//! only taken for a secret when its form is that of a known kind, or when its name says that it is
//! one and nothing shows that it is harmless. Start at [`redact`] for text and [`secret_file`] for paths.

mod base64;
mod commands;
#[cfg(test)]
mod corpus;
mod entropy;
mod files;
mod joined;
mod keys;
mod labelled;
mod literal;
mod logins;
mod notes;
mod passwords;
mod pending;
mod plain;
mod proof;
mod runs;
mod scan;
mod tables;
#[cfg(test)]
mod tests;
mod tokens;
mod values;
mod words;

use std::borrow::Cow;
use std::fmt;

pub use files::secret_file;

use keys::Within;
use pending::Pending;
use tokens::Unnamed;

/// What kind of secret something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecretKind(pub(crate) &'static str);

impl fmt::Display for SecretKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A text without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted<'a> {
    pub text: Cow<'a, str>,
    pub n_redacted: u32,
}

/// Replaces what looks secret in a text by `[redacted: kind]`.
pub fn redact(text: &str) -> Redacted<'_> {
    let mut redactor = Redactor::over(text);
    let mut changed: Option<String> = None;
    let mut n_redacted = 0;
    let mut at = 0;
    while at < text.len() {
        let n_bytes = text.as_bytes()[at..].iter().position(|byte| *byte == b'\n');
        let line = &text[at..n_bytes.map_or(text.len(), |n_bytes| at + n_bytes + 1)];
        let bare = line.strip_suffix('\n').unwrap_or(line);
        let redacted = redactor.line(bare);
        n_redacted += redacted.n_redacted;
        if let Cow::Owned(_) = redacted.text {
            changed.get_or_insert_with(|| text[..at].to_owned());
        }
        if let Some(changed) = &mut changed {
            changed.push_str(&redacted.text);
            changed.push_str(&line[bare.len()..]);
        }
        at += line.len();
    }
    Redacted { text: changed.map_or(Cow::Borrowed(text), Cow::Owned), n_redacted }
}

/// Goes through a text line by line, and keeps track of what spans lines: keys, values below their
/// names, strings that are joined.
#[derive(Debug, Clone, Default)]
pub struct Redactor {
    spanning: Spanning,
    within: Within,
    pending: Pending,
    unnamed: Unnamed,
    /// What is already known to be secret, by the number of its line from 0. Sorted.
    known: Vec<(usize, Span)>,
    n_lines: usize,
}

/// A text with more lines of random values that nothing names is data.
const MOST_UNNAMED: usize = 4;

/// Whether secrets that span lines are to be expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Spanning {
    #[default]
    Perhaps,
    None,
}

/// A secret on a line, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    start: usize,
    end: usize,
    kind: SecretKind,
}

impl Redactor {
    /// One for the lines of this text and no other, from its first one on.
    pub fn over(text: &str) -> Redactor {
        let has_keys = keys::LABELS.iter().any(|label| text.contains(label));
        let (mut known, mut is_announced) = (Vec::new(), false);
        let mut groups = joined::Groups::default();
        let (mut at, mut n_unnamed) = (0, 0);
        // One pass over the lines, which looks at little more than how they begin and end.
        let lines = text.as_bytes().split_inclusive(|byte| *byte == b'\n');
        for (number, line) in lines.enumerate() {
            let bytes = line.trim_ascii_end();
            is_announced |= pending::may_announce(bytes);
            groups.take(text, (number, at, bytes), &mut known);
            if n_unnamed <= MOST_UNNAMED && tokens::has_unnamed(&text[at..at + line.len()]) {
                n_unnamed += 1;
            }
            at += line.len();
        }
        groups.close(text, &mut known);
        if has_keys {
            find_end_of_key(text, &mut known);
        }
        known.sort_by_key(|(number, _)| *number);
        let unnamed = if n_unnamed > MOST_UNNAMED { Unnamed::Data } else { Unnamed::Secret };
        if !has_keys && !is_announced && known.is_empty() {
            return Redactor { spanning: Spanning::None, unnamed, ..Redactor::default() };
        }
        Redactor { pending: Pending::over(text), known, unnamed, ..Redactor::default() }
    }

    /// Whether it must see every line to know which belong to a secret.
    pub(crate) fn expects_keys(&self) -> bool {
        self.spanning == Spanning::Perhaps
    }

    /// Processes a line that is not shown.
    pub fn pass(&mut self, line: &str) {
        self.advance(line, &mut Vec::new());
    }

    /// The next line, without its secrets.
    pub fn line<'a>(&mut self, line: &'a str) -> Redacted<'a> {
        let mut spans = Vec::new();
        if !self.advance(line, &mut spans) {
            let longest = scan::find(line, self.unnamed, &mut spans);
            if joined::may_join(line) {
                joined::find(line, &mut spans);
            }
            if longest >= runs::LEAST_BYTES {
                runs::find(line, &mut spans);
            }
            spans.retain(|span| !is_public(line, &line[span.start..span.end]));
        }
        replace(line, spans)
    }

    /// Processes a line, and adds what is secret on it because of other lines. Returns whether
    /// nothing else on it can be.
    fn advance(&mut self, line: &str, spans: &mut Vec<Span>) -> bool {
        if self.spanning == Spanning::None {
            return false;
        }
        let number = self.n_lines;
        self.n_lines += 1;
        let first = self.known.partition_point(|(at, _)| *at < number);
        let of_line = self.known[first..].iter().take_while(|(at, _)| *at == number);
        spans.extend(of_line.map(|(_, span)| *span));
        let is_key = self.within.take(line, spans);
        self.pending.take(line, spans);
        is_key && !line.contains("[redacted")
    }
}

/// Adds the lines of a key whose beginning is not in the text.
fn find_end_of_key(text: &str, known: &mut Vec<(usize, Span)>) {
    let lines: Vec<&str> = text.lines().collect();
    let first_border = lines.iter().position(|line| keys::has_border(line));
    let orphan = first_border.filter(|at| keys::only_ends(lines[*at])).unwrap_or(0);
    for at in (0..orphan).rev().take_while(|at| keys::is_long_key_line(lines[*at])) {
        let mut spans = Vec::new();
        keys::hide_line(lines[at], &mut spans);
        known.extend(spans.into_iter().map(|span| (at, span)));
    }
}

/// Whether a value is known not to be a secret: the name of a file of keys, the fingerprint of a PGP key, or a
/// path of SVG.
fn is_public(line: &str, value: &str) -> bool {
    const KEY_FILES: [&str; 10] =
        [".pem", ".key", ".crt", ".cer", ".csr", ".der", ".p12", ".pfx", ".asc", ".gpg"];
    let is_file = KEY_FILES.iter().any(|ending| value.ends_with(ending))
        && value.chars().all(|c| c.is_alphanumeric() || "._-/\\$~".contains(c));
    let is_fingerprint = value.len() >= 16
        && value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'F' | b' '))
        && ["gpg", "pgp", "PGP", "GPG"].iter().any(|word| line.contains(word));
    let n_digits = value.bytes().filter(u8::is_ascii_digit).count();
    let n_signs = value.bytes().filter(|byte| matches!(byte, b'.' | b'-')).count();
    let is_drawing = n_signs >= 2
        && n_digits * 2 > value.len()
        && value.chars().all(|c| c.is_ascii_digit() || ".-, MmZzLlHhVvCcSsQqTtAa".contains(c));
    is_file || is_fingerprint || is_drawing
}

fn mark(kind: SecretKind) -> String {
    format!("[redacted: {kind}]")
}

/// Puts marks in the place of secrets. Of those that overlap, the one that was found first names
/// the kind.
fn replace(line: &str, spans: Vec<Span>) -> Redacted<'_> {
    if spans.is_empty() {
        return Redacted { text: Cow::Borrowed(line), n_redacted: 0 };
    }
    let mut order: Vec<(usize, Span)> = spans.into_iter().enumerate().collect();
    order.sort_by_key(|(found, span)| (span.start, *found));
    let mut merged: Vec<(usize, Span)> = Vec::new();
    for (found, span) in order {
        match merged.last_mut() {
            Some((before, last)) if span.start < last.end => {
                last.end = last.end.max(span.end);
                if found < *before {
                    (*before, last.kind) = (found, span.kind);
                }
            }
            Some(_) | None => merged.push((found, span)),
        }
    }
    let mut text = String::with_capacity(line.len());
    let mut copied = 0;
    for (_, span) in &merged {
        text.push_str(&line[copied..span.start]);
        text.push_str(&mark(span.kind));
        copied = span.end;
    }
    text.push_str(&line[copied..]);
    let n_redacted = u32::try_from(merged.len()).unwrap_or(u32::MAX);
    Redacted { text: Cow::Owned(text), n_redacted }
}
