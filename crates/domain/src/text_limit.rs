//! Limits of the length of texts from people, models, other programs and imported files.
//!
//! One table serves every interface, so that a text which one of them accepts is accepted by all.

use std::fmt;

/// The longest arguments of one call of a tool, as JSON.
// A pattern or a list of paths of megabytes would keep a tool busy for minutes.
pub const LIMIT_ARGUMENTS_BYTES: usize = 64 << 10;

/// The limit of one kind of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextLimit {
    /// The name of the text in messages.
    what: &'static str,
    pub most_chars: usize,
}

/// A text that is too long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooLong {
    limit: TextLimit,
    n_chars: usize,
}

impl TextLimit {
    pub const SUMMARY: TextLimit = TextLimit::new("the summary", 1_000);
    pub const DETAILS: TextLimit = TextLimit::new("the details", 8_000);
    /// The reason why an entry is wrong, a gap is dismissed, or a claim does not hold.
    pub const NOTE: TextLimit = TextLimit::new("the note", 2_000);
    pub const TITLE: TextLimit = TextLimit::new("the title", 120);
    pub const TAG: TextLimit = TextLimit::new("a tag", 64);
    pub const FACT: TextLimit = TextLimit::new("a fact", 200);
    /// The author of an entry or a decision.
    pub const AUTHOR: TextLimit = TextLimit::new("the author", 200);
    /// Names, paths and ids: longer than any of a file system.
    pub const NAME: TextLimit = TextLimit::new("the name", 4_096);
    pub const QUERY: TextLimit = TextLimit::new("the query", 200_000);

    const fn new(what: &'static str, most_chars: usize) -> TextLimit {
        TextLimit { what, most_chars }
    }

    pub fn check(self, text: &str) -> Result<(), TooLong> {
        // Most texts are short: counting their characters is then unnecessary.
        let n_chars = if text.len() <= self.most_chars { 0 } else { text.chars().count() };
        if n_chars > self.most_chars { Err(TooLong { limit: self, n_chars }) } else { Ok(()) }
    }
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLong { limit: TextLimit { what, most_chars }, n_chars } = self;
        write!(f, "{what} has {n_chars} characters; at most {most_chars} are allowed")
    }
}

impl std::error::Error for TooLong {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_and_not_bytes() {
        assert_eq!(TextLimit::TAG.check(&"ü".repeat(64)), Ok(()));
        let error = TextLimit::TAG.check(&"ü".repeat(65)).unwrap_err();
        assert_eq!(error.to_string(), "a tag has 65 characters; at most 64 are allowed");
    }
}
