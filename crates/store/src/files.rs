//! Runs as files: one file of JSON lines for each run.
//!
//! Each line is a [`Moment`](rutter_domain::Moment), written as it happens, so that a crash loses at most
//! the line being written. Nothing else is stored; a list is read from the files. The writer holds a lock on
//! its file, which distinguishes a run in progress from one that was interrupted.

mod read;
mod write;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rutter_domain::Timestamp;

use crate::{Error, RecordedRun, RunList, RunStore, RunWriter, run_record};

const ENDING: &str = ".jsonl";

/// The folder of all runs of a repository.
#[derive(Debug)]
pub(crate) struct FileRuns {
    folder: PathBuf,
}

impl FileRuns {
    pub(crate) fn new(folder: PathBuf) -> FileRuns {
        FileRuns { folder }
    }

    /// The ids of all runs, oldest first: they begin with the time.
    fn ids(&self) -> Result<Vec<String>, Error> {
        let cannot = |source| Error::RunsUnreadable { path: self.folder.clone(), source };
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

impl RunStore for FileRuns {
    fn create(&self, now: Timestamp) -> Result<Box<dyn RunWriter>, Error> {
        Ok(Box::new(write::create(&self.folder, now)?))
    }

    fn list(&self) -> Result<RunList, Error> {
        let mut list = RunList::default();
        for id in self.ids()?.into_iter().rev() {
            match read::read(&self.folder, &id) {
                Ok(recorded) => list.runs.push(recorded.run),
                Err(error) => list.problems.push(error.with_cause()),
            }
        }
        Ok(list)
    }

    fn read(&self, id: &str) -> Result<RecordedRun, Error> {
        let ids = self.ids()?;
        let asked = id.trim().trim_end_matches(ENDING);
        let found = run_record::find_id(&ids, asked).map_err(|error| match error {
            Error::NoRun { newest, .. } => Error::NoRun { id: id.to_owned(), newest },
            error => error,
        });
        read::read(&self.folder, found?)
    }
}

fn file_of(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}{ENDING}"))
}

#[cfg(test)]
mod tests;
