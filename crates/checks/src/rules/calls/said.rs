//! Reads from a claim which calls it says there are.

use rutter_domain::words::tokenize;

use crate::context::SubjectContext;
use crate::statement::{Statement, Word, WordForm, is_name, plain};

/// A call that a claim says there is, or is not.
#[derive(Debug)]
pub(super) struct SaidCall {
    pub(super) who: Who,
    /// The other end, without arguments.
    pub(super) name: String,
    pub(super) strength: Strength,
    pub(super) is_negated: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Who {
    SubjectCalls,
    CallsSubject,
    /// Another symbol, by name.
    OtherCalls(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strength {
    /// "calls": the call stands in the code itself.
    Direct,
    /// "uses", "delegates to": it may go through another function.
    Loose,
    /// "through", "with": says only that there is a link.
    Related,
}

const ACTIVE: [(&str, Strength); 16] = [
    ("calls", Strength::Direct),
    ("calling", Strength::Direct),
    ("call", Strength::Direct),
    ("invokes", Strength::Direct),
    ("invoking", Strength::Direct),
    ("invoke", Strength::Direct),
    ("delegates to", Strength::Loose),
    ("delegating to", Strength::Loose),
    ("forwards to", Strength::Loose),
    ("falls back to", Strength::Related),
    ("wraps", Strength::Related),
    ("asks", Strength::Related),
    ("uses", Strength::Related),
    ("using", Strength::Related),
    ("through", Strength::Related),
    ("via", Strength::Related),
];
const PASSIVE: [(&str, Strength); 10] = [
    ("called", Strength::Direct),
    ("invoked", Strength::Direct),
    ("used", Strength::Loose),
    ("needed", Strength::Loose),
    ("shared", Strength::Loose),
    ("consumed", Strength::Loose),
    ("raised", Strength::Loose),
    ("thrown", Strength::Loose),
    ("read", Strength::Loose),
    ("consulted", Strength::Loose),
];
/// Between a verb and the name that it is about.
const INTRODUCING: [&str; 20] = [
    "the", "its", "both", "either", "a", "an", "helper", "method", "function", "private", "public",
    "own", "then", "only", "just", "every", "each", "same", "first", "finally",
];
/// Before a third person verb whose subject is the subject of the entry.
const BEFORE_ACTIVE: [&str; 21] = [
    "it",
    "and",
    "then",
    "also",
    "only",
    "never",
    "first",
    "finally",
    "internally",
    "by",
    "before",
    "after",
    "without",
    "not",
    "doesn't",
    "otherwise",
    "but",
    "always",
    "simply",
    "just",
    "repeatedly",
];
const NEGATIONS: [&str; 11] = [
    "never", "not", "doesn't", "don't", "without", "instead", "rather", "isn't", "no", "avoids",
    "cannot",
];

/// Every call that the claim speaks about.
pub(super) fn said_calls(statement: &Statement, context: &SubjectContext<'_>) -> Vec<SaidCall> {
    let mut found = Vec::new();
    for at in 0..statement.words.len() {
        found.extend(passive(statement, at, context));
        found.extend(active(statement, at));
        found.extend(called_by_named(statement, at));
    }
    found
}

pub(super) fn says_recursive(statement: &Statement) -> bool {
    let phrases = [
        "calls itself",
        "invokes itself",
        "call itself",
        "is recursive",
        "recursive function",
        "recursive method",
        "recursive helper",
    ];
    phrases
        .iter()
        .any(|phrase| statement.find_phrase(phrase).iter().any(|at| !is_negated(statement, *at)))
}

/// "called only by `a` and `b`".
fn passive(statement: &Statement, at: usize, context: &SubjectContext<'_>) -> Vec<SaidCall> {
    let words = &statement.words;
    let verb = plain(words.get(at));
    let Some((_, strength)) = PASSIVE.iter().find(|(passive, _)| verb == Some(passive)) else {
        return Vec::new();
    };
    let is_error = matches!(verb, Some("raised" | "thrown"));
    if is_error && !context.symbol().kind.is_type() {
        return Vec::new();
    }
    let adverbs = (at + 1..words.len()).take(3);
    let by = adverbs.take_while(|next| !words[next - 1].ends_phrase).find(|next| {
        let word = plain(words.get(*next));
        matches!(word, Some("by")) || word == Some("from") && *strength == Strength::Direct
    });
    let Some(by) = by else { return Vec::new() };
    let is_direct = (at + 1..by).any(|between| words[between].lower == "directly");
    if !is_about_subject(statement, at, context) {
        return Vec::new();
    }
    let strength = if is_direct { Strength::Direct } else { *strength };
    said(statement, by + 1, Who::CallsSubject, strength, is_negated(statement, at))
}

/// Of "the lock used by `a`" and "the hook is called by `a`" the lock and the hook are used, unless the
/// subject is such a thing itself.
fn is_about_subject(statement: &Statement, at: usize, context: &SubjectContext<'_>) -> bool {
    let words = &statement.words;
    let is_linking = |word: &Word| {
        let linking = ["is", "are", "also", "only", "mainly", "and", "gets", "being", "directly"];
        word.form == WordForm::Plain && linking.contains(&word.lower.as_str()) && !word.ends_phrase
    };
    let Some(before) = words[..at].iter().rev().find(|word| !is_linking(word)) else { return true };
    let subjects = [
        "it",
        "this",
        "that",
        "which",
        "method",
        "function",
        "class",
        "helper",
        "constant",
        "type",
        "constructor",
        "routine",
        "error",
        "exception",
        "value",
        "limit",
        "not",
        "never",
        "private",
    ];
    before.ends_phrase
        || is_name(before) && bare_name(&before.text) == context.symbol().name
        || subjects.contains(&before.lower.as_str())
        || context.symbol().kind.is_data()
        || tokenize(&context.symbol().name).iter().any(|stem| before.stems.contains(stem))
}

/// "calls `a`, `b` and `c`".
fn active(statement: &Statement, at: usize) -> Vec<SaidCall> {
    let words = &statement.words;
    let found = ACTIVE.iter().find(|(phrase, _)| {
        phrase.split(' ').enumerate().all(|(n, part)| plain(words.get(at + n)) == Some(part))
    });
    let Some((phrase, strength)) = found else { return Vec::new() };
    let names_at = at + phrase.split(' ').count();
    let is_negated = is_negated(statement, at);
    let before = at.checked_sub(1).map(|before| &words[before]);
    let who = match before {
        None => Who::SubjectCalls,
        Some(word) if word.ends_phrase && word.form == WordForm::Plain => Who::SubjectCalls,
        Some(word) if is_name(word) && *strength == Strength::Direct && !word.ends_phrase => {
            Who::OtherCalls(bare_name(&word.text))
        }
        Some(word) if matches!(word.lower.as_str(), "which" | "that" | "who") => {
            match at.checked_sub(2).map(|owner| &words[owner]) {
                Some(owner) if is_name(owner) && *strength == Strength::Direct => {
                    Who::OtherCalls(bare_name(&owner.text))
                }
                Some(_) | None => return Vec::new(),
            }
        }
        Some(word) if is_name(word) && !word.ends_phrase => return Vec::new(),
        Some(word) if is_name(word) || *strength != Strength::Direct => Who::SubjectCalls,
        Some(word) if BEFORE_ACTIVE.contains(&word.lower.as_str()) => Who::SubjectCalls,
        Some(_) => return Vec::new(),
    };
    said(statement, names_at, who, *strength, is_negated)
}

/// "`a` and `b` call it".
fn called_by_named(statement: &Statement, at: usize) -> Vec<SaidCall> {
    let words = &statement.words;
    let strength = match plain(words.get(at)) {
        Some("calls" | "call" | "invokes" | "invoke") => Strength::Direct,
        Some("uses" | "use" | "reads" | "read" | "needs" | "consults") => Strength::Loose,
        _ => return Vec::new(),
    };
    let has_object = matches!(plain(words.get(at + 1)), Some("it" | "this"));
    let mut found = Vec::new();
    let mut next = at;
    while let Some(before) = next.checked_sub(1).filter(|before| is_name(&words[*before])) {
        found.push(SaidCall {
            who: Who::CallsSubject,
            name: bare_name(&words[before].text),
            strength,
            is_negated: false,
        });
        next = match before.checked_sub(1) {
            Some(joint) if matches!(plain(words.get(joint)), Some("and" | "or")) => joint,
            Some(joint) if is_name(&words[joint]) && words[joint].ends_phrase => before,
            Some(_) | None => break,
        };
    }
    if has_object { found } else { Vec::new() }
}

fn said(
    statement: &Statement,
    at: usize,
    who: Who,
    strength: Strength,
    is_negated: bool,
) -> Vec<SaidCall> {
    let names = listed(statement, at).into_iter().map(|at| bare_name(&statement.words[at].text));
    let names = names.filter(|name| !name.is_empty());
    names.map(|name| SaidCall { who: who.clone(), name, strength, is_negated }).collect()
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
            plain(words.get(at)).is_some_and(|word| INTRODUCING.contains(&word))
                && !words[at].ends_phrase
        };
        at = (at..words.len()).take(3).find(|at| !introduces(*at)).unwrap_or(words.len());
        if !words.get(at).is_some_and(is_name) {
            break;
        }
        // A module or a file is no function.
        let is_function = !matches!(
            plain(words.get(at + 1)),
            Some(
                "module"
                    | "package"
                    | "file"
                    | "crate"
                    | "argument"
                    | "parameter"
                    | "option"
                    | "field"
            )
        );
        if is_function {
            found.push(at);
        }
        let has_comma = words[at].ends_phrase;
        at += 1;
        match plain(words.get(at)) {
            Some("and" | "or" | "nor") => {
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
    before[start..].iter().any(|word| NEGATIONS.contains(&word.lower.as_str()))
}

/// `Store.find` of `Store.find(id)`, `encode` of `encode/1`; empty if it is no name.
pub(crate) fn bare_name(text: &str) -> String {
    let head = text.split(['(', ' ', '<', '[']).next().unwrap_or("");
    let head = head.trim_start_matches(['&', '*', '@', '$', ':']);
    let arity = head.rsplit_once('/').filter(|(_, tail)| tail.bytes().all(|b| b.is_ascii_digit()));
    arity.map_or(head, |(name, _)| name).to_owned()
}
