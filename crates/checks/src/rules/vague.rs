//! A claim must say something: more than the name of its subject and words that fit everything.

use std::collections::HashSet;
use std::sync::OnceLock;

use rutter_domain::words::{is_stop_word, tokenize};

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::context::SubjectContext;
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

/// Words that promise content and give none.
const EMPTY: &str = "\
thing things stuff various needed necessary appropriate appropriately accordingly helper helpers utility \
utilities general generic miscellaneous something somehow somewhere work works job logic functionality \
functionalities operation operations task tasks purpose purposes relevant related data information properly \
correctly useful common necessary kind kinds way ways certain several everything whatever routine processing \
handling managing process processes handle handles manage manages deal deals does do used use using small \
simple basic important required internal code component implementation feature features behaviour behavior \
responsible main part parts functionality piece thing \
logic perform performs provide provides provided contain contains implement implements care core central key \
essential suggests says input inputs output outputs result results working different throughout codebase system place \
magic happens aspects concerns matters details actions steps support supports allows expected proper correct etc \
stuff application program project abstraction entity element item unit building block fundamental specific particular \
method function class module structure struct object type constant variable value";

/// Phrases that announce content and give none.
const EMPTY_PHRASES: &[&str] = &[
    "as needed",
    "as necessary",
    "as appropriate",
    "as required",
    "and so on",
    "things where",
    "where they need to go",
    "various",
    "things",
    "stuff",
    "where needed",
    "when needed",
    "wherever needed",
    "in the usual way",
    "as usual",
    "and such",
    "and the like",
    "that may occur",
    "that can occur",
    "what is needed",
    "whatever is needed",
];

/// Verbs that fit everything.
const VAGUE_VERBS: &[&str] =
    &["does", "handles", "deals", "manages", "processes", "performs", "works", "helps"];

/// The reason against a claim without content.
pub(crate) const NOTHING_SAID: &str = "it says nothing that could be checked";

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    match says_nothing(statement, context) {
        true => vec![Problem::not_shown(NOTHING_SAID)],
        false => Vec::new(),
    }
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
        if is_meaningful(&word.lower) {
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
        statement.has_phrase(EMPTY_PHRASES) && (VAGUE_VERBS.contains(&first) || n_other <= 1);
    let is_label = n_empty > 1 && n_other < 2 && !has_verb(statement);
    n_empty > 0 && n_other == 0 || is_label || is_vague
}

/// Whether a claim begins by saying what the subject does.
fn has_verb(statement: &Statement) -> bool {
    statement.words.first().is_some_and(|word| {
        word.lower.ends_with('s')
            && !VAGUE_VERBS.contains(&word.lower.as_str())
            && word.lower != "this"
    })
}

/// Small words that make a claim: "does nothing", "never".
fn is_meaningful(word: &str) -> bool {
    matches!(word, "nothing" | "never" | "not" | "no" | "none" | "all" | "only")
}

fn empty() -> &'static HashSet<String> {
    static STEMS: OnceLock<HashSet<String>> = OnceLock::new();
    STEMS.get_or_init(|| tokenize(EMPTY).into_iter().collect())
}

#[cfg(test)]
mod tests {
    use crate::tests::check;

    const FILES: &str = "\
//- src/mail.ts
/** Sends a mail through the relay. */
export function sendMail(cfg: Config, msg: string): number {
    return relay.push(cfg.host, msg);
}
";

    #[test]
    fn a_claim_without_content_is_not_shown() {
        let nothing = "not shown: it says nothing that could be checked";
        check(
            FILES,
            "src/mail.ts",
            &[
                ("sendMail", "Does things.", nothing),
                ("sendMail", "Handles the data as needed.", nothing),
                ("sendMail", "A helper function.", nothing),
                ("sendMail", "Utility for processing.", nothing),
                ("sendMail", "A function that handles the mail.", nothing),
                ("sendMail", "Sends the message to the configured host.", "supported"),
            ],
        );
    }
}
