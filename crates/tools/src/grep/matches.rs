//! Gathers matching lines as they are found, and stops when there are far too many. Secret files
//! match nothing.

use std::io::{self, ErrorKind, Write};

use rutter_engine::secret_file;
use serde::Serialize;
use serde_json::Value;

/// No more matches are counted.
const MOST_COUNTED: usize = 10_000;
/// Longer reports of a line are not read: its place is lost, the count is not.
const MOST_BYTES: usize = 4 << 20;

/// The lines of a file that match, with those around them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileMatches {
    pub path: String,
    /// Line numbers from 1, sorted.
    pub lines: Vec<u32>,
}

/// Reads ripgrep's JSON lines, keeping the first matches and counting the rest.
#[derive(Debug)]
pub(super) struct Matches {
    pub(super) files: Vec<FileMatches>,
    pub(super) n_matches: usize,
    limit: usize,
    held: Vec<u8>,
}

impl Matches {
    pub(super) fn new(limit: usize) -> Matches {
        Matches { files: Vec::new(), n_matches: 0, limit, held: Vec::new() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.n_matches >= MOST_COUNTED
    }

    fn take(&mut self, line: &[u8]) {
        let Ok(event) = serde_json::from_slice::<Value>(line) else { return };
        let is_match = match event["type"].as_str() {
            Some("match") => true,
            Some("context") => false,
            Some(_) | None => return,
        };
        let data = &event["data"];
        let path = data["path"]["text"].as_str();
        // Not even whether it matches: pattern by pattern, that would tell what is in it.
        if path.is_some_and(|path| secret_file(path).is_some()) {
            return;
        }
        self.n_matches += usize::from(is_match);
        // What follows the last match is still told with it.
        if self.n_matches > self.limit {
            return;
        }
        let (Some(path), Some(number)) = (path, data["line_number"].as_u64()) else { return };
        let Ok(number) = u32::try_from(number) else { return };
        match self.files.last_mut().filter(|file| file.path == path) {
            Some(file) => file.lines.push(number),
            None => self.files.push(FileMatches { path: path.to_owned(), lines: vec![number] }),
        }
    }
}

impl Write for Matches {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_full() {
            return Err(ErrorKind::BrokenPipe.into());
        }
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            if self.held.len() < MOST_BYTES {
                self.held.extend_from_slice(piece);
            }
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.held);
                self.take(&line);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
