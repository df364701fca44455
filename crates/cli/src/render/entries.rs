//! Renders entries, exports and imports.

use std::io::{self, Write};

use rutter_domain::ListedEntry;
use rutter_domain::text::ellipsize;
use rutter_domain::{EntryKind, EntryStatus};
use rutter_knowledge::{EntriesAnswer, ExportReport, ImportReport};

use super::entry_particulars::{particulars, rivals, style_of};
use crate::style::{BAD, FAINT, LINE, NAME, NOTICE, PATH, plural, printable, write_state};

const SUMMARY_CHARS: usize = 120;

/// Renders two lines per entry: status and symbol, then the first line of its summary.
pub fn entries(out: &mut dyn Write, answer: &EntriesAnswer) -> io::Result<()> {
    for entry in &answer.entries {
        head(out, entry)?;
        writeln!(out, "          {}", ellipsize(&first_line(&entry.summary), SUMMARY_CHARS))?;
        reason(out, entry)?;
    }
    if answer.entries.is_empty() {
        writeln!(out, "no entries")?;
    }
    damage(out, answer)?;
    write_state(out, &answer.index, &counts(answer))
}

/// Renders the entries that are neither checked nor confirmed.
pub fn checked_entries(out: &mut dyn Write, answer: &EntriesAnswer) -> io::Result<()> {
    for entry in &answer.entries {
        if !entry.status.is_good() {
            head(out, entry)?;
            reason(out, entry)?;
        }
    }
    damage(out, answer)?;
    write_state(out, &answer.index, &counts(answer))
}

fn damage(out: &mut dyn Write, answer: &EntriesAnswer) -> io::Result<()> {
    answer.damage.iter().try_for_each(|damage| {
        writeln!(out, "{BAD}damaged{BAD:#}   {}", printable(&damage.to_string()))
    })
}

pub fn shown_entries(out: &mut dyn Write, answer: &EntriesAnswer, sought: &str) -> io::Result<()> {
    for shown in &answer.entries {
        entry(out, shown)?;
        writeln!(out)?;
    }
    if answer.entries.is_empty() {
        writeln!(out, "no entry has the id or symbol `{}`", printable(sought))?;
    }
    write_state(out, &answer.index, "")
}

/// Renders an entry in full.
pub fn entry(out: &mut dyn Write, entry: &ListedEntry) -> io::Result<()> {
    head(out, entry)?;
    reason(out, entry)?;
    body(out, entry, "")?;
    let sure = entry.confidence.map_or(String::new(), |sure| format!(", confidence {sure}"));
    let run = entry.run.as_deref().map_or(String::new(), |run| format!(", run {run}"));
    let author = printable(&entry.author);
    writeln!(out, "{FAINT}by {author}{sure}{}, {}{FAINT:#}", printable(&run), entry.created_at)?;
    if !entry.tags.is_empty() {
        writeln!(out, "{FAINT}tags {}{FAINT:#}", printable(&entry.tags.join(", ")))?;
    }
    for cited in &entry.evidence {
        let (first, last) = (cited.start_line, cited.end_line);
        let path = printable(&cited.path);
        writeln!(out, "evidence {PATH}{path}{PATH:#}:{LINE}{first}-{last}{LINE:#}")?;
    }
    particulars(out, entry)
}

/// Renders an entry below its symbol.
pub fn entry_of_symbol(out: &mut dyn Write, entry: &ListedEntry) -> io::Result<()> {
    let style = style_of(entry.status);
    writeln!(out, "  entry {FAINT}{}{FAINT:#} {style}{}{style:#}", entry.id, entry.status)?;
    if let Some(why) = entry.reason.as_ref().filter(|_| !entry.status.is_good()) {
        writeln!(out, "    {NOTICE}{}{NOTICE:#}", printable(why))?;
    }
    body(out, entry, "    ")?;
    rivals(out, entry, "    ")
}

fn body(out: &mut dyn Write, entry: &ListedEntry, indent: &str) -> io::Result<()> {
    for line in entry.summary.lines() {
        writeln!(out, "{indent}{}", printable(line))?;
    }
    for line in entry.details.iter().flat_map(|details| details.lines()) {
        writeln!(out, "{indent}{FAINT}{}{FAINT:#}", printable(line))?;
    }
    if let Some(note) = entry.note.as_ref().filter(|_| entry.status != EntryStatus::Rejected) {
        let note = printable(note);
        writeln!(out, "{indent}{NOTICE}an earlier entry was rejected: {note}{NOTICE:#}")?;
    }
    Ok(())
}

pub fn forgotten(out: &mut dyn Write, ids: &[String]) -> io::Result<()> {
    writeln!(out, "forgotten: {}", ids.join(", "))
}

pub fn export(out: &mut dyn Write, report: &ExportReport) -> io::Result<()> {
    for name in &report.written {
        writeln!(out, "written  {PATH}{}{PATH:#}", printable(name))?;
    }
    for name in &report.removed {
        writeln!(out, "removed  {PATH}{}{PATH:#}", printable(name))?;
    }
    writeln!(
        out,
        "{} in {}; {} written, {} unchanged, {} removed",
        plural(report.entries as u64, "entry"),
        printable(&report.folder),
        report.written.len(),
        report.unchanged,
        report.removed.len()
    )
}

pub fn import(out: &mut dyn Write, report: &ImportReport) -> io::Result<()> {
    for file in &report.files {
        let name = printable(&file.file);
        if let Some(why) = &file.damaged {
            let why = printable(why);
            writeln!(out, "{PATH}{name}{PATH:#}  {BAD}cannot be read{BAD:#}: {why}")?;
            continue;
        }
        let (taken, same, older) = (file.taken, file.same, file.older);
        writeln!(
            out,
            "{PATH}{name}{PATH:#}  {taken} imported, {same} unchanged, {older} newer here"
        )?;
        for why in &file.refused {
            writeln!(out, "  {NOTICE}not imported{NOTICE:#} {}", printable(why))?;
        }
    }
    let taken = plural(report.taken as u64, "entry");
    let files = plural(report.files.len() as u64, "file");
    writeln!(out, "{taken} imported from {files} in {}", printable(&report.folder))
}

fn head(out: &mut dyn Write, entry: &ListedEntry) -> io::Result<()> {
    let style = style_of(entry.status);
    let name = if entry.symbol.is_empty() {
        entry.kind.name().to_owned()
    } else {
        printable(&entry.symbol)
    };
    let (id, status) = (&entry.id, entry.status.name());
    write!(out, "{FAINT}{id}{FAINT:#}  {style}{status:<10}{style:#}  {NAME}{name}{NAME:#}")?;
    let (path, first, last) = (printable(&entry.path), entry.start_line, entry.end_line);
    match entry.kind {
        EntryKind::Symbol(_) | EntryKind::File => {
            writeln!(out, "  {PATH}{path}{PATH:#}:{LINE}{first}-{last}{LINE:#}")
        }
        EntryKind::Folder => writeln!(out, "  {PATH}{path}{PATH:#}"),
        EntryKind::Repository => writeln!(out),
        EntryKind::Topic => writeln!(out, "  {FAINT}topic{FAINT:#}"),
    }
}

fn reason(out: &mut dyn Write, entry: &ListedEntry) -> io::Result<()> {
    match &entry.reason {
        Some(why) => writeln!(out, "          {NOTICE}{}{NOTICE:#}", printable(why)),
        None => Ok(()),
    }
}

fn counts(answer: &EntriesAnswer) -> String {
    let mut counts = String::new();
    for status in EntryStatus::ALL {
        let n = answer.entries.iter().filter(|entry| entry.status == status).count();
        if n > 0 {
            counts.push_str(&format!(", {n} {status}"));
        }
    }
    counts
}

fn first_line(text: &str) -> String {
    printable(text.lines().next().unwrap_or(""))
}
