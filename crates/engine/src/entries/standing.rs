//! What has become of an entry since it was written.
//!
//! Nothing of this is stored. While the files concerned have the content they had, an entry stands
//! without another look. Else its symbol is sought: at its place, under its name elsewhere, under
//! another name at its place, in the file of the old content. Where it is found unchanged, the entry
//! is shown there; else it is stale, and says why. Start at [`Snapshot::standing`].

use rutter_domain::{EntryStatus, Evidence, SymbolKind, Verdict};
use rutter_store::{Anchor, Noted, Twin, Window};

use super::look::Look;
use crate::snapshot::Snapshot;

/// An entry as it stands now.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Standing {
    pub(crate) status: EntryStatus,
    /// Why it is not verified.
    pub(crate) reason: Option<String>,
    /// Where the symbol is now, or was last.
    pub(crate) place: Place,
    /// Whether the symbol is there at all.
    pub(crate) presence: Presence,
    /// Where the evidence is now, or was last.
    pub(crate) evidence: Vec<Evidence>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) path: String,
    pub(crate) symbol: String,
    pub(crate) kind: SymbolKind,
    pub(crate) start_line: u32,
    pub(crate) end_line: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Here,
    Gone,
}

/// Where a symbol is, and whether it is as it was.
enum Sighting {
    Same(Place),
    Changed(Place),
    Gone(String),
}

impl Snapshot {
    pub(crate) fn standing(&self, noted: &Noted) -> Standing {
        let sighting = self.sight(noted);
        let (place, presence, mut fault) = match sighting {
            Sighting::Same(place) => (place, Presence::Here, None),
            Sighting::Changed(place) => {
                let reason = format!("`{}` has changed since", place.symbol);
                (place, Presence::Here, Some(reason))
            }
            Sighting::Gone(reason) => (last_place(noted), Presence::Gone, Some(reason)),
        };
        let mut evidence = Vec::with_capacity(noted.entry.evidence.len());
        for (at, cited) in noted.entry.evidence.iter().enumerate() {
            match noted.anchor.windows.get(at).and_then(Option::as_ref) {
                None if presence == Presence::Here => evidence.push(Evidence {
                    path: place.path.clone(),
                    start_line: place.start_line,
                    end_line: place.end_line,
                }),
                None => evidence.push(cited.clone()),
                Some(window) => match self.find_evidence(noted, cited, window, &place) {
                    Ok(found) => evidence.push(found),
                    Err(reason) => {
                        fault.get_or_insert(reason);
                        evidence.push(cited.clone());
                    }
                },
            }
        }
        let (status, reason) = match (&noted.entry.verdict, fault) {
            (Verdict::Rejected { note }, _) => (EntryStatus::Rejected, Some(note.clone())),
            (Verdict::Verified | Verdict::Unverified { .. }, Some(fault)) => {
                (EntryStatus::Stale, Some(fault))
            }
            (Verdict::Unverified { reason }, None) => {
                (EntryStatus::Unverified, Some(reason.clone()))
            }
            (Verdict::Verified, None) => (EntryStatus::Verified, None),
        };
        Standing { status, reason, place, presence, evidence }
    }

    fn sight(&self, noted: &Noted) -> Sighting {
        let (entry, anchor) = (&noted.entry, &noted.anchor);
        if self.file_at(&entry.path).is_some_and(|file| file.content == anchor.content) {
            return Sighting::Same(last_place(noted));
        }
        let look = self.look(&entry.path);
        if let Some(look) = &look {
            let same_name = |place: &Place| place.symbol == entry.symbol;
            if let Some(place) = places_like(look, anchor, same_name).into_iter().next() {
                return Sighting::Same(place);
            }
            let is_it = |kind: Option<SymbolKind>| {
                look.find(|symbol| {
                    symbol.qualified_name == entry.symbol
                        && kind.is_none_or(|kind| kind == symbol.kind)
                })
            };
            if let Some((at, _)) = is_it(Some(anchor.kind)).or_else(|| is_it(None)) {
                return Sighting::Changed(place_of(look, look.main_of(at)));
            }
        }
        if let Some(place) = self.sight_elsewhere(noted) {
            return Sighting::Same(place);
        }
        if let Some(look) = &look {
            let other_name = |place: &Place| place.symbol != entry.symbol;
            if let Some(place) = places_like(look, anchor, other_name).into_iter().next() {
                return Sighting::Same(place);
            }
        }
        Sighting::Gone(match look {
            Some(_) => format!("`{}` is not in `{}` any more", entry.symbol, entry.path),
            None => format!("`{}` is not in the index any more", entry.path),
        })
    }

    /// The symbol under its name in another file.
    fn sight_elsewhere(&self, noted: &Noted) -> Option<Place> {
        let (entry, anchor) = (&noted.entry, &noted.anchor);
        let named = self.reader.files_defining(&anchor.name);
        let mut paths: Vec<&str> =
            named.into_iter().filter_map(|id| Some(self.file(id)?.0.path.as_str())).collect();
        paths.extend(self.paths_with(anchor.content));
        paths.retain(|path| *path != entry.path);
        let mut found: Vec<Place> = Vec::new();
        for path in paths {
            let Some(look) = self.look(path) else { continue };
            let same_name = |place: &Place| {
                place.symbol == entry.symbol
                    || look.facts.symbols.iter().any(|symbol| {
                        symbol.name == anchor.name && symbol.qualified_name == place.symbol
                    })
            };
            found.extend(places_like(&look, anchor, same_name));
        }
        let is_renamed_file = |place: &Place| {
            self.file_at(&place.path).is_some_and(|file| file.content == anchor.content)
        };
        found.into_iter().min_by_key(|place| {
            (place.symbol != entry.symbol, !is_renamed_file(place), place.path.clone())
        })
    }

    fn find_evidence(
        &self,
        noted: &Noted,
        cited: &Evidence,
        window: &Window,
        place: &Place,
    ) -> Result<Evidence, String> {
        let here = self.file_at(&cited.path);
        if here.is_some_and(|file| file.content == window.content) {
            return Ok(cited.clone());
        }
        let mut paths = vec![cited.path.as_str()];
        if cited.path == noted.entry.path {
            paths.push(&place.path);
        }
        paths.extend(self.paths_with(window.content));
        for path in paths {
            let found = self.look(path).and_then(|look| look.find_window(window, cited.start_line));
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

    /// The indexed files that have a content.
    fn paths_with(&self, content: rutter_domain::ContentHash) -> impl Iterator<Item = &str> {
        let rows = self.manifest.indexed();
        rows.filter(move |(_, file)| file.content == content).map(|(row, _)| row.path.as_str())
    }
}

/// Where a symbol was when its entry was written.
fn last_place(noted: &Noted) -> Place {
    Place {
        path: noted.entry.path.clone(),
        symbol: noted.entry.symbol.clone(),
        kind: noted.anchor.kind,
        start_line: noted.anchor.start_line,
        end_line: noted.anchor.end_line,
    }
}

fn place_of(look: &Look, at: usize) -> Place {
    let symbol = &look.facts.symbols[at];
    Place {
        path: look.path.clone(),
        symbol: symbol.qualified_name.clone(),
        kind: symbol.kind,
        start_line: symbol.span.start_line,
        end_line: symbol.span.end_line,
    }
}

/// The symbols of a file that are what an anchor speaks of, by their hashes, and were not there
/// beside it from the beginning.
fn places_like(look: &Look, anchor: &Anchor, is_meant: impl Fn(&Place) -> bool) -> Vec<Place> {
    let is_twin = |place: &Place| {
        let twin = Twin { path: place.path.clone(), symbol: place.symbol.clone() };
        anchor.twins.contains(&twin)
    };
    (0..look.facts.symbols.len())
        .filter(|at| look.facts.symbols[*at].kind == anchor.kind && look.main_of(*at) == *at)
        .map(|at| (at, place_of(look, at)))
        .filter(|(_, place)| is_meant(place) && !is_twin(place))
        .filter(|(at, _)| look.subject_hash(&look.facts.symbols[*at]) == anchor.subject)
        .map(|(_, place)| place)
        .collect()
}
