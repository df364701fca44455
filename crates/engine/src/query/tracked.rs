//! Finds out whether uses of a name may be missing, and lists lines that contain the name if so.
//!
//! An answer that lists no use must mean that there is none. If the syntax of a language does not record uses
//! of, say, fields, or if hardly any use could be resolved, the answer says so, counts the lines of code that
//! contain the name and are not accounted for, and lists some of them. Lines of generated files, which are not
//! indexed, are counted as well. Start at [`missing_uses`].

use std::collections::HashSet;

use rutter_domain::{Family, FileId, SymbolKind};
use rutter_graph::{DefinedSymbol, EdgeKind, Graph, Uses};
use serde::Serialize;

use crate::query::generated_lines::{GeneratedLines, generated_lines};
use crate::query::paths::looks_like_path;
use crate::query::snapshot::Snapshot;
use crate::query::word_lines::{WordLine, WordLines, WordRequest, lines_with};
use rutter_domain::name_parts;

/// Lines that are listed.
const MOST_LINES: usize = 40;
/// If uses are known, this many lines more than those say that the word is a common one: they are counted only.
const MANY_MORE_LINES: usize = 20;

/// The reason why uses may be missing, and the number of lines that may be uses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Untracked {
    pub reason: String,
    /// Lines that contain the name as a word and of which nothing else is known: neither comments, nor
    /// definitions, nor uses that were resolved. Of generated files, every line that contains it.
    pub lines: usize,
}

/// Uses that may be missing from the known ones.
pub(crate) struct MissingUses {
    pub(crate) untracked: Untracked,
    /// Some of the lines.
    pub(crate) lines: Vec<WordLine>,
}

/// The uses that may be missing for these definitions of a name; `None` if none are.
pub(crate) fn missing_uses(
    snapshot: &Snapshot,
    graph: &Graph<'_>,
    name: &str,
    defined: &[DefinedSymbol],
    uses: &Uses,
) -> Option<MissingUses> {
    if defined.is_empty() {
        return no_symbol(snapshot, name);
    }
    if !defined.iter().any(|at| is_named_in_code(snapshot, at)) {
        return None;
    }
    let bare = name_parts(name).last().copied().unwrap_or(name);
    let in_code = uses.list.iter().filter(|used| used.edge.kind != EdgeKind::Mention);
    let n_places: usize = in_code.map(|used| used.edge.n_places as usize).sum();
    let kind = not_tracked(snapshot, defined);
    // A name with that many definitions is a common word, and its uses are counted as ambiguous.
    if uses.n_unlisted > 0 && kind.is_none() {
        return names_left(uses).map(|reason| missing(vec![reason], WordLines::default(), None));
    }
    let mut known: HashSet<(FileId, u32)> = uses.elsewhere.iter().copied().collect();
    for used in &uses.list {
        let places = graph.places(&used.edge).into_iter();
        known.extend(places.map(|place| (used.edge.from_file, place.line)));
    }
    let request = WordRequest {
        definitions: &graph.defined(bare),
        known,
        ..WordRequest::all(bare, &[Family::Code], MOST_LINES)
    };
    let mut found = lines_with(snapshot, &request);
    let generated = generated_lines(snapshot, bare);
    // The word is common in other meanings, so listing its lines would mislead.
    if n_places > 0 && found.n_lines > n_places + MANY_MORE_LINES {
        found.list.clear();
    }
    let mut reasons = Vec::new();
    match (kind, n_places) {
        (Some(kind), _) => reasons.push(kind),
        (None, _) if found.n_lines == 0 && found.n_files_left == 0 => {}
        (None, 0) => reasons.push("no use of it could be resolved".to_owned()),
        (None, _) => reasons.push("not all that may use it could be resolved".to_owned()),
    }
    reasons.extend(names_left(uses));
    let is_complete = reasons.is_empty() && generated.is_none();
    (!is_complete).then(|| missing(reasons, found, generated))
}

/// The reason if uses under some names were not looked for.
fn names_left(uses: &Uses) -> Option<String> {
    let n_names = uses.n_names_left;
    let noun = if n_names == 1 { "name" } else { "names" };
    (n_names > 0).then(|| {
        format!("uses under {n_names} further {noun} that it is exported by were not looked for")
    })
}

/// Lines of any file that contain a name that no symbol has: that of a parameter, a key, a flag.
fn no_symbol(snapshot: &Snapshot, name: &str) -> Option<MissingUses> {
    let parts = name_parts(name);
    let bare = parts.last().copied().unwrap_or(name);
    let families = [Family::Code, Family::Data, Family::Document];
    let with = |word| lines_with(snapshot, &WordRequest::all(word, &families, MOST_LINES));
    // As written, it says more than its last part.
    let mut found = with(name.trim());
    let is_path = looks_like_path(name.trim());
    if found.n_lines == 0 && bare != name.trim() && !bare.is_empty() && !is_path {
        found = with(bare);
    }
    let generated = generated_lines(snapshot, if is_path { name.trim() } else { bare });
    let is_named = found.n_lines > 0 || generated.is_some();
    is_named.then(|| missing(vec!["no symbol has this name".to_owned()], found, generated))
}

fn missing(
    mut reasons: Vec<String>,
    found: WordLines,
    generated: Option<GeneratedLines>,
) -> MissingUses {
    let mut lines = found.n_lines;
    let mut n_files_left = found.n_files_left;
    if let Some(generated) = generated {
        lines += generated.n_lines;
        n_files_left += generated.n_files_left;
        let which = match found.n_lines {
            0 => String::new(),
            _ => format!(" ({} of the lines)", generated.n_lines),
        };
        reasons.push(format!("generated files are not indexed{which}"));
    }
    let mut reason = reasons.join(", and ");
    if n_files_left > 0 {
        reason += &format!(" (lines of {n_files_left} files are not counted)");
    }
    MissingUses { untracked: Untracked { reason, lines }, lines: found.list }
}

/// Why uses of one of these are not recorded by syntax.
fn not_tracked(snapshot: &Snapshot, defined: &[DefinedSymbol]) -> Option<String> {
    defined.iter().filter(|at| is_named_in_code(snapshot, at)).find_map(|at| {
        let language = snapshot.file(at.at.file)?.1.language;
        let is_missing = !rutter_syntax::tracks(language, at.kind);
        is_missing.then(|| format!("uses of a {} are not tracked in {}", at.kind, language.name()))
    })
}

/// Whether code uses a symbol by its name.
fn is_named_in_code(snapshot: &Snapshot, at: &DefinedSymbol) -> bool {
    match at.kind {
        // These are never used by their name.
        SymbolKind::Implementation | SymbolKind::Section | SymbolKind::File | SymbolKind::Test => {
            false
        }
        _ => snapshot
            .file(at.at.file)
            .is_some_and(|(_, file)| file.language.family() == Family::Code),
    }
}

/// The lines of code that contain a word that nothing defines; at most `most_lines` are listed.
pub(crate) fn lines_naming(snapshot: &Snapshot, word: &str, most_lines: usize) -> WordLines {
    lines_with(snapshot, &WordRequest::all(word, &[Family::Code], most_lines))
}
