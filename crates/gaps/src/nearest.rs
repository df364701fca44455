//! The nearest existing name, path or heading for one that does not exist.

mod heading;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rutter_domain::{SymbolKind, edit_distance_within};
use rutter_graph::path_text::stem_of;

use self::heading::nearest_heading;
use crate::findings::Sought;
use crate::repository::Repository;

/// The names and paths of a repository, in the order of their length. Made when first asked for.
pub(super) struct NearestNames<'a> {
    repository: &'a Repository,
    names: OnceLock<ByLength<'a>>,
    paths: OnceLock<ByLength<'a>>,
}

/// Candidates by the length of their key: the letters of the key as bits, the key, and the name or path with it.
type ByLength<'a> = BTreeMap<usize, Vec<(u64, &'a str, &'a str)>>;

impl<'a> NearestNames<'a> {
    pub(super) fn new(repository: &'a Repository) -> NearestNames<'a> {
        NearestNames { repository, names: OnceLock::new(), paths: OnceLock::new() }
    }

    /// The most similar name, path or anchor; `None` if nothing is similar.
    pub(super) fn nearest(&self, sought: &Sought) -> Option<String> {
        match sought {
            Sought::Known(nearest) => Some(nearest.clone()),
            Sought::Name(name) => most_similar(name, self.names.get_or_init(|| self.names())),
            Sought::Path(path) => {
                most_similar(stem_of(path), self.paths.get_or_init(|| self.paths()))
            }
            Sought::Heading { path, anchor } => nearest_heading(self.repository, path, anchor),
        }
    }

    fn names(&self) -> ByLength<'a> {
        let files = self.repository.files.iter();
        by_length(files.flat_map(|file| {
            let code = file.defined.iter().filter(|one| one.kind != SymbolKind::Section);
            code.map(|defined| (file.name_of(defined), file.name_of(defined)))
        }))
    }

    fn paths(&self) -> ByLength<'a> {
        let paths = self.repository.files.iter().map(|file| file.path.as_str());
        by_length(paths.map(|path| (stem_of(path), path)))
    }
}

fn by_length<'a>(candidates: impl Iterator<Item = (&'a str, &'a str)>) -> ByLength<'a> {
    let mut lengths: Vec<Vec<(u64, &str, &str)>> = Vec::new();
    for (key, value) in candidates {
        if lengths.len() <= key.len() {
            lengths.resize_with(key.len() + 1, Vec::new);
        }
        lengths[key.len()].push((letters_of(key), key, value));
    }
    let lengths = lengths.into_iter().enumerate();
    lengths.filter(|(_, candidates)| !candidates.is_empty()).collect()
}

/// The candidate whose key takes the fewest edits, the shortest of several.
fn most_similar(wanted: &str, candidates: &ByLength<'_>) -> Option<String> {
    let wanted = wanted.to_lowercase();
    let letters = letters_of(&wanted);
    let mut limit = (wanted.chars().count() + 1) / 3;
    let mut best: Option<(usize, usize, &str)> = None;
    // Letters in lower case may take one or two bytes more or less.
    let lengths = wanted.len().saturating_sub(limit + 2)..=wanted.len() + limit + 2;
    for (key_letters, key, value) in candidates.range(lengths).flat_map(|(_, keys)| keys) {
        // Most names differ in too many letters for their order to matter.
        if (key_letters ^ letters).count_ones() as usize > 2 * limit {
            continue;
        }
        let key = key.to_lowercase();
        let within = edit_distance_within(&wanted, &key, limit);
        // Two swapped letters are one slip.
        let Some(steps) = within.or_else(|| is_swapped(&wanted, &key).then_some(1)) else {
            continue;
        };
        let found = (steps, value.len(), *value);
        if best.is_none_or(|best| found < best) {
            best = Some(found);
            limit = steps;
        }
    }
    best.map(|(_, _, value)| value.to_owned())
}

/// Which letters and digits a text has, one bit each, whatever their case.
fn letters_of(text: &str) -> u64 {
    let bit = |byte: u8| match byte {
        b'a'..=b'z' => 1 << (byte - b'a'),
        b'A'..=b'Z' => 1 << (byte - b'A'),
        b'0'..=b'9' => 1 << (26 + byte - b'0'),
        _ => 0,
    };
    text.bytes().map(bit).fold(0, |letters, bit| letters | bit)
}

/// Whether two neighbouring letters are all that differs.
fn is_swapped(left: &str, right: &str) -> bool {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let Some(at) = left.iter().zip(&right).position(|(a, b)| a != b) else { return false };
    left.len() == right.len()
        && at + 1 < left.len()
        && left[at] == right[at + 1]
        && left[at + 1] == right[at]
        && left[at + 2..] == right[at + 2..]
}
