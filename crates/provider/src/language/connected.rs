//! A connected model, and what is known about the connection.

use std::fmt;
use std::sync::Arc;

use super::{Catalog, LanguageModel, WithheldKey};

/// A model that can be asked.
#[derive(Clone)]
pub struct Connected {
    pub model: Arc<dyn LanguageModel>,
    /// The other models of its provider.
    pub catalog: Catalog,
    /// The chosen model and the reason for the choice, such as ``gemini-3.5-flash-lite, because GEMINI_API_KEY is set``.
    pub why: String,
    /// Requests carry a key, so they may cost money.
    pub sends_key: bool,
    /// The key that would have been sent if the user had chosen the endpoint.
    pub withheld_key: Option<WithheldKey>,
}

impl fmt::Debug for Connected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connected").field("why", &self.why).finish_non_exhaustive()
    }
}
