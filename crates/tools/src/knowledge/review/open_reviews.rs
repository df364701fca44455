//! The questionnaires of a session that are not answered yet.
//!
//! They are only kept in memory: a reader who goes away has reviewed nothing. A reader who judged an entry wrongly
//! too often is not asked about it again.

use std::collections::{HashMap, VecDeque};

use rutter_domain::EntryStatus;
use rutter_knowledge::Questionnaire;

/// Most open questionnaires; the oldest is dropped.
const MOST_OPEN: usize = 32;
/// Reviews of one entry that may fail to count.
pub(super) const MOST_TRIES: u32 = 2;
/// Incomplete answers to one questionnaire after which the review fails.
const MOST_INCOMPLETE: u32 = 4;

/// The reviews of one reader.
#[derive(Debug, Default)]
pub struct OpenReviews {
    open: VecDeque<OpenReview>,
    /// Reviews that did not count, by entry.
    failed: HashMap<String, u32>,
    n_given: u32,
    /// The newest graded reviews, oldest first.
    graded: VecDeque<GradedReview>,
}

/// A review that was graded in this session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradedReview {
    /// Id of the entry.
    pub entry: String,
    pub grade: Grade,
}

/// The grade of a review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grade {
    /// It counts, and the entry now has this status.
    Counted(EntryStatus),
    /// It does not count, for this reason.
    NotCounted(String),
}

#[derive(Debug)]
struct OpenReview {
    id: String,
    asked: Questionnaire,
    n_incomplete: u32,
}

impl OpenReviews {
    /// Returns whether a questionnaire is not answered yet.
    pub fn is_any_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// The newest graded review of an entry.
    pub fn grade_of(&self, entry: &str) -> Option<&Grade> {
        let of_entry = |review: &&GradedReview| review.entry == entry;
        self.graded.iter().rev().find(of_entry).map(|review| &review.grade)
    }

    /// Forgets the open questionnaires.
    pub fn abandon(&mut self) {
        self.open.clear();
    }

    pub(super) fn note_grade(&mut self, entry: &str, grade: Grade) {
        if self.graded.len() >= MOST_OPEN {
            self.graded.pop_front();
        }
        self.graded.push_back(GradedReview { entry: entry.to_owned(), grade });
    }

    /// Adds a questionnaire and returns its name. Drops an open one about the same entry.
    pub(super) fn add(&mut self, asked: Questionnaire) -> String {
        self.n_given += 1;
        let id = format!("q{}", self.n_given);
        self.open.retain(|review| review.asked.entry != asked.entry);
        if self.open.len() >= MOST_OPEN {
            self.open.pop_front();
        }
        self.open.push_back(OpenReview { id: id.clone(), asked, n_incomplete: 0 });
        id
    }

    pub(super) fn get(&self, id: &str) -> Option<Questionnaire> {
        self.open.iter().find(|review| review.id == id).map(|review| review.asked.clone())
    }

    /// The open questionnaire, if there is exactly one.
    pub(super) fn only(&self) -> Option<String> {
        match self.open.len() {
            1 => self.open.front().map(|review| review.id.clone()),
            _ => None,
        }
    }

    pub(super) fn ids(&self) -> Vec<String> {
        self.open.iter().map(|review| review.id.clone()).collect()
    }

    pub(super) fn close(&mut self, id: &str) {
        self.open.retain(|review| review.id != id);
    }

    /// Notes that the answers were incomplete. After too many, the review counts as failed.
    pub(super) fn note_incomplete(&mut self, id: &str) {
        let Some(review) = self.open.iter_mut().find(|review| review.id == id) else { return };
        review.n_incomplete += 1;
        if review.n_incomplete >= MOST_INCOMPLETE {
            let entry = review.asked.entry.clone();
            self.note_failed(&entry);
            self.note_grade(&entry, Grade::NotCounted("its answers stayed incomplete".to_owned()));
            self.close(id);
        }
    }

    pub(super) fn note_failed(&mut self, entry: &str) {
        *self.failed.entry(entry.to_owned()).or_default() += 1;
    }

    pub(super) fn tries_left(&self, entry: &str) -> u32 {
        MOST_TRIES.saturating_sub(self.failed.get(entry).copied().unwrap_or(0))
    }
}
