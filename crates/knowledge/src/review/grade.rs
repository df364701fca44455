//! Grades a review: whether it counts, and its finding for each claim.

use rutter_domain::{Evidence, Finding, ReviewedClaim};

use super::{Answer, PairChoice, PairKey, Questionnaire};

/// Of all controls of a request, at most one in this many may be misjudged.
const CONTROLS_PER_MISTAKE: usize = 10;

/// The answers to one questionnaire, in the order of its pairs.
pub(super) type InOrder<'a> = Vec<&'a Answer>;

/// How many control pairs there are, and how many of them were misjudged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ControlScore {
    pub(super) n_asked: usize,
    pub(super) n_wrong: usize,
}

impl ControlScore {
    pub(super) fn of(asked: &Questionnaire, answers: &InOrder<'_>) -> ControlScore {
        let mut score = ControlScore::default();
        for (key, answer) in asked.keys.iter().zip(answers) {
            if let PairKey::Control(right) = key {
                score.n_asked += 1;
                score.n_wrong += usize::from(answer.choice != *right);
            }
        }
        score
    }

    pub(super) fn add(&mut self, other: ControlScore) {
        self.n_asked += other.n_asked;
        self.n_wrong += other.n_wrong;
    }

    /// Whether a reader with this score over a whole request may have guessed.
    pub(super) fn is_poor(self) -> bool {
        self.n_wrong * CONTROLS_PER_MISTAKE > self.n_asked
    }
}

/// The answers by questionnaire, or what is missing. `is_shown` says whether the reader was shown lines.
pub(super) fn by_questionnaire<'a>(
    batch: &[Questionnaire],
    answers: &'a [Answer],
    is_shown: &dyn Fn(&Questionnaire, &Evidence) -> bool,
) -> Result<Vec<InOrder<'a>>, String> {
    let n_pairs: usize = batch.iter().map(|asked| asked.pairs.len()).sum();
    let is_pair = |answer: &&Answer| (1..=n_pairs).contains(&answer.pair);
    if let Some(answer) = answers.iter().find(|answer| !is_pair(answer)) {
        let number = answer.pair;
        return Err(format!("there is no pair {number}; they are numbered from 1 to {n_pairs}"));
    }
    let mut number = 0;
    let mut all = Vec::new();
    for asked in batch {
        let mut own = Vec::new();
        for _ in &asked.pairs {
            number += 1;
            let mut given = answers.iter().filter(|answer| answer.pair == number);
            let answer = match (given.next(), given.next()) {
                (Some(answer), None) => answer,
                (None, _) => return Err(format!("pair {number} has no answer")),
                (Some(_), Some(_)) => return Err(format!("pair {number} has several answers")),
            };
            match (&answer.evidence, answer.choice) {
                (None, PairChoice::A | PairChoice::B) => {
                    return Err(format!("the choice of pair {number} cites no lines"));
                }
                (Some(cited), _) if !is_shown(asked, cited) => {
                    let Evidence { path, start_line, end_line } = cited;
                    return Err(format!(
                        "pair {number} cites {path}:{start_line}-{end_line}, which was not shown"
                    ));
                }
                (None, PairChoice::Neither) | (Some(_), _) => own.push(answer),
            }
        }
        all.push(own);
    }
    Ok(all)
}

/// The findings about the claims of an entry, in their order.
pub(super) fn findings(asked: &Questionnaire, answers: &InOrder<'_>) -> Vec<ReviewedClaim> {
    let mut claims: Vec<(usize, ReviewedClaim)> = Vec::new();
    for ((key, answer), pair) in asked.keys.iter().zip(answers).zip(&asked.pairs) {
        let PairKey::Claim { at, is } = key else { continue };
        let (text, variant) = match is {
            PairChoice::A | PairChoice::Neither => (&pair.a, &pair.b),
            PairChoice::B => (&pair.b, &pair.a),
        };
        let Answer { choice, evidence, reason, .. } = (*answer).clone();
        let (finding, reason) = match choice {
            PairChoice::Neither if evidence.is_some() && reason.is_some() => {
                (Finding::Refuted, reason)
            }
            PairChoice::Neither => (Finding::Open, reason),
            chosen if chosen == *is => (Finding::Holds, reason),
            PairChoice::A | PairChoice::B => {
                let instead = || format!("the code shows instead: {variant}");
                (Finding::Refuted, Some(reason.unwrap_or_else(instead)))
            }
        };
        claims.push((*at, ReviewedClaim { text: text.clone(), finding, evidence, reason }));
    }
    claims.sort_by_key(|(at, _)| *at);
    claims.into_iter().map(|(_, claim)| claim).collect()
}
