//! Lines of a file, as they are shown to a model.
//!
//! Whatever tool shows code takes it from here: read through the capability, without what looks
//! secret, and with the hash of the very bytes that the lines come from. Secrets are looked for
//! with the whole file in view, so that a piece from the middle of a key is known as one.

use std::io::{BufRead, BufReader, Read};
use std::ops::RangeInclusive;

use cap_std::fs::File;
use rutter_domain::ContentHash;
use serde::Serialize;

use super::{AccessError, Resolved, Workspace, decode};
use crate::secrets::Redactor;
use crate::source;

/// Files up to this size are read whole, larger ones line by line.
const WHOLE_BYTES: u64 = 16 << 20;
/// No more of a file is read, however late the lines that are wanted.
const MOST_BYTES: u64 = 1 << 30;
/// A line is cut after this many bytes.
const LINE_BYTES: usize = 2_000;
/// No more of a line is held in memory.
const HELD_BYTES: usize = 64 << 10;

/// Some lines of a file.
#[derive(Debug, Clone, Serialize)]
pub struct Excerpt {
    pub path: String,
    /// The hash of the whole file; nothing when it is too large to be read whole.
    #[serde(skip)]
    pub content: Option<ContentHash>,
    pub lines: Vec<Line>,
    /// How many lines the file has, where they were counted.
    pub n_lines: Option<u32>,
    pub n_bytes: u64,
    /// Values kept back in these lines.
    pub n_redacted: u32,
}

/// A line of a file.
#[derive(Debug, Clone, Serialize)]
pub struct Line {
    /// From 1.
    pub number: u32,
    pub text: String,
    pub extent: Extent,
}

/// Whether all of a line is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    Whole,
    Cut,
}

impl Workspace {
    /// The lines of a file in these ranges, as many as fit into `limit_bytes`.
    pub fn excerpt(
        &self,
        typed: &str,
        ranges: &[RangeInclusive<u32>],
        limit_bytes: usize,
    ) -> Result<Excerpt, AccessError> {
        let resolved = self.resolve_file(typed)?;
        let mut file = self.open_file(&resolved)?;
        let cannot = |error| self.explain(&resolved.path, error);
        let n_bytes = file.metadata().map_err(cannot)?.len();
        if n_bytes > WHOLE_BYTES {
            return self.stream(&resolved, file, n_bytes, ranges, limit_bytes);
        }
        let mut bytes = Vec::with_capacity(usize::try_from(n_bytes).unwrap_or(0) + 1);
        file.by_ref().take(WHOLE_BYTES).read_to_end(&mut bytes).map_err(cannot)?;
        let content = source::hash(&bytes);
        let n_bytes = bytes.len() as u64;
        let Some(text) = decode(bytes) else {
            return Err(AccessError::Binary { path: resolved.path, n_bytes });
        };
        let mut gathered = Gathered::new(Redactor::over(&text), ranges, limit_bytes);
        for line in text.lines() {
            gathered.take(line);
        }
        Ok(Excerpt {
            path: resolved.path,
            content: Some(content),
            n_lines: Some(gathered.n_lines),
            lines: gathered.lines,
            n_bytes,
            n_redacted: gathered.n_redacted,
        })
    }

    /// Reads a large file up to the last line that is wanted.
    fn stream(
        &self,
        resolved: &Resolved,
        file: File,
        n_bytes: u64,
        ranges: &[RangeInclusive<u32>],
        limit_bytes: usize,
    ) -> Result<Excerpt, AccessError> {
        let path = &resolved.path;
        let last = ranges.iter().map(|range| *range.end()).max().unwrap_or(0);
        let mut reader = BufReader::with_capacity(256 << 10, file.take(MOST_BYTES));
        let mut gathered = Gathered::new(Redactor::default(), ranges, limit_bytes);
        let mut line = Vec::new();
        let mut is_through = false;
        while gathered.n_lines < last && gathered.has_room() {
            line.clear();
            let read = read_line(&mut reader, &mut line);
            if read.map_err(|error| self.explain(path, error))? == 0 {
                is_through = true;
                break;
            }
            if gathered.n_lines < 8 && line.contains(&0) {
                return Err(AccessError::Binary { path: path.clone(), n_bytes });
            }
            gathered.take(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']));
        }
        Ok(Excerpt {
            path: path.clone(),
            content: None,
            n_lines: (is_through && n_bytes <= MOST_BYTES).then_some(gathered.n_lines),
            lines: gathered.lines,
            n_bytes,
            n_redacted: gathered.n_redacted,
        })
    }
}

/// The lines that are wanted, as they come by.
struct Gathered<'a> {
    ranges: &'a [RangeInclusive<u32>],
    limit_bytes: usize,
    redactor: Redactor,
    lines: Vec<Line>,
    n_taken_bytes: usize,
    /// So many came by.
    n_lines: u32,
    n_redacted: u32,
}

impl<'a> Gathered<'a> {
    fn new(
        redactor: Redactor,
        ranges: &'a [RangeInclusive<u32>],
        limit_bytes: usize,
    ) -> Gathered<'a> {
        Gathered {
            ranges,
            limit_bytes,
            redactor,
            lines: Vec::new(),
            n_taken_bytes: 0,
            n_lines: 0,
            n_redacted: 0,
        }
    }

    fn has_room(&self) -> bool {
        self.n_taken_bytes < self.limit_bytes
    }

    fn take(&mut self, line: &str) {
        self.n_lines = self.n_lines.saturating_add(1);
        let number = self.n_lines;
        if !self.has_room() || !self.ranges.iter().any(|range| range.contains(&number)) {
            self.redactor.pass(line);
            return;
        }
        let redacted = self.redactor.line(line);
        self.n_redacted += redacted.n_redacted;
        let mut text = redacted.text.into_owned();
        let extent = if text.len() > LINE_BYTES { Extent::Cut } else { Extent::Whole };
        if extent == Extent::Cut {
            let n_bytes = text.len();
            text.truncate(text.floor_char_boundary(LINE_BYTES));
            text.push_str(&format!(" … [the line goes on: {n_bytes} bytes in all]"));
        }
        self.n_taken_bytes += text.len() + 1;
        if self.n_taken_bytes <= self.limit_bytes || self.lines.is_empty() {
            self.lines.push(Line { number, text, extent });
        }
    }
}

/// Reads a line into `line`, or as much of it as is held; gives how many bytes went by.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<u64> {
    let mut n_read = 0;
    loop {
        let available = match reader.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            return Ok(n_read);
        }
        let end = available.iter().position(|byte| *byte == b'\n').map(|at| at + 1);
        let n_bytes = end.unwrap_or(available.len());
        let room = HELD_BYTES.saturating_sub(line.len());
        line.extend_from_slice(&available[..n_bytes.min(room)]);
        reader.consume(n_bytes);
        n_read += n_bytes as u64;
        if end.is_some() {
            return Ok(n_read);
        }
    }
}
