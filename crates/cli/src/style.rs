//! Colours, and the format of numbers and of the closing line about the index.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use rutter_domain::{Freshness, State};
use rutter_terminal::Charset;

pub const PATH: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Magenta)));
pub const NAME: Style = Style::new().bold();
pub const LINE: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
pub const FAINT: Style = Style::new().dimmed();
pub const GOOD: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
pub const NOTICE: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));
pub const BAD: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));

/// Writes the closing line of an answer: the state of the index, and a remark.
pub fn write_state(out: &mut dyn Write, index: &Freshness, remark: &str) -> io::Result<()> {
    let style = if index.state == State::Current { FAINT } else { NOTICE };
    let reason = index.reason.as_ref().map_or(String::new(), |reason| format!(" ({reason})"));
    let files = plural(index.files as u64, "file");
    write!(out, "{style}index {}: {files}{reason}{style:#}", index.state.name())?;
    writeln!(out, "{FAINT}{remark}{FAINT:#}")
}

/// `1 file`, `1,234 files`; `2 entries`, `2 replies`.
pub fn plural(n: u64, noun: &str) -> String {
    let n_text = thousands(n);
    match noun.strip_suffix("ry").or_else(|| noun.strip_suffix("ly")) {
        _ if n == 1 => format!("{n_text} {noun}"),
        Some(_) => format!("{n_text} {}ies", &noun[..noun.len() - 1]),
        None => format!("{n_text} {noun}s"),
    }
}

/// `1,234,567`.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1.2 MB`.
pub fn bytes(n: u64) -> String {
    let mut size = n as f64;
    for unit in ["B", "kB", "MB"] {
        if size < 1000.0 {
            return if unit == "B" { format!("{n} B") } else { format!("{size:.1} {unit}") };
        }
        size /= 1000.0;
    }
    format!("{size:.1} GB")
}

/// One line of text without characters that could control the terminal.
pub fn printable(text: &str) -> String {
    rutter_terminal::printable(text, Charset::Unicode).replace('\n', " ")
}

/// As [`printable`], with every run of white space as one blank.
pub fn one_line(text: &str) -> String {
    printable(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(thousands(7), "7");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(plural(1, "file"), "1 file");
        assert_eq!(plural(1000, "file"), "1,000 files");
        assert_eq!(bytes(999), "999 B");
        assert_eq!(bytes(1_250_000), "1.2 MB");
    }

    #[test]
    fn escape_codes_of_a_file_do_not_reach_the_terminal() {
        assert_eq!(printable("a\u{1b}[31mb\tc\n\u{202e}d"), "a�[31mb\tc �d");
    }
}
