//! The binary `rutter`: arguments, progress, rendering, exit codes.
//!
//! Exit codes: 0 found or done, 1 nothing found, 2 bad usage or an error.

mod agents;
mod arguments;
mod commands;
mod consent;
mod context;
mod embedder;
mod exploration;
mod failure;
mod memory;
mod model;
mod progress;
mod render;
mod settings;
mod signals;
mod teller;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;

/// Parsing allocates a node at a time; the system's allocator takes a tenth of an indexing run.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match commands::run(arguments) {
        Ok(exit) => exit.into(),
        Err(error) if failure::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            failure::print(&error);
            ExitCode::from(2)
        }
    }
}
