//! Runs the calls of one reply, several at once.
//!
//! Calls that record go first and are waited for: an entry is judged by what the model had been
//! shown when it wrote it, not by what a call beside it reads. Then the others run concurrently.
//! Results are reported and returned in the order of the calls. Start at [`ToolRunner::run`].

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use rutter_domain::{Event, LIMIT_ARGUMENTS_BYTES, Recording, Seen, ToolCall, ToolResult};
use rutter_tools::knowledge::review::ReviewEntry;
use rutter_tools::{Outcome, Session, Tool as _, Toolbox};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::event_sink::EventSink;

/// Calls that run at the same time.
const CONCURRENT_CALLS: usize = 8;

/// Calls of one reply that are run; the others are answered with an error. Together with the cap on
/// turns this bounds the calls of a whole run.
const LIMIT_CALLS: usize = 64;

/// The longest arguments of a tool that writes, as JSON: it may be given a whole file.
const LIMIT_CONTENT_BYTES: usize = 1 << 20;

/// Running calls may go on for this long after a cancel, so that the result of one that is nearly done is not
/// lost.
const GRACE: Duration = Duration::from_millis(80);

#[derive(Clone)]
pub(crate) struct ToolRunner {
    pub(crate) toolbox: Toolbox,
    pub(crate) session: Arc<Session>,
    /// Names of the tools that write to the notebook.
    pub(crate) recorders: Vec<String>,
    /// Names of the tools that write files or run commands.
    pub(crate) writers: Vec<String>,
}

/// The results of all calls of a reply, in their order.
pub(crate) struct CallOutcome {
    pub(crate) results: Vec<ToolResult>,
    /// The yield of each result, in the same order.
    pub(crate) yields: Vec<CallYield>,
    /// Some calls were stopped or never started. Their results say so.
    pub(crate) is_cancelled: bool,
}

/// Code that a call has shown, and entries that it recorded.
#[derive(Debug, Clone, Default)]
pub(crate) struct CallYield {
    /// The files of which its result shows code.
    pub(crate) shown_paths: Vec<String>,
    /// Outcomes of recording the entries that it was given.
    pub(crate) recordings: Vec<Recording>,
}

impl CallYield {
    /// Whether it stored an entry, whatever its status.
    pub(crate) fn has_recorded(&self) -> bool {
        let is_kept = |one: &Recording| matches!(one, Recording::Recorded { .. });
        self.recordings.iter().any(is_kept)
    }

    /// Whether it only recorded entries that passed their checks, so that nothing is left to correct.
    pub(crate) fn is_done(&self) -> bool {
        let is_good = |one: &Recording| match one {
            Recording::Recorded { status, .. } => status.is_good(),
            Recording::Refused { .. } => false,
        };
        !self.recordings.is_empty() && self.recordings.iter().all(is_good)
    }
}

/// One call that has ended.
struct Finished {
    outcome: Outcome,
    elapsed: Duration,
}

impl ToolRunner {
    /// Runs the calls of a reply.
    pub(crate) async fn run(
        &self,
        turn: u32,
        calls: &[ToolCall],
        events: &mut EventSink<'_>,
        cancel: &CancellationToken,
    ) -> CallOutcome {
        for ToolCall { id, name, arguments, .. } in calls {
            let (id, name, arguments) = (id.clone(), name.clone(), arguments.clone());
            events.emit(Event::ToolCall { turn, id, name, arguments });
        }
        let stop = StopFlag::default();
        let runner = Arc::new(ToolRunner {
            toolbox: self.toolbox.with_cancelled(Arc::clone(&stop.0)),
            ..self.clone()
        });
        let n_runnable = runnable(calls).len();
        let is_recorder = |call: &usize| self.recorders.contains(&calls[*call].name);
        let (first, second): (VecDeque<usize>, VecDeque<usize>) =
            (0..n_runnable).partition(is_recorder);
        let mut results = Results {
            turn,
            calls,
            finished: Vec::new(),
            reported: Vec::new(),
            yields: vec![CallYield::default(); calls.len()],
        };
        results.finished.resize_with(n_runnable, || None);
        results.finished.resize_with(calls.len(), || Some(Finished::not_run()));
        let mut grace = None;
        for mut waiting in [first, second] {
            let mut running: VecDeque<(usize, JoinHandle<Finished>)> = VecDeque::new();
            loop {
                while running.len() < CONCURRENT_CALLS && !cancel.is_cancelled() {
                    let Some(at) = waiting.pop_front() else { break };
                    running.push_back((at, runner.start(turn, &calls[at], events)));
                }
                let Some((at, mut handle)) = running.pop_front() else { break };
                let finished = tokio::select! {
                    finished = &mut handle => finished,
                    () = cancel.cancelled() => {
                        stop.set();
                        let end = *grace.get_or_insert_with(|| Instant::now() + GRACE);
                        let Ok(finished) = timeout_at(end, &mut handle).await else { continue };
                        finished
                    }
                };
                let finished = finished.unwrap_or_else(|_| Finished::broken(&calls[at].name));
                results.finished[at] = Some(finished);
                results.report_in_order(events);
            }
        }
        if calls.len() > n_runnable {
            let (n_calls, n_not_run) = (calls.len(), calls.len() - n_runnable);
            events.remark(format!(
                "the reply holds {n_calls} calls; {n_not_run} after the first {LIMIT_CALLS} were \
                 not run"
            ));
        }
        results.into_outcome(events)
    }

    pub(crate) fn seen(&self) -> MutexGuard<'_, Seen> {
        self.session.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn has_open_review(&self) -> bool {
        self.session.reviews.lock().unwrap_or_else(PoisonError::into_inner).is_any_open()
    }

    fn start(
        self: &Arc<Self>,
        turn: u32,
        call: &ToolCall,
        events: &mut EventSink<'_>,
    ) -> JoinHandle<Finished> {
        let ToolCall { id, name, arguments, .. } = call.clone();
        events.emit(Event::ToolStarted { turn, id, name, arguments });
        let (runner, call) = (Arc::clone(self), call.clone());
        tokio::task::spawn_blocking(move || {
            let began = Instant::now();
            if let Some(outcome) = runner.refuse_long_arguments(&call) {
                return Finished { outcome, elapsed: began.elapsed() };
            }
            let mut outcome = runner.toolbox.call(&runner.session, &call.name, &call.arguments);
            let is_review = call.name == ReviewEntry::NAME;
            if outcome.is_error && runner.recorders.contains(&call.name) && !is_review {
                // Arguments that made no sense are a refusal like any other.
                let reason = outcome.text.lines().next().unwrap_or_default().to_owned();
                if outcome.recordings.is_empty() {
                    outcome.recordings.push(Recording::Refused { reason });
                }
            }
            Finished { outcome, elapsed: began.elapsed() }
        })
    }

    fn refuse_long_arguments(&self, call: &ToolCall) -> Option<Outcome> {
        let limit = if self.writers.contains(&call.name) {
            LIMIT_CONTENT_BYTES
        } else {
            LIMIT_ARGUMENTS_BYTES
        };
        let n_bytes = call.arguments.to_string().len();
        let text = format!(
            "not run: the arguments have {n_bytes} bytes, and at most {limit} are accepted; ask for \
             less at once"
        );
        (n_bytes > limit).then(|| Outcome { text, is_error: true, ..Outcome::default() })
    }
}

/// The calls of a reply that are run.
pub(crate) fn runnable(calls: &[ToolCall]) -> &[ToolCall] {
    &calls[..calls.len().min(LIMIT_CALLS)]
}

impl Finished {
    /// The answer to a call beyond [`LIMIT_CALLS`].
    fn not_run() -> Finished {
        let text = format!(
            "not run: a reply may hold at most {LIMIT_CALLS} calls; call again for what you still \
             need"
        );
        let outcome = Outcome { text, is_error: true, ..Outcome::default() };
        Finished { outcome, elapsed: Duration::ZERO }
    }

    /// The answer of a tool that panicked.
    fn broken(name: &str) -> Finished {
        let text = format!("`{name}` stopped with an internal error; go on without it");
        let outcome = Outcome { text, is_error: true, ..Outcome::default() };
        Finished { outcome, elapsed: Duration::ZERO }
    }
}

/// Results as they come, reported in the order of the calls.
struct Results<'c> {
    turn: u32,
    calls: &'c [ToolCall],
    finished: Vec<Option<Finished>>,
    reported: Vec<ToolResult>,
    yields: Vec<CallYield>,
}

impl Results<'_> {
    /// Reports every call that has ended, up to the first that has not.
    fn report_in_order(&mut self, events: &mut EventSink<'_>) {
        while let Some(Some(finished)) =
            self.finished.get_mut(self.reported.len()).map(Option::take)
        {
            let result = self.report(self.reported.len(), finished, events);
            self.reported.push(result);
        }
    }

    /// Reports what is left. A call that was cancelled gets a result that says so.
    fn into_outcome(mut self, events: &mut EventSink<'_>) -> CallOutcome {
        let is_cancelled = self.reported.len() < self.calls.len();
        for at in self.reported.len()..self.calls.len() {
            let result = match self.finished[at].take() {
                Some(finished) => self.report(at, finished, events),
                None => ToolResult {
                    id: self.calls[at].id.clone(),
                    name: self.calls[at].name.clone(),
                    content: "cancelled by the user before it had finished".to_owned(),
                    is_error: true,
                },
            };
            self.reported.push(result);
        }
        CallOutcome { results: self.reported, yields: self.yields, is_cancelled }
    }

    fn report(&mut self, at: usize, finished: Finished, events: &mut EventSink<'_>) -> ToolResult {
        let Outcome { text, is_error, n_redacted, recordings, shown_paths } = finished.outcome;
        self.yields[at] = CallYield { shown_paths, recordings: recordings.clone() };
        let (id, name) = (self.calls[at].id.clone(), self.calls[at].name.clone());
        events.emit(Event::ToolResult {
            turn: self.turn,
            id: id.clone(),
            name: name.clone(),
            result: text.clone(),
            is_error,
            n_redacted,
            elapsed_ms: u64::try_from(finished.elapsed.as_millis()).unwrap_or(u64::MAX),
            recordings,
        });
        ToolResult { id, name, content: text, is_error }
    }
}

/// The flag that the tools of one reply check. It is set when dropped, so that no tool outlives a run
/// whose future is dropped.
#[derive(Default)]
struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for StopFlag {
    fn drop(&mut self) {
        self.set();
    }
}
