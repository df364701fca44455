//! Standard output and standard error, as every command writes to them.
//!
//! All text passes an [`OutputFilter`] here: file names, contents, messages of git and of models. Only output that
//! other programs read byte for byte bypasses it: `grep` and the diff of `gaps fix` into a pipe, completion
//! scripts and the Model Context Protocol.

use std::io::{self, Stderr, Stdout, Write};

use anstream::{AutoStream, ColorChoice, stream::RawStream};
use rutter_terminal::{Form, OutputFilter};

use crate::arguments::Format;

/// A standard stream that drops characters that could control a terminal.
pub struct Screen<S: RawStream> {
    stream: AutoStream<S>,
    filter: OutputFilter,
}

/// Standard output, coloured as the user chose.
pub fn stdout(format: Format) -> Screen<Stdout> {
    let (choice, form) = match format {
        Format::Text => (ColorChoice::global(), Form::Text),
        // JSON has no colour codes to strip.
        Format::Json => (ColorChoice::AlwaysAnsi, Form::Json),
    };
    Screen { stream: AutoStream::new(io::stdout(), choice), filter: OutputFilter::new(form) }
}

/// Standard error, coloured as the user chose.
pub fn stderr() -> Screen<Stderr> {
    let stream = AutoStream::new(io::stderr(), ColorChoice::global());
    Screen { stream, filter: OutputFilter::new(Form::Text) }
}

/// Prints one line to standard error, for `eprintln!`. Errors are ignored.
pub fn print_remark(line: std::fmt::Arguments<'_>) {
    let mut out = stderr();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Prints a text to standard error, for `eprint!`. Errors are ignored.
pub fn print_text(text: std::fmt::Arguments<'_>) {
    let mut out = stderr();
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}

impl<S: RawStream> Screen<S> {
    pub fn is_colored(&self) -> bool {
        self.stream.current_choice() != ColorChoice::Never
    }
}

impl<S: RawStream> Write for Screen<S>
where
    AutoStream<S>: Write,
{
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let clean = self.filter.filter(bytes);
        self.stream.write_all(clean.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let held = self.filter.finish();
        self.stream.write_all(held.as_bytes())?;
        self.stream.flush()
    }
}
