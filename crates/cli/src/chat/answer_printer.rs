//! Shows an answer while it arrives: block by block, each after its citations were checked.
//!
//! What was printed is never changed. Text before the first call of a tool is held back, because the model
//! may be asked to look at the code first; it is printed when it turns out to be the answer.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rutter_agent::Observer;
use rutter_domain::{Event, Moment};
use rutter_terminal::{Renderer, Splitter, StatusLine};
use rutter_tools::knowledge::citations::CheckCitations;
use rutter_tools::{Session, Toolbox};

use super::citation_marks::mark;
use crate::render::{FAINT, call_summary, dollars, printable, thousands};
use crate::verbosity::Verbosity;

/// How often the status line is drawn.
const TICK: Duration = Duration::from_millis(200);

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
    state: Arc<Mutex<State<W>>>,
}

struct State<W: Write + Send> {
    layout: Layout,
    status: StatusLine<W>,
    splitter: Splitter,
    /// Text before the first call.
    held: String,
    has_called: bool,
    /// Whether pieces of the current reply arrived.
    is_streamed: bool,
    n_blocks: usize,
    /// Whether remarks are printed.
    is_verbose: bool,
    /// What the model or a tool does; empty while nothing is to be shown.
    activity: String,
    since: Instant,
    /// Why the next request waits, and until when.
    pause: Option<(String, Instant)>,
    usage: UsageSoFar,
}

/// What the answer has used so far.
#[derive(Debug, Default)]
struct UsageSoFar {
    tokens: u64,
    cost: Option<f64>,
    /// Of the last request.
    context_tokens: u64,
    /// Zero if it is not known.
    window_tokens: u64,
}

impl UsageSoFar {
    fn text(&self) -> String {
        if self.tokens == 0 {
            return String::new();
        }
        let context = match self.window_tokens {
            0 => String::new(),
            window => format!(" · context {} %", self.context_tokens * 100 / window),
        };
        let cost = self.cost.map_or_else(String::new, |cost| format!(" · {}", dollars(cost)));
        format!("{context} · {} tokens{cost}", thousands(self.tokens))
    }
}

/// Draws the status line again and again while the printer exists.
fn keep_ticking<W: Write + Send + 'static>(state: &Arc<Mutex<State<W>>>) {
    let state = Arc::downgrade(state);
    // Without a thread the line stands still.
    let _ = std::thread::Builder::new().name("status".to_owned()).spawn(move || {
        while let Some(state) = state.upgrade() {
            state.lock().unwrap_or_else(PoisonError::into_inner).draw();
            drop(state);
            std::thread::sleep(TICK);
        }
    });
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
            status,
            splitter: Splitter::default(),
            held: String::new(),
            has_called: false,
            is_streamed: false,
            n_blocks: 0,
            is_verbose: verbosity == Verbosity::Verbose,
            activity: String::new(),
            since: Instant::now(),
            pause: None,
            usage: UsageSoFar::default(),
        };
        let state = Arc::new(Mutex::new(state));
        keep_ticking(&state);
        AnswerPrinter { toolbox: Arc::clone(toolbox), session: Arc::clone(session), state }
    }

    /// Shows how much of a context window of this size is used.
    pub fn with_window(self, window_tokens: u64) -> AnswerPrinter<W> {
        self.lock().usage.window_tokens = window_tokens;
        self
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn print_blocks(&self, state: &mut State<W>, blocks: Vec<String>) {
        for block in blocks {
            let checked = self.toolbox.run(&self.session, &CheckCitations, block.clone());
            let block = mark(&block, &checked.unwrap_or_default());
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
            // If the output is closed, the run goes on for its record.
            let _ = state.status.print(&format!("{gap}{}\n", text.trim_end_matches('\n')));
        }
    }

    fn finish_reply(&self, state: &mut State<W>) {
        let blocks = state.splitter.finish();
        self.print_blocks(state, blocks);
        state.is_streamed = false;
    }

    fn take(&self, state: &mut State<W>, text: &str) {
        if !state.has_called {
            state.held.push_str(text);
            return;
        }
        let blocks = state.splitter.push(text);
        self.print_blocks(state, blocks);
    }

    fn release_held(&self, state: &mut State<W>) {
        let held = std::mem::take(&mut state.held);
        if !held.trim().is_empty() {
            let mut blocks = state.splitter.push(&held);
            blocks.extend(state.splitter.finish());
            self.print_blocks(state, blocks);
        }
    }
}

impl<W: Write + Send> State<W> {
    fn begin_activity(&mut self, activity: &str) {
        self.activity = activity.to_owned();
        self.since = Instant::now();
        self.pause = None;
        self.draw();
    }

    fn draw(&mut self) {
        if self.activity.is_empty() {
            return;
        }
        let now = Instant::now();
        let wait = self
            .pause
            .as_ref()
            .map(|(why, until)| (why, until.saturating_duration_since(now).as_secs_f64().ceil()));
        let activity = match wait {
            Some((why, left)) if left > 0.0 => format!("next attempt in {left:.0} s: {why}"),
            Some(_) | None => {
                let seconds = now.duration_since(self.since).as_secs();
                let elapsed = if seconds > 2 { format!(" {seconds} s") } else { String::new() };
                format!("{}{elapsed}", self.activity)
            }
        };
        // A terminal that is gone needs no status line.
        let _ = self.status.set(&format!("{activity}{}", self.usage.text()));
    }

    /// Says something that is no part of the answer.
    fn remark(&mut self, text: &str) {
        match self.layout {
            Layout::Rendered(_) => {
                let _ = self.status.print(&format!("{FAINT}{text}{FAINT:#}\n"));
            }
            Layout::Markdown | Layout::Withheld => anstream::eprintln!("{text}"),
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
                state.begin_activity(status);
            }
            Event::AssistantText { text, .. } => {
                if !state.is_streamed {
                    self.take(state, text);
                }
                if state.has_called {
                    self.finish_reply(state);
                }
            }
            Event::ToolCall { name, arguments, .. } => {
                state.has_called = true;
                self.release_held(state);
                state.begin_activity(&call_summary(name, arguments));
            }
            Event::ToolStarted { name, arguments, .. } => {
                state.begin_activity(&call_summary(name, arguments));
            }
            Event::Paused { reason, seconds } => {
                state.is_streamed = false;
                let wait = Duration::try_from_secs_f64(*seconds).unwrap_or_default();
                let why: String = printable(reason).chars().take(80).collect();
                state.pause = Some((why, Instant::now() + wait));
                state.draw();
            }
            Event::Compacted { before_tokens, after_tokens } => {
                state.remark(&format!(
                    "(older parts of the chat were shortened: about {before_tokens} tokens became \
                     {after_tokens}; the record keeps them)"
                ));
            }
            Event::Remark { text } if state.is_verbose => state.remark(&printable(text)),
            Event::Finished { .. } => {
                state.has_called = true;
                self.release_held(state);
                self.finish_reply(state);
                state.activity.clear();
                let _ = state.status.clear();
            }
            Event::Usage { input_tokens, output_tokens, cost, is_cached, .. } => {
                let usage = &mut state.usage;
                usage.context_tokens = input_tokens + output_tokens;
                if !is_cached {
                    usage.tokens += input_tokens + output_tokens;
                    usage.cost = cost.map(|cost| usage.cost.unwrap_or_default() + cost);
                }
                state.draw();
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
