//! Shows an answer while it arrives: block by block, each after its citations were checked.
//!
//! What was printed is never changed. Text before the first call of a tool is held back, because the model
//! may be asked to look at the code first; it is printed when it turns out to be the answer.

use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rutter_agent::Observer;
use rutter_domain::{Event, Moment};
use rutter_terminal::{Renderer, Splitter, StatusLine};
use rutter_tools::knowledge::citations::CheckCitations;
use rutter_tools::{Session, Toolbox};

use super::citation_marks::{MarkStyle, mark};
use super::progress_line::{Echo, ProgressLine};
use super::terminal::{break_lines, columns};
use crate::render::{FAINT, call_summary, printable};
use crate::verbosity::Verbosity;

/// How blocks are written.
pub enum Layout {
    /// Rendered for a terminal.
    Rendered(Renderer),
    /// As the model wrote it, for a pipe.
    Markdown,
    /// Not at all: the whole answer is printed by somebody else.
    Withheld,
}

/// Prints the answer of one run.
pub struct AnswerPrinter<W: Write + Send> {
    toolbox: Arc<Toolbox>,
    session: Arc<Session>,
    line: ProgressLine<W>,
    state: Mutex<State>,
}

struct State {
    layout: Layout,
    splitter: Splitter,
    /// Text before the first call.
    held: String,
    has_called: bool,
    /// Whether pieces of the current reply arrived.
    is_streamed: bool,
    n_blocks: usize,
    /// Whether remarks are printed.
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
        let state = State {
            layout,
            splitter: Splitter::default(),
            held: String::new(),
            has_called: false,
            is_streamed: false,
            n_blocks: 0,
            is_verbose: verbosity == Verbosity::Verbose,
        };
        AnswerPrinter {
            toolbox: Arc::clone(toolbox),
            session: Arc::clone(session),
            line: ProgressLine::start(status),
            state: Mutex::new(state),
        }
    }

    /// Shows how much of a context window of this size is used.
    pub fn with_window(self, window_tokens: u64) -> AnswerPrinter<W> {
        self.line.change_usage(|usage| usage.window_tokens = window_tokens);
        self
    }

    /// Where to show what is typed meanwhile.
    pub fn echo(&self) -> Arc<dyn Echo> {
        Arc::new(self.line.clone())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn print_blocks(&self, state: &mut State, blocks: Vec<String>) {
        for block in blocks {
            let checked = self.toolbox.run(&self.session, &CheckCitations, block.clone());
            let style = match state.layout {
                Layout::Rendered(_) => MarkStyle::Bold,
                Layout::Markdown | Layout::Withheld => MarkStyle::Plain,
            };
            let block = mark(&block, &checked.unwrap_or_default(), style);
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

    fn finish_reply(&self, state: &mut State) {
        let blocks = state.splitter.finish();
        self.print_blocks(state, blocks);
        state.is_streamed = false;
    }

    fn take(&self, state: &mut State, text: &str) {
        if !state.has_called {
            state.held.push_str(text);
            return;
        }
        let blocks = state.splitter.push(text);
        self.print_blocks(state, blocks);
    }

    /// Says something that is no part of the answer.
    fn remark(&self, state: &State, text: &str) {
        match state.layout {
            Layout::Rendered(_) => {
                let text = break_lines(text, columns());
                self.line.print(&format!("{FAINT}{}{FAINT:#}\n", text.trim_end()));
            }
            Layout::Markdown | Layout::Withheld => eprintln!("{text}"),
        }
    }

    fn release_held(&self, state: &mut State) {
        let held = std::mem::take(&mut state.held);
        if !held.trim().is_empty() {
            let mut blocks = state.splitter.push(&held);
            blocks.extend(state.splitter.finish());
            self.print_blocks(state, blocks);
        }
    }
}

impl<W: Write + Send + 'static> Observer for AnswerPrinter<W> {
    fn see(&self, moment: &Moment) {
        let mut guard = self.lock();
        let state = &mut *guard;
        match &moment.event {
            Event::Asking { turn } => {
                // The text of a reply after which the model was asked once more is not the answer.
                state.held.clear();
                state.is_streamed = false;
                let status = if *turn == 1 { "thinking" } else { "reading the results" };
                self.line.begin_activity(status);
            }
            Event::AssistantText { text, .. } => {
                if !state.is_streamed {
                    self.take(state, text);
                }
                if state.has_called {
                    self.finish_reply(state);
                }
                state.is_streamed = false;
            }
            Event::ToolCall { name, arguments, .. } => {
                state.has_called = true;
                self.release_held(state);
                self.line.begin_activity(&call_summary(name, arguments));
            }
            Event::ToolStarted { name, arguments, .. } => {
                self.line.begin_activity(&call_summary(name, arguments));
            }
            Event::Paused { reason, seconds } => {
                state.is_streamed = false;
                let wait = Duration::try_from_secs_f64(*seconds).unwrap_or_default();
                let why: String = printable(reason).chars().take(80).collect();
                self.line.pause(&why, wait);
            }
            Event::Compacted { before_tokens, after_tokens } => {
                let text = format!(
                    "(older parts of the chat were shortened: about {before_tokens} tokens became \
                     {after_tokens}; the record keeps them)"
                );
                self.remark(state, &text);
            }
            Event::Remark { text } if state.is_verbose => self.remark(state, &printable(text)),
            Event::Finished { .. } => {
                state.has_called = true;
                self.release_held(state);
                self.finish_reply(state);
                self.line.clear();
            }
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
        guard.is_streamed = true;
        self.take(&mut guard, piece);
    }
}
