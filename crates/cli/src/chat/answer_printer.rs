//! Prints an answer while it arrives, block by block, after the citations of each block were checked.
//!
//! Printed text is never changed. `checked_blocks.rs` decides which text is the answer.

use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rutter_agent::Observer;
use rutter_domain::{Event, Moment};
use rutter_terminal::{Renderer, StatusLine};
use rutter_tools::knowledge::citation_marks::MarkStyle;
use rutter_tools::{Session, Toolbox};

use super::checked_blocks::CheckedBlocks;
use super::progress_line::{Echo, ProgressLine};
use super::terminal::{break_lines, columns};
use crate::countdown::Countdown;
use crate::render::{FAINT, call_summary, printable};
use crate::verbosity::Verbosity;

/// The form in which blocks are printed.
pub enum Layout {
    /// Rendered for a terminal.
    Rendered(Renderer),
    /// As the model wrote it, for a pipe.
    Markdown,
    /// Not printed: the caller prints the whole answer.
    Withheld,
}

/// Prints the answer of one run.
pub struct AnswerPrinter<W: Write + Send> {
    line: ProgressLine<W>,
    state: Mutex<State>,
}

struct State {
    layout: Layout,
    blocks: CheckedBlocks,
    n_blocks: usize,
    is_verbose: bool,
}

impl<W: Write + Send + 'static> AnswerPrinter<W> {
    pub fn new(
        toolbox: &Arc<Toolbox>,
        session: &Arc<Session>,
        layout: Layout,
        status: StatusLine<W>,
        verbosity: Verbosity,
    ) -> AnswerPrinter<W> {
        let style = match layout {
            Layout::Rendered(_) => MarkStyle::Bold,
            Layout::Markdown | Layout::Withheld => MarkStyle::Plain,
        };
        let state = State {
            layout,
            blocks: CheckedBlocks::new(toolbox, session, style),
            n_blocks: 0,
            is_verbose: verbosity == Verbosity::Verbose,
        };
        AnswerPrinter { line: ProgressLine::start(status), state: Mutex::new(state) }
    }

    /// Shows how much of a context window of this size is used.
    pub fn with_window(self, window_tokens: u64) -> AnswerPrinter<W> {
        self.line.change_usage(|usage| usage.window_tokens = window_tokens);
        self
    }

    /// Shows what the user types meanwhile.
    pub fn echo(&self) -> Arc<dyn Echo> {
        Arc::new(self.line.clone())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn print_blocks(&self, state: &mut State, blocks: Vec<String>) {
        for block in blocks {
            let text = match &mut state.layout {
                Layout::Rendered(renderer) => renderer.render_text(&block),
                Layout::Markdown => block
                    .trim_end_matches('\n')
                    .lines()
                    .map(printable)
                    .collect::<Vec<_>>()
                    .join("\n"),
                Layout::Withheld => return,
            };
            let gap = if state.n_blocks > 0 { "\n" } else { "" };
            state.n_blocks += 1;
            self.line.print(&format!("{gap}{}\n", text.trim_end_matches('\n')));
        }
    }

    /// Prints a remark, which is not part of the answer.
    fn remark(&self, state: &State, text: &str) {
        match state.layout {
            Layout::Rendered(_) => {
                let text = break_lines(text, columns());
                self.line.print(&format!("{FAINT}{}{FAINT:#}\n", text.trim_end()));
            }
            Layout::Markdown | Layout::Withheld => eprintln!("{text}"),
        }
    }
}

impl<W: Write + Send + 'static> Observer for AnswerPrinter<W> {
    fn see(&self, moment: &Moment) {
        let mut guard = self.lock();
        let state = &mut *guard;
        let blocks = state.blocks.see(&moment.event);
        self.print_blocks(state, blocks);
        match &moment.event {
            Event::Asking { turn } => {
                let status = if *turn == 1 { "thinking" } else { "reading the results" };
                self.line.begin_activity(status);
            }
            Event::ToolCall { name, arguments, .. }
            | Event::ToolStarted { name, arguments, .. } => {
                self.line.begin_activity(&call_summary(name, arguments));
            }
            Event::Paused { reason, seconds } => self.line.pause(Countdown::new(reason, *seconds)),
            Event::Compacted { before_tokens, after_tokens } => {
                let text = format!(
                    "(older parts of the chat were shortened: about {before_tokens} tokens became \
                     {after_tokens}; the record keeps them)"
                );
                self.remark(state, &text);
            }
            Event::Remark { text } if state.is_verbose => self.remark(state, &printable(text)),
            Event::Finished { .. } => self.line.clear(),
            Event::Usage { input_tokens, output_tokens, cost, is_cached, .. } => {
                self.line.change_usage(|usage| {
                    usage.context_tokens = input_tokens + output_tokens;
                    if !is_cached {
                        usage.tokens += input_tokens + output_tokens;
                        usage.cost = cost.map(|cost| usage.cost.unwrap_or_default() + cost);
                    }
                });
            }
            Event::Started { .. }
            | Event::AssistantText { .. }
            | Event::Instruction { .. }
            | Event::UserInput { .. }
            | Event::ToolResult { .. }
            | Event::Phase { .. }
            | Event::Thought { .. }
            | Event::Action { .. }
            | Event::Observation { .. }
            | Event::GapSettled { .. }
            | Event::Remark { .. }
            | Event::Citations { .. } => {}
        }
    }

    fn text(&self, piece: &str) {
        let mut guard = self.lock();
        let state = &mut *guard;
        let blocks = state.blocks.push(piece);
        self.print_blocks(state, blocks);
    }
}
