//! The lines that a session has shown.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ContentHash;

/// The lines shown in one session. If a file changes, its lines count as not seen.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    files: BTreeMap<String, SeenFile>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct SeenFile {
    content: ContentHash,
    /// First and last lines, from 1, inclusive; sorted, without overlaps.
    ranges: Vec<(u32, u32)>,
}

impl Seen {
    /// Records that these lines of a file with this content were shown.
    pub fn add(&mut self, path: &str, content: ContentHash, start_line: u32, end_line: u32) {
        let file = self
            .files
            .entry(path.to_owned())
            .or_insert_with(|| SeenFile { content, ranges: Vec::new() });
        if file.content != content {
            *file = SeenFile { content, ranges: Vec::new() };
        }
        file.ranges.push((start_line, end_line.max(start_line)));
        file.ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(file.ranges.len());
        for (start, end) in file.ranges.drain(..) {
            match merged.last_mut() {
                Some(last) if start <= last.1.saturating_add(1) => last.1 = last.1.max(end),
                Some(_) | None => merged.push((start, end)),
            }
        }
        file.ranges = merged;
    }

    /// The first range of these lines that was not shown with this content.
    pub fn first_unseen(
        &self,
        path: &str,
        content: ContentHash,
        start_line: u32,
        end_line: u32,
    ) -> Option<(u32, u32)> {
        let seen = self.files.get(path).filter(|file| file.content == content);
        let ranges = seen.map(|file| file.ranges.as_slice()).unwrap_or_default();
        let mut next = start_line;
        for (start, end) in ranges {
            if *start > next {
                break;
            }
            next = next.max(end.saturating_add(1));
        }
        if next > end_line {
            return None;
        }
        let until = ranges.iter().map(|range| range.0).find(|start| *start > next);
        Some((next, until.map_or(end_line, |start| end_line.min(start - 1))))
    }

    /// The files of which at least a part was shown, in order of path.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The number of files of which at least a part was shown.
    pub fn n_files(&self) -> usize {
        self.files.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: ContentHash = ContentHash([1; 16]);
    const NEW: ContentHash = ContentHash([2; 16]);

    #[test]
    fn what_was_shown_in_pieces_was_seen_as_a_whole() {
        let mut seen = Seen::default();
        seen.add("a.rs", OLD, 11, 20);
        seen.add("a.rs", OLD, 1, 10);
        assert_eq!(seen.first_unseen("a.rs", OLD, 3, 18), None);
        assert_eq!(seen.first_unseen("a.rs", OLD, 3, 25), Some((21, 25)));
        seen.add("a.rs", OLD, 24, 30);
        assert_eq!(seen.first_unseen("a.rs", OLD, 3, 25), Some((21, 23)));
        assert_eq!(seen.first_unseen("b.rs", OLD, 3, 25), Some((3, 25)));
    }

    #[test]
    fn a_file_that_changed_was_not_seen() {
        let mut seen = Seen::default();
        seen.add("a.rs", OLD, 1, 10);
        assert_eq!(seen.first_unseen("a.rs", NEW, 1, 2), Some((1, 2)));
        seen.add("a.rs", NEW, 5, 6);
        assert_eq!(seen.first_unseen("a.rs", NEW, 1, 9), Some((1, 4)));
        assert_eq!(seen.first_unseen("a.rs", OLD, 1, 2), Some((1, 2)));
    }
}
