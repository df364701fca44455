//! Renders the plan and the outcome of a run that resolves gaps.

use std::io::{self, Write};

use rutter_agent::{Left, PlannedGap, ResolveEnding, ResolvePlan, ResolveRun, SettledGap};
use rutter_domain::GapState;

use super::run::{self, dollars};
use crate::style::{FAINT, GOOD, NAME, NOTICE, PATH, plural, printable, thousands};

/// Renders the plan of a run: a line for each gap, then the estimate.
pub fn resolve_plan(out: &mut dyn Write, plan: &ResolvePlan) -> io::Result<()> {
    for gap in &plan.gaps {
        let PlannedGap { id, rule, path, line, symbol, first, .. } = gap;
        let first = first.map_or("ask a person", |first| first.name());
        let symbol = symbol.as_deref().map_or_else(String::new, |name| format!(" {name}"));
        writeln!(
            out,
            "{NAME}{first:<17}{NAME:#} {PATH}{}{PATH:#}:{line}{} {FAINT}{rule} {id}{FAINT:#}",
            printable(path),
            printable(&symbol),
        )?;
    }
    let n_gaps = plan.gaps.len() as u64;
    write!(out, "{}", plural(n_gaps, "gap"))?;
    if plan.omitted > 0 {
        write!(out, ", and {} beyond the limit", thousands(plan.omitted as u64))?;
    }
    let estimate = &plan.estimate;
    if estimate.n_gaps == 0 {
        return writeln!(out, "; no model is needed");
    }
    let cost = match (estimate.cost, &plan.model) {
        (Some(cost), _) => format!("about {}", dollars(cost)),
        (None, Some(model)) => format!("the price of {} is not known", printable(model)),
        (None, None) => "no model is configured".to_owned(),
    };
    writeln!(
        out,
        "; {} for a model: about {}, {} tokens in, {} out; {cost}",
        thousands(estimate.n_gaps),
        plural(estimate.requests, "request"),
        thousands(estimate.input_tokens),
        thousands(estimate.output_tokens),
    )
}

/// Renders the outcome of a run: a line for each gap, then the counts.
pub fn resolve_run(out: &mut dyn Write, report: &ResolveRun) -> io::Result<()> {
    for gap in &report.gaps {
        settled(out, gap)?;
    }
    let ending = match &report.ending {
        ResolveEnding::AllResolved => String::new(),
        ResolveEnding::OnlyHumanLeft => " The others need a person.".to_owned(),
        ResolveEnding::NoProgress => " Stopped: nothing was resolved any more.".to_owned(),
        ResolveEnding::NeedsModel => " The others take a model, and none is configured.".to_owned(),
        ResolveEnding::Elsewhere => " Another process works on the others.".to_owned(),
        ResolveEnding::CapReached { cap } => {
            run::ending(out, cap)?;
            String::new()
        }
        ResolveEnding::Failed { reason } => format!(" Ended early: {}", printable(reason)),
        ResolveEnding::Cancelled => " Stopped; what was recorded is kept.".to_owned(),
    };
    let ResolveRun { resolved, requires_human_input, open, omitted, before, after, .. } = report;
    writeln!(
        out,
        "Resolved {resolved} of {}, {requires_human_input} for a person, {open} open.{ending}",
        plural(report.gaps.len() as u64, "gap"),
    )?;
    if *omitted > 0 {
        writeln!(out, "{} beyond the limit", plural(*omitted as u64, "more gap"))?;
    }
    writeln!(out, "Completeness: {before:.1} % before, {after:.1} % after")?;
    match &report.model {
        Some(_) => run::totals(out, &report.totals),
        None => Ok(()),
    }
}

fn settled(out: &mut dyn Write, gap: &SettledGap) -> io::Result<()> {
    let (style, state) = match (gap.state, gap.left) {
        (GapState::Resolved, _) => (GOOD, "resolved"),
        (GapState::RequiresHumanInput, _) => (NOTICE, "for a person"),
        (GapState::Dismissed, _) => (FAINT, "dismissed"),
        (GapState::Open, Some(Left::NeedsModel)) => (NOTICE, "needs a model"),
        (GapState::Open, Some(Left::Elsewhere)) => (FAINT, "elsewhere"),
        (GapState::Open, Some(Left::NotReached) | None) => (FAINT, "not reached"),
    };
    let symbol = gap.symbol.as_deref().map_or_else(String::new, |name| format!(" {name}"));
    write!(
        out,
        "{style}{state:<13}{style:#} {PATH}{}{PATH:#}:{}{NAME}{}{NAME:#} {FAINT}{} {}{FAINT:#}",
        printable(&gap.path),
        gap.line,
        printable(&symbol),
        gap.rule,
        gap.id,
    )?;
    if let Some(strategy) = gap.strategy.filter(|_| gap.state == GapState::Resolved) {
        write!(out, " {FAINT}by {strategy}{FAINT:#}")?;
    }
    writeln!(out)?;
    match &gap.question {
        Some(question) => writeln!(out, "              {}", printable(question)),
        None => Ok(()),
    }
}
