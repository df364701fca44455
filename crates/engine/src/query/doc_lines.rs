//! Which lines of a file are documentation, as the file is now.

use std::ops::RangeInclusive;

use rutter_graph::SymbolAt;
use rutter_workspace::Source;

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
    match snapshot.read_file(path) {
        Source::Text(source) if source.content == file.content => {
            Some(rutter_syntax::doc_lines(&source.text, &facts))
        }
        Source::Text(_) | Source::Skip(..) | Source::Gone => None,
    }
}
