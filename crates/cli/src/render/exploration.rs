//! The outcome of an exploration as text, and what the user can do next.

use std::io::{self, Write};

use rutter_domain::{Ending, EntryStatus, Totals};

use super::run;
use crate::exploration::{Exploration, ExplorationReport};
use crate::style::{GOOD, NAME, NOTICE, plural, printable, thousands};
use crate::verbosity::Verbosity;

/// Symbols without an entry that are listed.
const MOST_NAMED: usize = 5;

/// Renders the ending, the model's answer, and a table. With `--verbose` the answer was printed before.
pub fn exploration(
    out: &mut dyn Write,
    exploration: &Exploration,
    verbosity: Verbosity,
) -> io::Result<()> {
    let Exploration { ending, totals, answer, report, .. } = exploration;
    run::ending(out, ending)?;
    match ending {
        Ending::Failed { .. } | Ending::Cancelled => {}
        Ending::Answered => writeln!(out, "Indexing complete.")?,
        Ending::MaxTurns { .. } | Ending::MaxTokens { .. } | Ending::MaxCost { .. } => {
            writeln!(out, "The exploration is not complete; what was recorded is kept.")?;
        }
    }
    let answer = answer.as_deref().map(str::trim).filter(|answer| !answer.is_empty());
    if let Some(answer) = answer.filter(|_| verbosity == Verbosity::Normal) {
        let lines: Vec<String> = answer.lines().map(printable).collect();
        writeln!(out, "\n{}\n", lines.join("\n"))?;
    }
    match report {
        Some(report) => table(out, totals, report),
        None => run::totals(out, totals),
    }
}

fn table(out: &mut dyn Write, totals: &Totals, report: &ExplorationReport) -> io::Result<()> {
    let mut row = |name: &str, value: String| writeln!(out, "{NAME}{name:<11}{NAME:#}{value}");
    row("turns", thousands(u64::from(totals.turns)))?;
    row("tool calls", run::calls(totals))?;
    row("entries", entries(totals, report))?;
    for refusal in run::refused(totals) {
        row("", refusal)?;
    }
    let coverage = &report.coverage;
    row(
        "covered",
        format!("{} source files, {} central symbols", coverage.files, coverage.central),
    )?;
    if let Some(missing) = coverage.missing(MOST_NAMED) {
        row("", format!("no entry yet: {}", printable(&missing)))?;
    }
    let per_entry =
        |each: Option<String>| each.map_or_else(String::new, |each| format!(", {each} an entry"));
    let tokens_each = report.tokens_per_entry.map(thousands);
    row("tokens", format!("{}{}", run::tokens(totals), per_entry(tokens_each)))?;
    let cost_each = report.cost_per_entry.filter(|cost| *cost > 0.0).map(run::dollars);
    row("cost", format!("{}{}", run::cost(totals), per_entry(cost_each)))?;
    row("time", run::time(totals))?;
    if totals.n_redacted > 0 {
        row("withheld", run::secrets(totals.n_redacted))?;
    }
    for (at, step) in report.next_steps.iter().enumerate() {
        row(if at == 0 { "next" } else { "" }, printable(step))?;
    }
    Ok(())
}

/// Formats the number of entries by status, the most trusted first.
fn entries(totals: &Totals, report: &ExplorationReport) -> String {
    let n_entries: usize = report.entries.values().sum();
    let by_status: Vec<String> = (report.entries.iter())
        .map(|(status, n)| {
            let style = if EntryStatus::is_good(*status) { GOOD } else { NOTICE };
            format!("{style}{n} {status}{style:#}")
        })
        .collect();
    let refused = match totals.refused.len() {
        0 => String::new(),
        n => format!(", {} refused", plural(n as u64, "attempt")),
    };
    match n_entries {
        0 => format!("none{refused}"),
        n => format!("{n} ({}){refused}", by_status.join(", ")),
    }
}
