//! Passwords beside a user or a host: in addresses, options of programs, calls that log in, and
//! notes; and hashes of passwords.

use std::ops::Range;

use rutter_domain::text::truncate;

use super::entropy::looks_random;
use super::passwords::{Place, is_password};
use super::proof::{Found, Proof};
use super::tokens::{Around, is_random};
use super::values::{Name, has_special, is_documentation_word, is_numbered, is_placeholder};
use super::{SecretKind, Span};

pub(super) const PASSWORD: SecretKind = SecretKind("password");

pub(super) fn push(spans: &mut Vec<Span>, range: Range<usize>, kind: SecretKind) {
    spans.push(Span { start: range.start, end: range.end, kind });
}

pub(super) fn found<'a>(line: &'a str, start: usize, value: Range<usize>) -> Found<'a> {
    Found { line, start, name: Name::Password, value }
}

/// The password, the key or the secret path of an address, whose `://` is at a place.
pub(super) fn find_in_address(line: &str, at: usize, spans: &mut Vec<Span>) {
    let start = at + 3;
    let rest = truncate(&line[start..], 2000);
    let is_end = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '`');
    let address = &rest[..rest.find(is_end).unwrap_or(rest.len())];
    let scheme = line[..at].len()
        - line[..at]
            .trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "+.-".contains(c))
            .len();
    let plain = address.find(['/', '?', '#']).unwrap_or(address.len());
    let (host_at, is_odd) = match (address[..plain].rfind('@'), address.rfind('@')) {
        (Some(at), _) if !address[plain..].contains('@') => (Some(at), false),
        (plain, odd) if scheme >= 2 => (odd.or(plain), odd.is_some()),
        (plain, _) => (plain, false),
    };
    if let Some(host) = host_at {
        let login = &address[..host];
        let colon = login.find(':');
        let user = colon.map_or(login, |at| &login[..at]);
        let user = user.split('@').next().unwrap_or(user);
        if user.len() >= 16
            && !user.contains('/')
            && looks_random(user, 16)
            && !is_placeholder(user)
        {
            push(spans, start..start + user.len(), SecretKind("key"));
        }
        if let Some(colon) = colon {
            let value = start + colon + 1..start + host;
            let found = found(line, start.saturating_sub(scheme + 3), value);
            let proof = if is_odd { Proof::OddAddress } else { Proof::Address };
            // The nearest `@` first: what follows may be a path with another.
            let near = login[colon + 1..]
                .find('@')
                .filter(|n| !login[colon + 1..][..*n].contains('/'))
                .map(|n| value_end(&found, n));
            let is_host = address[host + 1..].starts_with(|c: char| {
                c.is_ascii_alphanumeric() || c == '[' || c == '$' || c == '{'
            });
            if let Some(range) = found
                .holds(proof)
                .filter(|_| is_host || !is_odd)
                .or_else(|| near?.holds(Proof::Address))
            {
                push(spans, range, PASSWORD);
            }
        }
    }
    find_secret_path(start, address, spans);
}

fn value_end<'a>(found: &Found<'a>, n_bytes: usize) -> Found<'a> {
    Found { value: found.value.start..found.value.start + n_bytes, ..found.clone() }
}

/// The random part of the path of a webhook.
fn find_secret_path(start: usize, address: &str, spans: &mut Vec<Span>) {
    const HOOKS: [&str; 14] = [
        "hook",
        "/bot",
        "/rpc",
        "infura",
        "/v3/",
        "/v2/",
        "/services/",
        "token",
        "/ping/",
        "/send/",
        "secret",
        "maker.ifttt",
        "alchemy",
        "/notify",
    ];
    let lower = address.to_ascii_lowercase();
    if !HOOKS.iter().any(|hook| lower.contains(hook)) {
        return;
    }
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let is_hook = lower.contains("hook") || lower.contains("/services/");
    let whole = path.find("/services/").map(|at| at + 10).filter(|at| {
        path.rsplit('/').next().is_some_and(|part| part.len() >= 20 && looks_random(part, 20))
            && *at < path.len()
    });
    if let Some(from) = whole {
        return push(spans, start + from..start + path.len(), SecretKind("key"));
    }
    // `/hooks/catch/<number>/<key>/`.
    let mut parts = path.trim_end_matches('/').rsplit('/');
    if let (Some(key), Some(number)) = (parts.next(), parts.next())
        && path.contains("/hooks/")
        && number.len() >= 5
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && key.len() >= 6
        && key.bytes().any(|byte| byte.is_ascii_digit())
    {
        let from = number.as_ptr() as usize - address.as_ptr() as usize;
        let n = path.trim_end_matches('/').len();
        return push(spans, start + from..start + n, SecretKind("key"));
    }
    let mut at = 0;
    for (number, part) in path.split('/').enumerate() {
        let token = part.strip_prefix("bot").unwrap_or(part);
        let is_hex = token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_key = token.len() >= 20 && is_random(token, Around::Context)
            || is_hook && token.len() >= 20 && looks_random(token, 20)
            || is_hex
                && (is_hook
                    || lower.starts_with(|c: char| c.is_ascii_alphabetic())
                        && path.ends_with(part));
        if number > 0 && is_key && !part.contains('.') && !is_placeholder(token) {
            let is_whole = lower.contains("/webhook");
            let end = if is_whole { path.len() } else { at + part.len() };
            // The number of the hook belongs to it.
            let head = path[..at].trim_end_matches(|c: char| c.is_ascii_digit() || c == '/');
            let from = if is_whole && at - head.len() > 8 { head.len() + 1 } else { at };
            push(spans, start + from..start + end, SecretKind("key"));
        }
        at += part.len() + 1;
    }
}

/// A hash of a password whose beginning is at a place: `$…$…`, `{SSHA}…`, `pbkdf2_sha256$…`.
pub(super) fn find_hash(line: &str, at: usize, spans: &mut Vec<Span>) {
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
        && (has_digit || super::entropy::changes(last) * 5 >= last.len() * 2)
        && last.bytes().any(|byte| byte.is_ascii_alphabetic())
        && super::entropy::entropy(last) >= 3.0
        && !is_placeholder(last);
    if is_hash {
        push(
            spans,
            start..start + token.trim_end_matches([',', ':', '.']).len(),
            SecretKind("password hash"),
        );
    }
}

/// The password of an option of one letter, whose `-` is at a place: `-u user:…`, `-p …`.
pub(super) fn find_option(line: &str, at: usize, has_user: bool, spans: &mut Vec<Span>) {
    const PROGRAMS: [&str; 22] = [
        "mysql",
        "mariadb",
        "sshpass",
        "redis-cli",
        "login",
        "ldap",
        "sqlcmd",
        "bcp",
        "osql",
        "mongo",
        "zip",
        "7z",
        "curl",
        "wget",
        "http",
        "xh ",
        "smbclient",
        "twine",
        "push",
        "psexec",
        "isql",
        "rpcclient",
    ];
    let bytes = line.as_bytes();
    let (Some(option), Some(next)) = (bytes.get(at + 1), bytes.get(at + 2)) else { return };
    if !b"pPwWakuUx".contains(option) {
        return;
    }
    let line = truncate(line, at + 600);
    let head = &line[line.floor_char_boundary(at.saturating_sub(300))..at];
    let program =
        PROGRAMS.iter().filter_map(|program| Some((head.rfind(program)?, *program))).max();
    let is_open = matches!(next, b' ' | b'=' | b'\'' | b'"');
    let rest = line[at + 2..].trim_start_matches([' ', '=']);
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
    let rest = quote.map_or(rest, |_| &rest[1..]);
    let end = rest.find(|c: char| match quote {
        Some(quote) => c == quote,
        None => c.is_whitespace() || matches!(c, '"' | '\'' | '|' | ';'),
    });
    let start = line.len() - rest.len();
    let value = start..start + end.unwrap_or(rest.len());
    let text = &line[value.clone()];
    if matches!(option, b'u' | b'U' | b'a' | b'k')
        && let Some(colon) = text.find([':', '%']).filter(|_| is_open)
    {
        let is_program = program.is_some_and(|(_, program)| {
            matches!(program, "curl" | "wget" | "http" | "xh " | "smbclient")
        });
        let password = value.start + colon + 1..value.end;
        let is_told = is_program || is_mixed_password(&line[password.clone()]);
        if colon > 0
            && is_told
            && !text.contains("://")
            && let Some(range) = found(line, start, password).holds(Proof::Given)
        {
            push(spans, range, PASSWORD);
            return;
        }
    }
    let is_attached = match program.map(|(_, program)| program) {
        Some("mysql" | "mariadb" | "sshpass" | "7z") => *option == b'p',
        Some("redis-cli") => *option == b'a' && is_open,
        Some("login" | "mongo" | "twine" | "psexec") => *option == b'p' && is_open,
        Some("push") => b"pk".contains(option) && is_open && looks_random(text, 16),
        Some("ldap") => *option == b'w' && is_open,
        Some("zip") => *option == b'P' && is_open,
        Some("sqlcmd" | "bcp" | "osql" | "isql") => *option == b'P',
        _ => b"pPwW".contains(option) && is_open && has_user && is_mixed_password(text),
    };
    if is_attached
        && !text.starts_with('-')
        && let Some(range) = found(line, start, value).holds(Proof::Given)
    {
        push(spans, range, PASSWORD);
    }
}

/// Whether a value has letters and digits or special characters, and is no name of a file.
pub(super) fn is_mixed_password(value: &str) -> bool {
    let has = |test: fn(&char) -> bool| value.chars().any(|c| test(&c));
    let is_mixed =
        has(char::is_ascii_digit) || has_special(value.trim_end_matches(['!', '?', '*', '+']));
    (6..=40).contains(&value.chars().count())
        && is_mixed
        && value.chars().filter(|c| c.is_alphabetic()).count() >= 3
        && !value.contains(['/', '\\', ':', '=', ',', '(', ')', '{', '[', '<', '>', '|', '@'])
        && !has_file_ending(value)
        && !is_numbered(value)
        && is_password(value, Place::Argument)
}

fn has_file_ending(value: &str) -> bool {
    value.rsplit_once('.').is_some_and(|(_, ending)| {
        (1..=4).contains(&ending.len()) && ending.chars().all(|c| c.is_ascii_alphanumeric())
    })
}

/// Base64 of a user and a password, after `Basic`.
pub(super) fn find_basic(line: &str, end: usize, spans: &mut Vec<Span>) {
    let rest = &line[end..];
    let token = rest.trim_start();
    let start = line.len() - token.len();
    let n = token
        .find(|c: char| !(c.is_ascii_alphanumeric() || "+/_=-".contains(c)))
        .unwrap_or(token.len());
    if n >= 8
        && token.len() < rest.len()
        && let Some(range) = found(line, start, start..start + n).holds(Proof::Login)
    {
        push(spans, range, SecretKind("login"));
    }
}

/// The literals that a call which logs in takes after its first argument.
pub(super) fn find_in_call(line: &str, end: usize, spans: &mut Vec<Span>) {
    // As much as a call with its arguments takes.
    let line = truncate(line, end + 600);
    let rest = &line[end..];
    let is_name =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '.' | '!' | '<' | '>');
    let name = truncate(rest, 60).find(|c: char| !is_name(c)).unwrap_or(0);
    let open = rest[name..].trim_start_matches(['"', '\'', ' ', '=', ':']);
    if !open.starts_with('(') && !open.starts_with("new ") {
        return;
    }
    let Some(start) = open.find('(').map(|at| line.len() - open.len() + at + 1) else { return };
    let mut at = start;
    let mut n_arguments = 0;
    let mut literals = Vec::new();
    while let Some(next) = line[at..].find([',', '"', '\'', ')']) {
        match line.as_bytes()[at + next] {
            b',' => {
                n_arguments += 1;
                at += next + 1;
            }
            b')' if n_arguments > 0 && line[at..at + next].trim().is_empty() => break,
            b')' => at += next + 1,
            quote => {
                let literal = at + next + 1;
                let Some(n) = line[literal..].find(quote as char) else { break };
                let is_argument =
                    line[at..at + next].trim_matches([' ', '(', 'b', '@', '$']).is_empty()
                        || line[at..at + next].ends_with("Some(");
                if is_argument {
                    literals.push((n_arguments, literal..literal + n));
                }
                at = literal + n + 1;
            }
        }
    }
    let head = &line[line.floor_char_boundary(end.saturating_sub(24))..end + name];
    let lower = head.to_ascii_lowercase();
    let is_login = [
        "credential",
        "totp",
        "fernet",
        "auth",
        "login",
        "mysqli",
        "pdo",
        "getconnection",
        "jwt",
        "hmac",
        "sign",
    ]
    .iter()
    .any(|word| lower.contains(word));
    let is_crypto = ["hmac", "totp", "fernet"].iter().any(|word| lower.contains(word));
    for (number, range) in literals {
        let number = if is_crypto { 1 } else { number };
        let text = &line[range.clone()];
        let is_last_word = number > 0 && is_login && !text.contains(['/', ':', '@', ' ', '.']);
        let is_app_password = text.len() == 19
            && text.split(' ').count() == 4
            && text
                .split(' ')
                .all(|part| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_lowercase()));
        let is_secret = is_app_password
            || number > 0
                && (is_mixed_password(text)
                    || is_last_word
                        && is_password(text, Place::Login)
                        && !is_documentation_word(text))
            || number > 0
                && (16..=128).contains(&text.len())
                && !text.contains([' ', '/', '.'])
                && looks_random(text, 16)
                && !is_placeholder(text);
        if is_secret && found(line, range.start, range.clone()).holds(Proof::Given).is_some()
            || is_app_password
        {
            push(spans, range, PASSWORD);
        }
    }
}

/// The literal in front of `.toCharArray()`.
pub(super) fn find_before_call(line: &str, at: usize, spans: &mut Vec<Span>) {
    let Some(head) = line[..at].strip_suffix("\".") else { return };
    let start = head.rfind('"').map_or(0, |at| at + 1);
    if let Some(range) = found(line, start, start..head.len()).holds(Proof::Given) {
        push(spans, range, PASSWORD);
    }
}
