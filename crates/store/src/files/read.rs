//! Reads the file of a run, whatever state it was left in.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use rutter_domain::Moment;

use super::file_of;
use crate::{Error, RecordedRun, run_record};

/// More unreadable lines than this are only counted.
const SHOWN_PROBLEMS: usize = 5;

pub(super) fn read(folder: &Path, id: &str) -> Result<RecordedRun, Error> {
    let path = file_of(folder, id);
    let cannot = |source| Error::RunRead { path: path.clone(), source };
    // Before the lines are read, or a run that ends meanwhile would look interrupted.
    let is_locked = is_locked(&path);
    let bytes = fs::read(&path).map_err(cannot)?;
    let (moments, problems) = parse(&bytes);
    run_record::record(id, moments, problems, is_locked)
        .map_err(|reason| Error::NotARun { path, reason })
}

/// The moments of a file, and the lines that are none. A last line without a line end is still being
/// written, or was when the program died.
fn parse(bytes: &[u8]) -> (Vec<Moment>, Vec<String>) {
    let (mut moments, mut problems, mut n_hidden) = (Vec::new(), Vec::new(), 0_usize);
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    for (line, number) in bytes[..whole].split(|byte| *byte == b'\n').zip(1..) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice(line) {
            Ok(moment) => moments.push(moment),
            Err(_) if problems.len() >= SHOWN_PROBLEMS => n_hidden += 1,
            Err(error) => problems.push(format!("line {number}: {error}")),
        }
    }
    if n_hidden > 0 {
        problems.push(format!("{n_hidden} more lines cannot be read"));
    }
    if whole < bytes.len() {
        problems.push("the last line is cut short".to_owned());
    }
    (moments, problems)
}

/// Whether the writer of the run still holds its lock.
fn is_locked(path: &Path) -> bool {
    let tried = File::open(path).map(|file| file.try_lock_shared());
    matches!(tried, Ok(Err(TryLockError::WouldBlock)))
}
