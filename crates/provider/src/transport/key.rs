//! API keys. A key is shown to nobody but the service it belongs to.

use std::fmt;

/// Variables with the key of a provider that has language models and embeddings.
pub(crate) const GEMINI_KEY_VARIABLES: &[&str] = &["GEMINI_API_KEY", "GOOGLE_API_KEY"];
pub(crate) const OPENAI_KEY_VARIABLES: &[&str] = &["OPENAI_API_KEY"];

/// An API key, trimmed. It has no `Display`, and its `Debug` hides the value.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    pub fn new(key: impl Into<String>) -> Self {
        let key: String = key.into();
        Key(key.trim().to_owned())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether it can be sent in an HTTP header.
    pub(crate) fn is_well_formed(&self) -> bool {
        self.0.bytes().all(|byte| byte.is_ascii_graphic())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// Replaces the key wherever a service repeats it.
    pub(crate) fn redact(&self, text: &str) -> String {
        // Servers without authentication are often given a dummy key such as `x`. Replacing one or two
        // letters everywhere would only garble the message.
        const SHORTEST_SECRET_BYTES: usize = 4;
        if self.0.len() < SHORTEST_SECRET_BYTES {
            return text.to_owned();
        }
        text.replace(&self.0, "[key]")
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[key]")
    }
}

impl From<String> for Key {
    fn from(key: String) -> Self {
        Key::new(key)
    }
}
