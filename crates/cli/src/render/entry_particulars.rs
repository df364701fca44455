//! Renders the evidence for and against an entry: facts, claims, reviews, rivals, history.

use std::io::{self, Write};

use anstyle::Style;
use rutter_domain::{EntryStatus, Evidence, Finding, ListedEntry, PastEvent};

use crate::style::{BAD, FAINT, GOOD, NOTICE, PATH, one_line, printable};

/// Renders everything about an entry except its text and its cited lines.
pub(super) fn particulars(out: &mut dyn Write, entry: &ListedEntry) -> io::Result<()> {
    for mark in &entry.marks {
        writeln!(out, "{NOTICE}{}{NOTICE:#}", one_line(mark))?;
    }
    facts(out, entry)?;
    claims(out, entry)?;
    reviews(out, entry)?;
    rivals(out, entry, "")?;
    history(out, &entry.history)
}

fn facts(out: &mut dyn Write, entry: &ListedEntry) -> io::Result<()> {
    for (kind, facts) in entry.facts.by_kind() {
        if !facts.is_empty() {
            writeln!(out, "{kind} {}", one_line(&facts.join(", ")))?;
        }
    }
    Ok(())
}

fn claims(out: &mut dyn Write, entry: &ListedEntry) -> io::Result<()> {
    for claim in &entry.claims {
        let style = finding_style(claim.finding);
        let lines: Vec<String> = claim.evidence.iter().map(place).collect();
        let lines =
            if lines.is_empty() { String::new() } else { format!("  {}", lines.join(", ")) };
        writeln!(
            out,
            "claim    {style}{:<12}{style:#}  {}{PATH}{lines}{PATH:#}",
            claim.finding.name(),
            one_line(&claim.text)
        )?;
        if let Some(reason) = &claim.reason {
            let check =
                claim.check.iter().map(|check| format!("  {FAINT}{}{FAINT:#}", one_line(check)));
            let check: String = check.collect();
            writeln!(out, "         {NOTICE}{}{NOTICE:#}{check}", one_line(reason))?;
        }
    }
    Ok(())
}

fn reviews(out: &mut dyn Write, entry: &ListedEntry) -> io::Result<()> {
    for review in &entry.reviews {
        writeln!(out, "review by {}, {}", one_line(&review.reader), review.at)?;
        for answer in &review.answers {
            let style = finding_style(answer.finding);
            let lines = answer.evidence.as_ref().map_or_else(String::new, place);
            let text = one_line(&answer.text);
            let name = answer.finding.name();
            writeln!(out, "         {style}{name:<12}{style:#}  {text}  {PATH}{lines}{PATH:#}")?;
            if let Some(reason) = &answer.reason {
                writeln!(out, "         {FAINT}{}{FAINT:#}", one_line(reason))?;
            }
        }
    }
    Ok(())
}

/// Renders the other entries of the symbol, and what they say instead.
pub(super) fn rivals(out: &mut dyn Write, entry: &ListedEntry, indent: &str) -> io::Result<()> {
    for rival in &entry.rivals {
        let style = style_of(rival.status);
        let (id, status, author) = (&rival.id, rival.status, one_line(&rival.author));
        writeln!(
            out,
            "{indent}rival {FAINT}{id}{FAINT:#} {style}{status}{style:#} by {author}: {}",
            one_line(&rival.summary)
        )?;
    }
    Ok(())
}

fn history(out: &mut dyn Write, events: &[PastEvent]) -> io::Result<()> {
    for past in events {
        let note = past.note.as_deref().map(one_line);
        let note = note.map_or_else(String::new, |note| format!(" ({note})"));
        writeln!(out, "{FAINT}{}{FAINT:#}  {}{note}", past.at, past.event.name())?;
        writeln!(out, "         {} by {}", one_line(&past.summary), one_line(&past.author))?;
        if let Some(details) = &past.details {
            writeln!(out, "         {FAINT}{}{FAINT:#}", one_line(details))?;
        }
    }
    Ok(())
}

pub(super) fn style_of(status: EntryStatus) -> Style {
    match status {
        EntryStatus::Confirmed | EntryStatus::Checked => GOOD,
        EntryStatus::Unverified | EntryStatus::Disputed | EntryStatus::Stale => NOTICE,
        EntryStatus::Rejected => BAD,
    }
}

fn finding_style(finding: Finding) -> Style {
    match finding {
        Finding::Supported => GOOD,
        Finding::NotShown | Finding::Unchecked => NOTICE,
        Finding::Contradicted => BAD,
    }
}

fn place(cited: &Evidence) -> String {
    let Evidence { path, start_line, end_line } = cited;
    format!("{}:{start_line}-{end_line}", printable(path))
}
