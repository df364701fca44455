//! Where the events of a run go: each gets its time, is counted, and reaches the observer.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime};

use rutter_domain::{Conversation, Ending, Event, Moment, Timestamp, Totals};
use rutter_provider::language::{LanguageModel, Listener, Pause, Reply};

use crate::Observer;

/// Takes the events of one run.
pub(crate) struct EventSink<'a> {
    observer: &'a dyn Observer,
    pub(crate) totals: Totals,
    began: Instant,
    /// The pieces of the reply in flight.
    partial: Arc<Mutex<String>>,
}

impl<'a> EventSink<'a> {
    pub(crate) fn new(observer: &'a dyn Observer) -> EventSink<'a> {
        let partial = Arc::default();
        EventSink { observer, totals: Totals::default(), began: Instant::now(), partial }
    }

    pub(crate) fn emit(&mut self, event: Event) {
        self.totals.count(&event);
        observe(self.observer, event);
    }

    pub(crate) fn conversation(&self, conversation: &Conversation) {
        self.observer.conversation(conversation);
    }

    pub(crate) fn remark(&mut self, text: impl Into<String>) {
        self.emit(Event::Remark { text: text.into() });
    }

    /// Emits the last event, and returns the totals in it.
    pub(crate) fn finish(&mut self, ending: &Ending) -> Totals {
        let elapsed = self.began.elapsed().as_millis();
        self.totals.elapsed_ms = u64::try_from(elapsed).unwrap_or(u64::MAX);
        if self.totals.turns == 0 {
            // Without a request the cost is zero even if the price is unknown.
            self.totals.cost = Some(0.0);
        }
        let totals = self.totals.clone();
        self.emit(Event::Finished { ending: ending.clone(), totals: totals.clone() });
        totals
    }

    /// The streamed part of a reply that broke off.
    pub(crate) fn take_partial(&self) -> String {
        std::mem::take(&mut *lock(&self.partial))
    }

    /// Hears the provider while a reply is in flight.
    pub(crate) fn listener(&self) -> ListenerAdapter<'a> {
        lock(&self.partial).clear();
        ListenerAdapter { observer: self.observer, partial: Arc::clone(&self.partial) }
    }
}

/// Passes what a provider reports to an observer.
pub(crate) struct ListenerAdapter<'a> {
    observer: &'a dyn Observer,
    partial: Arc<Mutex<String>>,
}

/// After a panic the text is as whole as it was.
fn lock(partial: &Mutex<String>) -> MutexGuard<'_, String> {
    partial.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Listener for ListenerAdapter<'_> {
    fn text(&self, piece: &str) {
        lock(&self.partial).push_str(piece);
        self.observer.text(piece);
    }

    fn pause(&self, pause: &Pause) {
        // The next attempt begins the reply again.
        lock(&self.partial).clear();
        let (reason, seconds) = (pause.reason.clone(), pause.duration.as_secs_f64());
        observe(self.observer, Event::Paused { reason, seconds });
    }
}

fn observe(observer: &dyn Observer, event: Event) {
    observer.see(&Moment { at: Timestamp::of(SystemTime::now()), gap: None, event });
}

/// What a reply has used. An answer from our own cache costs nothing.
pub(crate) fn usage_of(turn: u32, reply: &Reply, model: &dyn LanguageModel) -> Event {
    let usage = &reply.usage;
    Event::Usage {
        turn,
        input_tokens: usage.input_tokens,
        output_tokens: usage.output_tokens,
        cached_tokens: usage.cached_tokens,
        cost: if reply.is_cached { Some(0.0) } else { model.cost(usage) },
        is_cached: reply.is_cached,
        n_requests: reply.n_requests,
    }
}
