//! `status --skipped`: lists the files and folders that are not in the index, each with its reason.

use rutter_domain::{Freshness, Vocabulary, Worded};
use rutter_engine::Refresh;
use rutter_workspace::LeftOut;
use serde::Serialize;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Lists what is not in the index, without refreshing the index.
#[derive(Debug, Clone, Copy)]
pub struct ListSkippedFiles;

#[derive(Debug, Clone, Copy)]
pub struct Args {
    pub skip: usize,
    pub limit: usize,
}

/// Files and folders that are not in the index, sorted by path. An ignored folder is listed without its content.
#[derive(Debug, Clone, Serialize)]
pub struct SkippedFiles {
    pub index: Freshness,
    pub skipped: Vec<LeftOut>,
    /// Number of items after these.
    pub omitted: usize,
    /// The `skip` of the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_skip: Option<usize>,
}

impl Tool for ListSkippedFiles {
    const NAME: &'static str = "skipped_files";
    const PERMISSION: Permission = Permission::people(Effect::Read);
    type Args = Args;
    type Answer = SkippedFiles;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<SkippedFiles, ToolError> {
        let Toolbox { engine, watcher, cancelled, .. } = toolbox;
        let snapshot = engine.snapshot(Refresh::Never, &**watcher, cancelled)?;
        let all = snapshot.left_out()?;
        let end = args.skip.saturating_add(args.limit).min(all.len());
        Ok(SkippedFiles {
            index: snapshot.freshness.clone(),
            omitted: all.len() - end,
            next_skip: (end < all.len()).then_some(end),
            skipped: all.into_iter().take(end).skip(args.skip).collect(),
        })
    }

    fn word(&self, answer: &mut SkippedFiles, vocabulary: &dyn Vocabulary) {
        answer.index.word(vocabulary);
    }
}
