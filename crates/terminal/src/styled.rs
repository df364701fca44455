//! Lines of styled text, and their form in a terminal.
//!
//! Every text enters a [`StyledLine`] through [`printable`], so that what is written afterwards holds
//! no escape codes but our own.

use anstyle::Style as Look;

use crate::text::{Charset, printable, width};

/// The escape codes that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// No escape codes: for a pipe, `NO_COLOR` and a terminal that knows none.
    Plain,
    /// The 16 ANSI colours and the common effects.
    Ansi,
}

/// What the terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenderOptions {
    /// Cells that a line may take. Lines of code may be longer.
    pub width: usize,
    pub style: Style,
    pub charset: Charset,
}

/// A piece of text that looks the same throughout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fragment {
    pub text: String,
    pub look: Look,
}

/// One line, without its end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StyledLine {
    fragments: Vec<Fragment>,
}

impl StyledLine {
    pub fn fragments(&self) -> &[Fragment] {
        &self.fragments
    }

    /// Appends a text. What could control the terminal is replaced.
    pub fn push(&mut self, text: &str, look: Look, charset: Charset) {
        self.push_clean(&printable(text, charset), look);
    }

    /// Appends what was in another line.
    pub fn extend(&mut self, line: &StyledLine) {
        for fragment in &line.fragments {
            self.push_clean(&fragment.text, fragment.look);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.fragments.is_empty()
    }

    /// The width of the line in cells.
    pub fn width(&self) -> usize {
        self.fragments.iter().map(|fragment| width(&fragment.text)).sum()
    }

    /// The line as it is written, without its end.
    pub fn render(&self, style: Style) -> String {
        let mut text = String::new();
        for fragment in &self.fragments {
            if style == Style::Plain || fragment.look == Look::new() {
                text.push_str(&fragment.text);
            } else {
                let look = fragment.look;
                text.push_str(&format!("{look}{}{look:#}", fragment.text));
            }
        }
        text
    }

    /// Removes spaces at the end.
    pub(crate) fn trim_end(&mut self) {
        while let Some(last) = self.fragments.last_mut() {
            last.text.truncate(last.text.trim_end_matches(' ').len());
            if !last.text.is_empty() {
                return;
            }
            self.fragments.pop();
        }
    }

    /// Appends a text that went through [`printable`] before.
    pub(crate) fn push_clean(&mut self, text: &str, look: Look) {
        if text.is_empty() {
            return;
        }
        match self.fragments.last_mut() {
            Some(last) if last.look == look => last.text.push_str(text),
            Some(_) | None => self.fragments.push(Fragment { text: text.to_owned(), look }),
        }
    }
}

/// Lines as they are written, each with its end.
pub fn render_lines(lines: &[StyledLine], style: Style) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(&line.render(style));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use anstyle::AnsiColor;

    use super::*;

    #[test]
    fn looks_are_written_only_with_style() {
        let mut line = StyledLine::default();
        line.push("a", Look::new(), Charset::Unicode);
        line.push("b", AnsiColor::Red.on_default(), Charset::Unicode);
        line.push("\x1b[0m", AnsiColor::Red.on_default(), Charset::Unicode);
        assert_eq!(line.render(Style::Plain), "ab\u{fffd}[0m");
        assert_eq!(line.render(Style::Ansi), "a\x1b[31mb\u{fffd}[0m\x1b[0m");
        assert_eq!(line.width(), 6);
        assert_eq!(line.fragments().len(), 2);
    }
}
