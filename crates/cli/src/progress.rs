//! Reports the progress of indexing on standard error.
//!
//! On a terminal it is one line at any width: a short bar, and one message that is cut at the end of the line.
//! Work that is done within [`BAR_DELAY`] shows nothing.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rutter_engine::Step;

use crate::render::{bytes, plural, thousands};
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
    /// `None` while nothing is indexed.
    work: Option<Work>,
}

/// The work of one pass.
struct Work {
    began: Instant,
    n_files: u64,
    n_bytes: u64,
    n_files_read: u64,
    n_bytes_read: u64,
}

/// Work that takes less time shows no bar.
const BAR_DELAY: Duration = Duration::from_millis(300);
/// Files after which the message changes.
const FILES_PER_MESSAGE: u64 = 16;

impl Work {
    /// `12 of 480 files, 3.1 MB of 96.0 MB, 7 s left`. With the bar it fits in 80 columns.
    fn describe(&self, elapsed: Duration) -> String {
        let Work { n_files, n_bytes, n_files_read, n_bytes_read, .. } = *self;
        let (read, all) = (bytes(n_bytes_read), bytes(n_bytes));
        let mut text =
            format!("{} of {}, {read} of {all}", thousands(n_files_read), plural(n_files, "file"));
        let seconds = elapsed.as_secs_f64();
        if n_bytes_read > 0 && seconds > 0.0 {
            let left = n_bytes.saturating_sub(n_bytes_read) as f64 * seconds / n_bytes_read as f64;
            text += &format!(", {left:.0} s left");
        }
        text
    }
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
                let State { bar, work } = &mut *state;
                let Some(work) = work else { return };
                work.n_files_read += 1;
                work.n_bytes_read += n_bytes;
                let elapsed = work.began.elapsed();
                if self.is_terminal && elapsed >= BAR_DELAY {
                    let is_new = bar.is_none();
                    let bar = bar.get_or_insert_with(|| progress_bar(work.n_bytes));
                    bar.set_position(work.n_bytes_read);
                    if is_new || work.n_files_read.is_multiple_of(FILES_PER_MESSAGE) {
                        bar.set_message(work.describe(elapsed));
                    }
                }
            }
            Step::Publishing => self.name_stage(&mut state, "writing the index"),
            Step::Linking => self.name_stage(&mut state, "linking references"),
            Step::Finished => {
                if let Some(bar) = state.bar.take() {
                    bar.finish_and_clear();
                }
                state.work = None;
            }
        }
    }

    fn begin(&self, state: &mut State, n_files: u64, n_bytes: u64) {
        let began = Instant::now();
        let work = Work { began, n_files, n_bytes, n_files_read: 0, n_bytes_read: 0 };
        *state = State { bar: None, work: Some(work) };
        if !self.is_terminal && (self.verbosity == Verbosity::Verbose || n_files > 64) {
            self.remark(&format!("indexing {n_files} files..."));
        }
    }

    fn name_stage(&self, state: &mut State, stage: &'static str) {
        if let Some(bar) = &state.bar {
            bar.set_style(style("{spinner} {wide_msg}"));
            bar.set_message(stage);
        } else if self.verbosity == Verbosity::Verbose {
            self.remark(stage);
        }
    }

    fn remark(&self, text: &str) {
        eprintln!("{text}");
    }
}

fn progress_bar(n_bytes: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(n_bytes), ProgressDrawTarget::stderr());
    bar.set_style(style("{spinner} [{bar:12}] {wide_msg}").progress_chars("=> "));
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well formed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_says_what_is_done_and_what_is_left() {
        let mut work = Work {
            began: Instant::now(),
            n_files: 480,
            n_bytes: 96_000_000,
            n_files_read: 0,
            n_bytes_read: 0,
        };
        let check = |work: &Work, expect: &str| {
            assert_eq!(work.describe(Duration::from_secs(2)), expect);
        };
        check(&work, "0 of 480 files, 0 B of 96.0 MB");
        (work.n_files_read, work.n_bytes_read) = (12, 24_000_000);
        check(&work, "12 of 480 files, 24.0 MB of 96.0 MB, 6 s left");
        (work.n_files_read, work.n_bytes_read) = (480, 96_000_000);
        check(&work, "480 of 480 files, 96.0 MB of 96.0 MB, 0 s left");
    }
}
