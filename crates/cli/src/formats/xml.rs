//! Text inside of XML and HTML.

/// Text that is safe in an element and in a quoted attribute. Characters that XML cannot hold are
/// replaced.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(c),
            // Direction marks can make text read as what it is not.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => escaped.push('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_controls_are_replaced() {
        assert_eq!(
            escape("<a b=\"'&'\">\0\u{1b}[1m"),
            "&lt;a b=&quot;&#39;&amp;&#39;&quot;&gt;\u{fffd}\u{fffd}[1m"
        );
        assert_eq!(escape("Größe\n\u{202e}"), "Größe\n\u{fffd}");
    }
}
