//! A request as pages see it.

use http::Method;
use hyper::body::Bytes;

use crate::fields::Fields;
use crate::theme::Theme;

/// A request that was let in.
#[derive(Debug)]
pub(crate) struct PageRequest {
    pub(crate) method: Method,
    /// Decoded.
    pub(crate) path: String,
    pub(crate) query: Fields,
    pub(crate) form: Fields,
    pub(crate) body: Bytes,
    pub(crate) theme: Theme,
    /// The id of the last event that a client got before its stream broke.
    pub(crate) last_event_id: Option<usize>,
}

impl PageRequest {
    /// Whether only the changing part of the page is wanted, for a script.
    pub(crate) fn wants_part(&self) -> bool {
        self.query.get("part").is_some()
    }
}
