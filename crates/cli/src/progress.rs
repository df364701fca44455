//! Reports the progress of indexing on standard error.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rutter_engine::Step;

use crate::verbosity::Verbosity;

/// A progress bar on a terminal, a few lines elsewhere, nothing with `--quiet`.
pub struct Progress {
    verbosity: Verbosity,
    is_terminal: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    bar: Option<ProgressBar>,
    n_files: u64,
    n_read: u64,
}

impl Progress {
    pub fn new(verbosity: Verbosity) -> Progress {
        Progress {
            verbosity,
            is_terminal: std::io::stderr().is_terminal(),
            state: Mutex::default(),
        }
    }

    pub fn hear(&self, step: Step) {
        if self.verbosity == Verbosity::Quiet {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match step {
            Step::Waiting => self.remark("waiting for another rutter that is indexing here..."),
            Step::Rebuilding { why } => {
                self.remark(&format!("the index on disk cannot be used ({why}); rebuilding it..."));
            }
            Step::Looking => {
                if self.verbosity == Verbosity::Verbose {
                    self.remark("comparing the tree with the index...");
                }
            }
            Step::Planned { n_files, n_bytes } => self.begin(&mut state, n_files, n_bytes),
            Step::Read { n_bytes } => {
                state.n_read += 1;
                if let Some(bar) = &state.bar {
                    bar.inc(n_bytes);
                    if state.n_read.is_multiple_of(16) || state.n_read == state.n_files {
                        bar.set_message(format!("{} of {} files", state.n_read, state.n_files));
                    }
                }
            }
            Step::Publishing => self.name_stage(&mut state, "writing the index"),
            Step::Linking => self.name_stage(&mut state, "linking references"),
            Step::Finished => {
                if let Some(bar) = state.bar.take() {
                    bar.finish_and_clear();
                }
            }
        }
    }

    fn begin(&self, state: &mut State, n_files: u64, n_bytes: u64) {
        *state = State { bar: None, n_files, n_read: 0 };
        if !self.is_terminal {
            if self.verbosity == Verbosity::Verbose || n_files > 64 {
                self.remark(&format!("indexing {n_files} files..."));
            }
            return;
        }
        let style = ProgressStyle::with_template(
            "{spinner} {msg} [{bar:30}] {bytes}/{total_bytes} {bytes_per_sec} eta {eta}",
        )
        .expect("the template is well formed")
        .progress_chars("=> ");
        let bar = ProgressBar::with_draw_target(Some(n_bytes), ProgressDrawTarget::stderr());
        bar.set_style(style);
        bar.set_message(format!("0 of {n_files} files"));
        bar.enable_steady_tick(Duration::from_millis(120));
        state.bar = Some(bar);
    }

    fn name_stage(&self, state: &mut State, stage: &'static str) {
        if let Some(bar) = &state.bar {
            bar.set_style(
                ProgressStyle::with_template("{spinner} {msg}")
                    .expect("the template is well formed"),
            );
            bar.set_message(stage);
        } else if self.verbosity == Verbosity::Verbose {
            self.remark(stage);
        }
    }

    fn remark(&self, text: &str) {
        eprintln!("{text}");
    }
}
