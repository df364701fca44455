//! Computes the status of an entry from its verdict, its reviews, the code and its rivals.
//!
//! Nothing of this is stored. What a person rejected is rejected, whatever the code says; what the code
//! has overtaken is stale, whatever readers said. Start at [`standing`].

use rutter_domain::{Claim, Entry, EntryStatus, Finding, Review, Verdict};
use rutter_store::StoredEntry;

/// Why an entry of an older version, or a restored one, is not checked yet.
const PENDING: &str = "the current checks have not run on it yet";

/// A status with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) status: EntryStatus,
    /// Why it is neither checked nor confirmed.
    pub(crate) reason: Option<String>,
}

/// The status of an entry. `fault` is the change of the code that makes it stale, `rival` an entry of the same
/// symbol that disputes it.
pub(crate) fn standing(
    stored: &StoredEntry,
    fault: Option<&str>,
    rival: Option<&Entry>,
) -> Standing {
    let because = |status, reason: String| Standing { status, reason: Some(reason) };
    let good = |status| Standing { status, reason: None };
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
    if let Some(rival) = rival {
        let reason = format!("the entry {} by {} disagrees", rival.id, rival.author);
        return because(EntryStatus::Disputed, reason);
    }
    let is_confirmed = stored.reviews.iter().any(|review| confirms(review, &entry.claims));
    match &entry.verdict {
        Verdict::Checked if is_confirmed => good(EntryStatus::Confirmed),
        Verdict::Checked => good(EntryStatus::Checked),
        Verdict::Unverified { .. } if is_confirmed && needs_reader(&entry.claims) => {
            good(EntryStatus::Confirmed)
        }
        Verdict::Unverified { reason } => because(EntryStatus::Unverified, reason.clone()),
        Verdict::Pending => because(EntryStatus::Unverified, PENDING.to_owned()),
        Verdict::Rejected { note } => because(EntryStatus::Rejected, note.clone()),
    }
}

/// The verdict on claims, with what else is wrong with an entry.
pub(crate) fn verdict(claims: &[Claim], faults: &[String]) -> Verdict {
    let failed = claims.iter().filter(|claim| claim.finding != Finding::Supported);
    let of_claims = failed.map(claim_fault);
    let mut reasons: Vec<String> = faults.iter().cloned().chain(of_claims).collect();
    let mut seen = std::collections::HashSet::new();
    reasons.retain(|reason| seen.insert(reason.clone()));
    if reasons.is_empty() {
        Verdict::Checked
    } else {
        Verdict::Unverified { reason: reasons.join("; ") }
    }
}

fn claim_fault(claim: &Claim) -> String {
    match &claim.reason {
        Some(reason) => reason.clone(),
        None => format!("\"{}\": {}", claim.text, claim.finding),
    }
}

/// The first contradiction of a reader.
fn objection(reviews: &[Review]) -> Option<String> {
    let contradicts = |review: &Review| {
        let answer =
            review.answers.iter().find(|answer| answer.finding == Finding::Contradicted)?;
        let why = answer.reason.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
        Some(format!("{} contradicts \"{}\"{why}", review.reader, answer.text))
    };
    reviews.iter().find_map(contradicts)
}

/// Whether a reader supported every claim.
fn confirms(review: &Review, claims: &[Claim]) -> bool {
    let is_answered = |claim: &Claim| review.answers.iter().any(|answer| answer.text == claim.text);
    !review.answers.is_empty()
        && review.answers.iter().all(|answer| answer.finding == Finding::Supported)
        && claims.iter().all(is_answered)
}

/// Whether a reader's review can confirm an entry: no check found anything against a claim. Claims that no check
/// can judge, and an author who was not shown the code, do not matter.
pub(crate) fn needs_reader(claims: &[Claim]) -> bool {
    let is_open = |claim: &Claim| match claim.finding {
        Finding::Supported | Finding::Unchecked => true,
        Finding::Contradicted | Finding::NotShown => false,
    };
    !claims.is_empty() && claims.iter().all(is_open)
}

#[cfg(test)]
mod tests;
