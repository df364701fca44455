//! Plain contradictions of direction: "the largest" of code that takes the minimum, "the first element" of
//! `[-1]`, "little-endian" of big-endian code, "lower case" of code that makes upper case, "strictly greater"
//! of an inclusive bound, `true` of code that always returns `false`, "on every call" of a value that is kept.

use rutter_search::tokenize;
use rutter_syntax::Branch;

use crate::checks::code_lines::body_lines;
use crate::checks::conditions::clauses;
use crate::checks::context::{SubjectContext, contains_word};
use crate::checks::statement::{Word, WordForm};
use crate::checks::verbs::{action_of, is_shown};
use crate::checks::{Problem, Statement};

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    if !context.symbol().kind.is_callable() {
        return Vec::new();
    }
    let lines = body_lines(context);
    let code: String = lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n");
    let found = [
        extreme(statement, context, &code),
        end_of_list(statement, &code),
        byte_order(statement, context, &code),
        letter_case(statement, &code),
        strict_bound(statement, context),
        constant_truth(statement, &code),
        kept_value(statement, context, &code),
        sorted(statement, context),
        attempt(statement, &code),
    ];
    found.into_iter().flatten().map(|problem| problem.at(Some(context.own_lines()))).collect()
}

fn says(statement: &Statement, wanted: &[&str]) -> bool {
    statement
        .words
        .iter()
        .any(|word| word.form == WordForm::Plain && wanted.contains(&word.lower.as_str()))
}

/// "The largest" where the code takes the minimum, and the reverse.
fn extreme(statement: &Statement, context: &SubjectContext<'_>, code: &str) -> Option<Problem> {
    const MORE: &[&str] = &["largest", "biggest", "greatest", "highest", "longest"];
    const LESS: &[&str] = &["smallest", "lowest", "shortest"];
    let (taken, other) = match (says(statement, MORE), says(statement, LESS)) {
        (true, false) => ("min", "max"),
        (false, true) => ("max", "min"),
        (true, true) | (false, false) => return None,
    };
    let name = tokenize(&context.symbol().name);
    let has = |word: &str| name.iter().any(|part| part == word);
    let is_named = has(taken) && !has(other);
    let is_called = code.contains(&format!("{taken}(")) || code.contains(&format!("&{taken}/"));
    let is_called = is_called && !code.to_lowercase().contains(other) && !code.contains("sort");
    (is_named || is_called)
        .then(|| Problem::contradicted(format!("the code takes the `{taken}` of the values")))
}

/// "The first element" of `[-1]`, "the last match" of `[0]`.
fn end_of_list(statement: &Statement, code: &str) -> Option<Problem> {
    const NOUNS: &[&str] =
        &["element", "item", "match", "entry", "key", "result", "value", "record", "row", "line"];
    let is_said = |wanted: &str| {
        statement.words.windows(3).any(|three| {
            three[0].lower == "the"
                && three[1].lower == wanted
                && NOUNS.contains(&three[2].lower.as_str())
        })
    };
    let has = |signs: &[&str]| signs.iter().any(|sign| code.contains(sign));
    let lower = code.to_lowercase();
    if is_said("first")
        && has(&["[-1]", ".at(-1)"])
        && !has(&["[0]", "[:", "[1", "break"])
        && !lower.contains("first")
    {
        return Some(Problem::contradicted("the code takes the last one, `[-1]`"));
    }
    let is_last = is_said("last") && has(&["[0]"]) && !lower.contains("last");
    (is_last && !has(&["-1", "- 1", "pop", "rev", "shift", "sort"]))
        .then(|| Problem::contradicted("the code takes the first one, `[0]`"))
}

fn byte_order(statement: &Statement, context: &SubjectContext<'_>, code: &str) -> Option<Problem> {
    const BIG: &[&str] =
        &["\">", "'>", "\"big\"", "'big'", "BigEndian", "be_bytes", "BIG_ENDIAN", "BE("];
    const LITTLE: &[&str] = &[
        "\"<",
        "'<",
        "\"little\"",
        "'little'",
        "LittleEndian",
        "le_bytes",
        "LITTLE_ENDIAN",
        "LE(",
    ];
    let is_little = statement.has_phrase(&["little endian"]);
    if is_little == statement.has_phrase(&["big endian"]) {
        return None;
    }
    let mut code = code.to_owned();
    for value in context.named_values() {
        code.push_str(&value.text);
    }
    let has = |signs: &[&str]| signs.iter().any(|sign| code.contains(sign));
    match (is_little, has(LITTLE), has(BIG)) {
        (true, false, true) => Some(Problem::contradicted("the code uses big-endian byte order")),
        (false, true, false) => {
            Some(Problem::contradicted("the code uses little-endian byte order"))
        }
        _ => None,
    }
}

fn letter_case(statement: &Statement, code: &str) -> Option<Problem> {
    const LOWER: &[&str] =
        &["lower case", "lower cases", "lowercase", "lowercases", "lower cased", "lowercased"];
    const UPPER: &[&str] =
        &["upper case", "upper cases", "uppercase", "uppercases", "upper cased", "uppercased"];
    let code = code.to_lowercase();
    let makes_upper = code.contains("upper") || code.contains("upcase");
    let makes_lower = ["lower", "downcase", "casefold"].into_iter().any(|sign| code.contains(sign));
    match (statement.has_phrase(LOWER), statement.has_phrase(UPPER), makes_lower, makes_upper) {
        (true, false, false, true) => Some(Problem::contradicted("the code makes upper case")),
        (false, true, true, false) => Some(Problem::contradicted("the code makes lower case")),
        _ => None,
    }
}

/// "Strictly greater than `min`" where only `value < min` is refused.
fn strict_bound(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let words = &statement.words;
    let text = &context.subject.parsed.text;
    let refuses = |branch: &Branch| {
        let way = text.get(branch.consequence.clone()).unwrap_or("").to_lowercase();
        ["error", "raise", "throw", "err(", "panic", "invalid"].iter().any(|one| way.contains(one))
    };
    for at in 0..words.len() {
        let next = |n: usize| words.get(at + n).map_or("", |word| word.lower.as_str());
        let sign = match (words[at].lower.as_str(), next(1)) {
            ("strictly", "greater" | "more" | "larger" | "above") => "<",
            ("strictly", "less" | "smaller" | "below") => ">",
            _ => continue,
        };
        let bound = words[at + 1..].iter().take(4).find(|word| word.form != WordForm::Plain)?;
        let refused = format!("{sign} {}", bound.text);
        for branch in context.branches() {
            let condition = text.get(branch.condition.clone()).unwrap_or("");
            if contains_word(condition, &refused) && refuses(branch) {
                let reason = format!(
                    "only `{}` is refused, so the bound itself is allowed",
                    condition.trim()
                );
                return Some(Problem::contradicted(reason));
            }
        }
    }
    None
}

/// "Reports true" of code that is only `return false`.
fn constant_truth(statement: &Statement, code: &str) -> Option<Problem> {
    let body = code.trim().trim_end_matches(['}', ';', '\n', '\t', ' ']).trim();
    let body = body.strip_prefix("return ").unwrap_or(body).trim();
    let has = |word: &str| statement.words.iter().any(|one| one.lower == word);
    let actual = match body {
        "true" | "True" => "true",
        "false" | "False" => "false",
        _ => return None,
    };
    let other = if actual == "true" { "false" } else { "true" };
    (has(other) && !has(actual) && !has("not") && !has("never"))
        .then(|| Problem::contradicted(format!("the code always returns `{actual}`")))
}

/// "On every call" of a value that is made once and kept.
fn kept_value(statement: &Statement, context: &SubjectContext<'_>, code: &str) -> Option<Problem> {
    const EACH: &[&str] = &["on each call", "on every call", "each time it", "every time it"];
    const MAKING: &[&str] = &[
        "creates",
        "builds",
        "makes",
        "computes",
        "searches",
        "opens",
        "reads",
        "loads",
        "parses",
        "allocates",
        "constructs",
        "fetches",
        "looks",
    ];
    if !statement.has_phrase(EACH) || !says(statement, MAKING) {
        return None;
    }
    let text = &context.subject.parsed.text;
    let keeps = |branch: &&Branch| {
        let condition = text.get(branch.condition.clone()).unwrap_or("");
        let condition = condition.trim().trim_start_matches(['(', '!']).trim_end_matches(')');
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '@' | '$' | '#');
        let end = condition.find(|c: char| !is_name(c)).unwrap_or(condition.len());
        let (name, test) = condition.split_at(end);
        let way = text.get(branch.consequence.clone()).unwrap_or("");
        let is_test = test.trim().is_empty()
            || ["nil", "None", "null", "undefined", "\"\"", "nullptr", "''"]
                .iter()
                .any(|absent| test.trim().ends_with(absent));
        !name.is_empty()
            && is_test
            && (way.contains(&format!("return {name}")) || way.contains(&format!("{name} = ")))
    };
    let is_kept = code.contains("||=") || code.contains("??=");
    (is_kept || context.branches().iter().any(|branch| keeps(&branch)))
        .then(|| Problem::contradicted("the code makes the value once and keeps it"))
}

/// "Sorted alphabetically" of what nothing sorts.
fn sorted(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    const SORTED: &[&str] = &[
        "sorted alphabetically",
        "as a sorted",
        "returns a sorted",
        "in alphabetical order",
        "in ascending order",
        "in descending order",
    ];
    let is_denied = says(statement, &["not", "no", "without", "unsorted", "already", "must"]);
    let action = action_of("sort")?;
    let shows_order = ["<", ">", "reverse", "range", "for "];
    let is_ordered = statement.has_phrase(&["in ascending order", "in descending order"])
        && shows_order.iter().any(|sign| context.code.contains(sign));
    (statement.has_phrase(SORTED) && !is_denied && !is_ordered && !is_shown(context, action))
        .then(|| Problem::not_shown("nothing in the code sorts"))
}

/// "Returns `False` if it succeeds" of a `try` that returns true and a handler that returns false.
fn attempt(statement: &Statement, code: &str) -> Option<Problem> {
    let (on_success, on_failure) = attempted(code)?;
    for clause in clauses(&statement.words) {
        let Some(said) = clause.outcome.iter().find_map(|word| said_truth(word)) else { continue };
        let has = |wanted: &[&str]| {
            clause.condition.iter().any(|word| wanted.contains(&word.lower.as_str()))
        };
        let fails = has(&["raises", "throws", "fails", "invalid", "raised", "failed", "fail"]);
        let succeeds = has(&["succeeds", "valid", "passes", "works"]);
        let is_denied = has(&["not", "no", "cannot", "never", "only", "without"]);
        let actual = match (fails, succeeds) {
            (true, false) if !is_denied => on_failure,
            (false, true) if !is_denied => on_success,
            _ => continue,
        };
        if said != actual {
            let reason = "by the `try` block and its handler it is the other way round";
            return Some(Problem::contradicted(reason));
        }
    }
    None
}

fn said_truth(word: &Word) -> Option<bool> {
    let text = word.lower.trim_start_matches('(');
    match () {
        () if text.starts_with("true") => Some(true),
        () if text.starts_with("false") => Some(false),
        () => None,
    }
}

/// What the first `try` block of the code returns, and what its handler returns, if they differ.
fn attempted(code: &str) -> Option<(bool, bool)> {
    let (mut is_tried, mut is_handled) = (false, false);
    let (mut on_success, mut on_failure) = (None, None);
    for line in code.lines() {
        let line = line.trim();
        is_handled |=
            is_tried && ["except", "catch", "rescue"].iter().any(|word| contains_word(line, word));
        is_tried |= contains_word(line, "try") || line == "begin";
        let value = line.strip_prefix("return ").map(|value| value.trim_start_matches('('));
        let truth = value.and_then(|value| match value.to_lowercase() {
            value if value.starts_with("true") => Some(true),
            value if value.starts_with("false") => Some(false),
            _ => None,
        });
        match (is_tried, is_handled) {
            (true, false) => on_success = on_success.or(truth),
            (true, true) => on_failure = on_failure.or(truth),
            (false, _) => {}
        }
    }
    on_success.zip(on_failure).filter(|(success, failure)| success != failure)
}

#[cfg(test)]
mod tests {
    use crate::checks::tests::check;

    const FILES: &str = "\
//- a.py
def shortest_wait(waits):
    return min(waits)

def newest(keys):
    return keys[-1]

def pack(n):
    return n.to_bytes(8, \"big\")

def is_valid(text):
    try:
        parse(text)
        return True
    except ValueError:
        return False
//- b.go
package b

func Enabled() bool {
	return false
}

func Shout(s string) string {
	return strings.ToUpper(s)
}
//- c.js
export function client() {
  if (shared) {
    return shared;
  }
  shared = new Client();
  return shared;
}
";

    #[test]
    fn the_wrong_direction_is_contradicted() {
        check(
            FILES,
            "a.py",
            &[
                ("shortest_wait", "Returns the smallest of the waits.", "supported"),
                (
                    "shortest_wait",
                    "Returns the longest of the waits.",
                    "contradicted: the code takes the `min` of the values",
                ),
                ("newest", "Returns the last key.", "supported"),
                (
                    "newest",
                    "Returns the first key.",
                    "contradicted: the code takes the last one, `[-1]`",
                ),
                ("pack", "Packs the number into eight big-endian bytes.", "supported"),
                (
                    "pack",
                    "Packs the number into little-endian bytes.",
                    "contradicted: the code uses big-endian byte order",
                ),
                ("is_valid", "Returns `True` if parsing succeeds.", "supported"),
                (
                    "is_valid",
                    "Returns `False` if `parse` succeeds, and `True` when it raises.",
                    "contradicted: by the `try` block and its handler it is the other way round",
                ),
            ],
        );
        check(
            FILES,
            "b.go",
            &[
                ("Enabled", "Reports false for every level.", "supported"),
                (
                    "Enabled",
                    "Reports true for every level.",
                    "contradicted: the code always returns `false`",
                ),
                (
                    "Shout",
                    "Converts the text to lower case.",
                    "contradicted: the code makes upper case",
                ),
            ],
        );
        check(
            FILES,
            "c.js",
            &[
                ("client", "Returns the shared client.", "supported"),
                (
                    "client",
                    "Creates a new `Client` on each call.",
                    "contradicted: the code makes the value once and keeps it",
                ),
            ],
        );
    }
}
