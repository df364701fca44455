//! Keys of the names that documents describe: in a title, even in another spelling, or in a sentence.

use rutter_domain::{Facts, MentionKind, MentionSource};

use super::judged::{is_judged, is_of_another_time};
use crate::name_hash::name_hash;

/// A title with more words is a sentence.
const MOST_TITLE_WORDS: usize = 3;
/// Shorter names are words of every text.
const FEWEST_BYTES: usize = 4;
const FEWEST_BYTES_IN_PROSE: usize = 8;

/// The key of a title such as `<tide_table>` or "Tide table", and of the type `TideTable`.
pub fn title_key(title: &str) -> Option<u64> {
    let n_words = title.split_whitespace().count();
    let plain: String =
        title.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let is_name = n_words <= MOST_TITLE_WORDS && plain.len() >= FEWEST_BYTES;
    is_name.then(|| name_hash(&format!("title {plain}")))
}

/// The key of a name that a sentence has in a code span; `None` if it may be any word.
pub fn prose_key(name: &str) -> Option<u64> {
    let name = name.split('(').next().unwrap_or(name).trim();
    let inner = name.trim_matches('_');
    let is_distinct = has_several_words(inner) || inner.contains(['.', ':', '#']);
    let is_long = inner.len() >= FEWEST_BYTES_IN_PROSE;
    (is_distinct && is_long).then(|| name_hash(&format!("prose {name}")))
}

/// Whether a name consists of several words, so that it is hardly a word of prose.
pub fn has_several_words(name: &str) -> bool {
    let mut pairs = name.chars().zip(name.chars().skip(1));
    name.trim_matches('_').contains('_')
        || pairs.any(|(left, right)| left.is_lowercase() && right.is_uppercase())
}

/// The names in the sentences of a document about the code as it is.
pub fn names_in_prose(path: &str, facts: &Facts) -> Vec<u64> {
    if !is_judged(path, facts.language) {
        return Vec::new();
    }
    let mentions = facts.mentions.iter().filter(|mention| {
        mention.kind == MentionKind::Name
            && mention.source == MentionSource::InlineCode
            && !is_of_another_time(facts, mention.section)
    });
    mentions.filter_map(|mention| prose_key(&mention.text)).collect()
}
