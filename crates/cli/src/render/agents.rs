//! Renders the list of agents, and the steps to install rutter in one of them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};

use crate::agents::{SERVER, State, Step, advice};
use crate::style::{BAD, FAINT, GOOD, NAME, PATH, printable};

/// One configuration file of an agent.
#[derive(Debug, Serialize)]
pub struct AgentRow {
    pub name: &'static str,
    pub title: &'static str,
    pub scope: &'static str,
    /// `None` if the user's home folder is unknown.
    pub path: Option<PathBuf>,
    pub state: State,
}

pub fn agents(out: &mut dyn Write, rows: &[AgentRow]) -> io::Result<()> {
    for row in rows {
        let (style, state) = match row.state {
            State::Installed => (GOOD, "installed"),
            State::Absent => (FAINT, "-"),
            State::Unreadable => (BAD, "unreadable"),
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

pub fn agent_step(out: &mut dyn Write, path: &Path, step: &Step) -> io::Result<()> {
    let path = path.display();
    match step {
        Step::Nothing => Ok(()),
        Step::Run(words) => writeln!(out, "{FAINT}${FAINT:#} {}", command_line(words)),
        Step::Create(text) => {
            writeln!(out, "{PATH}{path}{PATH:#} is written")?;
            text.lines().try_for_each(|line| writeln!(out, "{GOOD}+{GOOD:#} {}", printable(line)))
        }
        Step::Advise(text) => match advice(text) {
            Some(block) => {
                writeln!(out, "{PATH}{path}{PATH:#} gets a block")?;
                block.lines().try_for_each(|line| writeln!(out, "{GOOD}+{GOOD:#} {line}"))
            }
            None => writeln!(out, "{PATH}{path}{PATH:#} loses its block"),
        },
        Step::Delete => writeln!(out, "{PATH}{path}{PATH:#} is deleted"),
        Step::Insert(text) => {
            writeln!(out, "{PATH}{path}{PATH:#} exists and is not edited; put this into it:")?;
            text.lines().try_for_each(|line| writeln!(out, "  {line}"))
        }
        Step::TakeOut => {
            writeln!(out, "{PATH}{path}{PATH:#} is not edited; delete the entry `{SERVER}` in it")
        }
    }
}

pub fn agent_step_json(path: &Path, step: &Step) -> Value {
    match step {
        Step::Nothing => Value::Null,
        Step::Run(words) => json!({ "run": words }),
        Step::Create(text) | Step::Advise(text) => json!({ "write": path, "text": text }),
        Step::Delete => json!({ "delete": path }),
        Step::Insert(text) => json!({ "by_hand": path, "insert": text }),
        Step::TakeOut => json!({ "by_hand": path, "delete": SERVER }),
    }
}

/// Joins words to a command line, with quotes around those that need them.
fn command_line(words: &[String]) -> String {
    let quote = |word: &String| {
        if word.contains([' ', '"', '\'']) {
            format!("'{}'", word.replace('\'', "'\\''"))
        } else {
            word.clone()
        }
    };
    words.iter().map(quote).collect::<Vec<_>>().join(" ")
}
