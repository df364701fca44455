//! Renders the commits that shaped some lines.

use std::io::{self, Write};

use rutter_tools::code::why::{Answer, list_lines};
use rutter_workspace::History;

use crate::style::{FAINT, LINE, NAME, NOTICE, PATH, printable};

pub fn why(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    let lines = answer.lines.map_or_else(String::new, |lines| format!(":{lines}"));
    writeln!(out, "{PATH}{}{lines}{PATH:#}", printable(&answer.path))?;
    if !answer.uncommitted.is_empty() {
        let lines = list_lines(&answer.uncommitted);
        writeln!(out, "{NOTICE}not committed{NOTICE:#}  {LINE}lines {lines}{LINE:#}")?;
    }
    for commit in &answer.commits {
        let short = commit.hash.get(..10).unwrap_or(&commit.hash);
        let (author, subject) = (printable(&commit.author), printable(&commit.subject));
        writeln!(
            out,
            "{FAINT}{short}{FAINT:#}  {}  {author}  {NAME}{subject}{NAME:#}",
            commit.date
        )?;
        if commit.lines.is_empty() {
            writeln!(out, "    {FAINT}changed again since{FAINT:#}")?
        } else {
            writeln!(out, "    {LINE}lines {}{LINE:#}", list_lines(&commit.lines))?
        }
        if commit.is_boundary {
            writeln!(out, "    {NOTICE}or an older commit: the history is cut here{NOTICE:#}")?;
        }
        for line in commit.body.iter().flat_map(|body| body.lines()) {
            writeln!(out, "    {}", printable(line))?;
        }
    }
    if answer.omitted > 0 {
        writeln!(out, "{FAINT}{} older commits; --limit shows more{FAINT:#}", answer.omitted)?;
    }
    if answer.history == History::Shallow {
        writeln!(out, "{NOTICE}the clone is shallow: older commits are not known{NOTICE:#}")?;
    }
    Ok(())
}
