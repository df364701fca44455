//! What users of `serve --team` ask of the code of all published repositories.

use std::time::Duration;

use rutter_domain::RemoteStore;
use rutter_team::{
    CodeIndex, Error, TeamHit, TeamIndex, TeamLine, TeamSearchRequest, TeamSymbol, find_references,
    find_symbol,
};
use rutter_web::{CodeHit, CodeHits, CodeQuery, CodeQuestion, SearchCode};

use crate::arguments::GlobalArgs;
use crate::{settings, team_services};

/// How long a request is repeated if no node of the index answers.
const PATIENCE: Duration = Duration::from_secs(5);

/// Answers questions about code; `None` without a team's index.
pub fn open(store: RemoteStore, global: &GlobalArgs) -> anyhow::Result<Option<Box<SearchCode>>> {
    if settings::index_address(global.index.as_deref())?.is_none() {
        return Ok(None);
    }
    let code = CodeIndex { store, index: team_services::index(global, PATIENCE)? };
    Ok(Some(Box::new(move |access, query| {
        // The answer says only that it failed; the reason is for the one who runs the server.
        let failed = |error: &Error| eprintln!("code was not searched: {error}");
        answer(code.seen_with(access), query).inspect_err(failed).ok()
    })))
}

fn answer(team: TeamIndex<'_>, query: &CodeQuery) -> Result<CodeHits, Error> {
    let repositories: Vec<String> = query.repository.iter().cloned().collect();
    let (name, limit) = (&query.query, query.limit);
    Ok(match query.question {
        CodeQuestion::Search => {
            let request = TeamSearchRequest {
                query: name.clone(),
                limit,
                excerpts: 1,
                repositories,
                ..TeamSearchRequest::default()
            };
            let found = rutter_team::search(team, &request)?;
            CodeHits {
                hits: found.hits.into_iter().map(of_hit).collect(),
                n_repositories: found.repositories,
                omitted: found.omitted,
                remark: found.remark,
            }
        }
        CodeQuestion::Symbol => {
            let found = find_symbol(team, name, &repositories, limit)?;
            CodeHits {
                hits: found.definitions.into_iter().map(of_symbol).collect(),
                n_repositories: found.repositories,
                omitted: found.omitted,
                remark: found.remark,
            }
        }
        CodeQuestion::References => {
            let found = find_references(team, name, &repositories, limit)?;
            CodeHits {
                hits: found.lines.into_iter().map(of_line).collect(),
                n_repositories: found.repositories,
                omitted: found.omitted,
                remark: found.remark,
            }
        }
    })
}

fn of_hit(hit: TeamHit) -> CodeHit {
    let TeamHit { repository, commit, path, start_line, end_line, symbol, snippet, .. } = hit;
    CodeHit { repository, commit, path, start_line, end_line, symbol, snippet }
}

fn of_symbol(found: TeamSymbol) -> CodeHit {
    let TeamSymbol { repository, commit, path, start_line, end_line, symbol, signature, .. } =
        found;
    let (symbol, snippet) = (Some(symbol), signature);
    CodeHit { repository, commit, path, start_line, end_line, symbol, snippet }
}

fn of_line(found: TeamLine) -> CodeHit {
    let TeamLine { repository, commit, path, line, text } = found;
    let (start_line, end_line, symbol, snippet) = (line, line, None, text);
    CodeHit { repository, commit, path, start_line, end_line, symbol, snippet }
}
