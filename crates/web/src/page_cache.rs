//! A cache of rendered pages, valid until something changes that they show.
//!
//! A page is cached with the state of the repository that it shows: the snapshot of the index, the newest
//! change of an entry, and the commit that is checked out. It is served again while all of them are the same.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError, Weak};

use hyper::body::Bytes;
use rutter_knowledge::Knowledge;

use crate::theme::Theme;

/// Bytes of cached pages.
const MOST_BYTES: usize = 16 << 20;
/// Longer pages are not cached.
const LONGEST_PAGE: usize = 1 << 20;

/// A page and its theme.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PageKey {
    pub(crate) path: String,
    /// The fields, or the time for a page that is cached for a short time.
    pub(crate) query: String,
    pub(crate) theme: Theme,
}

/// The state of the repository that a page shows.
#[derive(Debug, Clone)]
pub(crate) struct PageState {
    /// While this reference exists, a new snapshot has another address.
    pub(crate) knowledge: Weak<Knowledge>,
    /// The number of the newest change; `None` without entries.
    pub(crate) latest_change: Option<u64>,
    pub(crate) commit: Option<String>,
}

impl PartialEq for PageState {
    fn eq(&self, other: &PageState) -> bool {
        self.knowledge.ptr_eq(&other.knowledge)
            && self.latest_change == other.latest_change
            && self.commit == other.commit
    }
}

/// The cached pages of one state. Those of an earlier state are dropped.
#[derive(Debug, Default)]
pub(crate) struct PageCache {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    state: Option<PageState>,
    pages: HashMap<PageKey, KeptPage>,
    n_bytes: usize,
    n_uses: u64,
}

#[derive(Debug)]
struct KeptPage {
    html: Bytes,
    last_use: u64,
}

impl PageCache {
    pub(crate) fn get(&self, key: &PageKey, state: &PageState) -> Option<Bytes> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.state.as_ref() != Some(state) {
            return None;
        }
        kept.n_uses += 1;
        let now = kept.n_uses;
        let page = kept.pages.get_mut(key)?;
        page.last_use = now;
        Some(page.html.clone())
    }

    /// Caches a page that shows this state.
    pub(crate) fn put(&self, key: PageKey, state: PageState, html: Bytes) {
        if html.len() > LONGEST_PAGE {
            return;
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.state.as_ref() != Some(&state) {
            *kept = Kept { state: Some(state), ..Kept::default() };
        }
        kept.n_uses += 1;
        kept.n_bytes += html.len();
        let page = KeptPage { html, last_use: kept.n_uses };
        if let Some(before) = kept.pages.insert(key, page) {
            kept.n_bytes -= before.html.len();
        }
        kept.shrink();
    }
}

impl Kept {
    /// Drops the least recently used pages until half of the limit is free.
    fn shrink(&mut self) {
        if self.n_bytes <= MOST_BYTES {
            return;
        }
        let mut by_use: Vec<(u64, PageKey, usize)> = (self.pages.iter())
            .map(|(key, page)| (page.last_use, key.clone(), page.html.len()))
            .collect();
        by_use.sort_unstable_by_key(|(last_use, ..)| *last_use);
        for (_, key, n_bytes) in by_use {
            if self.n_bytes <= MOST_BYTES / 2 {
                break;
            }
            self.pages.remove(&key);
            self.n_bytes -= n_bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(query: &str) -> PageKey {
        PageKey { path: "/".to_owned(), query: query.to_owned(), theme: Theme::System }
    }

    fn state(latest_change: u64) -> PageState {
        PageState { knowledge: Weak::new(), latest_change: Some(latest_change), commit: None }
    }

    #[test]
    fn a_page_is_served_again_until_something_changes() {
        let cache = PageCache::default();
        cache.put(key("q=a"), state(1), Bytes::from("a"));
        assert_eq!(cache.get(&key("q=a"), &state(1)), Some(Bytes::from("a")));
        assert_eq!(cache.get(&key("q=b"), &state(1)), None);
        assert_eq!(cache.get(&key("q=a"), &state(2)), None);
        cache.put(key("q=b"), state(2), Bytes::from("b"));
        assert_eq!(cache.get(&key("q=a"), &state(1)), None, "pages of an older state are dropped");
        let dark = PageKey { theme: Theme::Dark, ..key("q=b") };
        assert_eq!(cache.get(&dark, &state(2)), None);
    }

    #[test]
    fn pages_that_were_not_used_for_long_make_room() {
        let cache = PageCache::default();
        let n_pages = MOST_BYTES / LONGEST_PAGE + 1;
        for at in 0..n_pages {
            cache.put(key(&at.to_string()), state(1), Bytes::from(vec![b'x'; LONGEST_PAGE]));
            assert!(cache.get(&key("0"), &state(1)).is_some(), "in use");
        }
        assert_eq!(cache.get(&key("1"), &state(1)), None);
        assert!(cache.get(&key(&(n_pages - 1).to_string()), &state(1)).is_some());
        cache.put(key("long"), state(1), Bytes::from(vec![b'x'; LONGEST_PAGE + 1]));
        assert_eq!(cache.get(&key("long"), &state(1)), None);
    }
}
