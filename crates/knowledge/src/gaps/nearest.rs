//! The nearest existing name or path for one that does not exist.

use rutter_domain::{SymbolKind, edit_distance_within};

use crate::gaps::findings::Sought;
use crate::gaps::repository::Repository;

/// The most similar name or path; `None` if nothing is similar.
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
            let wanted = path.rsplit('/').next().unwrap_or(path);
            let paths = repository.files.iter().map(|file| file.path.as_str());
            let names = paths.flat_map(|path| {
                let name = path.rsplit('/').next().unwrap_or(path);
                let stem = name.split('.').next().unwrap_or(name);
                [(name, path), (stem, path)]
            });
            most_similar(wanted, names)
        }
    }
}

/// The candidate whose key takes the fewest edits, the shortest of several.
fn most_similar<'a>(
    wanted: &str,
    candidates: impl Iterator<Item = (&'a str, &'a str)>,
) -> Option<String> {
    let wanted = wanted.to_lowercase();
    // Two swapped letters take two steps.
    let mut limit = wanted.chars().count().div_ceil(3);
    let mut best: Option<(usize, usize, &str)> = None;
    for (key, value) in candidates {
        if key.len().abs_diff(wanted.len()) > limit + 2 {
            continue;
        }
        let Some(steps) = edit_distance_within(&wanted, &key.to_lowercase(), limit) else {
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
