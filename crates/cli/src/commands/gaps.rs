//! `gaps`: prints what is missing or wrong in the documentation, and the rules that find it.

use rutter_domain::Completeness;
use rutter_knowledge::{GapSettings, RuleInfo, rule_infos};
use rutter_tools::knowledge::gaps::{GapsArgs as ToolArgs, ListGaps, Since, SinceWhich};
use serde::Serialize;

use crate::arguments::{GapsArgs, GapsCommand, ListGapsArgs};
use crate::context::Context;
use crate::exit::Exit;
use crate::render;
use crate::settings;

pub fn run(args: GapsArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    settings::gap_settings(&ctx.toolbox.engine.layout.data)?;
    match args.command {
        None => list(args.list, ctx),
        Some(GapsCommand::Rules) => rules(ctx),
    }
}

fn list(args: ListGapsArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let which = if args.new { SinceWhich::New } else { SinceWhich::InChangedFiles };
    let under = args.under.as_deref().map(tidy_path);
    let answer = ctx.run(
        &ListGaps,
        ToolArgs {
            under: under.clone(),
            rules: args.rules,
            states: args.states.into_iter().map(Into::into).collect(),
            limit: Some(args.limit),
            since: args.changed_since.map(|reference| Since { reference, which }),
        },
    )?;
    ctx.print(&answer, render::gaps)?;
    let is_good = match args.fail_under {
        Some(least) => completeness_of(&answer.completeness, under.as_deref()) >= least,
        None => answer.gaps.is_empty() && answer.omitted == 0,
    };
    Ok(if is_good { Exit::Found } else { Exit::Nothing })
}

/// A folder as answers name it: `./src/` is `src`.
fn tidy_path(path: &str) -> String {
    path.trim_start_matches("./").trim_end_matches('/').to_owned()
}

/// Completeness of a folder; of the whole if it is none, or has nothing to check.
fn completeness_of(completeness: &Completeness, under: Option<&str>) -> f64 {
    match under {
        None | Some("" | ".") => completeness.overall,
        Some(folder) => completeness.by_folder.get(folder).copied().unwrap_or(100.0),
    }
}

/// The rules with what is set for them.
#[derive(Debug, Serialize)]
pub struct RulesAnswer {
    pub rules: Vec<RuleRow>,
    pub min_words: usize,
}

#[derive(Debug, Serialize)]
pub struct RuleRow {
    pub name: &'static str,
    pub about: &'static str,
    pub why: &'static str,
    pub enabled: bool,
    pub severity: &'static str,
    pub weight: f64,
    pub wrong: ExampleRow,
    pub right: ExampleRow,
}

#[derive(Debug, Serialize)]
pub struct ExampleRow {
    pub path: &'static str,
    pub text: &'static str,
}

impl RuleRow {
    fn new(info: &'static RuleInfo, settings: &GapSettings) -> RuleRow {
        RuleRow {
            name: info.name,
            about: info.about,
            why: info.why,
            enabled: settings.is_enabled(info),
            severity: settings.severity(info).name(),
            weight: settings.weight(info),
            wrong: ExampleRow { path: info.wrong.path, text: info.wrong.text },
            right: ExampleRow { path: info.right.path, text: info.right.text },
        }
    }
}

fn rules(ctx: &mut Context) -> anyhow::Result<Exit> {
    let settings = &ctx.toolbox.gap_settings;
    let rules = rule_infos().map(|info| RuleRow::new(info, settings)).collect();
    let answer = RulesAnswer { rules, min_words: settings.min_words };
    ctx.print(&answer, render::gap_rules)?;
    Ok(Exit::Found)
}
