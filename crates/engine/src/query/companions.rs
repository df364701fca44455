//! Files that often change in the same commits. This is a hint, never a sure link, so it is shown apart from the
//! uses.

use serde::Serialize;

use crate::query::central::{is_under, part_of};
use crate::query::snapshot::Snapshot;
use rutter_graph::FilePart;
use rutter_workspace::secret_file;

/// The provenance of such a link.
pub const CHANGED_TOGETHER: &str = "changed-together";

/// Companions that are listed for a symbol or file.
const MOST_COMPANIONS: usize = 5;
/// Pairs that are listed for a folder, and how many common commits each has at least.
const MOST_PAIRS: usize = 5;
const MIN_PAIR_COMMITS: u32 = 5;

/// A file that often changes together with another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChangedWith {
    pub path: String,
    /// Commits that changed both.
    pub count: u32,
    /// Commits that changed the other file at all.
    pub of: u32,
    /// `count` / `of`.
    pub share: f32,
    /// Always [`CHANGED_TOGETHER`].
    pub provenance: &'static str,
}

/// Two files that often change together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChangedPair {
    pub path: String,
    pub with: ChangedWith,
}

/// The files that often change with one of these, the most frequent first.
pub(crate) fn changed_with(snapshot: &Snapshot, paths: &[&str]) -> Vec<ChangedWith> {
    let mut found: Vec<ChangedWith> = Vec::new();
    for path in paths {
        for companion in companions(snapshot, path) {
            let is_known = found.iter().any(|known| known.path == companion.path);
            if !is_known && !paths.contains(&companion.path.as_str()) {
                found.push(companion);
            }
        }
    }
    found.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.path.cmp(&b.path)));
    found.truncate(MOST_COMPANIONS);
    found
}

/// The pairs of source files in a folder that change together most often.
pub(crate) fn changed_pairs(snapshot: &Snapshot, folder: &str) -> Vec<ChangedPair> {
    let is_listed = |path: &str| is_under(path, folder) && part_of(path) == FilePart::Proper;
    let mut pairs: Vec<ChangedPair> = Vec::new();
    for path in snapshot.paths().filter(|path| is_listed(path)) {
        for with in companions(snapshot, path) {
            let is_code = snapshot
                .file_at(&with.path)
                .is_some_and(|file| file.language.family() == rutter_domain::Family::Code);
            if with.count >= MIN_PAIR_COMMITS && is_code && is_listed(&with.path) {
                pairs.push(ChangedPair { path: path.to_owned(), with });
            }
        }
    }
    // Of both directions, the one of the file that more often changes with the other.
    pairs.sort_by(|a, b| {
        let key = |pair: &ChangedPair| (pair.path.clone(), pair.with.path.clone());
        b.with.share.total_cmp(&a.with.share).then_with(|| key(a).cmp(&key(b)))
    });
    let mut listed: Vec<ChangedPair> = Vec::new();
    for pair in pairs {
        if !listed.iter().any(|known| known.path == pair.with.path && known.with.path == pair.path)
        {
            listed.push(pair);
        }
    }
    listed.sort_by(|a, b| b.with.count.cmp(&a.with.count).then_with(|| a.path.cmp(&b.path)));
    listed.truncate(MOST_PAIRS);
    listed
}

/// The companions of a file that are in the index and no secrets.
fn companions(snapshot: &Snapshot, path: &str) -> Vec<ChangedWith> {
    let companions = snapshot.history().together.of(path).iter();
    companions
        .filter(|with| snapshot.file_at(&with.path).is_some() && secret_file(&with.path).is_none())
        .map(|with| ChangedWith {
            path: with.path.clone(),
            count: with.count,
            of: with.of,
            share: with.share(),
            provenance: CHANGED_TOGETHER,
        })
        .collect()
}
