//! `entries`: lists, shows, checks, rejects, exports and imports the entries recorded for symbols.

use rutter_domain::EntryStatus;
use std::sync::Arc;

use rutter_knowledge::{EntriesFilter, Knowledge};
use serde::Serialize;

use crate::arguments::{EntriesArgs, EntriesCommand, ListArgs};
use crate::context::Context;
use crate::exit::Exit;
use crate::render;

pub fn run(args: EntriesArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let toolbox = &ctx.toolbox;
    let opened = toolbox.engine.snapshot(toolbox.refresh, &*toolbox.watcher, &toolbox.cancelled);
    (toolbox.watcher)(rutter_engine::Step::Finished);
    let knowledge = Knowledge::new(Arc::new(opened?));
    match args.command {
        EntriesCommand::List(args) => list(&args, &knowledge, ctx),
        EntriesCommand::Show { entry } => show(entry, &knowledge, ctx),
        EntriesCommand::Check => check(&knowledge, ctx),
        EntriesCommand::Forget { ids } => {
            let forgotten = Forgotten { forgotten: knowledge.forget(&ids)? };
            ctx.print(&forgotten, |out, done| render::forgotten(out, &done.forgotten))?;
            Ok(Exit::Found)
        }
        EntriesCommand::Reject { id, note } => {
            if note.trim().is_empty() {
                anyhow::bail!("the note is empty; say what is wrong: `--note TEXT`");
            }
            let entry = knowledge.reject(&id, &note)?;
            ctx.print(&entry, render::entry)?;
            Ok(Exit::Found)
        }
        EntriesCommand::Export { dir } => {
            let report = knowledge.export_entries(dir.as_deref())?;
            ctx.print(&report, render::export)?;
            Ok(Exit::Found)
        }
        EntriesCommand::Import { dir } => {
            let report = knowledge.import_entries(dir.as_deref())?;
            ctx.print(&report, render::import)?;
            Ok(if report.is_whole() { Exit::Found } else { Exit::Nothing })
        }
    }
}

#[derive(Serialize)]
struct Forgotten {
    forgotten: Vec<String>,
}

fn list(args: &ListArgs, knowledge: &Knowledge, ctx: &mut Context) -> anyhow::Result<Exit> {
    let mut statuses: Vec<EntryStatus> =
        args.status.iter().map(|status| (*status).into()).collect();
    if args.stale {
        statuses.push(EntryStatus::Stale);
    }
    let filter = EntriesFilter { statuses, globs: args.path.clone(), sought: None };
    let answer = knowledge.entries(&filter)?;
    ctx.print(&answer, render::entries)?;
    Ok(if answer.entries.is_empty() { Exit::Nothing } else { Exit::Found })
}

fn show(sought: String, knowledge: &Knowledge, ctx: &mut Context) -> anyhow::Result<Exit> {
    let filter = EntriesFilter { sought: Some(sought.clone()), ..EntriesFilter::default() };
    let answer = knowledge.entries(&filter)?;
    ctx.print(&answer, |out, answer| render::shown_entries(out, answer, &sought))?;
    Ok(if answer.entries.is_empty() { Exit::Nothing } else { Exit::Found })
}

fn check(knowledge: &Knowledge, ctx: &mut Context) -> anyhow::Result<Exit> {
    let answer = knowledge.entries(&EntriesFilter::default())?;
    ctx.print(&answer, render::checked_entries)?;
    let holds = answer.entries.iter().all(|entry| entry.status == EntryStatus::Verified);
    Ok(if holds { Exit::Found } else { Exit::Nothing })
}
