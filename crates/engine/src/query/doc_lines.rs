//! Finds the lines of a file that are documentation.

use std::ops::RangeInclusive;

use rutter_graph::SymbolAt;

use crate::query::snapshot::Snapshot;

/// The lines that document a file or its symbols, from 1; `None` if the file is not in the index or has
/// changed since.
pub fn doc_lines_of(snapshot: &Snapshot, path: &str) -> Option<Vec<RangeInclusive<u32>>> {
    let found = read(snapshot, path)?;
    Some(found.into_iter().map(|doc| doc.start_line..=doc.end_line).collect())
}

/// The lines of a symbol's documentation, if they are found.
pub(crate) fn doc_lines_of_symbol(
    snapshot: &Snapshot,
    at: SymbolAt,
) -> Option<RangeInclusive<u32>> {
    let path = &snapshot.file(at.file)?.0.path;
    let found = read(snapshot, path)?;
    let doc = found.into_iter().find(|doc| doc.symbol == Some(at.symbol))?;
    Some(doc.start_line..=doc.end_line)
}

fn read(snapshot: &Snapshot, path: &str) -> Option<Vec<rutter_syntax::DocLines>> {
    let file = snapshot.file_at(path)?;
    let facts = snapshot.facts_of(file.id)?;
    Some(rutter_syntax::doc_lines(&snapshot.indexed_text(path, file)?, &facts))
}
