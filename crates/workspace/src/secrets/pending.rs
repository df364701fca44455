//! Values that stand on another line than the name that makes them secret.
//!
//! Four kinds: a value below its name (a block in YAML, a literal after a line break, the content
//! of an element), the default of a Terraform variable, the data of a Kubernetes Secret, and the
//! password of a netrc entry. Each is followed line by line, without looking ahead.

use std::sync::LazyLock;

use regex::Regex;

use super::forms::secret_name;
use super::passwords::is_secret_literal;
use super::proof::{Found, Proof};
use super::values::{Name, has_secret_word, is_identifier, is_placeholder};
use super::{SecretKind, Span};

const VALUE: SecretKind = SecretKind("value");

/// What is awaited.
#[derive(Debug, Clone, Default)]
pub(super) struct Pending {
    below: Option<Below>,
    /// The name of a Terraform variable whose block is open.
    variable: Option<Name>,
    manifest: Manifest,
    /// Lines left in which the password of a netrc entry may come.
    n_netrc_lines: u8,
}

/// A name whose value comes below.
#[derive(Debug, Clone, Copy)]
struct Below {
    name: Name,
    extent: Extent,
    /// How far the line with the name is indented.
    indent: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// The next line that is not blank, and literals right after it.
    Next,
    /// All lines that are indented further.
    Block,
    /// A line that begins with `value`, at most two lines down.
    Pair(u8),
}

/// Where in a Kubernetes manifest we are.
#[derive(Debug, Clone, Copy, Default)]
struct Manifest {
    /// The text has Secrets somewhere: fields are often sorted, and `data` comes before `kind`.
    has_secrets: bool,
    /// Of the object at hand, if known yet.
    is_secret: Option<bool>,
    /// How far `data:` is indented, within it.
    data_indent: Option<usize>,
}

struct Patterns {
    below: Regex,
    block: Regex,
    element: Regex,
    pair: Regex,
    value: Regex,
    variable: Regex,
    default: Regex,
    kind: Regex,
    data: Regex,
    entry: Regex,
    machine: Regex,
    password: Regex,
    literal: Regex,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let regex = |pattern: &str| {
        let pattern = pattern.replace(r"\b", r"(?-u:\b)").replace(r"\s", r"[ \t\r]");
        Regex::new(&pattern).expect("the pattern is an expression")
    };
    Patterns {
        below: regex(concat!(
            secret_name!(),
            r#"["'`]?\]?(?:\s*:\s*[&']?[A-Za-z][A-Za-z0-9_.<>\[\]' ]{0,30}?)?\s*(?:=>|:=|=|:)\s*(?:[(\[\\{]|[bfru]{0,2}"""|[bfru]{0,2}'''|`|"|'|\(\s*\\)?\s*$"#
        )),
        block: regex(concat!(
            secret_name!(),
            r#"["']?\s*:\s*(?:![\w!:]+\s+)?[|>][+-]?\d?[+-]?\s*(?:#.*)?$"#
        )),
        element: regex(concat!(
            r#"(?:<[\w:.-]{0,40}?"#,
            secret_name!(),
            r#"[\w.-]{0,40}(?:\s[^<>]{0,200})?>|=["'][^"'<>]{0,60}?"#,
            secret_name!(),
            r#"["'][^<>]{0,60}[^/]>|<key>[^<>]{0,60}?"#,
            secret_name!(),
            r"</key>)\s*$"
        )),
        pair: regex(concat!(
            r#"(?i:\b(?:name|key|id|variable))["']?\s*[:=]\s*["']?[\w.-]{0,60}?"#,
            secret_name!(),
            r#"["']?\s*,?\s*$"#
        )),
        value: regex(
            r#"^\s*-?\s*["']?(?i:value|default|content|defaultvalue)["']?\s*[:=]\s*["']?([^"'\n]{6,300}?)["']?\s*,?\s*\}?,?\s*$"#,
        ),
        variable: regex(concat!(
            r#"^\s*variable\s+"[\w.-]{0,60}?"#,
            secret_name!(),
            r#""\s*\{\s*$"#
        )),
        default: regex(r#"^\s*(?:default|value)\s*=\s*"([^"\n]{6,300})""#),
        kind: regex(r#"^\s*(?:-\s+)?"?kind"?\s*:\s*"?([A-Za-z]+)"?\s*,?\s*(?:#.*)?$"#),
        data: regex(r#"^\s*(?:-\s+)?"?(?:data|stringData)"?\s*:\s*\{?\s*(?:#.*)?$"#),
        entry: regex(
            r#"^\s*(?:"?[\w.\-/]+"?\s*:\s+)?(?:![\w!]+\s+)?["']?([^\s"'|>][^"'\n]{5,}?|[^\s"'|>]{6,})["']?\s*,?\s*$"#,
        ),
        machine: regex(r"(?:^|\s|\t)machine\s+[\w.:-]+(?:\s+login\s+\S+)?\s*$"),
        password: regex(r#"^\s*(?:\d{1,7}\t)?\s*password\s+"?([^\s"]{4,})"#),
        literal: regex(
            r#"^[\s+.&(\-]*(?:\d{1,7}\t\s*)?[\s+.&(\-]*[bfruL]{0,2}(?:"([^"]{6,300})"|'([^']{6,300})'|`([^`]{6,300})`)[\s,;)+.&\\\]}]*$"#,
        ),
    }
});

impl Pending {
    /// For the lines of this text.
    pub(super) fn over(text: &str) -> Pending {
        let is_secret = |line: &str| {
            let kind = line.trim_start().trim_start_matches(['-', ' ', '"']).strip_prefix("kind");
            kind.is_some_and(|kind| kind.trim_matches([' ', '"', ':', ',', '\r']) == "Secret")
        };
        let may_be = text.contains("kind: Secret") || text.contains("\"Secret\"");
        let has_secrets = may_be && text.lines().any(is_secret);
        let manifest = Manifest { has_secrets, ..Manifest::default() };
        Pending { manifest, ..Pending::default() }
    }

    /// Takes a line: adds what it was awaited for, and notes what is awaited of the next ones.
    pub(super) fn take(&mut self, line: &str, spans: &mut Vec<Span>) {
        let announces = may_announce(line.as_bytes().trim_ascii_end());
        if self.is_idle() && !announces {
            return;
        }
        self.take_below(line, spans);
        self.take_variable(line, spans);
        self.take_manifest(line, spans);
        self.take_netrc(line, spans);
        if announces {
            self.note(line);
        }
    }

    fn is_idle(&self) -> bool {
        self.below.is_none()
            && self.variable.is_none()
            && !self.manifest.has_secrets
            && self.n_netrc_lines == 0
    }

    fn take_below(&mut self, line: &str, spans: &mut Vec<Span>) {
        let Some(below) = self.below else { return };
        if line.trim().is_empty() {
            return;
        }
        let literal = first_group(&PATTERNS.literal, line);
        match below.extent {
            Extent::Pair(n_lines) => {
                self.below =
                    (n_lines > 1).then(|| Below { extent: Extent::Pair(n_lines - 1), ..below });
                if let Some((start, end)) = first_group(&PATTERNS.value, line) {
                    self.below = None;
                    hide_literal(below.name, line, start, end, spans);
                }
            }
            Extent::Block if indent_of(line) > below.indent => {
                hide_bare(below.name, line, spans);
            }
            Extent::Block => self.below = None,
            Extent::Next => {
                self.below = None;
                if let Some((start, end)) = literal {
                    hide_literal(below.name, line, start, end, spans);
                    self.below = Some(below);
                } else {
                    hide_bare(below.name, line, spans);
                }
            }
        }
    }

    fn take_variable(&mut self, line: &str, spans: &mut Vec<Span>) {
        let Some(name) = self.variable else { return };
        if let Some((start, end)) = first_group(&PATTERNS.default, line) {
            hide_literal(name, line, start, end, spans);
        }
        if line.starts_with('}') {
            self.variable = None;
        }
    }

    fn take_manifest(&mut self, line: &str, spans: &mut Vec<Span>) {
        if !self.manifest.has_secrets && !line.contains("Secret") {
            return;
        }
        let manifest = &mut self.manifest;
        let indent = indent_of(line);
        let trimmed = line.trim();
        if let Some(data_indent) = manifest.data_indent {
            if !trimmed.is_empty() && indent <= data_indent {
                manifest.data_indent = None;
            } else if let Some((start, end)) = first_group(&PATTERNS.entry, line)
                && !is_placeholder(&line[start..end])
            {
                spans.push(Span { start, end, kind: VALUE });
            }
        }
        if trimmed == "---" || trimmed.starts_with("- apiVersion") {
            manifest.is_secret = None;
        }
        if let Some((start, end)) = first_group(&PATTERNS.kind, line) {
            manifest.is_secret = Some(&line[start..end] == "Secret");
            manifest.has_secrets |= &line[start..end] == "Secret";
        }
        let is_secret = manifest.is_secret.unwrap_or(manifest.has_secrets);
        if is_secret && PATTERNS.data.is_match(line) {
            manifest.data_indent = Some(indent);
        }
    }

    fn take_netrc(&mut self, line: &str, spans: &mut Vec<Span>) {
        if self.n_netrc_lines > 0 {
            self.n_netrc_lines -= 1;
            if let Some((start, end)) = first_group(&PATTERNS.password, line) {
                let found = Found { line, start, value: start..end };
                if found.holds(Proof::Argument).is_some() {
                    spans.push(Span { start, end, kind: SecretKind("password") });
                }
                self.n_netrc_lines = 0;
            }
        }
        if line.contains("machine") && PATTERNS.machine.is_match(line) {
            self.n_netrc_lines = 4;
        }
    }

    /// Notes what a line announces.
    fn note(&mut self, line: &str) {
        let patterns = &*PATTERNS;
        let indent = indent_of(line);
        let below = |regex: &Regex, extent: Extent| {
            let found = regex.find(line)?;
            Some(Below { name: Name::of(found.as_str()), extent, indent })
        };
        let found = below(&patterns.block, Extent::Block)
            .or_else(|| below(&patterns.below, Extent::Next))
            .or_else(|| below(&patterns.element, Extent::Next))
            .or_else(|| below(&patterns.pair, Extent::Pair(3)));
        self.below = found.or(self.below);
        if patterns.variable.is_match(line) {
            self.variable = Some(Name::of(line));
        }
    }
}

/// A cheap look at how a line begins and ends: whether it may announce a value on another line.
/// Takes it without blanks at its end.
pub(super) fn may_announce(bytes: &[u8]) -> bool {
    let Some((last, rest)) = bytes.split_last() else { return false };
    let is_lead = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'-' | b'"' | b'\'' | b'{');
    let start = &bytes[bytes.iter().take_while(is_lead).count()..];
    let by_start = match start {
        [b'n' | b'N', b'a' | b'A', b'm' | b'M', b'e' | b'E', ..]
        | [b'k' | b'K', b'e', b'y', ..]
        | [b'i', b'd', b'"' | b':' | b' ' | b'=', ..]
        | [b'v', b'a', b'r', b'i', b'a', b'b', ..] => has_secret_word(bytes),
        [b'k', b'i', b'n', b'd', rest @ ..] => {
            rest.ends_with(b"Secret") || rest.ends_with(b"Secret\",")
        }
        [b'm', b'a', b'c', b'h', b'i', b'n', b'e', b' ' | b'\t', ..] => true,
        [b'<', ..] => *last == b'>' && has_secret_word(bytes),
        _ => false,
    };
    let by_end = match last {
        b':' | b'=' => ends_in_word(rest),
        // What opens a value must come right after the `=` or `:`.
        // The header of a YAML block.
        b'|' | b'>' if rest.contains(&b':') => has_secret_word(rest),
        b'-' | b'+' if matches!(rest.last(), Some(b'|' | b'>')) => has_secret_word(rest),
        b'(' | b'[' | b'\\' | b'|' | b'>' | b'`' | b'"' | b'\'' => {
            let is_open = |byte: &u8| b" \t\"'|>([bru".contains(byte);
            let n_open = rest.iter().rev().take(8).take_while(|byte| is_open(byte)).count();
            let rest = &rest[..rest.len() - n_open];
            matches!(rest.last(), Some(b':' | b'=')) && ends_in_word(&rest[..rest.len() - 1])
        }
        _ => false,
    };
    by_start || by_end
}

/// Whether the end of a line has a word of secret names in it.
fn ends_in_word(bytes: &[u8]) -> bool {
    has_secret_word(&bytes[bytes.len().saturating_sub(64)..])
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// The first group that took part in a match.
fn first_group(regex: &Regex, line: &str) -> Option<(usize, usize)> {
    let groups = regex.captures(line)?;
    groups.iter().skip(1).flatten().next().map(|group| (group.start(), group.end()))
}

fn hide_literal(name: Name, line: &str, start: usize, end: usize, spans: &mut Vec<Span>) {
    let value = &line[start..end];
    if !value.contains("[redacted") && is_secret_literal(name, value) {
        spans.push(Span { start, end, kind: VALUE });
    }
}

/// Hides a value that has a line to itself, without quotes.
fn hide_bare(name: Name, line: &str, spans: &mut Vec<Span>) {
    let value = line.trim().trim_start_matches("- ");
    // `<string>…</string>`, `<Value>…</Value>`.
    let value = value
        .strip_prefix('<')
        .and_then(|value| value.split_once('>')?.1.rsplit_once("</"))
        .map_or(value, |(content, _)| content);
    let value = value.trim_start_matches("<![CDATA[").trim_end_matches("]]>");
    let value = value.trim_matches(['"', '\'', '`']);
    let start = line.find(value).unwrap_or(0);
    let is_code = value.contains(['(', ')', '{', '}', '<', '>', ';', '[', ']', '=', ' '])
        && !value
            .trim_end_matches('=')
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+/".contains(c));
    let is_passphrase =
        name == Name::Password && value.contains(' ') && !value.contains([':', '=']);
    if value.len() >= 8 && (!is_code || is_passphrase) && !is_identifier(value) {
        hide_literal(name, line, start, start + value.len(), spans);
    }
}
