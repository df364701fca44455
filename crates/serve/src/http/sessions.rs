//! The MCP sessions over HTTP, limited in number.
//!
//! Clients rarely end their session. If there are too many, the one that was idle the longest is closed,
//! but never one that is being answered. Its client gets "unknown session" on its next request and opens
//! another one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::HeaderMap;
use rmcp::transport::streamable_http_server::session::SessionManager;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;

const LIMIT_SESSIONS: usize = 256;
/// A session ends after this long without a message. An agent may think for a long time, and people take
/// breaks.
const IDLE_LIMIT: Duration = Duration::from_secs(3 * 3600);
/// How long an answer can be fetched again after its connection was lost.
const ANSWER_KEPT: Duration = Duration::from_secs(10);

const SESSION_ID: &str = "mcp-session-id";

pub(crate) struct Sessions {
    pub(crate) manager: Arc<LocalSessionManager>,
    uses: Mutex<Uses>,
}

#[derive(Default)]
struct Uses {
    /// A logical clock. A later request has a higher number.
    clock: u64,
    by_id: HashMap<String, Use>,
}

#[derive(Default, Clone, Copy)]
struct Use {
    last: u64,
    n_open: usize,
}

/// Keeps a session open while one of its requests is open.
pub(crate) struct OpenUse {
    sessions: Arc<Sessions>,
    id: String,
}

impl Sessions {
    pub(crate) fn new() -> Arc<Sessions> {
        let mut manager = LocalSessionManager::default();
        manager.session_config.keep_alive = Some(IDLE_LIMIT);
        manager.session_config.completed_cache_ttl = ANSWER_KEPT;
        Arc::new(Sessions { manager: Arc::new(manager), uses: Mutex::default() })
    }

    /// Notes a request of a session, or the reply that opens one. Returns `None` if the headers name no
    /// known session.
    pub(crate) async fn begin(self: &Arc<Self>, headers: &HeaderMap) -> Option<OpenUse> {
        let id = headers.get(SESSION_ID)?.to_str().ok()?.to_owned();
        if !self.manager.sessions.read().await.contains_key(id.as_str()) {
            return None;
        }
        let mut uses = self.uses();
        uses.clock += 1;
        let clock = uses.clock;
        let of_session = uses.by_id.entry(id.clone()).or_default();
        of_session.last = clock;
        of_session.n_open += 1;
        Some(OpenUse { sessions: Arc::clone(self), id })
    }

    /// Closes the sessions that were idle the longest until the limit is met.
    pub(crate) async fn make_room(&self) {
        loop {
            let held: Vec<String> = {
                let sessions = self.manager.sessions.read().await;
                sessions.keys().map(|id| id.to_string()).collect()
            };
            let Some(oldest) = self.longest_idle(&held).filter(|_| held.len() > LIMIT_SESSIONS)
            else {
                return;
            };
            let _ = self.manager.close_session(&Arc::from(oldest.as_str())).await;
            self.uses().by_id.remove(&oldest);
        }
    }

    /// Returns the one of these sessions that was idle the longest. Forgets sessions that have ended.
    fn longest_idle(&self, held: &[String]) -> Option<String> {
        let mut uses = self.uses();
        let is_held: std::collections::HashSet<&str> = held.iter().map(String::as_str).collect();
        uses.by_id.retain(|id, _| is_held.contains(id.as_str()));
        let last_use = |id: &String| uses.by_id.get(id).copied().unwrap_or_default();
        let idle = held.iter().filter(|id| last_use(id).n_open == 0);
        idle.min_by_key(|id| last_use(id).last).cloned()
    }

    fn uses(&self) -> MutexGuard<'_, Uses> {
        self.uses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenUse {
    fn drop(&mut self) {
        let mut uses = self.sessions.uses();
        uses.clock += 1;
        let clock = uses.clock;
        if let Some(of_session) = uses.by_id.get_mut(&self.id) {
            of_session.n_open = of_session.n_open.saturating_sub(1);
            of_session.last = clock;
        }
    }
}
