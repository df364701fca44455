//! Looks for all that is secret on one line. Start at [`find`].

use super::tokens::{Around, Unnamed};
use super::values::Name;
use super::words::{Hit, Word, find_words};
use super::{Span, commands, labelled, logins, notes, tokens};

/// Longer lines are looked at in pieces: nothing on them says something about all of them.
const MOST_BYTES: usize = 2000;

/// Adds what is secret on a line, and returns the length of its longest run.
pub(super) fn find(line: &str, unnamed: Unnamed, spans: &mut Vec<Span>) -> usize {
    let (mut from, mut longest) = (0, 0);
    while line.len() - from > MOST_BYTES {
        let to = line.floor_char_boundary(from + MOST_BYTES);
        let is_end = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | ';' | '&');
        let rest = &line[to..line.floor_char_boundary(to + 8 * MOST_BYTES)];
        let to = rest.find(is_end).map_or(to + rest.len(), |at| to + at);
        longest = longest.max(find_shifted(line, from, to, unnamed, spans));
        from = to;
    }
    longest.max(find_shifted(line, from, line.len(), unnamed, spans))
}

fn find_shifted(
    line: &str,
    from: usize,
    to: usize,
    unnamed: Unnamed,
    spans: &mut Vec<Span>,
) -> usize {
    let n_before = spans.len();
    let longest = find_in_piece(&line[from..to], unnamed, spans);
    for span in &mut spans[n_before..] {
        span.start += from;
        span.end += from;
    }
    longest
}

fn find_in_piece(line: &str, unnamed: Unnamed, spans: &mut Vec<Span>) -> usize {
    let hits = find_words(line);
    if hits.is_empty() {
        return tokens::find(line, Around::Nothing, unnamed, spans);
    }
    let mut around = Around::Nothing;
    let mut has_user = false;
    for hit in hits.iter().filter(|hit| !is_in_data(line, hit)) {
        match hit.word {
            Word::Names(Name::Password | Name::Key) | Word::Key => around = Around::Named,
            Word::Names(Name::Weak) | Word::Context => around = around.max(Around::Context),
            Word::Address | Word::Hash | Word::Flag | Word::Command => {}
        }
        let is_login = || {
            line.as_bytes()[hit.at..]
                .first_chunk()
                .is_some_and(|word: &[u8; 2]| word.eq_ignore_ascii_case(b"lo"))
        };
        has_user |= hit.word == Word::Context || hit.word == Word::Names(Name::Weak) && is_login();
    }
    let longest = tokens::find(line, around, unnamed, spans);
    let (mut named_to, mut is_noted) = (0, has_user);
    for (number, hit) in hits.iter().enumerate() {
        let is = |word: &str| line[hit.at..hit.end].eq_ignore_ascii_case(word);
        match hit.word {
            Word::Address => logins::find_in_address(line, hit.at, spans),
            Word::Hash => logins::find_hash(line, hit.at, spans),
            Word::Flag => {
                let has_user = has_user || around == Around::Named;
                logins::find_option(line, hit.at + 1, has_user, spans);
            }
            Word::Names(_) | Word::Key if hit.at >= named_to => {
                named_to = labelled::find(line, &hits[number..], has_user, spans);
            }
            Word::Context if is("basic") => logins::find_basic(line, hit.end, spans),
            Word::Context if is("tochararray") => logins::find_before_call(line, hit.at, spans),
            Word::Context if is("connect") && hit.at == 0 => commands::find_in_command(line, spans),
            Word::Command => commands::find_in_command(line, spans),
            Word::Names(_) | Word::Key | Word::Context => {}
        }
        if matches!(hit.word, Word::Context | Word::Names(Name::Weak | Name::Key)) {
            logins::find_in_call(line, hit.end, spans);
        }
        is_noted |= hit.word == Word::Names(Name::Password);
    }
    if is_noted && line.len() <= MOST_BYTES {
        commands::find_in_insert(line, spans);
    }
    if is_noted {
        notes::find_in_note(line, spans);
    }
    longest
}

/// Whether a word is there by accident: within Base64.
fn is_in_data(line: &str, hit: &Hit) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let bytes = line.as_bytes();
    let n_before = bytes[..hit.at].iter().rev().take_while(|byte| is_part(byte)).count();
    let n_after = bytes[hit.end..].iter().take_while(|byte| is_part(byte)).count();
    let token = &bytes[hit.at - n_before..hit.end + n_after];
    token.len() >= 32 && token.iter().filter(|byte| byte.is_ascii_digit()).count() >= 2
}
