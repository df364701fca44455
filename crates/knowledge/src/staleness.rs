//! Computes whether an entry still holds.
//!
//! Nothing of this is stored. If the files have the content they had, no file is read. Otherwise the
//! symbol is searched for: at its old location, under its name elsewhere, under another name at its old
//! location, in a renamed file. If it is found unchanged, the entry is shown there; otherwise it is stale,
//! with the reason. Start at [`entry_state`].

use rutter_domain::Window;
use rutter_domain::{Evidence, Symbol, SymbolKind};
use rutter_store::{Anchor, StoredEntry, Twin};

use crate::cache::LoadedEntry;
use crate::knowledge::Knowledge;
use crate::state::{EntryState, Presence, SymbolLocation};
use crate::status::standing;
use crate::supports::compare_supports;
use crate::wide::{WidePlace, has_files, wide_subject};
use rutter_checks::{Subject, is_wide_path};
use rutter_syntax::ParsedFile;

/// At most this many files of a name are compared with one that is gone.
const MOST_MOVED_FILES: usize = 48;

/// Where a symbol is, and whether it is as it was.
enum SubjectSearch {
    Same(SymbolLocation),
    Changed(SymbolLocation),
    Gone(String),
}

/// The current state of an entry, computed once while it is loaded.
pub(crate) fn state_of<'a>(knowledge: &Knowledge, row: &'a LoadedEntry) -> &'a EntryState {
    row.state.get_or_init(|| entry_state(knowledge, &row.stored))
}

/// Computes the current state of an entry.
pub(crate) fn entry_state(knowledge: &Knowledge, stored: &StoredEntry) -> EntryState {
    let found = find_subject(knowledge, stored);
    let (place, presence, mut fault) = match found {
        SubjectSearch::Same(place) => (place, Presence::Here, None),
        SubjectSearch::Changed(place) => {
            let reason = if place.kind == SymbolKind::File {
                format!("what `{}` defines has changed since", place.path)
            } else {
                format!("`{}` has changed since", place.symbol)
            };
            (place, Presence::Here, Some(reason))
        }
        SubjectSearch::Gone(reason) => (last_place(stored), Presence::Gone, Some(reason)),
    };
    let mut evidence = Vec::with_capacity(stored.entry.evidence.len());
    for (at, cited) in stored.entry.evidence.iter().enumerate() {
        match stored.anchor.windows.get(at).and_then(Option::as_ref) {
            None if presence == Presence::Here => evidence.push(Evidence {
                path: place.path.clone(),
                start_line: place.start_line,
                end_line: place.end_line,
            }),
            None => evidence.push(cited.clone()),
            Some(window) => match find_evidence(knowledge, stored, cited, window, &place) {
                Ok(found) => evidence.push(found),
                Err(reason) => {
                    fault.get_or_insert(reason);
                    evidence.push(cited.clone());
                }
            },
        }
    }
    let mut marks = Vec::new();
    if fault.is_none() && presence == Presence::Here {
        let subject = || subject_at(knowledge, &place, &evidence);
        let changes = compare_supports(knowledge, &stored.anchor.supports, subject);
        (fault, marks) = (changes.fault, changes.marks);
    }
    let own = standing(stored, fault.as_deref(), None);
    EntryState { own, fault, marks, place, presence, evidence }
}

/// The symbol that is at a location now, or the wide subject that this evidence makes.
pub(crate) fn subject_at(
    knowledge: &Knowledge,
    place: &SymbolLocation,
    evidence: &[Evidence],
) -> Option<Subject> {
    if is_wide_path(&place.path) {
        let wide = WidePlace { path: place.path.clone(), symbol: place.symbol.clone() };
        return Some(wide_subject(knowledge, &wide, evidence));
    }
    let parsed = knowledge.parsed_file_with(&place.path, place.kind)?;
    let is_it = |symbol: &Symbol| {
        symbol.qualified_name == place.symbol
            && symbol.kind == place.kind
            && symbol.span.start_line == place.start_line
    };
    let by_name =
        |symbol: &Symbol| symbol.qualified_name == place.symbol && symbol.kind == place.kind;
    let (at, _) = parsed.find(is_it).or_else(|| parsed.find(by_name))?;
    Some(Subject { parsed, at })
}

fn find_subject(knowledge: &Knowledge, stored: &StoredEntry) -> SubjectSearch {
    let (entry, anchor) = (&stored.entry, &stored.anchor);
    if is_wide_path(&entry.path) {
        return if has_files(knowledge, &entry.path) {
            SubjectSearch::Same(last_place(stored))
        } else {
            SubjectSearch::Gone(format!("`{}` is not in the index any more", entry.path))
        };
    }
    if knowledge.snapshot.file_at(&entry.path).is_some_and(|file| file.content == anchor.content) {
        return SubjectSearch::Same(last_place(stored));
    }
    if anchor.kind == SymbolKind::File {
        return find_file(knowledge, stored);
    }
    let parsed = knowledge.parsed_file(&entry.path);
    if let Some(parsed) = &parsed {
        let same_name = |place: &SymbolLocation| place.symbol == entry.symbol;
        if let Some(place) = places_like(parsed, anchor, same_name).into_iter().next() {
            return SubjectSearch::Same(place);
        }
        let is_it = |kind: Option<SymbolKind>| {
            parsed.find(|symbol| {
                symbol.qualified_name == entry.symbol && kind.is_none_or(|kind| kind == symbol.kind)
            })
        };
        if let Some((at, _)) = is_it(Some(anchor.kind)).or_else(|| is_it(None)) {
            return SubjectSearch::Changed(place_of(parsed, parsed.main_of(at)));
        }
    }
    if let Some(place) = find_elsewhere(knowledge, stored) {
        return SubjectSearch::Same(place);
    }
    if let Some(parsed) = &parsed {
        let other_name = |place: &SymbolLocation| place.symbol != entry.symbol;
        if let Some(place) = places_like(parsed, anchor, other_name).into_iter().next() {
            return SubjectSearch::Same(place);
        }
    }
    SubjectSearch::Gone(match parsed {
        Some(_) => format!("`{}` is not in `{}` any more", entry.symbol, entry.path),
        None => format!("`{}` is not in the index any more", entry.path),
    })
}

/// A whole file: at its path, or moved elsewhere.
fn find_file(knowledge: &Knowledge, stored: &StoredEntry) -> SubjectSearch {
    let (entry, anchor) = (&stored.entry, &stored.anchor);
    let at = |path: &str| knowledge.parsed_file_with(path, SymbolKind::File);
    let is_same =
        |parsed: &ParsedFile| parsed.subject_hash(&parsed.facts.symbols[0]) == anchor.subject;
    if let Some(parsed) = at(&entry.path) {
        return if is_same(&parsed) {
            SubjectSearch::Same(place_of(&parsed, 0))
        } else {
            SubjectSearch::Changed(place_of(&parsed, 0))
        };
    }
    // Moved as it was, or into another folder with its name and outline.
    let has_name = |path: &&str| path.rsplit('/').next() == Some(anchor.name.as_str());
    let mut paths: Vec<&str> = knowledge.snapshot.paths_with(anchor.content).collect();
    paths.sort_by_key(|path| (!has_name(path), *path));
    paths.extend(knowledge.snapshot.paths().filter(has_name).take(MOST_MOVED_FILES));
    let moved = paths.into_iter().filter_map(at).find(|parsed| is_same(parsed));
    match moved {
        Some(parsed) => SubjectSearch::Same(place_of(&parsed, 0)),
        None => SubjectSearch::Gone(format!("`{}` is not in the index any more", entry.path)),
    }
}

/// The symbol under its name in another file.
fn find_elsewhere(knowledge: &Knowledge, stored: &StoredEntry) -> Option<SymbolLocation> {
    let (entry, anchor) = (&stored.entry, &stored.anchor);
    let mut paths = knowledge.snapshot.paths_defining(&anchor.name);
    paths.extend(knowledge.snapshot.paths_with(anchor.content));
    paths.retain(|path| *path != entry.path);
    let mut found: Vec<SymbolLocation> = Vec::new();
    for path in paths {
        let Some(parsed) = knowledge.parsed_file(path) else { continue };
        let same_name = |place: &SymbolLocation| {
            place.symbol == entry.symbol
                || parsed.facts.symbols.iter().any(|symbol| {
                    symbol.name == anchor.name && symbol.qualified_name == place.symbol
                })
        };
        found.extend(places_like(&parsed, anchor, same_name));
    }
    let is_renamed_file = |place: &SymbolLocation| {
        knowledge.snapshot.file_at(&place.path).is_some_and(|file| file.content == anchor.content)
    };
    found.into_iter().min_by_key(|place| {
        (place.symbol != entry.symbol, !is_renamed_file(place), place.path.clone())
    })
}

fn find_evidence(
    knowledge: &Knowledge,
    stored: &StoredEntry,
    cited: &Evidence,
    window: &Window,
    place: &SymbolLocation,
) -> Result<Evidence, String> {
    let here = knowledge.snapshot.file_at(&cited.path);
    if here.is_some_and(|file| file.content == window.content) {
        return Ok(cited.clone());
    }
    let mut paths = vec![cited.path.as_str()];
    if cited.path == stored.entry.path {
        paths.push(&place.path);
    }
    paths.extend(knowledge.snapshot.paths_with(window.content));
    for path in paths {
        let found = knowledge
            .parsed_file(path)
            .and_then(|parsed| parsed.find_window(window, cited.start_line));
        if let Some((start_line, end_line)) = found {
            return Ok(Evidence { path: path.to_owned(), start_line, end_line });
        }
    }
    let Evidence { path, start_line, end_line } = cited;
    Err(match here {
        Some(_) => format!("its evidence {path}:{start_line}-{end_line} has changed since"),
        None => format!("its evidence `{path}` is not in the index any more"),
    })
}

/// Where a symbol was when its entry was written.
fn last_place(stored: &StoredEntry) -> SymbolLocation {
    SymbolLocation {
        path: stored.entry.path.clone(),
        symbol: stored.entry.symbol.clone(),
        kind: stored.anchor.kind,
        start_line: stored.anchor.start_line,
        end_line: stored.anchor.end_line,
    }
}

fn place_of(parsed: &ParsedFile, at: usize) -> SymbolLocation {
    let symbol = &parsed.facts.symbols[at];
    SymbolLocation {
        path: parsed.path.clone(),
        symbol: symbol.qualified_name.clone(),
        kind: symbol.kind,
        start_line: symbol.span.start_line,
        end_line: symbol.span.end_line,
    }
}

/// The symbols of a file with the hash of an anchor, except those that already were twins of it when
/// the entry was written.
fn places_like(
    parsed: &ParsedFile,
    anchor: &Anchor,
    is_meant: impl Fn(&SymbolLocation) -> bool,
) -> Vec<SymbolLocation> {
    let is_twin = |place: &SymbolLocation| {
        let twin = Twin { path: place.path.clone(), symbol: place.symbol.clone() };
        anchor.twins.contains(&twin)
    };
    (0..parsed.facts.symbols.len())
        .filter(|at| parsed.facts.symbols[*at].kind == anchor.kind && parsed.main_of(*at) == *at)
        .map(|at| (at, place_of(parsed, at)))
        .filter(|(_, place)| is_meant(place) && !is_twin(place))
        .filter(|(at, _)| parsed.subject_hash(&parsed.facts.symbols[*at]) == anchor.subject)
        .map(|(_, place)| place)
        .collect()
}
