//! Settings of the store in which the records of a repository are kept.
//!
//! Only the user chooses a team's store, by a flag, in the environment or in the user's own file: a store
//! receives all that is recorded. A repository's file may only give the repository's name there.

use rutter_domain::RemoteStore;
use rutter_workspace::{Git, RepoLayout};

use super::file::StoreTable;
use super::{user_folder, variable};
use crate::error_report::Hinted;

/// The value of `--store` that chooses the data folder.
pub const LOCAL: &str = "local";

/// The address of the team's store; `None` if records are kept in the data folder.
pub fn store_address(flag: Option<&str>) -> anyhow::Result<Option<String>> {
    let named = flag.map(str::to_owned).or_else(|| variable("RUTTER_STORE"));
    let url = match (named, user_folder()) {
        (Some(named), _) => Some(named),
        (None, Some(folder)) => StoreTable::read(&folder.join("config.toml"))?.url,
        (None, None) => None,
    };
    let Some(url) = url.filter(|url| url != LOCAL) else { return Ok(None) };
    if !(url.starts_with("postgres://") || url.starts_with("postgresql://")) {
        let message = "the address of the store does not begin with `postgres://`";
        let hint = "write `postgres://USER:PASSWORD@HOST/DATABASE`, or `local` for the data folder";
        return Err(Hinted::new(message, hint).into());
    }
    Ok(Some(url))
}

/// The address of the team's index; `None` if there is none.
pub fn index_address(flag: Option<&str>) -> anyhow::Result<Option<String>> {
    let named = flag.map(str::to_owned).or_else(|| variable("RUTTER_INDEX"));
    Ok(match (named, user_folder()) {
        (Some(named), _) => Some(named),
        (None, Some(folder)) => StoreTable::read(&folder.join("config.toml"))?.index,
        (None, None) => None,
    })
}

/// The key of the team's index, if it asks for one.
pub fn index_key() -> Option<String> {
    variable("RUTTER_QDRANT_KEY")
}

/// The repository in the team's store; `None` if records are kept in the data folder. Asks neither
/// git nor the server unless the user chose a store.
pub fn remote_store(
    flag: Option<&str>,
    layout: &RepoLayout,
) -> anyhow::Result<Option<RemoteStore>> {
    let Some(url) = store_address(flag)? else { return Ok(None) };
    let theirs_path = layout.data.join("config.toml");
    let theirs = StoreTable::read(&theirs_path)?;
    if theirs.url.is_some() || theirs.index.is_some() {
        let path = theirs_path.display();
        let message = format!("`{path}` names a store, which only you may choose");
        let hint = "pass it with `--store` and `--index`, $RUTTER_STORE and $RUTTER_INDEX, or in \
                    your own settings";
        return Err(Hinted::new(&message, hint).into());
    }
    let repository = match theirs.repository {
        Some(name) if !name.trim().is_empty() => name,
        Some(_) | None => repository_name(layout)?,
    };
    Ok(Some(RemoteStore { url, repository }))
}

/// The name of a repository whose settings give none, from git.
fn repository_name(layout: &RepoLayout) -> anyhow::Result<String> {
    let identity = Git::open(&layout.root).and_then(|git| git.identity());
    identity.map_err(|error| {
        let message = format!("the store needs a name for `{}`: {error}", layout.root.display());
        let path = layout.data.join("config.toml");
        let hint = format!("write `repository = \"NAME\"` under `[store]` in `{}`", path.display());
        Hinted::new(&message, &hint).into()
    })
}
