//! Reads the file of a run, whatever state it was left in.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use rutter_domain::{Event, Moment, Totals};

use super::file_of;
use crate::{Error, RecordedRun, Run, RunState};

/// More unreadable lines than this are only counted.
const SHOWN_PROBLEMS: usize = 5;

pub(super) fn read(folder: &Path, id: &str) -> Result<RecordedRun, Error> {
    let path = file_of(folder, id);
    let cannot = |source| Error::RunRead { path: path.clone(), source };
    // Before the lines are read, or a run that ends meanwhile would look interrupted.
    let is_locked = is_locked(&path);
    let bytes = fs::read(&path).map_err(cannot)?;
    let (moments, problems) = parse(&bytes);
    let started = moments.iter().find_map(|moment| match &moment.event {
        Event::Started { mission, model, mode, .. } => {
            Some((moment.at, mission.clone(), model.clone(), mode.clone()))
        }
        Event::Instruction { .. }
        | Event::UserInput { .. }
        | Event::Asking { .. }
        | Event::Paused { .. }
        | Event::Usage { .. }
        | Event::AssistantText { .. }
        | Event::ToolCall { .. }
        | Event::ToolStarted { .. }
        | Event::ToolResult { .. }
        | Event::Phase { .. }
        | Event::Thought { .. }
        | Event::Action { .. }
        | Event::Observation { .. }
        | Event::GapSettled { .. }
        | Event::Compacted { .. }
        | Event::Citations { .. }
        | Event::Remark { .. }
        | Event::Finished { .. } => None,
    });
    let Some((started_at, mission, model, mode)) = started else {
        let reason = problems.into_iter().next();
        let reason = reason.unwrap_or_else(|| "it does not say how it started".to_owned());
        return Err(Error::NotARun { path, reason });
    };
    let (state, totals) = state_of(&moments, is_locked);
    let run = Run { id: id.to_owned(), started_at, mission, model, mode, state, totals };
    Ok(RecordedRun { run, moments, problems })
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

fn state_of(moments: &[Moment], is_locked: bool) -> (RunState, Totals) {
    let mut totals = Totals::default();
    for moment in moments {
        if let Event::Finished { ending, totals } = &moment.event {
            return (RunState::Finished { ending: ending.clone() }, totals.clone());
        }
        totals.count(&moment.event);
    }
    if let (Some(first), Some(last)) = (moments.first(), moments.last()) {
        totals.elapsed_ms = last.at.0.saturating_sub(first.at.0);
    }
    (if is_locked { RunState::Running } else { RunState::Interrupted }, totals)
}

/// Whether a program is writing the run.
fn is_locked(path: &Path) -> bool {
    let tried = File::open(path).map(|file| file.try_lock_shared());
    matches!(tried, Ok(Err(TryLockError::WouldBlock)))
}
