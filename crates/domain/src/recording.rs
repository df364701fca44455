//! The outcome of an attempt to record an entry.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Claim, EntryKind, EntryStatus};

/// The outcome of an attempt to record an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Recording {
    Recorded {
        id: String,
        status: EntryStatus,
        /// The reason why it is not checked.
        reason: Option<String>,
        claims: Vec<Claim>,
        /// The better supported entry of the same symbol, which it did not replace.
        rival_of: Option<String>,
        /// The subject it was recorded for.
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<RecordedPlace>,
    },
    Refused {
        reason: String,
    },
}

/// The subject that an entry was recorded for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedPlace {
    pub kind: EntryKind,
    /// The qualified name, or the title of a topic.
    pub symbol: String,
    pub path: String,
    /// 0 for a subject wider than a file.
    pub start_line: u32,
    pub end_line: u32,
}

impl fmt::Display for RecordedPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordedPlace { kind, symbol, path, start_line, end_line } = self;
        match kind {
            EntryKind::Symbol(kind) => {
                let kind = kind.name().replace('_', " ");
                write!(f, "the {kind} `{symbol}`, {path}:{start_line}-{end_line}")
            }
            EntryKind::File | EntryKind::Folder => write!(f, "the {kind} `{path}`"),
            EntryKind::Repository => f.write_str("the repository"),
            EntryKind::Topic => write!(f, "the topic \"{symbol}\""),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SymbolKind;

    fn read(json: &str) -> Recording {
        serde_json::from_str(json).unwrap()
    }

    fn recorded(status: EntryStatus, reason: Option<&str>) -> Recording {
        let (id, reason) = ("e".to_owned(), reason.map(str::to_owned));
        Recording::Recorded { id, status, reason, claims: Vec::new(), rival_of: None, place: None }
    }

    #[test]
    fn a_recording_is_written_with_its_status_and_comes_back() {
        let recording = recorded(EntryStatus::Disputed, Some("a rival disagrees"));
        let json = serde_json::to_string(&recording).unwrap();
        let expected = r#"{"outcome":"recorded","id":"e","status":"disputed","reason":"a rival disagrees","claims":[],"rival_of":null}"#;
        assert_eq!(json, expected);
        assert_eq!(read(&json), recording);
    }

    #[test]
    fn a_place_is_named_with_its_kind_and_lines() {
        let place = |symbol: &str, path: &str, lines: (u32, u32)| {
            let kind = EntryKind::of(symbol, path, SymbolKind::Function);
            let (symbol, path) = (symbol.to_owned(), path.to_owned());
            RecordedPlace { kind, symbol, path, start_line: lines.0, end_line: lines.1 }
        };
        let check = |place: RecordedPlace, expected: &str| {
            assert_eq!(place.to_string(), expected);
            let json = serde_json::to_string(&place).unwrap();
            assert_eq!(serde_json::from_str::<RecordedPlace>(&json).unwrap(), place);
        };
        check(place("plug", "lib/x.ex", (10, 40)), "the function `plug`, lib/x.ex:10-40");
        check(place("", "lib/x.ex", (1, 90)), "the file `lib/x.ex`");
        check(place("", "lib/", (0, 0)), "the folder `lib/`");
        check(place("", ".", (0, 0)), "the repository");
        check(place("how it starts", ".", (0, 0)), "the topic \"how it starts\"");
    }
}
