//! The forms that keys, tokens and passwords have.
//!
//! Most makers of keys give them a prefix of their own, and that decides. The rest is known by the
//! name it is assigned to, and must look random besides.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex, RegexSet, RegexSetBuilder};

use super::random::{entropy, is_stand_in, looks_random};
use super::{Redacted, SecretKind, mark};

/// How a find is made sure of.
#[derive(Debug, Clone, Copy)]
enum Proof {
    /// The form says it all: what a maker of keys would take for one is never shown.
    Form,
    /// It must look random besides.
    Random,
    /// A password in an address.
    Address,
    /// A value in quotes, under a name that says that it is secret.
    Quoted,
    /// A value without quotes, up to the end of the line.
    Bare,
}

/// A form of secrets; its first group is what is replaced.
struct Form {
    kind: SecretKind,
    pattern: &'static str,
    proof: Proof,
}

const fn form(kind: &'static str, pattern: &'static str, proof: Proof) -> Form {
    Form { kind: SecretKind(kind), pattern, proof }
}

/// Names that say that a value is secret.
macro_rules! secret_name {
    () => {
        r"(?i:(?:pass(?:word|wd|phrase)|pwd|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key|private[_-]?key|account[_-]?key|client[_-]key[_-]data|credentials?|_auth))(?:[A-Z0-9_][A-Za-z0-9_]*|s)?"
    };
}

const FORMS: [Form; 33] = [
    form("AWS access key", r"\b((?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16})\b", Proof::Form),
    form("GitHub token", r"\b(gh[pousr]_[A-Za-z0-9]{36,255})\b", Proof::Form),
    form("GitHub token", r"\b(github_pat_[A-Za-z0-9_]{22,255})\b", Proof::Form),
    form("GitLab token", r"\b(gl(?:pat|dt|rt|ptt|soat|cbt|ft)-[A-Za-z0-9_-]{20,})", Proof::Form),
    form("Slack token", r"\b(xox[abeoprs]-[A-Za-z0-9-]{10,})", Proof::Random),
    form("Slack token", r"\b(xapp-\d-[A-Za-z0-9-]{20,})", Proof::Form),
    form(
        "Slack address",
        r"hooks\.slack\.com/services/(T[A-Z0-9]+/B[A-Z0-9]+/[A-Za-z0-9]{16,})",
        Proof::Form,
    ),
    form("Google API key", r"\b(AIza[0-9A-Za-z_-]{35})", Proof::Form),
    form("Google token", r"\b(ya29\.[0-9A-Za-z_-]{20,})", Proof::Form),
    form("Google client secret", r"\b(GOCSPX-[0-9A-Za-z_-]{20,})", Proof::Form),
    form("API key", r"\b(sk-[A-Za-z0-9_-]{20,})", Proof::Random),
    form(
        "API key",
        r"\b((?:gsk|xai|r8|hf|nvapi|pplx|fw|tvly|lin_api|key)[_-][A-Za-z0-9]{28,})\b",
        Proof::Random,
    ),
    form("Stripe key", r"\b((?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,})\b", Proof::Form),
    form("Stripe key", r"\b(whsec_[A-Za-z0-9+/=]{24,})", Proof::Form),
    form("npm token", r"\b(npm_[A-Za-z0-9]{36})\b", Proof::Form),
    form(
        "npm token",
        r"(?:^|[:\s])_(?i:authToken|password|auth)\s*=\s*([^\s$]{8,})",
        Proof::Address,
    ),
    form("PyPI token", r"\b(pypi-[A-Za-z0-9_-]{50,})", Proof::Form),
    form("crates.io token", r"\b(cio[A-Za-z0-9]{32})\b", Proof::Random),
    form("SendGrid key", r"\b(SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{32,})", Proof::Form),
    form("DigitalOcean token", r"\b(do[opr]_v1_[a-f0-9]{64})\b", Proof::Form),
    form("Telegram token", r"\b(\d{8,10}:AA[A-Za-z0-9_-]{33})\b", Proof::Form),
    form("Databricks token", r"\b(dapi[a-f0-9]{32})\b", Proof::Form),
    form("Azure key", r"(?i:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,}={0,2})", Proof::Form),
    form("age key", r"\b(AGE-SECRET-KEY-1[A-Z0-9]{50,})\b", Proof::Form),
    form("Shopify token", r"\b(shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32})\b", Proof::Form),
    form("Docker token", r"\b(dckr_pat_[A-Za-z0-9_-]{24,})", Proof::Form),
    form("Vault token", r"\b(hv[sbr]\.[A-Za-z0-9_-]{24,})", Proof::Form),
    form(
        "web token",
        r"\b(eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,})",
        Proof::Form,
    ),
    form(
        "password",
        r#"\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^/\s:@"'<>]*:([^@/\s"'<>]+)@"#,
        Proof::Address,
    ),
    form("token", r"(?i:\b(?:bearer|basic))\s+([A-Za-z0-9._~+/-]{20,}={0,2})", Proof::Random),
    form(
        "value",
        concat!(
            secret_name!(),
            r#"["']?\]?(?:\s*:\s*[&']?[A-Za-z][A-Za-z0-9_<>\[\]' ]{0,30}?)?\s*(?:=>|:=|==|=|:|,)\s*[bfr]?["'`]([^"'`\s]{10,})["'`]"#
        ),
        Proof::Quoted,
    ),
    form(
        "value",
        concat!(
            secret_name!(),
            r#"["']?\s*(?:=|:)\s*([A-Za-z0-9+/_.~!@#^&*-]{12,}={0,2})\s*(?:$|[,;#\s])"#
        ),
        Proof::Bare,
    ),
    form(
        "value",
        r"(?i:--(?:password|token|api-key|secret|access-token))[ =]([^\s$]{12,})",
        Proof::Quoted,
    ),
];

/// All forms, ready to be looked for.
pub(super) struct Forms {
    any: RegexSet,
    each: Vec<Regex>,
}

/// What the search may hold in memory, so that it need not forget and begin anew all the time.
const SEARCH_BYTES: usize = 16 << 20;

static ALL: LazyLock<Forms> = LazyLock::new(|| {
    // Words of keys are ASCII; to look for the ends of others is many times slower.
    let patterns: Vec<String> =
        FORMS.iter().map(|form| form.pattern.replace(r"\b", r"(?-u:\b)")).collect();
    let any = RegexSetBuilder::new(&patterns).dfa_size_limit(SEARCH_BYTES).build();
    let each = patterns.iter().map(|pattern| Regex::new(pattern));
    Forms {
        any: any.expect("the forms are expressions"),
        each: each.map(|regex| regex.expect("the form is an expression")).collect(),
    }
});

impl Forms {
    pub(super) fn get() -> &'static Forms {
        &ALL
    }

    /// Whether any of a text's lines may hold a secret. What spans lines here is in none of them, so
    /// that it may say yes in vain, but never no.
    pub(super) fn may_be_in(&self, text: &str) -> bool {
        self.any.is_match(text)
    }

    pub(super) fn redact<'a>(&self, line: &'a str) -> Redacted<'a> {
        let mut text = Cow::Borrowed(line);
        let mut n_redacted = 0;
        for at in self.any.matches(line) {
            let (form, regex) = (&FORMS[at], &self.each[at]);
            let mut changed = String::new();
            let mut copied = 0;
            for found in regex.captures_iter(&text) {
                let Some(value) = found.get(1) else { continue };
                if !form.holds(&found, value.as_str(), &text[value.end()..]) {
                    continue;
                }
                changed.push_str(&text[copied..value.start()]);
                changed.push_str(&mark(form.kind));
                copied = value.end();
                n_redacted += 1;
            }
            if copied > 0 {
                changed.push_str(&text[copied..]);
                text = Cow::Owned(changed);
            }
        }
        Redacted { text, n_redacted }
    }
}

impl Form {
    fn holds(&self, found: &Captures<'_>, value: &str, after: &str) -> bool {
        if value.contains("[redacted") {
            return false;
        }
        let whole = found.get(0).map_or("", |whole| whole.as_str());
        match self.proof {
            Proof::Form => true,
            Proof::Random => !is_stand_in(value) && looks_random(value, 16),
            Proof::Address => {
                let user = whole.rsplit_once(value).map_or("", |(before, _)| before);
                let user = user.trim_end_matches(':').rsplit('/').next().unwrap_or_default();
                let is_known =
                    ["password", "pass", "passwd", "pwd", "secret", "token", "pw", "test"];
                let lower = value.to_lowercase();
                !is_stand_in(value)
                    && lower != user.to_lowercase()
                    && !is_known.contains(&lower.as_str())
            }
            Proof::Quoted => {
                !is_hash_name(whole)
                    && !is_stand_in(value)
                    && !is_reference(value)
                    && looks_random(value, 10)
            }
            Proof::Bare => {
                !is_hash_name(whole)
                    && !is_stand_in(value)
                    && !after.starts_with(['(', '[', '.', ':'])
                    && !is_reference(value)
                    && !is_identifier(value)
                    && looks_random(value, 12)
                    && (value.len() < 20 || entropy(value) >= 3.3)
            }
        }
    }
}

/// Whether the name says that the value is derived from a secret, or not one at all.
fn is_hash_name(assignment: &str) -> bool {
    const DERIVED: [&str; 9] =
        ["hash", "sha", "digest", "checksum", "fingerprint", "url", "uri", "path", "version"];
    let name = assignment.split([':', '=', ',']).next().unwrap_or_default().to_lowercase();
    DERIVED.iter().any(|word| name.contains(word))
}

/// Whether a value says where the secret is instead of what it is.
fn is_reference(value: &str) -> bool {
    value.contains("://")
        || value.contains("::")
        || value.contains("->")
        || value.contains("(")
        || value.starts_with(['/', '.', '@', '#', '$'])
        || value.split('.').count() > 2 && value.split('.').all(|part| part.len() < 16)
}

/// Whether a bare value is the name of something: `curve25519_set_secret`, `AUTH_TAG_20_BYTES`.
fn is_identifier(value: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let letters = || value.chars().filter(char::is_ascii_alphabetic);
    let is_one_case =
        letters().all(|c| c.is_ascii_lowercase()) || letters().all(|c| c.is_ascii_uppercase());
    value.contains('_') && value.len() < 40 && is_one_case && value.chars().all(is_part)
}
