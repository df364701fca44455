//! Checks what an entry says against the code, claim by claim, without a model and without a store.
//!
//! The code is read through a [`CodeReader`]; the subject of an entry is a [`Subject`].
//! Prose is cut into claims (`claims.rs`); each check reads one claim as a [`Statement`] beside the
//! [`SubjectContext`] and returns its problems. A claim is supported if no check finds one. A new check is a file in `rules/` and a
//! line in [`CHECKS`]. Start at [`check_entry`].

mod check;
mod claims;
mod code_reader;
mod context;
mod hostile;
mod lexicon;
mod named_values;
mod pick;
mod quantities;
mod reach;
mod rules;
mod statement;
mod subject;

use rutter_domain::{Claim, Evidence, Finding, StatedFacts};

use check::{Check, Run};
use rules::{CHECKS, stated, vague};

pub use check::{CheckInfo, Example, SubjectScope};
pub use claims::cut_claims;
pub use code_reader::CodeReader;
pub use context::{Link, Neighbour, SubjectContext, Users};
pub use hostile::refuse_text;
pub use pick::{Picked, namesake_cited, overlaps, pick};
pub use rules::names::identifiers;
pub use statement::{Statement, Word, WordForm};
pub use subject::{Subject, is_wide_path};

/// Raised whenever the checks judge differently; entries with an older version are checked again.
pub const CHECKS_VERSION: u32 = 4;

/// An objection of a check to a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The check that found it; empty until that check returns.
    pub(crate) check: &'static str,
    /// Never [`Finding::Supported`].
    pub(crate) finding: Finding,
    pub(crate) reason: String,
    /// The lines that contradict the claim, if there are some.
    pub(crate) evidence: Vec<Evidence>,
}

impl Problem {
    fn new(finding: Finding, reason: String) -> Problem {
        Problem { check: "", finding, reason, evidence: Vec::new() }
    }

    pub(crate) fn contradicted(reason: impl Into<String>) -> Problem {
        Problem::new(Finding::Contradicted, reason.into())
    }

    pub(crate) fn not_shown(reason: impl Into<String>) -> Problem {
        Problem::new(Finding::NotShown, reason.into())
    }

    pub(crate) fn at(mut self, evidence: Option<Evidence>) -> Problem {
        self.evidence.extend(evidence);
        self
    }
}

/// The descriptions of all checks.
pub fn check_infos() -> impl Iterator<Item = &'static CheckInfo> {
    CHECKS.iter().map(|check| &check.info)
}

/// The statements of an entry.
#[derive(Debug, Clone, Copy)]
pub struct EntryContent<'a> {
    pub summary: &'a str,
    pub details: Option<&'a str>,
    pub facts: &'a StatedFacts,
}

/// The claims of an entry, each with its finding. A problem of the entry as a whole is given with its
/// first claim.
pub fn check_entry(context: &SubjectContext<'_>, said: EntryContent<'_>) -> Vec<Claim> {
    let judged = judge(context, said).into_iter();
    judged.map(|(text, problems)| claim_of(text, problems)).collect()
}

/// What the checks have against an entry: each time the id of the check and its reason. Measures what a
/// single check gains, which a [`Claim`] does not show: it has the worst finding alone.
pub fn objections(
    context: &SubjectContext<'_>,
    said: EntryContent<'_>,
) -> Vec<(&'static str, String)> {
    let problems = judge(context, said).into_iter().flat_map(|(_, problems)| problems);
    problems.map(|problem| (problem.check, problem.reason)).collect()
}

/// The claims of an entry, each with everything that the checks have against it.
fn judge(context: &SubjectContext<'_>, said: EntryContent<'_>) -> Vec<(String, Vec<Problem>)> {
    let scope = SubjectScope::of(context.subject);
    let checks = || CHECKS.iter().filter(|check| check.info.scope.contains(&scope));
    let run = |of: &dyn Fn(&Run) -> Vec<Problem>| -> Vec<Problem> {
        checks().flat_map(|check| named(check, of(&check.run))).collect()
    };
    let mut of_whole = run(&|run| match run {
        Run::Entry(check) => check(context),
        Run::Claim(_) | Run::Fact(_) => Vec::new(),
    });
    let mut judged: Vec<(String, Vec<Problem>)> = Vec::new();
    let prose = [Some(said.summary), said.details].into_iter().flatten();
    for text in prose.flat_map(cut_claims) {
        let statement = Statement::new(&text);
        let mut problems = run(&|run| match run {
            Run::Claim(check) => check(&statement, context),
            Run::Entry(_) | Run::Fact(_) => Vec::new(),
        });
        problems.append(&mut of_whole);
        judged.push((statement.text, problems));
    }
    // A claim without content does no harm beside others that have some.
    let is_empty = |problem: &Problem| problem.check == vague::CHECK.info.id;
    if !judged.iter().all(|(_, problems)| problems.iter().any(is_empty)) {
        judged.iter_mut().for_each(|(_, problems)| problems.retain(|one| !is_empty(one)));
    }
    for (kind, stated) in said.facts.by_kind() {
        for fact in stated {
            let problems = run(&|run| match run {
                Run::Fact(check) => check(context, kind, fact),
                Run::Claim(_) | Run::Entry(_) => Vec::new(),
            });
            judged.push((stated::claim_text(kind, fact), problems));
        }
    }
    judged
}

/// Problems that a check found, with its id.
fn named(check: &Check, problems: Vec<Problem>) -> impl Iterator<Item = Problem> {
    problems.into_iter().map(|problem| Problem { check: check.info.id, ..problem })
}

/// A claim with the worst finding of its problems, and all their reasons.
pub(crate) fn claim_of(text: String, problems: Vec<Problem>) -> Claim {
    // Of several that are as bad, the first.
    let worst = problems.iter().rev().max_by_key(|problem| severity(problem.finding));
    let finding = worst.map_or(Finding::Supported, |worst| worst.finding);
    let check = worst.map(|worst| worst.check.to_owned());
    let mut reasons: Vec<String> = Vec::new();
    let mut evidence: Vec<Evidence> = Vec::new();
    for problem in problems {
        if !reasons.contains(&problem.reason) {
            reasons.push(problem.reason);
        }
        for cited in problem.evidence {
            if !evidence.contains(&cited) {
                evidence.push(cited);
            }
        }
    }
    let reason = (!reasons.is_empty()).then(|| reasons.join("; "));
    Claim { text, finding, reason, evidence, check }
}

#[cfg(test)]
mod tests;

fn severity(finding: Finding) -> u8 {
    match finding {
        Finding::Supported => 0,
        Finding::Unchecked => 1,
        Finding::NotShown => 2,
        Finding::Contradicted => 3,
    }
}
