//! A claim that nothing is raised, against what the code and its callees raise for certain.

use rutter_domain::Evidence;
use rutter_domain::words::contains_word;

use crate::lexicon::errors::raising_for_certain;
use crate::rules::errors::ANY_ERROR;
use crate::{Neighbour, Problem, Statement, SubjectContext};

/// A claim that nothing is raised, against what is raised for certain.
pub(super) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
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
    if language.name() == "elixir" && says_fails {
        // These return `nil` or an atom for what they do not find, which no tuple matches.
        let line = own_code_lines(context).into_iter().find(|(_, line)| {
            line.contains("} = ")
                && ["keytake(", "keyfind(", ".fetch(", "List.first(", "Enum.find("]
                    .iter()
                    .any(|call| line.contains(call))
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
                | "but"
                | "whatever"
                | "regardless"
        );
        if is_never && (ends_here || goes_on) && !(ANY_ERROR.contains(word) && nearest != "never") {
            return Some(kind);
        }
    }
    None
}
