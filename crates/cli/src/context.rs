//! The context of every command: the toolbox, the output, and the user's choices about both.

use std::io::{self, IsTerminal, Stdout, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rutter_engine::{EmbedderChoice, Engine, Refresh, Step};
use rutter_tools::{Session, Tool, ToolError, Toolbox, mark_outdated};
use rutter_workspace::RepoLayout;
use serde::Serialize;

use crate::arguments::{Format, GlobalArgs, OutputFormat, When};
use crate::background_index;
use crate::embedder;
use crate::progress::Progress;
use crate::screen::{self, Screen};
use crate::settings;
use crate::signals::Signals;
use crate::verbosity::Verbosity;
use crate::vocabulary::CliVocabulary;

/// How long a person at a terminal waits for the index; the progress is visible.
const PERSON_BUDGET: Duration = Duration::from_secs(5);
/// How long an agent or a script waits for the index.
const AGENT_BUDGET: Duration = Duration::from_secs(3);

/// The limit for which queries wait while the index is updated.
pub fn refresh(global: &GlobalArgs, asker: Asker) -> Refresh {
    match asker {
        _ if global.no_refresh => Refresh::Never,
        Asker::Person => Refresh::Within(PERSON_BUDGET),
        Asker::Agent => Refresh::Within(AGENT_BUDGET),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asker {
    Person,
    Agent,
}

pub struct Context {
    pub toolbox: Arc<Toolbox>,
    /// The person at the command line.
    pub session: Session,
    pub format: Format,
    /// The format of the command line, for commands that offer more than text and JSON.
    pub output: OutputFormat,
    pub verbosity: Verbosity,
    pub signals: Signals,
    pub out: Screen<Stdout>,
}

/// Options of the index. `None` keeps the option that the index was built with.
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
        let mut place = match &global.root {
            Some(root) => RepoLayout::exactly(root, data)?,
            None => RepoLayout::around(&std::env::current_dir()?, data)?,
        };
        place.remote = settings::remote_store(global.store.as_deref(), &place)?;
        let mut engine = Engine::new(place);
        let verbosity = match (global.quiet, global.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        };
        engine.limit_bytes = options.limit_bytes;
        let data = &engine.layout.data;
        engine.connector = embedder::connector(verbosity, data, options.embedder.clone());
        engine.embedder = options.embedder;
        let sees_progress = is_for_person() && io::stderr().is_terminal();
        let asker = if sees_progress { Asker::Person } else { Asker::Agent };
        let output = if global.json { OutputFormat::Json } else { global.format };
        let format = if output == OutputFormat::Json { Format::Json } else { Format::Text };
        let signals = Signals::listen();
        let progress = Progress::new(verbosity);
        let is_writing = signals.is_writing.clone();
        let watcher = Box::new(move |step: Step| {
            let is_busy = !matches!(step, Step::Waiting | Step::Looking | Step::Finished);
            is_writing.store(is_busy, Ordering::SeqCst);
            progress.hear(step);
        });
        let gap_settings = settings::gap_settings(&engine.layout.data);
        let catch_up = background_index::starter(&engine.layout, data_dir(global)?);
        let refresh = refresh(global, asker);
        let mut toolbox = Toolbox::new(engine, refresh, watcher, signals.cancelled.clone());
        toolbox.wait = signals.wait.clone();
        toolbox.catch_up = Some(Arc::new(catch_up));
        // Only commands about gaps need them, and report a mistake.
        toolbox.gap_settings = Arc::new(gap_settings.unwrap_or_default());
        let out = screen::stdout(format);
        let session = Session::for_person(&CliVocabulary);
        let toolbox = Arc::new(toolbox);
        Ok(Context { toolbox, session, format, output, verbosity, signals, out })
    }

    /// Runs a tool for the person.
    pub fn run<T: Tool>(&self, tool: &T, args: T::Args) -> Result<T::Answer, ToolError> {
        self.toolbox.run(&self.session, tool, args)
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

    /// Says that a run begins, before the first request keeps the user waiting.
    pub fn announce(&mut self, text: &str) -> anyhow::Result<()> {
        if self.verbosity == Verbosity::Quiet || self.format == Format::Json {
            return Ok(());
        }
        self.print_text(&format!("{text}\n"))
    }

    /// Prints a finished text.
    pub fn print_text(&mut self, text: &str) -> anyhow::Result<()> {
        self.out.write_all(text.as_bytes())?;
        Ok(self.out.flush()?)
    }

    /// Prints an answer as one line of JSON. Places in files that differ from the index are marked.
    pub fn print_json<T: Serialize>(&mut self, answer: &T) -> anyhow::Result<()> {
        let outdated = self.toolbox.outdated_files();
        let mut line = if outdated.is_empty() {
            serde_json::to_vec(answer)?
        } else {
            let mut answer = serde_json::to_value(answer)?;
            mark_outdated(&mut answer, &outdated);
            serde_json::to_vec(&answer)?
        };
        line.push(b'\n');
        self.out.write_all(&line)?;
        Ok(self.out.flush()?)
    }
}

/// The data folder of the command line as an absolute path, for another process.
fn data_dir(global: &GlobalArgs) -> io::Result<Option<PathBuf>> {
    global.data_dir.as_ref().map(std::path::absolute).transpose()
}

pub fn is_for_person() -> bool {
    io::stdout().is_terminal()
}
