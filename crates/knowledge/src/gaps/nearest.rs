//! The nearest existing name, path or heading for one that does not exist.

mod heading;

use rutter_domain::{SymbolKind, edit_distance_within};

use self::heading::nearest_heading;
use crate::gaps::findings::Sought;
use crate::gaps::repository::Repository;

/// The most similar name, path or anchor; `None` if nothing is similar.
pub(super) fn nearest(repository: &Repository, sought: &Sought) -> Option<String> {
    match sought {
        Sought::Known(nearest) => Some(nearest.clone()),
        Sought::Name(name) => {
            let files = repository.files.iter();
            let names = files.flat_map(|file| {
                let code = file.defined.iter().filter(|one| one.kind != SymbolKind::Section);
                code.map(|defined| file.name_of(defined))
            });
            most_similar(name, names.map(|name| (name, name)))
        }
        Sought::Path(path) => {
            let stem_of = |path: &'_ str| -> usize {
                let start = path.rfind('/').map_or(0, |slash| slash + 1);
                start + path[start..].find('.').unwrap_or(path.len() - start)
            };
            let start = path.rfind('/').map_or(0, |slash| slash + 1);
            let wanted = &path[start..stem_of(path)];
            let paths = repository.files.iter().map(|file| file.path.as_str());
            let names = paths.map(|path| {
                let start = path.rfind('/').map_or(0, |slash| slash + 1);
                (&path[start..stem_of(path)], path)
            });
            most_similar(wanted, names)
        }
        Sought::Heading { path, anchor } => nearest_heading(repository, path, anchor),
    }
}

/// The candidate whose key takes the fewest edits, the shortest of several.
fn most_similar<'a>(
    wanted: &str,
    candidates: impl Iterator<Item = (&'a str, &'a str)>,
) -> Option<String> {
    let wanted = wanted.to_lowercase();
    let letters = letters_of(&wanted);
    let mut limit = (wanted.chars().count() + 1) / 3;
    let mut best: Option<(usize, usize, &str)> = None;
    for (key, value) in candidates {
        // Most names differ in too many letters for their order to matter.
        if key.len().abs_diff(wanted.len()) > limit + 2
            || (letters_of(key) ^ letters).count_ones() as usize > 2 * limit
        {
            continue;
        }
        let key = key.to_lowercase();
        let within = edit_distance_within(&wanted, &key, limit);
        // Two swapped letters are one slip.
        let Some(steps) = within.or_else(|| is_swapped(&wanted, &key).then_some(1)) else {
            continue;
        };
        let found = (steps, value.len(), value);
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
