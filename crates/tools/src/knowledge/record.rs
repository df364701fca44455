//! `create_index_entry`: records what was learned about a symbol or a file.

use std::sync::PoisonError;

use rutter_domain::{Claim, Evidence, Finding, Recording, StatedFacts};
use rutter_knowledge::EntryDraft;
use rutter_workspace::redact;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::CleanText;
use crate::quote::{flatten, quote};
use crate::reply::{ReplyStatus, ToolReply};
use crate::{
    Effect, ModelTool, PagedTool, Permission, RecordedSubject, Session, Tool, ToolError, Toolbox,
};

#[derive(Debug, Clone, Copy)]
pub struct CreateIndexEntry;

/// Records what a symbol or file is for, so that nobody has to find it out again. What you write is cut
/// into claims, and each is checked: names must belong to it, numbers, units, errors, callers and actions
/// must be in the code, and you must have read the lines in this session.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// Bare or qualified: `bar`, `Foo::bar`; left out for a whole file
    #[serde(default)]
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
    /// Facts that are checked one by one
    #[serde(default)]
    pub facts: FactsInput,
    /// How sure you are, from 0 to 1
    pub confidence: Option<f32>,
}

/// Names of code; `units` such as `timeout: seconds`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct FactsInput {
    pub calls: Vec<String>,
    pub called_by: Vec<String>,
    pub raises: Vec<String>,
    pub returns: Vec<String>,
    pub reads: Vec<String>,
    pub writes: Vec<String>,
    pub parameters: Vec<String>,
    pub units: Vec<String>,
    pub depends_on: Vec<String>,
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

    fn run(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        mut args: Args,
    ) -> Result<Answer, ToolError> {
        if let Some(subject) = &session.records_only {
            let RecordedSubject { symbol, path } = subject;
            // Small models leave out what goes without saying.
            if args.symbol.trim().is_empty() {
                args.symbol.clone_from(symbol);
            }
            if !subject.is_meant_by(&args.symbol, &args.file_path) {
                return Err(ToolError::refuse(
                    format!("`{}` is not what is asked for", args.symbol),
                    format!("record `{symbol}` of `{path}`"),
                ));
            }
        }
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
        let mut clean_all = |texts: Vec<String>| texts.into_iter().map(&mut clean).collect();
        let facts = StatedFacts {
            calls: clean_all(args.facts.calls),
            called_by: clean_all(args.facts.called_by),
            raises: clean_all(args.facts.raises),
            returns: clean_all(args.facts.returns),
            reads: clean_all(args.facts.reads),
            writes: clean_all(args.facts.writes),
            parameters: clean_all(args.facts.parameters),
            units: clean_all(args.facts.units),
            depends_on: clean_all(args.facts.depends_on),
        };
        let draft = EntryDraft {
            symbol: args.symbol.clone(),
            path: args.file_path.clone(),
            summary: clean(args.summary),
            details: args.details.map(&mut clean),
            tags: args.tags.into_iter().map(&mut clean).collect(),
            facts,
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
        let (title, place) = match symbol.trim() {
            "" | "." => (path, String::new()),
            _ => (symbol, format!(" of `{path}`")),
        };
        reply.n_redacted = *n_redacted;
        match recording {
            Recording::Recorded { id, status, reason, claims, rival_of } => {
                let why = reason
                    .as_ref()
                    .map_or_else(String::new, |why| format!(", because {}", flatten(why)));
                reply.line(format!("recorded `{title}`{place} as {id}: {status}{why}"));
                for claim in claims.iter().filter(|claim| claim.finding != Finding::Supported) {
                    reply.line(format!("  {}: {}", claim.finding, quote(&claim.text)));
                }
                if let Some(rival) = rival_of {
                    reply.line(format!(
                        "the entry {rival} beside it is better supported, so both are kept"
                    ));
                }
                if !status.is_good() {
                    reply.line("correct what is wrong, read what is missing, and record it again");
                }
            }
            Recording::Refused { reason } => {
                reply.line(format!("`{title}` was not recorded: {}", flatten(reason)));
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
        let (symbol, path) = (CleanText::from(&answer.symbol), CleanText::from(&answer.path));
        match &answer.recording {
            Recording::Recorded { id, status, reason, claims, rival_of } => RecordData {
                symbol,
                path,
                outcome: "recorded",
                status: Some(status.name()),
                id: Some(CleanText::from(id)),
                reason: reason.as_ref().map(|reason| flatten(reason).into()),
                rival_of: rival_of.as_ref().map(CleanText::from),
                claims: claims.iter().map(ClaimData::from).collect(),
            },
            Recording::Refused { reason } => RecordData {
                symbol,
                path,
                outcome: "refused",
                reason: Some(flatten(reason).into()),
                ..RecordData::default()
            },
        }
    }
}

/// What became of the entry, as data.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub struct RecordData {
    symbol: CleanText,
    path: CleanText,
    /// `recorded` or `refused`.
    outcome: &'static str,
    /// `checked`, `unverified` or `disputed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<CleanText>,
    /// Why it is not checked, or not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<CleanText>,
    /// The better supported entry of the same symbol, which is kept beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rival_of: Option<CleanText>,
    /// What it says, cut into claims.
    claims: Vec<ClaimData>,
}

/// A claim of an entry, and what the checks found about it.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub(crate) struct ClaimData {
    text: CleanText,
    /// `supported`, `contradicted`, `not shown` or `unchecked`.
    finding: &'static str,
    /// Why the finding is not `supported`; empty if it is.
    reason: CleanText,
    evidence: Vec<LinesData>,
}

/// Lines that show a claim, or contradict it.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
struct LinesData {
    path: CleanText,
    start_line: u32,
    end_line: u32,
}

impl From<&Claim> for ClaimData {
    fn from(claim: &Claim) -> ClaimData {
        let lines = claim.evidence.iter().map(|cited| LinesData {
            path: CleanText::from(&cited.path),
            start_line: cited.start_line,
            end_line: cited.end_line,
        });
        ClaimData {
            text: CleanText::from(flatten(&claim.text)),
            finding: claim.finding.name(),
            reason: flatten(claim.reason.as_deref().unwrap_or_default()).into(),
            evidence: lines.collect(),
        }
    }
}
