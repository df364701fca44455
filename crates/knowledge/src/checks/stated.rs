//! Facts that an author stated beside the prose, each checked on its own.

use rutter_domain::{Claim, StatedFacts};

use crate::checks::claim_of;
use crate::checks::context::{Link, SubjectContext};
use crate::checks::{Problem, names::identifiers};

/// One claim for each fact.
pub(crate) fn check_facts(context: &SubjectContext<'_>, facts: &StatedFacts) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (kind, stated) in facts.by_kind() {
        for fact in stated {
            let text = format!("{} `{fact}`", kind.replace('_', " "));
            claims.push(claim_of(text, problems(context, kind, fact)));
        }
    }
    claims
}

fn problems(context: &SubjectContext<'_>, kind: &str, fact: &str) -> Vec<Problem> {
    match kind {
        "called_by" => match context.is_used_by(fact) {
            Link::Yes(_) => Vec::new(),
            Link::No => vec![Problem::contradicted(format!("`{fact}` does not use it"))],
            Link::Unknown => vec![Problem::not_shown(format!("there is no `{fact}`"))],
        },
        _ => identifiers(fact)
            .into_iter()
            .filter(|name| !context.shows(name))
            .map(|name| Problem::not_shown(format!("`{name}` is not in its code")))
            .collect(),
    }
}
