//! Decides stated facts from the code, one file for each kind.
//!
//! A fact holds if the code shows it, is refuted if the code certainly says otherwise, and is open if that
//! is not decidable here: where a name may be reached through macros, reflection or code outside of the index.
//! Start at [`decide`].

mod asynchronous;
pub(crate) mod bases;
mod called_by;
mod calls;
mod defaults;
mod implements;
mod literal;
mod locks;
mod overrides;
mod own_code;
mod parameters;
mod prose;
mod raises;
mod reads;
pub(crate) mod returned;
mod returns;
mod type_groups;
mod units;
mod value;
mod visibility;
mod writes;

use rutter_domain::{Claim, Evidence, FactKind, Finding, name_parts};

use crate::context::SubjectContext;

pub(crate) use parameters::lists;
pub(crate) use prose::facts_in;

/// The id of the check that decides facts.
pub(crate) const CHECK_ID: &str = "facts";

/// What the code says about a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) finding: Finding,
    pub(crate) reason: Option<String>,
    pub(crate) evidence: Option<Evidence>,
}

impl Decision {
    fn holds(at: Evidence) -> Decision {
        Decision { finding: Finding::Holds, reason: None, evidence: Some(at) }
    }

    fn refuted(reason: impl Into<String>, at: Evidence) -> Decision {
        let (finding, reason) = (Finding::Refuted, Some(reason.into()));
        Decision { finding, reason, evidence: Some(at) }
    }

    fn open(reason: impl Into<String>) -> Decision {
        Decision { finding: Finding::Open, reason: Some(reason.into()), evidence: None }
    }

    pub(crate) fn into_claim(self, text: String) -> Claim {
        let Decision { finding, reason, evidence } = self;
        let evidence = evidence.into_iter().collect();
        Claim { text, finding, reason, evidence, check: Some(CHECK_ID.to_owned()) }
    }
}

/// Decides a fact about the subject.
pub(crate) fn decide(context: &SubjectContext<'_>, kind: FactKind, fact: &str) -> Decision {
    if context.subject.is_wide() {
        return Decision::open("facts are decided for symbols and files");
    }
    let fact = fact.trim().trim_matches('`');
    match kind {
        FactKind::Calls => calls::decide(context, bare_name(fact)),
        FactKind::CalledBy => called_by::decide(context, bare_name(fact)),
        FactKind::Parameters => parameters::decide(context, fact),
        FactKind::Defaults => defaults::decide(context, fact),
        FactKind::Returns => returns::decide(context, fact),
        FactKind::Raises => raises::decide(context, bare_name(fact)),
        FactKind::Reads => reads::decide(context, bare_name(fact)),
        FactKind::Writes => writes::decide(context, bare_name(fact)),
        FactKind::Value => value::decide(context, fact),
        FactKind::Units => units::decide(context, fact),
        FactKind::Implements => implements::decide(context, bare_name(fact)),
        FactKind::Overrides => overrides::decide(context, bare_name(fact)),
        FactKind::Visibility => visibility::decide(context, fact),
        FactKind::Async => asynchronous::decide(context, fact),
        FactKind::Locks => locks::decide(context, bare_name(fact)),
    }
}

/// `Store.find` of `Store.find(id)`, `limit` of `limit: int`.
fn bare_name(fact: &str) -> &str {
    let end = fact.find(['(', ' ', '=', '<']).unwrap_or(fact.len());
    let head = fact[..end].trim_end_matches([':', '!']);
    let head = head.trim_start_matches(['$', '@', '&', '*', ':', '"', '\'']);
    let head = head.trim_end_matches(['"', '\'']);
    let arity = head.rsplit_once('/').filter(|(_, tail)| tail.bytes().all(|b| b.is_ascii_digit()));
    arity.map_or(head, |(name, _)| name)
}

fn last_part(name: &str) -> &str {
    name_parts(name).last().copied().unwrap_or(name)
}

/// The first line of the subject, where its head is.
fn head(context: &SubjectContext<'_>) -> Evidence {
    context.line(context.symbol().span.start_line)
}

#[cfg(test)]
mod tests;
