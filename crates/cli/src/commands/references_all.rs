//! `references --all`: prints the lines that contain a name, in all repositories of the team.

use std::time::Duration;

use rutter_store::Access;
use rutter_team::{TeamIndex, find_references};

use crate::arguments::{GlobalArgs, ReferencesArgs};
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::{render, team_services};

/// How long a request is repeated if no node of the index answers.
const PATIENCE: Duration = Duration::from_secs(10);

pub fn run(args: &ReferencesArgs, global: &GlobalArgs) -> anyhow::Result<Exit> {
    let wanted = &args.references;
    if wanted.file_path.is_some() || wanted.kind.is_some() {
        let message = "`--path` and `--kind` are not for `--all`: uses are found by name there";
        return Err(Hinted::new(message, "leave them out, or ask this repository alone").into());
    }
    let store = team_services::store(global)?;
    let index = team_services::index(global, PATIENCE)?;
    let mut ctx = team_services::context(global)?;
    let team = TeamIndex { store: &store, index: &index, access: &Access::Everything };
    let answer = find_references(team, &wanted.name, &args.published.repository, wanted.limit)?;
    ctx.print(&answer, render::team_references)?;
    Ok(if answer.lines.is_empty() { Exit::Nothing } else { Exit::Found })
}
