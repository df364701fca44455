//! Observers follow a run while it happens.

use rutter_domain::{Conversation, Moment};

/// Follows a run: prints it, records it, counts it. A function of a moment is one.
pub trait Observer: Send + Sync {
    fn see(&self, moment: &Moment);

    /// A piece of a streamed reply. The whole text follows as an event.
    fn text(&self, _piece: &str) {}

    /// The conversation after a step: a message of the user, the results of calls, an answer, a cut.
    fn conversation(&self, _conversation: &Conversation) {}
}

impl<F: Fn(&Moment) + Send + Sync> Observer for F {
    fn see(&self, moment: &Moment) {
        self(moment);
    }
}

/// Several observers as one. Each moment reaches them in this order.
pub struct Joined<'a>(pub Vec<&'a dyn Observer>);

impl std::fmt::Debug for Joined<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} observers", self.0.len())
    }
}

impl Observer for Joined<'_> {
    fn see(&self, moment: &Moment) {
        for observer in &self.0 {
            observer.see(moment);
        }
    }

    fn text(&self, piece: &str) {
        for observer in &self.0 {
            observer.text(piece);
        }
    }

    fn conversation(&self, conversation: &Conversation) {
        for observer in &self.0 {
            observer.conversation(conversation);
        }
    }
}

/// Shows the moments of a recorded run as if they happened now. No model is asked.
pub fn replay(moments: &[Moment], observer: &dyn Observer) {
    for moment in moments {
        observer.see(moment);
    }
}
