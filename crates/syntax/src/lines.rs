//! Reads text of which nothing is known but that it has lines.
//!
//! It has no symbols, only chunks, cut where blank lines or the indentation say that something new
//! begins. A line too long for one chunk is cut into several, so that no chunk is without bound. Keys,
//! certificates and other encoded data are no chunks: nobody looks for their words.

use rutter_domain::{Chunk, ChunkKind, Facts, Language, Span};

use crate::chunks::line_table::LineTable;
use crate::chunks::make_chunks;
use crate::chunks::packing::{Border, Bounds};
use crate::opaque::without_blobs;

/// Size of a chunk: about 40 lines or 1,800 characters.
const LINE_BOUNDS: Bounds =
    Bounds { small_weight: 600, large_weight: 1_000, limit_weight: 1_800, limit_bytes: 1_800 };

/// A line longer than this is cut within.
const LINE_LIMIT_BYTES: usize = 8_000;

/// Price of a cut between two lines without a blank one between them.
const NEIGHBOUR_PRICE: u32 = 20;
/// Price of a cut before an indented line, for each blank of its indentation up to `MAX_INDENT`.
const INDENT_PRICE: u32 = 10;
const MAX_INDENT: u32 = 6;

/// The facts of a text: its chunks.
pub(crate) fn read_lines(language: Language, text: &str) -> Facts {
    let table = LineTable::new(text);
    let borders = find_borders(&table);
    let chunks = make_chunks(&table, &borders, LINE_BOUNDS, ChunkKind::Lines, &[]);
    let chunks = without_blobs(cut_endless_lines(chunks, text), text);
    Facts { chunks, ..Facts::empty(language) }
}

/// Cuts chunks that are one endless line into several.
pub(crate) fn cut_endless_lines(mut chunks: Vec<Chunk>, text: &str) -> Vec<Chunk> {
    let is_endless = |span: &Span| {
        (span.end_byte - span.start_byte) as usize > LINE_LIMIT_BYTES && span.n_lines() == 1
    };
    // Nearly no text has such a line, and the chunks can stay where they are.
    if !chunks.iter().any(|chunk| is_endless(&chunk.span)) {
        return chunks;
    }
    let mut pieces = Vec::with_capacity(chunks.len());
    for chunk in &mut chunks {
        let Chunk { span, kind, symbol, .. } = *chunk;
        let mut defines = std::mem::take(&mut chunk.defines);
        let mut start = span.start_byte as usize;
        let end = span.end_byte as usize;
        while start < end {
            let mut piece_end = end;
            if is_endless(&span) && end - start > LINE_LIMIT_BYTES {
                // A cut inside of a character would not be text.
                piece_end = text.floor_char_boundary(start + LINE_LIMIT_BYTES);
            }
            let span = Span { start_byte: start as u32, end_byte: piece_end as u32, ..span };
            pieces.push(Chunk { span, kind, symbol, defines: std::mem::take(&mut defines) });
            start = piece_end;
        }
    }
    pieces
}

fn find_borders(table: &LineTable<'_>) -> Vec<Border> {
    let mut borders = Vec::new();
    let mut follows_blank = true;
    for line in 0..table.n_lines() {
        if table.is_blank(line) {
            follows_blank = true;
            continue;
        }
        let text = table.line(line);
        let n_indent = text.len() - text.trim_start_matches([' ', '\t']).len();
        let indent_price = INDENT_PRICE * (n_indent as u32).min(MAX_INDENT);
        let cut_price = indent_price + if follows_blank { 0 } else { NEIGHBOUR_PRICE };
        borders.push(Border { line, level: 0, cut_price, keep_price: 0 });
        follows_blank = false;
    }
    borders
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the chunks as `first line-last line`.
    fn check(text: &str, chunks: &str) {
        let facts = read_lines(Language::Unknown, text);
        let found: Vec<String> = facts
            .chunks
            .iter()
            .map(|chunk| format!("{}-{}", chunk.span.start_line, chunk.span.end_line))
            .collect();
        assert_eq!(found.join(" "), chunks);
    }

    #[test]
    fn a_short_text_is_one_chunk_and_an_empty_one_none() {
        check("a\n\nb\n", "1-3");
        check("", "");
        check(" \n\n", "");
    }

    #[test]
    fn a_long_text_is_cut_at_blank_lines() {
        let paragraph = |n_lines: usize| "some words on a line of text\n".repeat(n_lines) + "\n";
        let text = paragraph(30) + &paragraph(35) + &paragraph(10) + &paragraph(30);
        check(&text, "1-30 32-66 68-108");
    }

    #[test]
    fn a_text_without_blank_lines_is_cut_where_it_is_indented_least() {
        let entry = "key:\n".to_string() + &"  - some value of the key\n".repeat(29);
        check(&entry.repeat(4), "1-30 31-60 61-90 91-120");
    }

    #[test]
    fn many_tiny_lines_are_no_tiny_chunk() {
        check(&"{\n".repeat(150), "1-42 43-84 85-125 126-150");
    }

    #[test]
    fn an_endless_line_is_cut_between_characters() {
        let text = format!("first\n{}\nlast\n", "ä€".repeat(5_000));
        check(&text, "1-1 2-2 2-2 2-2 2-2 3-3");
        let facts = read_lines(Language::Unknown, &text);
        let joined: String = facts.chunks.iter().map(|chunk| chunk.span.slice(&text)).collect();
        assert_eq!(joined.len(), text.len() - 3);
        assert!(facts.chunks.iter().all(|chunk| chunk.span.slice(&text).len() <= 8_000));
    }
}
