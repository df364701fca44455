//! Reads a run, whatever state it was left in.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use rutter_domain::{Event, Moment, Totals};

use super::{RecordedRun, Run, RunError, RunState, file_of};

/// More unreadable lines than this are only counted.
const TOLD_PROBLEMS: usize = 5;

pub(super) fn read(folder: &Path, id: &str) -> Result<RecordedRun, RunError> {
    let path = file_of(folder, id);
    let cannot = |source| RunError::Read { path: path.clone(), source };
    // Asked before the lines are read, or a run that ends meanwhile would look interrupted.
    let is_held = is_held(&path);
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
        | Event::Remark { .. }
        | Event::Finished { .. } => None,
    });
    let Some((started_at, mission, model, mode)) = started else {
        let reason = problems.into_iter().next();
        let reason = reason.unwrap_or_else(|| "it does not tell how it began".to_owned());
        return Err(RunError::NotARun { path, reason });
    };
    let (state, totals) = standing(&moments, is_held);
    let run = Run { id: id.to_owned(), started_at, mission, model, mode, state, totals };
    Ok(RecordedRun { run, moments, problems })
}

/// The moments of a file, and what is none. A last line without an end is still being written, or
/// was when the program died.
fn parse(bytes: &[u8]) -> (Vec<Moment>, Vec<String>) {
    let (mut moments, mut problems, mut n_untold) = (Vec::new(), Vec::new(), 0_usize);
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    for (line, number) in bytes[..whole].split(|byte| *byte == b'\n').zip(1..) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice(line) {
            Ok(moment) => moments.push(moment),
            Err(_) if problems.len() >= TOLD_PROBLEMS => n_untold += 1,
            Err(error) => problems.push(format!("line {number}: {error}")),
        }
    }
    if n_untold > 0 {
        problems.push(format!("{n_untold} more lines cannot be read"));
    }
    if whole < bytes.len() {
        problems.push("the last line is cut short".to_owned());
    }
    (moments, problems)
}

fn standing(moments: &[Moment], is_held: bool) -> (RunState, Totals) {
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
    (if is_held { RunState::Running } else { RunState::Interrupted }, totals)
}

/// Whether a program holds the lock of a run.
fn is_held(path: &Path) -> bool {
    let tried = File::open(path).map(|file| file.try_lock_shared());
    matches!(tried, Ok(Err(TryLockError::WouldBlock)))
}
