//! Finds the differences between the tree and the index.
//!
//! Usually there are none, and finding that out must be cheap: as long as neither the time of any folder nor
//! any ignore file has changed, no folder is listed and files are only stat-ed. Otherwise the tree is walked
//! and compared.

use std::path::Path;

use rayon::prelude::*;
use rutter_domain::{SkipReason, Stat};

use crate::Error;
use crate::index::manifest::{FileRow, FileState, Manifest};
use rutter_workspace::{
    FoundFile, RepoLayout, Source, Walked, WorkingTree, now_ns, read_source, stat_at, walk,
};

/// Unsettled files up to this size and number are read before every answer, which takes a few milliseconds.
const CHECK_BYTES: u64 = 4 << 20;
const CHECK_FILES: usize = 256;

/// The files to read to bring the index up to date.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// The clock before the first stat was taken.
    pub(crate) clock_ns: i64,
    /// New files, files whose stat differs, and files whose stat cannot be relied on.
    pub(crate) touched: Vec<Touched>,
    /// Paths that are in the index and not in the tree.
    pub(crate) removed: Vec<String>,
    /// The result of the walk, if the tree had to be walked.
    pub(crate) walked: Option<Walked>,
}

/// A file to read.
#[derive(Debug)]
pub(crate) struct Touched {
    pub(crate) found: FoundFile,
    pub(crate) certainty: Certainty,
}

impl Touched {
    /// Bytes to read of it: none if it is larger than the limit.
    pub(crate) fn n_bytes(&self, limit_bytes: u64) -> u64 {
        Some(self.found.stat.n_bytes).filter(|n_bytes| *n_bytes <= limit_bytes).unwrap_or(0)
    }
}

/// The evidence that a file changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Certainty {
    /// It is new, or its stat differs.
    Differs,
    /// It changed so shortly before its stat was taken that a later change may have the same stat. Only the
    /// content decides.
    Unsettled,
}

impl Changes {
    /// Adds the files that a new size limit includes or excludes.
    pub(crate) fn reconsider(&mut self, manifest: &Manifest, limit_bytes: u64) {
        for row in &manifest.rows {
            let n_bytes = row.stat.n_bytes;
            let is_affected = match &row.state {
                FileState::Indexed(_) => n_bytes > limit_bytes,
                FileState::Skipped(reason) => {
                    *reason == SkipReason::TooLarge && n_bytes <= limit_bytes
                }
            };
            let is_known = |touched: &Touched| touched.found.path == row.path;
            let is_gone = self.removed.binary_search(&row.path).is_ok();
            if is_affected && !is_gone && !self.touched.iter().any(is_known) {
                let found = FoundFile { path: row.path.clone(), stat: row.stat };
                self.touched.push(Touched { found, certainty: Certainty::Differs });
            }
        }
        self.touched.sort_by(|a, b| a.found.path.cmp(&b.found.path));
    }

    /// Number of files that differ from the index or may differ.
    pub(crate) fn n_changed(&self) -> usize {
        self.touched.len() + self.removed.len()
    }

    /// Reads unsettled files, if all of them together are small, and drops those that are unchanged. Without
    /// reading, they stay as files that may have changed.
    pub(crate) fn check_unsettled(&mut self, root: &Path, manifest: &Manifest) {
        let is_unsettled = |touched: &&Touched| touched.certainty == Certainty::Unsettled;
        let unsettled = self.touched.iter().filter(is_unsettled);
        let n_bytes: u64 = unsettled.clone().map(|touched| touched.found.stat.n_bytes).sum();
        if n_bytes > CHECK_BYTES || unsettled.count() > CHECK_FILES {
            return;
        }
        let Ok(tree) = WorkingTree::open(root) else { return };
        self.touched.retain(|touched| {
            touched.certainty == Certainty::Differs || !is_content(&tree, manifest, &touched.found)
        });
    }

    /// Bytes to read, of files up to a size limit.
    pub(crate) fn n_bytes(&self, limit_bytes: u64) -> u64 {
        self.touched.iter().map(|touched| touched.n_bytes(limit_bytes)).sum()
    }

    /// Whether the index agrees with the tree and nothing has to be written.
    pub(crate) fn is_empty(&self) -> bool {
        self.touched.is_empty() && self.removed.is_empty() && self.walked.is_none()
    }
}

/// Compares the tree with the index, walking only if it must.
pub(crate) fn find_changes(layout: &RepoLayout, manifest: &Manifest) -> Result<Changes, Error> {
    // Before the first stat: a file that changes from here on has a time that shows it.
    let clock_ns = now_ns();
    if has_moved(&layout.root, manifest) {
        return find_changes_by_walking(layout, manifest);
    }
    let touched = manifest
        .rows
        .par_iter()
        .with_min_len(256)
        .filter_map(|row| {
            let stat = stat_at(&layout.root.join(&row.path)).unwrap_or(Stat::MISSING);
            compare(&layout.root, row, stat)
        })
        .collect();
    Ok(Changes { clock_ns, touched, removed: Vec::new(), walked: None })
}

/// Walks the tree and compares.
pub(crate) fn find_changes_by_walking(
    layout: &RepoLayout,
    manifest: &Manifest,
) -> Result<Changes, Error> {
    let clock_ns = now_ns();
    let mut walked = walk(&layout.root, &layout.data)?;
    let mut changes = Changes { clock_ns, ..Changes::default() };
    let mut rows = manifest.rows.iter().peekable();
    for found in std::mem::take(&mut walked.files) {
        while let Some(row) = rows.next_if(|row| row.path < found.path) {
            changes.removed.push(row.path.clone());
        }
        match rows.next_if(|row| row.path == found.path) {
            Some(row) => changes.touched.extend(compare(&layout.root, row, found.stat)),
            None => changes.touched.push(Touched { found, certainty: Certainty::Differs }),
        }
    }
    changes.removed.extend(rows.map(|row| row.path.clone()));
    changes.walked = Some(walked);
    Ok(changes)
}

/// Reads a file and returns whether it has the content that was indexed. A file that changes while it is read
/// counts as different.
pub(crate) fn is_content(tree: &WorkingTree, manifest: &Manifest, found: &FoundFile) -> bool {
    let source = read_source(tree, &found.path, manifest.limit_bytes);
    match (source, manifest.row(&found.path).map(|row| &row.state)) {
        (Source::Text(text), Some(FileState::Indexed(file))) => {
            text.content == file.content && text.sample.stat == found.stat
        }
        (Source::Skip(reason, _), Some(FileState::Skipped(known))) => reason == *known,
        (Source::Text(_) | Source::Skip(..) | Source::Gone, _) => false,
    }
}

fn compare(root: &Path, row: &FileRow, stat: Stat) -> Option<Touched> {
    let certainty = if row.stat != stat || is_readable_again(root, row) {
        Certainty::Differs
    } else if !row.is_settled {
        Certainty::Unsettled
    } else {
        return None;
    };
    Some(Touched { found: FoundFile { path: row.path.clone(), stat }, certainty })
}

/// Whether a file that could not be read can be read now. Permission may be granted without a change of the
/// file's stat, for example through a group or by running as another user.
fn is_readable_again(root: &Path, row: &FileRow) -> bool {
    row.state == FileState::Skipped(SkipReason::Unreadable)
        && WorkingTree::open(root).is_ok_and(|tree| tree.open_file(&row.path).is_ok())
}

/// Whether files may have been added, removed or ignored since the last walk.
fn has_moved(root: &Path, manifest: &Manifest) -> bool {
    manifest.folders.is_empty()
        || manifest.folders.par_iter().with_min_len(64).any(|folder| folder.may_differ(root))
        || manifest.rule_files.iter().any(|file| file.may_differ(root))
}
