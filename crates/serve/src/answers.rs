//! Answers as data: what every one of them says, and what each tool adds.
//!
//! These types are the output schemas. They take from the toolbox's answers what an agent can use;
//! what has no place here, such as snippets that might hold secrets, is left behind by not being
//! named. The code in an answer is what its text shows.

use std::collections::BTreeMap;

use rutter_domain::Freshness;
use rutter_tools::{Progress, ShownCode, plain_schema};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalog::Offer;
use crate::wording::answer_in_agents_words;

/// What every answer says.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub(crate) struct Frame {
    /// The repository that was asked, by its name.
    pub(crate) root: String,
    /// How far the answer can be trusted.
    pub(crate) index: IndexState,
    /// Give it as `cursor` to go on; left out when there is no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next_cursor: Option<String>,
    /// Values that look secret and were kept back.
    pub(crate) n_redacted: u32,
    /// The code that the text form shows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub(crate) code: Vec<Code>,
}

/// The state of the index.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub(crate) struct IndexState {
    /// `current`, `behind` (files have changed since), `partial` or `absent`.
    pub(crate) state: String,
    /// Files in the index.
    pub(crate) files: u64,
    /// Files that differ from it.
    pub(crate) changed: u64,
    /// Why it is not current.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// While it is being made: files read so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) files_read: Option<u64>,
    /// While it is being made: files to be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) files_to_read: Option<u64>,
}

/// Some lines of a file that follow each other.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub(crate) struct Code {
    path: String,
    start_line: u32,
    end_line: u32,
    text: String,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Search {
    /// By what was searched: `hybrid`, or `lexical` when there are no vectors.
    mode: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
    /// Best first.
    hits: Vec<Hit>,
    /// Hits that were found and not given.
    omitted: u64,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Hit {
    path: String,
    start_line: u32,
    end_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbol: Option<String>,
    /// The kind of symbol, `text`, or `entry` for something that was recorded.
    kind: String,
    /// Between 0 and 1.
    score: f32,
    /// Names the piece, for `similar`.
    chunk: String,
    /// Whether it is a copy of what was compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate: Option<bool>,
    /// What was recorded of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<Mark>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Mark {
    id: String,
    summary: String,
    /// `verified`, `unverified`, `stale` or `rejected`.
    status: String,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Symbols {
    matches: Vec<Match>,
    /// Matches that were found and not given.
    omitted: u64,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Match {
    qualified_name: String,
    kind: String,
    path: String,
    start_line: u32,
    end_line: u32,
    signature: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    doc: Option<String>,
    callers: Vec<Caller>,
    callers_omitted: u64,
    callees: Vec<Callee>,
    callees_omitted: u64,
    /// What was recorded of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<Mark>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Caller {
    #[serde(skip_serializing_if = "Option::is_none")]
    symbol: Option<String>,
    path: String,
    line: u32,
    kind: String,
    /// How the link is known.
    provenance: String,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Callee {
    symbol: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// Where it is used.
    line: u32,
    kind: String,
    /// How the link is known; `unresolved` when it is not.
    provenance: String,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Impact {
    /// Where symbols of that name are defined, as `path:line`.
    definitions: Vec<String>,
    /// Of these, so many were not given.
    definitions_omitted: u64,
    /// Nearest first.
    affected: Vec<Affected>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Affected {
    #[serde(skip_serializing_if = "Option::is_none")]
    symbol: Option<String>,
    path: String,
    line: u32,
    /// How many steps away.
    distance: u32,
    /// How the least certain step on the way is known.
    provenance: String,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Read {
    path: String,
    /// How many lines the file has, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    n_lines: Option<u32>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Grep {
    /// Matching lines in all, as far as they were counted.
    n_matches: u64,
    /// Whether it was stopped before all files were searched.
    is_cut_short: bool,
    n_files_searched: u64,
    files: Vec<Lines>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Lines {
    path: String,
    /// Lines that match or stand around matches.
    lines: Vec<u32>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Outline {
    path: String,
    symbols: Vec<Outlined>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Outlined {
    qualified_name: String,
    kind: String,
    start_line: u32,
    end_line: u32,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Record {
    symbol: String,
    path: String,
    /// `verified`, `unverified` or `refused`.
    outcome: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// Why it is not verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Status {
    /// The repositories that are served, by name.
    pub(crate) roots: Vec<String>,
    pub(crate) symbols: u64,
    /// Indexed files by language.
    pub(crate) languages: BTreeMap<String, u64>,
    /// What was recorded.
    pub(crate) entries: u64,
    /// Entries that do not hold any more.
    pub(crate) stale_entries: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) embedding_model: Option<String>,
    pub(crate) version: String,
}

/// An answer: what all say, and what one says.
#[derive(Debug, Serialize, JsonSchema)]
struct Answer<T> {
    #[serde(flatten)]
    frame: Frame,
    #[serde(flatten)]
    body: T,
}

impl IndexState {
    pub(crate) fn of(freshness: &Freshness) -> IndexState {
        IndexState {
            state: freshness.state.name().to_owned(),
            files: freshness.files as u64,
            changed: freshness.changed as u64,
            reason: freshness.reason.as_deref().map(answer_in_agents_words),
            ..IndexState::default()
        }
    }

    /// There is none yet, but it is on its way.
    pub(crate) fn indexing(progress: Progress) -> IndexState {
        IndexState {
            state: "absent".to_owned(),
            reason: Some(format!("it is being made: {}", told(progress))),
            files_read: Some(progress.n_read),
            files_to_read: Some(progress.n_files).filter(|n_files| *n_files > 0),
            ..IndexState::default()
        }
    }

    pub(crate) fn failed(reason: &str) -> IndexState {
        IndexState {
            state: "absent".to_owned(),
            reason: Some(reason.to_owned()),
            ..IndexState::default()
        }
    }
}

/// How far the indexing is, in words.
pub(crate) fn told(progress: Progress) -> String {
    let Progress { n_read, n_files } = progress;
    match n_files {
        0 => "looking for files".to_owned(),
        _ => format!("{n_read} of {n_files} files, {} %", n_read * 100 / n_files),
    }
}

impl From<ShownCode> for Code {
    fn from(shown: ShownCode) -> Code {
        let ShownCode { path, start_line, end_line, text } = shown;
        Code { path, start_line, end_line, text }
    }
}

/// The answer of a tool in its form.
pub(crate) fn shape(offer: Offer, frame: Frame, answer: Value) -> Value {
    match offer {
        Offer::Search | Offer::Similar => join::<Search>(frame, answer),
        Offer::Symbol => join::<Symbols>(frame, answer),
        Offer::Impact => join::<Impact>(frame, answer),
        Offer::Read => join::<Read>(frame, answer),
        Offer::Grep => join::<Grep>(frame, answer),
        Offer::Outline => join::<Outline>(frame, answer),
        Offer::Record => join::<Record>(frame, answer),
        Offer::Status => join::<Status>(frame, answer),
    }
}

pub(crate) fn schema(offer: Offer) -> Value {
    match offer {
        Offer::Search | Offer::Similar => plain_schema::<Answer<Search>>(),
        Offer::Symbol => plain_schema::<Answer<Symbols>>(),
        Offer::Impact => plain_schema::<Answer<Impact>>(),
        Offer::Read => plain_schema::<Answer<Read>>(),
        Offer::Grep => plain_schema::<Answer<Grep>>(),
        Offer::Outline => plain_schema::<Answer<Outline>>(),
        Offer::Record => plain_schema::<Answer<Record>>(),
        Offer::Status => plain_schema::<Answer<Status>>(),
    }
}

fn join<T: Default + Serialize + DeserializeOwned>(frame: Frame, answer: Value) -> Value {
    let body = serde_json::from_value::<T>(answer).unwrap_or_default();
    // Plain structs of strings and numbers are always JSON.
    serde_json::to_value(Answer { frame, body }).unwrap_or_default()
}
