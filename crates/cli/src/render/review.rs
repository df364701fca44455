//! Renders questionnaires and the outcome of reviews.

use std::io::{self, Write};

use rutter_agent::ReviewVerdict;
use rutter_tools::knowledge::review::{Answer, AskedEntry, GradedReview};

use super::entry_particulars::style_of;
use super::run;
use crate::review_run::ReviewReport;
use crate::style::{FAINT, LINE, NAME, NOTICE, PATH, plural, printable};

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
    review_counts(out, report)?;
    if report.n_more > 0 {
        writeln!(out, "{}", plural(report.n_more as u64, "more entry"))?;
    }
    run::totals(out, &report.totals)
}

/// Renders how many reviews confirmed, disputed or did neither.
pub fn review_counts(out: &mut dyn Write, report: &ReviewReport) -> io::Result<()> {
    let ReviewReport { confirmed, disputed, undecided, not_counted, .. } = report;
    writeln!(
        out,
        "Review complete: {confirmed} confirmed, {disputed} disputed, {undecided} undecided, \
         {not_counted} not counted."
    )
}

/// Renders the code that a person judges by.
pub fn questionnaire(out: &mut dyn Write, asked: &AskedEntry) -> io::Result<()> {
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
        "\n{}. Which one does the code show? a, b, n neither (or in part), q quit",
        plural(asked.pairs.len() as u64, "pair")
    )
}

/// Renders the outcome of a review.
pub fn review_outcome(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    match answer {
        Answer::Asked(asked) => asked.entries.iter().try_for_each(|one| questionnaire(out, one)),
        Answer::NoneWaiting => writeln!(out, "no entry waits for your review"),
        Answer::Graded { reviews } => reviews.iter().try_for_each(|review| graded(out, review)),
    }
}

fn graded(out: &mut dyn Write, review: &GradedReview) -> io::Result<()> {
    let reason =
        review.reason.as_deref().map_or_else(String::new, |why| format!(": {}", printable(why)));
    let symbol = printable(&review.symbol);
    match review.status {
        Some(status) => {
            let style = style_of(status);
            writeln!(
                out,
                "\n{style}counted{style:#}; the entry of {symbol} is now {status}{reason}"
            )
        }
        None => writeln!(out, "\n{NOTICE}not counted{NOTICE:#}{reason}"),
    }
}
