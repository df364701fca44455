//! The program `rutter`: reads arguments and settings, runs commands, and renders their answers. Start at
//! [`commands::run`]; the exit codes are in [`exit`].

/// Prints a line to standard error, without characters that could control a terminal.
macro_rules! eprintln {
    ($($line:tt)*) => { crate::screen::print_remark(format_args!($($line)*)) };
}

/// Prints a text to standard error, without characters that could control a terminal.
macro_rules! eprint {
    ($($text:tt)*) => { crate::screen::print_text(format_args!($($text)*)) };
}

mod agents;
mod arguments;
mod background_index;
mod chat;
mod commands;
mod consent;
mod context;
mod countdown;
mod editor;
mod embedder;
mod error_report;
mod exit;
mod exploration;
mod gap_report;
mod gap_rows;
mod memory;
mod model;
mod person;
mod progress;
mod render;
mod resolve_run;
mod review_run;
mod run_recorder;
mod run_reporter;
mod runtime;
mod screen;
mod settings;
mod signals;
mod style;
mod team_services;
mod verbosity;
mod vocabulary;
mod web_model;

use std::ffi::OsString;
use std::process::ExitCode;

use arguments::Arguments;
use exit::Exit;

/// Syntax trees are allocated node by node; the system's allocator takes a tenth of the time of an indexing run.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Puts a blank before a text such as `- foo`, since clap takes everything that starts with a hyphen for a flag.
fn as_text(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if text.starts_with("- ") => OsString::from(format!(" {text}")),
        Some(_) | None => argument,
    }
}

fn main() -> ExitCode {
    let arguments = match Arguments::read(std::env::args_os().map(as_text)) {
        Ok(arguments) => arguments,
        Err(error) => return refuse(error).into(),
    };
    match commands::run(arguments) {
        Ok(exit) => exit.into(),
        Err(error) if error_report::is_broken_pipe(&error) => Exit::Found.into(),
        Err(error) => {
            error_report::print(&error);
            Exit::Error.into()
        }
    }
}

/// Prints why a command line was refused, or the help or version that it asks for.
fn refuse(error: anyhow::Error) -> Exit {
    match error.downcast::<clap::Error>() {
        Ok(error) if !error.use_stderr() => error.exit(),
        Ok(error) => eprint!("{}", error.render().ansi()),
        Err(error) => error_report::print(&error),
    }
    Exit::Error
}
