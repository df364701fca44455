//! Searches one batch of files after another, on one thread, into memory.
//!
//! The searching and the printing are ripgrep's own; what is decided here is only how they are set
//! up. Start at [`Worker::search`].

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use grep_printer::{
    ColorSpecs, JSON, JSONBuilder, Standard, StandardBuilder, Stats, Summary, SummaryBuilder,
    SummaryKind,
};
use grep_regex::{ErrorKind, RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder};
use termcolor::Buffer;

use super::GrepReport;
use super::error::GrepError;
use super::files::{Candidate, Origin};
use super::request::{
    Boundary, Case, Color, GrepOutput, GrepRequest, MatchExtent, PatternKind, Selection,
};

/// What one batch of files gave.
#[derive(Debug, Default)]
pub struct Batch {
    pub output: Vec<u8>,
    pub report: GrepReport,
    /// Only JSON keeps them.
    pub stats: Stats,
}

/// All that a thread needs to search.
pub struct Worker<'a> {
    root: &'a Path,
    matcher: RegexMatcher,
    searcher: Searcher,
    request: &'a GrepRequest,
}

enum Printer {
    Lines(Standard<Buffer>),
    Files(Summary<Buffer>),
    Counts(Summary<Buffer>),
    Json(JSON<Buffer>),
}

/// A pattern that takes more memory is refused; each thread has its own.
const MOST_PATTERN_BYTES: usize = 16 << 20;

/// The pattern, ready to be searched for.
pub fn build_matcher(request: &GrepRequest) -> Result<RegexMatcher, GrepError> {
    let mut builder = RegexMatcherBuilder::new();
    builder
        .multi_line(true)
        .fixed_strings(request.kind == PatternKind::Literal)
        .case_insensitive(request.case == Case::Insensitive)
        .case_smart(request.case == Case::Smart)
        .word(request.boundary == Boundary::Word)
        .size_limit(MOST_PATTERN_BYTES)
        .dfa_size_limit(MOST_PATTERN_BYTES);
    if request.extent == MatchExtent::OneLine {
        builder.line_terminator(Some(b'\n'));
    }
    let pattern = request.pattern.clone();
    builder.build(&request.pattern).map_err(|error| match error.kind() {
        ErrorKind::NotAllowed(_) => GrepError::LineBreak { pattern },
        _ => GrepError::Pattern { pattern, problem: last_line(&error.to_string()) },
    })
}

/// The line between the output of two files, where there is one.
pub fn separator(request: &GrepRequest) -> Option<&'static str> {
    match request.output {
        GrepOutput::Lines if request.before_lines > 0 || request.after_lines > 0 => Some("--"),
        GrepOutput::Lines | GrepOutput::Files | GrepOutput::Counts | GrepOutput::Json => None,
    }
}

impl<'a> Worker<'a> {
    pub fn new(root: &'a Path, request: &'a GrepRequest, matcher: RegexMatcher) -> Worker<'a> {
        let mut builder = SearcherBuilder::new();
        builder
            .line_number(true)
            .invert_match(request.selection == Selection::NotMatching)
            .multi_line(request.extent == MatchExtent::ManyLines)
            .max_matches(request.max_per_file);
        match request.output {
            GrepOutput::Lines | GrepOutput::Json => {
                builder.before_context(request.before_lines).after_context(request.after_lines);
            }
            GrepOutput::Files | GrepOutput::Counts => {}
        }
        Worker { root, matcher, searcher: builder.build(), request }
    }

    /// Searches each file in turn; `None` when cancelled.
    pub fn search(&mut self, candidates: &[Candidate], cancelled: &AtomicBool) -> Option<Batch> {
        let mut batch = Batch::default();
        let mut printer = Printer::new(self.request);
        for candidate in candidates {
            if cancelled.load(Ordering::Relaxed) {
                return None;
            }
            let path = candidate.path.strip_prefix(self.root).unwrap_or(&candidate.path);
            self.searcher.set_binary_detection(match candidate.origin {
                Origin::Named => BinaryDetection::convert(0),
                Origin::Walked => BinaryDetection::quit(0),
            });
            batch.report.files_searched += 1;
            if let Err(error) = self.search_file(&candidate.path, path, &mut printer, &mut batch) {
                batch.report.problems.push(format!("{}: {error}", path.display()));
            }
        }
        batch.output = printer.into_output();
        Some(batch)
    }

    fn search_file(
        &mut self,
        file: &Path,
        shown: &Path,
        printer: &mut Printer,
        batch: &mut Batch,
    ) -> io::Result<()> {
        let matcher = &self.matcher;
        let n_matches = match printer {
            Printer::Lines(printer) => {
                let mut sink = printer.sink_with_path(matcher, shown);
                self.searcher.search_path(matcher, file, &mut sink)?;
                sink.match_count()
            }
            Printer::Files(printer) => {
                let mut sink = printer.sink_with_path(matcher, shown);
                self.searcher.search_path(matcher, file, &mut sink)?;
                u64::from(sink.has_match())
            }
            Printer::Counts(printer) => {
                let mut sink = printer.sink_with_path(matcher, shown);
                self.searcher.search_path(matcher, file, &mut sink)?;
                let n_lines = sink.stats().map_or(0, Stats::matched_lines);
                if sink.has_match() { n_lines } else { 0 }
            }
            Printer::Json(printer) => {
                let mut sink = printer.sink_with_path(matcher, shown);
                self.searcher.search_path(matcher, file, &mut sink)?;
                batch.stats += sink.stats();
                sink.match_count()
            }
        };
        batch.report.matches += n_matches;
        batch.report.files_with_matches += u64::from(n_matches > 0);
        Ok(())
    }
}

impl Printer {
    fn new(request: &GrepRequest) -> Printer {
        let (buffer, colors) = match request.color {
            Color::Never => (Buffer::no_color(), ColorSpecs::default()),
            Color::Always => (Buffer::ansi(), ColorSpecs::default_with_color()),
        };
        let mut summary = SummaryBuilder::new();
        summary.color_specs(colors.clone());
        match request.output {
            GrepOutput::Lines => {
                let separator = separator(request).map(|line| line.as_bytes().to_vec());
                let mut lines = StandardBuilder::new();
                Printer::Lines(lines.color_specs(colors).separator_search(separator).build(buffer))
            }
            GrepOutput::Files => {
                Printer::Files(summary.kind(SummaryKind::PathWithMatch).build(buffer))
            }
            GrepOutput::Counts => {
                Printer::Counts(summary.kind(SummaryKind::Count).stats(true).build(buffer))
            }
            GrepOutput::Json => Printer::Json(JSONBuilder::new().build(Buffer::no_color())),
        }
    }

    fn into_output(self) -> Vec<u8> {
        let buffer = match self {
            Printer::Lines(printer) => printer.into_inner(),
            Printer::Files(printer) | Printer::Counts(printer) => printer.into_inner(),
            Printer::Json(printer) => printer.into_inner(),
        };
        buffer.into_inner()
    }
}

/// The regex crate draws the pattern and an arrow first; the reason comes last.
fn last_line(message: &str) -> String {
    let line = message.lines().last().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}
