//! Chats, which outlive the runs they consist of.

use rutter_domain::{ChatSession, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{Error, Saved};

/// A chat as it was saved last.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredSession {
    pub id: String,
    pub updated_at: Timestamp,
    /// Pass it to the next [`SessionStore::save_session`].
    pub revision: u64,
    pub chat: ChatSession,
}

/// A session without its messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionHeader {
    pub id: String,
    pub updated_at: Timestamp,
    /// The name that the user gave it.
    pub name: Option<String>,
    /// The first question, on one line.
    pub title: String,
    /// Messages that the model reads.
    pub n_messages: usize,
}

pub trait SessionStore {
    /// All sessions, the last updated first.
    fn sessions(&self) -> Result<Vec<SessionHeader>, Error>;

    /// Those in whose messages all of these words occur, the last updated first. The case of ASCII
    /// letters does not matter.
    fn sessions_with(&self, words: &[&str]) -> Result<Vec<SessionHeader>, Error>;

    fn session(&self, id: &str) -> Result<Option<StoredSession>, Error>;

    /// Saves a chat if its revision is still `known`; `None` means that it must not exist.
    fn save_session(
        &mut self,
        id: &str,
        chat: &ChatSession,
        known: Option<u64>,
        at: Timestamp,
    ) -> Result<Saved, Error>;
}
