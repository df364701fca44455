//! The team's store and index, as the user chose them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rutter_domain::{RemoteStore, error_chain};
use rutter_provider::qdrant::{IndexAddress, Qdrant, QdrantError};
use rutter_serve::AskTeam;
use rutter_store::TeamStore;
use rutter_team::tools::entries::SearchEntries;
use rutter_team::{Team, TeamTool as _, TeamVisitor};
use serde_json::{Map, Value};

use crate::arguments::GlobalArgs;
use crate::context::{Context, IndexOptions};
use crate::error_report::Hinted;
use crate::settings;

/// How long a question is repeated if no node of the index answers.
const READ_RETRIES: Duration = Duration::from_secs(5);
/// How long a change is repeated if no node of the index answers.
pub const WRITE_RETRIES: Duration = Duration::from_secs(10);

/// The address of the store. Its repository is empty, since the whole store is meant.
pub fn store(global: &GlobalArgs) -> anyhow::Result<RemoteStore> {
    let Some(url) = settings::store_address(global.store.as_deref())? else {
        let hint = "pass `--store URL`, or set $RUTTER_STORE";
        return Err(Hinted::new("there is no team's store", hint).into());
    };
    Ok(RemoteStore { url, repository: String::new() })
}

/// The index. A request is repeated for this long if no node answers.
pub fn index(global: &GlobalArgs, retries: Duration) -> anyhow::Result<Qdrant> {
    let hint = "pass `--index qdrant://HOST:PORT`, or set $RUTTER_INDEX";
    let Some(address) = settings::index_address(global.index.as_deref())? else {
        return Err(Hinted::new("there is no team's index", hint).into());
    };
    let unusable = |error: QdrantError| Hinted::new(&error.to_string(), hint);
    let address = IndexAddress::parse(&address)
        .map_err(|reason| unusable(QdrantError::Address { reason }))?;
    let key = settings::index_key();
    Ok(Qdrant::connect(address, key.as_deref(), retries).map_err(unusable)?)
}

/// The index for questions; `None` if the user chose none.
pub fn index_if_any(global: &GlobalArgs) -> anyhow::Result<Option<Qdrant>> {
    match settings::index_address(global.index.as_deref())? {
        Some(_) => index(global, READ_RETRIES).map(Some),
        None => Ok(None),
    }
}

/// Store and index for questions.
pub fn team_to_read(global: &GlobalArgs) -> anyhow::Result<Team> {
    Ok(Team::new(TeamStore::open_to_read(&store(global)?)?, index_if_any(global)?))
}

/// Answers agents of this machine for all repositories; `None` if the user chose no store or no index. Connects on the
/// first call, since the tools for this repository must work without a connection.
pub fn for_agents(global: &GlobalArgs) -> anyhow::Result<Option<Arc<AskTeam>>> {
    let has_store = settings::store_address(global.store.as_deref())?.is_some();
    if !has_store || settings::index_address(global.index.as_deref())?.is_none() {
        return Ok(None);
    }
    let (global, connected) = (global.clone(), Mutex::<Option<Arc<Team>>>::default());
    let connect = move || {
        let mut connected = connected.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(team) = &*connected {
            return anyhow::Ok(Arc::clone(team));
        }
        let team = Arc::new(team_to_read(&global)?);
        *connected = Some(Arc::clone(&team));
        Ok(team)
    };
    Ok(Some(Arc::new(move |tool: &str, mut arguments: Map<String, Value>| {
        let team = connect().map_err(|error| format!("{error:#}"))?;
        // With this argument the tool of the same name searches the entries of one repository.
        let is_for_entries = arguments.remove("entries") == Some(Value::Bool(true));
        let tool = if is_for_entries { SearchEntries::NAME } else { tool };
        let asked = team.seen_by(TeamVisitor::Owner).call(tool, &arguments);
        let asked = asked.unwrap_or(Err(rutter_team::Error::NoIndex));
        asked.map_err(|error| error_chain(&error))
    })))
}

/// A context for commands about the whole team. The current folder need not be a repository of the store.
pub fn context(global: &GlobalArgs) -> anyhow::Result<Context> {
    let global = GlobalArgs { store: Some(settings::LOCAL.to_owned()), ..global.clone() };
    Context::new(&global, IndexOptions::default())
}
