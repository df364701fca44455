//! Statements about the subject that are certainly true or certainly false, whatever its entry says.
//!
//! They are read off the code: which names it calls, which words its signature has; and what others say
//! about other symbols. Who calls a certainly true one wrong, or supports a certainly false one, has not
//! read the code. True and false ones are worded alike, so that the wording gives nothing away.

use std::collections::HashSet;

use rutter_domain::ReferenceKind;

use super::Random;
use crate::knowledge::Knowledge;
use rutter_checks::{Statement, SubjectContext, cut_claims};

/// At most this many statements of each kind are offered; fewer are asked.
const MOST_OFFERED: usize = 12;

/// Statements about other symbols, at most.
const MOST_NEIGHBOURS: usize = 2;

/// Names are made up of these if the file has too few.
const VERBS: [&str; 12] = [
    "rebuild", "flush", "resolve", "merge", "rotate", "expand", "publish", "restore", "collect",
    "attach", "migrate", "compact",
];
const NOUNS: [&str; 12] = [
    "ledger", "pending", "alias", "windows", "badges", "archive", "topics", "session", "outline",
    "handle", "records", "segments",
];

/// True and false statements about a subject, in random order; those to ask first come first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Controls {
    pub(crate) right: Vec<String>,
    pub(crate) wrong: Vec<String>,
    /// Names of the project that have nothing to do with the subject.
    pub(crate) strangers: Vec<String>,
}

pub(super) fn controls_of(
    knowledge: &Knowledge,
    context: &SubjectContext<'_>,
    random: &mut Random,
) -> Controls {
    let mut controls = Controls { strangers: strangers(context, random), ..Controls::default() };
    let mut called: Vec<&str> = context
        .references()
        .filter(|(_, kind, _)| *kind == ReferenceKind::Call)
        .map(|(name, ..)| name)
        .filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_') && name.len() > 2)
        .collect();
    called.sort_unstable();
    called.dedup();
    let right = &mut controls.right;
    right.extend(called.into_iter().take(MOST_OFFERED).map(calls));
    right.extend(words_of(&context.symbol().signature, context).iter().map(|it| in_signature(it)));
    right.extend(words_of(&context.code, context).iter().map(|it| in_code(it)));
    let is_wide = context.subject.is_wide();
    if !is_wide {
        right.push(defines(&context.symbol().name));
    }
    random.shuffle(right);
    for name in &controls.strangers {
        controls.wrong.extend([calls(name), in_code(name)]);
        // What is wider than a file has no signature and no name in the code.
        if !is_wide {
            controls.wrong.extend([in_signature(name), defines(name)]);
        }
    }
    random.shuffle(&mut controls.wrong);
    // What looks most like a claim is always asked.
    let mut wrong = neighbours(knowledge, context, random);
    wrong.append(&mut controls.wrong);
    controls.wrong = wrong;
    controls
}

fn calls(name: &str) -> String {
    format!("Its code calls something named `{name}`.")
}

fn in_signature(name: &str) -> String {
    format!("The word `{name}` stands in its signature.")
}

fn in_code(name: &str) -> String {
    format!("The word `{name}` stands in its code.")
}

fn defines(name: &str) -> String {
    format!("The name that it defines is `{name}`.")
}

/// The longer words of a text, without the subject's own name; short ones if there are no others.
fn words_of(text: &str, context: &SubjectContext<'_>) -> Vec<String> {
    let mut words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.len() > 1 && word.starts_with(|c: char| c.is_alphabetic()))
        .filter(|word| *word != context.symbol().name)
        .map(str::to_owned)
        .collect();
    words.sort_unstable_by_key(|word| (std::cmp::Reverse(word.len()), word.clone()));
    words.dedup();
    words.truncate(MOST_OFFERED);
    words
}

/// Symbols of the same file that neither use the subject nor are used by it, nor named in its code;
/// and made-up names.
fn strangers(context: &SubjectContext<'_>, random: &mut Random) -> Vec<String> {
    const N_MADE_UP: usize = 4;
    let own = context.symbol();
    let symbols = context.facts().symbols.iter().map(|symbol| symbol.name.as_str());
    let mut names: Vec<String> = symbols
        .filter(|name| *name != own.name && name.len() > 3 && !context.shows(name))
        .map(str::to_owned)
        .collect();
    names.sort_unstable();
    names.dedup();
    random.shuffle(&mut names);
    names.truncate(MOST_OFFERED);
    let (mut verbs, mut nouns) = (VERBS, NOUNS);
    random.shuffle(&mut verbs);
    random.shuffle(&mut nouns);
    let made_up = verbs.iter().zip(nouns).map(|(verb, noun)| format!("{verb}_{noun}"));
    names.extend(made_up.filter(|name| !context.shows(name)).take(N_MADE_UP));
    names
}

/// Statements about other symbols, most of whose words have nothing to do with this one.
fn neighbours(
    knowledge: &Knowledge,
    context: &SubjectContext<'_>,
    random: &mut Random,
) -> Vec<String> {
    let own = context.symbol();
    let is_other =
        |path: &str, symbol: &str| path != context.path() || symbol != own.qualified_name;
    let symbols = context.facts().symbols.iter();
    let documented = symbols.filter(|symbol| is_other(context.path(), &symbol.qualified_name));
    let mut texts: Vec<String> =
        documented.filter_map(|symbol| symbol.doc.clone()).take(4 * MOST_OFFERED).collect();
    // An unreadable notebook is reported where entries are asked for.
    if let Some(loaded) = knowledge.load_entries().ok().flatten() {
        let others = loaded.rows.iter().map(|row| &row.stored.entry);
        let others = others.filter(|entry| is_other(&entry.path, &entry.symbol));
        texts.extend(others.take(4 * MOST_OFFERED).map(|entry| entry.summary.clone()));
    }
    let mut known: HashSet<String> = HashSet::new();
    let evidence = context.evidence.iter().map(|(_, text)| text.as_str());
    for text in [&*context.code, &*context.doc, &*own.qualified_name].into_iter().chain(evidence) {
        known.extend(rutter_domain::words::tokenize(text));
    }
    let is_foreign = |text: &String| {
        let read = Statement::new(text);
        let words =
            read.words.iter().filter(|word| !rutter_domain::words::is_stop_word(&word.lower));
        let stems: Vec<&Vec<String>> = words.map(|word| &word.stems).collect();
        let n_foreign =
            stems.iter().filter(|stems| stems.iter().all(|stem| !known.contains(stem))).count();
        stems.len() >= 3 && n_foreign * 3 >= stems.len() * 2
    };
    let mut found: Vec<String> =
        texts.iter().filter_map(|text| cut_claims(text).into_iter().next()).collect();
    found.retain(|text| text.chars().count() <= 160 && is_foreign(text));
    found.sort_unstable();
    found.dedup();
    random.shuffle(&mut found);
    found.truncate(MOST_NEIGHBOURS);
    found
}
