//! The commands, one per file: arguments in, an answer printed, an exit code out.
//!
//! A query command runs one tool and renders its answer; the others wire up what they need
//! themselves. Start at [`run`].

mod agents;
mod answer;
mod ask;
mod changed;
mod chat;
mod completions;
mod doctor;
mod entries;
mod entry_review;
mod explore;
mod export;
mod fix_docs;
mod gap_report;
mod gap_review;
pub mod gaps;
mod grep;
mod impact;
mod index;
mod mcp;
mod metrics;
mod overview;
mod path;
mod references;
mod repos;
mod resolve;
mod review;
mod runs;
mod search;
mod serve;
mod similar;
mod status;
mod symbol;
mod symbols;
mod sync;
mod why;

pub use gap_review::Reviewed;

use crate::arguments::{Arguments, Command, GlobalArgs, When};
use crate::context::{Context, IndexOptions};
use crate::embedder;
use crate::exit::Exit;

pub fn run(arguments: Arguments) -> anyhow::Result<Exit> {
    let Arguments { mut global, command } = arguments;
    let mut options = IndexOptions::default();
    if let Command::Index(args) = &command {
        global.root = args.dir.clone().or(global.root);
        options = IndexOptions {
            limit_bytes: args.max_file_size,
            embedder: embedder::choice(&args.embedder),
        };
    }
    if let Command::Explore(args) = &command {
        explore::locate(args, &mut global)?;
    }
    if let Command::Search(args) = &command {
        global.json |= args.batch;
    }
    if let Command::Grep(args) = &command
        && args.output.pretty
    {
        global.color = When::Always;
    }
    if let Command::Completions { shell } = command {
        return completions::run(shell);
    }
    if let Command::Mcp(args) = &command {
        return mcp::run(args, &global);
    }
    if let Command::Serve(args) = &command {
        return serve::run(args, &global);
    }
    if let Command::Repos { command } = command {
        return repos::run(command, &global);
    }
    let mut ctx = Context::new(&global, options)?;
    let exit = run_with(command, &global, &mut ctx);
    ctx.toolbox.prepare_exit();
    exit
}

fn run_with(command: Command, global: &GlobalArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Index(args) => index::run(&args, ctx),
        Command::Explore(args) => explore::run(&args, ctx),
        Command::Resolve(args) => resolve::run(&args, ctx),
        Command::Review(args) => review::run(args, ctx),
        Command::Ask(args) => ask::run(args, ctx),
        Command::Chat(args) => chat::run(args, ctx),
        Command::Metrics(args) => metrics::run(&args, ctx),
        Command::Runs(args) => runs::run(args, ctx),
        Command::Entries(args) => entries::run(args, ctx),
        Command::Gaps(args) => gaps::run(args, ctx),
        Command::Answer(args) => answer::run(args, ctx),
        Command::Report(args) => gap_report::run(args, ctx),
        Command::Search(args) => search::run(args, ctx),
        Command::Similar(args) => similar::run(args, ctx),
        Command::Grep(args) => grep::run(args, ctx),
        Command::Symbols(args) => symbols::run(args, ctx),
        Command::Symbol(args) => symbol::run(args, ctx),
        Command::References(args) => references::run(args, ctx),
        Command::Impact(args) => impact::run(args, ctx),
        Command::Path(args) => path::run(args, ctx),
        Command::Overview(args) => overview::run(args, ctx),
        Command::Changed(args) => changed::run(args, ctx),
        Command::Why(args) => why::run(args, ctx),
        Command::FixDocs(args) => fix_docs::run(&args, ctx),
        Command::Status(args) => status::run(&args, ctx),
        Command::Sync => sync::run(ctx),
        Command::Repos { command } => repos::run(command, global),
        Command::Doctor(args) => doctor::run(&args, ctx),
        Command::Agents(args) => agents::run(&args, ctx),
        Command::Mcp(args) => mcp::run(&args, global),
        Command::Serve(args) => serve::run(&args, global),
        Command::Export(args) => export::run(&args, ctx),
        Command::Completions { shell } => completions::run(shell),
    }
}
