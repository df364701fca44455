//! A secret that must not be shown.

use std::fmt;

/// The key of a provider.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Key(String);

impl Key {
    /// Nothing when it is blank.
    pub fn new(text: &str) -> Option<Key> {
        let text = text.trim();
        (!text.is_empty()).then(|| Key(text.to_owned()))
    }

    pub fn is_well_formed(&self) -> bool {
        self.0.chars().all(|c| c.is_ascii_graphic())
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The text without the key, should it be in there.
    pub fn redact(&self, text: String) -> String {
        if self.0.len() >= 4 && text.contains(&self.0) {
            text.replace(&self.0, "[key]")
        } else {
            text
        }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[key]")
    }
}
