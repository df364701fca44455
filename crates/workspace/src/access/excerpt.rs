//! Lines of a file, as they are shown to a model.
//!
//! Every tool that shows code takes it from here: read through the capability, without secrets, and
//! with the hash of the very bytes that the lines come from. Secrets are searched in the whole file,
//! so that a piece from the middle of a key is recognized.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::ops::RangeInclusive;

use rutter_domain::ContentHash;
use serde::Serialize;

use super::{AccessError, Resolved, Workspace};
use crate::secrets::Redactor;
use crate::tree::{decode, hash};

/// Bytes of the largest file that is read whole. Larger ones are read line by line.
const WHOLE_BYTES: u64 = 16 << 20;
/// Bytes of a file that are read at most, however late the wanted lines are.
const MOST_BYTES: u64 = 1 << 30;
/// Bytes of a line that are shown.
const LINE_BYTES: usize = 2_000;
/// Bytes of a line that are held in memory.
const HELD_BYTES: usize = 64 << 10;

/// Some lines of a file.
#[derive(Debug, Clone, Serialize)]
pub struct Excerpt {
    pub path: String,
    /// The hash of the whole file; `None` if it is too large to be read whole.
    #[serde(skip)]
    pub content: Option<ContentHash>,
    pub lines: Vec<Line>,
    /// The number of lines of the file, if they were counted.
    pub n_lines: Option<u32>,
    pub n_bytes: u64,
    /// Values that are masked in these lines.
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

/// Whether secrets are masked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrets {
    Masked,
    /// For the user of this machine, who asked to see them; never for a model.
    Shown,
}

impl Workspace {
    /// The lines of a file in these ranges, as many as fit into `limit_bytes`.
    pub fn excerpt(
        &self,
        typed: &str,
        ranges: &[RangeInclusive<u32>],
        limit_bytes: usize,
    ) -> Result<Excerpt, AccessError> {
        self.excerpt_for(typed, ranges, limit_bytes, Secrets::Masked)
    }

    /// Like [`Workspace::excerpt`], with or without secrets.
    pub fn excerpt_for(
        &self,
        typed: &str,
        ranges: &[RangeInclusive<u32>],
        limit_bytes: usize,
        secrets: Secrets,
    ) -> Result<Excerpt, AccessError> {
        let resolved = match secrets {
            Secrets::Masked => self.resolve_file(typed)?,
            Secrets::Shown => self.resolve_any_file(typed)?,
        };
        let mut file = self.open_file(&resolved)?;
        let cannot = |error| self.explain(&resolved.path, error);
        let n_bytes = file.metadata().map_err(cannot)?.len();
        if n_bytes > WHOLE_BYTES {
            let gathered = Gathered::new(Redactor::default(), ranges, limit_bytes, secrets);
            return self.stream(&resolved, file, n_bytes, gathered);
        }
        let mut bytes = Vec::with_capacity(usize::try_from(n_bytes).unwrap_or(0) + 1);
        file.by_ref().take(WHOLE_BYTES).read_to_end(&mut bytes).map_err(cannot)?;
        let content = hash(&bytes);
        let n_bytes = bytes.len() as u64;
        let Some(text) = decode(bytes) else {
            return Err(AccessError::Binary { path: resolved.path, n_bytes });
        };
        let mut gathered = Gathered::new(Redactor::over(&text), ranges, limit_bytes, secrets);
        gathered.take_all(&text);
        Ok(Excerpt {
            path: resolved.path,
            content: Some(content),
            n_lines: Some(gathered.n_lines),
            lines: gathered.lines,
            n_bytes,
            n_redacted: gathered.n_redacted,
        })
    }

    /// Reads a large file up to the last wanted line.
    fn stream(
        &self,
        resolved: &Resolved,
        file: File,
        n_bytes: u64,
        mut gathered: Gathered<'_>,
    ) -> Result<Excerpt, AccessError> {
        let path = &resolved.path;
        let last = gathered.ranges.iter().map(|range| *range.end()).max().unwrap_or(0);
        let mut reader = BufReader::with_capacity(256 << 10, file.take(MOST_BYTES));
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

/// Collects the wanted lines of a file that is read from its start.
struct Gathered<'a> {
    ranges: &'a [RangeInclusive<u32>],
    limit_bytes: usize,
    redactor: Redactor,
    secrets: Secrets,
    lines: Vec<Line>,
    n_taken_bytes: usize,
    /// The lines passed so far.
    n_lines: u32,
    n_redacted: u32,
}

impl<'a> Gathered<'a> {
    fn new(
        redactor: Redactor,
        ranges: &'a [RangeInclusive<u32>],
        limit_bytes: usize,
        secrets: Secrets,
    ) -> Gathered<'a> {
        Gathered {
            ranges,
            limit_bytes,
            redactor,
            secrets,
            lines: Vec::new(),
            n_taken_bytes: 0,
            n_lines: 0,
            n_redacted: 0,
        }
    }

    fn has_room(&self) -> bool {
        self.n_taken_bytes < self.limit_bytes
    }

    /// Takes the lines of a whole text. Other lines than the wanted ones are only counted, unless the redactor needs
    /// them to know which lines belong to a key.
    fn take_all(&mut self, text: &str) {
        let first = self.ranges.iter().map(|range| *range.start()).min().unwrap_or(u32::MAX);
        let last = self.ranges.iter().map(|range| *range.end()).max().unwrap_or(0);
        let mut rest = text;
        if !self.redactor.expects_keys() {
            let (n_passed, start) = pass_lines(text, first.saturating_sub(1));
            self.n_lines = n_passed;
            rest = &text[start..];
        }
        for line in rest.split_inclusive('\n') {
            if self.n_lines >= last {
                break;
            }
            rest = &rest[line.len()..];
            self.take(match line.strip_suffix('\n') {
                Some(line) => line.strip_suffix('\r').unwrap_or(line),
                None => line,
            });
        }
        let (n_passed, start) = pass_lines(rest, u32::MAX);
        let n_rest = n_passed + u32::from(start < rest.len());
        self.n_lines = self.n_lines.saturating_add(n_rest);
    }

    fn take(&mut self, line: &str) {
        self.n_lines = self.n_lines.saturating_add(1);
        let number = self.n_lines;
        if !self.has_room() || !self.ranges.iter().any(|range| range.contains(&number)) {
            self.redactor.pass(line);
            return;
        }
        let mut text = match self.secrets {
            Secrets::Masked => {
                let redacted = self.redactor.line(line);
                self.n_redacted += redacted.n_redacted;
                redacted.text.into_owned()
            }
            Secrets::Shown => line.to_owned(),
        };
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

/// Skips at most `most` whole lines. Returns their number and the start of the next one.
fn pass_lines(text: &str, most: u32) -> (u32, usize) {
    const BLOCK_BYTES: usize = 1 << 10;
    let (mut n_passed, mut start, mut at) = (0, 0, 0);
    for block in text.as_bytes().chunks(BLOCK_BYTES) {
        let n_ends = block.iter().filter(|byte| **byte == b'\n').count() as u32;
        if n_passed + n_ends > most {
            for (offset, byte) in block.iter().enumerate() {
                if n_passed == most {
                    break;
                }
                if *byte == b'\n' {
                    n_passed += 1;
                    start = at + offset + 1;
                }
            }
            break;
        }
        if n_ends > 0 {
            n_passed += n_ends;
            let end = block.iter().rposition(|byte| *byte == b'\n').unwrap_or(0);
            start = at + end + 1;
        }
        at += block.len();
    }
    (n_passed, start)
}

/// Reads a line into `line`, of which [`HELD_BYTES`] are kept. Returns the number of bytes read.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks every range of a text against what its lines are.
    fn check(text: &str) {
        let lines: Vec<&str> = text.lines().collect();
        for first in 1..lines.len() + 2 {
            for last in first..lines.len() + 2 {
                let range = u32::try_from(first).unwrap()..=u32::try_from(last).unwrap();
                let ranges = [range];
                let mut gathered =
                    Gathered::new(Redactor::over(text), &ranges, usize::MAX, Secrets::Masked);
                gathered.take_all(text);
                let shown: Vec<&str> =
                    gathered.lines.iter().map(|line| line.text.as_str()).collect();
                let wanted = lines.get(first - 1..last.min(lines.len())).unwrap_or_default();
                assert_eq!(shown, wanted, "{first} to {last} of {text:?}");
                assert_eq!(gathered.n_lines as usize, lines.len(), "{text:?}");
            }
        }
    }

    #[test]
    fn every_range_of_lines_is_found_however_the_text_ends() {
        for text in ["", "\n", "a", "a\n", "a\nb", "\n\na\n\n", "a\r\nb\r\n", "a\r", "é\n\nß"] {
            check(text);
        }
        let long: String = (0..60).map(|at| format!("{}\n", "x".repeat(at * 7 % 90))).collect();
        check(&long);
        check(long.trim_end());
        check(&format!("{long}a PRIVATE KEY is spoken of\n{long}"));
    }
}
