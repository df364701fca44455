//! An entry as it is stored: with the hashes of the code it describes, its vector and its rejections.

use rutter_domain::{ContentHash, Entry, Review, SymbolKind, Timestamp, Verdict, Window};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredEntry {
    /// Its id is empty until the store assigns one.
    pub entry: Entry,
    pub anchor: Anchor,
    pub vector: Option<EntryVector>,
    /// Rejections of it and of the entries it replaced, the newest last.
    pub notes: Vec<RejectedNote>,
    /// Version of the checks that made its verdict and claims; 0 if none ran.
    pub checks: u32,
    /// Reviews of this text by independent readers, one for each reader.
    pub reviews: Vec<Review>,
}

/// The code that an entry describes, as hashes, so that a change can be detected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anchor {
    /// Without its qualifiers.
    pub name: String,
    pub kind: SymbolKind,
    /// Hash of the symbol's tokens without its own name.
    pub subject: u64,
    /// Lines of the symbol, from 1, inclusive.
    pub start_line: u32,
    pub end_line: u32,
    /// Hash of the file that defined it. While it is the same, nothing else needs to be compared.
    pub content: ContentHash,
    /// One for each piece of evidence; `None` if that is the symbol itself.
    pub windows: Vec<Option<Window>>,
    /// Other symbols that had the same hash when the entry was written. They are not this one renamed.
    pub twins: Vec<Twin>,
    /// Code and text outside the symbol on which the entry rests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supports: Vec<Support>,
}

/// Code or text outside a symbol on which its entry rests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Support {
    pub kind: SupportKind,
    pub path: String,
    pub symbol: String,
    /// Hash of what is compared, such as the tokens of a definition.
    pub hash: u64,
    /// Hash of its file. While it is the same, nothing else needs to be compared.
    pub content: ContentHash,
    pub strength: Strength,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SupportKind {
    Documentation,
    Definition,
    Callers,
    /// The head of a definition, without its body.
    Signature,
}

/// The effect of a changed support on its entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// The entry is stale.
    Firm,
    /// The entry holds, with a remark.
    Soft,
}

/// A symbol that equals another one except for its name or location.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Twin {
    pub path: String,
    pub symbol: String,
}

/// The embedding of an entry's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryVector {
    /// Vectors of different embedders cannot be compared.
    pub embedder: String,
    pub values: Vec<i8>,
}

/// Why a person rejected an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RejectedNote {
    pub note: String,
    /// Summary of the rejected entry.
    pub summary: String,
    /// Author of the rejected entry.
    pub author: String,
    pub at: Timestamp,
    /// The run or author that was shown the note last.
    pub shown_to: Option<String>,
}

impl StoredEntry {
    /// Time of the last write or rejection.
    pub fn changed_at(&self) -> Timestamp {
        let rejected_at = self.notes.last().map_or(Timestamp(0), |note| note.at);
        self.entry.created_at.max(rejected_at)
    }

    /// Whether both are one writing: equal except for what checks and reviews found later.
    pub(crate) fn is_same_writing(&self, other: &StoredEntry) -> bool {
        let writing = |stored: &StoredEntry| {
            let mut writing = stored.clone();
            writing.entry.verdict = Verdict::Pending;
            writing.entry.claims.clear();
            writing.anchor.supports.clear();
            writing
        };
        writing(self).is_same_text(&writing(other))
    }

    /// Whether text, findings, anchor and notes are equal. Vectors, reviews and readers of notes do not
    /// count.
    pub(crate) fn is_same_text(&self, other: &StoredEntry) -> bool {
        let notes = |entry: &StoredEntry| -> Vec<_> {
            let all = entry.notes.iter();
            all.map(|note| (note.note.clone(), note.summary.clone(), note.at)).collect()
        };
        self.entry == other.entry && self.anchor == other.anchor && notes(self) == notes(other)
    }
}
