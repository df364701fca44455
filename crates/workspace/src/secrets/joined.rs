//! Secrets that are split over several string literals: `"ghp_" + "q7Zp…"`.
//!
//! The literals are joined, the forms are looked for in the result, and what is found is hidden
//! piece by piece where it stands.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::Span;
use super::scan;
use super::tokens::Unnamed;

/// No longer literals are joined: a message of many lines is no token.
const MOST_BYTES: usize = 16 << 10;

/// What stands between two literals that become one string, also over a line break; the number of
/// the next line may come before it.
static JOINT: LazyLock<Regex> = LazyLock::new(|| {
    let operator = r"(?:\+\+?|\.\.?|&|\|\||<>|~|\^|\\)";
    let number = r"(?:\d{1,7}\t)?";
    let blank = r"[ \t]*";
    let pattern = format!(
        r#"["'`]{blank}(?:{operator}{blank}(?:_{blank})?(?:\r?\n{number}{blank})?(?:{operator}{blank})?|\r?\n{number}{blank}(?:{operator}{blank})?|[ \t]+)[bfruL]?["'`]|\\\r?\n{number}{blank}"#
    );
    Regex::new(&pattern).expect("the joint is an expression")
});

/// As [`JOINT`], for the elements of a list whose elements are joined.
static LISTED: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"["'`][ \t\r\n]*,[ \t\r\n]*(?:\d{1,7}\t[ \t]*)?["'`]"#;
    Regex::new(pattern).expect("the joint is an expression")
});

/// A cheap look at a line: whether literals on it may be joined. No blank is next to the joint: a
/// sentence that is split has one, a token has none.
pub(super) fn may_join(line: &str) -> bool {
    let bytes = line.as_bytes();
    // Two literals have four quotes. Counted in chunks, so that it takes one sweep.
    let n_quotes: u32 = bytes
        .chunks(64)
        .map(|chunk| {
            let is_quote = |byte: &u8| {
                u8::from(*byte == b'"') | u8::from(*byte == b'\'') | u8::from(*byte == b'`')
            };
            u32::from(chunk.iter().map(is_quote).sum::<u8>())
        })
        .sum();
    if n_quotes < 4 {
        return false;
    }
    let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`');
    let mut at = 1;
    while let Some(next) = bytes.get(at..).and_then(|rest| rest.iter().position(is_quote)) {
        at += next + 1;
        let is_word = !matches!(
            bytes[at - 2],
            b' ' | b'\t' | b'"' | b'\'' | b'`' | b'\\' | b',' | b'(' | b'[' | b'{' | b'=' | b':'
        );
        if !is_word {
            continue;
        }
        let rest = &bytes[at..];
        let n = rest.iter().take(6).take_while(|byte| b" \t+.&|<>~^_".contains(byte)).count();
        let after = rest.get(n..).unwrap_or_default();
        let after = after.strip_prefix(b"b").unwrap_or(after);
        if n > 0
            && after.first().is_some_and(is_quote)
            && after.get(1).is_some_and(|byte| !b" \"'`\\$,.)]:=".contains(byte))
        {
            return true;
        }
    }
    is_joined_list(line)
}

/// Adds what is secret in a line, or in lines that hang together, when their literals are joined.
pub(super) fn find(text: &str, spans: &mut Vec<Span>) {
    if text.len() > MOST_BYTES {
        return;
    }
    let is_list = is_joined_list(text);
    let joint: &Regex = if is_list { &LISTED } else { &JOINT };
    let mut joined = String::with_capacity(text.len());
    // Where each piece is in the joined text, and where it comes from.
    let mut pieces: Vec<(Range<usize>, usize)> = Vec::new();
    let mut copied = 0;
    let mut push = |joined: &mut String, range: Range<usize>| {
        let start = joined.len();
        joined.push_str(&text[range.clone()]);
        pieces.push((start..joined.len(), range.start));
    };
    for found in joint.find_iter(text) {
        push(&mut joined, copied..found.start());
        copied = found.end();
    }
    if copied == 0 {
        return;
    }
    push(&mut joined, copied..text.len());
    let mut found = Vec::new();
    let mut at = 0;
    for line in joined.split('\n') {
        let n_before = found.len();
        scan::find(line, Unnamed::Data, &mut found);
        for span in &mut found[n_before..] {
            span.start += at;
            span.end += at;
        }
        at += line.len() + 1;
    }
    for span in found {
        for (range, origin) in &pieces {
            let (start, end) = (span.start.max(range.start), span.end.min(range.end));
            // What lies in one piece alone is found there without joining.
            let is_part = start > span.start || end < span.end;
            if start < end && is_part {
                // Bytes are only ever left out, so a piece never moves to the right.
                let n_left_out = origin - range.start;
                let (start, end) = (start + n_left_out, end + n_left_out);
                spans.push(Span { start, end, kind: span.kind });
            }
        }
    }
}

/// Whether the elements of a list are joined to one string on this line.
fn is_joined_list(text: &str) -> bool {
    [".join(", "concat", "implode(", "CONCAT(", "Join("].iter().any(|word| text.contains(word))
}

/// Lines that follow each other and whose literals are joined.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// The number of the first line that hangs together with the latest, and where it starts.
    open: Option<(usize, usize)>,
    ending: Ending,
}

impl Groups {
    /// Takes the next line of a text, without blanks at its end: its number from 0, where it
    /// starts, and what it is. Adds what is secret to `known`, by line.
    pub(super) fn take(
        &mut self,
        text: &str,
        (number, at, line): (usize, usize, &[u8]),
        known: &mut Vec<(usize, Span)>,
    ) {
        if self.open.is_some() && !continues(self.ending, line) {
            self.close(&text[..at], known);
        }
        self.ending = ending(line);
        if self.ending != Ending::Closed && self.open.is_none() {
            self.open = Some((number, at));
        }
    }

    /// Ends the lines that hang together, at the end of `text`.
    pub(super) fn close(&mut self, text: &str, known: &mut Vec<(usize, Span)>) {
        let Some((first, start)) = self.open.take() else { return };
        let group = &text[start..];
        if !group.trim_end().contains('\n') {
            return;
        }
        let mut spans = Vec::new();
        find(group, &mut spans);
        for span in spans {
            let before = &group[..span.start];
            let line_at = before.rfind('\n').map_or(0, |at| at + 1);
            let number = first + before.matches('\n').count();
            let (start, end) = (span.start - line_at, span.end - line_at);
            known.push((number, Span { start, end, kind: span.kind }));
        }
    }
}

/// How a line ends that may go on in the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Ending {
    #[default]
    Closed,
    /// With a literal.
    Quote,
    /// With an operator after a literal.
    Operator,
    /// Within a literal, with `\`.
    Open,
}

fn ending(bytes: &[u8]) -> Ending {
    let is_word =
        |byte: &u8| !matches!(byte, b' ' | b'\t' | b'"' | b'\'' | b'`' | b'\\' | b'(' | b',');
    let closes = |bytes: &[u8]| matches!(bytes, [.., word, b'"' | b'\'' | b'`'] if is_word(word));
    match bytes {
        [.., b'"' | b'\'' | b'`'] if closes(bytes) => Ending::Quote,
        [.., b'+' | b'.' | b'&' | b'~' | b'^' | b'|' | b'>' | b'_' | b'\\'] => {
            let is_operator = |byte: &&u8| b"+.&~^|<>_\\ \t".contains(byte);
            let n_operator = bytes.iter().rev().take(6).take_while(is_operator).count();
            let is_open = matches!(bytes, [.., word, b'\\'] if is_word(word))
                && bytes.iter().any(|byte| matches!(byte, b'"' | b'\'' | b'`'));
            match closes(&bytes[..bytes.len() - n_operator]) {
                true => Ending::Operator,
                false if is_open => Ending::Open,
                false => Ending::Closed,
            }
        }
        _ => Ending::Closed,
    }
}

/// Whether a line goes on with a literal where the one before it left off.
fn continues(ending: Ending, line: &[u8]) -> bool {
    let is_lead = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'b' | b'f' | b'r' | b'u' | b'L');
    let rest = &line[line.iter().take_while(is_lead).count()..];
    let starts_literal = matches!(rest, [b'"' | b'\'' | b'`', ..]);
    match ending {
        Ending::Closed => false,
        Ending::Open => true,
        Ending::Operator => starts_literal,
        Ending::Quote if starts_literal => !is_key_of_map(rest),
        Ending::Quote => matches!(rest, [b'+' | b'.' | b'&' | b'~' | b'^' | b'|' | b'<', ..]),
    }
}

/// Whether a line starts with `"name":`, which follows a value without a comma in YAML.
fn is_key_of_map(line: &[u8]) -> bool {
    let Some((quote, rest)) = line.split_first() else { return false };
    let end = rest.iter().position(|byte| byte == quote).unwrap_or(rest.len());
    let after = rest[end..].iter().skip(1).find(|byte| **byte != b' ');
    matches!(after, Some(b':' | b'='))
}
