//! Recent decisions, so that the same form is not filled in twice.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::Decision;

const LIFETIME: Duration = Duration::from_secs(15 * 60);
const LIMIT_DECISIONS: usize = 1000;

/// Decisions by the hash of the whole form.
#[derive(Debug, Default)]
pub(super) struct DecisionCache {
    entries: Mutex<HashMap<[u8; 32], CachedDecision>>,
}

#[derive(Debug)]
struct CachedDecision {
    decision: Decision,
    at: Instant,
    n_hits: u32,
}

impl DecisionCache {
    /// The decision, and how often it was returned so far.
    pub fn get(&self, query: &str) -> Option<(Decision, u32)> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let found = entries.get_mut(blake3::hash(query.as_bytes()).as_bytes())?;
        if found.at.elapsed() >= LIFETIME {
            return None;
        }
        found.n_hits += 1;
        Some((found.decision.clone(), found.n_hits))
    }

    pub fn insert(&self, query: &str, decision: &Decision) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() >= LIMIT_DECISIONS {
            entries.retain(|_, decision| decision.at.elapsed() < LIFETIME);
        }
        if entries.len() >= LIMIT_DECISIONS {
            entries.clear();
        }
        let decision = CachedDecision { decision: decision.clone(), at: Instant::now(), n_hits: 0 };
        entries.insert(*blake3::hash(query.as_bytes()).as_bytes(), decision);
    }
}
