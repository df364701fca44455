//! What every command gets: the toolbox, the output and the user's choices about both.

use std::io::{self, IsTerminal, Stdout, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anstream::AutoStream;
use rutter_engine::{EmbedderChoice, Engine, Place, Refresh, Step};
use rutter_tools::Toolbox;
use serde::Serialize;

use crate::arguments::{Format, GlobalArgs, When};
use crate::embedder;
use crate::progress::Progress;
use crate::signals::Signals;
use crate::verbosity::Verbosity;

/// A query updates the index first if that takes at most about this long.
pub const REFRESH_BUDGET: Duration = Duration::from_millis(500);

pub struct Context {
    pub toolbox: Arc<Toolbox>,
    pub format: Format,
    pub verbosity: Verbosity,
    pub signals: Signals,
    pub out: AutoStream<Stdout>,
}

/// Options of the index. `None` keeps the one that the index was built with.
#[derive(Debug, Default)]
pub struct IndexOptions {
    pub limit_bytes: Option<u64>,
    pub embedder: Option<EmbedderChoice>,
}

impl Context {
    pub fn new(global: &GlobalArgs, options: IndexOptions) -> anyhow::Result<Context> {
        let choice = match global.color {
            When::Auto => anstream::ColorChoice::Auto,
            When::Always => anstream::ColorChoice::Always,
            When::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        let data = global.data_dir.as_deref();
        let place = match &global.root {
            Some(root) => Place::exactly(root, data)?,
            None => Place::around(&std::env::current_dir()?, data)?,
        };
        let mut engine = Engine::new(place);
        let verbosity = match (global.quiet, global.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        };
        engine.limit_bytes = options.limit_bytes;
        let data = &engine.place.data;
        engine.connector = embedder::connector(verbosity, data, options.embedder.clone());
        engine.embedder = options.embedder;
        let refresh =
            if global.no_refresh { Refresh::Never } else { Refresh::Within(REFRESH_BUDGET) };
        let format = if global.json { Format::Json } else { global.format };
        let signals = Signals::listen();
        let progress = Progress::new(verbosity);
        let is_writing = signals.is_writing.clone();
        let watcher = Box::new(move |step: Step| {
            let is_busy = !matches!(step, Step::Waiting | Step::Looking | Step::Finished);
            is_writing.store(is_busy, Ordering::SeqCst);
            progress.hear(step);
        });
        let toolbox = Toolbox::new(engine, refresh, watcher, signals.cancelled.clone());
        let out = stdout(format);
        Ok(Context { toolbox: Arc::new(toolbox), format, verbosity, signals, out })
    }

    /// Prints an answer as one line of JSON or, for people, with `text`.
    pub fn print<T: Serialize>(
        &mut self,
        answer: &T,
        text: impl FnOnce(&mut dyn Write, &T) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        match self.format {
            Format::Json => self.print_json(answer)?,
            Format::Text => text(&mut self.out, answer)?,
        }
        Ok(self.out.flush()?)
    }

    pub fn print_json<T: Serialize>(&mut self, answer: &T) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(answer)?;
        line.push(b'\n');
        self.out.write_all(&line)?;
        Ok(self.out.flush()?)
    }
}

/// Standard output, coloured as the user options.
pub fn stdout(format: Format) -> AutoStream<Stdout> {
    let choice = match format {
        Format::Text => anstream::ColorChoice::global(),
        // JSON has no colour codes to strip.
        Format::Json => anstream::ColorChoice::AlwaysAnsi,
    };
    AutoStream::new(io::stdout(), choice)
}

pub fn is_for_person() -> bool {
    io::stdout().is_terminal()
}
