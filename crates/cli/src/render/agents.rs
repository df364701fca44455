//! The list of agents, and changes of their files as a diff.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::style::{BAD, FAINT, GOOD, NAME, PATH};

/// One configuration file of an agent.
#[derive(Debug, Serialize)]
pub struct AgentRow {
    pub name: &'static str,
    pub title: &'static str,
    pub scope: &'static str,
    /// `None` if the user's home folder is unknown.
    pub path: Option<PathBuf>,
    /// Whether rutter is in the file, enabled or not.
    pub installed: bool,
    pub state: AgentState,
}

/// State of rutter's entry in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AgentState {
    Installed,
    Disabled,
    Absent,
    Unreadable,
}

pub fn agents(out: &mut dyn Write, rows: &[AgentRow]) -> io::Result<()> {
    for row in rows {
        let (style, state) = match row.state {
            AgentState::Installed => (GOOD, "installed"),
            AgentState::Disabled => (FAINT, "disabled"),
            AgentState::Absent => (FAINT, "-"),
            AgentState::Unreadable => (BAD, "unreadable"),
        };
        write!(
            out,
            "{NAME}{:<12}{NAME:#} {:<8} {style}{state:<10}{style:#} ",
            row.name, row.scope
        )?;
        match &row.path {
            Some(path) => writeln!(out, "{PATH}{}{PATH:#}", path.display())?,
            None => writeln!(out, "{FAINT}your home folder is unknown{FAINT:#}")?,
        }
    }
    Ok(())
}

/// A diff in one hunk with two lines of context. `None` is a file that does not exist.
pub fn change(
    out: &mut dyn Write,
    path: &Path,
    before: Option<&str>,
    after: Option<&str>,
) -> io::Result<()> {
    let verb = match (before, after) {
        (_, None) => "is deleted",
        (None, Some(_)) => "is created",
        (Some(_), Some(_)) => "changes",
    };
    let before = before.unwrap_or_default();
    writeln!(out, "{PATH}{}{PATH:#} {verb}", path.display())?;
    let old: Vec<&str> = before.lines().collect();
    let new: Vec<&str> = after.unwrap_or_default().lines().collect();
    let alike = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - alike;
    let tail = old.iter().rev().zip(new.iter().rev()).take(rest);
    let tail = tail.take_while(|(old, new)| old == new).count();
    for line in &new[alike.saturating_sub(2)..alike] {
        writeln!(out, "  {line}")?;
    }
    for line in &old[alike..old.len() - tail] {
        writeln!(out, "{BAD}-{BAD:#} {line}")?;
    }
    for line in &new[alike..new.len() - tail] {
        writeln!(out, "{GOOD}+{GOOD:#} {line}")?;
    }
    for line in new[new.len() - tail..].iter().take(2) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}
