//! What damage to the notebook means for the user.

use std::path::Path;

use rutter_domain::{Hint, Remark};
use rutter_engine::{Check, Health};
use rutter_store::{Notebook, NotebookDamage};
use rutter_workspace::RepoLayout;

use crate::Error;

/// Ids of at most this many entries are named.
const NAMED_ENTRIES: usize = 10;

/// What of the notebook is damaged, each with what to do about it.
pub fn notebook_damage(layout: &RepoLayout) -> Vec<Remark> {
    let path = layout.notebook();
    let contents = path.exists().then(|| Notebook::open(&path).and_then(|book| book.all()));
    match contents {
        None => Vec::new(),
        Some(Ok(contents)) => describe_damage(&path, &contents.damage),
        Some(Err(error)) => {
            let error = Error::from(error);
            let text = error.to_string();
            vec![match error.hint() {
                Some(hint) => Remark::with_hint(text, hint),
                None => Remark::new(text),
            }]
        }
    }
}

/// Whether every entry is what was written; `None` if there is no notebook.
pub fn examine_notebook(layout: &RepoLayout) -> Option<Check> {
    let path = layout.notebook();
    let verified = path.exists().then(|| {
        let notebook = Notebook::open(&path)?;
        Ok((notebook.n_entries()?, notebook.verify()?))
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
            detail: describe_damage(&path, &damage)
                .into_iter()
                .reduce(Remark::join)
                .unwrap_or_else(|| Remark::new("")),
            hint: None,
        },
    })
}

/// What damage to entries means for the user.
pub(crate) fn describe_damage(path: &Path, damage: &NotebookDamage) -> Vec<Remark> {
    let describe = |ids: &[String], what: &str, hint: Hint| {
        let shown = ids.iter().take(NAMED_ENTRIES).cloned().collect::<Vec<_>>().join(", ");
        let more = if ids.len() > NAMED_ENTRIES { ", …" } else { "" };
        let noun = if ids.len() == 1 { "entry" } else { "entries" };
        let (path, n_ids) = (path.display(), ids.len());
        let text = format!("`{path}` is damaged: {n_ids} {noun} {what} ({shown}{more})");
        (n_ids > 0).then(|| Remark::with_hint(text, hint))
    };
    let altered = describe(&damage.altered, "not as written", Hint::RestoreOrForgetEntries);
    let lost = describe(&damage.lost, "lost", Hint::RestoreOrImportEntries);
    altered.into_iter().chain(lost).collect()
}
