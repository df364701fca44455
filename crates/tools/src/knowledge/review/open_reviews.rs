//! The questionnaires of a session that are not answered yet.
//!
//! They are only kept in memory: a reader who goes away has reviewed nothing. A reader who judged an entry wrongly
//! too often is not asked about it again.

use std::collections::{HashMap, VecDeque};

use rutter_knowledge::Questionnaire;

/// Most open requests; the oldest is dropped.
const MOST_OPEN: usize = 8;
/// Reviews of one entry that may fail to count.
pub(super) const MOST_TRIES: u32 = 2;
/// Incomplete answers to one request after which the reviews fail.
const MOST_INCOMPLETE: u32 = 4;

/// The reviews of one reader.
#[derive(Debug, Default)]
pub struct OpenReviews {
    open: VecDeque<OpenRequest>,
    /// Reviews that did not count, by entry.
    failed: HashMap<String, u32>,
    n_given: u32,
}

#[derive(Debug)]
struct OpenRequest {
    id: String,
    batch: Vec<Questionnaire>,
    n_incomplete: u32,
}

impl OpenReviews {
    /// Adds the questionnaires of a request and returns its name.
    pub(super) fn add(&mut self, batch: Vec<Questionnaire>) -> String {
        self.n_given += 1;
        let id = format!("q{}", self.n_given);
        if self.open.len() >= MOST_OPEN {
            self.open.pop_front();
        }
        self.open.push_back(OpenRequest { id: id.clone(), batch, n_incomplete: 0 });
        id
    }

    pub(super) fn get(&self, id: &str) -> Option<Vec<Questionnaire>> {
        self.open.iter().find(|request| request.id == id).map(|request| request.batch.clone())
    }

    /// The open request, if there is exactly one.
    pub(super) fn only(&self) -> Option<String> {
        match self.open.len() {
            1 => self.open.front().map(|request| request.id.clone()),
            _ => None,
        }
    }

    pub(super) fn ids(&self) -> Vec<String> {
        self.open.iter().map(|request| request.id.clone()).collect()
    }

    pub(super) fn close(&mut self, id: &str) {
        self.open.retain(|request| request.id != id);
    }

    /// Notes that the answers were incomplete. After too many, the reviews count as failed.
    pub(super) fn note_incomplete(&mut self, id: &str) {
        let Some(request) = self.open.iter_mut().find(|request| request.id == id) else { return };
        request.n_incomplete += 1;
        if request.n_incomplete >= MOST_INCOMPLETE {
            let entries: Vec<String> =
                request.batch.iter().map(|asked| asked.entry.clone()).collect();
            entries.iter().for_each(|entry| self.note_failed(entry));
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
