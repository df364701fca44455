//! `create_index_entry`: records what was learned about a symbol.

use std::sync::PoisonError;

use rutter_domain::{Evidence, Recording};
use rutter_knowledge::EntryDraft;
use rutter_workspace::redact;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::CleanText;
use crate::reply::{ReplyStatus, ToolReply};
use crate::{Effect, ModelTool, PagedTool, Permission, Session, Tool, ToolError, Toolbox};

#[derive(Debug, Clone, Copy)]
pub struct CreateIndexEntry;

/// Records what a symbol is for, so that nobody has to find it out again. Record each major symbol
/// once you have read and understood it. What you write is checked: the symbol must be defined in
/// that file, names in backticks must exist, and you must have read the lines in this session. What
/// fails a check is refused or kept as unverified, and the answer says why.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// The symbol, bare or qualified: `bar`, `Foo::bar`
    pub symbol: String,
    /// The file that defines it, relative to the root
    pub file_path: String,
    /// What it is for, in one or two sentences
    pub summary: String,
    /// How it works, what to know before changing it
    pub details: Option<String>,
    /// Words to find it by, such as `retry` or `network`
    #[serde(default)]
    pub tags: Vec<String>,
    /// The lines that show it, which you have read; the symbol's own when left out
    #[serde(default)]
    pub evidence: Vec<Piece>,
    /// How sure you are, from 0 to 1
    pub confidence: Option<f32>,
}

/// Some lines of a file.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Piece {
    /// A file relative to the root
    pub file_path: String,
    /// The first line, from 1
    pub start_line: u32,
    /// The last line, inclusive
    pub end_line: u32,
}

/// What became of the entry.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    pub symbol: String,
    pub path: String,
    #[serde(flatten)]
    pub recording: Recording,
    pub n_redacted: u32,
}

impl Tool for CreateIndexEntry {
    const NAME: &'static str = "create_index_entry";
    const PERMISSION: Permission = Permission::everyone(Effect::Record);
    type Args = Args;
    type Answer = Answer;

    fn run(&self, toolbox: &Toolbox, session: &Session, args: Args) -> Result<Answer, ToolError> {
        let mut n_redacted = 0;
        let mut clean = |text: String| {
            let redacted = redact(&text);
            n_redacted += redacted.n_redacted;
            redacted.text.into_owned()
        };
        let evidence = args.evidence.into_iter().map(|piece| Evidence {
            path: piece.file_path,
            start_line: piece.start_line,
            end_line: piece.end_line,
        });
        let draft = EntryDraft {
            symbol: args.symbol.clone(),
            path: args.file_path.clone(),
            summary: clean(args.summary),
            details: args.details.map(&mut clean),
            tags: args.tags.into_iter().map(&mut clean).collect(),
            facts: rutter_domain::StatedFacts::default(),
            evidence: evidence.collect(),
            confidence: args.confidence,
            author: session.author.clone(),
            run: session.run.clone(),
        };
        let seen = session.seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let recording = toolbox.knowledge_now()?.record(draft, &seen)?;
        Ok(Answer { symbol: args.symbol, path: args.file_path, recording, n_redacted })
    }
}

impl ModelTool for CreateIndexEntry {
    const EXAMPLE: &'static str = r#"{"symbol":"Parser::parse","file_path":"src/parser.rs","summary":"Reads a file into a tree."}"#;
    type Input = Args;

    fn resolve(&self, toolbox: &Toolbox, mut input: Args) -> Result<Args, ToolError> {
        let workspace = toolbox.workspace()?;
        input.file_path = workspace.resolve_file(&input.file_path)?.path;
        for piece in &mut input.evidence {
            piece.file_path = workspace.resolve_file(&piece.file_path)?.path;
        }
        Ok(input)
    }

    fn render(&self, _: &Toolbox, answer: &Answer, reply: &mut ToolReply) -> Result<(), ToolError> {
        let Answer { symbol, path, recording, n_redacted } = answer;
        reply.n_redacted = *n_redacted;
        match recording {
            Recording::Verified { id } => {
                reply.line(format!("recorded `{symbol}` of `{path}` as {id}: verified"));
            }
            Recording::Unverified { id, reason } => {
                reply.line(format!(
                    "recorded `{symbol}` of `{path}` as {id}: unverified, because {reason}"
                ));
                reply.line("read what is missing and record it again to have it verified");
            }
            Recording::Refused { reason } => {
                reply.line(format!("`{symbol}` was not recorded: {reason}"));
                reply.status = ReplyStatus::Failed;
            }
        }
        reply.recording = Some(recording.clone());
        Ok(())
    }
}

impl PagedTool for CreateIndexEntry {
    type Data = RecordData;

    fn data(&self, answer: &Answer) -> RecordData {
        let (outcome, id, reason) = match &answer.recording {
            Recording::Verified { id } => ("verified", Some(id), None),
            Recording::Unverified { id, reason } => ("unverified", Some(id), Some(reason)),
            Recording::Refused { reason } => ("refused", None, Some(reason)),
        };
        RecordData {
            symbol: CleanText::from(&answer.symbol),
            path: CleanText::from(&answer.path),
            outcome,
            id: id.map(CleanText::from),
            reason: reason.map(CleanText::from),
        }
    }
}

/// What became of the entry, as data.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub struct RecordData {
    symbol: CleanText,
    path: CleanText,
    /// `verified`, `unverified` or `refused`.
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<CleanText>,
    /// Why it is not verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<CleanText>,
}
