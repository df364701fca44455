//! "Returns A if X, otherwise B": finds the branch that decides on X and compares where A stands.
//!
//! A clause of a claim is an outcome with a condition (`conditions.rs`). A branch of the code is meant if
//! its condition shares a word with the claim's. Both conditions have a polarity (missing or present, more
//! or less, equal or not); if it is the same, the outcome must stand in the consequence, otherwise in the
//! alternative. Only an outcome that stands in exactly one of the two is judged.

use std::collections::HashSet;
use std::ops::Range;

use rutter_search::{is_stop_word, tokenize};
use rutter_syntax::{Branch, Test};

use crate::checks::code_lines::body_lines;
use crate::checks::conditions::{Clause, Polarity, clauses, polarity_of_code, polarity_of_words};
use crate::checks::context::{SubjectContext, contains_word};
use crate::checks::statement::{Word, WordForm};
use crate::checks::verbs::action_of;
use crate::checks::{Problem, Statement};

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    if !context.symbol().kind.is_callable() {
        return Vec::new();
    }
    let found = clauses(&statement.words);
    let mut problems: Vec<Problem> = found
        .iter()
        .filter_map(|clause| judge(clause, context).or_else(|| judge_arms(clause, context)))
        .collect();
    problems.extend(judge_truth(statement, context));
    problems.truncate(1);
    problems
}

/// What is wrong with a clause by the first branch that decides on its condition.
fn judge(clause: &Clause<'_>, context: &SubjectContext<'_>) -> Option<Problem> {
    let text = &context.subject.parsed.text;
    let outcome = Outcome::new(&clause.outcome, clause.other.as_deref());
    if outcome.is_empty() {
        return None;
    }
    let wanted = content_stems(&clause.condition);
    let mut judged: Vec<(bool, u32, String)> = Vec::new();
    for branch in context.branches().iter().filter(|branch| branch.test != Test::Arm) {
        let condition = text.get(branch.condition.clone())?;
        let Some(is_same) = agrees(clause, condition, &wanted) else { continue };
        let is_same = is_same == (branch.test == Test::If);
        let Some(place) = outcome.place(branch, text) else { continue };
        let is_right = (place == Place::Consequence) == is_same;
        judged.push((is_right, line_of(text, &branch.condition), condition.trim().to_owned()));
    }
    // Several branches may decide on the same thing; one that agrees is enough.
    if judged.iter().any(|(is_right, ..)| *is_right) {
        return None;
    }
    let (_, line, condition) = judged.into_iter().next()?;
    let said: Vec<&str> = clause.outcome.iter().map(|word| word.text.as_str()).collect();
    let reason =
        format!("by the branch on `{condition}`, \"{}\" is the other case", said.join(" "));
    Some(Problem::contradicted(reason).at(Some(context.line(line))))
}

/// What is wrong with a clause by the arm whose pattern has what the condition names.
fn judge_arms(clause: &Clause<'_>, context: &SubjectContext<'_>) -> Option<Problem> {
    let text = &context.subject.parsed.text;
    let outcome = Outcome::new(&clause.outcome, clause.other.as_deref());
    let arms: Vec<&Branch> =
        context.branches().iter().filter(|one| one.test == Test::Arm).collect();
    if arms.len() < 2 || outcome.is_empty() || clause.sense != Test::If {
        return None;
    }
    let is_named = |arm: &&&Branch| {
        let pattern = text.get(arm.condition.clone()).unwrap_or("");
        clause.condition.iter().any(|word| {
            let is_value =
                matches!(word.form, WordForm::Code | WordForm::Number | WordForm::Quoted)
                    || matches!(word.lower.as_str(), "nil" | "null" | "none");
            is_value && contains_word(pattern, word.text.trim_start_matches(':'))
        })
    };
    let mut named = arms.iter().filter(is_named);
    let arm = named.next()?;
    if named.next().is_some() {
        return None;
    }
    let body = text.get(arm.consequence.clone())?;
    let others: String = arms
        .iter()
        .filter(|one| one.condition != arm.condition)
        .filter_map(|one| text.get(one.consequence.clone()))
        .collect::<Vec<_>>()
        .join("\n");
    if outcome.place_in(body, &others)? == Place::Consequence {
        return None;
    }
    let pattern = text.get(arm.condition.clone()).unwrap_or("").trim();
    let reason = format!("in the case of `{pattern}` the code does something else");
    Some(Problem::contradicted(reason).at(Some(context.line(line_of(text, &arm.condition)))))
}

/// "True if it is below `x`" of a function that returns a comparison with `x`.
fn judge_truth(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let has =
        |wanted: &[&str]| statement.words.iter().any(|word| wanted.contains(&word.lower.as_str()));
    if !has(&["whether", "true"])
        || has(&["false", "not", "no", "never", "unless", "otherwise", "without"])
    {
        return None;
    }
    let words: Vec<&Word> = statement.words.iter().collect();
    let mut disagreeing = None;
    for line in body_lines(context) {
        for part in line.text.split("&&").flat_map(|part| part.split("||")) {
            let Some(said) = polarity_of_words(&words, part) else { continue };
            let is_compared = matches!(said, Polarity::More | Polarity::Less);
            let Some(actual) = polarity_of_code(part, said).filter(|_| is_compared) else {
                continue;
            };
            if said == actual {
                return None;
            }
            disagreeing.get_or_insert((line.line, part.trim().to_owned()));
        }
    }
    let (line, part) = disagreeing?;
    Some(
        Problem::contradicted(format!("the comparison is the other way round: `{part}`"))
            .at(Some(context.line(line))),
    )
}

/// Whether the code's condition holds if the claim's does. Of several conditions that are joined, only the
/// one that the claim names is compared, and only if it decides alone.
fn agrees(clause: &Clause<'_>, condition: &str, wanted: &HashSet<String>) -> Option<bool> {
    let (parts, joint) = split_condition(condition);
    let mut meant = parts.into_iter().filter(|part| is_about(part, wanted, &clause.condition));
    let part = meant.next()?;
    if meant.next().is_some() {
        return None;
    }
    let said = polarity_of_words(&clause.condition, part)?;
    let actual = polarity_of_code(part, said)?;
    let is_same = (said == actual) == (clause.sense == Test::If);
    match joint {
        Joint::None => Some(is_same),
        Joint::Or => is_same.then_some(true),
        Joint::And => (!is_same).then_some(false),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joint {
    None,
    And,
    Or,
}

/// The parts of a condition that "and" or "or" joins; one that mixes both is a single part.
fn split_condition(condition: &str) -> (Vec<&str>, Joint) {
    let has_and = [" && ", " and "].iter().any(|sign| condition.contains(sign));
    let has_or = [" || ", " or "].iter().any(|sign| condition.contains(sign));
    let split = |signs: [&str; 2]| {
        condition
            .split(signs[0])
            .flat_map(|part| part.split(signs[1]).collect::<Vec<_>>())
            .collect()
    };
    match (has_and, has_or) {
        (true, false) => (split([" && ", " and "]), Joint::And),
        (false, true) => (split([" || ", " or "]), Joint::Or),
        (false, false) | (true, true) => (vec![condition], Joint::None),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Consequence,
    Alternative,
}

/// The words by which an outcome is found in code.
struct Outcome {
    stems: HashSet<String>,
    truth: Option<bool>,
    is_missing: bool,
    is_error: bool,
}

impl Outcome {
    fn new(words: &[&Word], other: Option<&[&Word]>) -> Outcome {
        let mut stems = outcome_stems(words);
        if let Some(other) = other {
            let other = outcome_stems(other);
            stems.retain(|stem| !other.contains(stem));
        }
        let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.lower.as_str()));
        let truth = match (has(&["true"]), has(&["false"])) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        };
        let is_missing = has(&["nil", "null", "none", "undefined"]);
        let is_error = has(&["throws", "raises", "panics", "fails", "rejects", "thrown", "raised"]);
        Outcome { stems, truth, is_missing, is_error }
    }

    fn is_empty(&self) -> bool {
        self.stems.is_empty() && self.truth.is_none() && !self.is_missing && !self.is_error
    }

    /// The way of a branch that has the outcome, if only one has.
    fn place(&self, branch: &Branch, text: &str) -> Option<Place> {
        let first = text.get(branch.consequence.clone())?;
        let second =
            branch.alternative.as_ref().and_then(|range| text.get(range.clone())).unwrap_or("");
        self.place_in(first, second)
    }

    fn place_in(&self, first: &str, second: &str) -> Option<Place> {
        if let Some(truth) = self.truth {
            let (said, opposite) = if truth { ("true", "false") } else { ("false", "true") };
            return one_of(
                returns_word(first, said)
                    || returns_word(second, opposite) && !returns_word(second, said),
                returns_word(second, said)
                    || returns_word(first, opposite) && !returns_word(first, said),
            );
        }
        if self.is_error {
            return one_of(raises(first), raises(second));
        }
        if self.is_missing {
            return one_of(is_missing(first), is_missing(second));
        }
        let words = |code: &str| tokenize(code).into_iter().collect::<HashSet<String>>();
        let (left, right) = (words(first), words(second));
        let has = |own: &HashSet<String>, other: &HashSet<String>| {
            self.stems.iter().any(|stem| own.contains(stem) && !other.contains(stem))
        };
        one_of(has(&left, &right), has(&right, &left))
    }
}

fn one_of(first: bool, second: bool) -> Option<Place> {
    match (first, second) {
        (true, false) => Some(Place::Consequence),
        (false, true) => Some(Place::Alternative),
        _ => None,
    }
}

fn returns_word(code: &str, word: &str) -> bool {
    let upper = format!("{}{}", word[..1].to_uppercase(), &word[1..]);
    contains_word(code, word) || contains_word(code, &upper)
}

fn raises(code: &str) -> bool {
    ["raise", "throw", "panic", "Err", "bail", "fail", "abort", "reject"]
        .iter()
        .any(|word| contains_word(code, word))
}

fn is_missing(code: &str) -> bool {
    ["nil", "null", "None", "undefined", "nullptr", "NULL"]
        .iter()
        .any(|word| contains_word(code, word))
}

/// Stems that say what happens; of a strong verb also the verbs of its kind.
fn outcome_stems(words: &[&Word]) -> HashSet<String> {
    let mut found = content_stems(words);
    for word in words.iter().filter(|word| word.form == WordForm::Plain) {
        if let Some(action) = action_of(&word.lower) {
            found.extend(tokenize(action.verbs));
        }
    }
    found
}

pub(crate) fn content_stems(words: &[&Word]) -> HashSet<String> {
    let mut found = HashSet::new();
    for word in words {
        let is_small = is_stop_word(&word.lower)
            || word.lower.len() < 3 && word.form == WordForm::Plain
            || matches!(
                word.lower.as_str(),
                "returns"
                    | "return"
                    | "returned"
                    | "true"
                    | "false"
                    | "otherwise"
                    | "gives"
                    | "yields"
                    | "value"
                    | "result"
                    | "called"
                    | "given"
                    | "set"
                    | "sets"
                    | "null"
                    | "nil"
                    | "none"
                    | "undefined"
                    | "empty"
                    | "missing"
                    | "only"
            );
        if !is_small {
            found.extend(word.stems.iter().cloned());
        }
    }
    found
}

/// Whether a condition of the code decides on what the claim's condition names. "If it was absent" names
/// nothing, and means a test for absence.
fn is_about(condition: &str, wanted: &HashSet<String>, words: &[&Word]) -> bool {
    let stems: HashSet<String> = tokenize(condition).into_iter().collect();
    wanted.iter().any(|stem| stems.contains(stem))
        || words
            .iter()
            .any(|word| word.form == WordForm::Number && contains_word(condition, &word.text))
}

fn line_of(text: &str, range: &Range<usize>) -> u32 {
    let n_lines = text[..range.start].bytes().filter(|byte| *byte == b'\n').count();
    u32::try_from(n_lines).unwrap_or(0) + 1
}

#[cfg(test)]
mod tests {
    use crate::checks::tests::check;

    const FILES: &str = "\
//- a.py
def headers(secret):
    if secret is None:
        return []
    return [sign(secret)]

def rotate(path, size):
    if size > MAX_BYTES:
        path.rename('old')

def due(last_checked):
    if last_checked is None:
        return True
    return last_checked < now()
//- b.rb
def apply(action, entry)
  if action == :star
    entry.star
  else
    entry.mute
  end
end
//- c.go
package c

func Level(used int, bound int) string {
	if used > bound {
		return \"now\"
	}
	return \"later\"
}
";

    #[test]
    fn swapped_branches_are_contradicted() {
        check(
            FILES,
            "a.py",
            &[
                ("headers", "Calls `sign` unless `secret` is `None`.", "supported"),
                (
                    "headers",
                    "Calls `sign` if `secret` is `None`.",
                    "contradicted: by the branch on `secret is None`, \"Calls sign\" is the other case",
                ),
                ("rotate", "Does a rename when the size is larger than `MAX_BYTES`.", "supported"),
                (
                    "rotate",
                    "Does a rename when the size is smaller than `MAX_BYTES`.",
                    "contradicted: by the branch on `size > MAX_BYTES`, \"Does a rename\" is the other case",
                ),
                ("due", "Returns true if it was never checked.", "supported"),
                (
                    "due",
                    "Returns false if it was never checked.",
                    "contradicted: by the branch on `last_checked is None`, \"Returns false\" is the other case",
                ),
            ],
        );
        check(
            FILES,
            "b.rb",
            &[
                (
                    "apply",
                    "Stars the entry if the action is `:star` and mutes it otherwise.",
                    "supported",
                ),
                (
                    "apply",
                    "Mutes the entry if the action is `:star` and stars it otherwise.",
                    "contradicted: by the branch on `action == :star`, \"Mutes the entry\" is the other case",
                ),
            ],
        );
        check(
            FILES,
            "c.go",
            &[(
                "Level",
                "Returns \"later\" if `used` is above `bound`.",
                "contradicted: by the branch on `used > bound`, \"Returns later\" is the other case",
            )],
        );
    }
}
