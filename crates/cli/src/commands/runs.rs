//! `runs`: lists, shows and replays recorded runs of models.

use std::io::Write;

use rutter_domain::{Ending, Event, Moment, Totals};
use rutter_knowledge::store_url;
use rutter_store::{SessionHeader, open};
use rutter_tools::knowledge::runs::{ListArgs, ListRuns, ReadArgs, ReadRun};

use crate::arguments::{Format, RunsArgs, RunsCommand};
use crate::context::Context;
use crate::exit::Exit;
use crate::render;

pub fn run(args: RunsArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    match args.command {
        RunsCommand::List { limit } => list(limit, ctx),
        RunsCommand::Show { run } => {
            let Some(moments) = read(run, ctx)? else { return Ok(nothing()) };
            match ctx.format {
                Format::Json => moments.iter().try_for_each(|moment| ctx.print_json(moment))?,
                Format::Text => show(&moments, ctx)?,
            }
            Ok(Exit::Found)
        }
        RunsCommand::Replay { run } => {
            let runs = match run.as_deref().and_then(|name| runs_of_chat(name, ctx)) {
                Some(runs) => runs.into_iter().map(Some).collect(),
                None => vec![run],
            };
            for run in runs {
                let Some(moments) = read(run, ctx)? else { return Ok(nothing()) };
                replay(&moments, ctx)?;
            }
            Ok(Exit::Found)
        }
    }
}

/// The runs of the chat with this id or name; `None` if there is no such chat.
fn runs_of_chat(name: &str, ctx: &Context) -> Option<Vec<String>> {
    let store = open(&store_url(&ctx.toolbox.engine.layout)).ok()?;
    let headers = store.sessions().ok()?;
    let is_it = |header: &&SessionHeader| header.id == name || header.name.as_deref() == Some(name);
    let header = headers.iter().find(is_it)?;
    Some(store.session(&header.id).ok()??.chat.runs).filter(|runs| !runs.is_empty())
}

fn replay(moments: &[Moment], ctx: &mut Context) -> anyhow::Result<()> {
    let is_question = moments.iter().any(|moment| match &moment.event {
        Event::Started { mission, .. } => mission == "ask" || mission == "chat",
        _ => false,
    });
    for moment in moments {
        match &moment.event {
            Event::UserInput { text } if is_question => render::question(&mut ctx.out, text)?,
            _ => render::run_moment(&mut ctx.out, moment)?,
        }
    }
    close(moments, ctx)
}

fn list(limit: usize, ctx: &mut Context) -> anyhow::Result<Exit> {
    let listed = ctx.run(&ListRuns, ListArgs { limit })?;
    for problem in &listed.problems {
        eprintln!("{problem}");
    }
    let is_empty = listed.runs.is_empty();
    if is_empty && ctx.format == Format::Text {
        return Ok(nothing());
    }
    ctx.print(&listed, |out, listed| render::runs(out, &listed.runs))?;
    Ok(if is_empty { Exit::Nothing } else { Exit::Found })
}

/// Reads the events of a run, or of the newest run if `id` is `None`. Returns `None` if no run is recorded.
fn read(id: Option<String>, ctx: &Context) -> anyhow::Result<Option<Vec<Moment>>> {
    let Some(run) = ctx.run(&ReadRun, ReadArgs { id })? else { return Ok(None) };
    for problem in &run.problems {
        eprintln!("{}: {problem}", run.id);
    }
    Ok(Some(run.moments))
}

fn show(moments: &[Moment], ctx: &mut Context) -> anyhow::Result<()> {
    let out = &mut ctx.out;
    let begun = moments.first().map(|moment| moment.at);
    for moment in moments {
        match &moment.event {
            Event::Started { .. }
            | Event::AssistantText { .. }
            | Event::Phase { .. }
            | Event::Thought { .. }
            | Event::GapSettled { .. }
            | Event::Compacted { .. }
            | Event::Citations { .. }
            | Event::Remark { .. } => render::run_moment(out, moment)?,
            Event::ToolResult { name, recordings, .. } => {
                for recording in recordings {
                    writeln!(out, "{name}: {}", render::recording(recording))?;
                }
            }
            Event::Instruction { .. }
            | Event::UserInput { .. }
            | Event::Asking { .. }
            | Event::Paused { .. }
            | Event::Usage { .. }
            | Event::ToolCall { .. }
            | Event::ToolStarted { .. }
            | Event::Action { .. }
            | Event::Observation { .. }
            | Event::Finished { .. } => {}
        }
    }
    if let Some(begun) = begun {
        writeln!(out, "begun {begun}")?;
    }
    close(moments, ctx)
}

/// Prints how the run ended and its totals.
fn close(moments: &[Moment], ctx: &mut Context) -> anyhow::Result<()> {
    match finished(moments) {
        Some((ending, totals)) => {
            render::ending(&mut ctx.out, ending)?;
            render::totals(&mut ctx.out, totals)?;
        }
        None => writeln!(ctx.out, "the run has not finished, or was interrupted")?,
    }
    Ok(ctx.out.flush()?)
}

fn finished(moments: &[Moment]) -> Option<(&Ending, &Totals)> {
    match &moments.last()?.event {
        Event::Finished { ending, totals } => Some((ending, totals)),
        _ => None,
    }
}

fn nothing() -> Exit {
    eprintln!("no run is recorded here; start one with `rutter explore`");
    Exit::Nothing
}
