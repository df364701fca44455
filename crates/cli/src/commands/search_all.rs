//! `search --all`: prints the places in all repositories of the team that answer a query.

use std::time::Duration;

use rutter_store::Access;
use rutter_team::{TeamIndex, TeamSearchRequest, search};
use rutter_tools::code::search::{kinds, languages, scope};

use crate::arguments::{GlobalArgs, SearchArgs};
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::{render, team_services};

/// How long a request is repeated if no node of the index answers.
const PATIENCE: Duration = Duration::from_secs(10);

pub fn run(args: &SearchArgs, global: &GlobalArgs) -> anyhow::Result<Exit> {
    let options = &args.options;
    if options.flat || options.skip > 0 || options.tokens.is_some() || options.entries {
        let message = "`--flat`, `--skip`, `--tokens` and `--entries` are not for `--all`";
        return Err(Hinted::new(message, "leave them out, or search this repository alone").into());
    }
    let store = team_services::store(global)?;
    let index = team_services::index(global, PATIENCE)?;
    let mut ctx = team_services::context(global)?;
    let team = TeamIndex { store: &store, index: &index, access: &Access::Everything };
    let request = TeamSearchRequest {
        query: args.words.join(" "),
        limit: options.limit,
        excerpts: options.excerpts,
        mode: options.mode,
        repositories: args.team.repository.clone(),
        languages: languages(&options.lang)?,
        kinds: kinds(&options.kind)?,
        globs: options.path.clone(),
        scope: scope(options.code, options.docs),
    };
    let answer = search(team, &request)?;
    ctx.print(&answer, render::team_search)?;
    Ok(if answer.hits.is_empty() { Exit::Nothing } else { Exit::Found })
}
