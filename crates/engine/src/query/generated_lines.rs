//! Lines of generated files that contain a word.
//!
//! The index leaves generated code out, but a change may break it nevertheless. So its files are read for a query
//! for all uses of a name, as long as they are few.

use rayon::prelude::*;
use rutter_domain::{Family, Language, SkipReason};

use crate::index::manifest::FileState;
use crate::query::snapshot::Snapshot;
use crate::query::word_lines::n_lines_with;

/// Bounds of reading for one query: files, and their bytes together.
const MOST_FILES: usize = 200;
const MOST_BYTES: u64 = 16 << 20;

/// Occurrences of a word in generated code.
pub(crate) struct GeneratedLines {
    pub(crate) n_lines: usize,
    /// Generated files that were not read.
    pub(crate) n_files_left: usize,
}

/// Counts the lines of generated code that contain a word; `None` if there is none.
pub(crate) fn generated_lines(snapshot: &Snapshot, word: &str) -> Option<GeneratedLines> {
    if word.is_empty() {
        return None;
    }
    let is_generated = |state: &FileState| *state == FileState::Skipped(SkipReason::Generated);
    let mut n_bytes = 0;
    let mut n_files_left = 0;
    let mut paths: Vec<&str> = Vec::new();
    for row in snapshot.manifest.rows.iter().filter(|row| is_generated(&row.state)) {
        if Language::of_path(&row.path).family() != Family::Code {
            continue;
        }
        n_bytes += row.stat.n_bytes;
        if paths.len() < MOST_FILES && n_bytes <= MOST_BYTES {
            paths.push(&row.path);
        } else {
            n_files_left += 1;
        }
    }
    let n_lines = paths.par_iter().map(|path| n_lines_with(&snapshot.text_of(path), word)).sum();
    (n_lines > 0 || n_files_left > 0).then_some(GeneratedLines { n_lines, n_files_left })
}
