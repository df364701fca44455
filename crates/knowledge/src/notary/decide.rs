//! Judges one claim: what it mentions, what it says of that, and what follows for the whole.

use rutter_checks::{Statement, Word, WordForm};
use rutter_domain::{MentionKind, MentionSource};
use rutter_gaps::{excuses, is_of_another_time};

use super::cut::PlacedClaim;
use super::inquiry::{Notary, Standing};
use super::lexicon::UNDECIDED;
use super::{ClaimPart, DocumentClaim, DocumentFinding, PartKind};
use super::{names, paths, relations, scripts};

/// Words beside what a claim names, up to which it says no more than that this exists: "Run `make test`".
const MOST_WORDS_BESIDE: usize = 2;
impl Notary<'_> {
    /// The claim with its finding; `None` if it says nothing about code.
    pub(super) fn judge(&mut self, claim: &PlacedClaim<'_>) -> Option<DocumentClaim> {
        let statement = Statement::new(&claim.text);
        let standing = self.standing_of(claim, &statement);
        let mut parts: Vec<ClaimPart> = Vec::new();
        for mention in &claim.mentions {
            let part = match mention.kind {
                MentionKind::Path | MentionKind::Link => paths::decide(self, mention, standing),
                MentionKind::Name => names::decide(self, mention, standing),
                MentionKind::Command => scripts::decide(self.scripts(), mention, standing),
                // An import of a sample is one of the reader's, and a flag belongs to any program.
                MentionKind::Import | MentionKind::Flag => None,
            };
            let is_known = |part: &ClaimPart| parts.iter().any(|one| one.text == part.text);
            parts.extend(part.filter(|part| !is_known(part)));
        }
        if standing == Standing::Stated {
            parts.extend(relations::decide(self.knowledge, &statement, &parts));
        }
        (!parts.is_empty()).then(|| DocumentClaim {
            line: claim.start_line,
            end_line: claim.end_line,
            text: claim.text.clone(),
            finding: finding_of(&parts, claim, &statement),
            parts,
        })
    }

    fn standing_of(&self, claim: &PlacedClaim<'_>, statement: &Statement) -> Standing {
        let is_past =
            claim.mentions.iter().any(|mention| is_of_another_time(self.facts, mention.section));
        let is_undecided = statement
            .words
            .iter()
            .any(|word| word.form == WordForm::Plain && UNDECIDED.contains(&word.lower.as_str()));
        if is_past || is_undecided || excuses(&claim.text) {
            Standing::Excused
        } else {
            Standing::Stated
        }
    }
}

fn finding_of(
    parts: &[ClaimPart],
    claim: &PlacedClaim<'_>,
    statement: &Statement,
) -> DocumentFinding {
    let shown = || {
        let is_shown = |part: &&ClaimPart| {
            part.kind == PartKind::Statement && part.finding == DocumentFinding::Holds
        };
        parts.iter().filter(is_shown)
    };
    // A name from elsewhere is found as well if the code shows what is said of it.
    let is_in_shown = |part: &ClaimPart| shown().any(|one| one.text.contains(&part.text));
    let counted = parts.iter().filter(|part| !is_in_shown(part)).map(|part| part.finding);
    match counted.max().unwrap_or(DocumentFinding::Holds) {
        DocumentFinding::Refuted => DocumentFinding::Refuted,
        DocumentFinding::Stale => DocumentFinding::Stale,
        DocumentFinding::NotDecidable => DocumentFinding::NotDecidable,
        DocumentFinding::Holds => {
            let n_said: usize =
                shown().map(|part| n_plain_words(&Statement::new(&part.text))).sum();
            let n_beside = n_words_beside(claim, statement).saturating_sub(n_said);
            let is_whole = n_beside <= MOST_WORDS_BESIDE
                && claim.mentions.iter().all(|one| parts.iter().any(|part| part.text == one.text));
            if is_whole { DocumentFinding::Holds } else { DocumentFinding::NotDecidable }
        }
    }
}

fn n_plain_words(statement: &Statement) -> usize {
    let is_plain = |word: &&Word| word.text.contains(|c: char| c.is_alphanumeric());
    let words = statement.words.iter().filter(is_plain);
    words.filter(|word| word.form != WordForm::Code).count()
}

/// The number of words of a claim that are not part of a mention.
fn n_words_beside(claim: &PlacedClaim<'_>, statement: &Statement) -> usize {
    let of_samples = claim.mentions.iter().filter(|one| one.source == MentionSource::FencedCode);
    let n_of_samples: usize = of_samples.map(|one| Statement::new(&one.text).words.len()).sum();
    let is_letter = |text: &str| text.contains(|c: char| c.is_alphanumeric());
    let is_named = |text: &str| claim.mentions.iter().any(|mention| mention.text == text);
    let beside =
        statement.words.iter().filter(|word| is_letter(&word.text) && !is_named(&word.text));
    beside.count().saturating_sub(n_of_samples)
}
