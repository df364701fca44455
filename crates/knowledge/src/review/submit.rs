//! Takes a reader's answers: grades them, and keeps the review if it counts.

use std::time::SystemTime;

use rutter_domain::{Evidence, ListedEntry, Review, Timestamp};

use super::ask::{is_own, row_of};
use super::grade::{Invalid, grade};
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
    /// It was kept. The entry has its new status.
    Counted {
        entry: Box<ListedEntry>,
    },
    NotCounted {
        reason: String,
    },
    /// An answer is missing, or the lines that it cites do not do; it can be given again.
    Incomplete {
        reason: String,
    },
}

impl Questionnaire {
    /// Whether a review by this reader cannot count, because it would be of the reader's own entry.
    pub fn is_of_own_entry(&self, reader: &str, run: Option<&str>) -> bool {
        let entry = &self.stored.entry;
        is_own((&entry.author, entry.run.as_deref()), (reader, run))
    }

    /// The text of lines of the questionnaire; `None` if some of them are not in it.
    fn shown_text(&self, cited: &Evidence) -> Option<String> {
        let holds = |piece: &Evidence| {
            piece.path == cited.path
                && piece.start_line <= cited.start_line
                && cited.start_line <= cited.end_line
                && cited.end_line <= piece.end_line
        };
        let at = self.code.iter().position(holds)?;
        let n_before = (cited.start_line - self.code[at].start_line) as usize;
        let n_lines = (cited.end_line - cited.start_line) as usize + 1;
        let lines: Vec<&str> = self.texts[at].lines().skip(n_before).take(n_lines).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

/// Grades a review, and keeps it if it counts.
pub(crate) fn submit(
    knowledge: &Knowledge,
    asked: &Questionnaire,
    answers: &[Answer],
    reader: ReviewReader<'_>,
) -> Result<ReviewOutcome, Error> {
    let ReviewReader { name, run, seen } = reader;
    let refuse = |reason: &str| Ok(ReviewOutcome::NotCounted { reason: reason.to_owned() });
    if asked.is_of_own_entry(name, run) {
        return refuse("an entry cannot be reviewed by its own author");
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
    let text_of =
        |cited: &Evidence| asked.shown_text(cited).or_else(|| knowledge.shown_lines(cited, seen));
    let answers = match grade(asked, answers, &text_of) {
        Ok(answers) => answers,
        Err(Invalid::Misjudged(reason)) => return Ok(ReviewOutcome::NotCounted { reason }),
        Err(Invalid::Incomplete(reason)) => return Ok(ReviewOutcome::Incomplete { reason }),
    };
    let mut review = Review {
        reader: name.to_owned(),
        run: run.map(str::to_owned),
        at: Timestamp::of(SystemTime::now()),
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
        Some(entry) => Ok(ReviewOutcome::Counted { entry: Box::new(entry) }),
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
