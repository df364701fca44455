//! Runs: what happened while a model worked, event by event.

use std::fmt;

use rutter_domain::{Ending, Moment, Timestamp, Totals};
use serde::Serialize;

use crate::Error;

/// Summary of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run {
    pub id: String,
    pub started_at: Timestamp,
    pub mission: String,
    pub model: String,
    pub mode: String,
    pub state: RunState,
    /// Totals so far, if it has not finished.
    pub totals: Totals,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum RunState {
    Finished {
        ending: Ending,
    },
    /// A program is still writing it.
    Running,
    /// The program was killed, or could not write.
    Interrupted,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct RunList {
    /// Newest first.
    pub runs: Vec<Run>,
    /// Errors of runs that could not be read.
    pub problems: Vec<String>,
}

/// A run with all its events.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RecordedRun {
    pub run: Run,
    pub moments: Vec<Moment>,
    /// What could not be read, and why.
    pub problems: Vec<String>,
}

pub trait RunStore: fmt::Debug + Send + Sync {
    /// Begins the record of a run.
    fn create(&self, now: Timestamp) -> Result<Box<dyn RunWriter>, Error>;

    fn list(&self) -> Result<RunList, Error>;

    /// The run with this id, or with the only id that starts with it.
    fn read(&self, id: &str) -> Result<RecordedRun, Error>;
}

/// The record of a run in progress. The run counts as running until this is dropped.
pub trait RunWriter: fmt::Debug + Send + Sync {
    /// Sorts by time and can be typed: `20261115-093012-ab12`.
    fn id(&self) -> &str;

    /// Appends an event. After this returns, a crash of the program cannot lose it.
    fn append(&self, moment: &Moment) -> Result<(), Error>;
}
