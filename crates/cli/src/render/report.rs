//! Renders the reports of `index`, `status` and `doctor`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use rutter_engine::{Health, HistoryState, IndexReport, Status, Unparsed};
use rutter_tools::maintenance::doctor::DoctorCheck;
use rutter_tools::maintenance::skipped_files::SkippedFiles;

use crate::style::{
    BAD, FAINT, GOOD, NAME, NOTICE, PATH, bytes, plural, printable, thousands, write_state,
};
use crate::verbosity::Verbosity;

pub fn index(out: &mut dyn Write, report: &IndexReport, verbosity: Verbosity) -> io::Result<()> {
    let seconds = report.elapsed_ms as f64 / 1000.0;
    writeln!(
        out,
        "{NAME}{}{NAME:#} indexed ({} read, {} unchanged, {} removed), {} in {seconds:.2} s",
        plural(report.files as u64, "file"),
        thousands(report.indexed),
        thousands(report.unchanged),
        thousands(report.removed),
        bytes(report.bytes)
    )?;
    writeln!(
        out,
        "{}, {}, {} between them",
        plural(report.symbols, "symbol"),
        plural(report.chunks, "chunk"),
        plural(report.edges.values().sum(), "link")
    )?;
    if verbosity == Verbosity::Verbose {
        let edges = counts(report.edges.iter().map(|(name, n)| (name.as_str(), *n)));
        writeln!(
            out,
            "links by {edges}; {} unresolved, {} lead outside",
            thousands(report.unresolved),
            thousands(report.external)
        )?;
    }
    skipped(out, &report.skipped)?;
    unparsed(out, &report.unparsed)?;
    if let Some(partial) = &report.partial {
        writeln!(out, "{NOTICE}{partial}{NOTICE:#}")?;
    }
    Ok(())
}

pub fn status(out: &mut dyn Write, status: &Status) -> io::Result<()> {
    writeln!(out, "root      {}", printable(&status.root))?;
    writeln!(out, "data      {}", printable(&status.data_dir))?;
    writeln!(
        out,
        "holds     {}, {}, {}",
        plural(status.symbols, "symbol"),
        plural(status.chunks, "chunk"),
        bytes(status.bytes)
    )?;
    let mut languages: Vec<(&str, u64)> =
        status.languages.iter().map(|(name, n)| (*name, *n)).collect();
    languages.sort_by_key(|(name, n)| (std::cmp::Reverse(*n), *name));
    if !languages.is_empty() {
        writeln!(out, "languages {}", counts(languages.into_iter()))?;
    }
    match status.history {
        HistoryState::Absent => {}
        HistoryState::Commits(n) => {
            writeln!(out, "history   the last {}", plural(n as u64, "commit"))?;
        }
        HistoryState::Shallow(n) => writeln!(
            out,
            "{NOTICE}history{NOTICE:#}   {}; the clone is shallow, older ones are not known",
            plural(n as u64, "commit")
        )?,
    }
    if status.entries > 0 {
        let (all, stale) = (thousands(status.entries), thousands(status.stale_entries));
        writeln!(out, "entries   {all}, {stale} stale")?;
    }
    if status.misplaced_entries > 0 {
        let n_entries = thousands(status.misplaced_entries);
        writeln!(
            out,
            "{NOTICE}misplaced{NOTICE:#} {n_entries}: they cite another symbol of the same name; see \
             `rutter entries check`, then record or forget them"
        )?;
    }
    if let Some(about) = &status.about {
        let text = printable(&about.summary.replace('\n', " "));
        writeln!(out, "about     {text} {FAINT}[{}]{FAINT:#}", about.status)?;
    }
    skipped(out, &status.skipped)?;
    unparsed(out, &status.unparsed)?;
    for away in &status.unavailable {
        writeln!(out, "{NOTICE}away{NOTICE:#}      {}", printable(&away.to_string()))?;
    }
    if status.queued_entries > 0 {
        let n_entries = thousands(status.queued_entries);
        writeln!(
            out,
            "{NOTICE}waiting{NOTICE:#}   entries for the team's store: {n_entries}; send them by \
             `rutter team sync`"
        )?;
    }
    for damage in &status.damage {
        writeln!(out, "{BAD}damaged{BAD:#}   {}", printable(&damage.to_string()))?;
    }
    write_state(out, &status.index, "")
}

/// Renders one line for each file: its path, and why it is not in the index.
pub fn skipped_files(out: &mut dyn Write, answer: &SkippedFiles) -> io::Result<()> {
    for left_out in &answer.skipped {
        let (path, words) = (printable(&left_out.path), printable(&left_out.words()));
        writeln!(out, "{PATH}{path}{PATH:#}  {words}")?;
    }
    if answer.skipped.is_empty() {
        writeln!(out, "nothing is left out")?;
    }
    if let Some(next_skip) = answer.next_skip {
        let omitted = thousands(answer.omitted as u64);
        writeln!(out, "{FAINT}{omitted} more below these (--skip {next_skip}){FAINT:#}")?;
    }
    write_state(out, &answer.index, "")
}

pub fn doctor(out: &mut dyn Write, checks: &[DoctorCheck]) -> io::Result<()> {
    for check in checks {
        let (style, word) = match check.health {
            Health::Good => (GOOD, "good"),
            Health::Notice => (NOTICE, "note"),
            Health::Bad => (BAD, "bad "),
        };
        writeln!(out, "{style}{word}{style:#}  {:<12} {}", check.name, printable(&check.detail))?;
        if let Some(hint) = &check.hint {
            writeln!(out, "{:19}{FAINT}hint: {hint}{FAINT:#}", "")?;
        }
    }
    Ok(())
}

fn skipped(out: &mut dyn Write, skipped: &BTreeMap<&'static str, u64>) -> io::Result<()> {
    if skipped.is_empty() {
        return Ok(());
    }
    let counts = counts(skipped.iter().map(|(reason, n)| (*reason, *n)));
    writeln!(out, "{FAINT}skipped   {counts}{FAINT:#}")
}

/// Renders the files that were split by lines because they could not be parsed.
fn unparsed(out: &mut dyn Write, unparsed: &BTreeMap<&'static str, Unparsed>) -> io::Result<()> {
    for (reason, Unparsed { count, files }) in unparsed {
        let more = if *count > files.len() as u64 { ", …" } else { "" };
        let files = printable(&files.join(", "));
        let count = thousands(*count);
        writeln!(out, "{NOTICE}by lines  {reason} {count}: {files}{more}{NOTICE:#}")?;
    }
    Ok(())
}

fn counts<'a>(counts: impl Iterator<Item = (&'a str, u64)>) -> String {
    counts.map(|(name, n)| format!("{name} {}", thousands(n))).collect::<Vec<_>>().join(", ")
}
