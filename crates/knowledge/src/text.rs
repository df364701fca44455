//! The text of an entry, and its words for search.

use std::collections::HashSet;

use rutter_domain::Entry;
use rutter_domain::words::tokenize;

/// Title, summary, details and tags as one text.
pub(crate) fn entry_text(entry: &Entry) -> String {
    let details = entry.details.as_deref().unwrap_or("");
    format!("{}\n{}\n{details}\n{}", entry.title(), entry.summary, entry.tags.join(" "))
}

/// The words of each entry, in their order.
#[derive(Debug)]
pub(crate) struct EntryWords(pub(crate) Vec<HashSet<String>>);

impl EntryWords {
    pub(crate) fn of<'a>(entries: impl Iterator<Item = &'a Entry>) -> EntryWords {
        let words = |entry: &Entry| {
            let text = format!("{}\n{}", entry_text(entry), entry.path);
            tokenize(&text).into_iter().collect()
        };
        EntryWords(entries.map(words).collect())
    }
}
