//! `create_index_entry`: records what was learned about a symbol, a file, a folder, the repository or a
//! topic. `record_entries` records several at once, each as this tool does.

use rutter_domain::{Claim, Evidence, Finding, Recording, StatedFacts};
use rutter_knowledge::EntryDraft;
use rutter_workspace::{ItemKind, redact};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::implied_path::implied_path;
use crate::CleanText;
use crate::quote::{flatten, quote};
use crate::reply::{ReplyStatus, ToolReply};
use crate::{
    Effect, McpFace, ModelTool, PagedTool, Permission, RecordedSubject, Session, Tool, ToolError,
    Toolbox,
};

#[derive(Debug, Clone, Copy)]
pub struct CreateIndexEntry;

/// Records what a symbol, file, folder or topic is for. What you
/// write is cut into claims, and each is checked: names must belong to it, numbers, units, errors and
/// callers must be in the code, and you must have read the lines in this session.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// Bare or qualified: `bar`, `Foo::bar`; left out for all of `file_path`
    #[serde(default)]
    pub symbol: String,
    /// The file that defines it; a folder, or `.` for the repository
    #[serde(default)]
    pub file_path: String,
    /// Instead of symbol and file: a title, such as `how a response is sent`; needs evidence
    pub topic: Option<String>,
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
    /// A file relative to the root; the entry's own when left out
    #[serde(default)]
    pub file_path: String,
    /// The first line, from 1
    pub start_line: u32,
    /// The last line, inclusive
    pub end_line: u32,
}

/// The outcome of recording an entry.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    /// The subject that the caller named.
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
            // Small models leave out arguments that seem obvious.
            if args.symbol.trim().is_empty() {
                args.symbol.clone_from(symbol);
            }
            args.topic = None;
            if args.file_path.is_empty() {
                args.file_path.clone_from(path);
            }
            if !subject.is_meant_by(&args.symbol, &args.file_path) {
                return Err(ToolError::refuse(
                    format!("`{}` is not what is asked for", args.symbol),
                    format!("record `{symbol}` of `{path}`"),
                ));
            }
        }
        if args.file_path.is_empty() {
            let cited = args.evidence.iter().map(|piece| piece.file_path.as_str()).collect();
            args.file_path = implied_path(toolbox, session, &args.symbol, cited)?;
        }
        let mut n_redacted = 0;
        let mut clean = |text: String| {
            let redacted = redact(&text);
            n_redacted += redacted.n_redacted;
            redacted.text.into_owned()
        };
        let evidence = args.evidence.into_iter().map(|piece| Evidence {
            path: if piece.file_path.is_empty() { args.file_path.clone() } else { piece.file_path },
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
            topic: args.topic.clone(),
            summary: clean(args.summary),
            details: args.details.map(&mut clean),
            tags: args.tags.into_iter().map(&mut clean).collect(),
            facts,
            evidence: evidence.collect(),
            confidence: args.confidence,
            author: session.author.clone(),
            run: session.run.clone(),
            unread: session.unread,
        };
        let seen = session.seen_so_far();
        let recording = toolbox.knowledge_now()?.record(draft, &seen)?;
        let symbol = args.topic.filter(|_| args.symbol.trim().is_empty()).unwrap_or(args.symbol);
        Ok(Answer { symbol, path: args.file_path, recording, n_redacted })
    }
}

impl ModelTool for CreateIndexEntry {
    const EXAMPLE: &'static str = r#"{"symbol":"Parser::parse","file_path":"src/parser.rs","summary":"Reads a file into a tree."}"#;
    const MCP: Option<McpFace> = Some(McpFace {
        name: "record",
        hidden_args: &["facts", "confidence", "tags"],
        is_paged: false,
        ..McpFace::USUAL
    });
    type Input = Args;

    fn resolve(&self, toolbox: &Toolbox, mut input: Args) -> Result<Args, ToolError> {
        resolve_paths(toolbox, &mut input)?;
        Ok(input)
    }

    fn render(&self, _: &Toolbox, answer: &Answer, reply: &mut ToolReply) -> Result<(), ToolError> {
        if render_answer(answer, reply) == ReplyStatus::Failed {
            reply.status = ReplyStatus::Failed;
        }
        Ok(())
    }
}

/// Resolves the paths of an entry to lie inside the repository. Paths that were left out stay empty.
pub(super) fn resolve_paths(toolbox: &Toolbox, input: &mut Args) -> Result<(), ToolError> {
    let workspace = toolbox.workspace()?;
    let is_topic = input.topic.as_deref().is_some_and(|topic| !topic.trim().is_empty());
    let path = input.file_path.trim();
    input.file_path = match path {
        _ if is_topic => ".".to_owned(),
        "" => String::new(),
        "." | "./" => ".".to_owned(),
        _ => match workspace.resolve(path) {
            Ok(found) if found.kind == ItemKind::Folder => format!("{}/", found.path),
            Ok(_) | Err(_) => workspace.resolve_file(path)?.path,
        },
    };
    for piece in input.evidence.iter_mut().filter(|piece| !piece.file_path.is_empty()) {
        piece.file_path = workspace.resolve_file(&piece.file_path)?.path;
    }
    Ok(())
}

/// Advises what to do about an entry that was not accepted for this reason.
fn next_step(reason: &str) -> &'static str {
    match (reason.contains("not read in this session"), reason.contains("cite ")) {
        (true, _) => "read these lines, correct what is wrong, and record it again",
        (false, true) => "add the lines to the evidence, and record it again",
        (false, false) => "correct what is wrong, and record it again",
    }
}

/// Writes the outcome of recording an entry.
pub(super) fn render_answer(answer: &Answer, reply: &mut ToolReply) -> ReplyStatus {
    let Answer { symbol, path, recording, n_redacted } = answer;
    let title = match symbol.trim() {
        "" | "." => path,
        _ => symbol,
    };
    reply.n_redacted += *n_redacted;
    reply.recordings.push(recording.clone());
    match recording {
        Recording::Recorded { id, status, reason, claims, rival_of, place } => {
            let why = reason
                .as_ref()
                .map_or_else(String::new, |why| format!(", because {}", flatten(why)));
            let place = place
                .as_ref()
                .map_or_else(|| format!("`{title}`"), |place| flatten(&place.to_string()));
            reply.line(format!("recorded for {place}, as {id}: {status}{why}"));
            for claim in claims.iter().filter(|claim| claim.finding != Finding::Supported) {
                reply.line(format!("  {}: {}", claim.finding_by(), quote(&claim.text)));
            }
            if let Some(rival) = rival_of {
                reply.line(format!(
                    "the entry {rival} beside it is better supported, so both are kept"
                ));
            }
            if !status.is_good() {
                reply.line(next_step(reason.as_deref().unwrap_or_default()));
            }
        }
        Recording::Refused { reason } => {
            reply.line(format!("`{title}` was not recorded: {}", flatten(reason)));
            return ReplyStatus::Failed;
        }
    }
    ReplyStatus::Done
}

impl PagedTool for CreateIndexEntry {
    type Data = RecordData;

    fn data(&self, answer: &Answer) -> RecordData {
        RecordData::from(answer)
    }
}

impl From<&Answer> for RecordData {
    fn from(answer: &Answer) -> RecordData {
        let (symbol, path) = (CleanText::from(&answer.symbol), CleanText::from(&answer.path));
        match &answer.recording {
            Recording::Recorded { id, status, reason, claims, rival_of, place } => RecordData {
                symbol,
                path,
                place: place.as_ref().map(|place| flatten(&place.to_string()).into()),
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
    /// What it was recorded for, with its kind and lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<CleanText>,
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
    /// The id of the check that made the finding; empty if none found anything.
    check: CleanText,
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
            check: flatten(claim.check.as_deref().unwrap_or_default()).into(),
            evidence: lines.collect(),
        }
    }
}
