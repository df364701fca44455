//! Checks a draft without keeping it.

use rutter_domain::{Claim, Evidence, Finding, Seen};

use crate::draft::EntryDraft;
use crate::knowledge::Knowledge;
use crate::record::check::{self, Refusal};
use crate::record::unread;
use crate::wide::{self, wide_place, wide_subject};
use rutter_checks::Subject;
use rutter_checks::{SubjectContext, check_entry};

/// Findings of the checks about a draft.
#[derive(Debug, Clone, PartialEq)]
pub struct Assessment {
    pub claims: Vec<Claim>,
    /// Lines that its author was not shown, one sentence each.
    pub unread: Vec<String>,
}

impl Assessment {
    /// Why the draft is not `checked`, one sentence each; empty if nothing was found against it.
    pub fn faults(&self) -> Vec<String> {
        let faulty = self.claims.iter().filter(|claim| claim.finding != Finding::Supported);
        let reasons = faulty.map(|claim| {
            let reason = claim.reason.as_deref().unwrap_or("");
            format!("\"{}\" is {}: {reason}", claim.text, claim.finding)
        });
        self.unread.iter().cloned().chain(reasons).collect()
    }
}

/// A draft whose symbol and evidence exist.
pub(crate) struct Located {
    pub(crate) subject: Subject,
    pub(crate) evidence: Vec<Evidence>,
}

/// Finds the subject of a draft. Refuses a subject that does not exist and a text that cannot be an entry.
pub(crate) fn locate(
    knowledge: &Knowledge,
    draft: &EntryDraft,
    seen: &Seen,
) -> Result<Located, Refusal> {
    check::text(draft)?;
    if let Some(place) = wide_place(knowledge, draft)? {
        let evidence = check::cited_evidence(knowledge, &draft.evidence)?;
        wide::check_evidence(&place, &evidence)?;
        return Ok(Located { subject: wide_subject(knowledge, &place, &evidence), evidence });
    }
    // Which symbol is meant may depend on the evidence, so that comes first.
    check::cited_evidence(knowledge, &draft.evidence)?;
    let subject = check::subject(knowledge, draft, seen)?;
    let evidence = check::evidence(knowledge, &draft.evidence, &subject)?;
    Ok(Located { subject, evidence })
}

/// Checks the claims of a draft, and whether its author has read the code.
pub(crate) fn assess(
    knowledge: &Knowledge,
    draft: &EntryDraft,
    located: &Located,
    seen: &Seen,
) -> Assessment {
    let Located { subject, evidence } = located;
    let context = SubjectContext::new(knowledge, subject, evidence);
    let mut claims = check_entry(&context, draft.content());
    if subject.is_wide() {
        wide::relocate_claims(knowledge, &subject.parsed.path, evidence, &mut claims);
    }
    Assessment {
        claims,
        unread: unread::unread(knowledge, subject, evidence, draft.content(), seen),
    }
}
