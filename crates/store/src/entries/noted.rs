//! An entry as the notebook keeps it: with what it speaks of, its vector and what was said of it.

use rutter_domain::{ContentHash, Entry, SymbolKind, Timestamp};
use serde::{Deserialize, Serialize};

/// An entry with all that is kept beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Noted {
    /// Its id is empty as long as the notebook has not given it one.
    pub entry: Entry,
    pub anchor: Anchor,
    pub vector: Option<EntryVector>,
    /// Why it, or what it replaced, was rejected; the newest last.
    pub notes: Vec<RejectedNote>,
}

/// What an entry speaks of, by hashes, so that a change can be seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anchor {
    /// The bare name.
    pub name: String,
    pub kind: SymbolKind,
    /// Hash of the symbol's tokens without its own name.
    pub subject: u64,
    /// Where the symbol was, from 1, inclusive.
    pub start_line: u32,
    pub end_line: u32,
    /// Hash of the file that defined it. While it is the same, nothing else need be looked at.
    pub content: ContentHash,
    /// One for each piece of evidence; nothing where that is the symbol itself.
    pub windows: Vec<Option<Window>>,
    /// Other symbols that had the same hash then, and so are not this one under another name.
    pub twins: Vec<Twin>,
}

/// A sequence of tokens that is evidence as long as it stands somewhere in its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    pub unit: TokenUnit,
    pub n_tokens: u32,
    pub hash: u64,
    /// Hash of the file it was in.
    pub content: ContentHash,
}

/// What a window counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenUnit {
    /// The tokens of the file's language, without comments.
    Tokens,
    /// Words, for evidence that is a comment.
    Words,
}

/// A symbol that is like another one but for its name or place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Twin {
    pub path: String,
    pub symbol: String,
}

/// The vector of an entry's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryVector {
    /// Who made it; vectors of others do not compare.
    pub embedder: String,
    pub values: Vec<i8>,
}

/// What a person said of an entry that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedNote {
    pub note: String,
    /// What the entry said.
    pub summary: String,
    /// Who had written it.
    pub author: String,
    pub at: Timestamp,
    /// The run or author that was told last.
    pub told_to: Option<String>,
}

impl Noted {
    /// When it was written or rejected last.
    pub fn changed_at(&self) -> Timestamp {
        let rejected_at = self.notes.last().map_or(Timestamp(0), |note| note.at);
        self.entry.created_at.max(rejected_at)
    }

    /// Whether both say the same of the same, whoever made their vectors.
    pub(super) fn is_same_text(&self, other: &Noted) -> bool {
        let told = |noted: &Noted| -> Vec<_> {
            let all = noted.notes.iter();
            all.map(|note| (note.note.clone(), note.summary.clone(), note.at)).collect()
        };
        self.entry == other.entry && self.anchor == other.anchor && told(self) == told(other)
    }
}
