//! Finds the file of an entry whose author left it out.
//!
//! Small models leave out arguments that seem obvious. The file is only filled in if it is unambiguous:
//! the file of the evidence, or the only file that defines the symbol.

use std::sync::PoisonError;

use rutter_domain::name_parts;

use crate::{Session, ToolError, Toolbox};

/// Files that a refusal lists.
const MOST_NAMED: usize = 4;

/// Returns the only file that an entry about `symbol` can be about, or an error. `cited` are the files of its
/// evidence, some of them empty.
pub(super) fn implied_path(
    toolbox: &Toolbox,
    session: &Session,
    symbol: &str,
    mut cited: Vec<&str>,
) -> Result<String, ToolError> {
    cited.retain(|path| !path.is_empty());
    cited.dedup();
    if let [only] = cited[..] {
        return Ok(only.to_owned());
    }
    let missing = |help: String| Err(ToolError::refuse("`file_path` is missing", help));
    let Some(name) = name_parts(symbol.trim()).last().copied() else {
        return missing("give the file that defines the symbol, or a `topic`".to_owned());
    };
    let knowledge = toolbox.knowledge()?;
    let mut paths = knowledge.snapshot.paths_defining(name);
    if paths.len() > 1 {
        let seen = session.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let shown: Vec<&str> =
            paths.iter().copied().filter(|path| seen.paths().any(|seen| seen == *path)).collect();
        if !shown.is_empty() {
            paths = shown;
        }
    }
    match &paths[..] {
        [only] => Ok((*only).to_owned()),
        [] => missing("give the file that defines the symbol, or a `topic`".to_owned()),
        several => {
            let named = several.iter().take(MOST_NAMED).map(|path| format!("`{path}`"));
            let named = named.collect::<Vec<_>>().join(", ");
            let more = if several.len() > MOST_NAMED { " and others" } else { "" };
            missing(format!("{named}{more} define `{name}`; give the one that you mean"))
        }
    }
}
