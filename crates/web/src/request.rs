//! A request to a page.

use http::Method;
use hyper::body::Bytes;

use crate::fields::Fields;
use crate::theme::Theme;

/// An admitted request.
#[derive(Debug)]
pub(crate) struct PageRequest {
    pub(crate) method: Method,
    /// Decoded.
    pub(crate) path: String,
    pub(crate) query: Fields,
    pub(crate) form: Fields,
    pub(crate) body: Bytes,
    pub(crate) theme: Theme,
    /// The id of the last event that a client received before its stream ended.
    pub(crate) last_event_id: Option<usize>,
}

impl PageRequest {
    /// Returns whether a script requests only the changing part of the page.
    pub(crate) fn wants_part(&self) -> bool {
        self.query.get("part").is_some()
    }
}
