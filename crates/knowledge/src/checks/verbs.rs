//! A strong verb ("deletes", "encrypts", "retries") needs something that shows it: in the subject's code
//! or documentation, or in the names and documentation of its direct callees.
//!
//! If nothing shows it and the subject is named after the opposite, the claim is contradicted. A verb
//! that is denied ("without locking") must not be called by the subject itself.

use std::collections::HashMap;
use std::sync::OnceLock;

use rutter_domain::{ReferenceKind, SymbolKind};
use rutter_search::tokenize;

use crate::checks::context::{SubjectContext, contains_word};
use crate::checks::lexicon::verbs::{ACTIONS, Action, IRREGULAR};
use crate::checks::said_verbs::{Polarity, said_verbs};
use crate::checks::statement::Word;
use crate::checks::{Problem, Statement};

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    if !has_actions(context) {
        return Vec::new();
    }
    let mut problems = Vec::new();
    problems.extend(lock(statement, context));
    for verb in said_verbs(statement) {
        let word = &statement.words[verb.at];
        let Some(action) = action_of(&word.lower) else { continue };
        if verb.polarity == Polarity::Said && is_opposite_by_name(context, action) {
            problems.push(missing(context, action, &word.lower));
            continue;
        }
        match verb.polarity {
            Polarity::Said if !is_shown(context, action) && !is_paraphrase(&word.lower) => {
                problems.push(missing(context, action, &word.lower));
            }
            Polarity::Said => {}
            Polarity::Denied => {
                let after = statement.words.get(verb.at + 1);
                let ends = word.ends_phrase
                    || after.is_none_or(|next| {
                        matches!(next.lower.as_str(), "anything" | "at" | "any" | "it" | "them")
                    });
                // "An image that is too large is not stored": only some are meant.
                let before = &statement.words[..verb.at];
                let is_passive = before
                    .iter()
                    .rev()
                    .take(2)
                    .any(|word| matches!(word.lower.as_str(), "is" | "are"));
                let ends = ends && !(is_passive && before.iter().any(is_limiting));
                if ends {
                    problems.extend(denied(context, action, &word.lower));
                }
            }
        }
    }
    problems
}

/// Whether a verb is ordinary prose for many things that code does by other names: "undoes the encoding",
/// "splits off the suffix", "installs a handler".
fn is_paraphrase(word: &str) -> bool {
    const VERBS: &str = "restore split undo install attach detach rebuild reconstruct";
    stems(VERBS).any(|stem| stem == stem_of(base_of(word)))
}

/// Words after which a claim is about some cases only.
fn is_limiting(word: &Word) -> bool {
    let words = [
        "if", "when", "unless", "that", "which", "in", "for", "after", "once", "while", "on", "a",
        "an", "without",
    ];
    words.contains(&word.lower.as_str())
}

/// Constants and fields do nothing; what is said of them tells of their users.
fn has_actions(context: &SubjectContext<'_>) -> bool {
    let kind = context.symbol().kind;
    kind.is_callable() || kind.is_container() || kind == SymbolKind::Property
}

/// "Takes the lock", "under the mutex": said by a noun.
fn lock(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    const TAKING: &[&str] =
        &["takes", "take", "taking", "holds", "holding", "acquires", "acquiring", "under"];
    let words = &statement.words;
    let at = words.iter().position(|word| matches!(word.lower.as_str(), "lock" | "mutex"))?;
    let before = &words[at.saturating_sub(4)..at];
    let at_taking = before.iter().rposition(|word| TAKING.contains(&word.lower.as_str()))?;
    let is_denied = words[..at].iter().any(|word| {
        matches!(
            word.lower.as_str(),
            "not" | "no" | "never" | "without" | "unlike" | "must" | "caller"
        )
    });
    let action = action_of("lock")?;
    let is_between = before[at_taking..].iter().any(|word| word.ends_phrase);
    (!is_denied && !is_between && !is_shown(context, action))
        .then(|| Problem::not_shown("nothing in the code takes a lock"))
}

/// Whether the subject is named after the opposite, and nothing has a name after what is said.
fn is_opposite_by_name(context: &SubjectContext<'_>, action: &Action) -> bool {
    let name = tokenize(&context.symbol().name);
    let words = context.vocabulary();
    stems(action.opposite).any(|stem| name.contains(&stem))
        && !stems(action.verbs)
            .any(|stem| words.own.contains(&stem) || words.called.contains(&stem))
}

fn missing(context: &SubjectContext<'_>, action: &Action, said: &str) -> Problem {
    let name = tokenize(&context.symbol().name);
    let opposite = stems(action.opposite).find(|stem| name.contains(stem));
    match opposite {
        Some(opposite) => Problem::contradicted(format!(
            "the code does not show that it {said}; by its name it does the opposite (`{opposite}`)"
        ))
        .at(Some(context.own_lines())),
        None => Problem::not_shown(format!("nothing in the code shows \"{said}\"")),
    }
}

/// A call of the subject that does what the claim denies.
fn denied(context: &SubjectContext<'_>, action: &Action, said: &str) -> Option<Problem> {
    let verbs: Vec<String> = stems(action.verbs).collect();
    let (name, _, line) = context.references().find(|(name, kind, _)| {
        *kind == ReferenceKind::Call
            && tokenize(name)
                .iter()
                .find(|part| part.len() > 1)
                .is_some_and(|part| verbs.contains(part))
    })?;
    let reason = format!("the claim denies \"{said}\", but the code calls `{name}`");
    Some(Problem::contradicted(reason).at(Some(context.line(line))))
}

/// The action that a verb names, in any of its forms.
pub(crate) fn action_of(word: &str) -> Option<&'static Action> {
    static BY_STEM: OnceLock<HashMap<String, &'static Action>> = OnceLock::new();
    let by_stem = BY_STEM.get_or_init(|| {
        let mut found = HashMap::new();
        for action in ACTIONS {
            for stem in stems(action.verbs) {
                found.entry(stem).or_insert(action);
            }
        }
        found
    });
    by_stem.get(&stem_of(base_of(word))).copied()
}

/// The base form of an irregular verb; any other word as it is.
fn base_of(word: &str) -> &str {
    IRREGULAR.iter().find(|(form, _)| *form == word).map_or(word, |(_, base)| base)
}

/// Whether something shows that the subject, or what it calls, does this.
pub(crate) fn is_shown(context: &SubjectContext<'_>, action: &Action) -> bool {
    let words = context.vocabulary();
    let is_word = |stem: String| words.own.contains(&stem) || words.called.contains(&stem);
    stems(action.verbs).chain(stems(action.shown_by)).any(is_word)
        || action.signs.iter().any(|sign| has_sign(&context.code, sign))
}

/// A sign of letters is a keyword, one of other characters an operator.
fn has_sign(code: &str, sign: &str) -> bool {
    match sign.chars().all(char::is_alphabetic) {
        true => contains_word(code, sign),
        false => code.contains(sign),
    }
}

fn stems(words: &'static str) -> impl Iterator<Item = String> {
    words.split_whitespace().map(stem_of)
}

fn stem_of(word: &str) -> String {
    tokenize(word).into_iter().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::checks::tests::check;

    const FILES: &str = "\
//- jobs.py
class Jobs:
    def count(self):
        return len(self.items)

    def remove(self, job):
        del self.items[job]

    def store(self, job):
        with self.mutex.lock():
            self.items[job.id] = job
//- list.go
package list

func Oldest(files []string, n int) []string {
	sort.Strings(files)
	return files[:n]
}
";

    #[test]
    fn a_strong_verb_needs_support() {
        check(
            FILES,
            "jobs.py",
            &[
                ("Jobs.count", "Returns the number of items.", "supported"),
                (
                    "Jobs.count",
                    "Encrypts the items.",
                    "not shown: nothing in the code shows \"encrypts\"",
                ),
                ("Jobs.remove", "Deletes a job.", "supported"),
                (
                    "Jobs.count",
                    "Returns the number of items; the caller encrypts them.",
                    "supported\nsupported",
                ),
            ],
        );
        check(
            FILES,
            "list.go",
            &[
                ("Oldest", "Sorts the files and returns the first `n`.", "supported"),
                (
                    "Oldest",
                    "Sorts the files and compresses them.",
                    "not shown: nothing in the code shows \"compresses\"",
                ),
            ],
        );
    }

    #[test]
    fn a_denied_verb_must_not_be_called() {
        check(
            FILES,
            "jobs.py",
            &[(
                "Jobs.store",
                "Puts a job under its id without locking.",
                "contradicted: the claim denies \"locking\", but the code calls `lock`",
            )],
        );
    }
}
