//! Values beside the name that makes them secret: assigned, passed, listed, compared, in markup, as
//! an option of a program, or said in a sentence.
//!
//! The name is found by a word in it; from its end a few bytes tell how the value stands. Whether
//! the value is a secret is decided in `proof.rs`. Start at [`find`].

use std::ops::Range;

use rutter_domain::text::truncate;

use super::entropy::{changes, entropy, is_uuid};
use super::literal::{Joint, Value, bytes_at, value_at};
use super::passwords::Place;
use super::proof::{Found, Proof};
use super::values::{Name, is_documentation_word, is_placeholder, lists};
use super::words::{Hit, Word};
use super::{SecretKind, Span, plain};

/// Adds the value of the name with a word in it, and returns where the name ends.
pub(super) fn find(line: &str, hits: &[Hit], has_user: bool, spans: &mut Vec<Span>) -> usize {
    let [hit, rest @ ..] = hits else { return 0 };
    // As much as belongs to one name.
    const MOST_BYTES: usize = 4000;
    let line = truncate(line, hit.end + MOST_BYTES);
    let (name, kind) = match (whole_name(line, hit), hit.word) {
        (name, Word::Names(kind)) => (name, kind),
        (name, Word::Key) => {
            let kind = if is_kind_of_key(&line[name.clone()]) { Name::Key } else { Name::Weak };
            (name, kind)
        }
        (name, _) => return name.end,
    };
    let end = name.end;
    // `keyPassword`.
    let inside = rest.iter().take_while(|hit| hit.at < end);
    let is_key = is_kind_of_key(&line[name.clone()]);
    let kind = inside.fold(kind, |kind, hit| match (kind, hit.word) {
        (Name::Weak, Word::Key) if is_key => Name::Key,
        (_, Word::Names(Name::Password)) => Name::Password,
        (Name::Weak, Word::Names(Name::Key)) => Name::Key,
        (kind, _) => kind,
    });
    for (joint, at) in joints(line, &name) {
        if joint == Joint::Assigned
            && let Some(range) = bytes_at(line, at)
        {
            if kind == Name::Key || line[name.clone()].to_ascii_lowercase().ends_with("key") {
                spans.push(Span { start: range.start, end: range.end, kind: SecretKind("key") });
            }
            return end;
        }
        let Some(value) = value_at(line, at, joint) else { continue };
        let found = Found { line, start: name.start, name: kind, value: value.range.clone() };
        if let Some(range) = judge(line, &name, kind, joint, &value, has_user)
            .or_else(|| plain::find(&found, name.end, joint, &value))
        {
            spans.push(Span { start: range.start, end: range.end, kind: SecretKind("value") });
            return end;
        }
    }
    end
}

/// The name around a word: letters, digits, `_` and `-`, and what is before it with dots.
pub(super) fn whole_name(line: &str, hit: &Hit) -> Range<usize> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80 || b"_-".contains(byte);
    let bytes = line.as_bytes();
    let n_before =
        bytes[..hit.at].iter().rev().take_while(|byte| is_part(byte) || b".$".contains(byte));
    let n_after = bytes[hit.end..].iter().take_while(|byte| is_part(byte));
    let start = hit.at - n_before.count();
    // `->` and `--` after a name are operators.
    let end = hit.end + n_after.count();
    let wide =
        line.get(hit.end..end).and_then(|rest| rest.find(['：', '＝', '，', '。', '；', '（']));
    let end = wide.map_or(end, |at| hit.end + at);
    let wide = line.get(start..hit.at).and_then(|rest| Some((rest.rfind(['：', '，', '。'])?, 3)));
    let start = wide.map_or(start, |(at, n)| start + at + n);
    let end =
        start + line.get(start..end).map_or(end - start, |name| name.trim_end_matches('-').len());
    match line.is_char_boundary(start) && line.is_char_boundary(end) {
        true => start..end,
        false => hit.at..hit.end,
    }
}

/// Whether the words in front of `key` say that it is secret: `api_key`, `privateKey`, not `sortKey`.
fn is_kind_of_key(name: &str) -> bool {
    const KINDS: [&str; 32] = [
        "api",
        "app",
        "access",
        "auth",
        "encrypt",
        "sign",
        "private",
        "account",
        "master",
        "shared",
        "deploy",
        "license",
        "session",
        "hmac",
        "cipher",
        "crypt",
        "storage",
        "service",
        "consumer",
        "client",
        "preshared",
        "subscription",
        "webhook",
        "ssh",
        "rsa",
        "jwt",
        "admin",
        "write",
        "secret",
        "aes",
        "integration",
        "maps",
    ];
    let lower = name.to_ascii_lowercase();
    lower.len() > 3 && KINDS.iter().any(|kind| lower.contains(kind))
}

/// How values may stand after a name, with where they start.
fn joints(line: &str, name: &Range<usize>) -> Vec<(Joint, usize)> {
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    let mut at = name.end;
    let is = |at: usize, piece: &[u8]| bytes[at.min(bytes.len())..].starts_with(piece);
    // `.fill("…")` after a name, `["…"]`.
    let closers = bytes[at..].iter().take(5).take_while(|byte| b"\"'`]\\)*".contains(byte)).count();
    let is_closed = closers > 0;
    at += closers;
    if is(at, b"[")
        && let Some(n) = bytes[at..].iter().take(8).position(|byte| *byte == b']')
    {
        at += n + 1;
    }
    if is(at, b".") {
        let n = bytes[at + 1..]
            .iter()
            .take(20)
            .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
            .count();
        const OTHERS: &str = "encode decode split replace strip trim startswith startsWith endswith \
            endsWith get format join find index indexOf rindex count pop has includes append add \
            match test lower upper toString map filter throw raise push concat padStart getAttribute";
        let method = line.get(at + 1..at + 1 + n).unwrap_or_default();
        if is(at + 1 + n, b"(") && !lists(OTHERS, method) {
            found.push((Joint::Called, at + n + 2));
        }
        return found;
    }
    let blanks = |at: usize| {
        at + bytes[at.min(bytes.len())..].iter().take_while(|byte| b" \t".contains(byte)).count()
    };
    let mut next = blanks(at);
    // `IDENTIFIED WITH x BY PASSWORD '…'`, `SecureString -String "…"`.
    if line[name.clone()].eq_ignore_ascii_case("identified") {
        let quote = line[at..]
            .find(['\'', '"'])
            .filter(|quote| line[at..at + quote].to_ascii_lowercase().contains(" by"));
        return quote.map(|quote| vec![(Joint::Blank, at + quote)]).unwrap_or_default();
    }
    // `${PASSWORD}    …` in a table of variables.
    if is(at, b"}") && line[..name.start].trim_start().ends_with(['{', '$']) && is(at + 1, b"  ") {
        return vec![(Joint::Assigned, blanks(at + 1))];
    }
    for lead in [&b"-String "[..], b"--plaintext ", b"--iscrypted "] {
        if is(next, lead) {
            next += lead.len();
        }
    }
    for (piece, joint) in [
        ("===", Joint::Compared),
        ("!==", Joint::Compared),
        ("==", Joint::Compared),
        ("!=", Joint::Compared),
        ("=>", Joint::Assigned),
        ("<-", Joint::Assigned),
        ("->", Joint::Said),
        (":=", Joint::Assigned),
        ("?:", Joint::Assigned),
        ("||", Joint::Assigned),
        ("??", Joint::Assigned),
        ("=", Joint::Assigned),
        ("::", Joint::Blank),
        (":", Joint::Assigned),
        ("：", Joint::Assigned),
        ("＝", Joint::Assigned),
        ("(", Joint::Called),
        (",", Joint::Listed),
        (">", Joint::Markup),
        ("{", Joint::Listed),
    ] {
        if is(next, piece.as_bytes()) {
            let after = next + piece.len();
            if piece == "::" {
                return found;
            }
            found.push((joint, after));
            // `name: Type = "value"`.
            if piece == ":"
                && let Some(equals) = after_type(&bytes[after..])
            {
                found.push((joint, after + equals));
            }
            // `"name" attribute="…">value<`.
            break;
        }
    }
    if found.is_empty() && next > at {
        // `Dim password As String = "…"`, `var password string = "…"`.
        match after_type(&bytes[next..]) {
            Some(equals) => found.push((Joint::Assigned, next + equals)),
            None => found.push((Joint::Blank, next)),
        }
    }
    if is_closed || found.is_empty() || found[0].0 == Joint::Blank {
        // An element whose name or attribute this is, and `value` beside `name`.
        let rest = &line[at.min(line.len())..];
        if line.is_char_boundary(at)
            && line[..name.start].rfind('<') > line[..name.start].rfind('>')
            && let Some(close) = rest.find('>')
            && !rest[..close].ends_with('/')
        {
            found.push((Joint::Markup, at + close + 1));
        }
        if is_closed && let Some(value) = beside(rest) {
            found.push((Joint::Listed, at + value));
        }
    }
    if let Some(said) = said(line, name.end) {
        found.push((Joint::Said, said));
    }
    found
}

/// Where the value starts after `: Type =`.
fn after_type(rest: &[u8]) -> Option<usize> {
    let is_type = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.<>[]'& *?,".contains(byte);
    let is_sized = |at: usize| rest[..at].ends_with(b"u8") && rest[at..].starts_with(b"; ");
    let n = (0..rest.len().min(48)).find(|at| !is_type(&rest[*at]) && !is_sized(*at));
    let n = n.unwrap_or(rest.len().min(48));
    let n = if rest.get(n) == Some(&b':') { n + 1 } else { n };
    (n > 1 && rest.get(n) == Some(&b'=') && rest.get(n + 1) != Some(&b'=')).then_some(n + 1)
}

/// Where the value starts in `, value: "…"`, `" value="…"` and `, with: '…'`.
fn beside(rest: &str) -> Option<usize> {
    const NAMES: [&str; 9] = [
        "value",
        "default",
        "content",
        "with",
        "defaultvalue",
        "val",
        "data",
        "stringvalue",
        "text",
    ];
    let lead = rest.len() - rest.trim_start_matches([' ', '\t', ',', '"', '\'', '{', ':']).len();
    let word = rest[lead..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let name = rest[lead..lead + word].to_ascii_lowercase();
    let name = name.rsplit('_').next().unwrap_or_default();
    let after = rest[lead + word..].trim_start_matches(['"', '\'', ' ']);
    (lead > 0 && lead < 6 && NAMES.contains(&name) && after.starts_with([':', '=']))
        .then(|| rest.len() - after.len() + 1)
}

/// Where the value starts in `password for the router is …`, `Passwort für X: …`.
fn said(line: &str, end: usize) -> Option<usize> {
    const VERBS: [&str; 14] = [
        "is", "was", "ist", "war", "are", "lautet", "es", "est", "är", "e", "è", "to", "still",
        "now",
    ];
    let rest = line.get(end..)?;
    let mut at = rest.len() - rest.trim_start_matches(['s', '*', '`', '"', '\'']).len();
    for _ in 0..8 {
        let word_at = at + rest[at..].len() - rest[at..].trim_start_matches([' ', '\t', '(']).len();
        if word_at == at && at > 2 && !rest[..at].ends_with(' ') {
            return None;
        }
        let word = rest[word_at..].split([' ', '\t']).next()?;
        at = word_at + word.len();
        if word.is_empty()
            || word.contains(['=', '{', ';', '<', '"', '\'', '$', '[']) && word != "="
        {
            return None;
        }
        if VERBS.contains(&word.trim_end_matches(':'))
            || word.len() > 1 && word.ends_with([':', ')']) && !word.contains('.')
        {
            return rest[at..].starts_with([' ', '\t']).then(|| end + at + 1);
        }
    }
    None
}

/// The bytes to hide, if the value is a secret.
fn judge(
    line: &str,
    name: &Range<usize>,
    kind: Name,
    joint: Joint,
    value: &Value,
    has_user: bool,
) -> Option<Range<usize>> {
    let is_flag = line[name.start..].starts_with('-')
        || ["-pass ", "-passin ", "-passout "]
            .iter()
            .any(|flag| line[..name.start].ends_with(flag));
    let found = Found { line, start: name.start, name: kind, value: value.range.clone() };
    let text = &line[value.range.clone()];
    let holds = |proof: Proof| found.holds(proof);
    match joint {
        Joint::Blank if text.len() == 1 => after_blank(line, &found, kind),
        _ if text.len() < 4 || text.len() > 1000 => None,
        _ if text.len() < 20 && text.starts_with("0x") => None,
        _ if is_flag && value.is_quoted && kind == Name::Password && text.contains(' ') => {
            let is_plain = text.len() >= 12 && !text.contains(['$', '<', '{', '(', '=']);
            is_plain.then(|| value.range.clone())
        }
        // Marks of templates may well be in random characters.
        _ if value.is_quoted && text.len() >= 32 && is_noise(text) => Some(value.range.clone()),
        Joint::Assigned
            if !value.is_quoted
                && is_uuid(text)
                && line[name.end..].starts_with('=')
                && kind == Name::Key
                && !is_flag
                && text.contains(char::is_alphabetic)
                && value.range.start == name.end + 1 =>
        {
            holds(Proof::Literal).or_else(|| found.is_plain_name().then(|| value.range.clone()))
        }
        _ if is_flag && line[..value.range.start].ends_with("pass:") => {
            let is_given = text.len() >= 5 && !is_placeholder(text) && !is_documentation_word(text);
            is_given.then(|| value.range.clone())
        }
        _ if value.is_wrapped => holds(Proof::Wrapped),
        Joint::Called
            if value.is_quoted && matches!(&line[name.clone()], "PASSWORD" | "OLD_PASSWORD") =>
        {
            holds(Proof::Password(Some(Place::Assigned)))
        }
        Joint::Assigned | Joint::Markup | Joint::Listed | Joint::Called if value.is_quoted => {
            holds(Proof::Literal)
                .or_else(
                    || if kind == Name::Password { holds(Proof::Password(None)) } else { None },
                )
                .or_else(|| {
                    (kind == Name::Password && has_user && joint != Joint::Called)
                        .then(|| holds(Proof::Password(Some(Place::Assigned))))?
                })
        }
        Joint::Compared if value.is_quoted => {
            if kind != Name::Password {
                return holds(Proof::Literal);
            }
            holds(Proof::Password(Some(if has_user { Place::Login } else { Place::Argument })))
        }
        Joint::Assigned if is_flag => {
            holds(Proof::Argument).or_else(|| holds(Proof::Bare)).or_else(|| {
                let is_given = kind == Name::Password && line[name.end..].starts_with('=');
                is_given.then(|| holds(Proof::Given))?
            })
        }
        Joint::Assigned => holds(Proof::Bare)
            .or_else(|| {
                if kind == Name::Password && is_setting(line, name) {
                    holds(Proof::Given)
                } else {
                    None
                }
            })
            .or_else(|| holds(Proof::Listed))
            .or_else(|| if kind == Name::Password { holds(Proof::Said) } else { None }),
        // "Pass `x` to …".
        Joint::Blank
            if value.is_quoted
                && line[..value.range.start].ends_with('`')
                && line[name.clone()].eq_ignore_ascii_case("pass") =>
        {
            None
        }
        Joint::Blank if value.is_quoted => match kind {
            Name::Password => {
                holds(Proof::Password(Some(Place::Login))).or_else(|| holds(Proof::Literal))
            }
            Name::Key | Name::Weak => holds(Proof::Literal),
        },
        Joint::Blank if is_flag => holds(Proof::Argument).or_else(|| {
            let rest = line[value.range.end..].trim_start();
            let is_end = rest.is_empty() || rest.starts_with(['-', '|', '\\']);
            let is_given = kind == Name::Password && is_end && text.len() >= 8;
            (is_given && line[name.clone()].starts_with("--")).then(|| holds(Proof::Given))?
        }),
        Joint::Blank => after_blank(line, &found, kind),
        Joint::Said => match kind {
            Name::Password => holds(Proof::Said).or_else(|| holds(Proof::Note)),
            Name::Weak if text.contains('.') => None,
            Name::Key | Name::Weak => holds(Proof::Note),
        },
        Joint::Markup | Joint::Compared | Joint::Listed | Joint::Called => None,
    }
}

/// Whether a name without blanks around its `=` is written in capitals: `PGPASSWORD=…`.
fn is_setting(line: &str, name: &Range<usize>) -> bool {
    let is_tight = line[name.end..].starts_with('=');
    is_tight && !line[name.clone()].bytes().any(|byte| byte.is_ascii_lowercase())
}

/// Whether a value is of letters, digits and many other characters without any order.
fn is_noise(text: &str) -> bool {
    let n_special = text.bytes().filter(u8::is_ascii_punctuation).count();
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    text.is_ascii()
        && has_digit
        && text.matches([' ', '\t']).count() * 20 <= text.len()
        && !["{{", "${", "<%", "://", "(?", "A-Z", "a-z", "0-9"]
            .iter()
            .any(|mark| text.contains(mark))
        && n_special * 12 >= text.len()
        && n_special * 2 <= text.len()
        && changes(text) * 100 >= text.len() * 40
        && entropy(text) >= 4.2
}

/// A value after a blank: of a configuration file, or at the end of a sentence.
fn after_blank(line: &str, found: &Found<'_>, kind: Name) -> Option<Range<usize>> {
    const DIRECTIVES: [&str; 13] = [
        "#define",
        "define",
        "setq",
        "setf",
        "def",
        "env",
        "arg",
        "export",
        "setenv",
        "set",
        "setx",
        "fastcgi_param",
        "declare",
    ];
    let head = line[..found.start].trim_start_matches([' ', '\t', '(', '/', ';', '*', '-']);
    let is_directive = head
        .trim_end()
        .rsplit([' ', '('])
        .any(|word| DIRECTIVES.contains(&word.to_ascii_lowercase().as_str()));
    let text = &line[found.value.clone()];
    let rest = line[found.value.end..].trim();
    // `password 7 0822…`: the number of the encoding.
    if text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_digit()) && !rest.is_empty() {
        let start = line.len() - line[found.value.end..].trim_start().len();
        let n = line[start..].find([' ', '\t', '\r']).unwrap_or(line.len() - start);
        return Found { value: start..start + n, ..found.clone() }.holds(Proof::Given);
    }
    let n_words = rest.split_whitespace().count();
    if is_directive {
        return found
            .holds(Proof::Bare)
            .or_else(|| if kind == Name::Password { found.holds(Proof::Given) } else { None });
    }
    let is_setting = head.is_empty()
        || line[found.start..].starts_with(|c: char| c.is_ascii_lowercase()) && n_words <= 1;
    let lead = head.split_whitespace().count();
    match kind {
        Name::Password if is_setting && n_words <= 2 && lead <= 8 => {
            found.holds(Proof::Said).or_else(|| {
                let name = line[found.start..found.value.start].trim_end();
                let is_config = (head.is_empty() || head == "enable ")
                    && n_words == 0
                    && (name.contains(['_', 'w']) || name.len() > 4 && name.ends_with("pass"));
                if is_config { found.holds(Proof::Given) } else { None }
            })
        }
        Name::Key
            if is_uuid(text)
                && line[found.start..]
                    .get(..6)
                    .is_some_and(|name| name.eq_ignore_ascii_case("bearer")) =>
        {
            Some(found.value.clone())
        }
        Name::Key if n_words <= 2 => found.holds(Proof::Note),
        Name::Password | Name::Key | Name::Weak => None,
    }
}
