//! `search --all`: prints the places in all repositories of the team that answer a query.

use std::time::Duration;

use rutter_domain::{ListedEntry, RemoteStore};
use rutter_knowledge::search_all_recorded;
use rutter_store::Access;
use rutter_team::{TeamIndex, TeamSearchRequest, search};
use rutter_tools::code::search::{kinds, languages, scope};
use serde::Serialize;

use crate::arguments::{GlobalArgs, SearchArgs};
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::render::printable;
use crate::{render, team_services};

/// How long a request is repeated if no node of the index answers.
const PATIENCE: Duration = Duration::from_secs(10);

/// Entries of all repositories.
#[derive(Debug, Serialize)]
struct EntriesAnswer {
    query: String,
    /// Best first.
    entries: Vec<FoundEntry>,
    omitted: usize,
}

#[derive(Debug, Serialize)]
struct FoundEntry {
    repository: String,
    #[serde(flatten)]
    entry: ListedEntry,
}

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

/// Prints what was recorded in all repositories, as it was recorded: the code is not here to compare it with.
fn search_entries(
    args: &SearchArgs,
    global: &GlobalArgs,
    store: &RemoteStore,
) -> anyhow::Result<Exit> {
    let query = args.words.join(" ");
    let mut found = search_all_recorded(store, &Access::Everything, &query)?;
    let names = &args.team.repository;
    found.retain(|(repository, _)| names.is_empty() || names.contains(repository));
    let omitted = found.len().saturating_sub(args.options.limit);
    found.truncate(args.options.limit);
    let entries = found.into_iter().map(|(repository, entry)| FoundEntry { repository, entry });
    let answer = EntriesAnswer { query, entries: entries.collect(), omitted };
    let mut ctx = team_services::context(global)?;
    ctx.print(&answer, |out, answer| {
        for FoundEntry { repository, entry } in &answer.entries {
            let ListedEntry { id, path, status, summary, .. } = entry;
            let (repository, title) = (printable(repository), printable(entry.title()));
            writeln!(out, "{repository}\n{title}  {}  {id} {status}", printable(path))?;
            writeln!(out, "  {}\n", printable(summary))?;
        }
        match (answer.entries.is_empty(), answer.omitted) {
            (true, _) => writeln!(out, "no entry has words of `{}`", printable(&answer.query)),
            (false, 0) => Ok(()),
            (false, n) => writeln!(out, "{n} more entries"),
        }
    })?;
    Ok(if answer.entries.is_empty() { Exit::Nothing } else { Exit::Found })
}
