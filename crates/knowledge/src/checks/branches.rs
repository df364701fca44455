//! "Returns A if X, otherwise B": finds the branch that decides on X and compares where A stands.
//!
//! A clause of a claim is an outcome with a condition (`conditions.rs`). A branch of the code is meant if
//! its condition shares a word with the claim's. Both conditions have a polarity (missing or present, more
//! or less, equal or not); if it is the same, the outcome must stand in the consequence, otherwise in the
//! alternative. Only an outcome that stands in exactly one of the two is judged.

use std::collections::HashSet;
use std::ops::Range;

use rutter_search::tokenize;
use rutter_syntax::{Branch, Test};

use crate::checks::code_lines::body_lines;
use crate::checks::conditions::{
    Clause, Polarity, asks_alike, clauses, comparison, polarity_of_code, polarity_of_words,
};
use crate::checks::context::{SubjectContext, contains_word};
use crate::checks::outcomes::{Outcome, Place, content_stems};
use crate::checks::statement::{Word, WordForm};
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
    let n_branches = context.branches().iter().filter(|one| one.test != Test::Arm).count();
    let branches = if n_branches == 1 { Branches::One } else { Branches::Several };
    let mut judged: Vec<(bool, u32, String)> = Vec::new();
    for branch in context.branches() {
        let condition = text.get(branch.condition.clone())?;
        // An arm decides like a branch if it has a guard: `when size > limit`.
        if branch.test == Test::Arm && comparison(condition).is_none() {
            continue;
        }
        let Some(is_same) = agrees(clause, condition, &wanted, branches) else { continue };
        let is_same = is_same == (branch.test != Test::Unless);
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

/// How many branches the subject has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Branches {
    One,
    Several,
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
fn agrees(
    clause: &Clause<'_>,
    condition: &str,
    wanted: &HashSet<String>,
    branches: Branches,
) -> Option<bool> {
    let is_only_branch = branches == Branches::One;
    let (parts, joint) = split_condition(condition);
    let is_only =
        joint == Joint::None && is_only_branch && asks_alike(&clause.condition, condition);
    if is_only {
        let said = polarity_of_words(&clause.condition, condition)?;
        let actual = polarity_of_code(condition, said)?;
        return Some((said == actual) == (clause.sense == Test::If));
    }
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
mod tests;
