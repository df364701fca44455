//! Keys of providers, by their prefix. Start at [`find`].

use std::ops::Range;

use super::base64::{LongRuns, decode};
use super::entropy::{changes, looks_random};
use super::{SecretKind, Span};

/// The prefixes of providers' keys, the least number of characters after each, and the name of the key.
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

/// Whether a run begins as a provider's key does.
pub(super) fn has_prefix(run: &str) -> bool {
    PREFIXES.iter().any(|(prefix, _, _)| run.starts_with(prefix))
}

/// Adds the keys of a line that have a prefix of a provider.
pub(super) fn find(line: &str, spans: &mut Vec<Span>) {
    for run in LongRuns::of(line, 16) {
        let whole = whole_token(line, &run);
        if let Some(kind) = known_prefix(&line[whole.clone()]) {
            spans.push(Span { start: whole.start, end: whole.end, kind });
        }
    }
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

/// The token around a run, up to quotes and blanks, if only characters of tokens are between them.
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
    let is_below_folder = token[..run.start - whole.start]
        .trim_start_matches(|c: char| c.is_ascii_digit() || c == '/')
        .contains('/');
    if is_path || is_below_folder || token.len() > run.len() + 160 {
        return run.clone();
    }
    whole.start..whole.start + token.trim_end_matches(['.', ':', '|']).len()
}

/// Whether a web token is one that documentation uses: its content is readable.
fn is_sample_token(token: &str) -> bool {
    const SAMPLES: [&str; 9] = [
        "\"1234567890\"", "John Doe", "Jane Doe", "example.com", "example.org", "\"joe\"",
        "\"foo\"", "\"test\"", "foobar",
    ];
    let decoded = token.split('.').nth(1).and_then(decode);
    let Some(bytes) = decoded else { return false };
    let content = String::from_utf8_lossy(&bytes);
    SAMPLES.iter().any(|sample| content.contains(sample))
}
