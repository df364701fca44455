//! Reads the value that stands after a name: in quotes, in calls and constructors, in markup, bare, or a
//! list of bytes. Start at [`value_at`].

use std::ops::Range;

/// How a value stands after its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// `=`, `:`, `=>`, `:=`, `<-`.
    Assigned,
    /// `==`, `!=`.
    Compared,
    /// `"name", "value"`.
    Listed,
    /// `name("value")`.
    Called,
    /// `<name>value</name>`.
    Markup,
    /// A blank alone.
    Blank,
    /// `is`, `was`, or words and a colon.
    Said,
}

/// A value, in bytes, without its quotes.
pub(super) struct Value {
    pub(super) range: Range<usize>,
    pub(super) is_quoted: bool,
    /// Handed to a call, which may return something else.
    pub(super) is_wrapped: bool,
}

/// The value that starts at a place.
pub(super) fn value_at(line: &str, at: usize, joint: Joint) -> Option<Value> {
    let rest = line.get(at..)?;
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let mut at = at + blanks;
    if joint == Joint::Markup {
        let leads = ["<![CDATA[", "<Value>", "<value>", "<string>"];
        let rest = leads.iter().find_map(|lead| line[at..].strip_prefix(lead));
        let rest = rest.unwrap_or(&line[at..]);
        at = line.len() - rest.len();
        let end = rest.find("</").or_else(|| rest.find("]]>"))?;
        let value = rest[..end].trim_end_matches("]]>").trim_end();
        return (!value.contains(['<', '>'])).then(|| quoted(at, value.len()));
    }
    let mut is_wrapped = false;
    // Calls and constructors around it: `String::from("…")`, `new X("…")`, `b"…"`, `Some("…")`.
    for _ in 0..4 {
        let rest = &line[at..];
        if let Some(value) = literal_at(line, at) {
            return Some(Value { is_wrapped, ..value });
        }
        let is_name = |c: char| {
            c.is_ascii_alphanumeric()
                || matches!(c, '_' | '.' | ':' | '@' | '&' | '$' | '[' | ']' | '-' | '!')
        };
        let n = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        let name = &rest[..n];
        let next = &rest[n..];
        if next.starts_with(['"', '\'', '`']) && name.len() <= 2 {
            at += n;
        } else if matches!(name, "new" | "with:" | "value:" | "-String" | "str" | "-AsPlainText")
            && next.starts_with(' ')
        {
            at += n + 1;
        } else if next.starts_with(['(', '{', '[']) && name.len() < 48 && !is_harmless_call(name) {
            at += n + 1;
            is_wrapped |= !name.is_empty() && !is_plain_wrapper(name);
            at += line[at..].len() - line[at..].trim_start().len();
        } else {
            break;
        }
    }
    if is_wrapped || matches!(joint, Joint::Called | Joint::Compared | Joint::Listed) {
        return None;
    }
    let rest = &line[at..];
    let rest_at = |piece: &str| line.len() - piece.len();
    let rest = ["base64:", "pass:", "{noop}", "{plain}"]
        .iter()
        .find_map(|lead| rest.strip_prefix(lead))
        .unwrap_or(rest);
    let is_end = |c: char| {
        c.is_whitespace()
            || matches!(c, '"' | '\'' | '`' | '<' | ',' | ';' | '&' | '|' | '\\' | '{' | '}')
    };
    let n = rest.find(is_end).unwrap_or(rest.len());
    (n > 0).then(|| Value {
        range: rest_at(rest)..rest_at(rest) + n,
        is_quoted: false,
        is_wrapped: false,
    })
}

fn quoted(at: usize, n_bytes: usize) -> Value {
    Value { range: at..at + n_bytes, is_quoted: true, is_wrapped: false }
}

/// A literal in quotes, which may be escaped.
fn literal_at(line: &str, at: usize) -> Option<Value> {
    let rest = &line[at..];
    let bare = rest.trim_start_matches('\\');
    let n_escapes = rest.len() - bare.len();
    let quote = bare.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let start = at + n_escapes + 1;
    let body = &line[start..];
    let mut before = '\0';
    for (end, c) in body.char_indices() {
        if c == quote && (before != '\\' || n_escapes > 0) {
            return Some(quoted(start, body[..end].trim_end_matches('\\').len()));
        }
        before = if before == '\\' { '\0' } else { c };
    }
    // A literal that goes on in the next line.
    Some(quoted(start, body.trim_end_matches(['\\', ' ', '\r']).len()))
}

/// Whether a call returns what it takes in another type: `String::from`, `Some`.
fn is_plain_wrapper(name: &str) -> bool {
    const LAST: [&str; 20] = [
        "from",
        "new",
        "some",
        "ok",
        "secret",
        "securestring",
        "secretstring",
        "bytes",
        "str",
        "string",
        "encode",
        "b64decode",
        "atob",
        "bytearray",
        "value",
        "decode",
        "fromhex",
        "decodestring",
        "unhexlify",
        "s",
    ];
    let lower = name.to_ascii_lowercase();
    lower
        .rsplit(['.', ':', '_'])
        .find(|part| !part.is_empty())
        .is_some_and(|last| LAST.contains(&last))
}

/// Whether a call takes a name rather than the secret itself.
fn is_harmless_call(name: &str) -> bool {
    const LAST: [&str; 38] = [
        "getenv",
        "get",
        "env",
        "environ",
        "input",
        "prompt",
        "hash",
        "find",
        "select",
        "t",
        "_",
        "translate",
        "require",
        "import",
        "config",
        "log",
        "print",
        "println",
        "error",
        "format",
        "expect",
        "test",
        "describe",
        "it",
        "field",
        "getpass",
        "gettext",
        "label",
        "by",
        "id",
        "name",
        "locator",
        "query",
        "column",
        "lookup",
        "read",
        "load",
        "open",
    ];
    let lower = name.to_ascii_lowercase();
    let last =
        lower.rsplit(['.', ':', '_', '>', '!']).find(|part| !part.is_empty()).unwrap_or_default();
    let is_codec = matches!(last, "encode" | "decode") && !lower.contains("64");
    LAST.contains(&last)
        || is_codec && lower.contains('.')
        || lower.contains("hash")
        || lower.contains("env")
        || last.starts_with("get")
        || last.starts_with("find")
}

/// A list of at least eight bytes: `{ 0xBF, 0xC1, … }`, `[156, 173, …]`.
pub(super) fn bytes_at(line: &str, at: usize) -> Option<Range<usize>> {
    let rest = line.get(at..)?;
    let open = rest
        .find(['{', '[', '('])
        .filter(|at| *at < 24 && !rest[..*at].contains(['"', '\'', ';']))?;
    let start = at + open + 1;
    let is_number = |c: char| c.is_ascii_hexdigit() || matches!(c, 'x' | 'X' | ',' | ' ' | '\t');
    let end = start + line[start..].find(|c: char| !is_number(c)).unwrap_or(line.len() - start);
    let list = line[start..end].trim();
    let numbers: Vec<&str> =
        list.split(',').map(str::trim).filter(|number| !number.is_empty()).collect();
    let mut distinct = numbers.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let value = |number: &str| match number.strip_prefix("0x").or_else(|| number.strip_prefix("0X"))
    {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => number.parse().ok(),
    };
    let values: Vec<u32> = numbers.iter().filter_map(|number| value(number)).collect();
    let is_row = values.windows(2).all(|pair| pair[0] < pair[1]);
    let from = start + line[start..].len() - line[start..].trim_start().len();
    (numbers.len() >= 8
        && values.len() == numbers.len()
        && values.iter().all(|value| *value < 256)
        && values.iter().any(|value| *value > 127)
        && distinct.len() * 3 > numbers.len() * 2
        && !is_row)
        .then_some(from..from + list.len())
}
