//! Renders folders, changes, and paths from one symbol to another.

use std::io::{self, Write};

use rutter_engine::{LanguageShare, PathAnswer};
use rutter_tools::code::changed;
use rutter_tools::code::overview::{EntryLine, FolderAnswer};
use rutter_tools::code::path::describe_outcome;

use super::graph::file_lines;
use crate::style::{FAINT, LINE, NAME, NOTICE, PATH, bytes, plural, printable, write_state};

/// Renders the purpose of a folder, its languages, folders, central types and entries.
pub fn overview(out: &mut dyn Write, folder: &FolderAnswer) -> io::Result<()> {
    let overview = &folder.overview;
    let name = if overview.path.is_empty() { "." } else { &overview.path };
    writeln!(
        out,
        "{PATH}{}{PATH:#}  {}, {}, {}",
        printable(name),
        plural(overview.n_files as u64, "file"),
        bytes(overview.n_bytes),
        plural(overview.n_symbols, "symbol")
    )?;
    if let Some(purpose) = &overview.purpose {
        let (text, path) = (printable(&purpose.text), printable(&purpose.path));
        writeln!(out, "{text}  {FAINT}{path}{FAINT:#}")?;
    }
    let share = |share: &LanguageShare| {
        format!("{} {} ({})", share.language.name(), share.files, bytes(share.bytes))
    };
    let shares: Vec<String> = overview.languages.iter().map(share).collect();
    writeln!(out, "{FAINT}{}{FAINT:#}", shares.join(", "))?;
    if !overview.folders.is_empty() {
        writeln!(out, "\nfolders")?;
    }
    for inside in &overview.folders {
        let purpose = inside.purpose.as_deref().unwrap_or_default();
        writeln!(
            out,
            "  {PATH}{}{PATH:#}  {FAINT}{}{FAINT:#}  {}",
            printable(&inside.path),
            inside.files,
            printable(purpose)
        )?;
    }
    if overview.folders_omitted > 0 {
        writeln!(out, "  {FAINT}and {} more{FAINT:#}", overview.folders_omitted)?;
    }
    if let Some(start) = &overview.map.start {
        let (path, symbol) = (printable(&start.path), printable(&start.symbol));
        writeln!(out, "\nstarts at {PATH}{path}{PATH:#}:{LINE}{}{LINE:#} {symbol}", start.line)?;
    }
    if !overview.map.containers.is_empty() {
        writeln!(out, "\ncentral, by how many files use it for sure")?;
        for line in overview.map.rows().to_string().lines() {
            writeln!(out, "  {}", printable(line))?;
        }
    }
    if !overview.changed_together.is_empty() {
        writeln!(out, "\noften in the same commits")?;
    }
    for pair in &overview.changed_together {
        let (path, with) = (printable(&pair.path), printable(&pair.with.path));
        write!(out, "  {PATH}{path}{PATH:#} with {PATH}{with}{PATH:#}")?;
        let (count, of, provenance) = (pair.with.count, pair.with.of, pair.with.provenance);
        writeln!(out, "  {FAINT}{count} of {of}, {provenance}{FAINT:#}")?;
    }
    entries(out, "recorded", &folder.entries)?;
    if folder.entries_omitted > 0 {
        writeln!(out, "  {FAINT}and {} more{FAINT:#}", folder.entries_omitted)?;
    }
    write_state(out, &overview.index, "")
}

fn entries(out: &mut dyn Write, title: &str, entries: &[EntryLine]) -> io::Result<()> {
    if !entries.is_empty() {
        writeln!(out, "\n{title}")?;
    }
    for entry in entries {
        writeln!(
            out,
            "  {PATH}{}{PATH:#}:{LINE}{}{LINE:#}  {NAME}{}{NAME:#}  {FAINT}{}{FAINT:#}  {}",
            printable(&entry.path),
            entry.line,
            printable(&entry.symbol),
            entry.status,
            printable(&entry.summary)
        )?;
    }
    Ok(())
}

/// Renders a path, one line for each step.
pub fn path(out: &mut dyn Write, answer: &PathAnswer) -> io::Result<()> {
    writeln!(out, "{}", printable(&describe_outcome(answer)))?;
    for step in &answer.steps {
        writeln!(
            out,
            "  {PATH}{}{PATH:#}:{LINE}{}{LINE:#}  {} -> {NAME}{}{NAME:#}  {FAINT}{}, {}{FAINT:#}\
             {NOTICE}{}{NOTICE:#}",
            printable(&step.path),
            step.line,
            printable(&step.symbol),
            printable(&step.to.symbol),
            step.kind,
            step.provenance,
            answer.index.mark(&step.path)
        )?;
    }
    if let Some(last) = answer.steps.last() {
        let (path, line) = (printable(&last.to.path), last.to.line);
        let name = printable(&last.to.symbol);
        writeln!(out, "  {PATH}{path}{PATH:#}:{LINE}{line}{LINE:#}  {NAME}{name}{NAME:#}")?;
    }
    if !answer.near.is_empty() {
        let near: Vec<String> = answer.near.iter().map(|name| printable(name)).collect();
        writeln!(out, "{NOTICE}did you mean {}?{NOTICE:#}", near.join(", "))?;
    }
    write_state(out, &answer.index, "")
}

/// Renders changed symbols and files, their users, the tests that reach them, and stale entries.
pub fn changed(out: &mut dyn Write, answer: &changed::Answer) -> io::Result<()> {
    let changed = &answer.changed;
    if changed.symbols.is_empty() && changed.files.is_empty() {
        writeln!(out, "nothing changed since {}", printable(&changed.since))?;
    }
    for symbol in &changed.symbols {
        let named = match symbol.still_named {
            Some(n_lines) if n_lines > 0 => {
                let verb = if n_lines == 1 { "names" } else { "name" };
                let lines = plural(n_lines as u64, "line");
                format!("  {NOTICE}{lines} still {verb} it{NOTICE:#}")
            }
            Some(_) | None => String::new(),
        };
        writeln!(
            out,
            "{PATH}{}{PATH:#}:{LINE}{}{LINE:#}  {} {FAINT}{}{FAINT:#} {NAME}{}{NAME:#}{named}",
            printable(&symbol.path),
            symbol.line,
            symbol.change.name(),
            symbol.kind,
            printable(&symbol.symbol)
        )?;
        file_lines(out, &symbol.naming_lines, &changed.index)?;
    }
    for file in &changed.files {
        let before =
            file.before.as_deref().map_or_else(String::new, |path| format!(" from {path}"));
        let (path, before) = (printable(&file.path), printable(&before));
        writeln!(out, "{PATH}{path}{PATH:#}  {} file{before}", file.change.name())?;
    }
    if changed.files_omitted > 0 {
        writeln!(out, "{FAINT}and {} more files{FAINT:#}", changed.files_omitted)?;
    }
    if !changed.affected.is_empty() {
        writeln!(out, "\naffected")?;
    }
    for affected in &changed.affected {
        writeln!(
            out,
            "  {PATH}{}{PATH:#}:{LINE}{}{LINE:#}  {}  {FAINT}{}{FAINT:#}",
            printable(&affected.path),
            affected.line,
            printable(affected.symbol.as_deref().unwrap_or("(top of file)")),
            affected.provenance
        )?;
    }
    if changed.affected_omitted > 0 {
        writeln!(out, "  {FAINT}and {} more{FAINT:#}", changed.affected_omitted)?;
    }
    if !changed.tests.is_empty() {
        writeln!(out, "\ntests that reach it")?;
    }
    for test in &changed.tests {
        let name = printable(test.symbol.as_deref().unwrap_or("(top of file)"));
        let path = printable(&test.path);
        writeln!(out, "  {PATH}{path}{PATH:#}:{LINE}{}{LINE:#}  {name}", test.line)?;
    }
    if changed.tests_omitted > 0 {
        writeln!(out, "  {FAINT}and {} more{FAINT:#}", changed.tests_omitted)?;
    }
    entries(out, "entries that went stale", &answer.stale)?;
    write_state(out, &changed.index, "")
}
