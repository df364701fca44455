//! Plans an exploration: which central symbols and source files should have an entry.

use std::collections::BTreeSet;

use rutter_domain::{
    ExplorationPlan, Family, ListedEntry, PlannedSymbol, Seen, SeenSymbol, SymbolKind, is_under,
};
use rutter_engine::{central_containers, is_main_source};

use crate::Error;
use crate::knowledge::Knowledge;
use crate::list::{EntriesFilter, list_entries};

/// Central types, modules and files of a plan.
const MOST_CENTRAL: usize = 30;

pub(crate) fn plan(knowledge: &Knowledge, focus: Option<&str>) -> ExplorationPlan {
    let snapshot = &knowledge.snapshot;
    let central: Vec<PlannedSymbol> =
        central_containers(snapshot, focus.unwrap_or(""), MOST_CENTRAL)
            .into_iter()
            .map(|central| PlannedSymbol {
                symbol: central.entry_name().to_owned(),
                path: central.path,
            })
            .collect();
    let mut others: Vec<(u32, &str)> = snapshot
        .files()
        .filter(|(path, file)| {
            file.language.family() == Family::Code
                && file.n_symbols > 0
                && is_main_source(path)
                && is_under(path, focus.unwrap_or_default())
        })
        .map(|(path, file)| (file.n_symbols, path))
        .collect();
    others.sort_by_key(|(n_symbols, path)| (std::cmp::Reverse(*n_symbols), *path));
    let mut named = BTreeSet::new();
    let mut files: Vec<String> = Vec::new();
    let first = central.iter().map(|planned| planned.path.as_str());
    for path in first.chain(others.into_iter().map(|(_, path)| path)) {
        if named.insert(path.to_owned()) {
            files.push(path.to_owned());
        }
    }
    ExplorationPlan { central, files }
}

pub(crate) fn entries_of_run(knowledge: &Knowledge, run: &str) -> Result<Vec<ListedEntry>, Error> {
    let mut entries = list_entries(knowledge, &EntriesFilter::default())?.entries;
    entries.retain(|entry| entry.run.as_deref() == Some(run));
    Ok(entries)
}

/// The first function or type of a file that was shown whole.
pub(crate) fn first_seen(knowledge: &Knowledge, path: &str, seen: &Seen) -> Option<SeenSymbol> {
    let file = knowledge.snapshot.file_at(path)?;
    let facts = knowledge.snapshot.facts_of(file.id)?;
    let symbol = facts.symbols.iter().find(|symbol| {
        let span = symbol.span;
        let is_type = matches!(
            symbol.kind,
            SymbolKind::Class
                | SymbolKind::Struct
                | SymbolKind::Enum
                | SymbolKind::Interface
                | SymbolKind::Trait
        );
        let unseen = seen.first_unseen(path, file.content, span.start_line, span.end_line);
        (symbol.kind.is_callable() || is_type) && unseen.is_none()
    })?;
    Some(SeenSymbol {
        symbol: symbol.qualified_name.clone(),
        path: path.to_owned(),
        start_line: symbol.span.start_line,
        end_line: symbol.span.end_line,
    })
}
