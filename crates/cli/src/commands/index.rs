//! `index`: brings the index up to date and reports what was done.

use std::sync::atomic::Ordering;

use rutter_engine::{Extent, IndexReport, Step};

use super::Exit;
use crate::arguments::{Format, IndexArgs};
use crate::context::{Context, Talk};
use crate::failure::print_hint;
use crate::render;

pub fn run(args: &IndexArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    if args.watch {
        return watch(ctx);
    }
    let toolbox = &ctx.toolbox;
    let extent = if args.full { Extent::Everything } else { Extent::Changed };
    let report = toolbox.engine.index(extent, &toolbox.watcher, &toolbox.cancelled)?;
    (toolbox.watcher)(Step::Finished);
    print(&report, ctx)?;
    if report.partial.is_some() && ctx.signals.cancelled.load(Ordering::SeqCst) {
        if ctx.talk != Talk::Quiet {
            print_hint("run `rutter index` to go on where it stopped");
        }
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Found)
}

/// Reports after each update, until Ctrl-C.
fn watch(ctx: &mut Context) -> anyhow::Result<Exit> {
    let engine = ctx.toolbox.engine.clone();
    let cancelled = ctx.signals.cancelled.clone();
    let is_writing = ctx.signals.is_writing.clone();
    let progress = crate::progress::Progress::new(ctx.talk);
    let watcher = move |step: Step| {
        is_writing.store(true, Ordering::SeqCst);
        progress.hear(step);
    };
    let mut failure = None;
    engine.watch(&watcher, &cancelled, |report| {
        if let Err(error) = print(report, ctx) {
            failure = Some(error);
            cancelled.store(true, Ordering::SeqCst);
        }
    })?;
    failure.map_or(Ok(Exit::Found), Err)
}

fn print(report: &IndexReport, ctx: &mut Context) -> anyhow::Result<()> {
    let talk = ctx.talk;
    match (ctx.format, talk) {
        (Format::Text, Talk::Quiet) => Ok(()),
        (Format::Text | Format::Json, _) => {
            ctx.print(report, |out, report| render::index(out, report, talk))
        }
    }
}
