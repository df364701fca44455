//! A ranked chunk before it becomes a hit, with the boost of an entry.

use rutter_domain::EntryMark;
use rutter_search::Ranked;

/// A ranked chunk, and the entry that moved it up.
#[derive(Debug)]
pub struct BoostedChunk {
    pub ranked: Ranked,
    pub entry: Option<EntryMark>,
    /// The bare name of the symbol that the entry describes.
    pub name: Option<String>,
    /// Boost of the score by the entry.
    pub share: f32,
}

impl BoostedChunk {
    /// A chunk that no entry describes.
    pub fn plain(ranked: Ranked) -> BoostedChunk {
        BoostedChunk { ranked, entry: None, name: None, share: 0.0 }
    }

    pub(crate) fn reasons(&self) -> Vec<String> {
        let mut reasons = self.ranked.breakdown.reasons();
        if let Some(mark) = &self.entry {
            reasons.push(format!("entry {} {:+.2}", mark.id, self.share));
        }
        reasons
    }
}
