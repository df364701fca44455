//! What agents ask of all repositories of a team: the tools whose `root` is `*`.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use rutter_knowledge::search_all_recorded;
use rutter_serve::{AskTeam, TeamReply};
use rutter_store::Access;
use rutter_team::{CodeIndex, TeamSearchRequest, find_references, find_symbol, search};
use rutter_tools::code::search::{self as search_tool, kinds, languages, scope};
use rutter_tools::code::{references, symbol};
use rutter_workspace::redact;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::arguments::GlobalArgs;
use crate::{render, settings, team_services};

/// How long a request is repeated if no node of the index answers.
const PATIENCE: Duration = Duration::from_secs(5);
/// Files, definitions or lines of one answer, however many are asked for.
const MOST: usize = 20;
/// A longer text is cut.
const LIMIT_TEXT_BYTES: usize = 24_000;

/// Answers for agents from the team's index; `None` if the user chose no store or no index.
pub fn ask_team(global: &GlobalArgs) -> anyhow::Result<Option<Arc<AskTeam>>> {
    let has_store = settings::store_address(global.store.as_deref())?.is_some();
    if !has_store || settings::index_address(global.index.as_deref())?.is_none() {
        return Ok(None);
    }
    let store = team_services::store(global)?;
    let code = CodeIndex { store, index: team_services::index(global, PATIENCE)? };
    Ok(Some(Arc::new(move |tool: &str, arguments: Map<String, Value>| {
        answer(&code, tool, arguments).map_err(|error| format!("{error:#}"))
    })))
}

fn answer(
    code: &CodeIndex,
    tool: &str,
    arguments: Map<String, Value>,
) -> anyhow::Result<TeamReply> {
    let team = code.seen_with(&Access::Everything);
    match tool {
        "search" => {
            let search_tool::Args { query, options, .. } = read(arguments)?;
            if options.entries {
                let limit = options.limit.clamp(1, MOST);
                let found = search_all_recorded(team.store, team.access, &[], &query, limit)?;
                return reply(&found, render::team_entries);
            }
            let request = TeamSearchRequest {
                query,
                limit: options.limit.clamp(1, MOST),
                excerpts: 1,
                mode: options.mode,
                repositories: Vec::new(),
                languages: languages(&options.lang)?,
                kinds: kinds(&options.kind)?,
                globs: options.path,
                scope: scope(options.code, options.docs),
            };
            reply(&search(team, &request)?, render::team_search)
        }
        "symbol" => {
            let symbol::Args { name, limit, .. } = read(arguments)?;
            reply(&find_symbol(team, &name, &[], limit.clamp(1, MOST))?, render::team_symbol)
        }
        _ => {
            let references::Args { name, limit, .. } = read(arguments)?;
            let found = find_references(team, &name, &[], limit.clamp(1, MOST))?;
            reply(&found, render::team_references)
        }
    }
}

fn read<T: DeserializeOwned>(arguments: Map<String, Value>) -> anyhow::Result<T> {
    Ok(serde_json::from_value(Value::Object(arguments))?)
}

fn reply<T: Serialize>(
    answer: &T,
    render: fn(&mut dyn Write, &T) -> io::Result<()>,
) -> anyhow::Result<TeamReply> {
    let mut text = Vec::new();
    render(&mut text, answer)?;
    let text = String::from_utf8_lossy(&text);
    let text = anstream::adapter::strip_str(&text).to_string();
    // What was published is masked already; what was recorded is not.
    let mut text = redact(&text).text.into_owned();
    if text.len() > LIMIT_TEXT_BYTES {
        text.truncate(text.floor_char_boundary(LIMIT_TEXT_BYTES));
        text.push_str("\n… ask for fewer with `limit`");
    }
    Ok(TeamReply { text, data: masked(serde_json::to_value(answer)?) })
}

/// The same without values that look secret.
fn masked(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(redact(&text).text.into_owned()),
        Value::Array(values) => values.into_iter().map(masked).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, value)| (name, masked(value))).collect()
        }
        other @ (Value::Null | Value::Bool(_) | Value::Number(_)) => other,
    }
}
