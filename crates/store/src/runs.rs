//! The record of runs: what happened when a model worked, one file a run.
//!
//! A run is a file of JSON lines, one [`Moment`] a line, written as it happens, so that a crash
//! costs at most the line being written. Nothing else is kept of it: a list is read from the files.
//! Whoever writes one holds a lock on it, by which a run that goes on is told from one that broke
//! off. Start at [`Runs`].

mod error;
mod read;
mod write;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rutter_domain::{Ending, Moment, Timestamp, Totals};
use serde::Serialize;

pub use error::RunError;
pub use write::RunWriter;

const ENDING: &str = ".jsonl";

/// The folder of all runs of a repository.
#[derive(Debug, Clone)]
pub struct Runs {
    folder: PathBuf,
}

/// What a run was, in short.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run {
    pub id: String,
    pub started_at: Timestamp,
    pub mission: String,
    pub model: String,
    pub mode: String,
    pub state: RunState,
    /// Up to where it got, if it did not finish.
    pub totals: Totals,
}

/// How a run stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum RunState {
    Finished {
        ending: Ending,
    },
    /// A program is still writing it.
    Running,
    /// It broke off: the program was killed, or could not write.
    Interrupted,
}

/// All runs that could be read.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct RunList {
    /// Newest first.
    pub runs: Vec<Run>,
    /// What could not be read, and why.
    pub problems: Vec<String>,
}

/// All that is known of one run.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedRun {
    pub run: Run,
    pub moments: Vec<Moment>,
    /// Lines that could not be read, and why.
    pub problems: Vec<String>,
}

impl Runs {
    /// The runs kept in a data folder. Nothing is touched before one is made.
    pub fn open(data: &Path) -> Runs {
        Runs { folder: data.join("runs") }
    }

    /// Begins the record of a run that starts now.
    pub fn create(&self, now: Timestamp) -> Result<RunWriter, RunError> {
        write::create(&self.folder, now)
    }

    /// Every run, newest first.
    pub fn list(&self) -> Result<RunList, RunError> {
        let mut list = RunList::default();
        for id in self.ids()?.into_iter().rev() {
            match read::read(&self.folder, &id) {
                Ok(recorded) => list.runs.push(recorded.run),
                Err(error) => list.problems.push(error.in_full()),
            }
        }
        Ok(list)
    }

    /// The run of that id, or of the only id that begins so.
    pub fn read(&self, id: &str) -> Result<RecordedRun, RunError> {
        let ids = self.ids()?;
        let (asked, id) = (id.to_owned(), id.trim().trim_end_matches(ENDING));
        let mut fitting = ids.iter().filter(|known| !id.is_empty() && known.starts_with(id));
        if let Some(exact) = ids.iter().find(|known| *known == id) {
            return read::read(&self.folder, exact);
        }
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => read::read(&self.folder, only),
            (None, _) => Err(RunError::Unknown { id: asked, newest: ids.last().cloned() }),
            (Some(first), Some(second)) => {
                let fitting = vec![first.clone(), second.clone()];
                Err(RunError::Ambiguous { id: asked, fitting })
            }
        }
    }

    /// The ids of all runs, oldest first: they begin with the time.
    fn ids(&self) -> Result<Vec<String>, RunError> {
        let cannot = |source| RunError::List { path: self.folder.clone(), source };
        let files = match fs::read_dir(&self.folder) {
            Ok(files) => files,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => return Err(cannot(source)),
        };
        let mut ids = Vec::new();
        for file in files {
            let name = file.map_err(cannot)?.file_name();
            ids.extend(name.to_string_lossy().strip_suffix(ENDING).map(str::to_owned));
        }
        ids.sort_unstable();
        Ok(ids)
    }
}

fn file_of(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}{ENDING}"))
}

#[cfg(test)]
mod tests;
