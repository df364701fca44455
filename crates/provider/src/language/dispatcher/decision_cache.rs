//! Decisions that were taken a short while ago.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::Decision;

const LIFETIME: Duration = Duration::from_secs(15 * 60);
const LIMIT_DECISIONS: usize = 1000;

/// Decisions by the whole of what was asked.
#[derive(Debug, Default)]
pub(super) struct Memory {
    kept: Mutex<HashMap<[u8; 32], Kept>>,
}

#[derive(Debug)]
struct Kept {
    decision: Decision,
    at: Instant,
    n_hits: u32,
}

impl Memory {
    /// The decision, and how often it was recalled by now.
    pub fn recall(&self, query: &str) -> Option<(Decision, u32)> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.get_mut(blake3::hash(query.as_bytes()).as_bytes())?;
        if found.at.elapsed() >= LIFETIME {
            return None;
        }
        found.n_hits += 1;
        Some((found.decision.clone(), found.n_hits))
    }

    pub fn keep(&self, query: &str, decision: &Decision) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= LIMIT_DECISIONS {
            kept.retain(|_, decision| decision.at.elapsed() < LIFETIME);
        }
        if kept.len() >= LIMIT_DECISIONS {
            kept.clear();
        }
        let decision = Kept { decision: decision.clone(), at: Instant::now(), n_hits: 0 };
        kept.insert(*blake3::hash(query.as_bytes()).as_bytes(), decision);
    }
}
