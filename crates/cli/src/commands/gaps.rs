//! `gaps`: lists what is missing or wrong in the documentation, in the format that was asked for. Exit
//! code 1 means that less is documented than `--fail-under` asks for.

use rutter_domain::GapState;
use rutter_knowledge::{GapsAnswer, RuleInfo, rule_infos};
use rutter_tools::knowledge::gap_decisions::{DecideArgs, DecideGap, GapDecision};
use rutter_tools::knowledge::gap_report::{GapTrend, MeasureArgs, MeasureGaps};
use rutter_tools::knowledge::gaps::{Args, ListGaps};

use super::gap_report::write_file;
use super::gap_review;
use crate::arguments::{GapsArgs, GapsCommand, OutputFormat};
use crate::commit::{Commit, checked_out};
use crate::context::Context;
use crate::exit::Exit;
use crate::formats;
use crate::person;
use crate::render;
use crate::verbosity::Verbosity;

/// Gaps that are listed as text unless more are asked for.
const TEXT_LIMIT: usize = 50;
/// Points of a trend that are printed.
const MOST_POINTS: usize = 60;

pub fn run(args: GapsArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    match args.command {
        Some(GapsCommand::Dismiss(dismissed)) => {
            ctx.session.author = person::name(dismissed.by, ctx);
            decide(dismissed.gap, GapDecision::Dismiss { why: dismissed.why }, ctx)
        }
        Some(GapsCommand::Reopen(reopened)) => {
            ctx.session.author = person::name(reopened.by, ctx);
            decide(reopened.gap, GapDecision::Reopen, ctx)
        }
        Some(GapsCommand::Review(args)) => gap_review::run(args, ctx),
        None => list(args, ctx),
    }
}

fn list(args: GapsArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let is_text = ctx.output == OutputFormat::Text;
    let is_whole = args.filter.under.is_none() && args.filter.rule.is_empty();
    let limit = args.limit.or(is_text.then_some(TEXT_LIMIT));
    let states = args.state.into_iter().map(GapState::from).collect();
    let wanted = Args { under: args.filter.under, rules: args.filter.rule, states, limit, skip: 0 };
    let answer = ctx.run(&ListGaps, wanted)?;
    if is_whole {
        measure(ctx)?;
    }
    if let Some(path) = &args.badge {
        write_file(path, &formats::badge(answer.completeness.overall))?;
    }
    if args.trend {
        let trend = formats::trend(&ctx.run(&GapTrend, ())?, MOST_POINTS);
        ctx.print(&trend, render::gap_trend)?;
    } else {
        print(&answer, ctx)?;
    }
    let is_enough = args.fail_under.is_none_or(|least| answer.completeness.overall >= least);
    Ok(if is_enough { Exit::Found } else { Exit::Nothing })
}

fn print(answer: &GapsAnswer, ctx: &mut Context) -> anyhow::Result<()> {
    let rules: Vec<&RuleInfo> = rule_infos().collect();
    match ctx.output {
        OutputFormat::Text | OutputFormat::Json | OutputFormat::Md | OutputFormat::Html => {
            ctx.print(answer, render::gaps)
        }
        OutputFormat::Sarif => {
            let mut text = serde_json::to_string_pretty(&formats::sarif(answer, &rules))?;
            text.push('\n');
            ctx.print_text(&text)
        }
        OutputFormat::Github => ctx.print_text(&formats::annotations(answer)),
        OutputFormat::Junit => ctx.print_text(&formats::junit(answer, &rules)),
    }
}

/// Keeps how complete the documentation is. A tree with uncommitted changes is not the commit, so it is
/// not measured.
fn measure(ctx: &Context) -> anyhow::Result<()> {
    let commit = match checked_out(&ctx.toolbox.engine.layout.root) {
        Commit::Clean(commit) => Some(commit),
        Commit::NoRepository => None,
        Commit::Changed => return Ok(()),
    };
    // A data folder that cannot be written is no reason to list no gaps.
    if let Err(error) = ctx.run(&MeasureGaps, MeasureArgs { commit })
        && ctx.verbosity != Verbosity::Quiet
    {
        anstream::eprintln!("the measurement was not kept: {error}");
    }
    Ok(())
}

fn decide(gap: String, decision: GapDecision, ctx: &mut Context) -> anyhow::Result<Exit> {
    let decided = ctx.run(&DecideGap, DecideArgs { gap, decision })?;
    ctx.print(&decided, render::decided_gap)?;
    Ok(Exit::Found)
}
