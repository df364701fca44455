//! A claim must say something: more than the name of its subject and words that fit everything.

use std::collections::HashSet;
use std::sync::OnceLock;

use rutter_domain::words::{is_stop_word, tokenize};

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::context::SubjectContext;
use crate::lexicon::vague::{EMPTY, EMPTY_PHRASES, MEANINGFUL, VAGUE_VERBS};
use crate::statement::WordForm;
use crate::{Problem, Statement};

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "vague",
        about: "A claim must say something: more than the name of its subject and words that fit everything.",
        scope: &SubjectScope::ALL,
        code: r"//- src/mail.ts
/** Sends a mail through the relay. */
export function sendMail(cfg: Config, msg: string): number {
    return relay.push(cfg.host, msg);
}
",
        path: "src/mail.ts",
        symbol: "sendMail",
        wrong: Example::Claim("Does things."),
        right: Example::Claim("Sends the message to the configured host."),
    },
    run: Run::Claim(check),
};

/// The reason against a claim without content.
const NOTHING_SAID: &str = "it says nothing that could be checked";

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let problem = says_nothing(statement, context).then(|| Problem::not_shown(NOTHING_SAID));
    problem.into_iter().collect()
}

/// Whether a claim holds no more than the subject's own name and words without content.
fn says_nothing(statement: &Statement, context: &SubjectContext<'_>) -> bool {
    let mut known: HashSet<String> =
        tokenize(&context.symbol().qualified_name).into_iter().collect();
    known.extend(tokenize(context.path()));
    let (mut n_empty, mut n_other) = (0, 0);
    for word in &statement.words {
        match word.form {
            WordForm::Plain => {}
            WordForm::Code | WordForm::Name if word.text == context.symbol().name => {
                continue;
            }
            WordForm::Code | WordForm::Name | WordForm::Number | WordForm::Quoted => return false,
        }
        if MEANINGFUL.has(&word.lower) {
            return false;
        }
        if word.stems.iter().all(|stem| empty().contains(stem)) {
            n_empty += 1;
        } else if !is_stop_word(&word.lower) && !word.stems.iter().all(|stem| known.contains(stem))
        {
            n_other += 1;
        }
    }
    let first = statement.words.first().map_or("", |word| word.lower.as_str());
    let is_vague =
        statement.has_phrase(EMPTY_PHRASES.words()) && (VAGUE_VERBS.has(first) || n_other <= 1);
    let is_label = n_empty > 1 && n_other < 2 && !has_verb(statement);
    n_empty > 0 && n_other == 0 || is_label || is_vague
}

/// Whether a claim begins by saying what the subject does.
fn has_verb(statement: &Statement) -> bool {
    statement.words.first().is_some_and(|word| {
        word.lower.ends_with('s') && !VAGUE_VERBS.has(&word.lower) && word.lower != "this"
    })
}

/// The stems of words without content.
fn empty() -> &'static HashSet<String> {
    static STEMS: OnceLock<HashSet<String>> = OnceLock::new();
    STEMS.get_or_init(|| EMPTY.words().iter().flat_map(|word| tokenize(word)).collect())
}

#[cfg(test)]
mod tests;
