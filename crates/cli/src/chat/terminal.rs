//! The size and the abilities of the user's terminal.

use std::io::{self, IsTerminal};

use rutter_terminal::{
    Charset, Fragment, RenderOptions, Renderer, StatusDisplay, Style, render_lines,
    width as width_of, wrap,
};

use crate::context::Context;
use crate::settings;

/// Columns if the size of the terminal is not known.
const USUAL_WIDTH: usize = 80;
/// Longer lines are hard to read.
const MOST_WIDTH: usize = 120;

/// The terminal as it was at the start. Its width may have changed since.
#[derive(Debug, Clone, Copy)]
pub struct Terminal {
    pub options: RenderOptions,
    /// Whether standard output is a terminal.
    pub is_for_person: bool,
    /// Whether the terminal can move its cursor.
    pub is_capable: bool,
}

impl Terminal {
    pub fn detect() -> Terminal {
        let is_for_person = io::stdout().is_terminal();
        let is_dumb = settings::variable("TERM").is_none_or(|name| name == "dumb");
        let is_plain = !is_for_person
            || match anstream::ColorChoice::global() {
                anstream::ColorChoice::Always | anstream::ColorChoice::AlwaysAnsi => false,
                anstream::ColorChoice::Never => true,
                anstream::ColorChoice::Auto => is_dumb || settings::variable("NO_COLOR").is_some(),
            };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(settings::variable);
        let options = RenderOptions {
            width: width(),
            style: if is_plain { Style::Plain } else { Style::Ansi },
            charset: Charset::of_locale(&locale.unwrap_or_default()),
        };
        Terminal { options, is_for_person, is_capable: is_for_person && !is_dumb }
    }

    pub fn status(&self) -> StatusDisplay {
        if self.is_capable {
            StatusDisplay::Shown(self.options.style)
        } else {
            StatusDisplay::Hidden
        }
    }

    /// The terminal with its current width.
    pub fn measured(mut self) -> Terminal {
        self.options.width = width();
        self
    }

    /// Prints a whole answer.
    pub fn print_answer(&self, answer: &str, ctx: &mut Context) -> anyhow::Result<()> {
        let text = if self.is_for_person {
            Renderer::new(self.options).render_text(answer)
        } else {
            format!("{}\n", answer.trim_end())
        };
        ctx.print_text(&text)
    }
}

fn width() -> usize {
    columns().min(MOST_WIDTH)
}

/// Current width of the terminal.
pub fn columns() -> usize {
    rutter_terminal::columns().unwrap_or(USUAL_WIDTH)
}

/// Breaks lines that are wider than the terminal between words. Each line keeps its line end.
pub fn break_lines(text: &str, n_columns: usize) -> String {
    let mut broken = String::new();
    for line in text.split('\n') {
        if width_of(line) <= n_columns {
            broken.push_str(line);
            broken.push('\n');
        } else {
            let fragment = Fragment { text: line.to_owned(), look: Default::default() };
            let lines = wrap(&[fragment], n_columns, Charset::Unicode);
            broken.push_str(&render_lines(&lines, Style::Plain));
        }
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_breaks_between_words_and_a_short_one_stays() {
        let text = "  a  table\nIndex has 12 modified files. Run /reindex for best results.";
        let expect = "  a  table\nIndex has 12 modified files. Run\n/reindex for best results.\n";
        assert_eq!(break_lines(text, 36), expect);
    }
}
