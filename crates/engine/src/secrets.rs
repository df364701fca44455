//! What must not reach a model: secret files, and values that look like keys and tokens.
//!
//! Both are judged by look alone, and a wrong alarm hides code that a model needs. So a value is
//! only taken for a secret when its form is that of a known kind, or when its name says that it is
//! one and it looks random. Start at [`redact`] for text and [`secret_file`] for paths.

mod files;
mod forms;
mod random;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

pub use files::secret_file;

use forms::Forms;

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
    if redactor.keys == Keys::None && !Forms::get().may_be_in(text) {
        return Redacted { text: Cow::Borrowed(text), n_redacted: 0 };
    }
    let mut changed: Option<String> = None;
    let mut n_redacted = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end_matches('\n');
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

/// Goes through a text line by line, and knows when it is within a key of several lines.
#[derive(Debug, Clone, Default)]
pub struct Redactor {
    within: Within,
    keys: Keys,
}

/// Whether keys of several lines are to be expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Keys {
    #[default]
    Perhaps,
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Within {
    #[default]
    Text,
    /// Between the lines that begin and end a private key.
    Key,
}

const KEY: SecretKind = SecretKind("private key");
/// What stands in the lines that begin and end one.
const KEY_LABEL: &str = "PRIVATE KEY";

impl Redactor {
    /// One for the lines of this text and no other.
    pub fn over(text: &str) -> Redactor {
        let keys = if text.contains(KEY_LABEL) { Keys::Perhaps } else { Keys::None };
        Redactor { within: Within::Text, keys }
    }

    /// Whether it must see every line to know which are of a key.
    pub(crate) fn expects_keys(&self) -> bool {
        self.keys == Keys::Perhaps
    }

    /// Takes note of a line that nobody is shown.
    pub fn pass(&mut self, line: &str) {
        if self.keys == Keys::None {
            return;
        }
        match key_border(line) {
            Some(Border::Begins { .. }) => self.within = Within::Key,
            Some(Border::Ends | Border::Both { .. }) => self.within = Within::Text,
            // Code that only speaks of keys goes on as code.
            None if self.within == Within::Key && !is_key_line(line) => self.within = Within::Text,
            None => {}
        }
    }

    /// The next line, without its secrets.
    pub fn line<'a>(&mut self, line: &'a str) -> Redacted<'a> {
        if self.keys == Keys::None {
            return Forms::get().redact(line);
        }
        let border = key_border(line);
        let is_in_key = self.within == Within::Key && is_key_line(line);
        let before = if is_in_key { Within::Key } else { Within::Text };
        self.pass(line);
        match (before, border) {
            (_, Some(_)) if line.contains(&mark(KEY)) => {
                Redacted { text: Cow::Borrowed(line), n_redacted: 0 }
            }
            (_, Some(Border::Both { start, end })) => {
                let text = format!("{}{}{}", &line[..start], mark(KEY), &line[end..]);
                Redacted { text: Cow::Owned(text), n_redacted: 1 }
            }
            (_, Some(Border::Begins { start })) => {
                // What follows on the same line, as in a string with `\n` written out.
                let rest = line[start..].trim_end_matches(['"', '\'', ',', ';', '`', ' ']);
                if rest.split(|c: char| !is_key_char(c)).all(|run| run.len() < 16) {
                    return Forms::get().redact(line);
                }
                let tail = &line[start + rest.len()..];
                let text = format!("{}{}{tail}", &line[..start], mark(KEY));
                Redacted { text: Cow::Owned(text), n_redacted: 1 }
            }
            (Within::Key, None) => redact_key_line(line),
            (Within::Key | Within::Text, Some(Border::Ends)) => {
                Redacted { text: Cow::Borrowed(line), n_redacted: 0 }
            }
            (Within::Text, None) => Forms::get().redact(line),
        }
    }
}

fn mark(kind: SecretKind) -> String {
    format!("[redacted: {kind}]")
}

/// A line of a key, with what another program put before it: a line number, a mark, quotes.
fn redact_key_line(line: &str) -> Redacted<'_> {
    if line.contains(&mark(KEY)) {
        return Redacted { text: Cow::Borrowed(line), n_redacted: 0 };
    }
    let longest = line
        .split(|c: char| !is_key_char(c))
        .max_by_key(|run| run.len())
        .filter(|run| run.len() >= 4 && !run.bytes().all(|byte| byte.is_ascii_digit()));
    let Some(run) = longest else { return Redacted { text: Cow::Borrowed(line), n_redacted: 0 } };
    let start = line.find(run).unwrap_or(0);
    let text = format!("{}{}{}", &line[..start], mark(KEY), &line[start + run.len()..]);
    Redacted { text: Cow::Owned(text), n_redacted: 1 }
}

/// Whether a line within a key belongs to it: nothing but its characters, or one of its headers.
fn is_key_line(line: &str) -> bool {
    let body = match line.split_once('\t') {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        Some(_) | None => line,
    };
    let is_header = ["Proc-Type:", "DEK-Info:", "Comment:"].iter().any(|head| body.contains(head));
    let body = body.rsplit(':').next().unwrap_or(body).replace("\\n", "");
    let frame = |c: char| {
        c.is_whitespace()
            || matches!(c, '"' | '\'' | '`' | ',' | ';' | '+' | '\\' | '#' | '*' | '>' | '|')
    };
    is_header || body.trim_matches(frame).trim_start_matches("// ").chars().all(is_key_char)
}

fn is_key_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=')
}

enum Border {
    /// Where the key begins on this line.
    Begins {
        start: usize,
    },
    Ends,
    /// Where the key lies on this line.
    Both {
        start: usize,
        end: usize,
    },
}

/// Whether a line begins or ends a private key in PEM form.
fn key_border(line: &str) -> Option<Border> {
    const DASHES: &str = "-----";
    if !line.contains(DASHES) {
        return None;
    }
    let label = |from: &str| {
        let at = line.find(from)?;
        let rest = &line[at + from.len()..];
        let label = &rest[..rest.find(DASHES)?];
        let is_plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == ' ';
        let is_key = label.contains(KEY_LABEL) && label.len() < 40 && label.chars().all(is_plain);
        is_key.then_some((at, at + from.len() + label.len() + DASHES.len()))
    };
    match (label("-----BEGIN "), label("-----END ")) {
        (Some((_, start)), Some((end, _))) if start <= end => {
            // Two marks with nothing between them are code that speaks of keys.
            let is_bare = end - start < 32;
            (!is_bare).then_some(Border::Both { start, end })
        }
        (Some((_, start)), _) => Some(Border::Begins { start }),
        (None, Some(_)) => Some(Border::Ends),
        (None, None) => None,
    }
}
