//! Renders gaps and the trend of completeness.

use std::io::{self, Write};

use anstyle::Style;
use rutter_domain::{Gap, GapState, Severity};
use rutter_knowledge::GapsAnswer;

use super::style::{BAD, FAINT, LINE, NAME, NOTICE, PATH, plural, printable, write_state};
use crate::formats::{Trend, percentage, sparkline};

/// Folders that are listed with their percentage; those right below the root.
const MOST_FOLDERS: usize = 12;

/// Completeness, then two lines per gap.
pub fn gaps(out: &mut dyn Write, answer: &GapsAnswer) -> io::Result<()> {
    let overall = percentage(answer.completeness.overall);
    writeln!(out, "{NAME}{overall} % documented{NAME:#}")?;
    let folders = answer
        .completeness
        .by_folder
        .iter()
        .filter(|(folder, _)| *folder != "." && !folder.contains('/'));
    for (folder, percent) in folders.take(MOST_FOLDERS) {
        writeln!(out, "  {:>5} %  {PATH}{}{PATH:#}", percentage(*percent), printable(folder))?;
    }
    for gap in &answer.gaps {
        line(out, gap)?;
    }
    if answer.gaps.is_empty() && answer.omitted == 0 {
        writeln!(out, "no gaps")?;
    }
    let more = match answer.omitted {
        0 => String::new(),
        n => format!(", {}", plural(n as u64, "more gap")),
    };
    write_state(out, &answer.index, &more)
}

fn line(out: &mut dyn Write, gap: &Gap) -> io::Result<()> {
    let style = style_of(gap.severity);
    let symbol = gap.symbol.as_deref().map_or_else(String::new, |name| format!("  {name}"));
    let state = match gap.state {
        GapState::Open => String::new(),
        state @ (GapState::Resolved | GapState::RequiresHumanInput | GapState::Dismissed) => {
            format!("  {state}")
        }
    };
    writeln!(
        out,
        "{FAINT}{}{FAINT:#}  {style}{:<6}{style:#}  {}  {PATH}{}{PATH:#}:{LINE}{}{LINE:#}{NAME}{}{NAME:#}{NOTICE}{state}{NOTICE:#}",
        gap.id,
        gap.severity.name(),
        gap.rule,
        printable(&gap.path),
        gap.line,
        printable(&symbol)
    )?;
    let nearest = gap.nearest.as_ref().map_or_else(String::new, |it| format!(" (nearest: {it})"));
    writeln!(out, "              {}", printable(&format!("{}{nearest}", gap.message)))
}

fn style_of(severity: Severity) -> Style {
    match severity {
        Severity::High => BAD,
        Severity::Medium => NOTICE,
        Severity::Low => FAINT,
    }
}

/// A bar per commit, then a line for each.
pub fn gap_trend(out: &mut dyn Write, trend: &Trend) -> io::Result<()> {
    if trend.points.is_empty() {
        return writeln!(
            out,
            "nothing was measured yet: `rutter gaps` does so at a commit without uncommitted changes"
        );
    }
    let change = trend.change.map_or_else(String::new, |change| format!("  {change:+} points"));
    writeln!(out, "{}{change}", sparkline(trend.points.iter().map(|point| point.overall)))?;
    for point in &trend.points {
        let date = point.at.to_string();
        let commit = point.commit.as_deref().unwrap_or("-");
        writeln!(
            out,
            "{}  {FAINT}{:<10}{FAINT:#}  {:>5} %  {} open",
            date.get(..10).unwrap_or(&date),
            commit.get(..10).unwrap_or(commit),
            percentage(point.overall),
            point.open
        )?;
    }
    Ok(())
}
