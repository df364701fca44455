//! Tells what happens in a run, and counts it.

use std::time::{Instant, SystemTime};

use rutter_domain::{Ending, Event, Moment, Timestamp, Totals};
use rutter_provider::language::{Listener, Pause};

use crate::Observer;

/// Gives every event its time, counts it, and shows it to the observer.
pub(crate) struct Teller<'a> {
    observer: &'a dyn Observer,
    pub(crate) totals: Totals,
    began: Instant,
}

impl<'a> Teller<'a> {
    pub(crate) fn new(observer: &'a dyn Observer) -> Teller<'a> {
        Teller { observer, totals: Totals::default(), began: Instant::now() }
    }

    pub(crate) fn tell(&mut self, event: Event) {
        self.totals.count(&event);
        show(self.observer, event);
    }

    pub(crate) fn remark(&mut self, text: impl Into<String>) {
        self.tell(Event::Remark { text: text.into() });
    }

    /// Tells the end, and gives what the run came to.
    pub(crate) fn finish(&mut self, ending: &Ending) -> Totals {
        let elapsed = self.began.elapsed().as_millis();
        self.totals.elapsed_ms = u64::try_from(elapsed).unwrap_or(u64::MAX);
        if self.totals.turns == 0 {
            // Whatever the price is, nothing was bought.
            self.totals.cost = Some(0.0);
        }
        let totals = self.totals.clone();
        self.tell(Event::Finished { ending: ending.clone(), totals: totals.clone() });
        totals
    }

    /// Hears what happens while a reply is being made.
    pub(crate) fn ear(&self) -> Ear<'a> {
        Ear { observer: self.observer }
    }
}

/// Passes on what happens while a reply is being made.
pub(crate) struct Ear<'a> {
    observer: &'a dyn Observer,
}

impl Listener for Ear<'_> {
    fn text(&self, piece: &str) {
        self.observer.text(piece);
    }

    fn pause(&self, pause: &Pause) {
        let (reason, seconds) = (pause.reason.clone(), pause.duration.as_secs_f64());
        show(self.observer, Event::Paused { reason, seconds });
    }
}

fn show(observer: &dyn Observer, event: Event) {
    observer.see(&Moment { at: Timestamp::of(SystemTime::now()), event });
}
