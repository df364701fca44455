//! Cited lines must overlap the subject or something linked with it.

use rutter_domain::words::contains_word;
use rutter_domain::{Evidence, Span, Symbol};

use crate::Problem;
use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::context::SubjectContext;
use crate::pick::namesake_cited;

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "evidence",
        about: "Cited lines must overlap the subject or something linked with it.",
        scope: &[SubjectScope::Symbol, SubjectScope::File],
        code: r"//- a.py
LIMIT = 3


def take(n):
    return min(n, LIMIT)


def other():
    return 1
",
        path: "a.py",
        symbol: "take",
        wrong: Example::Cited("Takes at most `LIMIT`.", "a.py", 9, 9),
        right: Example::Cited("Takes at most `LIMIT`.", "a.py", 1, 1),
    },
    run: Run::Entry(check),
};

/// Comments this many lines above a definition belong to it.
const HEAD_LINES: u32 = 12;

/// One problem for each citation that has nothing to do with the subject.
pub(crate) fn check(context: &SubjectContext<'_>) -> Vec<Problem> {
    if let Some(problem) = misplaced(context) {
        return vec![problem];
    }
    let unlinked = context.evidence.iter().filter(|(cited, text)| !is_linked(context, cited, text));
    unlinked
        .map(|(cited, _)| {
            let Evidence { path, start_line, end_line } = cited;
            let reason = format!(
                "the cited lines {path}:{start_line}-{end_line} have nothing to do with `{}`",
                context.symbol().name
            );
            Problem::not_shown(reason).at(Some(cited.clone()))
        })
        .collect()
}

/// An entry that cites another symbol of the same name, and not its own: a type that has the name of a
/// function, for example.
fn misplaced(context: &SubjectContext<'_>) -> Option<Problem> {
    let (parsed, own) = (&context.subject.parsed, context.symbol());
    let cited: Vec<Evidence> = context.evidence.iter().map(|(cited, _)| cited.clone()).collect();
    let (other, cited) = namesake_cited(parsed, own, &cited)?;
    let described = |one: &Symbol| {
        let (start, end) = (one.span.start_line, one.span.end_line);
        let kind = one.kind.name().replace('_', " ");
        format!("the {kind} `{}` ({start}-{end})", one.qualified_name)
    };
    let Evidence { path, start_line, end_line } = cited;
    let reason = format!(
        "the cited lines {path}:{start_line}-{end_line} are of {}, and the entry is of {}; record it \
         again, with these lines as evidence",
        described(other),
        described(own)
    );
    Some(Problem::not_shown(reason).at(Some(cited.clone())))
}

fn is_linked(context: &SubjectContext<'_>, cited: &Evidence, text: &str) -> bool {
    let is_here = |span: Span, path: &str| {
        cited.path == path
            && cited.start_line <= span.end_line
            && span.start_line.saturating_sub(HEAD_LINES) <= cited.end_line
    };
    let definitions = context.subject.parsed.definitions_of(context.symbol());
    definitions.iter().any(|one| is_here(one.span, context.path()))
        || context.own_names().iter().any(|name| contains_word(text, name))
        || context.containers().iter().any(|one| contains_word(text, &one.name))
        || context.members().any(|one| is_here(one.span, context.path()))
        || context.callees().iter().any(|one| is_here(one.symbol().span, &one.path))
        || defines_something_used(context, cited)
}

/// Whether the lines define a name that the subject's code contains.
fn defines_something_used(context: &SubjectContext<'_>, cited: &Evidence) -> bool {
    let Some(parsed) = context.code_base.parsed_file(&cited.path) else { return true };
    let within = parsed.facts.symbols.iter().filter(|one| {
        one.span.start_line <= cited.end_line && cited.start_line <= one.span.end_line
    });
    let mut names = within.map(|one| one.name.as_str());
    names.any(|name| name.len() > 2 && contains_word(&context.code, name))
}

#[cfg(test)]
mod tests;
