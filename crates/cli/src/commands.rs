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
mod publish;
mod references;
mod references_all;
mod repos;
mod resolve;
mod review;
mod runs;
mod search;
mod search_all;
mod serve;
mod server;
mod similar;
mod status;
mod symbol;
mod symbol_all;
mod symbols;
mod sync;
mod why;

pub use gap_review::Reviewed;

use crate::arguments::{Arguments, Command, When};
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
    if let Command::Server(args) = command {
        return server::run(args, &global);
    }
    if let Command::Repos { command } = command {
        return repos::run(command, &global);
    }
    if let Command::Search(args) = &command
        && args.team.all
    {
        return search_all::run(args, &global);
    }
    if let Command::References(args) = &command
        && args.team.all
    {
        return references_all::run(args, &global);
    }
    if let Command::Symbol(args) = &command
        && args.team.all
    {
        return symbol_all::run(args, &global);
    }
    let mut ctx = Context::new(&global, options)?;
    let exit = match command {
        Command::Index(args) => index::run(&args, &mut ctx),
        Command::Explore(args) => explore::run(&args, &mut ctx),
        Command::Resolve(args) => resolve::run(&args, &mut ctx),
        Command::Review(args) => review::run(args, &mut ctx),
        Command::Ask(args) => ask::run(args, &mut ctx),
        Command::Chat(args) => chat::run(args, &mut ctx),
        Command::Metrics(args) => metrics::run(&args, &mut ctx),
        Command::Runs(args) => runs::run(args, &mut ctx),
        Command::Entries(args) => entries::run(args, &mut ctx),
        Command::Gaps(args) => gaps::run(args, &mut ctx),
        Command::Answer(args) => answer::run(args, &mut ctx),
        Command::Report(args) => gap_report::run(args, &mut ctx),
        Command::Search(args) => search::run(args, &mut ctx),
        Command::Similar(args) => similar::run(args, &mut ctx),
        Command::Grep(args) => grep::run(args, &mut ctx),
        Command::Symbols(args) => symbols::run(args, &mut ctx),
        Command::Symbol(args) => symbol::run(args.symbol, &mut ctx),
        Command::References(args) => references::run(args.references, &mut ctx),
        Command::Impact(args) => impact::run(args, &mut ctx),
        Command::Path(args) => path::run(args, &mut ctx),
        Command::Overview(args) => overview::run(args, &mut ctx),
        Command::Changed(args) => changed::run(args, &mut ctx),
        Command::Why(args) => why::run(args, &mut ctx),
        Command::FixDocs(args) => fix_docs::run(&args, &mut ctx),
        Command::Status(args) => status::run(&args, &mut ctx),
        Command::Sync => sync::run(&mut ctx),
        Command::Publish(args) => publish::run(&args, &global, &mut ctx),
        Command::Repos { command } => repos::run(command, &global),
        Command::Doctor(args) => doctor::run(&args, &mut ctx),
        Command::Agents(args) => agents::run(&args, &mut ctx),
        Command::Mcp(args) => mcp::run(&args, &global),
        Command::Serve(args) => serve::run(&args, &global),
        Command::Server(args) => server::run(args, &global),
        Command::Export(args) => export::run(&args, &mut ctx),
        Command::Completions { shell } => completions::run(shell),
    };
    ctx.toolbox.prepare_exit();
    exit
}
