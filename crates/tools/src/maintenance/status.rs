//! `status`: reports what the index contains and how fresh it is.

use std::collections::BTreeMap;
use std::sync::Arc;

use rutter_domain::{Freshness, Vocabulary, Worded};
use rutter_engine::{Error, Refresh, Status};
use rutter_knowledge::{Knowledge, add_notebook_state};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::quote::quote;
use crate::reply::ToolReply;
use crate::{
    CleanText, Effect, McpFace, ModelTool, PagedTool, Permission, Session, Tool, ToolError, Toolbox,
};

/// Reports what the index contains and whether it is current, without refreshing it.
#[derive(Debug, Clone, Copy)]
pub struct IndexStatus;

/// Tells whether the index is current, what it contains and which repositories are served. Call it first
/// in a repository that you do not know.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
pub struct Args {}

impl Tool for IndexStatus {
    const NAME: &'static str = "status";
    const PERMISSION: Permission = Permission::without_models(Effect::Read);
    type Args = Args;
    type Answer = Status;

    fn run(&self, toolbox: &Toolbox, _: &Session, _: Args) -> Result<Status, ToolError> {
        match toolbox.engine.snapshot(Refresh::Never, &*toolbox.watcher, &toolbox.cancelled) {
            Ok(snapshot) => Ok(Knowledge::new(Arc::new(snapshot)).status()),
            Err(Error::Absent { .. }) => {
                Ok(with_notebook(Status::absent(&toolbox.engine.layout), toolbox))
            }
            Err(error @ Error::Damaged { .. }) => {
                Ok(with_notebook(Status::damaged(&toolbox.engine.layout, &error), toolbox))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn word(&self, answer: &mut Status, vocabulary: &dyn Vocabulary) {
        answer.word(vocabulary);
    }

    fn freshness<'a>(&self, status: &'a Status) -> Option<&'a Freshness> {
        Some(&status.index)
    }
}

impl ModelTool for IndexStatus {
    const EXAMPLE: &'static str = "{}";
    const MCP: Option<McpFace> = Some(McpFace {
        name: "status",
        needs_index: false,
        is_paged: false,
        asks_all: true,
        ..McpFace::USUAL
    });
    type Input = Args;

    fn resolve(&self, _: &Toolbox, input: Args) -> Result<Args, ToolError> {
        Ok(input)
    }

    fn render(&self, _: &Toolbox, status: &Status, reply: &mut ToolReply) -> Result<(), ToolError> {
        reply.line(format!(
            "{} symbols, {} entries ({} stale)",
            status.symbols, status.entries, status.stale_entries
        ));
        if status.misplaced_entries > 0 {
            reply.line(format!(
                "{} entries cite another symbol of the same name; record them again",
                status.misplaced_entries
            ));
        }
        for away in &status.unavailable {
            reply.line(format!("entries are not known: {away}"));
        }
        if let Some(about) = &status.about {
            reply.line(format!("about ({}): {}", about.status, quote(&about.summary)));
        }
        let language = |(name, n_files): (&&str, &u64)| format!("{name} {n_files}");
        let languages: Vec<String> = status.languages.iter().map(language).collect();
        if !languages.is_empty() {
            reply.line(format!("files: {}", languages.join(", ")));
        }
        Ok(())
    }
}

impl PagedTool for IndexStatus {
    type Data = StatusData;

    fn data(&self, status: &Status) -> StatusData {
        StatusData {
            symbols: status.symbols,
            languages: status.languages.clone(),
            entries: status.entries,
            stale_entries: status.stale_entries,
            misplaced_entries: status.misplaced_entries,
            about: status.about.as_ref().map(|about| CleanText::from(&about.summary)),
            embedding_model: status.embedding_model.as_ref().map(CleanText::from),
            version: status.version,
        }
    }
}

/// Adds the state of the notebook, which does not depend on an index.
fn with_notebook(mut status: Status, toolbox: &Toolbox) -> Status {
    add_notebook_state(&mut status, &toolbox.engine.layout);
    status
}

/// What the index contains, as data.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub struct StatusData {
    symbols: u64,
    /// Indexed files by language.
    languages: BTreeMap<&'static str, u64>,
    /// What was recorded.
    entries: u64,
    /// Entries that do not hold any more.
    stale_entries: u64,
    /// Entries that cite another symbol of the same name than their own.
    misplaced_entries: u64,
    /// What was recorded about the repository as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<CleanText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    embedding_model: Option<CleanText>,
    version: &'static str,
}
