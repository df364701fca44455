//! `gaps`: lists what is missing or wrong in the documentation, and fills it.

mod answer;
mod fix;
mod list;
mod report;
mod resolve;
mod review;
mod sarif;

use rutter_knowledge::rule_infos;
use rutter_tools::knowledge::gap_decisions::{DecideArgs, DecideGap, GapDecision};

use crate::arguments::{GapsArgs, GapsCommand};
use crate::context::Context;
use crate::exit::Exit;
use crate::gap_rows::{RuleRow, RulesAnswer};
use crate::person;
use crate::render;
use crate::settings;

pub fn run(args: GapsArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    settings::gap_settings(&ctx.toolbox.engine.layout.data)?;
    match args.command {
        GapsCommand::List(args) => list::run(args, ctx),
        GapsCommand::Answer(args) => answer::run(args, ctx),
        GapsCommand::Resolve(args) => resolve::run(&args, ctx),
        GapsCommand::Fix(args) => fix::run(&args, ctx),
        GapsCommand::Report(args) => report::run(args, ctx),
        GapsCommand::Review(args) => review::run(args, ctx),
        GapsCommand::Dismiss(dismissed) => {
            ctx.session.author = person::name(dismissed.by, ctx);
            let why = dismissed.text.or(dismissed.why).unwrap_or_default();
            decide(dismissed.gap, GapDecision::Dismiss { why }, ctx)
        }
        GapsCommand::Reopen(reopened) => {
            ctx.session.author = person::name(reopened.by, ctx);
            decide(reopened.gap, GapDecision::Reopen, ctx)
        }
        GapsCommand::Rules => rules(ctx),
    }
}

fn decide(gap: String, decision: GapDecision, ctx: &mut Context) -> anyhow::Result<Exit> {
    let decided = ctx.run(&DecideGap, DecideArgs { gap, decision })?;
    ctx.print(&decided, render::decided_gap)?;
    Ok(Exit::Found)
}

fn rules(ctx: &mut Context) -> anyhow::Result<Exit> {
    let settings = &ctx.toolbox.gap_settings;
    let rules = rule_infos().map(|info| RuleRow::new(info, settings)).collect();
    let answer = RulesAnswer { rules };
    ctx.print(&answer, render::gap_rules)?;
    Ok(Exit::Found)
}
