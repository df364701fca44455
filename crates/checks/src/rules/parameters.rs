//! Parameters that a claim names must exist, have the default that it says, and be as many as it says.

use rutter_domain::words::contains_word;
use rutter_domain::{Symbol, SymbolKind};

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::context::SubjectContext;
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

/// "the query parameter" is none of the function.
const OTHER_KINDS: [&str; 24] = [
    "query",
    "url",
    "uri",
    "form",
    "request",
    "path",
    "command",
    "line",
    "cli",
    "environment",
    "type",
    "generic",
    "template",
    "route",
    "header",
    "json",
    "body",
    "program",
    "shell",
    "sql",
    "constructor",
    "bind",
    "named",
    "script",
];
const WORDS_FOR_PARAMETERS: [&str; 6] =
    ["argument", "arguments", "parameter", "parameters", "param", "params"];
/// What one unit is in another: a default of 60,000 ms may be told as one minute.
const SCALES: [f64; 16] = [
    1.0,
    60.0,
    1e3,
    3600.0,
    60_000.0,
    3_600_000.0,
    86_400.0,
    86_400_000.0,
    1024.0,
    1_048_576.0,
    1_073_741_824.0,
    1e6,
    1e9,
    7.0,
    24.0,
    100.0,
];

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    if !has_readable_parameters(context) {
        return Vec::new();
    }
    let mut problems = Vec::new();
    for at in 0..statement.words.len() {
        problems.extend(check_existence(statement, at, context));
        problems.extend(check_default(statement, at, context));
        problems.extend(check_need(statement, at, context));
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
        |at: usize| plain(words.get(at)).is_some_and(|word| WORDS_FOR_PARAMETERS.contains(&word));
    let is_of_callback = ["callback", "closure", "block", "lambda", "passed"]
        .iter()
        .any(|noun| words.iter().any(|word| word.lower == *noun));
    let is_after = at > 0 && !words[at - 1].ends_phrase && is_parameter(at - 1);
    let is_before = !word.ends_phrase && is_parameter(at + 1);
    let is_listed = is_taken_as_argument(statement, at);
    let noun = if is_after { at - 1 } else { at + 1 };
    if !is_after && !is_before && !is_listed || is_of_callback && context.shows(&word.text) {
        return None;
    }
    // "passes the argument `x` to `y`" and "the `x` argument of `y`" are about another function.
    let is_of_other = matches!(plain(words.get(noun.max(at) + 1)), Some("of" | "to"));
    let has_other_kind = words[at.min(noun).saturating_sub(2)..noun]
        .iter()
        .any(|word| OTHER_KINDS.contains(&word.lower.as_str()));
    if is_of_other || has_other_kind {
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
        one.is_variadic()
            || ["opt", "arg", "param", "config", "props", "{", "setting", "attr", "query", "input"]
                .iter()
                .any(|part| text.contains(part))
    });
    if has_options && context.shows(name) || contains_word(&context.symbol().signature, name) {
        return None;
    }
    let names: Vec<&str> = all.iter().flatten().map(|one| one.text.as_str()).collect();
    let reason = match names.is_empty() {
        true => format!("it has no parameter `{name}`; it takes none"),
        false => format!("it has no parameter `{name}`; it takes `{}`", names.join("`, `")),
    };
    Some(Problem::contradicted(reason).at(Some(context.line(context.symbol().span.start_line))))
}

/// "takes `x` and `y` as arguments".
fn is_taken_as_argument(statement: &Statement, at: usize) -> bool {
    let words = &statement.words;
    let is_taken =
        words[..at].iter().rev().take(6).any(|word| {
            matches!(word.lower.as_str(), "takes" | "accepts" | "expects" | "receives")
        });
    let is_joint =
        |word: &Word| is_name(word) || matches!(word.lower.as_str(), "and" | "a" | "an" | "the");
    let rest: Vec<&str> = words[at..]
        .iter()
        .skip_while(|word| is_joint(word))
        .take(3)
        .map(|word| word.lower.as_str())
        .collect();
    is_taken && matches!(rest.as_slice(), ["as", noun, ..] if WORDS_FOR_PARAMETERS.contains(noun))
}

/// "`x` defaults to 5", "`x` (5 by default)", "5 unless `x` says otherwise".
fn check_default(
    statement: &Statement,
    at: usize,
    context: &SubjectContext<'_>,
) -> Option<Problem> {
    let words = &statement.words;
    let name = bare(&words[at].text);
    if !is_name(&words[at]) {
        return None;
    }
    let all = overloads(context);
    let default = all.iter().flatten().find(|one| one.is_named(name))?.default.clone()?;
    let value = match plain(words.get(at + 1)) {
        Some("defaults") if plain(words.get(at + 2)) == Some("to") => words.get(at + 3)?,
        Some("is") if words.get(at + 3).is_some_and(|word| word.lower == "by") => {
            words.get(at + 2)?
        }
        _ => said_number_of_default(statement, at)?,
    };
    let said = number(&value.lower)?;
    let real = resolve_number(context, &default)?;
    let is_same = SCALES.iter().any(|scale| {
        (said * scale - real).abs() < 1e-9 * real.abs().max(1.0)
            || (said - real * scale).abs() < 1e-9 * said.abs().max(1.0)
    });
    if is_same {
        return None;
    }
    let problem = Problem::contradicted(format!("`{name}` defaults to `{default}`"));
    Some(problem.at(Some(context.line(context.symbol().span.start_line))))
}

/// The only number of a claim that names a default and no other parameter.
fn said_number_of_default(statement: &Statement, at: usize) -> Option<&Word> {
    let is_default = statement.has_phrase(&["by default", "says otherwise", "default of"])
        || statement.words[..at].last().is_some_and(|word| word.lower == "unless");
    let mut numbers = statement.words.iter().filter(|word| number(&word.lower).is_some());
    let only = numbers.next().filter(|_| numbers.next().is_none())?;
    let n_names = statement.names().count();
    (is_default && n_names == 1).then_some(only)
}

/// "the optional `x`", "`x` is required".
fn check_need(statement: &Statement, at: usize, context: &SubjectContext<'_>) -> Option<Problem> {
    let words = &statement.words;
    let name = bare(&words[at].text);
    if !is_name(&words[at]) {
        return None;
    }
    let before = at.checked_sub(1).and_then(|at| plain(words.get(at)));
    let after = match plain(words.get(at + 1)) {
        Some("is") => plain(words.get(at + 2)),
        Some(_) | None => None,
    };
    let all = overloads(context);
    let [own] = all.as_slice() else { return None };
    let own = own.iter().find(|one| one.is_named(name))?;
    let has_defaults = profile(context.language()).heads.defaults;
    let reason = match before
        .into_iter()
        .chain(after)
        .find(|word| matches!(*word, "optional" | "required"))
    {
        Some("required") if own.default.is_some() => {
            format!("`{name}` has the default `{}`", own.default.as_deref().unwrap_or(""))
        }
        Some("optional") if has_defaults && !own.is_optional() => format!("`{name}` is required"),
        Some(_) | None => return None,
    };
    let problem = Problem::contradicted(reason);
    Some(problem.at(Some(context.line(context.symbol().span.start_line))))
}

/// "takes two arguments", "takes no parameters".
fn check_count(statement: &Statement, at: usize, context: &SubjectContext<'_>) -> Option<Problem> {
    let words = &statement.words;
    let is_taking = matches!(plain(words.get(at)), Some("takes" | "accepts" | "expects"));
    let is_single = matches!(plain(words.get(at + 2)), Some("single" | "sole"));
    let noun = plain(words.get(at + 2 + usize::from(is_single)))?;
    if !is_taking || !WORDS_FOR_PARAMETERS.contains(&noun) {
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

/// The number that a default is, or that the constant it names is defined as.
fn resolve_number(context: &SubjectContext<'_>, default: &str) -> Option<f64> {
    if let Some(value) = number(&default.to_lowercase()) {
        return Some(value);
    }
    let is_name = default.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':'));
    let definition = context.definitions(default).into_iter().next().filter(|_| is_name)?;
    let text = context.text_of(&definition)?;
    let (_, value) = text.split_once('=')?;
    number(&value.trim().trim_end_matches(';').to_lowercase())
}

/// A number in digits or as a word.
pub(crate) fn number(text: &str) -> Option<f64> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    if let Some(at) = WORDS.iter().position(|word| *word == text) {
        return Some(f64::from(u8::try_from(at).unwrap_or(0)));
    }
    let digits: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let digits = digits.trim_end_matches(['f', 'l', 'u', 'm', 'd']);
    digits.parse().ok().filter(|_| is_number)
}

fn bare(text: &str) -> &str {
    text.trim_start_matches(['$', '@', ':', '*', '&', '-'])
}

#[cfg(test)]
mod tests {
    use crate::tests::check;

    const FILES: &str = "\
//- feed.py
def load(path, limit=30, *, strict=False):
    return (path, limit, strict)


def run(limit, **options):
    return options[\"depth\"]
//- timer.ts
const MINUTE_MS = 60_000;
export function start(intervalMs = MINUTE_MS, name?: string): void {
  console.log(intervalMs, name);
}
";

    #[test]
    fn parameters_must_exist() {
        check(
            FILES,
            "feed.py",
            &[
                (
                    "load",
                    "The `limit` argument bounds it, the parameter `strict` too.",
                    "supported",
                ),
                ("run", "The `depth` parameter is returned.", "supported"),
            ],
        );
        check(
            FILES,
            "timer.ts",
            &[(
                "start",
                "The `console` argument gets the pause.",
                "contradicted: it has no parameter `console`; it takes `intervalMs = MINUTE_MS`, \
                 `name?: string`",
            )],
        );
    }

    #[test]
    fn defaults_and_counts_must_agree() {
        check(
            FILES,
            "feed.py",
            &[
                ("load", "Here `limit` defaults to 30.", "supported"),
                ("load", "Here `path` is required, takes three arguments.", "supported"),
                ("load", "Takes four arguments.", "contradicted: it takes 3 parameters"),
                ("load", "Takes a single argument.", "supported"),
                (
                    "run",
                    "It takes `limit` and `load` as arguments.",
                    "contradicted: `load` exists, but has no link with the subject; it has no parameter \
                     `load`; it takes `limit`, `**options`",
                ),
            ],
        );
        check(
            FILES,
            "timer.ts",
            &[("start", "One minute unless `intervalMs` says otherwise.", "supported")],
        );
    }
}
