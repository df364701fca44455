//! `entries`: lists, shows, checks, rejects, exports and imports what was recorded.

mod manual_review;
mod review;

pub use review::run as review;

use rutter_domain::EntryStatus;
use rutter_knowledge::HistoryDetail;
use rutter_tools::knowledge::entries::{
    EntriesArgs as Filter, ExportEntries, ForgetEntries, ImportEntries, ListEntries, RejectArgs,
    RejectEntry,
};

use crate::arguments::{EntriesArgs, EntriesCommand, ListArgs};
use crate::context::Context;
use crate::exit::Exit;
use crate::render;

pub fn run(args: EntriesArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    match args.command {
        EntriesCommand::List(args) => list(&args, ctx),
        EntriesCommand::Show { entry, history } => {
            let history = if history { HistoryDetail::Included } else { HistoryDetail::Omitted };
            show(entry, history, ctx)
        }
        EntriesCommand::Check => check(ctx),
        EntriesCommand::Review(args) if args.manual => manual_review::run(*args, ctx),
        EntriesCommand::Review(args) => review::run(*args, ctx),
        EntriesCommand::Forget { ids } => {
            let answer = ctx.run(&ForgetEntries, ids)?;
            ctx.print(&answer, |out, answer| render::forgotten(out, &answer.forgotten))?;
            Ok(Exit::Found)
        }
        EntriesCommand::Reject { id, text, note } => {
            let note = text.or(note).unwrap_or_default();
            let entry = ctx.run(&RejectEntry, RejectArgs { id, note })?;
            ctx.print(&entry, render::entry)?;
            Ok(Exit::Found)
        }
        EntriesCommand::Export { dir } => {
            let report = ctx.run(&ExportEntries, dir)?;
            ctx.print(&report, render::export)?;
            Ok(Exit::Found)
        }
        EntriesCommand::Import { dir } => {
            let report = ctx.run(&ImportEntries, dir)?;
            ctx.print(&report, render::import)?;
            Ok(if report.is_whole() { Exit::Found } else { Exit::Incomplete })
        }
    }
}

fn list(args: &ListArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let mut statuses: Vec<EntryStatus> =
        args.status.iter().map(|status| (*status).into()).collect();
    if args.stale {
        statuses.push(EntryStatus::Stale);
    }
    let filter = Filter { statuses, globs: args.path.clone(), ..Filter::default() };
    let answer = ctx.run(&ListEntries, filter)?;
    ctx.print(&answer, render::entries)?;
    Ok(if answer.entries.is_empty() { Exit::Nothing } else { Exit::Found })
}

fn show(sought: String, history: HistoryDetail, ctx: &mut Context) -> anyhow::Result<Exit> {
    let filter = Filter { sought: Some(sought.clone()), history, ..Filter::default() };
    let answer = ctx.run(&ListEntries, filter)?;
    ctx.print(&answer, |out, answer| render::shown_entries(out, answer, &sought))?;
    Ok(if answer.entries.is_empty() { Exit::Nothing } else { Exit::Found })
}

fn check(ctx: &mut Context) -> anyhow::Result<Exit> {
    let answer = ctx.run(&ListEntries, Filter::default())?;
    ctx.print(&answer, render::checked_entries)?;
    let holds = answer.entries.iter().all(|entry| entry.status.is_good());
    Ok(if holds { Exit::Found } else { Exit::Findings })
}
