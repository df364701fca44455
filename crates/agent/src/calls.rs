//! Runs the calls of one reply, several at once.
//!
//! Calls that record go first and are waited for: an entry is judged by what the model had been
//! shown when it wrote it, not by what a call beside it reads. Then the others run beside one
//! another. Results are told, and given back, in the order of the calls.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use rutter_domain::{Event, Recording, Seen, ToolCall, ToolResult};
use rutter_tools::{Outcome, Session, Toolbox};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::teller::Teller;

/// Calls that run beside one another.
const AT_ONCE: usize = 8;

/// Calls of one reply that are run; the others are answered with an error. Together with the cap on
/// turns this bounds the calls of a whole run.
const LIMIT_CALLS: usize = 64;

/// The longest arguments of a call, as JSON. A pattern or a list of paths of megabytes would keep a
/// tool busy for minutes.
const LIMIT_ARGUMENTS_BYTES: usize = 64 << 10;

/// The same for a tool that changes things, which may be given a whole file.
const LIMIT_CONTENT_BYTES: usize = 1 << 20;

/// How long calls may go on when the run is cancelled, so that what is nearly through is told.
const GRACE: Duration = Duration::from_millis(80);

/// Those who carry out what a model asks for.
#[derive(Clone)]
pub(crate) struct Hands {
    pub(crate) toolbox: Arc<Toolbox>,
    pub(crate) session: Arc<Session>,
    /// Names of the tools that write to the notebook.
    pub(crate) recorders: Vec<String>,
    /// Names of the tools that change files or run commands.
    pub(crate) changers: Vec<String>,
}

/// What became of the calls of a reply.
pub(crate) enum Carried {
    Out(Vec<ToolResult>),
    /// Stopped before all were through.
    Cancelled,
}

struct Done {
    outcome: Outcome,
    elapsed: Duration,
}

impl Hands {
    /// Runs calls, and tells what each comes to.
    pub(crate) async fn carry_out(
        &self,
        turn: u32,
        calls: &[ToolCall],
        teller: &mut Teller<'_>,
        cancel: &CancellationToken,
    ) -> Carried {
        let stop = StopFlag::default();
        let toolbox = Arc::new(self.toolbox.with_cancelled(Arc::clone(&stop.0)));
        for ToolCall { id, name, arguments, .. } in calls {
            let (id, name, arguments) = (id.clone(), name.clone(), arguments.clone());
            teller.tell(Event::ToolCall { turn, id, name, arguments });
        }
        let is_recorder = |call: &&usize| self.recorders.contains(&calls[**call].name);
        let order: Vec<usize> = (0..runnable(calls).len()).collect();
        let (first, second): (Vec<&usize>, Vec<&usize>) = order.iter().partition(is_recorder);
        let mut results = Results { turn, calls, done: Vec::new(), told: Vec::new() };
        results.done.resize_with(order.len(), || None);
        results.done.resize_with(calls.len(), || Some(Done::not_run()));
        let mut grace = None;
        for group in [first, second] {
            let mut waiting = group.into_iter().copied().collect::<VecDeque<usize>>();
            let mut running: VecDeque<(usize, JoinHandle<Done>)> = VecDeque::new();
            loop {
                let is_cancelled = cancel.is_cancelled();
                while running.len() < AT_ONCE && !is_cancelled {
                    let Some(at) = waiting.pop_front() else { break };
                    running.push_back((at, self.start(turn, &calls[at], &toolbox, teller)));
                }
                let Some((at, mut handle)) = running.pop_front() else { break };
                let done = tokio::select! {
                    done = &mut handle => done,
                    () = cancel.cancelled() => {
                        stop.set();
                        let end = *grace.get_or_insert_with(|| Instant::now() + GRACE);
                        let Ok(done) = timeout_at(end, &mut handle).await else { continue };
                        done
                    }
                };
                let done = done.unwrap_or_else(|_| Done::broken(&calls[at].name));
                results.done[at] = Some(done);
                results.tell(teller);
            }
        }
        if let Some(n_not_run) = calls.len().checked_sub(order.len()).filter(|n| *n > 0) {
            let n_calls = calls.len();
            teller.remark(format!(
                "the reply holds {n_calls} calls; {n_not_run} after the first {LIMIT_CALLS} were \
                 not run"
            ));
        }
        if results.told.len() < calls.len() {
            results.tell_rest(teller);
            return Carried::Cancelled;
        }
        Carried::Out(results.told)
    }

    pub(crate) fn seen(&self) -> MutexGuard<'_, Seen> {
        self.session.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(
        &self,
        turn: u32,
        call: &ToolCall,
        toolbox: &Arc<Toolbox>,
        teller: &mut Teller<'_>,
    ) -> JoinHandle<Done> {
        let ToolCall { id, name, arguments, .. } = call.clone();
        let event = Event::ToolStarted { turn, id, name, arguments };
        teller.tell(event);
        let (hands, call, toolbox) = (self.clone(), call.clone(), Arc::clone(toolbox));
        tokio::task::spawn_blocking(move || {
            let began = Instant::now();
            if let Some(outcome) = hands.refuse_long_arguments(&call) {
                return Done { outcome, elapsed: began.elapsed() };
            }
            let mut outcome = toolbox.call(&hands.session, &call.name, &call.arguments);
            if outcome.is_error && hands.recorders.contains(&call.name) {
                // Arguments that made no sense are a refusal like any other.
                let reason = outcome.text.lines().next().unwrap_or_default().to_owned();
                outcome.recording.get_or_insert(Recording::Refused { reason });
            }
            Done { outcome, elapsed: began.elapsed() }
        })
    }

    fn refuse_long_arguments(&self, call: &ToolCall) -> Option<Outcome> {
        let limit = match self.changers.contains(&call.name) {
            true => LIMIT_CONTENT_BYTES,
            false => LIMIT_ARGUMENTS_BYTES,
        };
        let n_bytes = call.arguments.to_string().len();
        let text = format!(
            "not run: the arguments have {n_bytes} bytes, and at most {limit} are taken; ask for \
             less at once"
        );
        (n_bytes > limit).then(|| Outcome { text, is_error: true, ..Outcome::default() })
    }
}

/// The calls of a reply that are run.
pub(crate) fn runnable(calls: &[ToolCall]) -> &[ToolCall] {
    &calls[..calls.len().min(LIMIT_CALLS)]
}

impl Done {
    /// What is told of a call that is one too many.
    fn not_run() -> Done {
        let text = format!(
            "not run: a reply may hold at most {LIMIT_CALLS} calls; call again for what you still \
             need"
        );
        let outcome = Outcome { text, is_error: true, ..Outcome::default() };
        Done { outcome, elapsed: Duration::ZERO }
    }

    /// What is told of a tool that broke off.
    fn broken(name: &str) -> Done {
        let text = format!("`{name}` broke off because of a fault of its own; go on without it");
        let outcome = Outcome { text, is_error: true, ..Outcome::default() };
        Done { outcome, elapsed: Duration::ZERO }
    }
}

/// Results as they come, told in the order of the calls.
struct Results<'c> {
    turn: u32,
    calls: &'c [ToolCall],
    done: Vec<Option<Done>>,
    told: Vec<ToolResult>,
}

impl Results<'_> {
    /// Tells all that are through and whose turn it is.
    fn tell(&mut self, teller: &mut Teller<'_>) {
        while let Some(Some(done)) = self.done.get_mut(self.told.len()).map(Option::take) {
            let told = self.tell_one(self.told.len(), done, teller);
            self.told.push(told);
        }
    }

    /// Tells what is through though others before it are not.
    fn tell_rest(&mut self, teller: &mut Teller<'_>) {
        for at in self.told.len()..self.calls.len() {
            if let Some(done) = self.done[at].take() {
                self.tell_one(at, done, teller);
            }
        }
    }

    fn tell_one(&self, at: usize, done: Done, teller: &mut Teller<'_>) -> ToolResult {
        let Outcome { text, is_error, n_redacted, recording } = done.outcome;
        let (id, name) = (self.calls[at].id.clone(), self.calls[at].name.clone());
        teller.tell(Event::ToolResult {
            turn: self.turn,
            id: id.clone(),
            name: name.clone(),
            result: text.clone(),
            is_error,
            n_redacted,
            elapsed_ms: u64::try_from(done.elapsed.as_millis()).unwrap_or(u64::MAX),
            recording,
        });
        ToolResult { id, name, content: text, is_error }
    }
}

/// The flag that the tools of one reply check. Set when dropped, so that a tool does not outlive a run
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
