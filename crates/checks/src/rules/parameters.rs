//! Parameters that a claim names must exist, and be as many as it says.

use rutter_domain::words::contains_word;
use rutter_domain::{Symbol, SymbolKind};

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::context::SubjectContext;
use crate::lexicon::parameters::{
    CALLBACK_NOUNS, OPTION_BAGS, OTHER_PARAMETERS, PARAMETER_NOUNS, TAKING,
};
use crate::lexicon::units::number_word;
use crate::lexicon::users::ARTICLES;
use crate::statement::{Word, is_name, plain};
use crate::{Problem, Statement};
use rutter_syntax::profile;
use rutter_syntax::{Parameter, parameters};

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
    run: Run::Claim(check),
};

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    if !has_readable_parameters(context) {
        return Vec::new();
    }
    let mut problems = Vec::new();
    for at in 0..statement.words.len() {
        problems.extend(check_existence(statement, at, context));
        problems.extend(check_count(statement, at, context));
    }
    problems
}

fn has_readable_parameters(context: &SubjectContext<'_>) -> bool {
    profile(context.language()).heads.parameters
        && matches!(
            context.symbol().kind,
            SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor
        )
}

/// The parameters of every overload.
fn overloads(context: &SubjectContext<'_>) -> Vec<Vec<Parameter>> {
    let definitions = context.subject.parsed.definitions_of(context.symbol());
    let read = |symbol: &&Symbol| parameters(symbol, context.language());
    definitions.iter().filter_map(read).collect()
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
    let name = bare(&word.text);
    let all = overloads(context);
    if name.is_empty() || all.is_empty() || all.iter().flatten().any(|one| one.is_named(name)) {
        return None;
    }
    // Options may be taken out of one parameter that holds them all.
    let has_options = all.iter().flatten().any(|one| {
        let text = one.text.to_lowercase();
        one.is_variadic() || OPTION_BAGS.is_in(&text)
    });
    if has_options && context.shows(name) || contains_word(&context.symbol().signature, name) {
        return None;
    }
    let names: Vec<&str> = all.iter().flatten().map(|one| one.text.as_str()).collect();
    let taken =
        if names.is_empty() { "none".to_owned() } else { format!("`{}`", names.join("`, `")) };
    let reason = format!("it has no parameter `{name}`; it takes {taken}");
    Some(Problem::contradicted(reason).at(Some(context.line(context.symbol().span.start_line))))
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
fn check_count(statement: &Statement, at: usize, context: &SubjectContext<'_>) -> Option<Problem> {
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
    let all = overloads(context);
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
    let problem = Problem::contradicted(format!("it takes {real} parameters"));
    Some(problem.at(Some(context.line(context.symbol().span.start_line))))
}

/// A number in digits or as a word.
pub(crate) fn number(text: &str) -> Option<f64> {
    let digits: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let digits = digits.trim_end_matches(['f', 'l', 'u', 'm', 'd']);
    number_word(text).or_else(|| digits.parse().ok().filter(|_| is_number))
}

fn bare(text: &str) -> &str {
    text.trim_start_matches(['$', '@', ':', '*', '&', '-'])
}

#[cfg(test)]
mod tests;
