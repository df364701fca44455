//! Reports damage to the notebook, and a store that cannot be reached, to the user.

use rutter_domain::{Hint, Remark};
use rutter_engine::{Check, Health, Status};
use rutter_store::{NotebookDamage, StoreUrl};
use rutter_workspace::RepoLayout;

use crate::Error;
use crate::cache::store_url;
use crate::queue::n_queued;

/// Ids of at most this many entries are named.
const NAMED_ENTRIES: usize = 10;

/// Adds to a status what of the notebook is damaged or out of reach, and how many entries wait here.
pub fn add_notebook_state(status: &mut Status, layout: &RepoLayout) {
    let url = store_url(layout);
    let contents = url.exists().then(|| rutter_store::open(&url)?.entries());
    match contents {
        None => {}
        Some(Ok(contents)) => status.damage.extend(describe_damage(&url, &contents.damage)),
        Some(Err(error)) => {
            let list =
                if error.is_out_of_reach() { &mut status.unavailable } else { &mut status.damage };
            list.push(remark(&Error::from(error)));
        }
    }
    if layout.remote.is_some() {
        match n_queued(layout) {
            Ok(n_entries) => status.queued_entries = n_entries,
            Err(error) => status.damage.push(remark(&error)),
        }
    }
}

fn remark(error: &Error) -> Remark {
    let text = error.to_string();
    match error.hint() {
        Some(hint) => Remark::with_hint(text, hint),
        None => Remark::new(text),
    }
}

/// Checks that every entry is as it was written; `None` if there is no notebook.
pub fn examine_notebook(layout: &RepoLayout) -> Option<Check> {
    let url = store_url(layout);
    let verified = url.exists().then(|| {
        let store = rutter_store::open(&url)?;
        Ok((store.n_entries()?, store.verify()?))
    })?;
    let name = "entries";
    Some(match verified.map_err(|error: rutter_store::Error| Error::from(error)) {
        Err(error) => Check {
            name,
            health: Health::Bad,
            detail: Remark::new(error.to_string()),
            hint: error.hint(),
        },
        Ok((n_entries, damage)) if damage.is_empty() => Check {
            name,
            health: Health::Good,
            detail: Remark::new(format!("{n_entries}, all as written")),
            hint: None,
        },
        Ok((_, damage)) => Check {
            name,
            health: Health::Bad,
            detail: describe_damage(&url, &damage)
                .into_iter()
                .reduce(Remark::join)
                .unwrap_or_else(|| Remark::new("")),
            hint: None,
        },
    })
}

/// Describes damage to entries, with hints.
pub(crate) fn describe_damage(url: &StoreUrl, damage: &NotebookDamage) -> Vec<Remark> {
    let describe = |ids: &[String], what: &str, hint: Hint| {
        let shown = ids.iter().take(NAMED_ENTRIES).cloned().collect::<Vec<_>>().join(", ");
        let more = if ids.len() > NAMED_ENTRIES { ", …" } else { "" };
        let noun = if ids.len() == 1 { "entry" } else { "entries" };
        let n_ids = ids.len();
        let text = format!("`{url}` is damaged: {n_ids} {noun} {what} ({shown}{more})");
        (n_ids > 0).then(|| Remark::with_hint(text, hint))
    };
    let altered = describe(&damage.altered, "not as written", Hint::RestoreOrForgetEntries);
    let lost = describe(&damage.lost, "lost", Hint::RestoreOrImportEntries);
    altered.into_iter().chain(lost).collect()
}
