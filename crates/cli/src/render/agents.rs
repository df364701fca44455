//! Agents that rutter can serve, and changes to their files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::style::{BAD, FAINT, GOOD, NAME, PATH};

/// Where an agent keeps its servers, and whether rutter is among them.
#[derive(Debug, Serialize)]
pub struct AgentRow {
    pub name: &'static str,
    pub title: &'static str,
    pub scope: &'static str,
    pub path: PathBuf,
    pub installed: bool,
}

pub fn agents(out: &mut dyn Write, rows: &[AgentRow]) -> io::Result<()> {
    for row in rows {
        let (style, state) = if row.installed { (GOOD, "installed") } else { (FAINT, "-") };
        writeln!(
            out,
            "{NAME}{:<12}{NAME:#} {:<8} {style}{state:<10}{style:#} {PATH}{}{PATH:#}",
            row.name,
            row.scope,
            row.path.display()
        )?;
    }
    Ok(())
}

/// What changes in a file, with two lines around it.
pub fn change(
    out: &mut dyn Write,
    path: &Path,
    before: &str,
    after: Option<&str>,
) -> io::Result<()> {
    let verb = match (before.is_empty(), after) {
        (_, None) => "goes away",
        (true, Some(_)) => "is made",
        (false, Some(_)) => "changes",
    };
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
