//! Values that stand on another line than the name that makes them secret.
//!
//! Four kinds: a value below its name (a block in YAML, a literal after a line break, the content
//! of an element), the default of a Terraform variable, the data of a Kubernetes Secret, and the
//! password of a netrc entry. Each is followed line by line, without looking ahead.

use std::sync::OnceLock;

use regex::Regex;

use super::entropy::looks_random;
use super::labelled::whole_name;
use super::passwords::{Place, is_password, is_secret_literal};
use super::proof::{Found, Proof};
use super::tables::{Table, table_of};
use super::values::{Name, has_special, is_identifier, is_placeholder};
use super::words::{Word, find_words, has_word};
use super::{SecretKind, Span};

const VALUE: SecretKind = SecretKind("value");

/// What is awaited.
#[derive(Debug, Clone, Default)]
pub(super) struct Pending {
    below: Option<Below>,
    /// The name of a Terraform variable whose block is open.
    variable: Option<Name>,
    manifest: Manifest,
    /// A table with a column of passwords.
    table: Option<Table>,
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
    /// Lines of numbers, up to a brace or a bracket.
    Bytes,
    /// Users and their passwords, as `chpasswd` takes them.
    Logins,
    /// The code of an alarm.
    Code,
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

/// An expression that is compiled when it is needed first.
struct Pattern(&'static str, OnceLock<Regex>);

impl Pattern {
    const fn new(pattern: &'static str) -> Pattern {
        Pattern(pattern, OnceLock::new())
    }

    fn get(&self) -> &Regex {
        self.1.get_or_init(|| Regex::new(self.0).expect("the pattern is an expression"))
    }
}

static VALUE_OF_PAIR: Pattern = Pattern::new(
    r#"^[ \t]*-?[ \t]*["']?(?i:value|default|content|defaultvalue)["']?[ \t]*[:=][ \t]*["']?([^"'\n]{6,300}?)["']?[ \t]*,?[ \t]*\}?,?[ \t\r]*$"#,
);
static DEFAULT: Pattern = Pattern::new(r#"^[ \t]*(?:default|value)[ \t]*=[ \t]*"([^"\n]{6,300})""#);
static KIND: Pattern = Pattern::new(
    r#"^[ \t]*(?:-[ \t]+)?"?kind"?[ \t]*:[ \t]*"?([A-Za-z]+)"?[ \t]*,?[ \t\r]*(?:#.*)?$"#,
);
static DATA: Pattern =
    Pattern::new(r#"^[ \t]*(?:-[ \t]+)?"?(?:data|stringData)"?[ \t]*:[ \t]*\{?[ \t\r]*(?:#.*)?$"#);
static ENTRY: Pattern = Pattern::new(
    r#"^[ \t]*(?:"?[0-9A-Za-z_.\-/]+"?[ \t]*:[ \t]+)?(?:![0-9A-Za-z_!]+[ \t]+)?["']?([^ \t\r"'|>][^"'\n]{5,}?|[^ \t\r"'|>]{6,})["']?[ \t]*,?[ \t\r]*$"#,
);
static MACHINE: Pattern = Pattern::new(
    r"(?:^|[ \t])machine[ \t]+[0-9A-Za-z_.:-]+(?:[ \t]+login[ \t]+[^ \t\r]+)?[ \t\r]*$",
);
static PASSWORD: Pattern =
    Pattern::new(r#"^[ \t]*(?:[0-9]{1,7}\t)?[ \t]*password[ \t]+"?([^ \t\r"]{4,})"#);
static LITERAL: Pattern = Pattern::new(
    r#"^[ \t+.&(\-]*(?:[0-9]{1,7}\t[ \t]*)?[ \t+.&(\-]*(?:send )?[bfruL]{0,2}(?:"([^"]{6,300})"|'([^']{6,300})'|`([^`]{6,300})`)[ \t\r,;)+.&\\\]}]*$"#,
);

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
        self.take_row(line, spans);
        if announces {
            self.note(line);
        }
    }

    fn is_idle(&self) -> bool {
        self.below.is_none()
            && self.variable.is_none()
            && !self.manifest.has_secrets
            && self.n_netrc_lines == 0
            && self.table.is_none()
    }

    fn take_below(&mut self, line: &str, spans: &mut Vec<Span>) {
        let Some(below) = self.below else { return };
        if line.trim().is_empty() {
            return;
        }
        let literal = first_group(LITERAL.get(), line);
        match below.extent {
            Extent::Pair(n_lines) => {
                self.below =
                    (n_lines > 1).then(|| Below { extent: Extent::Pair(n_lines - 1), ..below });
                if let Some((start, end)) = first_group(VALUE_OF_PAIR.get(), line) {
                    self.below = None;
                    hide_literal(below.name, line, start, end, spans);
                }
            }
            Extent::Bytes => {
                let bare = line.trim().trim_end_matches(['}', ']', ';', ')', ',']);
                let is_number = |c: char| c.is_ascii_hexdigit() || "xX, ".contains(c);
                if bare.contains(',') && bare.len() >= 10 && bare.chars().all(is_number) {
                    let start = indent_of(line);
                    spans.push(Span { start, end: start + bare.len(), kind: SecretKind("key") });
                }
                if !line.trim_end().ends_with(',') {
                    self.below = None;
                }
            }
            Extent::Code if indent_of(line) > below.indent => {
                let code = line.trim().strip_prefix("code:").map(|code| code.trim());
                let code = code.map(|code| code.trim_matches(['"', '\'']));
                if let Some(code) = code.filter(|code| {
                    (4..=10).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_digit())
                }) {
                    let start = line.find(code).unwrap_or(0);
                    spans.push(Span { start, end: start + code.len(), kind: VALUE });
                }
            }
            Extent::Logins if indent_of(line) > below.indent => {
                let login = line.trim().trim_start_matches("- ").trim_matches(['"', '\'']);
                if let Some((user, password)) = login.split_once(':')
                    && !user.contains(' ')
                    && password.len() >= 4
                    && !password.starts_with(' ')
                    && !is_placeholder(password)
                {
                    let start = password.as_ptr() as usize - line.as_ptr() as usize;
                    spans.push(Span { start, end: start + password.len(), kind: VALUE });
                }
            }
            Extent::Code | Extent::Logins => self.below = None,
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
        if let Some((start, end)) = first_group(DEFAULT.get(), line) {
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
            } else if let Some((start, end)) = first_group(ENTRY.get(), line)
                && !is_placeholder(&line[start..end])
            {
                spans.push(Span { start, end, kind: VALUE });
            }
        }
        if trimmed == "---" || trimmed.starts_with("- apiVersion") {
            manifest.is_secret = None;
        }
        if let Some((start, end)) = first_group(KIND.get(), line) {
            manifest.is_secret = Some(&line[start..end] == "Secret");
            manifest.has_secrets |= &line[start..end] == "Secret";
        }
        let is_secret = manifest.is_secret.unwrap_or(manifest.has_secrets);
        if is_secret && DATA.get().is_match(line) {
            manifest.data_indent = Some(indent);
        }
    }

    fn take_netrc(&mut self, line: &str, spans: &mut Vec<Span>) {
        if self.n_netrc_lines > 0 {
            self.n_netrc_lines -= 1;
            if let Some((start, end)) = first_group(PASSWORD.get(), line) {
                let found = Found { line, start, name: Name::Password, value: start..end };
                if found.holds(Proof::Argument).is_some() {
                    spans.push(Span { start, end, kind: SecretKind("password") });
                }
                self.n_netrc_lines = 0;
            }
        }
        if line.contains("machine") && MACHINE.get().is_match(line) {
            self.n_netrc_lines = 4;
        }
    }

    /// Hides the password in a row of a table.
    fn take_row(&mut self, line: &str, spans: &mut Vec<Span>) {
        let Some(table) = self.table else { return };
        let cells: Vec<&str> = line.split(table.separator).collect();
        if cells.len() != table.n_cells {
            self.table = None;
            return;
        }
        let cell = cells[table.column].trim().trim_matches(['"', '\'', '`']);
        let start = cells[..table.column].iter().map(|cell| cell.len() + 1).sum::<usize>();
        let start = start + cells[table.column].find(cell).unwrap_or(0);
        let has_digit = cell.bytes().any(|byte| byte.is_ascii_digit());
        let is_pin = cell.len() >= 4 && cell.bytes().all(|byte| byte.is_ascii_digit());
        let is_plain = has_digit || has_special(cell) || table.separator != '|';
        let is_hash = cell.len() >= 32 && cell.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_pin
            || is_hash
            || is_plain && is_password(cell, Place::Login)
            || looks_random(cell, 10) && !is_placeholder(cell)
        {
            spans.push(Span { start, end: start + cell.len(), kind: SecretKind("password") });
        }
    }

    /// Notes what a line announces.
    fn note(&mut self, line: &str) {
        let line = line.trim_end();
        self.table = table_of(line).or(self.table);
        let is_prompt = line.trim_start().starts_with("expect ") && line.contains("assword");
        if is_prompt {
            self.below = Some(Below { name: Name::Password, extent: Extent::Next, indent: 0 });
            return;
        }
        let indent = indent_of(line);
        let lead = line.trim_start();
        let extent_of_block = match () {
            () if lead.starts_with("chpasswd:") => Some(Extent::Logins),
            () if lead.starts_with("alarm") && line.ends_with(':') => Some(Extent::Code),
            () => None,
        };
        if let Some(extent) = extent_of_block {
            self.below = Some(Below { name: Name::Password, extent, indent });
            return;
        }
        let hits = find_words(line);
        let mut named = hits.iter().filter_map(|hit| match hit.word {
            Word::Names(name) if name != Name::Weak => Some((hit, name)),
            Word::Key => Some((hit, Name::Key)),
            _ => None,
        });
        let Some((hit, name)) = named.next_back() else { return };
        let tail = line[whole_name(line, hit).end..].trim_start_matches(['"', '\'', '`', ']']);
        let is_array = tail.starts_with('[') && line.ends_with('{') && tail.contains('=');
        let is_key = name == Name::Key && (tail.contains("] =") || tail.contains("]="));
        if is_array && is_key {
            self.below = Some(Below { name, extent: Extent::Bytes, indent });
        } else if let Some(extent) = extent(line, tail) {
            self.below = Some(Below { name, extent, indent: indent_of(line) });
        }
        if line.trim_start().starts_with("variable ") && line.ends_with('{') {
            self.variable = Some(name);
        }
    }
}

/// Where the value is that the last name of a line announces, given what follows the name.
fn extent(line: &str, tail: &str) -> Option<Extent> {
    const PAIRS: [&str; 4] = ["name", "key", "id", "variable"];
    let head = line.trim_start_matches([' ', '\t', '-', '{', '"', '\'']);
    let after = tail.trim_start();
    let is_open = |text: &str| {
        let text = text.trim();
        let text =
            text.strip_prefix(['b', 'f', 'r', 'u']).filter(|text| !text.is_empty()).unwrap_or(text);
        matches!(
            text,
            "" | "(" | "[" | "{" | "\\" | "(\\" | "\"\"\"" | "\'\'\'" | "`" | "\"" | "\'"
        )
    };
    if let Some(block) = after.strip_prefix(':') {
        let block = block.trim_start();
        let block = if block.starts_with('!') {
            block.split_once(' ').map_or("", |(_, rest)| rest)
        } else {
            block
        };
        let marks = block.split('#').next().unwrap_or_default().trim();
        if marks.starts_with(['|', '>']) && marks.len() <= 3 {
            return Some(Extent::Block);
        }
    }
    let typed = after.strip_prefix(':').and_then(|rest| {
        let (kind, value) = rest.split_once('=')?;
        kind.chars().all(|c| c.is_ascii_alphanumeric() || " _.<>[]'&:".contains(c)).then_some(value)
    });
    let value = ["=>", ":=", "=", ":"].iter().find_map(|joint| after.strip_prefix(joint));
    if value.is_some_and(is_open) || typed.is_some_and(is_open) {
        return Some(Extent::Next);
    }
    let is_element =
        line.trim_start().starts_with('<') && tail.ends_with('>') && !tail.ends_with("/>");
    if is_element && (tail == "</key>" || !tail.contains('<')) {
        return Some(Extent::Next);
    }
    let is_pair = PAIRS
        .iter()
        .any(|pair| head.get(..pair.len()).is_some_and(|start| start.eq_ignore_ascii_case(pair)));
    (is_pair && matches!(after, "" | ",")).then_some(Extent::Pair(3))
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
        | [b'v', b'a', b'r', b'i', b'a', b'b', ..] => has_word(bytes),
        [b'k', b'i', b'n', b'd', rest @ ..] => {
            rest.ends_with(b"Secret") || rest.ends_with(b"Secret\",")
        }
        [b'm', b'a', b'c', b'h', b'i', b'n', b'e', b' ' | b'\t', ..] => true,
        [b'<', ..] => *last == b'>' && has_word(bytes),
        [b'e', b'x', b'p', b'e', b'c', b't', b' ', ..] => true,
        [b'a', b'l', b'a', b'r', b'm', ..] => *last == b':',
        _ => false,
    };
    let by_end = match last {
        b':' | b'=' => ends_in_word(rest),
        // What opens a value must come right after the `=` or `:`.
        // The header of a YAML block.
        b'|' | b'>' if rest.contains(&b':') => has_word(rest),
        b'-' | b'+' if matches!(rest.last(), Some(b'|' | b'>')) => has_word(rest),
        b'{' => {
            let rest = rest.trim_ascii_end();
            rest.ends_with(b"=") && rest.contains(&b'[') && ends_in_word(rest)
        }
        b'(' | b'[' | b'\\' | b'|' | b'>' | b'`' | b'"' | b'\'' => {
            let is_open = |byte: &u8| b" \t\"'|>([bru".contains(byte);
            let n_open = rest.iter().rev().take(8).take_while(|byte| is_open(byte)).count();
            let rest = &rest[..rest.len() - n_open];
            matches!(rest.last(), Some(b':' | b'=')) && ends_in_word(&rest[..rest.len() - 1])
        }
        _ => false,
    };
    by_start || by_end || may_be_header(bytes) && has_word(bytes)
}

/// A cheap look at a line: whether it may be the header of a table.
fn may_be_header(bytes: &[u8]) -> bool {
    const FOREIGN: [bool; 256] = {
        let mut foreign = [false; 256];
        let bytes = b"(){}[]\"'=<>$:&!?";
        let mut at = 0;
        while at < bytes.len() {
            foreign[bytes[at] as usize] = true;
            at += 1;
        }
        foreign
    };
    if bytes.len() >= 300 || matches!(bytes.first(), None | Some(b' ' | b'\t' | b'/' | b'*')) {
        return false;
    }
    let mut is_split = false;
    for byte in bytes {
        if FOREIGN[usize::from(*byte)] {
            return false;
        }
        is_split |= matches!(byte, b',' | b';' | b'|' | b'\t');
    }
    is_split
}

/// Whether the end of a line has a word of secret names in it.
fn ends_in_word(bytes: &[u8]) -> bool {
    has_word(&bytes[bytes.len().saturating_sub(64)..])
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
