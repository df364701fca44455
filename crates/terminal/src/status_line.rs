//! One line below the output that is redrawn in place.
//!
//! All output goes through it: [`StatusLine::print`] erases the line, prints, and draws it again
//! below, so that what was printed is never touched. Erasing is done with spaces, which every
//! terminal knows.

use std::io::Write;

use crate::error::Error;
use crate::styled::Style;
use crate::text::{Charset, fitting, printable, width};

/// The prefix of what the user types.
const MARK: &str = "> ";

/// Where the status line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusDisplay {
    /// On a terminal, in this style.
    Shown(Style),
    /// Nowhere, because the output is a pipe.
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
    /// Typed text, which is shown after `text`.
    draft: String,
    /// The part of both that is drawn.
    shown: String,
    /// The width of `shown` in cells.
    drawn: usize,
}

impl<W: Write> StatusLine<W> {
    pub fn new(out: W, display: StatusDisplay, charset: Charset, width: usize) -> StatusLine<W> {
        let (text, draft, shown) = (String::new(), String::new(), String::new());
        StatusLine { out, display, charset, width, text, draft, shown, drawn: 0 }
    }

    /// Replaces the text; an empty one erases the line. Longer text than the terminal is wide is cut.
    pub fn set(&mut self, text: &str) -> Result<(), Error> {
        self.text = printable(text, self.charset).replace(['\n', '\t'], " ");
        self.redraw()
    }

    /// Replaces what the user types meanwhile. Of a long draft the end is shown, and less of the text.
    pub fn set_draft(&mut self, draft: &str) -> Result<(), Error> {
        self.draft = printable(draft, self.charset).replace(['\n', '\t'], " ");
        self.redraw()
    }

    fn redraw(&mut self) -> Result<(), Error> {
        let shown = self.compose();
        if shown == self.shown && self.drawn > 0 {
            return Ok(());
        }
        let mut written = String::new();
        self.erase_into(&mut written);
        self.shown = shown;
        self.draw_into(&mut written);
        self.write(&written)
    }

    fn compose(&self) -> String {
        // The last column stays free: writing there makes some terminals scroll.
        let n_cells = self.width.saturating_sub(1);
        if self.draft.is_empty() {
            return fitting(&self.text, n_cells).to_owned();
        }
        let mut draft = self.draft.as_str();
        while width(draft) + MARK.len() > n_cells {
            let Some(first) = draft.chars().next() else { break };
            draft = &draft[first.len_utf8()..];
        }
        let n_left = n_cells.saturating_sub(width(draft) + MARK.len() + 1);
        match fitting(&self.text, n_left) {
            "" => fitting(&format!("{MARK}{draft}"), n_cells).to_owned(),
            text => format!("{text} {MARK}{draft}"),
        }
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
        self.shown.clear();
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
            Style::Plain => written.push_str(&self.shown),
            Style::Ansi if self.shown.is_empty() => {}
            Style::Ansi => {
                let look = crate::palette::FAINT;
                written.push_str(&format!("{look}{}{look:#}", self.shown));
            }
        }
        self.drawn = width(&self.shown);
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
    fn what_is_typed_stands_behind_the_text_and_is_kept_when_it_is_long() {
        let typed = |draft: &str| {
            let mut out = Vec::new();
            let shown = StatusDisplay::Shown(Style::Plain);
            let mut line = StatusLine::new(&mut out, shown, Charset::Unicode, 16);
            line.set("thinking").unwrap();
            line.set_draft(draft).unwrap();
            let out = String::from_utf8(out).unwrap();
            out.rsplit('\r').next().unwrap().to_owned()
        };
        assert_eq!(typed("so"), "thinking > so");
        assert_eq!(typed("and then"), "thin > and then");
        assert_eq!(typed("one two three four"), "> wo three four");
        assert_eq!(typed(""), "thinking");
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
