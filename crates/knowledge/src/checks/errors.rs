//! Errors that are said to be raised must be raised in the code or in a direct callee, or be declared;
//! "never raises" must not be contradicted by a raise that nothing catches.

use rutter_domain::Evidence;

use crate::checks::lexicon::errors::{
    CATCHING, ERROR_ENDINGS, RAISED_BY_CALLS, raising, raising_for_certain,
};
use crate::checks::{Neighbour, Problem, Statement, SubjectContext, Word, WordForm, contains_word};

/// Verbs of a claim that an error is raised.
const RAISES: &[&str] = &[
    "raises",
    "raise",
    "raised",
    "throws",
    "throw",
    "thrown",
    "throwing",
    "raising",
    "rejects",
    "rejected",
    "panics",
    "fails",
    "reported",
    "rethrows",
    "rethrown",
    "re-raises",
    "reraises",
    "reraised",
    "rethrow",
];
/// Words that turn such a claim around, right before it.
const DENIALS: &[&str] = &[
    "never", "not", "instead", "without", "no", "rather", "cannot", "nothing", "than", "of", "n't",
];
/// Verbs of passing an error on.
const RERAISES: &[&str] = &["rethrows", "rethrown", "reraises", "reraised", "rethrow", "reraise"];
/// What a claim may call its errors in general.
const ANY_ERROR: &[&str] = &["error", "errors", "exception", "exceptions", "failure", "failures"];

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    if !context.symbol().kind.is_callable() {
        return Vec::new();
    }
    let mut problems = Vec::new();
    if let Some(problem) = against_never(statement, context) {
        problems.push(problem);
    }
    for (at, word) in statement.words.iter().enumerate() {
        if word.form != WordForm::Plain {
            continue;
        }
        let is_denied = statement.words[at.saturating_sub(3)..at].iter().any(|before| {
            DENIALS.contains(&before.lower.as_str()) || before.lower.ends_with("n't")
        });
        if is_denied {
            continue;
        }
        if RAISES.contains(&word.lower.as_str()) {
            problems.extend(against_raise(statement, at, context));
        }
        if matches!(word.lower.as_str(), "catches" | "caught") {
            problems.extend(against_catch(statement, at, context));
        }
        let names_errors =
            statement.words.iter().any(|word| ANY_ERROR.contains(&word.lower.as_str()));
        if matches!(word.lower.as_str(), "swallows" | "suppresses" | "swallowed" | "suppressed")
            && names_errors
        {
            problems.extend(against_swallow(context));
        }
    }
    problems
}

/// The error that a verb names: in the words after it, up to the end of the phrase.
fn named_errors(statement: &Statement, verb: usize) -> Vec<&Word> {
    let mut found = Vec::new();
    for word in statement.words[verb + 1..].iter().take(6) {
        if is_error_name(word) {
            found.push(word);
            break;
        }
        let ends = word.ends_phrase
            || matches!(
                word.lower.as_str(),
                "when" | "if" | "for" | "unless" | "to" | "by" | "until" | "because" | "instead"
            );
        if ends {
            break;
        }
    }
    found
}

fn is_error_name(word: &Word) -> bool {
    let last = last_part(&word.text);
    match word.form {
        WordForm::Code | WordForm::Name => {
            ERROR_ENDINGS.iter().any(|ending| last.ends_with(ending))
                || last.starts_with("Err") && last.len() > 3
                || RAISED_BY_CALLS.iter().any(|(name, _)| *name == last)
        }
        WordForm::Plain | WordForm::Number | WordForm::Quoted => false,
    }
}

fn last_part(name: &str) -> &str {
    let end = name.find(['(', '<', '{', ' ']).unwrap_or(name.len());
    name[..end].rsplit(['.', ':', '\\', '/']).next().unwrap_or(name)
}

fn against_raise(
    statement: &Statement,
    verb: usize,
    context: &SubjectContext<'_>,
) -> Option<Problem> {
    let code = &context.code;
    let is_again = RERAISES.contains(&statement.words[verb].lower.as_str())
        || statement.words[verb].lower == "raises"
            && verb > 0
            && statement.words[verb - 1].lower == "re";
    let raises_something = has_any(code, raising(context.language()));
    let word = named_errors(statement, verb).into_iter().next()?;
    let name = last_part(&word.text);
    if contains_word(code, name) {
        let lines: Vec<(u32, &str)> = numbered(context, name);
        let only_caught = !lines.is_empty() && lines.iter().all(|(_, line)| is_catch(line));
        if only_caught
            && !has_any(code, raising_for_certain(context.language()))
            && !has_any(code, &["throw;", "raise\n", "raise ", "throw", "Left", "Err("])
        {
            let reason = format!(
                "`{name}` is caught here and not raised{}",
                if is_again { " again" } else { "" }
            );
            return Some(
                Problem::contradicted(reason)
                    .at(lines.first().map(|(line, _)| context.line(*line))),
            );
        }
        return None;
    }
    if contains_word(&context.doc, name)
        || context.evidence.iter().any(|(_, text)| contains_word(text, name))
    {
        return None;
    }
    if raised_by_call(name, code) {
        return None;
    }
    let in_callee = context.callees().iter().any(|callee| {
        let doc = callee.symbol().doc.as_deref().unwrap_or("");
        contains_word(doc, name)
            || context
                .text_of(callee)
                .is_some_and(|text| contains_word(&text, name) || raised_by_call(name, &text))
    });
    if in_callee || is_base_of_raised(name, context) {
        return None;
    }
    let reason = match raises_something {
        true => format!("`{name}` is raised neither in the code nor in what it calls"),
        false => format!("the code raises nothing, and what it calls does not raise `{name}`"),
    };
    Some(Problem::not_shown(reason))
}

/// Whether a standard error comes from a call or operator of the code.
fn raised_by_call(name: &str, code: &str) -> bool {
    let body = code.find(['{', ':', '\n']).map_or(code, |at| &code[at..]);
    RAISED_BY_CALLS.iter().any(|(error, calls)| *error == name && has_any(body, calls))
}

/// Whether something that the code or a callee raises is a kind of this error.
fn is_base_of_raised(name: &str, context: &SubjectContext<'_>) -> bool {
    let mut texts = vec![context.code.clone()];
    texts.extend(context.callees().iter().filter_map(|callee| context.text_of(callee)));
    let names =
        texts.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
    let mut seen: Vec<&str> = Vec::new();
    for raised in names {
        let looks_like_type = raised.starts_with(char::is_uppercase) && raised.len() > 3;
        if !looks_like_type || seen.contains(&raised) || seen.len() > 60 {
            continue;
        }
        seen.push(raised);
        if context
            .definitions(raised)
            .iter()
            .any(|one| contains_word(&one.symbol().signature, name))
        {
            return true;
        }
    }
    false
}

/// The lines of the subject on which a name stands.
fn numbered<'c>(context: &'c SubjectContext<'_>, name: &str) -> Vec<(u32, &'c str)> {
    let span = context.symbol().span;
    let lines = span.slice(&context.subject.parsed.text).lines();
    (span.start_line..).zip(lines).filter(|(_, line)| contains_word(line, name)).collect()
}

fn is_catch(line: &str) -> bool {
    let line = line.trim().trim_start_matches('}').trim_start();
    ["catch", "except", "rescue", "case", "is ", "on "].iter().any(|start| line.starts_with(start))
        || line.contains("catch (")
        || line.contains("instanceof")
}

fn against_catch(
    statement: &Statement,
    verb: usize,
    context: &SubjectContext<'_>,
) -> Option<Problem> {
    let after = named_errors(statement, verb).into_iter().next()?;
    let name = last_part(&after.text);
    if statement.words[verb].lower != "catches" || has_any(&context.code, CATCHING) {
        return None;
    }
    Some(
        Problem::contradicted(format!("the code catches nothing, so not `{name}`"))
            .at(Some(context.own_lines())),
    )
}

fn against_swallow(context: &SubjectContext<'_>) -> Option<Problem> {
    let catches = has_any(&context.code, CATCHING);
    (!catches)
        .then(|| Problem::not_shown("the code has nothing that catches or passes over an error"))
}

/// A claim that nothing is raised, against what is raised for certain.
fn against_never(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let denied = denied_verb(statement)?;
    let language = context.language();
    let mut tokens: Vec<&str> = raising_for_certain(language).to_vec();
    let says_fails = matches!(denied, Denied::Fails);
    if says_fails {
        tokens.extend([
            "Err(",
            "?;",
            "errors.New(",
            "fmt.Errorf(",
            "return err",
            "Left ",
            "{:error",
            "bail!",
            "reject(",
        ]);
    }
    if language.name() == "go" && says_fails {
        let line = own_code_lines(context).into_iter().find(|(_, line)| {
            line.trim_start().starts_with("return")
                && (line.contains("Err") || line.contains(", err"))
        });
        if let Some((number, line)) = line {
            return Some(never_problem(line, context.line(number)));
        }
    }
    if let Some((number, line)) = uncaught(&own_code_lines(context), &tokens) {
        return Some(never_problem(line, context.line(number)));
    }
    let declares = context.symbol().signature.contains(" throws ") && language.name() != "kotlin";
    if declares {
        let reason = "its signature declares `throws`, so errors leave it";
        return Some(Problem::contradicted(reason).at(Some(context.own_lines())));
    }
    let caught = caught_types(&own_code_lines(context));
    match caught {
        Caught::Everything => None,
        Caught::Only(types) => raising_callee(context, &tokens, &types),
    }
}

/// What the code catches.
enum Caught {
    Everything,
    /// Errors of these types only; of none if it catches nothing.
    Only(Vec<String>),
}

fn caught_types(lines: &[(u32, &str)]) -> Caught {
    let mut types = Vec::new();
    for (_, line) in lines {
        let trimmed = line.trim().trim_start_matches('}').trim_start();
        let is_clause =
            ["catch", "except", "rescue"].iter().any(|start| trimmed.starts_with(start));
        if ["recover()", "pcall(", "try?", "runCatching", ".catch("]
            .iter()
            .any(|mark| line.contains(mark))
        {
            return Caught::Everything;
        }
        if !is_clause {
            continue;
        }
        let names = trimmed.split(|c: char| !c.is_alphanumeric() && c != '_');
        let named: Vec<String> =
            names.filter(|name| name.starts_with(char::is_uppercase)).map(str::to_owned).collect();
        let is_general = named.iter().any(|name| {
            matches!(
                name.as_str(),
                "Exception"
                    | "Throwable"
                    | "BaseException"
                    | "StandardError"
                    | "Error"
                    | "RuntimeException"
                    | "SomeException"
            )
        });
        if named.is_empty() || is_general {
            return Caught::Everything;
        }
        types.extend(named);
    }
    Caught::Only(types)
}

fn never_problem(line: &str, evidence: Evidence) -> Problem {
    Problem::contradicted(format!("the code has `{}`", line.trim())).at(Some(evidence))
}

/// A callee that raises for certain; only one that is the only definition of its name counts.
fn raising_callee(
    context: &SubjectContext<'_>,
    tokens: &[&str],
    caught: &[String],
) -> Option<Problem> {
    let callees = context.callees();
    let is_only = |one: &&Neighbour| {
        callees.iter().filter(|other| other.symbol().name == one.symbol().name).count() == 1
    };
    callees.iter().filter(|one| one.symbol().kind.is_callable() && is_only(one)).find_map(
        |callee| {
            let text = context.text_of(callee)?;
            let first = callee.symbol().span.start_line;
            let lines: Vec<(u32, &str)> = (first..).zip(text.lines()).collect();
            let (number, line) = uncaught(&lines, tokens)?;
            if caught.iter().any(|name| contains_word(line, name)) {
                return None;
            }
            let name = &callee.symbol().name;
            let path = callee.path.clone();
            let reason = format!("it calls `{name}`, which has `{}`", line.trim());
            Some(Problem::contradicted(reason).at(Some(Evidence {
                path,
                start_line: number,
                end_line: number,
            })))
        },
    )
}

fn own_code_lines<'c>(context: &'c SubjectContext<'_>) -> Vec<(u32, &'c str)> {
    let span = context.symbol().span;
    (span.start_line..).zip(span.slice(&context.subject.parsed.text).lines()).collect()
}

/// The first line with one of these tokens that is not within a `try` and no comment.
fn uncaught<'l>(lines: &[(u32, &'l str)], tokens: &[&str]) -> Option<(u32, &'l str)> {
    let mut is_trying = false;
    for (number, line) in lines {
        let trimmed = line.trim().trim_start_matches('}').trim_start();
        if ["catch", "except", "rescue", "finally", "ensure"]
            .iter()
            .any(|start| trimmed.starts_with(start))
        {
            is_trying = false;
        } else if ["try ", "try{", "try:", "begin"].iter().any(|start| trimmed.starts_with(start))
            || trimmed == "try"
        {
            is_trying = true;
        }
        let is_comment =
            ["//", "#", "*", "--", "/*", "\"\"\""].iter().any(|start| trimmed.starts_with(start));
        let with_end = format!("{line}\n");
        let is_found = tokens.iter().any(|token| {
            with_end.match_indices(token).any(|(at, _)| {
                !token.starts_with(char::is_alphanumeric)
                    || !with_end[..at].ends_with(|c: char| {
                        c.is_alphanumeric() || matches!(c, '_' | '.' | '"' | '\'' | '`')
                    })
            })
        });
        if is_found && !is_trying && !is_comment {
            return Some((*number, *line));
        }
    }
    None
}

enum Denied {
    Raises,
    Fails,
}

/// What a claim says never happens.
fn denied_verb(statement: &Statement) -> Option<Denied> {
    if statement.has_phrase(&[
        "always succeeds",
        "infallible",
        "never returns an error",
        "cannot return an error",
        "never errors",
    ]) {
        return Some(Denied::Fails);
    }
    if statement.has_phrase(&[
        "no exception is",
        "no exceptions are",
        "no exception ever",
        "without ever throwing",
        "without ever raising",
        "all exceptions are caught",
        "every exception is caught",
        "all errors are swallowed",
        "any exception is swallowed",
        "never lets an exception",
    ]) {
        return Some(Denied::Raises);
    }
    let lower: Vec<&str> = statement.words.iter().map(|word| word.lower.as_str()).collect();
    for (at, word) in lower.iter().enumerate() {
        let kind = match *word {
            "raises" | "raise" | "throws" | "throw" | "panics" | "panic" | "raised" | "thrown" => {
                Denied::Raises
            }
            "fails" | "fail" | "errors" => Denied::Fails,
            _ => continue,
        };
        let before = &lower[at.saturating_sub(3)..at];
        let nearest = before.last().copied().unwrap_or("");
        let is_never = before.contains(&"never") && nearest != "to"
            || nearest == "cannot"
            || nearest == "can't"
            || nearest == "won't"
            || nearest == "not"
                && before
                    .iter()
                    .any(|one| matches!(*one, "does" | "will" | "do" | "can" | "is" | "are"))
            || nearest == "doesn't"
            || nearest == "ever" && before.contains(&"nothing");
        // "never raises the limit", "does not throw away", "does not fail if the file is missing"
        let next = lower.get(at + 1).copied().unwrap_or("");
        let ends_here = statement.words[at].ends_phrase || next.is_empty();
        let goes_on = matches!(
            next,
            "an" | "any"
                | "exception"
                | "exceptions"
                | "errors"
                | "error"
                | "and"
                | "itself"
                | "at"
        );
        if is_never && (ends_here || goes_on) && !(ANY_ERROR.contains(word) && nearest != "never") {
            return Some(kind);
        }
    }
    None
}

fn has_any(text: &str, tokens: &[&str]) -> bool {
    tokens.iter().any(|token| text.contains(token))
}

#[cfg(test)]
mod tests;
