//! Extends a hit by the lines around it, for a query that describes a change.
//!
//! A change is often made beside the code that its description names: a new function after a similar one, an
//! argument in the function above. So a hit for such a query is a place of about 40 lines: the function that
//! answers and as many lines above as below. It shows at most as much as other hits: the signature, lines
//! with words of the query and the heads of what else is defined there. Start at [`with_surroundings`].

use std::ops::RangeInclusive;

use rutter_domain::{FileId, Span};

use crate::query::hit::{Draft, Hit, count_tokens};
use crate::query::snapshot::Snapshot;
use crate::query::snippet::Snippets;

/// A hit has at least this many lines if its file has them.
const MIN_LINES: u32 = 40;

/// A draft with the lines around it, as far as they are `free`: not in another hit of the file.
pub(crate) fn with_surroundings(
    snapshot: &Snapshot,
    snippets: &Snippets<'_>,
    file: FileId,
    draft: Draft,
    free: &RangeInclusive<u32>,
) -> Draft {
    let Hit { start_line, end_line, .. } = draft.hit;
    let n_lines = end_line.saturating_sub(start_line) + 1;
    // If it is cut or its file has changed, what is around it is unknown.
    let is_whole = draft.hit.snippet.lines().count() == n_lines as usize;
    if !is_whole || n_lines >= MIN_LINES {
        return draft;
    }
    let n_around = (MIN_LINES - n_lines).div_ceil(2);
    let first_line = start_line.saturating_sub(n_around).max(*free.start());
    let last_line = end_line.saturating_add(n_around).min(*free.end());
    let reader = LineReader { snapshot, snippets, file, draft: &draft };
    let above = reader.lines(first_line, start_line.saturating_sub(1));
    let above = until_unknown(above.into_iter().rev());
    let below = until_unknown(reader.lines(end_line.saturating_add(1), last_line).into_iter());
    let (n_above, n_below) = (above.len(), below.len());
    if n_above + n_below == 0 {
        return draft;
    }
    let own = draft.hit.snippet.lines().map(str::to_owned);
    let lines: Vec<String> = above.into_iter().rev().chain(own).chain(below).collect();
    let snippet = lines.join("\n");
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let lines = start_line - number(n_above)..=end_line + number(n_below);
    let is_inside =
        |span: &Span| span.start_line <= *lines.end() && span.end_line >= *lines.start();
    let chunks = &draft.outline.chunks;
    let first = chunks.iter().position(|chunk| is_inside(&chunk.span));
    let last = chunks.iter().rposition(|chunk| is_inside(&chunk.span));
    let hit = Hit {
        start_line: *lines.start(),
        end_line: *lines.end(),
        matched_lines: Some((start_line, end_line)),
        tokens: count_tokens(&draft.hit.path, snippet.len()),
        snippet,
        ..draft.hit
    };
    Draft {
        hit,
        first: first.map_or(draft.first, number),
        last: last.map_or(draft.last, number),
        ..draft
    }
}

/// The lines before the first unknown one, without blank ones at the end.
fn until_unknown(lines: impl Iterator<Item = Option<String>>) -> Vec<String> {
    let mut known: Vec<String> = lines.map_while(|line| line).collect();
    let n_kept = known.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |at| at + 1);
    known.truncate(n_kept);
    known
}

/// Reads lines near a draft.
struct LineReader<'a> {
    snapshot: &'a Snapshot,
    snippets: &'a Snippets<'a>,
    file: FileId,
    draft: &'a Draft,
}

impl LineReader<'_> {
    /// The lines from `first` to `last`. `None` stands for a line that cannot be read or is in no chunk and
    /// not blank: encoded data.
    fn lines(&self, first: u32, last: u32) -> Vec<Option<String>> {
        if first == 0 || first > last {
            return Vec::new();
        }
        let chunks = &self.draft.outline.chunks;
        let spans = || chunks.iter().map(|chunk| chunk.span);
        // Chunks begin and end with lines that are not blank. So the lines lie between two of them.
        let above = spans().rfind(|span| span.start_line <= first);
        let below = spans().find(|span| span.end_line >= last);
        let (Some(above), Some(below)) = (above.or(spans().next()), below.or(spans().next_back()))
        else {
            return Vec::new();
        };
        let Some((row, indexed)) = self.snapshot.file(self.file) else { return Vec::new() };
        let around = Span { end_line: below.end_line, end_byte: below.end_byte, ..above };
        let text = self.snippets.text(row, indexed, &around);
        let read: Vec<&str> = text.lines().collect();
        (first..=last)
            .map(|number| {
                let line = read.get(number.checked_sub(around.start_line)? as usize)?;
                let is_in_chunk = |span: Span| (span.start_line..=span.end_line).contains(&number);
                (line.trim().is_empty() || spans().any(is_in_chunk)).then(|| (*line).to_owned())
            })
            .collect()
    }
}
