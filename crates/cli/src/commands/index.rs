//! `index`: updates the index and prints a report, then lets a language model explore it if one
//! is configured.

use std::sync::atomic::Ordering;

use rutter_domain::{Hint, Vocabulary as _};
use rutter_engine::{Extent, IndexReport, Step};
use rutter_tools::Session;
use rutter_tools::maintenance::index::{self, Index};
use rutter_tools::maintenance::watch::WatchIndex;
use serde::Serialize;

use super::explore;
use crate::arguments::{Format, IndexArgs, PermissionArgs};
use crate::context::Context;
use crate::error_report::print_hint;
use crate::exit::Exit;
use crate::exploration::{Exploration, Task};
use crate::settings::ModelSettings;
use crate::verbosity::Verbosity;
use crate::vocabulary::CliVocabulary;
use crate::{background_index, model, render};

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    index: &'a IndexReport,
    /// `None` if no model explored.
    exploration: Option<&'a Exploration>,
}

pub fn run(args: &IndexArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    if args.in_background {
        return background_index::run(&ctx.toolbox.engine);
    }
    if args.watch {
        return watch(ctx);
    }
    let extent = if args.full { Extent::Everything } else { Extent::Changed };
    let task = task(args, ctx)?;
    if task.is_some() {
        ctx.announce(explore::STARTING)?;
    }
    let is_first = ctx.toolbox.check_index().is_err();
    let report = ctx.run(&Index, index::Args { extent })?;
    if ctx.format == Format::Text {
        print(&report, ctx)?;
    }
    let is_stopped = report.partial.is_some() && ctx.signals.cancelled.load(Ordering::SeqCst);
    let exploration = match &task {
        Some(task) if !is_stopped => Some(Exploration::run(task, ctx)?),
        Some(_) | None => None,
    };
    match (ctx.format, &exploration) {
        (Format::Json, exploration) => {
            ctx.print_json(&Report { index: &report, exploration: exploration.as_ref() })?;
        }
        (Format::Text, Some(exploration)) => {
            let verbosity = ctx.verbosity;
            ctx.print(exploration, |out, exploration| {
                render::exploration(out, exploration, verbosity)
            })?;
        }
        (Format::Text, None) => {
            // Printed only with the first index, so that it is not repeated.
            let is_told = is_first && !args.local && ctx.verbosity != Verbosity::Quiet;
            if task.is_none() && is_told {
                eprintln!("no language model is configured to explore it: {}", model::HOW);
            }
        }
    }
    if is_stopped {
        if ctx.verbosity != Verbosity::Quiet {
            print_hint(&CliVocabulary.render(&Hint::ContinueIndexing));
        }
        return Ok(Exit::Interrupted);
    }
    Ok(exploration.map_or(Exit::Found, |exploration| exploration.exit()))
}

/// The exploration that follows, unless `--local` is given or no model is configured.
fn task(args: &IndexArgs, ctx: &Context) -> anyhow::Result<Option<Task>> {
    if args.local {
        return Ok(None);
    }
    let data = &ctx.toolbox.engine.layout.data;
    let mut settings = ModelSettings::gather(&args.model, data)?;
    let connected = model::connect_and_ask(&mut settings, data)?;
    Ok(connected.map(|connected| Task {
        settings,
        connected,
        focus: None,
        permissions: PermissionArgs::default(),
    }))
}

/// Reports after each update, until Ctrl-C.
fn watch(ctx: &mut Context) -> anyhow::Result<Exit> {
    let toolbox = ctx.toolbox.clone();
    let session = Session::for_person(&CliVocabulary);
    let cancelled = ctx.signals.cancelled.clone();
    let is_writing = ctx.signals.is_writing.clone();
    let progress = crate::progress::Progress::new(ctx.verbosity);
    let watcher = move |step: Step| {
        is_writing.store(true, Ordering::SeqCst);
        progress.hear(step);
    };
    let mut failure = None;
    let mut on_update = |report: &IndexReport| {
        if let Err(error) = print(report, ctx) {
            failure = Some(error);
            cancelled.store(true, Ordering::SeqCst);
        }
    };
    toolbox.run(&session, &WatchIndex::new(&watcher, &mut on_update), ())?;
    failure.map_or(Ok(Exit::Found), Err)
}

fn print(report: &IndexReport, ctx: &mut Context) -> anyhow::Result<()> {
    let verbosity = ctx.verbosity;
    match (ctx.format, verbosity) {
        (Format::Text, Verbosity::Quiet) => Ok(()),
        (Format::Text | Format::Json, _) => {
            ctx.print(report, |out, report| render::index(out, report, verbosity))
        }
    }
}
