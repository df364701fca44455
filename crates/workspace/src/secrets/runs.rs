//! Long runs of letters and digits: Base64 of something secret, and keys that have no prefix.
//!
//! A run is only decoded when its first bytes decode to text, so that identifiers, hashes and
//! Base64 of images cost next to nothing.

use std::ops::Range;

use super::base64::{LongRuns, PEM_START, decode, starts_as_text};
use super::entropy::{entropy, looks_random};
use super::keys;
use super::scan;
use super::tokens::Unnamed;
use super::{SecretKind, Span};

/// Shorter runs are of no interest.
pub(super) const LEAST_BYTES: usize = 24;
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

/// Adds what is secret among the long runs of a line.
pub(super) fn find(line: &str, spans: &mut Vec<Span>) {
    for run in LongRuns::of(line, LEAST_BYTES) {
        let text = &line[run.clone()];
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

/// A cheap look at a run.
fn is_candidate(run: &str) -> bool {
    let is_long = run.len() >= LEAST_KEY_BYTES;
    starts_as_text(run)
        || is_long && (run.contains(PEM_START) || der_key(run).is_some())
        || is_long && bare_pieces(run).any(|(_, piece)| bare_key(piece).is_some())
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
    let mut spans = Vec::new();
    let mut within = keys::Within::default();
    let has_keys = keys::LABELS.iter().any(|label| text.contains(label));
    for line in text.lines() {
        if has_keys {
            within.take(line, &mut spans);
        }
        scan::find(line, Unnamed::Data, &mut spans);
    }
    !spans.is_empty()
}
