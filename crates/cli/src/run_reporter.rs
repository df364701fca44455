//! Reports the progress of a model's run.
//!
//! With `--verbose` every event gets its line; otherwise a terminal shows one status line, which also
//! counts down a wait.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use rutter_agent::Observer;
use rutter_domain::{Event, Moment, Recording};

use crate::arguments::Format;
use crate::countdown::Countdown;
use crate::render;
use crate::screen;
use crate::verbosity::Verbosity;

/// Prints the events of a run.
pub struct RunReporter {
    verbosity: Verbosity,
    format: Format,
    bar: Option<ProgressBar>,
    progress: Arc<Mutex<RunProgress>>,
}

/// The numbers on the status line.
#[derive(Debug, Default)]
struct RunProgress {
    turn: u32,
    n_calls: u32,
    n_entries: u32,
    n_settled: u32,
    n_tokens: u64,
    pause: Option<Countdown>,
}

impl RunReporter {
    pub fn new(verbosity: Verbosity, format: Format) -> RunReporter {
        let progress = Arc::new(Mutex::new(RunProgress::default()));
        let is_wanted = verbosity != Verbosity::Quiet && io::stderr().is_terminal();
        let bar = is_wanted.then(|| status_line(Arc::clone(&progress)));
        RunReporter { verbosity, format, bar, progress }
    }

    /// Removes the status line.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn note(&self, event: &Event) {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        if let Event::Asking { turn } = event {
            progress.turn = *turn;
            progress.pause = None;
        } else if let Event::Paused { reason, seconds } = event {
            progress.pause = Some(Countdown::new(reason, *seconds));
        } else if let Event::Usage { input_tokens, output_tokens, .. } = event {
            progress.n_tokens += input_tokens + output_tokens;
            progress.pause = None;
        } else if let Event::ToolResult { recordings, .. } = event {
            progress.n_calls += 1;
            let is_kept = |recording: &&Recording| matches!(recording, Recording::Recorded { .. });
            let n_kept = recordings.iter().filter(is_kept).count();
            progress.n_entries += u32::try_from(n_kept).unwrap_or(u32::MAX);
        } else if let Event::GapSettled { .. } = event {
            progress.n_settled += 1;
        }
    }

    /// Returns whether this event is printed.
    fn is_printed(&self, event: &Event) -> bool {
        match (self.verbosity, event) {
            (Verbosity::Quiet, _) => false,
            (Verbosity::Verbose, Event::Paused { .. }) => self.bar.is_none(),
            (Verbosity::Verbose, _) => true,
            (Verbosity::Normal, Event::Paused { .. }) => self.bar.is_none(),
            (Verbosity::Normal, Event::Remark { .. }) => true,
            (Verbosity::Normal, _) => false,
        }
    }

    fn print(&self, moment: &Moment) -> io::Result<()> {
        // In JSON format standard output is for the answer alone.
        match (self.format, self.verbosity) {
            (Format::Text, Verbosity::Verbose) => {
                let mut out = screen::stdout(self.format);
                render::run_moment(&mut out, moment)?;
                out.flush()
            }
            (Format::Text, Verbosity::Normal | Verbosity::Quiet) | (Format::Json, _) => {
                render::run_moment(&mut screen::stderr(), moment)
            }
        }
    }
}

impl Observer for RunReporter {
    fn see(&self, moment: &Moment) {
        self.note(&moment.event);
        if !self.is_printed(&moment.event) {
            return;
        }
        // If the output is closed, the run continues for its entries.
        let _ = match &self.bar {
            Some(bar) => bar.suspend(|| self.print(moment)),
            None => self.print(moment),
        };
    }
}

fn status_line(progress: Arc<Mutex<RunProgress>>) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {progress}")
        .expect("the template is well formed")
        .with_key("progress", move |_: &ProgressState, out: &mut dyn fmt::Write| {
            let progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = write!(out, "{progress}");
        });
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

impl fmt::Display for RunProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pause.as_ref().and_then(Countdown::text) {
            Some(text) => f.write_str(&text),
            None if self.n_settled > 0 => write!(
                f,
                "{} gaps done, {} entries, {} tokens",
                self.n_settled, self.n_entries, self.n_tokens
            ),
            None => write!(
                f,
                "turn {}, {} tool calls, {} entries, {} tokens",
                self.turn.max(1),
                self.n_calls,
                self.n_entries,
                self.n_tokens
            ),
        }
    }
}
