//! `record_entries`: records several entries at once.
//!
//! Each entry goes through `create_index_entry`, so both tools check and answer alike. A refused entry
//! does not keep the others from being recorded.

use rutter_domain::Recording;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{
    self, Answer as EntryAnswer, Args as EntryArgs, CreateIndexEntry, FactsInput, Piece,
    RecordData, render_answer,
};
use crate::reply::{ReplyStatus, ToolReply};
use crate::tool::BadItems;
use crate::{Effect, ModelTool, PagedTool, Permission, Session, Tool, ToolError, Toolbox};

#[derive(Debug, Clone, Copy)]
pub struct RecordEntries;

/// Records several entries at once, each as {create_index_entry} does. The reply says of each, in order,
/// what became of it; one that is refused does not affect the others.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// The entries, with the arguments of {create_index_entry}; `evidence` is needed for a topic
    #[schemars(with = "Vec<EntryForm>")]
    pub entries: Vec<EntryItem>,
}

/// An entry without the arguments that are rarely given, since the schema goes with every request.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct EntryForm {
    #[serde(default)]
    pub symbol: String,
    #[serde(default)]
    pub file_path: String,
    pub topic: Option<String>,
    pub summary: String,
    pub details: Option<String>,
    #[serde(default)]
    pub evidence: Vec<Piece>,
}

impl From<EntryForm> for EntryArgs {
    fn from(form: EntryForm) -> EntryArgs {
        let EntryForm { symbol, file_path, topic, summary, details, evidence } = form;
        EntryArgs {
            symbol,
            file_path,
            topic,
            summary,
            details,
            tags: Vec::new(),
            evidence,
            facts: FactsInput::default(),
            confidence: None,
        }
    }
}

/// One of several entries, as it was written.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum EntryItem {
    /// The item could not be read, for this reason.
    Unreadable {
        refused: String,
    },
    Entry(Box<EntryForm>),
}

impl Tool for RecordEntries {
    const NAME: &'static str = "record_entries";
    const PERMISSION: Permission = Permission::everyone(Effect::Record);
    type Args = Args;
    /// In the order of the entries.
    type Answer = Vec<EntryAnswer>;

    fn run(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        args: Args,
    ) -> Result<Vec<EntryAnswer>, ToolError> {
        if args.entries.is_empty() {
            return Err(ToolError::refuse("there is no entry", "give at least one in `entries`"));
        }
        Ok(args.entries.into_iter().map(|item| record_one(toolbox, session, item)).collect())
    }
}

/// Records one entry. An error becomes the refusal of this entry.
fn record_one(toolbox: &Toolbox, session: &Session, item: EntryItem) -> EntryAnswer {
    let refused = |symbol: String, path: String, reason: String| EntryAnswer {
        symbol,
        path,
        recording: Recording::Refused { reason },
        n_redacted: 0,
    };
    let mut args = match item {
        EntryItem::Unreadable { refused: reason } => {
            return refused(String::new(), "?".to_owned(), reason);
        }
        EntryItem::Entry(form) => EntryArgs::from(*form),
    };
    let symbol = args.topic.clone().filter(|topic| !topic.trim().is_empty());
    let (symbol, path) = (symbol.unwrap_or_else(|| args.symbol.clone()), args.file_path.clone());
    let recorded = record::resolve_paths(toolbox, &mut args)
        .and_then(|()| toolbox.run(session, &CreateIndexEntry, args));
    recorded.unwrap_or_else(|error| refused(symbol, path, error.to_string()))
}

impl ModelTool for RecordEntries {
    const EXAMPLE: &'static str = r#"{"entries":[{"symbol":"Parser::parse","file_path":"src/parser.rs","summary":"Reads a file into a tree."},{"topic":"how a file is read","summary":"`parse` reads what `open` opened.","evidence":[{"file_path":"src/parser.rs","start_line":10,"end_line":24}]}]}"#;
    const BAD_ITEMS: BadItems = BadItems::RefuseItem;
    type Input = Args;

    fn resolve(&self, _: &Toolbox, input: Args) -> Result<Args, ToolError> {
        // Paths are resolved entry by entry, so that only the entry with a wrong path is refused.
        Ok(input)
    }

    fn render(
        &self,
        _: &Toolbox,
        answer: &Vec<EntryAnswer>,
        reply: &mut ToolReply,
    ) -> Result<(), ToolError> {
        let mut n_refused = 0;
        for (at, entry) in answer.iter().enumerate() {
            reply.line(format!("{}.", at + 1));
            n_refused += usize::from(render_answer(entry, reply) == ReplyStatus::Failed);
        }
        if n_refused == answer.len() {
            reply.status = ReplyStatus::Failed;
        }
        Ok(())
    }
}

impl PagedTool for RecordEntries {
    type Data = RecordedData;

    fn data(&self, answer: &Vec<EntryAnswer>) -> RecordedData {
        RecordedData { entries: answer.iter().map(RecordData::from).collect() }
    }
}

/// What became of the entries, in their order, as data.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub struct RecordedData {
    entries: Vec<RecordData>,
}
