//! One file a command: arguments in, one tool, one answer printed, one exit code.

mod agents;
mod completions;
mod doctor;
mod entries;
mod explore;
mod grep;
mod impact;
mod index;
mod mcp;
mod runs;
mod search;
mod serve;
mod similar;
mod status;
mod symbol;
mod symbols;

use std::process::ExitCode;

use crate::arguments::{Arguments, Command};
use crate::context::{Context, Wishes};
use crate::embedder;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Found something, or done.
    Found,
    /// Nothing to be found.
    Nothing,
    /// Something is wrong.
    Bad,
    /// Stopped by the user, in order.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Found => ExitCode::SUCCESS,
            Exit::Nothing => ExitCode::from(1),
            Exit::Bad => ExitCode::from(2),
            Exit::Interrupted => ExitCode::from(130),
        }
    }
}

/// Runs the command that was asked for.
pub fn run(arguments: Arguments) -> anyhow::Result<Exit> {
    let Arguments { mut everywhere, command } = arguments;
    let mut wishes = Wishes::default();
    if let Command::Index(args) = &command {
        everywhere.root = args.dir.clone().or(everywhere.root);
        wishes =
            Wishes { limit_bytes: args.max_file_size, embedder: embedder::choice(&args.embedder) };
    }
    if let Command::Explore(args) = &command {
        explore::locate(args, &mut everywhere)?;
    }
    if let Command::Search(args) = &command {
        everywhere.json |= args.batch;
    }
    if let Command::Completions { shell } = command {
        return completions::run(shell);
    }
    if let Command::Mcp(args) = &command {
        return mcp::run(args, &everywhere);
    }
    if let Command::Serve(args) = &command {
        return serve::run(args, &everywhere);
    }
    let mut ctx = Context::new(&everywhere, wishes)?;
    match command {
        Command::Index(args) => index::run(&args, &mut ctx),
        Command::Explore(args) => explore::run(&args, &mut ctx),
        Command::Runs(args) => runs::run(args, &mut ctx),
        Command::Entries(args) => entries::run(args, &mut ctx),
        Command::Search(args) => search::run(args, &mut ctx),
        Command::Similar(args) => similar::run(args, &mut ctx),
        Command::Grep(args) => grep::run(args, &mut ctx),
        Command::Symbols(args) => symbols::run(args, &mut ctx),
        Command::Symbol(args) => symbol::run(args, &mut ctx),
        Command::Impact(args) => impact::run(args, &mut ctx),
        Command::Status(args) => status::run(&args, &mut ctx),
        Command::Doctor(args) => doctor::run(&args, &mut ctx),
        Command::Agents(args) => agents::run(&args, &mut ctx),
        Command::Mcp(args) => mcp::run(&args, &everywhere),
        Command::Serve(args) => serve::run(&args, &everywhere),
        Command::Completions { shell } => completions::run(shell),
    }
}
