//! Conversations that outlive a run.

use rutter_domain::{Conversation, Timestamp};

use crate::{Error, Saved};

/// A conversation as it was saved last.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredSession {
    pub id: String,
    pub updated_at: Timestamp,
    /// Pass it to the next [`SessionStore::save_session`].
    pub revision: u64,
    pub conversation: Conversation,
}

/// A session without its messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionHeader {
    pub id: String,
    pub updated_at: Timestamp,
}

pub trait SessionStore {
    /// All sessions, the last updated first.
    fn sessions(&self) -> Result<Vec<SessionHeader>, Error>;

    fn session(&self, id: &str) -> Result<Option<StoredSession>, Error>;

    /// Saves a conversation if its revision is still `known`; `None` means that it must not exist.
    fn save_session(
        &mut self,
        id: &str,
        conversation: &Conversation,
        known: Option<u64>,
        at: Timestamp,
    ) -> Result<Saved, Error>;

    /// Returns whether there was such a session.
    fn delete_session(&mut self, id: &str) -> Result<bool, Error>;
}
