//! A secret that shows itself to nobody but the service it is for.

use std::fmt;

/// A service's key. It has no `Display`, and its `Debug` tells only that it is there.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    pub fn new(key: impl Into<String>) -> Self {
        let key: String = key.into();
        Key(key.trim().to_owned())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it can stand in a header.
    pub(super) fn is_well_formed(&self) -> bool {
        self.0.bytes().all(|byte| byte.is_ascii_graphic())
    }

    pub(super) fn reveal(&self) -> &str {
        &self.0
    }

    /// The text without the key, should a service have repeated it.
    pub(super) fn redact(&self, text: String) -> String {
        if self.is_empty() || !text.contains(&self.0) {
            return text;
        }
        text.replace(&self.0, "***")
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(***)")
    }
}

impl From<String> for Key {
    fn from(key: String) -> Self {
        Key::new(key)
    }
}
