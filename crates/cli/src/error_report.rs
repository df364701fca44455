//! Prints an error: the message, its causes, and a hint at what to do.

use std::{fmt, io};

use anstyle::{AnsiColor, Style};
use rutter_domain::Vocabulary as _;
use rutter_tools::ToolError;

use crate::vocabulary::CliVocabulary;

/// An error with a hint at what to do.
#[derive(Debug)]
pub struct Hinted {
    message: String,
    hint: String,
}

impl Hinted {
    pub fn new(message: &str, hint: &str) -> Hinted {
        Hinted { message: message.to_owned(), hint: hint.to_owned() }
    }
}

impl fmt::Display for Hinted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Hinted {}

/// Prints an error with its causes and its hint to standard error.
pub fn print(error: &anyhow::Error) {
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    let mut message = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        if message.ends_with(&cause) {
            continue;
        }
        if !message.is_empty() {
            message.push_str(": ");
        }
        message.push_str(&cause);
    }
    eprintln!("{red}error:{red:#} {message}");
    if let Some(hint) = hint(error) {
        print_hint(&hint);
    }
}

pub fn print_hint(hint: &str) {
    let blue = Style::new().bold().fg_color(Some(AnsiColor::Cyan.into()));
    eprintln!("{blue}hint:{blue:#} {hint}");
}

fn hint(error: &anyhow::Error) -> Option<String> {
    if let Some(error) = error.downcast_ref::<Hinted>() {
        return Some(error.hint.clone());
    }
    let hint = if let Some(error) = error.downcast_ref::<ToolError>() {
        error.hint()
    } else if let Some(error) = error.downcast_ref::<rutter_agent::Error>() {
        error.hint()
    } else if let Some(error) = error.downcast_ref::<rutter_serve::Error>() {
        error.hint()
    } else if let Some(error) = error.downcast_ref::<rutter_store::Error>() {
        error.hint()
    } else if let Some(error) = error.downcast_ref::<rutter_team::Error>() {
        error.hint()
    } else if let Some(error) = error.downcast_ref::<rutter_workspace::Error>() {
        error.hint()
    } else {
        error.downcast_ref::<rutter_engine::Error>().and_then(rutter_engine::Error::hint)
    };
    hint.map(|hint| CliVocabulary.render(&hint))
}

/// Returns whether the reader of our output has closed it, as `head` does.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
            || cause
                .downcast_ref::<serde_json::Error>()
                .is_some_and(|error| error.io_error_kind() == Some(io::ErrorKind::BrokenPipe))
    })
}
