//! Renders the outcome of a person's answer to a gap, and a preview of it.

use std::io::{self, Write};

use rutter_domain::{Finding, Gap, GapState, Recording};
use rutter_knowledge::{AnsweredGap, GapPreview};
use rutter_tools::knowledge::gap_decisions::Decided;

use rutter_workspace::Excerpt;

use crate::editor::COMMENT;
use crate::gap_rows::Reviewed;
use crate::style::{BAD, FAINT, GOOD, LINE, NAME, NOTICE, PATH, one_line, printable};

/// Lines of the current description that are shown.
const SHOWN_LINES: usize = 20;

/// The text that the editor opens with: an empty answer, then comments about the gap.
pub fn gap_template(preview: &GapPreview) -> String {
    let Gap { rule, path, line, message, .. } = &preview.gap;
    let mut text = String::from("\n");
    let mut comment = |line: &str| {
        text.push_str(&format!("{COMMENT} {line}\n"));
    };
    comment(&format!("{path}:{line} {rule}: {message}"));
    if preview.becomes_entry {
        comment(
            "The first paragraph is the summary, the others are details. It is checked like any entry.",
        )
    } else {
        comment("This is kept as the reason why it is not a gap.")
    }
    if let Some(now) = &preview.now {
        comment("There is now:");
        now.lines().for_each(|line| comment(&format!("  {line}")));
    }
    comment("An empty answer records nothing.");
    text
}

pub fn answered_gap(out: &mut dyn Write, answered: &AnsweredGap) -> io::Result<()> {
    let AnsweredGap { gap, recording, remark } = answered;
    match recording {
        Some(Recording::Refused { reason }) => {
            writeln!(out, "{BAD}not recorded{BAD:#}: {}", one_line(reason))?;
        }
        Some(Recording::Recorded { id, status, reason, claims, rival_of, .. }) => {
            let style = if status.is_good() { GOOD } else { NOTICE };
            writeln!(out, "recorded as {FAINT}{id}{FAINT:#}: {style}{status}{style:#}")?;
            if let Some(reason) = reason {
                writeln!(out, "  {NOTICE}{}{NOTICE:#}", one_line(reason))?;
            }
            for claim in claims.iter().filter(|claim| claim.finding != Finding::Supported) {
                writeln!(out, "  {}: {}", claim.finding_by(), one_line(&claim.text))?;
            }
            if let Some(rival) = rival_of {
                writeln!(
                    out,
                    "  the entry {rival} beside it is better supported, so both are kept"
                )?;
            }
        }
        None => writeln!(out, "kept as the reason why it is not a gap")?,
    }
    if let Some(remark) = remark {
        writeln!(out, "{NOTICE}{}{NOTICE:#}", one_line(remark))?;
    }
    gap_line(out, gap)
}

pub fn decided_gap(out: &mut dyn Write, decided: &Decided) -> io::Result<()> {
    gap_line(out, &decided.gap)
}

/// Renders a gap on one line: its state, id, place and message.
pub fn gap_line(out: &mut dyn Write, gap: &Gap) -> io::Result<()> {
    let style = match gap.state {
        GapState::Resolved => GOOD,
        GapState::Open | GapState::RequiresHumanInput => NOTICE,
        GapState::Dismissed => FAINT,
    };
    writeln!(
        out,
        "{style}{}{style:#} {FAINT}{}{FAINT:#} {PATH}{}{PATH:#}:{LINE}{}{LINE:#} {NAME}{}{NAME:#} {}",
        gap.state,
        gap.id,
        printable(&gap.path),
        gap.line,
        gap.rule,
        one_line(&gap.message)
    )
}

/// Renders the current text of the entry or the documentation.
pub fn gap_now(out: &mut dyn Write, preview: &GapPreview) -> io::Result<()> {
    match &preview.now {
        Some(now) => now
            .lines()
            .take(SHOWN_LINES)
            .try_for_each(|line| writeln!(out, "  {FAINT}{}{FAINT:#}", printable(line))),
        None => Ok(()),
    }
}

/// Renders the findings of the checks about a text.
pub fn gap_faults(out: &mut dyn Write, faults: &[String]) -> io::Result<()> {
    if faults.is_empty() {
        writeln!(out, "{GOOD}the checks have nothing against it{GOOD:#}")
    } else {
        faults.iter().try_for_each(|fault| writeln!(out, "{NOTICE}{}{NOTICE:#}", one_line(fault)))
    }
}

pub fn numbered_lines(out: &mut dyn Write, excerpt: &Excerpt) -> io::Result<()> {
    writeln!(out, "{PATH}{}{PATH:#}", printable(&excerpt.path))?;
    excerpt.lines.iter().try_for_each(|line| {
        writeln!(out, "{LINE}{:>6}{LINE:#}  {}", line.number, printable(&line.text))
    })
}

pub fn reviewed_gaps(out: &mut dyn Write, reviewed: &Reviewed) -> io::Result<()> {
    let Reviewed { answered, dismissed, skipped, left } = reviewed;
    let (answered, dismissed, skipped) = (answered.len(), dismissed.len(), skipped.len());
    writeln!(out, "\n{answered} answered, {dismissed} dismissed, {skipped} skipped, {left} left")
}

/// Renders the difference between the current text and a new one: removed and added lines.
pub fn text_diff(out: &mut dyn Write, now: Option<&str>, then: &str) -> io::Result<()> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (now.unwrap_or("").trim().lines().collect(), then.trim().lines().collect());
    let n_head = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (&old[n_head..], &new[n_head..]);
    let n_tail = old_rest
        .iter()
        .rev()
        .zip(new_rest.iter().rev())
        .take_while(|(old, new)| old == new)
        .count();
    for line in &old[..n_head] {
        writeln!(out, "  {}", printable(line))?;
    }
    for line in &old_rest[..old_rest.len() - n_tail] {
        writeln!(out, "{BAD}- {}{BAD:#}", printable(line))?;
    }
    for line in &new_rest[..new_rest.len() - n_tail] {
        writeln!(out, "{GOOD}+ {}{GOOD:#}", printable(line))?;
    }
    for line in &new_rest[new_rest.len() - n_tail..] {
        writeln!(out, "  {}", printable(line))?;
    }
    Ok(())
}
