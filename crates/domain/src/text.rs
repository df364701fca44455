//! Shortens text without splitting a character.

use std::borrow::Cow;

/// The longest prefix of at most `limit_bytes` bytes.
pub fn truncate(text: &str, limit_bytes: usize) -> &str {
    &text[..text.floor_char_boundary(limit_bytes)]
}

/// The first `limit_chars` characters.
pub fn truncate_chars(text: &str, limit_chars: usize) -> &str {
    text.char_indices().nth(limit_chars).map_or(text, |(end, _)| &text[..end])
}

/// The text, or its first `limit_chars` characters and an ellipsis.
pub fn ellipsize(text: &str, limit_chars: usize) -> Cow<'_, str> {
    match truncate_chars(text, limit_chars) {
        whole if whole.len() == text.len() => Cow::Borrowed(text),
        head => Cow::Owned(format!("{head}…")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_is_kept_whole_or_dropped() {
        assert_eq!(truncate("für", 2), "f");
        assert_eq!(truncate("für", 3), "fü");
        assert_eq!(truncate("für", 9), "für");
        assert_eq!(truncate("für", 0), "");
        assert_eq!(truncate_chars("für", 2), "fü");
        assert_eq!(truncate_chars("für", 3), "für");
    }

    #[test]
    fn an_ellipsis_says_that_something_was_left_out() {
        assert_eq!(ellipsize("für", 2), "fü…");
        assert_eq!(ellipsize("für", 3), "für");
        assert_eq!(ellipsize("", 0), "");
    }
}
