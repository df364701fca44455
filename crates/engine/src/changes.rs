//! What differs between the tree and the index.
//!
//! The common case is that nothing does, and it must be cheap: no folder is listed when neither
//! the time of any folder nor any ignore file has changed, only files are stat-ed. Otherwise the
//! tree is walked and compared.

use std::fs::File;
use std::path::Path;

use rayon::prelude::*;
use rutter_domain::SkipReason;

use crate::Error;
use crate::manifest::{FileRow, FileState, Manifest};
use crate::place::Place;
use crate::walk::{Found, Stat, Walked, now_ns, walk};

/// What has to be looked at to bring the index up to date.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// New files, files whose stat differs, and files whose stat cannot be relied on.
    pub(crate) touched: Vec<Touched>,
    /// Paths that are in the index and not in the tree.
    pub(crate) removed: Vec<String>,
    /// The walk, when there had to be one, and when it began.
    pub(crate) walked: Option<(Walked, i64)>,
}

/// A file to read.
#[derive(Debug)]
pub(crate) struct Touched {
    pub(crate) found: Found,
    pub(crate) certainty: Certainty,
}

/// How sure it is that a file changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Certainty {
    /// It is new, or its size or time differ.
    Differs,
    /// It was changed so shortly before it was read that its time stamp proves nothing.
    Unsettled,
}

impl Changes {
    /// Adds the files for which another limit of size makes a difference.
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
                let found = Found { path: row.path.clone(), stat: row.stat };
                self.touched.push(Touched { found, certainty: Certainty::Differs });
            }
        }
        self.touched.sort_by(|a, b| a.found.path.cmp(&b.found.path));
    }

    /// How many files are known to differ.
    pub(crate) fn n_changed(&self) -> usize {
        let differs = |touched: &&Touched| touched.certainty == Certainty::Differs;
        self.touched.iter().filter(differs).count() + self.removed.len()
    }

    pub(crate) fn n_bytes(&self) -> u64 {
        self.touched.iter().map(|touched| touched.found.stat.n_bytes).sum()
    }

    /// Whether the index is true to the tree and nothing needs to be written down.
    pub(crate) fn is_empty(&self) -> bool {
        self.touched.is_empty() && self.removed.is_empty() && self.walked.is_none()
    }
}

/// Compares the tree with the index, walking only if it must.
pub(crate) fn look(place: &Place, manifest: &Manifest) -> Result<Changes, Error> {
    if has_moved(&place.root, manifest) {
        return look_by_walking(place, manifest);
    }
    let touched = manifest
        .rows
        .par_iter()
        .with_min_len(256)
        .filter_map(|row| {
            let stat = Stat::at(&place.root.join(&row.path));
            let stat = stat.unwrap_or(Stat { n_bytes: 0, modified_ns: i64::MIN });
            compare(&place.root, row, stat)
        })
        .collect();
    Ok(Changes { touched, removed: Vec::new(), walked: None })
}

/// Walks the tree and compares.
pub(crate) fn look_by_walking(place: &Place, manifest: &Manifest) -> Result<Changes, Error> {
    let began_ns = now_ns();
    let mut walked = walk(&place.root, &place.data)?;
    let mut changes = Changes::default();
    let mut rows = manifest.rows.iter().peekable();
    for found in std::mem::take(&mut walked.files) {
        while let Some(row) = rows.next_if(|row| row.path < found.path) {
            changes.removed.push(row.path.clone());
        }
        match rows.next_if(|row| row.path == found.path) {
            Some(row) => changes.touched.extend(compare(&place.root, row, found.stat)),
            None => changes.touched.push(Touched { found, certainty: Certainty::Differs }),
        }
    }
    changes.removed.extend(rows.map(|row| row.path.clone()));
    changes.walked = Some((walked, began_ns));
    Ok(changes)
}

fn compare(root: &Path, row: &FileRow, stat: Stat) -> Option<Touched> {
    let certainty = if row.stat != stat || is_readable_again(root, row) {
        Certainty::Differs
    } else if !row.is_settled {
        Certainty::Unsettled
    } else {
        return None;
    };
    Some(Touched { found: Found { path: row.path.clone(), stat }, certainty })
}

/// A change of rights shows in no time stamp that we keep.
fn is_readable_again(root: &Path, row: &FileRow) -> bool {
    row.state == FileState::Skipped(SkipReason::Unreadable)
        && File::open(root.join(&row.path)).is_ok()
}

/// Whether files may have come, gone or become ignored.
fn has_moved(root: &Path, manifest: &Manifest) -> bool {
    let folder_moved = manifest.folders.par_iter().with_min_len(64).any(|folder| {
        let modified_ns = Stat::at(&root.join(&folder.path)).map(|stat| stat.modified_ns);
        !folder.is_settled || modified_ns != Some(folder.modified_ns)
    });
    folder_moved
        || manifest.folders.is_empty()
        || manifest.rule_files.iter().any(|(path, stat)| Stat::at(&root.join(path)) != *stat)
}
