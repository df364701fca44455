//! Lists the entries that a reader can review.

use rutter_domain::ListedEntry;
use rutter_knowledge::EntriesFilter;
use serde::Serialize;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Lists the entries that a reader should review.
#[derive(Debug, Clone, Copy)]
pub struct ListWaiting;

#[derive(Debug, Clone, Default)]
pub struct WaitingArgs {
    /// The name of the reader, whose own entries are left out.
    pub reader: String,
    /// The run of the reader.
    pub run: Option<String>,
    /// Ids of entries, or their first characters; if empty, the entries that wait for a review.
    pub ids: Vec<String>,
    /// Only of paths that match one of these globs; all if empty.
    pub globs: Vec<String>,
    pub limit: usize,
}

/// Entries to review.
#[derive(Debug, Clone, Serialize)]
pub struct WaitingEntries {
    pub entries: Vec<ListedEntry>,
    /// Entries that wait beyond the limit.
    pub n_more: usize,
}

impl Tool for ListWaiting {
    const NAME: &'static str = "entries_to_review";
    const PERMISSION: Permission = Permission::people(Effect::Read);
    type Args = WaitingArgs;
    type Answer = WaitingEntries;

    fn run(
        &self,
        toolbox: &Toolbox,
        _: &Session,
        args: WaitingArgs,
    ) -> Result<WaitingEntries, ToolError> {
        let knowledge = toolbox.knowledge()?;
        let WaitingArgs { reader, run, ids, globs, limit } = args;
        let filter = EntriesFilter { globs, ..EntriesFilter::default() };
        if ids.is_empty() {
            let queue = knowledge.to_review(&filter, &reader, run.as_deref(), limit)?;
            let n_more = queue.n_waiting - queue.entries.len();
            return Ok(WaitingEntries { entries: queue.entries, n_more });
        }
        let mut entries: Vec<ListedEntry> = Vec::new();
        for id in ids {
            // Fails with similar ids if there is no such entry.
            let id = knowledge.questionnaire(&id)?.entry;
            let filter = EntriesFilter { sought: Some(id), ..filter.clone() };
            entries.extend(knowledge.entries(&filter)?.entries);
        }
        let n_more = entries.len().saturating_sub(limit);
        entries.truncate(limit);
        Ok(WaitingEntries { entries, n_more })
    }
}
