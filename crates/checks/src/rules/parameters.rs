//! Parameters that a claim names must exist, and be as many as it says.

use rutter_domain::FactKind;

use crate::check::{Check, CheckInfo, Example, SubjectScope};
use crate::context::SubjectContext;
use crate::facts::{decide, lists};
use crate::lexicon::parameters::{CALLBACK_NOUNS, OTHER_PARAMETERS, PARAMETER_NOUNS, TAKING};
use crate::lexicon::units::number_word;
use crate::lexicon::users::ARTICLES;
use crate::statement::{Word, is_name, plain};
use crate::{Problem, Statement};
use rutter_syntax::Parameter;

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "parameters",
        about: "Parameters that a claim names must exist, and be as many as it says.",
        scope: &[SubjectScope::Symbol],
        code: r"//- feed.py
def load(path, limit=30, *, strict=False):
    return (path, limit, strict)
",
        path: "feed.py",
        symbol: "load",
        wrong: Example::Claim("Takes four arguments."),
        right: Example::Claim("The `limit` argument bounds it."),
    },
    run: check,
};

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let Some(all) = lists(context) else { return Vec::new() };
    let mut problems = Vec::new();
    for at in 0..statement.words.len() {
        problems.extend(check_existence(statement, at, context));
        problems.extend(check_count(statement, at, &all, context));
    }
    problems
}

/// "the `x` argument", "the parameter `x`".
fn check_existence(
    statement: &Statement,
    at: usize,
    context: &SubjectContext<'_>,
) -> Option<Problem> {
    let words = &statement.words;
    let word = &words[at];
    if !is_name(word) {
        return None;
    }
    let is_parameter =
        |at: usize| plain(words.get(at)).is_some_and(|word| PARAMETER_NOUNS.has(word));
    let is_of_callback = words.iter().any(|word| CALLBACK_NOUNS.has(&word.lower));
    let is_after = at > 0 && !words[at - 1].ends_phrase && is_parameter(at - 1);
    let is_before = !word.ends_phrase && is_parameter(at + 1);
    let noun = if is_after { at - 1 } else { at + 1 };
    if !is_after && !is_before && !is_taken_as_argument(statement, at)
        || is_of_callback && context.shows(&word.text)
    {
        return None;
    }
    // "passes the argument `x` to `y`" and "the `x` argument of `y`" are about another function.
    let is_of_other = matches!(plain(words.get(noun.max(at) + 1)), Some("of" | "to"));
    let mut adjectives = words[at.min(noun).saturating_sub(2)..noun].iter();
    if is_of_other || adjectives.any(|word| OTHER_PARAMETERS.has(&word.lower)) {
        return None;
    }
    let decision = decide(context, FactKind::Parameters, &word.text);
    Problem::of(decision)
}

/// "takes `x` and `y` as arguments".
fn is_taken_as_argument(statement: &Statement, at: usize) -> bool {
    let words = &statement.words;
    let is_taken = words[..at].iter().rev().take(6).any(|word| TAKING.has(&word.lower));
    let is_joint = |word: &Word| is_name(word) || word.lower == "and" || ARTICLES.has(&word.lower);
    let rest: Vec<&str> = words[at..]
        .iter()
        .skip_while(|word| is_joint(word))
        .take(3)
        .map(|word| word.lower.as_str())
        .collect();
    is_taken && matches!(rest.as_slice(), ["as", noun, ..] if PARAMETER_NOUNS.has(noun))
}

/// "takes two arguments", "takes no parameters".
fn check_count(
    statement: &Statement,
    at: usize,
    all: &[Vec<Parameter>],
    context: &SubjectContext<'_>,
) -> Option<Problem> {
    let words = &statement.words;
    let is_taking = plain(words.get(at)).is_some_and(|word| TAKING.has(word));
    let is_single = matches!(plain(words.get(at + 2)), Some("single" | "sole"));
    let noun = plain(words.get(at + 2 + usize::from(is_single)))?;
    if !is_taking || !PARAMETER_NOUNS.has(noun) {
        return None;
    }
    let count = words.get(at + 1)?;
    let is_one = is_single && count.lower == "a";
    let said = match count.lower.as_str() {
        "no" => 0.0,
        _ if is_one => 1.0,
        other => number(other)?,
    };
    if all.is_empty() || all.iter().flatten().any(Parameter::is_variadic) {
        return None;
    }
    let float = |n_parameters: usize| u32::try_from(n_parameters).map_or(f64::MAX, f64::from);
    let is_said = |list: &Vec<Parameter>| {
        let n_required = list.iter().filter(|one| one.default.is_none()).count();
        (float(n_required)..=float(list.len())).contains(&said)
    };
    if all.iter().any(is_said) {
        return None;
    }
    let real = all.first().map_or(0, Vec::len);
    let problem = Problem::refuted(format!("it takes {real} parameters"));
    Some(problem.at(Some(context.line(context.symbol().span.start_line))))
}

/// A number in digits or as a word.
pub(crate) fn number(text: &str) -> Option<f64> {
    let digits: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let digits = digits.trim_end_matches(['f', 'l', 'u', 'm', 'd']);
    number_word(text).or_else(|| digits.parse().ok().filter(|_| is_number))
}

#[cfg(test)]
mod tests;
