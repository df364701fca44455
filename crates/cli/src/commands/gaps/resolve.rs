//! `gaps resolve`: fills gaps with entries, with a model or without one, and reports the outcome.

use rutter_agent::{ResolveEnding, ResolveRun};

use crate::arguments::ResolveArgs;
use crate::context::Context;
use crate::error_report::print_hint;
use crate::exit::Exit;
use crate::resolve_run::{self, ResolveJob};
use crate::settings::ModelSettings;
use crate::verbosity::Verbosity;
use crate::{model, render};

pub fn run(args: &ResolveArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let place = &ctx.toolbox.engine.layout;
    let mut settings = ModelSettings::gather(&args.model, &place.data)?;
    // A run that is resumed must not pay for a request twice.
    settings.cache = true;
    let connected = model::connect_and_ask(&mut settings, &place.data)?;
    let job = ResolveJob::new(args, &settings, connected, ctx)?;
    if args.dry_run {
        let plan = resolve_run::plan(&job, ctx)?;
        ctx.print(&plan, render::resolve_plan)?;
        return Ok(Exit::Found);
    }
    ctx.announce("Resolving gaps...")?;
    let report = resolve_run::run(job, ctx)?;
    ctx.print(&report, render::resolve_run)?;
    if let Some(hint) = next_step(&report).filter(|_| ctx.verbosity != Verbosity::Quiet) {
        print_hint(&hint);
    }
    Ok(exit_of(&report))
}

fn exit_of(report: &ResolveRun) -> Exit {
    match &report.ending {
        ResolveEnding::AllResolved if report.omitted == 0 => Exit::Found,
        ResolveEnding::AllResolved
        | ResolveEnding::OnlyHumanLeft
        | ResolveEnding::NoProgress
        | ResolveEnding::NeedsModel
        | ResolveEnding::Elsewhere
        | ResolveEnding::CapReached { .. } => Exit::Incomplete,
        ResolveEnding::Failed { .. } => Exit::Error,
        ResolveEnding::Cancelled => Exit::Interrupted,
    }
}

/// The next step for the user after a run that left gaps.
fn next_step(report: &ResolveRun) -> Option<String> {
    let mentions = report.gaps.iter().any(|gap| gap.rule == "broken-mention");
    match &report.ending {
        ResolveEnding::NeedsModel => {
            Some(format!("a model could work on what is left: {}", model::HOW))
        }
        ResolveEnding::OnlyHumanLeft | ResolveEnding::NoProgress if mentions => Some(
            "see broken mentions with a certain target with `rutter gaps fix`, and answer the other \
             questions with `rutter gaps answer GAP`"
                .to_owned(),
        ),
        ResolveEnding::OnlyHumanLeft | ResolveEnding::NoProgress => {
            Some("answer the questions with `rutter gaps answer GAP TEXT`".to_owned())
        }
        ResolveEnding::CapReached { .. } => {
            Some("go on with `rutter gaps resolve --resume` and a higher cap".to_owned())
        }
        ResolveEnding::Failed { .. } | ResolveEnding::Cancelled => {
            Some("go on with `rutter gaps resolve --resume`".to_owned())
        }
        ResolveEnding::AllResolved | ResolveEnding::Elsewhere => None,
    }
}
