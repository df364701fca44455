//! The team's store and index, as the user chose them.

use std::time::Duration;

use rutter_domain::RemoteStore;
use rutter_provider::qdrant::{IndexAddress, Qdrant, QdrantError};

use crate::arguments::GlobalArgs;
use crate::context::{Context, IndexOptions};
use crate::error_report::Hinted;
use crate::settings;

/// The address of the store. Which repository it names does not matter.
pub fn store(global: &GlobalArgs) -> anyhow::Result<RemoteStore> {
    let Some(url) = settings::store_address(global.store.as_deref())? else {
        let hint = "pass `--store URL`, or set $RUTTER_STORE";
        return Err(Hinted::new("there is no team's store", hint).into());
    };
    Ok(RemoteStore { url, repository: String::new() })
}

/// The index. A request is repeated for `patience` if no node answers.
pub fn index(global: &GlobalArgs, patience: Duration) -> anyhow::Result<Qdrant> {
    let hint = "pass `--index qdrant://HOST:PORT`, or set $RUTTER_INDEX";
    let Some(address) = settings::index_address(global.index.as_deref())? else {
        return Err(Hinted::new("there is no team's index", hint).into());
    };
    let unusable = |error: QdrantError| Hinted::new(&error.to_string(), hint);
    let address = IndexAddress::parse(&address)
        .map_err(|reason| unusable(QdrantError::Address { reason }))?;
    let key = settings::index_key();
    Ok(Qdrant::connect(address, key.as_deref(), patience).map_err(unusable)?)
}

/// A context for commands about the whole team: the folder need not be a repository of the store.
pub fn context(global: &GlobalArgs) -> anyhow::Result<Context> {
    let global = GlobalArgs { store: Some(settings::LOCAL.to_owned()), ..global.clone() };
    Context::new(&global, IndexOptions::default())
}
