//! One line below the output that is redrawn in place.
//!
//! All output goes through it: [`StatusLine::print`] erases the line, prints, and draws it again
//! below, so that what was printed is never touched. Erasing is done with spaces, which every
//! terminal knows.

use std::io::Write;

use crate::error::Error;
use crate::styled::Style;
use crate::text::{Charset, fitting, printable, width};

/// Whether there is a terminal to draw a status line on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusDisplay {
    /// With the look for secondary text, or without.
    Shown(Style),
    /// In a pipe: nothing but what is printed is written.
    Hidden,
}

/// The status line and the output above it.
#[derive(Debug)]
pub struct StatusLine<W: Write> {
    out: W,
    display: StatusDisplay,
    charset: Charset,
    width: usize,
    text: String,
    /// How many cells the drawn text takes.
    drawn: usize,
}

impl<W: Write> StatusLine<W> {
    pub fn new(out: W, display: StatusDisplay, charset: Charset, width: usize) -> StatusLine<W> {
        StatusLine { out, display, charset, width, text: String::new(), drawn: 0 }
    }

    /// Replaces the text; an empty one erases the line. Longer text than the terminal is wide is cut.
    pub fn set(&mut self, text: &str) -> Result<(), Error> {
        let text = printable(text, self.charset).replace(['\n', '\t'], " ");
        // The last column stays free: writing there makes some terminals scroll.
        let text = fitting(&text, self.width.saturating_sub(1)).to_owned();
        if text == self.text && self.drawn > 0 {
            return Ok(());
        }
        let mut written = String::new();
        self.erase_into(&mut written);
        self.text = text;
        self.draw_into(&mut written);
        self.write(&written)
    }

    /// Prints a text that ends with a line end, above the status line.
    pub fn print(&mut self, text: &str) -> Result<(), Error> {
        let mut written = String::with_capacity(text.len() + self.width * 2);
        self.erase_into(&mut written);
        written.push_str(text);
        if !text.is_empty() && !text.ends_with('\n') {
            written.push('\n');
        }
        self.draw_into(&mut written);
        self.write(&written)
    }

    /// Erases the line and forgets its text, so that a prompt can follow.
    pub fn clear(&mut self) -> Result<(), Error> {
        let mut written = String::new();
        self.erase_into(&mut written);
        self.text.clear();
        self.write(&written)
    }

    /// To be called when the terminal was resized.
    pub fn set_width(&mut self, width: usize) {
        self.width = width;
    }

    fn erase_into(&mut self, written: &mut String) {
        if self.drawn > 0 {
            written.push('\r');
            written.extend(std::iter::repeat_n(' ', self.drawn));
            written.push('\r');
            self.drawn = 0;
        }
    }

    fn draw_into(&mut self, written: &mut String) {
        let style = match self.display {
            StatusDisplay::Shown(style) => style,
            StatusDisplay::Hidden => return,
        };
        match style {
            Style::Plain => written.push_str(&self.text),
            Style::Ansi if self.text.is_empty() => {}
            Style::Ansi => {
                let look = crate::palette::FAINT;
                written.push_str(&format!("{look}{}{look:#}", self.text));
            }
        }
        self.drawn = width(&self.text);
    }

    fn write(&mut self, written: &str) -> Result<(), Error> {
        if written.is_empty() {
            return Ok(());
        }
        // One write for each change, so that nothing flickers.
        self.out.write_all(written.as_bytes()).map_err(Error::Write)?;
        self.out.flush().map_err(Error::Write)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(display: StatusDisplay, expected: &str) {
        let mut out = Vec::new();
        let mut line = StatusLine::new(&mut out, display, Charset::Unicode, 12);
        line.set("context 12 %").unwrap();
        line.print("block\n").unwrap();
        line.set("a\x1b").unwrap();
        line.set("a\x1b").unwrap();
        line.clear().unwrap();
        line.print("end").unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn output_is_printed_above_the_line() {
        let expected =
            "context 12 \r           \rblock\ncontext 12 \r           \ra\u{fffd}\r  \rend\n";
        check(StatusDisplay::Shown(Style::Plain), expected);
    }

    #[test]
    fn a_pipe_gets_only_the_output() {
        check(StatusDisplay::Hidden, "block\nend\n");
    }

    #[test]
    fn a_wide_text_is_erased_whole() {
        let mut out = Vec::new();
        let mut line =
            StatusLine::new(&mut out, StatusDisplay::Shown(Style::Ansi), Charset::Unicode, 6);
        line.set("日本語").unwrap();
        line.set("").unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "\x1b[2m日本\x1b[0m\r    \r");
    }
}
