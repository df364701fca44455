//! Files that change in the same commits.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Commits that change more files say nothing about pairs.
const MAX_FILES: usize = 20;
/// Fewer common commits may be coincidence.
const MIN_COMMITS: u32 = 3;
/// A companion has at least this share of the commits of a file.
const MIN_SHARE: f32 = 0.2;
/// Companions that are kept of one file.
const MAX_COMPANIONS: usize = 10;

/// For each file, the files that often change with it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ChangedTogether {
    files: BTreeMap<String, Vec<Companion>>,
}

/// A file that often changes together with another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Companion {
    pub path: String,
    /// Commits that changed both.
    pub count: u32,
    /// Commits that changed the other file at all.
    pub of: u32,
}

impl Companion {
    /// The share of the other file's commits that changed this one as well.
    pub fn share(&self) -> f32 {
        self.count as f32 / self.of.max(1) as f32
    }
}

impl ChangedTogether {
    /// Counts pairs in commits, each given by the files it changed.
    pub(super) fn count<'a>(commits: impl Iterator<Item = &'a [&'a str]>) -> ChangedTogether {
        let mut totals: BTreeMap<&str, u32> = BTreeMap::new();
        let mut pairs: BTreeMap<(&str, &str), u32> = BTreeMap::new();
        for files in commits {
            files.iter().for_each(|file| *totals.entry(file).or_default() += 1);
            if files.len() > MAX_FILES {
                continue;
            }
            for one in files {
                for other in files.iter().filter(|other| *other != one) {
                    *pairs.entry((one, other)).or_default() += 1;
                }
            }
        }
        let mut together = ChangedTogether::default();
        for ((one, other), count) in pairs {
            let companion = Companion { path: other.to_owned(), count, of: totals[one] };
            if count >= MIN_COMMITS && companion.share() >= MIN_SHARE {
                together.files.entry(one.to_owned()).or_default().push(companion);
            }
        }
        for companions in together.files.values_mut() {
            companions.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.path.cmp(&b.path)));
            companions.truncate(MAX_COMPANIONS);
        }
        together
    }

    /// The files that often change with this one, the most frequent first.
    pub fn of(&self, path: &str) -> &[Companion] {
        self.files.get(path).map_or(&[], Vec::as_slice)
    }
}
