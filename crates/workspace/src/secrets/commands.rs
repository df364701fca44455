//! Passwords in commands and statements: `sqlplus scm/…@db`, `net use`, `INSERT INTO users …`.

use super::Span;
use super::logins::{PASSWORD, found, is_mixed_password, push};
use super::passwords::{Place, is_password};
use super::proof::Proof;
use super::values::{Name, is_documentation_word, is_placeholder};
use super::words::{Word, find_words};

/// Passwords in commands: `user/password`, or after a user: `sqlplus scm/…@db`, `net user x …`.
pub(super) fn find_in_command(line: &str, spans: &mut Vec<Span>) {
    if line.len() > 2000 {
        return;
    }
    let lower = line.to_ascii_lowercase();
    let has = |word: &str| lower.contains(word);
    let words = || {
        line.split([' ', '\t', '"', '\'', '|', '`']).filter(|word| !word.is_empty()).map(|word| {
            let start = word.as_ptr() as usize - line.as_ptr() as usize;
            (start, word)
        })
    };
    if has("sqlplus")
        || has("sqlldr")
        || has("userid=")
        || has("rman ")
        || lower.starts_with("connect ")
    {
        for (start, word) in words() {
            let login = word.strip_prefix("userid=").unwrap_or(word);
            if let Some((user, rest)) = login.split_once('/')
                && let Some((password, _)) = rest.split_once('@')
                && !user.is_empty()
            {
                let at = start + word.len() - login.len() + user.len() + 1;
                let range = found(line, start, at..at + password.len()).holds(Proof::Given);
                range.into_iter().for_each(|range| push(spans, range, PASSWORD));
            }
        }
    }
    if let Some(at) = lower.find("oracle:thin:") {
        let login = &line[at + 12..];
        if let Some((password, _)) =
            login.split_once('/').and_then(|(_, rest)| rest.split_once('@'))
        {
            let at = password.as_ptr() as usize - line.as_ptr() as usize;
            let range = found(line, at, at..at + password.len()).holds(Proof::Given);
            range.into_iter().for_each(|range| push(spans, range, PASSWORD));
        }
    }
    // `host:port:database:user:password`, `[host]:587 user:password`.
    let is_row = line.split(':').count() == 5 && !line.contains([' ', '/', '"', '(']);
    let is_relay = line.starts_with('[') && line.contains("]:") && line.split(':').count() == 3;
    if is_row || is_relay {
        let at = line.rfind(':').map_or(0, |at| at + 1);
        let password = line[at..].trim_end();
        if password.len() >= 4 && !is_placeholder(password) && !is_documentation_word(password) {
            push(spans, at..at + password.len(), PASSWORD);
        }
    }
    if has("net use") {
        for (start, word) in words().skip(2) {
            if !word.starts_with(['/', '\\', '-']) && is_mixed_password(word) {
                push(spans, start..start + word.len(), PASSWORD);
            }
        }
    }
    if has("chpasswd") || has("htpasswd") {
        for (start, word) in words() {
            if let Some((user, password)) =
                word.split_once(':').or_else(|| has("htpasswd").then_some(("", word)))
                && (is_password(password, Place::Login) && !user.is_empty()
                    || is_mixed_password(password))
            {
                let at = start + word.len() - password.len();
                push(spans, at..at + password.len(), PASSWORD);
            }
        }
    }
}

/// The password in `INSERT INTO users (login, password) VALUES ('…', '…')`.
pub(super) fn find_in_insert(line: &str, spans: &mut Vec<Span>) {
    let lower = line.to_ascii_lowercase();
    let Some((into, values)) = lower.find("insert into").zip(lower.find("values")) else { return };
    let Some(open) = lower.get(into..values).and_then(|head| head.find('(')) else { return };
    let is_secret = |column: &str| {
        let is_name = |word| matches!(word, Word::Names(Name::Password | Name::Key));
        find_words(&format!(" {} ", column.trim())).iter().any(|hit| is_name(hit.word))
    };
    let Some(column) = lower[into + open..values].split(',').position(is_secret) else { return };
    let mut at = values;
    while let Some(row) = line[at..].find('(').map(|n| at + n + 1) {
        let (mut number, mut from, mut quote) = (0, row, None);
        let mut end = line.len();
        for (n, c) in line[row..].char_indices() {
            match (quote, c) {
                (None, '\'' | '"') => quote = Some(c),
                (Some(open), c) if c == open => quote = None,
                (None, ',' | ')') => {
                    let text = line[from..row + n].trim();
                    let bare = text.trim_start_matches('N').trim_matches(['\'', '"']);
                    let is_quoted = bare.len() < text.len();
                    if number == column && is_quoted && is_inserted(bare) {
                        let start = bare.as_ptr() as usize - line.as_ptr() as usize;
                        push(spans, start..start + bare.len(), PASSWORD);
                    }
                    (number, from) = (number + 1, row + n + 1);
                    if c == ')' {
                        end = row + n + 1;
                        break;
                    }
                }
                _ => {}
            }
        }
        at = end;
    }
}

fn is_inserted(value: &str) -> bool {
    value.len() >= 5
        && !value.contains(['(', '[', '{', '?', ' '])
        && !is_placeholder(value)
        && !is_documentation_word(value)
}
