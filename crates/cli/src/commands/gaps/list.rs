//! `gaps list`: prints what is missing or wrong in the documentation.

use std::io::Write;
use std::thread::JoinHandle;

use rutter_domain::Completeness;
use rutter_knowledge::{GapsAnswer, RuleInfo, rule_infos};
use rutter_tools::knowledge::gap_report::{MeasureArgs, MeasureGaps};
use rutter_tools::knowledge::gaps::{GapsArgs, ListGaps, Since, SinceWhich};
use rutter_workspace::{CheckedOut, Git};

use super::sarif::sarif;
use crate::arguments::{Format, ListGapsArgs, OutputFormat};
use crate::context::Context;
use crate::exit::Exit;
use crate::render;
use crate::screen;
use crate::verbosity::Verbosity;

/// Gaps that are listed as text or JSON unless more are asked for.
const LISTED_GAPS: usize = 50;

pub fn run(args: ListGapsArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let which = if args.new { SinceWhich::New } else { SinceWhich::InChangedFiles };
    let under = args.under.as_deref().map(tidy_path);
    let is_whole = under.is_none() && args.rules.is_empty() && args.changed_since.is_none();
    // Git answers while the gaps are found.
    let root = ctx.toolbox.engine.layout.root.clone();
    let commit = is_whole.then(|| std::thread::spawn(move || Git::checked_out(&root)));
    let answer = ctx.run(
        &ListGaps,
        GapsArgs {
            under: under.clone(),
            rules: args.rules,
            states: args.states.into_iter().map(Into::into).collect(),
            limit: args.limit.or_else(|| default_limit(ctx.output)),
            since: args.changed_since.map(|reference| Since { reference, which }),
        },
    )?;
    if let Some(Ok(commit)) = commit.map(JoinHandle::join) {
        measure(commit, &answer, ctx);
    }
    print(&answer, ctx)?;
    let is_good = match args.fail_under {
        Some(least) => completeness_of(&answer.completeness, under.as_deref()) >= least,
        None => answer.gaps.is_empty() && answer.omitted == 0,
    };
    Ok(if is_good { Exit::Found } else { Exit::Findings })
}

fn default_limit(output: OutputFormat) -> Option<usize> {
    match output {
        OutputFormat::Text | OutputFormat::Json | OutputFormat::Md => Some(LISTED_GAPS),
        OutputFormat::Sarif => None,
    }
}

fn print(answer: &GapsAnswer, ctx: &mut Context) -> anyhow::Result<()> {
    match ctx.output {
        OutputFormat::Text | OutputFormat::Json | OutputFormat::Md => {
            ctx.print(answer, render::gaps)
        }
        OutputFormat::Sarif => {
            let rules: Vec<&RuleInfo> = rule_infos().collect();
            let mut text = serde_json::to_string_pretty(&sarif(answer, &rules))?;
            text.push('\n');
            let mut out = screen::stdout(Format::Json);
            out.write_all(text.as_bytes())?;
            Ok(out.flush()?)
        }
    }
}

/// Records the completeness of the commit. A tree with uncommitted changes is not the commit, so it is
/// not measured.
fn measure(commit: CheckedOut, answer: &GapsAnswer, ctx: &Context) {
    let commit = match commit {
        CheckedOut::Clean(commit) => Some(commit),
        CheckedOut::NoRepository => None,
        CheckedOut::Changed => return,
    };
    // The gaps are listed even if the data folder cannot be written.
    if let Err(error) = ctx.run(&MeasureGaps, MeasureArgs { commit, answer: answer.clone() })
        && ctx.verbosity != Verbosity::Quiet
    {
        eprintln!("the measurement was not kept: {error}");
    }
}

/// Normalizes a folder as answers name it: `./src/` becomes `src`.
fn tidy_path(path: &str) -> String {
    path.trim_start_matches("./").trim_end_matches('/').to_owned()
}

/// Completeness of a folder, or of the whole repository; 100 if nothing in the folder is checked.
fn completeness_of(completeness: &Completeness, under: Option<&str>) -> f64 {
    match under {
        None | Some("" | ".") => completeness.overall,
        Some(folder) => completeness.by_folder.get(folder).copied().unwrap_or(100.0),
    }
}
