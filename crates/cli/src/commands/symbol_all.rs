//! `symbol --all`: prints where a symbol is defined in all repositories of the team.

use std::time::Duration;

use rutter_store::Access;
use rutter_team::{TeamIndex, find_symbol};

use crate::arguments::{GlobalArgs, SymbolArgs};
use crate::exit::Exit;
use crate::{render, team_services};

/// How long a request is repeated if no node of the index answers.
const PATIENCE: Duration = Duration::from_secs(10);

pub fn run(args: &SymbolArgs, global: &GlobalArgs) -> anyhow::Result<Exit> {
    let store = team_services::store(global)?;
    let index = team_services::index(global, PATIENCE)?;
    let mut ctx = team_services::context(global)?;
    let team = TeamIndex { store: &store, index: &index, access: &Access::Everything };
    let symbol = &args.symbol;
    let file = symbol.file_path.as_deref();
    let mut answer = find_symbol(team, &symbol.name, &args.published.repository, usize::MAX)?;
    answer.definitions.retain(|one| file.is_none_or(|file| one.path == file));
    answer.omitted = answer.definitions.len().saturating_sub(symbol.limit);
    answer.definitions.truncate(symbol.limit);
    ctx.print(&answer, render::team_symbol)?;
    Ok(if answer.definitions.is_empty() { Exit::Nothing } else { Exit::Found })
}
