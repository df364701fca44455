//! One page of an answer, as text and as data.
//!
//! The data lists places and names. The code is exactly the code that the text shows, so that both forms
//! have the same content, and no secret leaks through the second one. A page is made
//! smaller until both forms fit together, so that nothing is ever cut off at its end.

use rutter_domain::Freshness;
use serde_json::Value;

use crate::{Outcome, ShownCode, ToolReply};

/// The size of a page in both of its forms, as JSON: some 9,000 tokens.
const PAGE_BYTES: usize = 32_000;
/// The highest position in a cursor. No answer is that long, and adding to it cannot overflow.
const LIMIT_CURSOR: usize = 1 << 31;

/// A part of a long answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Page {
    /// Where it starts: the `next` of the page before, 0 for the first one.
    pub from: usize,
}

/// The part of an answer that is on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageCut {
    /// Items that stayed, in the unit of `room`.
    pub n_items: usize,
    /// Where the next page starts, if there is one.
    pub next: Option<usize>,
}

impl Page {
    /// The page as clients name it. The form is opaque to them.
    pub fn cursor(self) -> String {
        format!("from-{}", self.from)
    }

    /// The page that a cursor names; `None` if no answer gave this cursor.
    pub fn at_cursor(cursor: &str) -> Option<Page> {
        let from = cursor.strip_prefix("from-")?.parse().ok()?;
        (from < LIMIT_CURSOR).then_some(Page { from })
    }

    /// Cuts a list that starts at 0 to the page.
    pub(crate) fn cut<T>(self, list: &mut Vec<T>, room: usize) -> PageCut {
        list.drain(..self.from.min(list.len()));
        self.fill(list, room, false)
    }

    /// The cut of a page of hits that ends where the next page starts. A hit that several were merged
    /// into counts as all of them.
    pub(crate) fn of_hits(self, n_hits: usize, next: Option<usize>) -> PageCut {
        let n_found = next.map_or(0, |next| next.saturating_sub(self.from));
        PageCut { n_items: n_found.max(n_hits), next }
    }

    /// Cuts a list that starts with the page. `is_more` says whether more follows the list.
    pub(crate) fn fill<T>(self, list: &mut Vec<T>, room: usize, is_more: bool) -> PageCut {
        let is_more = is_more || list.len() > room;
        list.truncate(room);
        let n_items = list.len();
        PageCut { n_items, next: is_more.then_some(self.from + n_items) }
    }
}

/// The room to try next if a page is too large; `None` if it fits or cannot be smaller.
pub(crate) fn smaller_room(reply: &ToolReply, data: &Value, n_items: usize) -> Option<usize> {
    let n_bytes = reply.n_bytes() + data.to_string().len();
    let room = n_items.saturating_mul(PAGE_BYTES) / n_bytes.max(1);
    (n_bytes > PAGE_BYTES && n_items > 1).then(|| room.clamp(1, n_items - 1))
}

/// The answer of a tool outside of this toolbox, such as a team's.
#[derive(Debug, Clone)]
pub struct TextAndData {
    pub text: String,
    pub data: Value,
}

/// The result of a call, as text and as data.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PagedReply {
    pub outcome: Outcome,
    /// The answer in the form of the tool's `Data`; null when the call failed.
    pub data: Value,
    /// The code that the text shows.
    pub code: Vec<ShownCode>,
    /// Where the next page starts, if there is one.
    pub next: Option<usize>,
    /// The state of the index that the answer came from, if it came from the index.
    pub index: Option<Freshness>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(from: usize, room: usize, n_all: usize, expect: (usize, Option<usize>)) {
        let mut list: Vec<usize> = (0..n_all).collect();
        let PageCut { n_items, next } = Page { from }.cut(&mut list, room);
        assert_eq!((n_items, next), expect);
        assert!(list.into_iter().eq((from..n_all).take(n_items)));
    }

    #[test]
    fn pages_follow_each_other_without_a_gap() {
        check(0, 3, 7, (3, Some(3)));
        check(3, 3, 7, (3, Some(6)));
        check(6, 3, 7, (1, None));
        check(7, 3, 7, (0, None));
        check(0, 7, 7, (7, None));
    }

    #[test]
    fn a_cursor_is_read_as_it_was_written() {
        for from in [0, 1, 4_711, LIMIT_CURSOR - 1] {
            assert_eq!(Page::at_cursor(&Page { from }.cursor()), Some(Page { from }));
        }
        assert_eq!(Page::at_cursor("from-2147483648"), None);
    }

    #[test]
    fn a_page_that_is_too_large_is_tried_with_less_room() {
        let (small, large) = (Value::from("x"), Value::from("x".repeat(2 * PAGE_BYTES)));
        let reply = ToolReply::new(&crate::ModelVocabulary);
        assert_eq!(smaller_room(&reply, &small, 10), None);
        assert_eq!(smaller_room(&reply, &large, 10), Some(4));
        assert_eq!(smaller_room(&reply, &large, 1), None);
    }
}
