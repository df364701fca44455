//! Positions of matches without their text, for a tool that reads the lines itself.

use std::io;

use grep_searcher::{Searcher, Sink, SinkContext, SinkMatch};
use serde::Serialize;

/// The lines of a file that match, with those around them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FilePlaces {
    pub path: String,
    /// Line numbers from 1, sorted.
    pub lines: Vec<u32>,
    /// Where in `lines` each matching line is.
    #[serde(skip)]
    pub matching: Vec<u32>,
}

/// Gathers the numbers of matching lines and of the lines around them.
#[derive(Debug, Default)]
pub struct PlaceSink {
    lines: Vec<u32>,
    matching: Vec<u32>,
}

impl PlaceSink {
    pub fn n_matches(&self) -> u64 {
        self.matching.len() as u64
    }

    pub fn into_places(self, path: &str) -> Option<FilePlaces> {
        let PlaceSink { lines, matching } = self;
        (!matching.is_empty()).then(|| FilePlaces { path: path.to_owned(), lines, matching })
    }

    fn push(&mut self, number: Option<u64>) {
        let number = number.and_then(|number| u32::try_from(number).ok());
        self.lines.extend(number);
    }
}

impl Sink for PlaceSink {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        self.matching.push(u32::try_from(self.lines.len()).unwrap_or(u32::MAX));
        self.push(found.line_number());
        Ok(true)
    }

    fn context(&mut self, _: &Searcher, context: &SinkContext<'_>) -> io::Result<bool> {
        self.push(context.line_number());
        Ok(true)
    }
}
