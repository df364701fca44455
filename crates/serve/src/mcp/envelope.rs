//! The fields that every structured answer has in addition to the tool's own data.
//!
//! The data of a tool comes serialised from the toolbox, so nothing here depends on its fields. Start at
//! [`Envelope::seal`].

use rutter_domain::{Freshness, State};
use rutter_tools::ShownCode;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::project::Progress;

/// The fields of every answer.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Envelope {
    /// Name of the repository.
    pub(crate) root: String,
    /// The state of the index behind the answer.
    pub(crate) index: IndexState,
    /// The `cursor` of the next page; left out at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next_cursor: Option<String>,
    /// Number of values that look secret and were withheld.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) n_redacted: u32,
    /// The code that the text shows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) code: Vec<ShownCode>,
}

/// The state of the index.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct IndexState {
    /// `current`, `behind` (files have changed since), `partial` or `absent`.
    pub(crate) state: State,
    /// Files in the index.
    pub(crate) files: usize,
    /// Files that differ from it.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) changed: u64,
    /// Why it is not current.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// While it is being built: files read so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) files_read: Option<u64>,
    /// While it is being built: files to be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) files_to_read: Option<u64>,
}

impl Envelope {
    pub(crate) fn new(root: &str, index: IndexState) -> Envelope {
        Envelope {
            root: root.to_owned(),
            index,
            next_cursor: None,
            n_redacted: 0,
            code: Vec::new(),
        }
    }

    /// Joins the fields of the envelope with those of the data.
    pub(crate) fn seal(&self, data: Value) -> Value {
        // A plain struct of text and numbers is always JSON.
        let mut fields = object(serde_json::to_value(self).unwrap_or_default());
        fields.extend(object(data));
        Value::Object(fields)
    }
}

impl IndexState {
    /// The state of an index, in the vocabulary of agents.
    pub(crate) fn of(freshness: &Freshness) -> IndexState {
        let Freshness { state, files, changed, reason, .. } = freshness;
        IndexState {
            files: *files,
            changed: *changed as u64,
            reason: reason.as_ref().map(ToString::to_string),
            ..IndexState::new(*state)
        }
    }

    /// The state while the first index is being built.
    pub(crate) fn indexing(progress: Progress) -> IndexState {
        IndexState {
            reason: Some(format!("it is being made: {progress}")),
            files_read: Some(progress.n_read),
            files_to_read: Some(progress.n_files).filter(|n_files| *n_files > 0),
            ..IndexState::new(State::Absent)
        }
    }

    pub(crate) fn failed(reason: &str) -> IndexState {
        IndexState { reason: Some(reason.to_owned()), ..IndexState::new(State::Absent) }
    }

    fn new(state: State) -> IndexState {
        IndexState {
            state,
            files: 0,
            changed: 0,
            reason: None,
            files_read: None,
            files_to_read: None,
        }
    }

    /// Returns whether an update in the background would help.
    pub(crate) fn is_outdated(&self) -> bool {
        match self.state {
            State::Behind | State::Partial => true,
            State::Current | State::Absent => false,
        }
    }

    /// The state on one line.
    pub(crate) fn line(&self) -> String {
        let state = self.state.name();
        match &self.reason {
            Some(reason) => format!("index {state}: {reason}"),
            None if self.changed > 0 => format!("index {state}: {} files changed", self.changed),
            None => format!("index {state}: {} files", self.files),
        }
    }
}

fn is_zero<N: Copy + Into<u64>>(number: &N) -> bool {
    (*number).into() == 0
}

/// The fields of an object; empty for any other value.
pub(crate) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Map::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_fields_of_the_data_stand_beside_those_of_the_envelope() {
        let mut envelope = Envelope::new("app", IndexState::new(State::Current));
        envelope.next_cursor = Some("from-3".to_owned());
        assert_eq!(
            envelope.seal(json!({"hits": [], "omitted": 0})),
            json!({
                "root": "app",
                "index": {"state": "current", "files": 0},
                "next_cursor": "from-3",
                "hits": [],
                "omitted": 0,
            })
        );
    }

    #[test]
    fn an_index_that_is_being_built_says_how_far_it_is() {
        let index = IndexState::indexing(Progress { n_read: 5, n_files: 20 });
        assert_eq!(index.line(), "index absent: it is being made: 5 of 20 files, 25 %");
        assert_eq!((index.files_read, index.files_to_read), (Some(5), Some(20)));
        let index = IndexState::indexing(Progress::default());
        assert_eq!(index.line(), "index absent: it is being made: looking for files");
        assert_eq!(index.files_to_read, None);
    }

    #[test]
    fn only_an_index_that_lags_is_outdated() {
        let outdated = |state| IndexState::new(state).is_outdated();
        assert!(outdated(State::Behind) && outdated(State::Partial));
        assert!(!outdated(State::Current) && !outdated(State::Absent));
    }
}
