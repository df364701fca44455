//! `search --all`: prints the places in all repositories of the team that answer a query.

use std::time::Duration;

use rutter_domain::RemoteStore;
use rutter_knowledge::search_all_recorded;
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
    if options.flat || options.skip > 0 || options.tokens.is_some() {
        let message = "`--flat`, `--skip` and `--tokens` are not for `--all`";
        return Err(Hinted::new(message, "leave them out, or search this repository alone").into());
    }
    let store = team_services::store(global)?;
    if options.entries {
        return search_entries(args, global, &store);
    }
    let index = team_services::index(global, PATIENCE)?;
    let mut ctx = team_services::context(global)?;
    let team = TeamIndex { store: &store, index: &index, access: &Access::Everything };
    let request = TeamSearchRequest {
        query: args.words.join(" "),
        limit: options.limit,
        excerpts: options.excerpts,
        mode: options.mode,
        repositories: args.published.repository.clone(),
        languages: languages(&options.lang)?,
        kinds: kinds(&options.kind)?,
        globs: options.path.clone(),
        scope: scope(options.code, options.docs),
    };
    let answer = search(team, &request)?;
    ctx.print(&answer, render::team_search)?;
    Ok(if answer.hits.is_empty() { Exit::Nothing } else { Exit::Found })
}

/// Prints what was recorded in all repositories, as it was recorded: the code is not here to compare it with.
fn search_entries(
    args: &SearchArgs,
    global: &GlobalArgs,
    store: &RemoteStore,
) -> anyhow::Result<Exit> {
    let (options, names) = (&args.options, &args.published.repository);
    if !options.lang.is_empty() || !options.kind.is_empty() || !options.path.is_empty() {
        let message = "`--lang`, `--kind` and `--path` are not for `--all --entries`";
        return Err(Hinted::new(message, "leave them out, or search this repository alone").into());
    }
    let query = args.words.join(" ");
    let limit = options.limit;
    let answer = search_all_recorded(store, &Access::Everything, names, &query, limit)?;
    let mut ctx = team_services::context(global)?;
    ctx.print(&answer, render::team_entries)?;
    Ok(if answer.entries.is_empty() { Exit::Nothing } else { Exit::Found })
}
