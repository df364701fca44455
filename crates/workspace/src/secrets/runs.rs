//! Long runs of letters and digits: Base64 of something secret, and keys that have no prefix.
//!
//! A run is only decoded when its first bytes decode to text, so that identifiers, hashes and
//! Base64 of images cost next to nothing.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::base64::{PEM_START, decode, digit};
use super::entropy::{entropy, looks_random};
use super::keys;
use super::patterns::Forms;
use super::{SecretKind, Span};

/// Shorter runs are of no interest.
const LEAST_BYTES: usize = 24;
/// Shorter runs hold no private key.
const LEAST_KEY_BYTES: usize = 40;
/// No more of a run is decoded.
const MOST_BYTES: usize = 64 << 10;
/// Base64 of the first bytes of private keys in DER, of OpenSSH and of git-crypt.
const KEY_STARTS: [&str; 7] = [
    "MHcCAQEE",
    "MIGHAgEAMBMGByqGSM49",
    "MIG2AgEAMBAGByqGSM49",
    "MC4CAQAwBQYDK2Vw",
    "MFECAQEwBQYDK2Vw",
    "b3BlbnNzaC1rZXktdjE",
    "AEdJVENSWVBUS0VZ",
];

/// Whether a text has a run that may be secret. May say yes in vain, but never no.
pub(super) fn may_be_in(text: &str) -> bool {
    LongRuns { bytes: text.as_bytes(), at: 0 }
        .any(|run| is_candidate(&text[run.clone()]) || may_be_token(text, &run))
}

/// Adds what is secret among the long runs of a line.
pub(super) fn find(line: &str, spans: &mut Vec<Span>) {
    for run in (LongRuns { bytes: line.as_bytes(), at: 0 }) {
        let text = &line[run.clone()];
        if may_be_token(line, &run) {
            find_tokens(line, &run, spans);
        }
        if is_candidate(text)
            && let Some((kind, within)) = judge(text)
        {
            let n_padding = line[run.end..].bytes().take_while(|byte| *byte == b'=').take(2);
            let end = if within.end == text.len() { n_padding.count() } else { 0 };
            spans.push(Span {
                start: run.start + within.start,
                end: run.start + within.end + end,
                kind,
            });
        }
    }
}

/// The runs of Base64 characters in a text that are long enough.
struct LongRuns<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Iterator for LongRuns<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        // Looks at the last byte of a window first: most windows end in a blank or a bracket, or
        // have one near the end, and are skipped as a whole.
        while let Some(window) = self.bytes.get(self.at..self.at + LEAST_BYTES) {
            if let Some(gap) = window.iter().rposition(|byte| !is_digit(*byte)) {
                self.at += gap + 1;
                continue;
            }
            let rest = &self.bytes[self.at + LEAST_BYTES..];
            let n_more = rest.iter().take_while(|byte| is_digit(**byte)).count();
            let run = self.at..self.at + LEAST_BYTES + n_more;
            self.at = run.end;
            return Some(run);
        }
        None
    }
}

/// The bytes of both Base64 alphabets.
const DIGITS: [bool; 256] = {
    let mut digits = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let is_digit = (byte as u8).is_ascii_alphanumeric();
        digits[byte] = is_digit || matches!(byte as u8, b'+' | b'/' | b'_' | b'-');
        byte += 1;
    }
    digits
};

fn is_digit(byte: u8) -> bool {
    DIGITS[usize::from(byte)]
}

/// Tokens without a prefix: a long run is a part of them.
const TOKENS: [(&str, &str); 6] = [
    ("Discord token", r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}"),
    ("Telegram token", r"\d{8,10}:AA[A-Za-z0-9_-]{33}"),
    ("Facebook token", r"\d{13,17}\|[A-Za-z0-9_-]{27}"),
    ("Asana token", r"[0-2]/\d{12,16}(?:/\d{12,16})?:[a-f0-9]{32}"),
    ("Mailchimp key", r"[a-f0-9]{32}-us\d{1,2}"),
    ("New Relic key", r"[a-f0-9]{36}NRAL"),
];

static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    let forms: Vec<String> = TOKENS.iter().map(|(_, form)| format!("({form})")).collect();
    let pattern = format!(r"(?-u:\b)(?:{})(?-u:\b)", forms.join("|"));
    Regex::new(&pattern).expect("the tokens are expressions")
});

/// A cheap look at what is around a run.
fn may_be_token(text: &str, run: &Range<usize>) -> bool {
    let (before, bytes) = (&text.as_bytes()[..run.start], &text.as_bytes()[run.clone()]);
    let is_numbered = matches!(before, [.., b'0'..=b'9', b':' | b'|']);
    let is_dotted = text.as_bytes().get(run.end) == Some(&b'.')
        && matches!(bytes[0], b'M' | b'N' | b'O')
        && bytes.len() <= 28;
    let tail = &bytes[bytes.len() - 5..];
    let is_regional = tail.starts_with(b"-us") || tail[1..].starts_with(b"-us");
    is_numbered || is_dotted || is_regional || tail.ends_with(b"NRAL")
}

fn find_tokens(line: &str, run: &Range<usize>, spans: &mut Vec<Span>) {
    // What comes before and after the run is no longer than this.
    const AROUND_BYTES: usize = 80;
    let start = line.floor_char_boundary(run.start.saturating_sub(AROUND_BYTES));
    let end = line.ceil_char_boundary((run.end + AROUND_BYTES).min(line.len()));
    for groups in TOKEN.captures_iter(&line[start..end]) {
        let found = TOKENS.iter().zip(groups.iter().skip(1)).find_map(|((kind, _), group)| {
            group.map(|group| (SecretKind(kind), group.range(), group.as_str()))
        });
        if let Some((kind, range, token)) = found
            && looks_random(token, 24)
        {
            spans.push(Span { start: start + range.start, end: start + range.end, kind });
        }
    }
}

/// A cheap look at a run.
fn is_candidate(run: &str) -> bool {
    let is_long = run.len() >= LEAST_KEY_BYTES;
    starts_as_text(run)
        || is_long && (run.contains(PEM_START) || der_key(run).is_some())
        || is_long && bare_pieces(run).any(|(_, piece)| bare_key(piece).is_some())
}

/// Whether the first bytes of a run decode to text.
fn starts_as_text(run: &str) -> bool {
    run.as_bytes().chunks_exact(4).take(3).all(|chunk| {
        let bits =
            chunk.iter().fold(0, |bits, byte| bits << 6 | u32::from(digit(*byte).unwrap_or(0)));
        let [_, bytes @ ..] = bits.to_be_bytes();
        bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t'))
    })
}

fn judge(run: &str) -> Option<(SecretKind, Range<usize>)> {
    let whole = 0..run.len();
    if let Some(at) = run.find(PEM_START) {
        // The label of the key is in the first 64 bytes, or is cut off.
        let is_key = |text: Vec<u8>| keys::is_label(&String::from_utf8_lossy(&text));
        let n_bytes = (run.len() - at).min(80) / 4 * 4;
        if decode(&run[at..at + n_bytes]).is_some_and(is_key) {
            return Some((keys::KEY, at..run.len()));
        }
    }
    if let Some(at) = der_key(run) {
        return Some((keys::KEY, at..run.len()));
    }
    let bare = bare_pieces(run).find_map(|(at, piece)| Some((bare_key(piece)?, at, piece.len())));
    if let Some((kind, at, n_bytes)) = bare {
        return Some((kind, at..at + n_bytes));
    }
    let head = &run[..run.len().min(MOST_BYTES) / 4 * 4];
    let decoded = decode(if run.len() < MOST_BYTES { run } else { head })?;
    let decoded = std::str::from_utf8(&decoded).ok()?;
    let is_text = decoded.chars().all(|c| !c.is_control() || matches!(c, '\n' | '\r' | '\t'));
    (is_text && has_secrets(decoded)).then_some((SecretKind("encoded secret"), whole))
}

/// Where the Base64 of a private key in DER starts in a run. An `n` may be left before it, of a
/// line break that is written out.
fn der_key(run: &str) -> Option<usize> {
    // `SEQUENCE`, two bytes of length, `INTEGER 0`, then the modulus or the algorithm.
    let is_rsa = |at: &usize| {
        matches!(run.get(at + 6..at + 12), Some("IBAAKC" | "IBAAKB" | "IBAAJB" | "IBADAN"))
    };
    let rsa = run.find("MII").filter(is_rsa);
    let other = || KEY_STARTS.iter().find_map(|start| run.find(start));
    rsa.or_else(other).filter(|at| run.len() - at >= LEAST_KEY_BYTES)
}

/// The pieces of a run without `+`, `/`, `_` and `-`, with where they start.
fn bare_pieces(run: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    run.split(|c: char| !c.is_ascii_alphanumeric()).map(move |piece| {
        let start = at;
        at += piece.len() + 1;
        (start, piece)
    })
}

/// Keys that are known by their length and alphabet.
fn bare_key(piece: &str) -> Option<SecretKind> {
    let bytes = piece.as_bytes();
    let is_base58 =
        || bytes.iter().all(|byte| byte.is_ascii_alphanumeric() && !b"0OIl".contains(byte));
    let is_base32 = || bytes.iter().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'));
    let n_digits = || bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_random = || n_digits() >= 3 && looks_random(piece, 24) && entropy(piece) >= 3.8;
    let is_wallet = match (bytes.first(), bytes.len()) {
        (Some(b'5'), 51) => matches!(bytes[1], b'H' | b'J' | b'K'),
        (Some(b'K' | b'L'), 52) => true,
        (_, _) => false,
    };
    match bytes.len() {
        51 | 52 if is_wallet && is_base58() && is_random() => Some(SecretKind("wallet key")),
        52 if is_base32() && is_random() => Some(SecretKind("Azure DevOps token")),
        84 if &bytes[76..80] == b"AZDO" => Some(SecretKind("Azure DevOps token")),
        84 if &bytes[52..58] == b"JQQJ99" => Some(SecretKind("Azure key")),
        _ => None,
    }
}

/// Whether a decoded text has secrets, or is a private key.
fn has_secrets(text: &str) -> bool {
    let forms = Forms::get();
    let mut spans = Vec::new();
    let mut within = keys::Within::default();
    let has_keys = keys::LABELS.iter().any(|label| text.contains(label));
    let may_be = forms.may_be_in(text);
    for line in text.lines() {
        if has_keys {
            within.take(line, &mut spans);
        }
        if may_be {
            forms.find(line, &mut spans);
        }
    }
    !spans.is_empty()
}
