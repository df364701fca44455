//! How an agent's file is encoded: byte order mark and line ends, which an edit must not change.

/// Some editors put this before a text to say that it is UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Splits a text into its byte order mark, possibly empty, and the rest.
pub fn split_mark(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 })
}

/// The line end of the first line; `\n` for a text of one line.
pub fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        Some(_) | None => "\n",
    }
}

/// Replaces every line end by `line_end`.
pub fn with_line_ends(text: &str, line_end: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', line_end)
}
