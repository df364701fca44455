//! Renders gaps, completeness and the rules.

use std::io::{self, Write};

use rutter_domain::{Completeness, Gap, Severity};
use rutter_knowledge::GapsAnswer;

use crate::gap_rows::{ExampleRow, RuleRow, RulesAnswer};
use crate::style::{BAD, FAINT, GOOD, LINE, NAME, NOTICE, PATH, plural, printable, write_state};

/// Width of a bar of completeness.
const BAR_CELLS: usize = 20;

/// Folders of the first level that are listed.
const MOST_FOLDERS: usize = 12;

/// Renders completeness of the top folders, then the gaps by file, the file with the most urgent gap first.
pub fn gaps(out: &mut dyn Write, answer: &GapsAnswer) -> io::Result<()> {
    completeness(out, &answer.completeness)?;
    let mut files: Vec<(&str, Vec<&Gap>)> = Vec::new();
    for gap in &answer.gaps {
        match files.iter_mut().find(|(path, _)| *path == gap.path) {
            Some((_, gaps)) => gaps.push(gap),
            None => files.push((&gap.path, vec![gap])),
        }
    }
    for (path, mut gaps) in files {
        gaps.sort_by_key(|gap| gap.line);
        writeln!(out, "\n{PATH}{}{PATH:#}", printable(path))?;
        for gap in gaps {
            one_gap(out, gap)?;
        }
    }
    if answer.gaps.is_empty() && answer.completeness.is_measured() {
        writeln!(out, "\n{GOOD}no gaps{GOOD:#}")?;
    }
    writeln!(out)?;
    for remark in &answer.remarks {
        writeln!(out, "{NOTICE}{}{NOTICE:#}", printable(&remark.to_string()))?;
    }
    let more = match answer.omitted {
        0 => String::new(),
        n_more => format!(", {} more", plural(n_more as u64, "gap")),
    };
    write_state(out, &answer.index, &more)
}

fn one_gap(out: &mut dyn Write, gap: &Gap) -> io::Result<()> {
    let style = match gap.severity {
        Severity::High => BAD,
        Severity::Medium => NOTICE,
        Severity::Low => FAINT,
    };
    writeln!(
        out,
        "  {LINE}{}:{}{LINE:#}  {style}{}{style:#}  {FAINT}{} {:.2}{}{FAINT:#}",
        printable(&gap.path),
        gap.line,
        gap.rule,
        gap.id,
        gap.priority,
        match gap.state.name() {
            "open" => String::new(),
            state => format!(" {state}"),
        },
    )?;
    write!(out, "    {}", printable(&gap.message))?;
    if let Some(nearest) = &gap.nearest {
        write!(out, "; did you mean {NAME}{}{NAME:#}?", printable(nearest))?;
    }
    writeln!(out)
}

fn completeness(out: &mut dyn Write, completeness: &Completeness) -> io::Result<()> {
    if !completeness.is_measured() {
        return writeln!(out, "{NAME}completeness{NAME:#}: there is nothing to measure");
    }
    writeln!(out, "{NAME}completeness {:.1} %{NAME:#}", completeness.overall)?;
    let is_top = |folder: &&String| *folder != "." && !folder.contains('/');
    let mut folders: Vec<(&String, f64)> = (completeness.by_folder.iter())
        .filter(|(folder, _)| is_top(folder))
        .map(|(folder, share)| (folder, *share))
        .collect();
    folders.sort_by(|left, right| left.1.total_cmp(&right.1).then(left.0.cmp(right.0)));
    let width = folders.iter().take(MOST_FOLDERS).map(|(folder, _)| folder.chars().count()).max();
    let width = width.unwrap_or(0).min(40);
    for (folder, share) in folders.iter().take(MOST_FOLDERS) {
        let n_full = ((share / 100.0) * BAR_CELLS as f64).floor() as usize;
        let bar = format!("{}{}", "█".repeat(n_full), "░".repeat(BAR_CELLS - n_full));
        writeln!(out, "  {:width$}  {FAINT}{bar}{FAINT:#} {share:5.1} %", printable(folder))?;
    }
    match folders.len().saturating_sub(MOST_FOLDERS) {
        0 => Ok(()),
        n_more => writeln!(out, "  {FAINT}and {}{FAINT:#}", plural(n_more as u64, "more folder")),
    }
}

/// Renders every rule with its settings and two examples.
pub fn gap_rules(out: &mut dyn Write, answer: &RulesAnswer) -> io::Result<()> {
    for rule in &answer.rules {
        one_rule(out, rule)?;
    }
    Ok(())
}

fn one_rule(out: &mut dyn Write, rule: &RuleRow) -> io::Result<()> {
    let state = if rule.enabled { "" } else { ", switched off" };
    writeln!(
        out,
        "{NAME}{}{NAME:#}  {FAINT}severity {}, weight {}{state}{FAINT:#}",
        rule.name, rule.severity, rule.weight
    )?;
    writeln!(out, "  {}\n  {}", rule.about, rule.why)?;
    example(out, "a gap", &rule.wrong)?;
    example(out, "none", &rule.right)?;
    writeln!(out)
}

fn example(out: &mut dyn Write, what: &str, example: &ExampleRow) -> io::Result<()> {
    writeln!(out, "  {FAINT}{what}: {}{FAINT:#}", example.path)?;
    for line in example.text.lines() {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}
