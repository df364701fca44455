//! Reads prose: its sections, the code it mentions and the files it links to.
//!
//! Each kind of document gives its [`Outline`] in its own way; what is made of it is the same for
//! all: a section is a symbol, chunks are cut by sections and paragraphs, code spans, links and code
//! blocks mention code, files and commands. Of these, names are references and relative links are
//! imports. Start at [`read_document`].

mod asciidoc;
mod code_spans;
mod commands;
mod fenced;
mod found;
mod links;
mod markdown;
mod mentions;
mod names;
mod outline;
mod paths;
mod plain;
mod restructured;
mod roles;
mod sample_paths;
mod sections;

use std::ops::Range;

use rutter_domain::{ChunkKind, Facts, Language};

pub use self::commands::parse_command;
pub use self::links::file_of as linked_file;
pub use self::names::parse_name as parse_mention;
use self::outline::{Heading, Outline};

use crate::chunks::line_table::LineTable;
use crate::chunks::make_chunks;
use crate::chunks::packing::{Border, Bounds};
use crate::lines::cut_endless_lines;
use crate::opaque::without_blobs;
use crate::work::Ended;

/// Size of a chunk: about 60 lines or 2,500 characters.
const DOCUMENT_BOUNDS: Bounds =
    Bounds { small_weight: 500, large_weight: 1_500, limit_weight: 2_500, limit_bytes: 2_500 };

/// Price of parting a heading from its section, a paragraph from the one before, an item or
/// a line from its neighbour, and whatever must be parted in a block of code.
const HEADING_PRICE: u32 = 100;
const PARAGRAPH_PRICE: u32 = 25;
const ITEM_PRICE: u32 = 45;
const LINE_PRICE: u32 = 90;
const VERBATIM_PRICE: u32 = 60;
/// Price of keeping two sections together, so that those that fill a chunk are not joined.
const SECTION_KEEP_PRICE: u32 = 10;

/// The levels of borders below all headings.
const PARAGRAPH_LEVEL: u32 = 10;
const LINE_LEVEL: u32 = 11;

/// A document with more sections is none: it is no more than a list of marked lines.
const MOST_SECTIONS: usize = 50_000;

/// The facts of a document. Any language that has no headings of its own is read as plain text.
pub(crate) fn read_document(language: Language, text: &str) -> Result<Facts, Ended> {
    let table = LineTable::new(text);
    // language: each format of documents has its own headings
    let outline = match language {
        Language::Markdown => markdown::outline(&table),
        Language::ReStructuredText => restructured::outline(&table),
        Language::AsciiDoc => asciidoc::outline(&table),
        _ => plain::outline(&table),
    };
    if outline.headings.len() > MOST_SECTIONS {
        return Err(Ended::TooComplex);
    }
    let symbols = sections::symbols(&table, &outline.headings);
    let borders = find_borders(&table, &outline);
    let chunks = make_chunks(&table, &borders, DOCUMENT_BOUNDS, ChunkKind::Document, &symbols);
    let mentions = mentions::find_mentions(language, &table, &outline);
    Ok(Facts {
        references: mentions::references_of(&mentions),
        imports: links::imports_of(&mentions),
        mentions,
        symbols,
        chunks: without_blobs(cut_endless_lines(chunks, text), text),
        ..Facts::empty(language)
    })
}

/// Where a document may be cut. A block that is not prose is cut only when it fits no chunk.
fn find_borders(table: &LineTable<'_>, outline: &Outline) -> Vec<Border> {
    let mut borders = Vec::new();
    let mut headings = outline.headings.iter().peekable();
    let mut verbatim = outline.verbatim.iter().peekable();
    let mut line = 0;
    let mut follows_heading = false;
    while line < table.n_lines() {
        if table.is_blank(line) {
            line += 1;
            continue;
        }
        if let Some(heading) = headings.next_if(|heading| heading.line <= line) {
            borders.push(heading_border(heading, follows_heading));
            line = heading.line + heading.n_lines;
            follows_heading = true;
            continue;
        }
        let (level, price) = price_of_line(table, line);
        let cut_price = if follows_heading { HEADING_PRICE } else { price };
        borders.push(Border { line, level, cut_price, keep_price: 0 });
        follows_heading = false;
        line += 1;
        while verbatim.next_if(|block| block.end <= line).is_some() {}
        if let Some(block) = verbatim.next_if(|block| block.start < line) {
            // A sample is read as a whole, so it is cut only if no chunk could hold it.
            if table.n_bytes(block.clone()) > DOCUMENT_BOUNDS.limit_bytes {
                cut_verbatim(table, line..block.end, &mut borders);
            }
            line = block.end;
        }
    }
    borders
}

fn heading_border(heading: &Heading, follows_heading: bool) -> Border {
    Border {
        line: heading.line,
        level: heading.level.min(PARAGRAPH_LEVEL - 1),
        cut_price: if follows_heading { HEADING_PRICE } else { 0 },
        keep_price: SECTION_KEEP_PRICE,
    }
}

fn price_of_line(table: &LineTable<'_>, line: u32) -> (u32, u32) {
    let text = table.line(line);
    let is_indented = text.starts_with([' ', '\t']);
    if line == 0 || table.is_blank(line - 1) {
        return (PARAGRAPH_LEVEL, PARAGRAPH_PRICE + if is_indented { 10 } else { 0 });
    }
    let starts_item = ["- ", "* ", "+ ", "| ", "#. "].iter().any(|mark| text.starts_with(mark))
        || text.starts_with(|c: char| c.is_ascii_digit());
    // A list is parted between items rather than within a sentence.
    (LINE_LEVEL, if starts_item { ITEM_PRICE } else { LINE_PRICE })
}

fn cut_verbatim(table: &LineTable<'_>, lines: Range<u32>, borders: &mut Vec<Border>) {
    for line in lines {
        if table.is_blank(line) {
            continue;
        }
        let follows_blank = table.is_blank(line - 1);
        let cut_price = if follows_blank { VERBATIM_PRICE } else { 2 * VERBATIM_PRICE };
        borders.push(Border { line, level: LINE_LEVEL, cut_price, keep_price: 0 });
    }
}

#[cfg(test)]
mod tests;
