//! Reads the calls that a claim says there are.

use rutter_domain::words::tokenize;

use crate::context::SubjectContext;
use crate::lexicon::Table;
use crate::lexicon::calls::{
    ACTIVE, BEFORE_ACTIVE, CALLED_THINGS, CALLING, INTRODUCING, LINKING, OTHER_NOUNS, PASSIVE,
    READING,
};
use crate::lexicon::users::NEGATIONS;
use crate::statement::{Statement, Word, WordForm, is_name, plain};

/// A call that a claim says there is.
#[derive(Debug)]
pub(super) struct StatedCall {
    pub(super) direction: Direction,
    /// The other end, without arguments.
    pub(super) name: String,
    pub(super) strength: Strength,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Direction {
    /// The subject calls the other.
    Out,
    /// The other calls the subject.
    In,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strength {
    /// "calls": the call is in the code itself.
    Direct,
    /// "uses", "delegates to": it may go through another function.
    Loose,
    /// "through", "with": says only that there is a link.
    Related,
}

/// The strength of a verb: the label of its row.
fn strength_in(table: &Table, verb: &str) -> Option<Strength> {
    let row = table.rows().find(|row| row.words().any(|word| word == verb))?;
    Some(match row.label {
        "direct" => Strength::Direct,
        "loose" => Strength::Loose,
        _ => Strength::Related,
    })
}

/// The calls of a claim; those that it denies are left out.
pub(super) fn stated_calls(statement: &Statement, context: &SubjectContext<'_>) -> Vec<StatedCall> {
    let mut found = Vec::new();
    for at in 0..statement.words.len() {
        found.extend(passive(statement, at, context));
        found.extend(active(statement, at));
        found.extend(called_by_named(statement, at));
    }
    found
}

/// "called only by `a` and `b`".
fn passive(statement: &Statement, at: usize, context: &SubjectContext<'_>) -> Vec<StatedCall> {
    let words = &statement.words;
    let verb = plain(words.get(at));
    let Some(strength) = verb.and_then(|verb| strength_in(&PASSIVE, verb)) else {
        return Vec::new();
    };
    let is_error = matches!(verb, Some("raised" | "thrown"));
    if is_error && !context.symbol().kind.is_type() {
        return Vec::new();
    }
    let adverbs = (at + 1..words.len()).take(3);
    let by = adverbs.take_while(|next| !words[next - 1].ends_phrase).find(|next| {
        let word = plain(words.get(*next));
        matches!(word, Some("by")) || word == Some("from") && strength == Strength::Direct
    });
    let Some(by) = by else { return Vec::new() };
    let is_direct = (at + 1..by).any(|between| words[between].lower == "directly");
    if is_negated(statement, at) || !is_about_subject(statement, at, context) {
        return Vec::new();
    }
    let strength = if is_direct { Strength::Direct } else { strength };
    stated(statement, by + 1, Direction::In, strength)
}

/// Of "the lock used by `a`" and "the hook is called by `a`" the lock and the hook are used, unless the
/// subject is such a thing itself.
fn is_about_subject(statement: &Statement, at: usize, context: &SubjectContext<'_>) -> bool {
    let words = &statement.words;
    let is_linking =
        |word: &Word| word.form == WordForm::Plain && LINKING.has(&word.lower) && !word.ends_phrase;
    let Some(before) = words[..at].iter().rev().find(|word| !is_linking(word)) else { return true };
    before.ends_phrase
        || is_name(before) && bare_name(&before.text) == context.symbol().name
        || CALLED_THINGS.has(&before.lower)
        || context.symbol().kind.is_data()
        || tokenize(&context.symbol().name).iter().any(|stem| before.stems.contains(stem))
}

/// "calls `a`, `b` and `c`".
fn active(statement: &Statement, at: usize) -> Vec<StatedCall> {
    let words = &statement.words;
    let is_here = |phrase: &&&str| {
        phrase.split(' ').enumerate().all(|(n, part)| plain(words.get(at + n)) == Some(part))
    };
    let Some(phrase) = ACTIVE.words().iter().find(is_here) else { return Vec::new() };
    let Some(strength) = strength_in(&ACTIVE, phrase) else { return Vec::new() };
    let names_at = at + phrase.split(' ').count();
    if is_negated(statement, at) {
        return Vec::new();
    }
    // Only the subject of the entry is asked about: another name before the verb is its subject.
    let is_of_subject = match at.checked_sub(1).map(|before| &words[before]) {
        None => true,
        Some(word) if is_name(word) => word.ends_phrase,
        Some(word) if matches!(word.lower.as_str(), "which" | "that") => false,
        Some(word) => {
            word.ends_phrase || strength != Strength::Direct || BEFORE_ACTIVE.has(&word.lower)
        }
    };
    if !is_of_subject {
        return Vec::new();
    }
    stated(statement, names_at, Direction::Out, strength)
}

/// "`a` and `b` call it".
fn called_by_named(statement: &Statement, at: usize) -> Vec<StatedCall> {
    let words = &statement.words;
    let strength = match plain(words.get(at)) {
        Some(verb) if CALLING.has(verb) => Strength::Direct,
        Some(verb) if READING.has(verb) => Strength::Loose,
        Some(_) | None => return Vec::new(),
    };
    let has_object = matches!(plain(words.get(at + 1)), Some("it" | "this"));
    let mut found = Vec::new();
    let mut next = at;
    while let Some(before) = next.checked_sub(1).filter(|before| is_name(&words[*before])) {
        let name = bare_name(&words[before].text);
        found.push(StatedCall { direction: Direction::In, name, strength });
        next = match before.checked_sub(1) {
            Some(joint) if matches!(plain(words.get(joint)), Some("and" | "or")) => joint,
            Some(joint) if is_name(&words[joint]) && words[joint].ends_phrase => before,
            Some(_) | None => break,
        };
    }
    if has_object { found } else { Vec::new() }
}

fn stated(
    statement: &Statement,
    at: usize,
    direction: Direction,
    strength: Strength,
) -> Vec<StatedCall> {
    let names = listed(statement, at).into_iter().map(|at| bare_name(&statement.words[at].text));
    let names = names.filter(|name| !name.is_empty());
    names.map(|name| StatedCall { direction, name, strength }).collect()
}

/// The names of a list that begins here. A list without "and" has one name: what follows a comma
/// begins something else.
fn listed(statement: &Statement, start: usize) -> Vec<usize> {
    let words = &statement.words;
    let mut found = Vec::new();
    let mut is_closed = false;
    let mut at = start;
    loop {
        let introduces = |at: usize| {
            plain(words.get(at)).is_some_and(|word| INTRODUCING.has(word)) && !words[at].ends_phrase
        };
        at = (at..words.len()).take(3).find(|at| !introduces(*at)).unwrap_or(words.len());
        if !words.get(at).is_some_and(is_name) {
            break;
        }
        // A module or a file is not a function.
        let is_function = !plain(words.get(at + 1)).is_some_and(|word| OTHER_NOUNS.has(word));
        if is_function {
            found.push(at);
        }
        let has_comma = words[at].ends_phrase;
        at += 1;
        match plain(words.get(at)) {
            Some("and" | "or") => {
                is_closed = true;
                at += 1;
            }
            Some(_) | None if has_comma && words.get(at).is_some_and(is_name) => {}
            Some(_) | None => break,
        }
    }
    if !is_closed {
        found.truncate(1);
    }
    found
}

fn is_negated(statement: &Statement, at: usize) -> bool {
    let before = &statement.words[at.saturating_sub(3)..at];
    let start = before.iter().rposition(|word| word.ends_phrase).map_or(0, |last| last + 1);
    before[start..].iter().any(|word| NEGATIONS.has(&word.lower))
}

/// `Store.find` of `Store.find(id)`, `encode` of `encode/1`; empty if it is not a name.
pub(crate) fn bare_name(text: &str) -> String {
    let head = text.split(['(', ' ', '<', '[']).next().unwrap_or("");
    let head = head.trim_start_matches(['&', '*', '@', '$', ':']);
    let arity = head.rsplit_once('/').filter(|(_, tail)| tail.bytes().all(|b| b.is_ascii_digit()));
    arity.map_or(head, |(name, _)| name).to_owned()
}
