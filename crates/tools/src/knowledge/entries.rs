//! Tools for people who work with entries: list, reject, forget, export, import.

use std::path::PathBuf;

use rutter_domain::{EntryStatus, Hint, ListedEntry, Vocabulary, Worded};
use rutter_knowledge::{EntriesAnswer, EntriesFilter, ExportReport, HistoryDetail, ImportReport};
use serde::Serialize;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Lists entries with their current status. Agents read them as resources.
#[derive(Debug, Clone, Copy)]
pub struct ListEntries;

/// Which entries to list.
#[derive(Debug, Clone, Default)]
pub struct EntriesArgs {
    /// Only entries with one of these; all if empty.
    pub statuses: Vec<EntryStatus>,
    /// Only entries whose path matches one of these globs; all if empty.
    pub globs: Vec<String>,
    /// An id, or the name of a symbol, bare or qualified.
    pub sought: Option<String>,
    pub history: HistoryDetail,
}

impl Tool for ListEntries {
    const NAME: &'static str = "entries";
    const PERMISSION: Permission = Permission::without_models(Effect::Read);
    type Args = EntriesArgs;
    type Answer = EntriesAnswer;

    fn run(
        &self,
        toolbox: &Toolbox,
        _: &Session,
        args: EntriesArgs,
    ) -> Result<EntriesAnswer, ToolError> {
        let EntriesArgs { statuses, globs, sought, history } = args;
        Ok(toolbox.knowledge()?.entries(&EntriesFilter { statuses, globs, sought, history })?)
    }

    fn word(&self, answer: &mut EntriesAnswer, vocabulary: &dyn Vocabulary) {
        answer.word(vocabulary);
    }
}

/// Marks an entry as wrong, with a note that says why.
#[derive(Debug, Clone, Copy)]
pub struct RejectEntry;

#[derive(Debug, Clone)]
pub struct RejectArgs {
    pub id: String,
    pub note: String,
}

impl Tool for RejectEntry {
    const NAME: &'static str = "reject_entry";
    const PERMISSION: Permission = Permission::people(Effect::Record);
    type Args = RejectArgs;
    type Answer = ListedEntry;

    fn run(
        &self,
        toolbox: &Toolbox,
        _: &Session,
        args: RejectArgs,
    ) -> Result<ListedEntry, ToolError> {
        let RejectArgs { id, note } = args;
        if note.trim().is_empty() {
            return Err(ToolError::refuse("the note is empty", Hint::GiveNote));
        }
        Ok(toolbox.knowledge()?.reject(&id, &note)?)
    }
}

/// Deletes entries.
#[derive(Debug, Clone, Copy)]
pub struct ForgetEntries;

/// The entries that were deleted, by id.
#[derive(Debug, Clone, Serialize)]
pub struct Forgotten {
    pub forgotten: Vec<String>,
}

impl Tool for ForgetEntries {
    const NAME: &'static str = "forget_entries";
    const PERMISSION: Permission = Permission::people(Effect::Record);
    /// Ids, or beginnings of ids.
    type Args = Vec<String>;
    type Answer = Forgotten;

    fn run(
        &self,
        toolbox: &Toolbox,
        _: &Session,
        ids: Vec<String>,
    ) -> Result<Forgotten, ToolError> {
        Ok(Forgotten { forgotten: toolbox.knowledge()?.forget(&ids)? })
    }
}

/// Writes the entries to files that can be committed.
#[derive(Debug, Clone, Copy)]
pub struct ExportEntries;

impl Tool for ExportEntries {
    const NAME: &'static str = "export_entries";
    const PERMISSION: Permission = Permission::people(Effect::Write);
    /// The folder; `None` for the usual one.
    type Args = Option<PathBuf>;
    type Answer = ExportReport;

    fn run(
        &self,
        toolbox: &Toolbox,
        _: &Session,
        folder: Option<PathBuf>,
    ) -> Result<ExportReport, ToolError> {
        Ok(toolbox.knowledge()?.export_entries(folder.as_deref())?)
    }
}

/// Imports entries from the files of an export.
#[derive(Debug, Clone, Copy)]
pub struct ImportEntries;

impl Tool for ImportEntries {
    const NAME: &'static str = "import_entries";
    const PERMISSION: Permission = Permission::people(Effect::Record);
    /// The folder; `None` for the usual one.
    type Args = Option<PathBuf>;
    type Answer = ImportReport;

    fn run(
        &self,
        toolbox: &Toolbox,
        _: &Session,
        folder: Option<PathBuf>,
    ) -> Result<ImportReport, ToolError> {
        Ok(toolbox.knowledge()?.import_entries(folder.as_deref())?)
    }
}
