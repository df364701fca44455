//! Makes text from a service safe to print.

use rutter_domain::text::ellipsize;

use super::key::Key;

const LIMIT_CHARS: usize = 300;

/// One line of bounded length, without the key and without characters that move a terminal's cursor
/// or hide text.
pub(crate) fn sanitize(text: &str, key: Option<&Key>) -> String {
    // Redaction comes first: a key that is cut at the limit or split by a control character would no
    // longer be found.
    let text = match key {
        Some(key) => key.redact(text),
        None => text.to_owned(),
    };
    let text = text.replace(is_invisible, " ");
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    ellipsize(&line, LIMIT_CHARS).into_owned()
}

/// Control characters, and the zero-width and bidirectional ones of Unicode.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_neither_control_characters_nor_the_key() {
        let key = Key::new("s3cret");
        let text = "bad\n\u{1b}[1mkey\u{202e} s3cret ";
        assert_eq!(sanitize(text, Some(&key)), "bad [1mkey [key]");
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let line = sanitize(&"é".repeat(1000), None);
        assert_eq!(line.chars().count(), LIMIT_CHARS + 1);
        assert!(line.ends_with("é…"));
    }
}
