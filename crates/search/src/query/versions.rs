//! Recognises outdated versions of code by their directories: `v3` beside `v4`.

use std::collections::HashMap;

/// The newest version in each directory that contains directories of versions.
#[derive(Debug, Default)]
pub struct Versions<'a> {
    newest: HashMap<&'a str, u32>,
}

impl<'a> Versions<'a> {
    pub fn of(paths: impl Iterator<Item = &'a str>) -> Versions<'a> {
        let mut newest = HashMap::new();
        for path in paths {
            for (parent, number) in versions_in(path) {
                let known = newest.entry(parent).or_insert(number);
                *known = number.max(*known);
            }
        }
        Versions { newest }
    }

    /// The version of a path if a newer one exists beside it.
    pub fn outdated(&self, path: &str) -> Option<u32> {
        let is_old = |(parent, number): &(&str, u32)| {
            self.newest.get(parent).is_some_and(|newest| newest > number)
        };
        versions_in(path).find(is_old).map(|(_, number)| number)
    }
}

/// The directories of versions in a path: the parent of each, and its version.
fn versions_in(path: &str) -> impl Iterator<Item = (&str, u32)> {
    let mut start = 0;
    path.match_indices('/').filter_map(move |(end, _)| {
        let begin = std::mem::replace(&mut start, end + 1);
        let digits = path[begin..end].strip_prefix(['v', 'V'])?;
        let parent = path[..begin].strip_suffix('/').unwrap_or("");
        digits.parse().ok().map(|number| (parent, number))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_old_beside_a_newer_one() {
        let paths = ["src/v3/a.ts", "src/v4/core/a.ts", "lib/v1/b.go", "v2/c.rs"];
        let versions = Versions::of(paths.into_iter());
        let found = paths.map(|path| versions.outdated(path));
        assert_eq!(found, [Some(3), None, None, None]);
    }
}
