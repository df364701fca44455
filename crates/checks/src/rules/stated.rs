//! Facts that an author stated beside the prose, each checked on its own.

mod units;
mod writes;

use rutter_domain::name_parts;
use rutter_domain::words::contains_word;

use crate::Problem;
use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::context::{Link, SubjectContext};
use crate::lexicon::standard_names::{is_literal, is_standard};
use crate::reach::linked_text;
use crate::rules::names::identifiers;
use rutter_syntax::parameters;

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "stated",
        about: "A fact that is stated beside the prose must hold: what is called, raised, returned, read or written, parameters, units.",
        scope: &SubjectScope::ALL,
        code: r"//- queue.py
class Queue:
    def push(self, job):
        self.jobs.append(job)
        wake(self.timeout)


def wake(timeout):
    return timeout


def main(queue):
    queue.push(1)
",
        path: "queue.py",
        symbol: "Queue.push",
        wrong: Example::Fact("calls", "main"),
        right: Example::Fact("calls", "wake"),
    },
    run: Run::Fact(problems),
};

/// The fact as a claim.
pub(crate) fn claim_text(kind: &str, fact: &str) -> String {
    let said = match kind {
        "called_by" => "is called by",
        "depends_on" => "depends on",
        "parameters" => "takes the parameter",
        "units" => "has the unit",
        other => other,
    };
    format!("{said} `{fact}`")
}

fn problems(context: &SubjectContext<'_>, kind: &str, fact: &str) -> Vec<Problem> {
    let fact = fact.trim();
    let name = bare_name(fact);
    let found = match kind {
        "calls" => check_call(context, name),
        "called_by" => check_caller(context, name),
        "raises" => check_raised(context, name),
        "reads" => check_read(context, name),
        "writes" => writes::check(context, last_part(name)),
        "parameters" => check_parameter(context, name),
        "units" => units::check(context, fact),
        "returns" | "depends_on" => return check_shown(context, fact),
        _ => None,
    };
    found.into_iter().collect()
}

fn check_call(context: &SubjectContext<'_>, name: &str) -> Option<Problem> {
    let last = last_part(name);
    if context.line_of_use(last).is_some() {
        return None;
    }
    Some(match context.is_used_by(name) {
        Link::Yes(evidence) => {
            Problem::contradicted(format!("`{last}` uses it, not the reverse")).at(evidence)
        }
        Link::No => {
            Problem::contradicted(format!("`{last}` is not called")).at(Some(context.own_lines()))
        }
        Link::Unknown => Problem::not_shown(format!("`{last}` is not in its code")),
    })
}

fn check_caller(context: &SubjectContext<'_>, name: &str) -> Option<Problem> {
    let last = last_part(name);
    match context.is_used_by(name) {
        Link::Yes(_) => None,
        Link::No => Some(match context.line_of_use(last) {
            Some(line) => {
                let reason = format!("`{last}` does not use it, but is used by it");
                Problem::contradicted(reason).at(Some(context.line(line)))
            }
            None => Problem::contradicted(format!("`{last}` does not use it")),
        }),
        Link::Unknown => Some(Problem::not_shown(format!("there is no `{last}`"))),
    }
}

fn check_raised(context: &SubjectContext<'_>, name: &str) -> Option<Problem> {
    let last = last_part(name);
    let is_raised = context.line_of_use(last).is_some()
        || contains_word(&context.doc, last)
        || contains_word(&linked_text(context), last);
    (!is_raised).then(|| {
        let reason = format!("`{last}` is neither in its code nor in what it calls");
        Problem::not_shown(reason).at(Some(context.own_lines()))
    })
}

fn check_read(context: &SubjectContext<'_>, name: &str) -> Option<Problem> {
    let last = last_part(name);
    let is_read = context.line_of_use(last).is_some() || context.code.contains(name);
    (!is_read).then(|| Problem::not_shown(format!("`{last}` is not in its code")))
}

fn check_parameter(context: &SubjectContext<'_>, name: &str) -> Option<Problem> {
    let definitions = context.subject.parsed.definitions_of(context.symbol());
    let mut read = definitions.iter().map(|one| parameters(one, context.language()));
    let own = last_part(name);
    let is_there = read.any(|list| match list {
        Some(list) => list.iter().any(|one| one.is_named(own)),
        None => contains_word(&context.code, own),
    });
    (!is_there).then(|| {
        let line = context.line(context.symbol().span.start_line);
        Problem::contradicted(format!("it has no parameter `{own}`")).at(Some(line))
    })
}

/// Every name and number of the fact must be in the code or in what it refers to.
fn check_shown(context: &SubjectContext<'_>, fact: &str) -> Vec<Problem> {
    let names = identifiers(fact);
    let numbers = fact
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.'))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let is_shown = |name: &str| {
        let is_known =
            is_literal(name) || is_standard(name) && context.definitions(name).is_empty();
        is_known
            || context.shows(name)
            || context
                .subject
                .parsed
                .facts
                .imports
                .iter()
                .any(|import| import.module.contains(name))
            || contains_word(&linked_text(context), name)
    };
    names
        .into_iter()
        .chain(numbers)
        .filter(|name| !is_shown(name))
        .map(|name| Problem::not_shown(format!("`{name}` is not in its code")))
        .collect()
}

/// `Store.find` of `Store.find(id)`, `limit` of `limit: int`.
fn bare_name(fact: &str) -> &str {
    let end = fact.find(['(', ' ', '=']).unwrap_or(fact.len());
    let head = fact[..end].trim_end_matches(':').trim_start_matches(['$', '@', '&', '*', ':']);
    let arity = head.rsplit_once('/').filter(|(_, tail)| tail.bytes().all(|b| b.is_ascii_digit()));
    arity.map_or(head, |(name, _)| name)
}

fn last_part(name: &str) -> &str {
    name_parts(name).last().copied().unwrap_or(name)
}

#[cfg(test)]
mod tests;
