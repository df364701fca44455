//! A cache of users by their tokens, valid for a few seconds.
//!
//! A user who was removed, or whose labels changed, is noticed within [`VALID`], and a page with all its assets
//! costs one query.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rutter_store::ServerUser;

/// How long the user that the store named for a token stays valid.
const VALID: Duration = Duration::from_secs(3);
/// Cached tokens, including wrong ones.
const MOST_TOKENS: usize = 1000;
/// Length of our tokens. Others are not looked up.
const TOKEN_BYTES: usize = 48;

#[derive(Default)]
pub(super) struct KnownUsers {
    by_token: Mutex<HashMap<String, Known>>,
}

struct Known {
    at: Instant,
    /// `None` if no user has the token.
    user: Option<Arc<ServerUser>>,
}

/// Does not print tokens.
impl fmt::Debug for KnownUsers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KnownUsers").finish_non_exhaustive()
    }
}

impl KnownUsers {
    /// Returns whether the store need not be asked about this token.
    pub(super) fn is_asked(&self, token: &str) -> bool {
        token.len() != TOKEN_BYTES
            || self.known().get(token).is_some_and(|known| known.at.elapsed() < VALID)
    }

    pub(super) fn remember(&self, token: String, user: Option<ServerUser>) {
        let mut known = self.known();
        if known.len() >= MOST_TOKENS {
            known.retain(|_, known| known.at.elapsed() < VALID);
        }
        // Any number of wrong tokens must not push out those of users.
        if user.is_some() || known.len() < MOST_TOKENS {
            known.insert(token, Known { at: Instant::now(), user: user.map(Arc::new) });
        }
    }

    /// The user of a token that was looked up.
    pub(super) fn of_token(&self, token: &str) -> Option<Arc<ServerUser>> {
        let known = self.known();
        // `is_asked` was true at the start of the request; the user must not expire while it is answered.
        let known = known.get(token).filter(|known| known.at.elapsed() < 2 * VALID)?;
        known.user.clone()
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Known>> {
        self.by_token.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
