//! Extends a hit to the whole function that its chunk is a part of.
//!
//! A long function is cut into several chunks, and the one that fits the query seldom has the signature. A
//! reader wants the function: so the hit has all its lines, shows its signature beside the lines that match, and
//! stands for the other chunks of the function. A long function answers for more lines than a short one, so among
//! chunks that are about as good its chunk comes first. Start at [`widened`] and [`favour_long_functions`].

use std::collections::HashMap;

use rutter_domain::{FileId, Outline, Span};

use crate::query::boosted::BoostedChunk;
use crate::query::hit::{Draft, Hit, count_tokens, only_method};
use crate::query::page::Page;
use crate::query::snapshot::Snapshot;
use crate::query::snippet::Snippets;

/// A longer function stays in pieces: its text is not worth reading for a few lines of it.
const MAX_BYTES: u32 = 6_000;

/// Added to the score of a chunk by itself for each doubling of the lines that its hit has. Fitted on 1,400
/// changes of 58 repositories.
const PER_DOUBLING: f32 = 0.06;
/// More lines gain nothing more.
const MANY_LINES: u32 = 400;

/// Raises the scores by themselves of the chunks that are shown on a page, by the lines that their hits will have.
/// Files of which one chunk was found are left alone: there is nothing to choose.
pub(crate) fn favour_long_functions(snapshot: &Snapshot, chunks: &mut [BoostedChunk], page: Page) {
    let mut places: HashMap<FileId, (usize, usize)> = HashMap::new();
    for chunk in chunks.iter() {
        let n_files = places.len();
        places.entry(chunk.ranked.file).or_insert((n_files, 0)).1 += 1;
    }
    let is_shown = |place: usize| place >= page.skip && place - page.skip < page.limit;
    for chunk in chunks {
        let (place, n_chunks) = places[&chunk.ranked.file];
        if !is_shown(place) || n_chunks < 2 {
            continue;
        }
        let Some(outline) = snapshot.outline_of(chunk.ranked.file) else { continue };
        let n_lines = n_lines_of_hit(&outline, chunk.ranked.chunk).clamp(1, MANY_LINES);
        let own = &mut chunk.ranked.breakdown.own;
        own.lines = PER_DOUBLING * (n_lines as f32).log2();
        chunk.ranked.own = own.total();
    }
}

/// The lines of a chunk, or of the function around it unless that stays in pieces.
fn n_lines_of_hit(outline: &Outline, number: u32) -> u32 {
    let Some(chunk) = outline.chunks.get(number as usize) else { return 0 };
    let symbol = only_method(chunk, |at| outline.kind(at)).or(chunk.symbol);
    let function = symbol
        .and_then(|at| outline.symbol(at))
        .filter(|symbol| symbol.kind.is_callable())
        .filter(|symbol| symbol.span.end_byte - symbol.span.start_byte <= MAX_BYTES);
    let n_lines = |span: &Span| (span.end_line + 1).saturating_sub(span.start_line);
    n_lines(&chunk.span).max(function.map_or(0, |symbol| n_lines(&symbol.span)))
}

/// A draft with all lines of the function it is in; as it is if it is in none or the function is long.
pub(crate) fn widened(
    snapshot: &Snapshot,
    snippets: &Snippets<'_>,
    file: FileId,
    draft: Draft,
) -> Draft {
    let Some(lines) = lines_of_function(&draft) else { return draft };
    let chunks = &draft.outline.chunks;
    let overlaps = |span: &Span| span.start_line <= lines.1 && span.end_line >= lines.0;
    let first = chunks.iter().position(|chunk| overlaps(&chunk.span));
    let last = chunks.iter().rposition(|chunk| overlaps(&chunk.span));
    let (Some(first), Some(last)) = (first, last) else { return draft };
    // Chunks begin and end with whole lines, unlike symbols.
    let (above, below) = (chunks[first].span, chunks[last].span);
    let around = Span { end_line: below.end_line, end_byte: below.end_byte, ..above };
    let is_long = around.end_byte - around.start_byte > MAX_BYTES;
    let Some((row, indexed)) = snapshot.file(file).filter(|_| !is_long) else { return draft };
    let text = snippets.text(row, indexed, &around);
    let n_skipped = (lines.0 - around.start_line.min(lines.0)) as usize;
    let n_lines = (lines.1 + 1 - lines.0) as usize;
    let snippet: Vec<&str> = text.lines().skip(n_skipped).take(n_lines).collect();
    if snippet.len() < n_lines {
        return draft;
    }
    let snippet = snippet.join("\n");
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let hit = Hit {
        start_line: lines.0,
        end_line: lines.1,
        tokens: count_tokens(&draft.hit.path, snippet.len()),
        snippet,
        ..draft.hit
    };
    Draft { hit, first: number(first), last: number(last), ..draft }
}

/// The first and the last line of a draft and its function, if the function goes beyond it.
fn lines_of_function(draft: &Draft) -> Option<(u32, u32)> {
    let symbol = draft.outline.symbol(draft.symbol?)?;
    let Hit { start_line, end_line, .. } = draft.hit;
    let is_part = symbol.span.start_line < start_line || symbol.span.end_line > end_line;
    (symbol.kind.is_callable() && is_part)
        .then(|| (start_line.min(symbol.span.start_line), end_line.max(symbol.span.end_line)))
}
