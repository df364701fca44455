//! `index`: brings the index up to date and reports what was done.

use std::sync::atomic::Ordering;

use rutter_engine::{Extent, Step};

use super::Exit;
use crate::arguments::{Format, IndexArgs};
use crate::context::{Context, Talk};
use crate::failure::print_hint;
use crate::render;

pub fn run(args: &IndexArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let toolbox = &ctx.toolbox;
    let extent = if args.full { Extent::Everything } else { Extent::Changed };
    let report = toolbox.engine.index(extent, &toolbox.watcher, &toolbox.cancelled)?;
    (toolbox.watcher)(Step::Finished);
    let verbose = ctx.talk;
    match (ctx.format, ctx.talk) {
        (Format::Text, Talk::Quiet) => {}
        (Format::Text | Format::Json, _) => {
            ctx.print(&report, |out, report| render::index(out, report, verbose))?;
        }
    }
    if report.partial.is_some() && ctx.signals.cancelled.load(Ordering::SeqCst) {
        if ctx.talk != Talk::Quiet {
            print_hint("run `rutter index` to go on where it stopped");
        }
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Found)
}
