//! Keeps secrets from models: secret files, and values that look like keys and tokens.
//!
//! Both are recognised by their form alone, and a false alarm hides code that a model needs. Rules recognise values
//! with a form of their own; a small classifier ([`model`]) judges all others by their shape and surroundings. Start
//! at [`redact`] for text and [`secret_file`] for paths.

mod base64;
mod candidates;
mod context;
mod entropy;
mod features;
mod files;
mod hashes;
mod keys;
mod model;
mod shape;
mod stems;
#[cfg(test)]
mod tests;
mod tokens;

use std::borrow::Cow;
use std::cell::LazyCell;
use std::fmt;

pub use files::secret_file;

use candidates::{Candidate, Style};
use features::{Analysed, Before};
use keys::Within;
use shape::shape;
use stems::Reasons;

/// The kind of a secret.
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

/// Replaces each secret in a text by `[redacted: kind]`.
pub fn redact(text: &str) -> Redacted<'_> {
    let mut redactor = Redactor::over(text);
    let mut changed: Option<String> = None;
    let mut n_redacted = 0;
    let mut at = 0;
    while at < text.len() {
        let n_bytes = text[at..].find('\n');
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

/// Redacts a text line by line, and keeps track of keys, tables and values below their names, which span lines.
#[derive(Debug, Clone, Default)]
pub struct Redactor {
    within: Within,
    before: Before,
    /// The lines to examine, by number from 0. `None` if the text is not known.
    hot: Option<Vec<(usize, Reasons)>>,
    /// The number of them that are passed.
    n_hot: usize,
    has_keys: bool,
    /// Secrets that are already known, by the number of their line. Sorted.
    known: Vec<(usize, Span)>,
    n_lines: usize,
}

/// Lines of random values without a name that a text may have. A text with more is data.
const MOST_UNNAMED: usize = 12;

/// Bytes of a line that are examined at once. A longer one is examined in pieces.
const MOST_BYTES: usize = 1500;

const VALUE: SecretKind = SecretKind("value");
const PASSWORD: SecretKind = SecretKind("password");

/// A secret on a line, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    start: usize,
    end: usize,
    kind: SecretKind,
}

impl Redactor {
    /// A redactor for the lines of this text, from the first one on.
    pub fn over(text: &str) -> Redactor {
        let mut hot: Vec<(usize, Reasons)> = text
            .lines()
            .map(stems::reasons)
            .enumerate()
            .filter(|(_, reasons)| *reasons != Reasons::default())
            .collect();
        let is_unnamed =
            |reasons: &Reasons| *reasons == Reasons { has_run: true, ..Reasons::default() };
        if hot.iter().filter(|(_, reasons)| is_unnamed(reasons)).count() > MOST_UNNAMED {
            hot.retain(|(_, reasons)| !is_unnamed(reasons));
        }
        let has_keys = keys::LABELS.iter().any(|label| text.contains(label));
        let mut known = Vec::new();
        if has_keys {
            find_end_of_key(text, &mut known);
        }
        known.sort_by_key(|(number, _)| *number);
        Redactor {
            before: Before::of(text),
            hot: Some(hot),
            has_keys,
            known,
            ..Redactor::default()
        }
    }

    /// Whether it must see every line to know which belong to a secret.
    pub(crate) fn expects_keys(&self) -> bool {
        self.has_keys || self.hot.as_ref().is_none_or(|hot| !hot.is_empty())
    }

    /// Processes a line that is not shown.
    pub fn pass(&mut self, line: &str) {
        self.take(line, None, &mut Judge { is_brief: true, is_secret: &mut |_, _| false });
    }

    /// The next line, without its secrets.
    pub fn line<'a>(&mut self, line: &'a str) -> Redacted<'a> {
        let mut spans = Vec::new();
        let is_secret = &mut |_: &Candidate, features: &[u32]| model::is_secret(features);
        self.take(line, Some(&mut spans), &mut Judge { is_brief: true, is_secret });
        replace(line, spans)
    }

    /// Processes a line, and adds its secrets.
    fn take(&mut self, line: &str, spans: Option<&mut Vec<Span>>, judge: &mut Judge<'_>) {
        let number = self.n_lines;
        self.n_lines += 1;
        let mut of_others = Vec::new();
        let mut is_key = false;
        if self.has_keys || self.hot.is_none() {
            let first = self.known.partition_point(|(at, _)| *at < number);
            let of_line = self.known[first..].iter().take_while(|(at, _)| *at == number);
            of_others.extend(of_line.map(|(_, span)| *span));
            is_key = self.within.take(line, &mut of_others);
        }
        let reasons = match &self.hot {
            None => stems::reasons(line),
            Some(hot) => match hot.get(self.n_hot) {
                Some((at, reasons)) if *at == number => {
                    self.n_hot += 1;
                    *reasons
                }
                Some(_) | None => Reasons::default(),
            },
        };
        if let Some(spans) = spans {
            spans.extend(of_others);
            if (!is_key || line.contains("[redacted"))
                && (reasons != Reasons::default() || self.before.awaits(line))
            {
                find(line, &self.before, &reasons, spans, judge);
            }
        }
        self.before.take(line, &reasons);
    }
}

/// Decides from the place of a candidate and its features whether it is a secret.
struct Judge<'a> {
    /// Whether candidates that cannot be a secret by their shape alone are left out.
    is_brief: bool,
    is_secret: &'a mut dyn FnMut(&Candidate, &[u32]) -> bool,
}

/// Adds the secrets on a line.
fn find(
    line: &str,
    before: &Before,
    reasons: &Reasons,
    spans: &mut Vec<Span>,
    judge: &mut Judge<'_>,
) {
    let mut from = 0;
    while line.len() - from > MOST_BYTES {
        let to = line.floor_char_boundary(from + MOST_BYTES);
        let is_end = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | ';' | '&');
        let rest = &line[to..line.floor_char_boundary(to + 8 * MOST_BYTES)];
        let to = rest.find(is_end).map_or(to + rest.len(), |at| to + at);
        let reasons = stems::reasons(&line[from..to]);
        if reasons != Reasons::default() {
            find_in_piece(line, from..to, before, &reasons, spans, judge);
        }
        from = to;
    }
    find_in_piece(line, from..line.len(), before, reasons, spans, judge);
}

fn find_in_piece(
    line: &str,
    piece: std::ops::Range<usize>,
    before: &Before,
    reasons: &Reasons,
    spans: &mut Vec<Span>,
    judge: &mut Judge<'_>,
) {
    let n_before = spans.len();
    let from = piece.start;
    let line = &line[piece];
    if reasons.has_hash {
        hashes::find(line, spans);
    }
    tokens::find(line, spans);
    let marks: Vec<(usize, usize)> = line
        .match_indices("[redacted")
        .map(|(at, _)| (at, line[at..].find(']').map_or(line.len(), |n| at + n + 1)))
        .collect();
    // A line of Base64 alone belongs to a certificate or to other data.
    let is_data = |byte: u8| byte.is_ascii_alphanumeric() || b"+/= \t\"',\\".contains(&byte);
    let is_unnamed = reasons.named_to.is_none() && !before.awaits(line);
    let is_block =
        is_unnamed && line.len() >= 40 && line.bytes().all(is_data) && !line.trim().contains(' ');
    let mut candidates = Vec::new();
    if !is_block {
        candidates::find(line, before.separator(), &mut candidates);
    }
    let analysed = LazyCell::new(|| Analysed::new(line, before));
    let mut features = Vec::new();
    candidates.retain(|candidate| {
        let is_marked =
            marks.iter().any(|(start, end)| candidate.start < *end && candidate.end > *start);
        if is_marked {
            return false;
        }
        let value = &line[candidate.start..candidate.end];
        if judge.is_brief && model::was_impossible(value, candidate.quote) {
            return false;
        }
        features.clear();
        let kind = shape(value, candidate, &mut features);
        if judge.is_brief && !model::is_possible(&features) {
            model::remember_impossible(value, candidate.quote);
            return false;
        }
        analysed.features(candidate, kind, &mut features);
        let of_line =
            Candidate { start: from + candidate.start, end: from + candidate.end, ..*candidate };
        (judge.is_secret)(&of_line, &features)
    });
    // The password of an address ends where it says, whatever else seems to be one, and of a rest of
    // a line such as `Bearer …` only the value itself is hidden.
    let is_better = |hit: &Candidate, other: &Candidate| match (hit.style, other.style) {
        (Style::Login, _) => false,
        (_, Style::Login) => hit.start < other.end && hit.end > other.start,
        (Style::Rest, Style::Piece | Style::Quoted) => {
            let n_bytes = other.end - other.start;
            other.end == hit.end && other.start > hit.start && 2 * n_bytes > hit.end - hit.start
        }
        _ => false,
    };
    for hit in &candidates {
        if !candidates.iter().any(|other| is_better(hit, other)) {
            let kind = if hit.style == Style::Login { PASSWORD } else { VALUE };
            // The full stop of a sentence is not part of a value at its end.
            let value = &line[hit.start..hit.end];
            let value =
                if hit.style == Style::Quoted { value } else { value.trim_end_matches('.') };
            spans.push(Span { start: hit.start, end: hit.start + value.len(), kind });
        }
    }
    for span in &mut spans[n_before..] {
        span.start += from;
        span.end += from;
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

fn mark(kind: SecretKind) -> String {
    format!("[redacted: {kind}]")
}

/// Replaces secrets by marks. Of those that overlap, the one that was found first names the kind.
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
