//! Lists the entries that a reader can review.

use rutter_domain::ListedEntry;
use rutter_knowledge::{BatchLen, EntriesFilter};
use serde::Serialize;

use super::SessionReader;
use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Lists the entries that the session should review.
#[derive(Debug, Clone, Copy)]
pub struct ListWaiting;

#[derive(Debug, Clone, Default)]
pub struct WaitingArgs {
    /// Ids of entries, or their first characters; if empty, the entries that wait for a review.
    pub ids: Vec<String>,
    /// Only of paths that match one of these globs; all if empty.
    pub globs: Vec<String>,
    /// Only entries that this run wrote.
    pub written_in: Option<String>,
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
    const PERMISSION: Permission = Permission::without_agents(Effect::Read);
    type Args = WaitingArgs;
    type Answer = WaitingEntries;

    fn run(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        args: WaitingArgs,
    ) -> Result<WaitingEntries, ToolError> {
        let knowledge = toolbox.knowledge()?;
        let WaitingArgs { ids, globs, written_in, limit } = args;
        let filter = EntriesFilter { globs, ..EntriesFilter::default() };
        if ids.is_empty() {
            let reader = SessionReader::new(session);
            let mut entries =
                knowledge.to_review(&filter, &reader.as_reader(), usize::MAX)?.entries;
            if let Some(run) = written_in {
                entries.retain(|entry| entry.run.as_deref() == Some(&run));
            }
            return Ok(WaitingEntries::of(entries, limit));
        }
        let mut entries: Vec<ListedEntry> = Vec::new();
        for id in ids {
            // Fails with similar ids if there is no such entry.
            let id = knowledge.questionnaire(&id, BatchLen(1))?.entry;
            let filter = EntriesFilter { sought: Some(id), ..filter.clone() };
            entries.extend(knowledge.entries(&filter)?.entries);
        }
        Ok(WaitingEntries::of(entries, limit))
    }
}

impl WaitingEntries {
    fn of(mut entries: Vec<ListedEntry>, limit: usize) -> WaitingEntries {
        let n_more = entries.len().saturating_sub(limit);
        entries.truncate(limit);
        WaitingEntries { entries, n_more }
    }
}
