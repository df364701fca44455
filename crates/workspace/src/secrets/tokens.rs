//! Long runs of letters and digits that were drawn at random.
//!
//! How random a run must be depends on what stands around it: a known prefix decides alone, beside
//! a word of secrets most random values are one, and without any it must be beyond doubt. Digests,
//! identifiers and parts of addresses are left alone. Start at [`find`].

use std::ops::Range;

use super::base64::{LongRuns, decode, starts_as_text};
use super::entropy::{changes, entropy, is_uuid, looks_random};
use super::values::{has_name_in_it, is_placeholder};
use super::{SecretKind, Span};

/// What stands on the line of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Around {
    Nothing,
    /// A call, a program or a header that deals with keys.
    Context,
    /// A word that says that a value is secret.
    Named,
}

/// Whether random values count that stand beside no word of secrets. A text with many is data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Unnamed {
    #[default]
    Secret,
    Data,
}

const RANDOM: SecretKind = SecretKind("value");

/// How the keys of providers begin, the least number of characters after it, and what they are.
/// They also decide for values that are not random. The shape of [`has_prefix`] covers the others.
const PREFIXES: [(&str, usize, &str); 36] = [
    ("AKIA", 16, "AWS access key"),
    ("ASIA", 16, "AWS access key"),
    ("ABIA", 16, "AWS access key"),
    ("ACCA", 16, "AWS access key"),
    ("ABSK", 100, "AWS Bedrock key"),
    ("AIza", 35, "Google API key"),
    ("ya29.", 20, "Google token"),
    ("1//0", 38, "Google token"),
    ("GOCSPX-", 20, "Google client secret"),
    ("LTAI", 16, "Alibaba Cloud key"),
    ("ghp_", 36, "GitHub token"),
    ("gho_", 36, "GitHub token"),
    ("ghs_", 36, "GitHub token"),
    ("ghu_", 36, "GitHub token"),
    ("ghr_", 36, "GitHub token"),
    ("github_pat_", 22, "GitHub token"),
    ("glpat-", 20, "GitLab token"),
    ("GR1348941", 20, "GitLab token"),
    ("ATBB", 32, "Bitbucket token"),
    ("API-", 24, "Octopus Deploy key"),
    ("npm_", 36, "npm token"),
    ("pypi-", 50, "PyPI token"),
    ("CLOJARS_", 60, "Clojars token"),
    ("dckr_pat_", 24, "Docker token"),
    ("hvs.", 24, "Vault token"),
    ("AGE-SECRET-KEY-1", 50, "age key"),
    ("dapi", 32, "Databricks token"),
    ("sk_live_", 16, "Stripe key"),
    ("sk_test_", 16, "Stripe key"),
    ("rk_live_", 16, "Stripe key"),
    ("xoxb-", 20, "Slack token"),
    ("xoxp-", 20, "Slack token"),
    ("eyJ", 40, "web token"),
    ("SG.", 30, "SendGrid key"),
    ("hf_", 30, "API key"),
    ("sk-", 20, "API key"),
];

/// Adds the random runs of a line, and returns the length of the longest run.
pub(super) fn find(line: &str, around: Around, unnamed: Unnamed, spans: &mut Vec<Span>) -> usize {
    let mut longest = 0;
    // Random values that nothing names are data in a text with many.
    let is_data = around == Around::Nothing && unnamed == Unnamed::Data;
    let mut is_harmless = None;
    for run in LongRuns::of(line, 16) {
        longest = longest.max(run.len());
        let text = &line[run.clone()];
        // Nearly all runs are names.
        let has_digits = text.bytes().any(|byte| byte.is_ascii_digit());
        if !has_digits && (changes(text) * 100 < text.len() * 42 || longest_word(text) > 8) {
            continue;
        }
        let whole = whole_token(line, &run);
        let token = &line[whole.clone()];
        if let Some(kind) = known_prefix(token) {
            spans.push(Span { start: whole.start, end: whole.end, kind });
            continue;
        }
        let is_file = [".js", ".mjs", ".cjs", ".css", ".ts", ".map", ".html", ".png", ".svg"]
            .iter()
            .any(|ending| token.ends_with(ending));
        let is_address = is_file || token.starts_with("//") && line[..whole.start].ends_with(':');
        if is_address || is_name(text) || token.starts_with("eyJ") && is_sample_token(token) {
            continue;
        }
        if is_data || around == Around::Nothing && token.len() < 20 {
            continue;
        }
        let is_prefixed = has_prefix(token);
        let around = if is_prefixed { around.max(Around::Context) } else { around };
        let is_text = around < Around::Named && starts_as_text(text);
        let is_secret = is_prefixed
            || !is_text
                && (is_random(text, around)
                    || token.len() > text.len() && is_random(token, around))
            || has_id_before(line, &whole) && is_random(token, Around::Named);
        if is_secret
            && !is_placeholder(text)
            && !has_name_in_it(text)
            && !line[..whole.start].trim_end().to_ascii_lowercase().ends_with("basic")
            && !*is_harmless
                .get_or_insert_with(|| is_harmless_line(&line[..whole.start], &line[whole.end..]))
            && is_value(line, &whole, around)
        {
            spans.push(Span { start: whole.start, end: whole.end, kind: RANDOM });
        }
    }
    longest
}

/// Whether a run is the name of something: `Http2ClientConnExec`, `HKDF_SHA384_AES_128`.
fn is_name(run: &str) -> bool {
    let is_part = |part: &str| {
        let word = part.trim_end_matches(|c: char| c.is_ascii_digit());
        part.len() <= 11 && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_uppercase())
    };
    if run.bytes().filter(|byte| *byte == b'_').count() >= 2
        && run.split('_').skip(1).all(|part| {
            is_part(part) || part.bytes().all(|byte| byte.is_ascii_digit()) && part.len() < 5
        })
    {
        return true;
    }
    let bytes = run.as_bytes();
    let (mut at, mut n_in_words) = (0, 0);
    while at < bytes.len() {
        let n = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        if n >= 3 && bytes[at].is_ascii_alphabetic() {
            n_in_words += n + 1;
        }
        at += n + 1;
    }
    n_in_words * 100 >= run.len() * 62
}

/// Whether a line has a run that would be taken for a key without a word beside it.
pub(super) fn has_unnamed(line: &str) -> bool {
    LongRuns::of(line, 20).any(|run| is_mixed(&line[run], 20))
}

fn known_prefix(token: &str) -> Option<SecretKind> {
    let (prefix, least, kind) = PREFIXES.iter().find(|(prefix, _, _)| token.starts_with(prefix))?;
    let rest = &token[prefix.len()..];
    let n_digits = rest.bytes().filter(u8::is_ascii_digit).count();
    let is_short = prefix.len() <= 4;
    let is_named = is_short
        && !rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
        && !matches!(*prefix, "ya29." | "SG." | "hvs." | "1//0" | "ABSK" | "eyJ");
    let is_random = n_digits > 0 && (!is_short || looks_random(rest, 12) || n_digits > 2)
        || rest.len() == 16
            && prefix.len() == 4
            && rest.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        || !is_short && changes(rest) * 100 >= rest.len() * 35;
    let is_sample = *prefix == "eyJ" && (rest.split(".eyJ").count() != 2 || is_sample_token(token));
    (rest.len() >= *least && is_random && !is_named && !is_sample).then_some(SecretKind(kind))
}

/// Whether a token is a word or two, a separator and a long random rest, as providers shape their
/// keys: `sk-…`, `xkeysib-…`, `lin_api_…`, `0939564768:AA…`.
fn has_prefix(token: &str) -> bool {
    const HARMLESS: [&str; 17] = [
        "sha", "md", "hash", "commit", "rev", "id", "uuid", "build", "chunk", "blake", "h", "img",
        "icon", "css", "test", "file", "x",
    ];
    const BEFORE_UUID: [&str; 8] = ["sdk", "api", "access", "pat", "mws", "token", "key", "secret"];
    let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_twilio = token.len() == 34 && token.starts_with("SK") && is_hex(&token[2..]);
    if is_twilio
        || token.len() < 40 && token.as_bytes().get(32) == Some(&b'-') && is_hex(&token[..32])
    {
        return true;
    }
    let head = &token[..token.len().min(24)];
    let is_separator = |c: char| matches!(c, '_' | '-' | '.' | ':' | '|');
    head.match_indices(is_separator).any(|(at, separator)| {
        let (prefix, rest) = (&token[..at], &token[at + 1..]);
        let words = || prefix.split(is_separator);
        let bare: String = rest.chars().filter(char::is_ascii_alphanumeric).collect();
        let is_word = |word: &str| {
            let n_most = if separator == "." { 20 } else { 11 };
            (1..=n_most).contains(&word.len())
                && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        let is_harmless = |word: &str| {
            let word = word.trim_end_matches(|c: char| c.is_ascii_digit()).to_ascii_lowercase();
            HARMLESS.contains(&word.as_str())
        };
        let is_number = prefix.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/');
        let is_upper = prefix.len() >= 4 && prefix.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_live = prefix.ends_with("_live") || prefix.ends_with("_test");
        if matches!(separator, ":" | "|") || is_number {
            return is_number
                && prefix.len() >= 8
                && matches!(separator, ":" | "|")
                && bare.len() >= 26
                && (is_hex(&bare) && bare.len() == 32 || is_mixed(&bare, 26));
        }
        words().all(is_word)
            && !words().any(is_harmless)
            && !rest.contains("--")
            && (is_uuid(rest) && words().any(|word| BEFORE_UUID.contains(&word))
                || is_hex(&bare)
                    && (bare.len() >= 32 || is_upper && bare.len() >= 19)
                    && !bare.bytes().all(|b| b.is_ascii_digit())
                    && !is_uuid(rest)
                || !is_hex(&bare)
                    && (is_mixed(&bare, if is_live { 14 } else { 18 })
                        || bare.len() >= 20 && is_base36(&bare)))
    })
}

/// Whether a run was drawn at random, as far as must be shown beside what stands around it.
pub(super) fn is_random(run: &str, around: Around) -> bool {
    let bare = run.strip_prefix("0x").unwrap_or(run);
    if bare.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        let has = |test: fn(&u8) -> bool| bare.bytes().any(|byte| test(&byte));
        return around == Around::Named
            && (20..=256).contains(&bare.len())
            && has(u8::is_ascii_digit)
            && has(u8::is_ascii_alphabetic)
            && entropy(bare) >= 2.8;
    }
    match around {
        Around::Nothing => (20..=400).contains(&run.len()) && is_mixed(run, 20),
        Around::Context | Around::Named => is_mixed(run, 16) || run.len() >= 20 && is_base36(run),
    }
}

/// Whether capitals, small letters and digits take turns as in Base64 of random bytes.
fn is_mixed(run: &str, least: usize) -> bool {
    let count = |test: fn(&u8) -> bool| run.bytes().filter(&test).count();
    if !run.as_bytes()[..run.len().min(40)].iter().any(u8::is_ascii_digit) && run.len() < 28 {
        return false;
    }
    let (n_lower, n_upper) = (count(u8::is_ascii_lowercase), count(u8::is_ascii_uppercase));
    let n_digits = count(u8::is_ascii_digit);
    run.len() >= least
        && n_lower >= 2
        && n_upper >= 2
        && longest_word(run) < 9 + run.len() / 60
        && match n_digits {
            0 | 1 => {
                run.len() >= 28 - 10 * n_digits
                    && changes(run) * 100 >= run.len() * 42
                    && longest_word(run) < 7 + run.len() / 30
            }
            _ => changes(run) * 100 >= (run.len() - 1) * 40 && looks_random(run, least),
        }
        && entropy(run) >= 3.4
}

/// Whether letters of one case and digits take turns.
fn is_base36(run: &str) -> bool {
    let n_digits = run.bytes().filter(u8::is_ascii_digit).count();
    let is_plain = run.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_plain
        && n_digits * 10 >= run.len()
        && changes(run) * 100 >= (run.len() - 1) * 25
        && longest_word(run) < 10
        && entropy(run) >= 3.3
        && looks_random(run, 20)
}

/// The length of the longest row of small letters.
fn longest_word(run: &str) -> usize {
    run.split(|c: char| !c.is_ascii_lowercase()).map(str::len).max().unwrap_or(0)
}

/// The token around a run: up to quotes and blanks, when nothing but the characters of tokens is
/// between them.
fn whole_token(line: &str, run: &Range<usize>) -> Range<usize> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/_.~%:=|-".contains(byte);
    let bytes = line.as_bytes();
    let n_before = bytes[..run.start].iter().rev().take_while(|byte| is_part(byte)).count();
    let n_after = bytes[run.end..].iter().take_while(|byte| is_part(byte)).count();
    let mut whole = run.start - n_before..run.end + n_after;
    // `name=value`, `user:value`.
    let head = &line[whole.start..run.start];
    let name = head.len() - head.bytes().rev().take_while(|byte| !b"=:".contains(byte)).count();
    let is_number = |text: &str| {
        text.len() > 1 && text[..text.len() - 1].bytes().all(|byte| byte.is_ascii_digit())
    };
    if name > 0 && !is_number(&head[..name]) {
        whole.start += name;
    }
    let token = &line[whole.clone()];
    let is_path = token.contains("://") || token.contains("..") || token.contains("::");
    match is_path
        || token.len() > run.len() + 160
        || token[..run.start - whole.start]
            .trim_start_matches(|c: char| c.is_ascii_digit() || c == '/')
            .contains('/')
    {
        true => run.clone(),
        false => whole.start..whole.start + token.trim_end_matches(['.', ':', '|']).len(),
    }
}

/// Whether a token stands where a value would: not in a path, an address, a name or a number.
fn is_value(line: &str, token: &Range<usize>, around: Around) -> bool {
    let before = line[..token.start].bytes().next_back();
    let after = line.as_bytes().get(token.end).copied();
    let is_quote = |byte: Option<u8>| matches!(byte, Some(b'"' | b'\'' | b'`'));
    let is_end = matches!(
        after,
        None | Some(b' ' | b'\t' | b'\r' | b',' | b';' | b'<' | b'&' | b'\\' | b')' | b'}')
    );
    let text = &line[token.clone()];
    let is_quoted = is_quote(before) && (is_quote(after) || after == Some(b'\\'));
    let is_name = text.contains("__") && changes(text) * 100 < text.len() * 40
        || is_uuid(text)
        || text.starts_with("_Z");
    // A line of a certificate or of other data.
    let has_words = |piece: &str| piece.bytes().filter(u8::is_ascii_alphanumeric).count() > 1;
    let is_alone = !has_words(&line[..token.start])
        && !has_words(&line[token.end..])
        && (text.contains(['+', '/', '=']) || (60..=76).contains(&text.len()));
    match around {
        _ if is_name => false,
        Around::Nothing => {
            let is_open =
                matches!(before, None | Some(b' ' | b'\t' | b'=' | b'\\')) || is_quote(before);
            !is_alone && is_quoted || is_open && !is_alone && (is_end || is_quote(after))
        }
        Around::Context | Around::Named => {
            let is_open = matches!(
                before,
                None | Some(b' ' | b'\t' | b'=' | b':' | b'>' | b'(' | b'\\' | b'&' | b'?')
            ) || is_quote(before);
            is_open && (is_end || is_quote(after)) && (around == Around::Named || !is_alone)
        }
    }
}

/// Whether a line says that its random values are digests, public keys, data or names.
fn is_harmless_line(head: &str, tail: &str) -> bool {
    const WORDS: [&str; 35] = [
        "sha1",
        "sha2",
        "sha5",
        "sha3",
        "sha-",
        "md5",
        "integrity",
        "checksum",
        "digest",
        "etag",
        "fingerprint",
        "commit",
        "resolved",
        "hash",
        "crc",
        "signature",
        "public",
        "pubkey",
        "certificate",
        "ssh-rsa",
        "ssh-ed",
        "uuid",
        "guid",
        "revision",
        "data:",
        "base64,",
        "_zn",
        "charset",
        "alphabet",
        "mangle",
        "sourcemap",
        "h1:",
        "blob",
        "nexttoken",
        "arn:",
    ];
    [head, tail].iter().any(|piece| {
        let lower = piece.to_ascii_lowercase();
        WORDS.iter().any(|word| lower.contains(word))
    })
}

/// Whether the literal before a token is an id: `'AC…', '…'`, `'540629159402394', '…'`.
fn has_id_before(line: &str, token: &Range<usize>) -> bool {
    let head = line[..token.start].trim_end_matches(['"', '\'', 'b']);
    let Some(head) =
        head.trim_end().strip_suffix(',').and_then(|head| head.strip_suffix(['"', '\'']))
    else {
        return false;
    };
    let id = &head[head.rfind(['"', '\'']).map_or(0, |at| at + 1)..];
    let is = |test: fn(u8) -> bool| id.bytes().all(test);
    let is_hex = id.len() >= 24 && is(|byte| byte.is_ascii_hexdigit());
    head.len() < line.len()
        && (id.len() >= 10 && is(|byte| byte.is_ascii_digit())
            || id.len() >= 10
                && id.len() <= 20
                && is(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
                && !is(|byte| byte.is_ascii_uppercase())
            || is_hex
            || id.len() >= 14 && looks_random(id, 14)
            || id.len() == 34 && id.starts_with(['A', 'S']))
}

/// Whether a web token is one that documentation uses: its content is readable.
fn is_sample_token(token: &str) -> bool {
    const SAMPLES: [&str; 9] = [
        "\"1234567890\"",
        "John Doe",
        "Jane Doe",
        "example.com",
        "example.org",
        "\"joe\"",
        "\"foo\"",
        "\"test\"",
        "foobar",
    ];
    let decoded = token.split('.').nth(1).and_then(decode);
    let Some(bytes) = decoded else { return false };
    let content = String::from_utf8_lossy(&bytes);
    SAMPLES.iter().any(|sample| content.contains(sample))
}
