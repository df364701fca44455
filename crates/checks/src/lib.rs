//! Checks what an entry says against the code, claim by claim, without a model and without a store.
//!
//! What is asked of the code goes through a [`CodeReader`]; the subject of an entry is a [`Subject`].
//! Prose is cut into claims (`claims.rs`); each check reads one claim as a [`Statement`] beside the
//! [`SubjectContext`] and returns what it has against it. A check that has nothing to say returns
//! nothing: a claim is supported if no check finds a problem. A new check is a file and a line in
//! [`CHECKS`]. Start at [`check_entry`].

mod calls;
mod claims;
mod code_reader;
mod context;
mod defaults;
mod errors;
mod evidence;
mod expressions;
mod graph;
mod hostile;
mod kinds;
mod lexicon;
mod literals;
mod members;
mod named_values;
mod names;
mod numbers;
mod parameters;
mod pick;
mod quantities;
mod reach;
mod relations;
mod stated;
mod statement;
mod subject;
mod units;
mod vague;

use rutter_domain::{Claim, Evidence, Finding, StatedFacts};

pub use claims::cut_claims;
pub use code_reader::CodeReader;
pub use context::{Link, Neighbour, SubjectContext, Users};
pub use hostile::refuse_text;
pub use names::identifiers;
pub use pick::{Picked, namesake_cited, overlaps, pick};
pub use statement::{Statement, Word, WordForm};
pub use subject::{Subject, is_wide_path};

/// Raised whenever the checks judge differently; entries with an older version are checked again.
pub const CHECKS_VERSION: u32 = 3;

/// What a check has against a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// Never [`Finding::Supported`].
    pub(crate) finding: Finding,
    pub(crate) reason: String,
    /// The lines that contradict the claim, if there are some.
    pub(crate) evidence: Vec<Evidence>,
}

impl Problem {
    pub(crate) fn contradicted(reason: impl Into<String>) -> Problem {
        Problem { finding: Finding::Contradicted, reason: reason.into(), evidence: Vec::new() }
    }

    pub(crate) fn not_shown(reason: impl Into<String>) -> Problem {
        Problem { finding: Finding::NotShown, reason: reason.into(), evidence: Vec::new() }
    }

    pub(crate) fn at(mut self, evidence: Option<Evidence>) -> Problem {
        self.evidence.extend(evidence);
        self
    }
}

type Check = fn(&Statement, &SubjectContext<'_>) -> Vec<Problem>;

/// Every check of a claim. Their order is the order of the reasons.
const CHECKS: &[Check] = &[
    names::check,
    calls::check,
    parameters::check,
    defaults::check,
    members::check,
    kinds::check,
    expressions::check,
    numbers::check,
    units::check,
    literals::check,
    errors::check,
    graph::check,
    vague::check,
];

/// The checks of a claim about a whole file. The others ask for one definition: its parameters, its
/// result, its branches, its callers.
const FILE_CHECKS: &[Check] =
    &[names::check, numbers::check, units::check, literals::check, errors::check, vague::check];

/// The checks of a claim about more than one file, whose code is what it cites.
const WIDE_CHECKS: &[Check] = &[
    names::check,
    relations::check,
    numbers::check,
    units::check,
    literals::check,
    errors::check,
    vague::check,
];

/// What an entry says.
#[derive(Debug, Clone, Copy)]
pub struct Said<'a> {
    pub summary: &'a str,
    pub details: Option<&'a str>,
    pub facts: &'a StatedFacts,
}

/// The claims of an entry, each with its finding. What is against the entry as a whole is said of its
/// first claim.
pub fn check_entry(context: &SubjectContext<'_>, said: Said<'_>) -> Vec<Claim> {
    let prose = [Some(said.summary), said.details].into_iter().flatten();
    let statements: Vec<Statement> =
        prose.flat_map(cut_claims).map(|text| Statement::new(&text)).collect();
    let checks = match (context.subject.is_wide(), context.subject.is_file()) {
        (true, _) => WIDE_CHECKS,
        (false, true) => FILE_CHECKS,
        (false, false) => CHECKS,
    };
    let mut of_whole = match context.subject.is_wide() {
        // Its evidence is all there is of it.
        true => Vec::new(),
        false => evidence::check(context),
    };
    let mut judged: Vec<(String, Vec<Problem>)> = Vec::new();
    for statement in statements {
        let problems = checks.iter().flat_map(|check| check(&statement, context));
        let problems = problems.chain(std::mem::take(&mut of_whole)).collect();
        judged.push((statement.text, problems));
    }
    // A claim without content does no harm beside others that have some.
    let is_empty = |problem: &Problem| problem.reason == vague::NOTHING_SAID;
    if !judged.iter().all(|(_, problems)| problems.iter().any(is_empty)) {
        judged.iter_mut().for_each(|(_, problems)| problems.retain(|one| !is_empty(one)));
    }
    let claims = judged.into_iter().map(|(text, problems)| claim_of(text, problems));
    let mut claims: Vec<Claim> = claims.collect();
    claims.extend(stated::check_facts(context, said.facts));
    claims
}

/// A claim with the worst finding of its problems, and all their reasons.
pub(crate) fn claim_of(text: String, problems: Vec<Problem>) -> Claim {
    let finding = problems.iter().map(|problem| problem.finding).max_by_key(|one| severity(*one));
    let finding = finding.unwrap_or(Finding::Supported);
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
    Claim { text, finding, reason, evidence }
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
