//! A connected model, and what else is known of the connection.

use std::fmt;
use std::sync::Arc;

use super::{Catalog, LanguageModel, WithheldKey};

/// A model that can be asked.
#[derive(Clone)]
pub struct Connected {
    pub model: Arc<dyn LanguageModel>,
    /// What else its provider has.
    pub catalog: Catalog,
    /// Which it is and why, such as ``gemini-3.5-flash-lite, because GEMINI_API_KEY is set``.
    pub why: String,
    /// Whether requests carry a key, which pays for them.
    pub sends_key: bool,
    /// The key that would have been sent if the user had chosen the endpoint.
    pub withheld_key: Option<WithheldKey>,
}

impl fmt::Debug for Connected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connected").field("why", &self.why).finish_non_exhaustive()
    }
}
