//! Hashes of passwords and a few private numbers, by their structure. Start at [`find`].

use super::entropy::{changes, entropy};
use super::stems::HASHES;
use super::{SecretKind, Span};

fn push(spans: &mut Vec<Span>, range: std::ops::Range<usize>, kind: SecretKind) {
    spans.push(Span { start: range.start, end: range.end, kind });
}

/// Adds the hashes of a line.
pub(super) fn find(line: &str, spans: &mut Vec<Span>) {
    for begin in HASHES {
        let n = begin.len();
        let ends = line.len().saturating_sub(n - 1);
        let bytes = line.as_bytes();
        for at in 0..ends {
            if bytes[at..at + n].eq_ignore_ascii_case(begin.as_bytes()) {
                find_at(line, at, spans);
            }
        }
    }
}

/// Adds the hash of a password that begins at a place: `$…$…`, `{SSHA}…`, `pbkdf2_sha256$…`.
fn find_at(line: &str, at: usize, spans: &mut Vec<Span>) {
    let bytes = line.as_bytes();
    if bytes[at] == 0 {
        return push(spans, at..line.len(), SecretKind("private key"));
    }
    if bytes[at] == b'<' {
        // The private numbers of a key in XML, the master password of Maven.
        let from = at + line[at..].find('>').map_or(0, |n| n + 1);
        let n = line[from..].find('<').unwrap_or(0);
        let text = line[from..from + n].trim_matches(['{', '}']);
        let is_data = text.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b));
        if text.len() >= 24 && is_data && text.bytes().any(|b| b.is_ascii_digit()) {
            push(spans, from..from + n, SecretKind("key"));
        }
        return;
    }
    if line[at..].starts_with(":::") {
        // A dump of Windows: two hashes and three colons.
        let is_part = |byte: &&u8| byte.is_ascii_hexdigit() || **byte == b':';
        let n = bytes[..at].iter().rev().take(65).take_while(is_part).count();
        if n == 65 {
            push(spans, at - n..at, SecretKind("password hash"));
        }
        return;
    }
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"$./+=,:_-{}*".contains(byte);
    let n_before = bytes[..at]
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"$._".contains(byte))
        .count();
    let n = bytes[at..].iter().take(1024).take_while(|byte| is_part(byte)).count();
    let mut start = at - n_before;
    if bytes[at] == b'$' || bytes[at] == b'{' {
        start = at;
    }
    let token = &line[start..at + n];
    // `user:$…$…:19000:0`.
    let token = token.split_once(":$").filter(|_| token.starts_with("argon2")).map_or_else(
        || match token.rfind('$') {
            Some(last) => {
                let end = token[last..]
                    .find(':')
                    .filter(|_| !token.starts_with("SCRAM") && !token.starts_with("scram"));
                end.map_or(token, |end| &token[..last + end])
            }
            None => token,
        },
        |_| token,
    );
    let n_separators =
        token.bytes().filter(|byte| matches!(byte, b'$' | b'}' | b'.' | b':')).count();
    let last = token.rsplit(['$', '}', ':', '.']).find(|part| part.len() >= 16).unwrap_or_default();
    let has_digit = last.bytes().any(|byte| byte.is_ascii_digit());
    let is_hash = token.len() >= 26
        && n_separators >= if token.starts_with('{') { 1 } else { 2 }
        && last.len() >= 16
        && (has_digit || changes(last) * 5 >= last.len() * 2)
        && last.bytes().any(|byte| byte.is_ascii_alphabetic())
        && entropy(last) >= 3.0
        && !last.to_ascii_lowercase().contains("abcdefgh")
        && !last.contains("xxxx");
    if is_hash {
        push(
            spans,
            start..start + token.trim_end_matches([',', ':', '.']).len(),
            SecretKind("password hash"),
        );
    }
}
