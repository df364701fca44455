//! Renders hits of `search` and `similar`, as text and as data.
//!
//! The lines of a hit are read from the file again, so that the text shows the current content of the file
//! without secrets. The data only names places; its code is the code of the text.

use rutter_domain::EntryMark;
use rutter_domain::{EntryStatus, Hint};
use rutter_engine::{Hit, HitKind, SearchAnswer, SimilarAnswer};
use rutter_workspace::{AccessError, Workspace};
use schemars::JsonSchema;
use serde::Serialize;

use crate::CleanText;
use crate::quote::{flatten, quote};
use crate::reply::ToolReply;

/// Bytes shown of each of the first hits.
const LIMIT_BYTES: usize = 3_000;
/// Bytes shown of every other hit.
const LATER_BYTES: usize = 500;
/// Number of first hits.
const N_FIRST: usize = 3;

/// Hits as data.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub struct HitsData {
    /// By what was searched: `hybrid`, or `lexical` when there are no vectors.
    mode: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<CleanText>,
    /// Best first.
    hits: Vec<HitData>,
    /// Hits that were found and not given.
    omitted: usize,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
struct HitData {
    path: CleanText,
    start_line: u32,
    end_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbol: Option<CleanText>,
    /// The kind of symbol, `text`, or `entry` for something that was recorded.
    kind: &'static str,
    /// Between 0 and 1.
    score: f64,
    /// Names the piece after its path, for `similar`: `#3` is `PATH#3`.
    chunk: CleanText,
    /// Whether it is a copy of what was compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate: Option<bool>,
    /// What was recorded of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<EntryData>,
}

/// An entry in short.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub(crate) struct EntryData {
    id: CleanText,
    summary: CleanText,
    /// `confirmed`, `checked`, `unverified`, `disputed`, `stale` or `rejected`.
    status: &'static str,
}

impl From<&SearchAnswer> for HitsData {
    fn from(answer: &SearchAnswer) -> HitsData {
        HitsData {
            mode: answer.mode.name(),
            remark: answer.remark.as_ref().map(|remark| CleanText::from(remark.to_string())),
            hits: answer.hits.iter().map(|hit| HitData::new(hit, None)).collect(),
            omitted: answer.omitted,
        }
    }
}

impl From<&SimilarAnswer> for HitsData {
    fn from(answer: &SimilarAnswer) -> HitsData {
        let hit = |similar: &rutter_engine::SimilarHit| {
            HitData::new(&similar.hit, Some(similar.duplicate))
        };
        HitsData {
            mode: answer.mode.name(),
            remark: answer.remark.as_ref().map(|remark| CleanText::from(remark.to_string())),
            hits: answer.hits.iter().map(hit).collect(),
            omitted: answer.omitted,
        }
    }
}

impl HitData {
    fn new(hit: &Hit, duplicate: Option<bool>) -> HitData {
        let entry = |mark: &EntryMark| EntryData::new(&mark.id, &mark.summary, mark.status);
        HitData {
            path: CleanText::from(&hit.path),
            start_line: hit.start_line,
            end_line: hit.end_line,
            symbol: hit.symbol.as_ref().map(CleanText::from),
            kind: hit.kind.name(),
            // Two digits, as in the text.
            score: (f64::from(hit.score) * 100.0).round() / 100.0,
            chunk: CleanText::from(hit.chunk.strip_prefix(&hit.path).unwrap_or(&hit.chunk)),
            duplicate,
            entry: hit.entry.as_ref().map(entry),
        }
    }
}

impl EntryData {
    pub(crate) fn new(id: &str, summary: &str, status: EntryStatus) -> EntryData {
        EntryData { id: id.into(), summary: flatten(summary).into(), status: status.name() }
    }
}

/// Writes a hit: its place, then its lines. `rank` is 0 for the best hit.
pub(crate) fn render_hit(
    reply: &mut ToolReply,
    workspace: &Workspace,
    rank: usize,
    hit: &Hit,
    remark: &str,
) {
    let named = |symbol: &str| format!(" {}{symbol}", hit.preposition());
    let symbol = hit.symbol.as_deref().map_or_else(String::new, named);
    reply.line("");
    // A chunk is named by the path and a number; the path is not repeated.
    let chunk = hit.chunk.strip_prefix(&hit.path).unwrap_or(&hit.chunk);
    reply.line(format!(
        "{}:{}-{}{symbol} ({}) {:.2}{remark} [{chunk}]",
        hit.path, hit.start_line, hit.end_line, hit.kind, hit.score
    ));
    if hit.kind == HitKind::Entry {
        reply.line(quote(&hit.snippet));
        return;
    }
    if let Some(entry) = &hit.entry {
        reply.line(format!("entry {} ({}): {}", entry.id, entry.status, quote(&entry.summary)));
    }
    let ranges = hit.shown_lines();
    let limit_bytes = if rank < N_FIRST { LIMIT_BYTES } else { LATER_BYTES };
    match workspace.excerpt(&hit.path, &ranges, limit_bytes) {
        Ok(excerpt) => {
            reply.code(&excerpt);
            let shown = excerpt.lines.last().map_or(0, |line| line.number);
            let last = ranges.last().map_or(0, |range| *range.end());
            if shown < last && excerpt.n_lines.is_none_or(|n_lines| shown < n_lines) {
                let rest = reply.words(&Hint::ReadRest);
                reply.line(format!("… up to line {last}; {rest}"));
            }
        }
        Err(error) => {
            reply.n_redacted += u32::from(matches!(error, AccessError::Secret { .. }));
            reply.line(format!("({error})"));
        }
    }
}
