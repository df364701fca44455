//! The commands, one per file: arguments in, an answer printed, an exit code out.
//!
//! A query command runs one tool and renders its answer. The others set up what they need
//! themselves. Start at [`run`].

mod agents;
mod all_repositories;
mod ask;
mod changed;
mod chat;
mod completions;
mod doctor;
mod entries;
mod explore;
mod export;
pub mod gaps;
mod grep;
mod impact;
mod index;
mod mcp;
mod metrics;
mod overview;
mod path;
mod references;
mod runs;
mod search;
mod serve;
mod serve_team;
mod similar;
mod status;
mod symbol;
mod team;
mod why;

use crate::arguments::{Arguments, Command, GlobalArgs};
use crate::context::{Context, IndexOptions};
use crate::embedder;
use crate::exit::Exit;

pub fn run(arguments: Arguments) -> anyhow::Result<Exit> {
    let Arguments { mut global, command } = arguments;
    let mut options = IndexOptions::default();
    match &command {
        Command::Index(args) => {
            global.root = args.dir.clone().or(global.root);
            options = IndexOptions {
                limit_bytes: args.max_file_size,
                embedder: embedder::choice(&args.embedder),
            };
        }
        Command::Explore(args) => explore::locate(args, &mut global)?,
        Command::Search(args) => global.json |= args.batch,
        _ => {}
    }
    let here = Here { global: &global, options };
    match command {
        Command::Search(args) if args.published.all => all_repositories::search(args, &global),
        Command::Search(args) => here.run(|ctx| search::run(args, ctx)),
        Command::Similar(args) => here.run(|ctx| similar::run(args, ctx)),
        Command::Grep(args) => here.run(|ctx| grep::run(args, ctx)),
        Command::Symbol(args) if args.published.all => all_repositories::symbol(args, &global),
        Command::Symbol(args) => here.run(|ctx| symbol::run(args.symbol, ctx)),
        Command::References(args) if args.published.all => {
            all_repositories::references(args, &global)
        }
        Command::References(args) => here.run(|ctx| references::run(args.references, ctx)),
        Command::Impact(args) => here.run(|ctx| impact::run(args, ctx)),
        Command::Path(args) => here.run(|ctx| path::run(args, ctx)),
        Command::Overview(args) => here.run(|ctx| overview::run(args, ctx)),
        Command::Changed(args) => here.run(|ctx| changed::run(args, ctx)),
        Command::Why(args) => here.run(|ctx| why::run(args, ctx)),
        Command::Ask(args) => here.run(|ctx| ask::run(args, ctx)),
        Command::Chat(args) => here.run(|ctx| chat::run(args, ctx)),
        Command::Explore(args) => here.run(|ctx| explore::run(&args, ctx)),
        Command::Entries(args) => here.run(|ctx| entries::run(args, ctx)),
        Command::Gaps(args) => here.run(|ctx| gaps::run(args, ctx)),
        Command::Serve(args) if args.team => serve_team::run(&args, &global),
        Command::Serve(args) => serve::run(&args, &global),
        Command::Mcp(args) => mcp::run(&args, &global),
        Command::Agents(args) => here.run(|ctx| agents::run(&args, ctx)),
        Command::Export(args) => here.run(|ctx| export::run(&args, ctx)),
        Command::Team(args) => team::run(args.command, &global),
        Command::Index(args) => here.run(|ctx| index::run(&args, ctx)),
        Command::Status(args) => here.run(|ctx| status::run(&args, ctx)),
        Command::Doctor(args) => here.run(|ctx| doctor::run(&args, ctx)),
        Command::Runs(args) => here.run(|ctx| runs::run(args, ctx)),
        Command::Metrics(args) => here.run(|ctx| metrics::run(&args, ctx)),
        Command::Completions { shell } => completions::run(shell),
    }
}

/// The repository around the current folder, or the one that the user named.
struct Here<'a> {
    global: &'a GlobalArgs,
    options: IndexOptions,
}

impl Here<'_> {
    fn run(
        self,
        command: impl FnOnce(&mut Context) -> anyhow::Result<Exit>,
    ) -> anyhow::Result<Exit> {
        let mut ctx = Context::new(self.global, self.options)?;
        let exit = command(&mut ctx);
        ctx.toolbox.prepare_exit();
        exit
    }
}
