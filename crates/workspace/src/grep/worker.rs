//! Searches one batch of files after another, on one thread.
//!
//! The searching and the printing are ripgrep's own; what is decided here is how they are set up, and
//! that memory is bounded whatever a file contains: output is sent in pieces,
//! and a file is read through a reader that ends at a limit. Start at [`Worker::search`].

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

use grep_printer::{
    ColorSpecs, JSON, JSONBuilder, Standard, StandardBuilder, Stats, Summary, SummaryBuilder,
    SummaryKind,
};
use grep_regex::{ErrorKind, RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder};

use super::chunked_output::ChunkedOutput;
use super::error::GrepError;
use super::files::{Candidate, Origin};
use super::piece::{Batch, Piece};
use super::places::{FilePlaces, PlaceSink};
use super::request::{Boundary, Case, Color, GrepOutput, GrepRequest, PatternKind};
use crate::tree::{OpenError, WorkingTree};

/// All that a thread needs to search.
pub struct Worker<'a> {
    tree: &'a WorkingTree,
    matcher: RegexMatcher,
    searcher: Searcher,
    request: &'a GrepRequest,
    cancelled: &'a AtomicBool,
}

enum Printer {
    Lines(Standard<ChunkedOutput>),
    Files(Summary<ChunkedOutput>),
    Counts(Summary<ChunkedOutput>),
    Json(JSON<ChunkedOutput>),
    Places(Vec<FilePlaces>),
}

/// Files are searched up to this many bytes.
const FILE_LIMIT_BYTES: u64 = 1 << 30;

/// A line that takes more memory is not searched.
const HEAP_LIMIT_BYTES: usize = 128 << 20;

/// A pattern that takes more memory is refused; each thread has its own.
const MOST_PATTERN_BYTES: usize = 16 << 20;

/// The pattern, ready to be searched for.
pub fn build_matcher(request: &GrepRequest) -> Result<RegexMatcher, GrepError> {
    let mut builder = RegexMatcherBuilder::new();
    builder
        .multi_line(true)
        .fixed_strings(request.kind == PatternKind::Literal)
        .case_insensitive(request.case == Case::Insensitive)
        .word(request.boundary == Boundary::Word)
        .line_terminator(Some(b'\n'))
        .size_limit(MOST_PATTERN_BYTES)
        .dfa_size_limit(MOST_PATTERN_BYTES);
    builder.build(&request.pattern).map_err(|error| {
        let pattern = request.pattern.clone();
        match error.kind() {
            ErrorKind::NotAllowed(_) => GrepError::LineBreak { pattern },
            _ => GrepError::Pattern { pattern, problem: last_line(&error.to_string()) },
        }
    })
}

/// The line between the output of two files, where there is one.
pub fn separator(request: &GrepRequest) -> Option<&'static str> {
    let has_context = request.before_lines > 0 || request.after_lines > 0;
    (request.output == GrepOutput::Lines && has_context).then_some("--")
}

impl<'a> Worker<'a> {
    pub fn new(
        tree: &'a WorkingTree,
        request: &'a GrepRequest,
        matcher: RegexMatcher,
        cancelled: &'a AtomicBool,
    ) -> Worker<'a> {
        let mut builder = SearcherBuilder::new();
        builder
            .line_number(true)
            .heap_limit(Some(HEAP_LIMIT_BYTES))
            .max_matches(request.max_per_file);
        match request.output {
            GrepOutput::Lines | GrepOutput::Json | GrepOutput::Nothing => {
                builder.before_context(request.before_lines).after_context(request.after_lines);
            }
            GrepOutput::Files | GrepOutput::Counts => {}
        }
        Worker { tree, matcher, searcher: builder.build(), request, cancelled }
    }

    /// Searches each file in turn and sends what is found; `None` if cancelled, or if the
    /// receiver is gone.
    pub fn search(&mut self, candidates: &[Candidate], sender: &SyncSender<Piece>) -> Option<()> {
        let mut batch = Batch::default();
        let mut printer = Printer::new(self.request, sender);
        for candidate in candidates {
            if self.cancelled.load(Ordering::Relaxed) {
                return None;
            }
            self.searcher.set_binary_detection(match candidate.origin {
                Origin::Named => BinaryDetection::convert(0),
                Origin::Walked => BinaryDetection::quit(0),
            });
            batch.report.files_searched += 1;
            match self.search_file(&candidate.path, &mut printer, &mut batch) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return None,
                Err(error) => {
                    batch.report.problems.push(format!("{}: {error}", candidate.path));
                }
                Ok(()) => {}
            }
        }
        batch.places = printer.finish().ok()?;
        sender.send(Piece::Done(Box::new(batch))).ok()
    }

    fn search_file(
        &mut self,
        path: &str,
        printer: &mut Printer,
        batch: &mut Batch,
    ) -> io::Result<()> {
        let opened = self.tree.open_file(path).map_err(|error| match error {
            OpenError::Missing => io::ErrorKind::NotFound.into(),
            OpenError::NotAFile => io::Error::other("it is no regular file any more"),
            OpenError::Unreadable(error) => error,
        })?;
        let mut file = Bounded {
            file: opened.file,
            n_left: FILE_LIMIT_BYTES,
            is_cut: false,
            cancelled: self.cancelled,
        };
        let (matcher, searcher) = (&self.matcher, &mut self.searcher);
        let n_matches = match printer {
            Printer::Lines(printer) => {
                let mut sink = printer.sink_with_path(matcher, path);
                searcher.search_reader(matcher, &mut file, &mut sink)?;
                sink.match_count()
            }
            Printer::Files(printer) => {
                let mut sink = printer.sink_with_path(matcher, path);
                searcher.search_reader(matcher, &mut file, &mut sink)?;
                u64::from(sink.has_match())
            }
            Printer::Counts(printer) => {
                let mut sink = printer.sink_with_path(matcher, path);
                searcher.search_reader(matcher, &mut file, &mut sink)?;
                let n_lines = sink.stats().map_or(0, Stats::matched_lines);
                if sink.has_match() { n_lines } else { 0 }
            }
            Printer::Json(printer) => {
                let mut sink = printer.sink_with_path(matcher, path);
                searcher.search_reader(matcher, &mut file, &mut sink)?;
                batch.stats += sink.stats();
                sink.match_count()
            }
            Printer::Places(places) => {
                let mut sink = PlaceSink::default();
                searcher.search_reader(matcher, &mut file, &mut sink)?;
                let n_matches = sink.n_matches();
                places.extend(sink.into_places(path));
                n_matches
            }
        };
        batch.report.matches += n_matches;
        if file.is_cut {
            let limit = FILE_LIMIT_BYTES;
            return Err(io::Error::other(format!("only its first {limit} bytes were searched")));
        }
        Ok(())
    }
}

/// Reads a file up to a limit, and ends at once when cancelled.
struct Bounded<'a> {
    file: std::fs::File,
    n_left: u64,
    is_cut: bool,
    cancelled: &'a AtomicBool,
}

impl Read for Bounded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Ok(0);
        }
        let most = usize::try_from(self.n_left).unwrap_or(usize::MAX).min(buffer.len());
        if most == 0 {
            self.is_cut = !buffer.is_empty() && self.file.read(&mut [0])? > 0;
            return Ok(0);
        }
        let n_read = self.file.read(&mut buffer[..most])?;
        self.n_left -= n_read as u64;
        Ok(n_read)
    }
}

impl Printer {
    fn new(request: &GrepRequest, sender: &SyncSender<Piece>) -> Printer {
        let colors = match request.color {
            Color::Never => ColorSpecs::default(),
            Color::Always => ColorSpecs::default_with_color(),
        };
        let output = ChunkedOutput::new(request.color, sender.clone());
        match request.output {
            GrepOutput::Lines => {
                let separator = separator(request).map(|line| line.as_bytes().to_vec());
                let mut lines = StandardBuilder::new();
                lines.color_specs(colors).separator_search(separator);
                Printer::Lines(lines.build(output))
            }
            GrepOutput::Files => {
                let mut files = SummaryBuilder::new();
                files.color_specs(colors).kind(SummaryKind::PathWithMatch);
                Printer::Files(files.build(output))
            }
            GrepOutput::Counts => {
                let mut counts = SummaryBuilder::new();
                counts.color_specs(colors).kind(SummaryKind::Count).stats(true);
                Printer::Counts(counts.build(output))
            }
            GrepOutput::Json => Printer::Json(
                JSONBuilder::new().build(ChunkedOutput::new(Color::Never, sender.clone())),
            ),
            GrepOutput::Nothing => Printer::Places(Vec::new()),
        }
    }

    /// Sends what was not sent yet.
    fn finish(self) -> io::Result<Vec<FilePlaces>> {
        let output = match self {
            Printer::Lines(printer) => printer.into_inner(),
            Printer::Files(printer) | Printer::Counts(printer) => printer.into_inner(),
            Printer::Json(printer) => printer.into_inner(),
            Printer::Places(places) => return Ok(places),
        };
        output.finish().map(|()| Vec::new())
    }
}

/// The regex crate draws the pattern and an arrow first; the reason comes last.
fn last_line(message: &str) -> String {
    let line = message.lines().last().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}
