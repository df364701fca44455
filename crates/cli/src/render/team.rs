//! Renders answers from all repositories of a team.

use std::io::{self, Write};

use rutter_domain::ListedEntry;
use rutter_domain::text::ellipsize;
use rutter_team::tools::entries::{TeamEntriesAnswer, TeamEntry};
use rutter_team::{TeamReferencesAnswer, TeamSearchAnswer, TeamSymbol, TeamSymbolAnswer};

use super::best_lines::{SHOWN_LINES, best_lines};
use crate::style::{FAINT, LINE, NAME, NOTICE, PATH, printable};

const LINE_CHARS: usize = 160;
/// Digits of a commit.
const COMMIT_CHARS: usize = 12;

pub fn team_search(out: &mut dyn Write, answer: &TeamSearchAnswer) -> io::Result<()> {
    for hit in &answer.hits {
        head(out, &hit.repository, hit.commit.as_deref())?;
        let (first, last) = (hit.start_line, hit.end_line);
        write!(out, "{PATH}{}{PATH:#}:{LINE}{first}-{last}{LINE:#}", printable(&hit.path))?;
        if let Some(symbol) = &hit.symbol {
            write!(out, "  {NAME}{}{NAME:#}", printable(symbol))?;
        }
        writeln!(out, "  {FAINT}{} {:.2}{FAINT:#}", hit.kind, hit.score)?;
        let lines: Vec<&str> = hit.snippet.lines().collect();
        for place in best_lines(&lines, &answer.query, hit.symbol.as_deref(), SHOWN_LINES) {
            let number = first as usize + place;
            let line = printable(lines[place]);
            let line = ellipsize(&line, LINE_CHARS);
            writeln!(out, "{FAINT}{number:>6}{FAINT:#}  {line}")?;
        }
        writeln!(out)?;
    }
    if answer.hits.is_empty() {
        writeln!(out, "nothing found for `{}`", printable(&answer.query))?;
    }
    let more = more(answer.omitted, "files");
    let elapsed_ms = answer.elapsed_us as f64 / 1000.0;
    let n = answer.repositories;
    writeln!(out, "{FAINT}repositories searched: {n}, {elapsed_ms:.1} ms{more}{FAINT:#}")?;
    remark(out, answer.remark.as_deref())
}

pub fn team_symbol(out: &mut dyn Write, answer: &TeamSymbolAnswer) -> io::Result<()> {
    definitions(out, &answer.definitions)?;
    if answer.definitions.is_empty() {
        writeln!(out, "nothing defines `{}`", printable(&answer.symbol))?;
    }
    let more = more(answer.omitted, "definitions");
    writeln!(out, "{FAINT}repositories searched: {}{more}{FAINT:#}", answer.repositories)?;
    remark(out, answer.remark.as_deref())
}

pub fn team_references(out: &mut dyn Write, answer: &TeamReferencesAnswer) -> io::Result<()> {
    definitions(out, &answer.definitions)?;
    let mut place = None;
    for line in &answer.lines {
        if place != Some((&line.repository, &line.path)) {
            head(out, &line.repository, line.commit.as_deref())?;
            writeln!(out, "{PATH}{}{PATH:#}", printable(&line.path))?;
        }
        place = Some((&line.repository, &line.path));
        let text = printable(&line.text);
        writeln!(out, "{LINE}{:>6}{LINE:#}  {}", line.line, ellipsize(&text, LINE_CHARS))?;
    }
    if answer.lines.is_empty() {
        writeln!(out, "no line contains `{}`", printable(&answer.symbol))?;
    }
    let more = more(answer.omitted, "lines");
    let n = answer.repositories;
    writeln!(out, "{FAINT}found by name, repositories searched: {n}{more}{FAINT:#}")?;
    remark(out, answer.remark.as_deref())
}

pub fn team_entries(out: &mut dyn Write, answer: &TeamEntriesAnswer) -> io::Result<()> {
    for TeamEntry { repository, commit, entry } in &answer.entries {
        head(out, repository, commit.as_deref())?;
        let ListedEntry { id, path, status, summary, .. } = entry;
        write!(
            out,
            "{NAME}{}{NAME:#}  {PATH}{}{PATH:#}",
            printable(entry.title()),
            printable(path)
        )?;
        writeln!(out, "  {FAINT}{id} {status}{FAINT:#}")?;
        writeln!(out, "  {}\n", printable(summary))?;
    }
    if answer.entries.is_empty() {
        let query = answer.query.as_deref().unwrap_or_default();
        writeln!(out, "no entry has words of `{}`", printable(query))?;
    }
    let more = more(answer.n_all.saturating_sub(answer.entries.len()), "entries");
    writeln!(out, "{FAINT}repositories searched: {}{more}{FAINT:#}", answer.repositories)
}

fn definitions(out: &mut dyn Write, definitions: &[TeamSymbol]) -> io::Result<()> {
    for one in definitions {
        head(out, &one.repository, one.commit.as_deref())?;
        let (first, last) = (one.start_line, one.end_line);
        write!(out, "{PATH}{}{PATH:#}:{LINE}{first}-{last}{LINE:#}", printable(&one.path))?;
        writeln!(out, "  {NAME}{}{NAME:#}  {FAINT}{}{FAINT:#}", printable(&one.symbol), one.kind)?;
        writeln!(out, "  {}\n", ellipsize(&printable(&one.signature), LINE_CHARS))?;
    }
    Ok(())
}

fn head(out: &mut dyn Write, repository: &str, commit: Option<&str>) -> io::Result<()> {
    let commit = commit.and_then(|commit| commit.get(..COMMIT_CHARS)).unwrap_or("no commit");
    writeln!(out, "{NOTICE}{}{NOTICE:#} {FAINT}{commit}{FAINT:#}", printable(repository))
}

fn more(n_omitted: usize, what: &str) -> String {
    if n_omitted == 0 { String::new() } else { format!(", {n_omitted} more {what}") }
}

fn remark(out: &mut dyn Write, remark: Option<&str>) -> io::Result<()> {
    remark.map_or(Ok(()), |remark| writeln!(out, "{NOTICE}{remark}{NOTICE:#}"))
}
