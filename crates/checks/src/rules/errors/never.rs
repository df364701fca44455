//! A claim that nothing is raised, against what the code and its callees certainly raise.

use rutter_domain::Evidence;
use rutter_domain::words::contains_word;

use crate::lexicon::errors::{
    AFTER_NEVER, CATCH_ALL, CERTAINLY_RAISING, FAILING, NEVER_FAILS, NEVER_RAISES, RAISING_NEVER,
};
use crate::{Problem, Statement, SubjectContext};

pub(super) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let denied = denied_verb(statement)?;
    let language = context.language().name();
    let is_known = CERTAINLY_RAISING.words_of(language).next().is_some();
    let mut tokens: Vec<&str> =
        CERTAINLY_RAISING.words_of(if is_known { language } else { "other" }).collect();
    if denied == Denied::Fails {
        tokens.extend(FAILING.words_of(language));
    }
    let own: Vec<(u32, &str)> = context.own_code_lines().collect();
    if let Some((number, line)) = uncaught(&own, &tokens) {
        let problem = Problem::contradicted(format!("the code has `{}`", line.trim()));
        return Some(problem.at(Some(context.line(number))));
    }
    raising_callee(context, &tokens, &caught_types(&own)?)
}

/// The types of the errors that the code catches; `None` if it catches all.
fn caught_types<'l>(lines: &[(u32, &'l str)]) -> Option<Vec<&'l str>> {
    let mut types = Vec::new();
    for (_, line) in lines.iter().filter(|(_, line)| begins_clause(line)) {
        let names = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        let named: Vec<&str> = names.filter(|name| name.starts_with(char::is_uppercase)).collect();
        if named.is_empty() || named.iter().any(|name| CATCH_ALL.has(name)) {
            return None;
        }
        types.extend(named);
    }
    let catches_inline = |line: &str| line.contains("recover()") || line.contains(".catch(");
    (!lines.iter().any(|(_, line)| catches_inline(line))).then_some(types)
}

fn begins_clause(line: &str) -> bool {
    let line = line.trim().trim_start_matches('}').trim_start();
    line.starts_with("catch") || line.starts_with("except") || line.starts_with("rescue")
}

/// A callee that certainly raises; only one that is the only definition of its name counts.
fn raising_callee(
    context: &SubjectContext<'_>,
    tokens: &[&str],
    caught: &[&str],
) -> Option<Problem> {
    let callees = context.callees();
    let n_named = |name: &str| callees.iter().filter(|one| one.symbol().name == name).count();
    callees.iter().filter(|one| one.symbol().kind.is_callable()).find_map(|callee| {
        let name = &callee.symbol().name;
        let text = context.text_of(callee).filter(|_| n_named(name) == 1)?;
        let lines: Vec<(u32, &str)> =
            (callee.symbol().span.start_line..).zip(text.lines()).collect();
        let (number, line) = uncaught(&lines, tokens)?;
        if caught.iter().any(|name| contains_word(line, name)) {
            return None;
        }
        let reason = format!("it calls `{name}`, which has `{}`", line.trim());
        let path = callee.path.clone();
        let cited = Evidence { path, start_line: number, end_line: number };
        Some(Problem::contradicted(reason).at(Some(cited)))
    })
}

/// The first line of code with one of these tokens that is not within a `try`.
fn uncaught<'l>(lines: &[(u32, &'l str)], tokens: &[&str]) -> Option<(u32, &'l str)> {
    let mut is_trying = false;
    for (number, line) in lines {
        let trimmed = line.trim().trim_start_matches('}').trim_start();
        let first = trimmed.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        if begins_clause(line) || matches!(first, "finally" | "ensure") {
            is_trying = false;
        } else if matches!(first, "try" | "begin") {
            is_trying = true;
        }
        let is_comment = trimmed.starts_with(['#', '*', '"']) || trimmed.starts_with("//");
        let is_found = tokens.iter().any(|token| has_token(line, token));
        if is_found && !is_trying && !is_comment {
            return Some((*number, *line));
        }
    }
    None
}

/// Whether a line has a token that is not a part of a longer name or a text.
fn has_token(line: &str, token: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(token).any(|(at, _)| {
        let is_whole_word = !token.chars().all(is_name)
            || !line[at + token.len()..].starts_with(|c: char| is_name(c) || c == '.');
        let goes_on = |c: char| is_name(c) || matches!(c, '.' | '"' | '\'' | '`');
        is_whole_word && (!token.starts_with(is_name) || !line[..at].ends_with(goes_on))
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Denied {
    Raises,
    Fails,
}

/// What a claim says never happens.
fn denied_verb(statement: &Statement) -> Option<Denied> {
    if statement.has_phrase(NEVER_FAILS.words()) {
        return Some(Denied::Fails);
    }
    if statement.has_phrase(NEVER_RAISES.words()) {
        return Some(Denied::Raises);
    }
    let words = &statement.words;
    let lower = |at: usize| words.get(at).map_or("", |word| word.lower.as_str());
    words.iter().enumerate().find_map(|(at, word)| {
        if !RAISING_NEVER.has(&word.lower) {
            return None;
        }
        let nearest = at.checked_sub(1).map_or("", lower);
        let has_never = (at.saturating_sub(3)..at).any(|before| lower(before) == "never");
        let is_denied = has_never && nearest != "to"
            || matches!(nearest, "cannot" | "doesn't")
            || nearest == "not" && at > 1 && matches!(lower(at - 2), "does" | "will");
        // "does not throw away" and "never raises the limit" are about other things.
        let ends = word.ends_phrase || lower(at + 1).is_empty() || AFTER_NEVER.has(lower(at + 1));
        let is_noun = word.lower == "errors" && nearest != "never";
        let fails = word.lower.starts_with("fail") || word.lower == "errors";
        (is_denied && ends && !is_noun).then_some(if fails {
            Denied::Fails
        } else {
            Denied::Raises
        })
    })
}
