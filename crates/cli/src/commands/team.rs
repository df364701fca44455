//! `team`: publishes this repository to a team's store, and manages the store's repositories and users.

mod publish;
mod repositories;
mod sync;
mod users;

use crate::arguments::{GlobalArgs, TeamCommand};
use crate::context::{Context, IndexOptions};
use crate::exit::Exit;

pub fn run(command: TeamCommand, global: &GlobalArgs) -> anyhow::Result<Exit> {
    match command {
        TeamCommand::Publish(args) => {
            let mut ctx = Context::new(global, IndexOptions::default())?;
            let exit = publish::run(&args, global, &mut ctx);
            ctx.toolbox.prepare_exit();
            exit
        }
        TeamCommand::Sync => sync::run(&mut Context::new(global, IndexOptions::default())?),
        TeamCommand::Repositories { command } => repositories::run(command, global),
        TeamCommand::Users { command } => users::run(command, global),
        TeamCommand::Audit { limit } => users::print_audit(limit, global),
    }
}
