//! The parts of a chat in a terminal: rendering, a prompt, and keys while an answer streams.
//!
//! Nothing here knows of models, tools, stores or repositories, nor reads the environment: the caller
//! says what the terminal can do ([`RenderOptions`]). Output is append-only: a [`Renderer`] turns each
//! finished block into lines, and a [`StatusLine`] prints them above itself. Between answers there is
//! an [`Editor`]; while one streams, a [`TypeAhead`].

mod clipboard;
mod diff;
mod editor;
mod error;
mod fuzzy;
mod markdown;
mod output_filter;
mod palette;
mod status_line;
mod styled;
mod text;
mod type_ahead;
mod wrap;

pub use clipboard::copy_sequence;
pub use diff::{DiffOptions, diff_lines};
pub use editor::{
    Complete, CompletionCandidate, EditingKeys, Editor, EditorOptions, KeyboardProtocol,
    PromptHistory, PromptInput, PromptTerminal,
};
pub use error::Error;
pub use fuzzy::{FuzzyMatch, rank, score};
pub use markdown::{Renderer, Splitter};
pub use output_filter::{Form, OutputFilter};
pub use status_line::{StatusDisplay, StatusLine};
pub use styled::{Fragment, RenderOptions, Style, StyledLine, render_lines};
pub use text::{Charset, printable, shorten, width};
pub use type_ahead::{Collected, InterruptKey, TypeAhead, TypeAheadEvent};
pub use wrap::wrap;

/// Columns and rows of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminalSize {
    pub columns: usize,
    pub rows: usize,
}

/// The size of the terminal; `None` if there is none.
pub fn size() -> Option<TerminalSize> {
    let (columns, rows) = crossterm::terminal::size().ok()?;
    let size = TerminalSize { columns: usize::from(columns), rows: usize::from(rows) };
    (size.columns > 0 && size.rows > 0).then_some(size)
}

/// The number of columns of the terminal; `None` if there is none.
pub fn columns() -> Option<usize> {
    size().map(|size| size.columns)
}
