//! Takes a reader's answers: grades them, and keeps the reviews that count.

use std::time::SystemTime;

use rutter_domain::{Evidence, ListedEntry, Review, ReviewedClaim, Timestamp};

use super::ask::row_of;
use super::grade::{ControlScore, by_questionnaire, findings};
use super::{Answer, Questionnaire, ReviewReader, text_at};
use crate::Error;
use crate::knowledge::Knowledge;
use crate::list::{self, EntriesFilter};
use crate::staleness::state_of;
use rutter_checks::refuse_text;

/// Longer reasons are cut.
const MOST_REASON_CHARS: usize = 300;

/// Outcome of [`submit`].
#[derive(Debug, Clone, PartialEq)]
pub enum ReviewOutcome {
    /// One for each questionnaire, in their order.
    Graded(Vec<GradedEntry>),
    /// An answer is missing, or the lines that it cites were not shown; it can be given again.
    Incomplete { reason: String },
}

/// The outcome for one entry.
#[derive(Debug, Clone, PartialEq)]
pub struct GradedEntry {
    /// Id of the entry.
    pub id: String,
    pub grade: ReviewGrade,
}

#[derive(Debug, Clone, PartialEq)]
pub enum ReviewGrade {
    /// It was kept. The entry has its new status.
    Counted(Box<ListedEntry>),
    /// It was not, for this reason.
    NotCounted(String),
}

impl Questionnaire {
    /// Whether lines are in the questionnaire.
    fn shows(&self, cited: &Evidence) -> bool {
        self.code.iter().any(|piece| {
            piece.path == cited.path
                && piece.start_line <= cited.start_line
                && cited.start_line <= cited.end_line
                && cited.end_line <= piece.end_line
        })
    }
}

/// Grades the reviews of one request, and keeps those that count.
pub(crate) fn submit(
    knowledge: &Knowledge,
    batch: &[Questionnaire],
    answers: &[Answer],
    reader: &ReviewReader<'_>,
) -> Result<ReviewOutcome, Error> {
    let is_shown = |asked: &Questionnaire, cited: &Evidence| {
        asked.shows(cited) || knowledge.shown_lines(cited, reader.seen).is_some()
    };
    let answers = match by_questionnaire(batch, answers, &is_shown) {
        Ok(answers) => answers,
        Err(reason) => return Ok(ReviewOutcome::Incomplete { reason }),
    };
    let scores: Vec<ControlScore> =
        batch.iter().zip(&answers).map(|(asked, own)| ControlScore::of(asked, own)).collect();
    let mut whole = ControlScore::default();
    scores.iter().for_each(|score| whole.add(*score));
    let mut graded = Vec::new();
    for ((asked, own), score) in batch.iter().zip(&answers).zip(scores) {
        let grade = if score.n_wrong > 0 {
            let ControlScore { n_asked, n_wrong } = score;
            ReviewGrade::NotCounted(format!(
                "{n_wrong} of {n_asked} pairs whose answer is known were judged wrongly"
            ))
        } else if whole.is_poor() {
            ReviewGrade::NotCounted(format!(
                "{} of {} pairs of the request whose answer is known were judged wrongly",
                whole.n_wrong, whole.n_asked
            ))
        } else {
            keep(knowledge, asked, findings(asked, own), reader)?
        };
        graded.push(GradedEntry { id: asked.entry.clone(), grade });
    }
    Ok(ReviewOutcome::Graded(graded))
}

/// Keeps a review, unless its entry or the code has changed meanwhile or the reader is not independent.
fn keep(
    knowledge: &Knowledge,
    asked: &Questionnaire,
    answers: Vec<ReviewedClaim>,
    reader: &ReviewReader<'_>,
) -> Result<ReviewGrade, Error> {
    let refuse = |reason: &str| Ok(ReviewGrade::NotCounted(reason.to_owned()));
    if let Some(reason) = asked.why_not(reader) {
        return refuse(reason);
    }
    let row = match row_of(knowledge, &asked.entry) {
        Ok(row) => row,
        Err(Error::NoEntry { .. }) => return refuse("the entry is gone"),
        Err(error) => return Err(error),
    };
    if row.stored.entry != asked.stored.entry {
        return refuse(CHANGED);
    }
    let is_unchanged = |(lines, text): (&Evidence, &String)| {
        text_at(knowledge, lines).unwrap_or_default() == *text
    };
    let is_same = asked.code.iter().zip(&asked.texts).all(is_unchanged);
    if !is_same || state_of(knowledge, &row).fault.is_some() {
        return refuse("the code has changed since it was shown; ask for the entry again");
    }
    let mut review = Review {
        reader: reader.name.to_owned(),
        run: reader.session.map(str::to_owned),
        at: Timestamp::of(SystemTime::now()),
        protocol: Review::PROTOCOL,
        answers,
    };
    for answer in &mut review.answers {
        answer.reason = answer.reason.take().and_then(clean_reason);
    }
    let id = &asked.entry;
    let kept =
        knowledge.write_notebook(|notebook| notebook.add_review(id, &review, &row.stored))?;
    if kept.is_none() {
        return refuse(CHANGED);
    }
    let filter = EntriesFilter { sought: Some(id.clone()), ..EntriesFilter::default() };
    match list::list_entries(knowledge, &filter)?.entries.pop() {
        Some(entry) => Ok(ReviewGrade::Counted(Box::new(entry))),
        None => refuse("the entry is gone"),
    }
}

const CHANGED: &str = "the entry has changed since it was shown; ask for it again";

/// A reason in short; `None` if it is empty, or addresses those who read it later.
fn clean_reason(reason: String) -> Option<String> {
    let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_fit = !reason.is_empty() && refuse_text(&reason).is_none();
    is_fit.then(|| reason.chars().take(MOST_REASON_CHARS).collect())
}
