//! Computes the status of an entry from its verdict, its reviews and the code.
//!
//! Nothing of this is stored. What a person rejected is rejected, whatever the code says; what the code
//! has overtaken is stale, whatever readers said. Start at [`standing`].

use rutter_domain::{Claim, EntryStatus, Finding, Review, ReviewedClaim, Verdict};
use rutter_store::StoredEntry;

/// Why an entry of an older version, or a restored one, is not checked yet.
const PENDING: &str = "the current checks have not run on it yet";

/// A status with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) status: EntryStatus,
    /// Why it is not confirmed, if there is more to say than that nobody has read it.
    pub(crate) reason: Option<String>,
}

/// The status of an entry. `fault` is the change of the code that makes it stale.
pub(crate) fn standing(stored: &StoredEntry, fault: Option<&str>) -> Standing {
    let because = |status, reason: String| Standing { status, reason: Some(reason) };
    let entry = &stored.entry;
    if let Verdict::Rejected { note } = &entry.verdict {
        return because(EntryStatus::Rejected, note.clone());
    }
    if let Some(fault) = fault {
        return because(EntryStatus::Stale, fault.to_owned());
    }
    if let Some(objection) = objection(&stored.reviews) {
        return because(EntryStatus::Disputed, objection);
    }
    let is_confirmed = stored.reviews.iter().any(|review| confirms(review, &entry.claims));
    match &entry.verdict {
        Verdict::Recorded { .. } if is_confirmed => {
            Standing { status: EntryStatus::Confirmed, reason: None }
        }
        Verdict::Recorded { unread } => {
            Standing { status: EntryStatus::Recorded, reason: unread.clone() }
        }
        Verdict::Doubtful { reason } => because(EntryStatus::Doubtful, reason.clone()),
        Verdict::Pending => because(EntryStatus::Recorded, PENDING.to_owned()),
        Verdict::Rejected { note } => because(EntryStatus::Rejected, note.clone()),
    }
}

/// The verdict on claims, with the lines that the author was not shown.
pub(crate) fn verdict(claims: &[Claim], unread: &[String]) -> Verdict {
    let refuted = claims.iter().filter(|claim| claim.finding == Finding::Refuted);
    let mut reasons: Vec<String> = refuted.map(claim_fault).collect();
    let mut seen = std::collections::HashSet::new();
    reasons.retain(|reason| seen.insert(reason.clone()));
    if reasons.is_empty() {
        Verdict::Recorded { unread: (!unread.is_empty()).then(|| unread.join("; ")) }
    } else {
        Verdict::Doubtful { reason: reasons.join("; ") }
    }
}

fn claim_fault(claim: &Claim) -> String {
    match &claim.reason {
        Some(reason) => reason.clone(),
        None => format!("\"{}\": {}", claim.text, claim.finding),
    }
}

/// Later reviews that support a claim before an objection to it is resolved.
const SUPPORTS_TO_RESOLVE: usize = 2;

/// The first objection of a reader that later readers have not resolved.
fn objection(reviews: &[Review]) -> Option<String> {
    let mut open: Vec<(&Review, &ReviewedClaim, usize)> = Vec::new();
    for review in reviews.iter().filter(|review| review.counts()) {
        for answer in &review.answers {
            if answer.is_objection() {
                open.push((review, answer, 0));
            } else if answer.finding == Finding::Holds
                && let Some(at) = open.iter().position(|(_, other, _)| other.text == answer.text)
            {
                open[at].2 += 1;
                if open[at].2 >= SUPPORTS_TO_RESOLVE {
                    open.remove(at);
                }
            }
        }
    }
    let (review, answer, _) = open.first()?;
    let why = answer.reason.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
    Some(format!("{} (self-declared) objects to \"{}\"{why}", review.reader, answer.text))
}

/// Whether a reader found every claim to hold.
fn confirms(review: &Review, claims: &[Claim]) -> bool {
    let is_answered = |claim: &Claim| review.answers.iter().any(|answer| answer.text == claim.text);
    review.counts()
        && !review.answers.is_empty()
        && review.answers.iter().all(|answer| answer.finding == Finding::Holds)
        && claims.iter().all(is_answered)
}

#[cfg(test)]
mod tests;
