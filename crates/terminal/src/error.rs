//! Errors of reading from and writing to a terminal.

use std::io;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot read from the terminal: {0}")]
    Read(#[source] io::Error),
    #[error("cannot write to the terminal: {0}")]
    Write(#[source] io::Error),
    #[error("cannot change the mode of the terminal: {0}")]
    Mode(#[source] io::Error),
    #[error("cannot keep the prompt in a temporary file: {0}")]
    TemporaryFile(#[source] io::Error),
    #[error("cannot run the editor `{command}`: {source}")]
    Editor { command: String, source: io::Error },
}
