//! Renders questionnaires and the outcome of reviews.

use std::io::{self, Write};

use rutter_agent::ReviewVerdict;
use rutter_domain::EntryStatus;
use rutter_tools::knowledge::review::{Answer, Asked};

use super::entries::entry;
use super::entry_particulars::style_of;
use super::run;
use crate::review_run::ReviewReport;
use crate::style::{FAINT, GOOD, LINE, NAME, NOTICE, PATH, plural, printable};

/// Renders the outcome of a run: a line for each entry, then the counts.
pub fn review_run(out: &mut dyn Write, report: &ReviewReport) -> io::Result<()> {
    for review in &report.reviews {
        let place = format!(
            "{NAME}{}{NAME:#} {PATH}{}{PATH:#} {FAINT}{}{FAINT:#}",
            printable(&review.symbol),
            printable(&review.path),
            review.entry
        );
        match &review.verdict {
            ReviewVerdict::Counted { status } => {
                let style = style_of(*status);
                writeln!(out, "{style}{:<11}{style:#} {place}", status.name())?;
            }
            ReviewVerdict::NotCounted { reason } => {
                writeln!(out, "{NOTICE}{:<11}{NOTICE:#} {place}", "not counted")?;
                writeln!(out, "            {}", printable(reason))?;
            }
        }
    }
    if report.run.is_none() {
        return writeln!(out, "no entry waits for a review by {}", printable(&report.model));
    }
    run::ending(out, &report.ending)?;
    let ReviewReport { confirmed, disputed, undecided, not_counted, n_more, .. } = report;
    writeln!(
        out,
        "Review complete: {confirmed} confirmed, {disputed} disputed, {undecided} undecided, \
         {not_counted} not counted."
    )?;
    if *n_more > 0 {
        writeln!(out, "{}", plural(*n_more as u64, "more entry"))?;
    }
    run::totals(out, &report.totals)
}

/// Renders the code that a person judges by.
pub fn questionnaire(out: &mut dyn Write, asked: &Asked) -> io::Result<()> {
    let (symbol, path) = (printable(&asked.symbol), printable(&asked.path));
    writeln!(out, "{NAME}{symbol}{NAME:#} in {PATH}{path}{PATH:#}")?;
    for excerpt in &asked.code {
        writeln!(out, "\n{PATH}{}{PATH:#}", printable(&excerpt.path))?;
        for line in &excerpt.lines {
            writeln!(out, "{LINE}{:>6}{LINE:#}  {}", line.number, printable(&line.text))?;
        }
    }
    for problem in &asked.problems {
        writeln!(out, "{NOTICE}{}{NOTICE:#}", printable(problem))?;
    }
    writeln!(
        out,
        "\n{}. Does the code show it? s supported, c contradicted, n not shown, q quit",
        plural(asked.statements.len() as u64, "statement")
    )
}

/// Renders the outcome of a review.
pub fn review_outcome(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    match answer {
        Answer::Asked(asked) => questionnaire(out, asked),
        Answer::NoneWaiting => writeln!(out, "no entry waits for your review"),
        Answer::Counted { entry: reviewed } => {
            let style = if reviewed.status == EntryStatus::Confirmed { GOOD } else { NOTICE };
            writeln!(out, "\n{style}counted{style:#}; the entry is now:")?;
            entry(out, reviewed)
        }
        Answer::NotCounted { reason, .. } => {
            writeln!(out, "\n{NOTICE}not counted{NOTICE:#}: {}", printable(reason))
        }
    }
}
