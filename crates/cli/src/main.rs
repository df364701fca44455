//! The program `rutter`: arguments, settings, wiring, progress, rendering. Start at
//! [`commands::run`].
//!
//! Exit codes: 0 found or done, 1 nothing found or a check found something, 2 bad usage or an error, 130 stopped by Ctrl-C.

/// Prints a line to standard error, without what could control a terminal.
macro_rules! eprintln {
    ($($line:tt)*) => { crate::screen::print_remark(format_args!($($line)*)) };
}

/// The same without a line end.
macro_rules! eprint {
    ($($text:tt)*) => { crate::screen::print_text(format_args!($($text)*)) };
}

mod agents;
mod arguments;
mod background_index;
mod chat;
mod code_search;
mod commands;
mod consent;
mod context;
mod editor;
mod embedder;
mod error_report;
mod exit;
mod exploration;
mod formats;
mod gap_report;
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
mod team_services;
mod team_tools;
mod verbosity;
mod vocabulary;
mod web_model;

use std::ffi::OsString;
use std::process::ExitCode;

use arguments::Arguments;

/// Parsing allocates node by node; the system's allocator takes a tenth of an indexing run.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Text such as `- foo` is no flag, but clap takes whatever starts with a hyphen for one.
fn as_text(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if text.starts_with("- ") => OsString::from(format!(" {text}")),
        Some(_) | None => argument,
    }
}

fn main() -> ExitCode {
    let arguments = match Arguments::read(std::env::args_os().map(as_text)) {
        Ok(arguments) => arguments,
        Err(error) => {
            let Some((message, hint)) = arguments::refused_flag(&error) else {
                if !error.use_stderr() {
                    error.exit();
                }
                eprint!("{}", error.render().ansi());
                return ExitCode::from(2);
            };
            error_report::print(&error_report::Hinted::new(&message, hint).into());
            return ExitCode::from(2);
        }
    };
    match commands::run(arguments) {
        Ok(exit) => exit.into(),
        Err(error) if error_report::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            error_report::print(&error);
            ExitCode::from(2)
        }
    }
}
