//! The nearest existing heading of a document for an anchor that leads nowhere.

use rutter_domain::{SymbolKind, edit_distance_within};

use super::is_swapped;
use crate::repository::Repository;

/// The anchor of the most similar heading of the document at `path`, as `#getting-started`.
pub(super) fn nearest_heading(repository: &Repository, path: &str, anchor: &str) -> Option<String> {
    let file = repository.files.get(repository.position(path)?)?;
    let wanted = anchor.to_lowercase();
    let limit = (wanted.chars().count() + 1) / 3;
    let sections = file.defined.iter().filter(|one| one.kind == SymbolKind::Section);
    let anchors = sections.map(|section| anchor_of(file.name_of(section)));
    let near = anchors.filter_map(|anchor| {
        let within = edit_distance_within(&wanted, &anchor, limit);
        // Two swapped letters are one slip.
        let n_edits = within.or_else(|| is_swapped(&wanted, &anchor).then_some(1))?;
        Some((n_edits, anchor))
    });
    near.min().map(|(_, anchor)| format!("#{anchor}"))
}

/// The anchor of a heading, as forges make it: `Getting Started!` is `getting-started`.
fn anchor_of(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}
