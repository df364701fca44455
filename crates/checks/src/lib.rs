//! Checks what an entry says against the code, claim by claim, without a model and without a store.
//!
//! The code is read through a [`CodeReader`]; the subject of an entry is a [`Subject`].
//! Prose is cut into claims (`claims.rs`); each check reads one claim as a [`Statement`] beside the
//! [`SubjectContext`] and returns its problems. Prose is open unless a check refutes it; a stated fact holds or is refuted. A new check is a file in `rules/` and a
//! line in [`CHECKS`]. Start at [`check_entry`].

mod check;
mod claims;
mod code_reader;
mod context;
mod facts;
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

use facts::{Decision, decide, facts_in};
use rules::CHECKS;

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
pub const CHECKS_VERSION: u32 = 6;

/// An objection of a check to a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The check that found it; empty until that check returns.
    pub(crate) check: &'static str,
    /// Never [`Finding::Holds`].
    pub(crate) finding: Finding,
    pub(crate) reason: String,
    /// The lines that contradict the claim, if there are some.
    pub(crate) evidence: Vec<Evidence>,
}

impl Problem {
    fn new(finding: Finding, reason: String) -> Problem {
        Problem { check: "", finding, reason, evidence: Vec::new() }
    }

    pub(crate) fn refuted(reason: impl Into<String>) -> Problem {
        Problem::new(Finding::Refuted, reason.into())
    }

    /// What a decision says against a claim; `None` if it does not refute it.
    pub(crate) fn of(decision: Decision) -> Option<Problem> {
        let is_refuted = decision.finding == Finding::Refuted;
        let reason = decision.reason.filter(|_| is_refuted)?;
        Some(Problem::refuted(reason).at(decision.evidence))
    }

    pub(crate) fn open(reason: impl Into<String>) -> Problem {
        Problem::new(Finding::Open, reason.into())
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
    pub surprises: &'a [String],
    pub facts: &'a StatedFacts,
}

impl<'a> EntryContent<'a> {
    /// What it says in sentences.
    pub fn prose(self) -> impl Iterator<Item = &'a str> {
        let texts = [Some(self.summary), self.details].into_iter().flatten();
        texts.chain(self.surprises.iter().map(String::as_str))
    }
}

/// The claims of an entry, each with its finding. Prose that says no more than facts is
/// decided as they are.
pub fn check_entry(context: &SubjectContext<'_>, said: EntryContent<'_>) -> Vec<Claim> {
    let prose = judge(context, said).into_iter();
    let prose = prose.map(|(text, problems)| match fact_of(context, &text) {
        Some(decision) => decision.into_claim(text),
        None => claim_of(text, problems),
    });
    let facts = said.facts.iter();
    let facts =
        facts.map(|(kind, fact)| decide(context, kind, fact).into_claim(kind.sentence(fact)));
    prose.chain(facts).collect()
}

/// The decision on prose that says no more than facts; `None` if it says more, or one of them is open.
fn fact_of(context: &SubjectContext<'_>, claim: &str) -> Option<Decision> {
    let decisions = facts_in(claim)?.into_iter();
    let mut decisions: Vec<Decision> =
        decisions.map(|(kind, fact)| decide(context, kind, &fact)).collect();
    let at = decisions.iter().position(|one| one.finding == Finding::Refuted);
    let all_hold = decisions.iter().all(|one| one.finding == Finding::Holds);
    (at.is_some() || all_hold && !decisions.is_empty())
        .then(|| decisions.swap_remove(at.unwrap_or(0)))
}

/// What the checks have against an entry: each time the id of the check and its reason. Measures what a
/// single check gains, which a [`Claim`] does not show: it has the worst finding alone.
pub fn objections(
    context: &SubjectContext<'_>,
    said: EntryContent<'_>,
) -> Vec<(&'static str, String)> {
    let judged = judge(context, said).into_iter();
    let found = judged.flat_map(|(text, problems)| {
        let of_facts = fact_of(context, &text).and_then(Problem::of).into_iter();
        let of_facts = of_facts.map(|problem| Problem { check: facts::CHECK_ID, ..problem });
        problems.into_iter().chain(of_facts)
    });
    found.map(|problem| (problem.check, problem.reason)).collect()
}

/// A claim of the prose, and everything that the checks have against it.
type Judged = (String, Vec<Problem>);

/// The claims of the prose, each judged. What nothing speaks against is open: no check has shown it.
fn judge(context: &SubjectContext<'_>, said: EntryContent<'_>) -> Vec<Judged> {
    let scope = SubjectScope::of(context.subject);
    let prose = said.prose().flat_map(cut_claims);
    let judged = prose.map(|text| {
        let statement = Statement::new(&text);
        let checks = CHECKS.iter().filter(|check| check.info.scope.contains(&scope));
        let problems = checks.flat_map(|check| {
            let found = (check.run)(&statement, context).into_iter();
            found.map(|problem| Problem { check: check.info.id, ..problem })
        });
        (text, problems.collect())
    });
    judged.collect()
}

/// A claim with the worst finding of its problems, and all their reasons.
pub(crate) fn claim_of(text: String, problems: Vec<Problem>) -> Claim {
    // Of several that are as bad, the first.
    let worst = problems.iter().rev().max_by_key(|problem| severity(problem.finding));
    let finding = worst.map_or(Finding::Open, |worst| worst.finding);
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
        Finding::Holds => 0,
        Finding::Open => 1,
        Finding::Refuted => 2,
    }
}
