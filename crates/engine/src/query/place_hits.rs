//! Finds the places that a query names by path and line, before the search.

use crate::Error;
use crate::query::hit::{Draft, Found, Hit, count_tokens, draft};
use crate::query::paths::{looks_like_path, not_a_file};
use crate::query::similar::chunk_at;
use crate::query::snapshot::Snapshot;
use crate::query::snippet::Snippets;
use crate::query::whole_function::widened;
use crate::query::written_places::{WrittenPlace, WrittenPlaces, written_places};

/// Lines of a longer function that are shown above and below the named one.
const LINES_ABOVE: u32 = 15;
const LINES_BELOW: u32 = 24;
/// Folders that a path of another machine and one of ours have in common, at least, the name included.
const LEAST_SHARED: usize = 2;

/// The places that a query names.
#[derive(Debug, Default)]
pub struct PlaceHits {
    /// The code around each, the innermost call first.
    pub hits: Vec<Hit>,
    /// Whether the query is one place and nothing else.
    pub is_alone: bool,
}

/// The code at the places that `query` names, at most `limit`. Fails only if it is nothing but a place that does
/// not exist.
pub fn place_hits(snapshot: &Snapshot, query: &str, limit: usize) -> Result<PlaceHits, Error> {
    let mut written = written_places(query);
    // A path with blanks or marks that programs do not print.
    if let Some((path, line)) = query.trim().rsplit_once(':')
        && let (Some(_), Ok(line)) = (snapshot.file_at(path), line.parse())
    {
        let places = vec![WrittenPlace { path: path.to_owned(), line }];
        written = WrittenPlaces { places, is_alone: true };
    }
    let snippets = snapshot.snippets();
    let mut hits: Vec<Hit> = Vec::new();
    for place in &written.places {
        if hits.len() == limit {
            break;
        }
        let Some(path) = resolved(snapshot, place) else {
            if written.is_alone && looks_like_path(&place.path) {
                return Err(not_a_file(snapshot, &place.path));
            }
            continue;
        };
        match hit_at(snapshot, &snippets, path, place.line) {
            Ok(Some(hit)) if !hits.iter().any(|known| shows(known, &hit)) => hits.push(hit),
            Ok(_) => {}
            Err(error) if written.is_alone => return Err(error),
            Err(_) => {}
        }
    }
    Ok(PlaceHits { is_alone: written.is_alone && !hits.is_empty(), hits })
}

/// Whether a hit shows the lines of another: the frames of a recursion are one place.
fn shows(known: &Hit, hit: &Hit) -> bool {
    known.path == hit.path && known.start_line <= hit.start_line && known.end_line >= hit.end_line
}

/// The indexed file that is meant: at that path, or the one that shares most of its end with it.
fn resolved<'s>(snapshot: &'s Snapshot, place: &WrittenPlace) -> Option<&'s str> {
    let root = snapshot.root().to_string_lossy().replace('\\', "/");
    let root_name = root.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default();
    let below_root = place.path.strip_prefix(&root).map(|rest| rest.trim_start_matches('/'));
    let path = below_root.unwrap_or(&place.path);
    let parts: Vec<&str> = path.rsplit('/').filter(|part| !part.is_empty()).collect();
    let n_shared = |file: &str| {
        let n = file.rsplit('/').zip(&parts).take_while(|(own, part)| own == *part).count();
        // Elsewhere the root may be called `name-1.2` or `name@v1.2`.
        let is_below_root = n == file.split('/').count()
            && parts.get(n).is_some_and(|above| above.starts_with(root_name));
        (n, n == parts.len() || n >= LEAST_SHARED || is_below_root)
    };
    let mut best: Option<(usize, &str)> = None;
    let mut is_unclear = false;
    for file in snapshot.paths() {
        if file == path {
            return Some(file);
        }
        let (n, is_enough) = n_shared(file);
        if n == 0 || !is_enough {
            continue;
        }
        match best {
            Some((most, _)) if n < most => {}
            // Two files fit equally well, so that neither is meant for sure.
            Some((most, _)) if n == most => is_unclear = true,
            Some(_) | None => (best, is_unclear) = (Some((n, file)), false),
        }
    }
    best.filter(|_| !is_unclear).map(|(_, file)| file)
}

/// The function around a line, or the part of it that is near.
fn hit_at(
    snapshot: &Snapshot,
    snippets: &Snippets<'_>,
    path: &str,
    line: u32,
) -> Result<Option<Hit>, Error> {
    let Some(file) = snapshot.file_at(path) else { return Ok(None) };
    let (Some((row, _)), Some(outline)) = (snapshot.file(file.id), snapshot.outline_of(file.id))
    else {
        return Ok(None);
    };
    let number = chunk_at(snapshot, row, &outline.chunks, line)?;
    let found = Found { file: file.id, number, score: 1.0 };
    let reasons = vec!["the query names this place".to_owned()];
    let Some(draft) = draft(snapshot, snippets, found, &[], reasons) else { return Ok(None) };
    let Draft { hit, .. } = widened(snapshot, snippets, file.id, draft);
    Ok(Some(near_line(hit, line)))
}

/// The hit with the lines near one, if it is long.
fn near_line(hit: Hit, line: u32) -> Hit {
    let first = hit.start_line.max(line.saturating_sub(LINES_ABOVE));
    let last = hit.end_line.min(line.saturating_add(LINES_BELOW));
    let matched_lines = Some((line, line));
    if last < first || last - first == hit.end_line - hit.start_line {
        return Hit { matched_lines, ..hit };
    }
    let n_lines = (last + 1 - first) as usize;
    let lines = hit.snippet.lines().skip((first - hit.start_line) as usize).take(n_lines);
    let snippet = lines.collect::<Vec<_>>().join("\n");
    let tokens = count_tokens(&hit.path, snippet.len());
    Hit { start_line: first, end_line: last, matched_lines, tokens, snippet, ..hit }
}
