//! `status --files`: lists the paths of all indexed files.

use rutter_domain::{Freshness, Vocabulary, Worded};
use rutter_engine::Refresh;
use serde::Serialize;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Lists the indexed files, without refreshing the index.
#[derive(Debug, Clone, Copy)]
pub struct ListIndexedFiles;

/// The indexed files, sorted by path.
#[derive(Debug, Clone, Serialize)]
pub struct IndexedFiles {
    pub index: Freshness,
    pub files: Vec<String>,
}

impl Tool for ListIndexedFiles {
    const NAME: &'static str = "indexed_files";
    const PERMISSION: Permission = Permission::people(Effect::Read);
    type Args = ();
    type Answer = IndexedFiles;

    fn run(&self, toolbox: &Toolbox, _: &Session, (): ()) -> Result<IndexedFiles, ToolError> {
        let Toolbox { engine, watcher, cancelled, .. } = toolbox;
        let snapshot = engine.snapshot(Refresh::Never, &**watcher, cancelled)?;
        let files = snapshot.paths().map(str::to_owned).collect();
        Ok(IndexedFiles { index: snapshot.freshness.clone(), files })
    }

    fn word(&self, answer: &mut IndexedFiles, vocabulary: &dyn Vocabulary) {
        answer.index.word(vocabulary);
    }
}
