//! Escapes text for HTML, and formats numbers.
//!
//! Names, code and entries come from untrusted people and models. All of it passes through
//! [`escape`]: markup becomes text, and characters that change the direction of text become visible.

use std::borrow::Cow;

use maud::{Markup, PreEscaped, Render};
pub(crate) use rutter_tools::files::list_filesystem::size as bytes;

/// Escapes a text for an element or a quoted attribute. Characters that XML cannot contain are
/// replaced, and so are marks that change the direction of text, which can make it misleading.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    escape_into(&mut escaped, text);
    escaped
}

/// As [`escape`], appending to a string.
pub(crate) fn escape_into(escaped: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(c),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => escaped.push('\u{fffd}'),
            '\u{200e}' | '\u{200f}' | '\u{61c}' => escaped.push('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
}

/// Escapes a text in a template.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Safe<'a>(pub(crate) &'a str);

impl Render for Safe<'_> {
    fn render_to(&self, buffer: &mut String) {
        escape_into(buffer, self.0);
    }
}

/// A path that may be broken after each slash.
pub(crate) fn breakable(path: &str) -> Markup {
    let parts: Vec<String> = path.split('/').map(escape).collect();
    PreEscaped(parts.join("/<wbr>"))
}

/// A qualified name that may be broken after its separators.
pub(crate) fn breakable_name(name: &str) -> Markup {
    PreEscaped(escape(name).replace("::", "::<wbr>").replace('.', ".<wbr>"))
}

/// Red, orange, green or dark green; white text is readable on each.
pub(crate) fn colour_of(percent: f64) -> &'static str {
    match percent {
        percent if percent >= 90.0 => "#1b7a3d",
        percent if percent >= 75.0 => "#55790f",
        percent if percent >= 50.0 => "#a15c00",
        _ => "#b3261e",
    }
}

/// Formats a percentage: `87.5`, and `100` without a fraction.
pub fn percentage(percent: f64) -> String {
    let text = format!("{percent:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Formats a number with thin spaces between groups of digits: `12 345`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// Formats a number with its noun.
pub(crate) fn counted(number: usize, one: &str, several: &str) -> String {
    let noun = if number == 1 { one } else { several };
    format!("{} {noun}", grouped(number as u64))
}

/// Formats a cost in US dollars.
pub fn dollars(cost: Option<f64>) -> Cow<'static, str> {
    match cost {
        None => "unknown".into(),
        Some(0.0) => "$0".into(),
        Some(cost) if cost < 0.01 => format!("${cost:.4}").into(),
        Some(cost) => format!("${cost:.2}").into(),
    }
}

/// Formats a time: `850 ms`, `12.3 s`, `4 min 10 s`, `2 h 5 min`.
pub fn duration(elapsed_ms: u64) -> String {
    let seconds = elapsed_ms / 1000;
    match elapsed_ms {
        0..1_000 => format!("{elapsed_ms} ms"),
        1_000..60_000 => format!("{:.1} s", elapsed_ms as f64 / 1000.0),
        60_000..3_600_000 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// Formats a time to the minute: `2026-11-15 09:30`.
pub(crate) fn minute(at: rutter_domain::Timestamp) -> String {
    let text = at.to_string();
    text.get(..16).unwrap_or(&text).replace('T', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_costs_are_written_as_people_say_them() {
        let times = [850, 12_345, 250_000, 7_500_000].map(duration);
        assert_eq!(times, ["850 ms", "12.3 s", "4 min 10 s", "2 h 5 min"]);
        let costs = [None, Some(0.0), Some(0.0042), Some(1.5)].map(dollars);
        assert_eq!(costs, ["unknown", "$0", "$0.0042", "$1.50"]);
    }

    #[test]
    fn marks_and_controls_are_replaced() {
        assert_eq!(
            escape("<a b=\"'&'\">\0\u{1b}[1m"),
            "&lt;a b=&quot;&#39;&amp;&#39;&quot;&gt;\u{fffd}\u{fffd}[1m"
        );
        assert_eq!(escape("Größe\n\u{202e}"), "Größe\n\u{fffd}");
    }

    #[test]
    fn times_and_costs_are_said_as_people_say_them() {
        let times = [850, 12_345, 250_000, 7_500_000].map(duration);
        assert_eq!(times, ["850 ms", "12.3 s", "4 min 10 s", "2 h 5 min"]);
        let costs = [None, Some(0.0), Some(0.0042), Some(1.5)].map(dollars);
        assert_eq!(costs, ["unknown", "$0", "$0.0042", "$1.50"]);
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(counted(1, "file", "files"), "1 file");
        assert_eq!((bytes(999), bytes(1_500)), ("999 B".to_owned(), "1.5 kB".to_owned()));
    }
}
