//! Makes symbols of a document's sections.

use std::ops::Range;

use rutter_domain::text::truncate;
use rutter_domain::{Span, Symbol, SymbolKind, Visibility};

use super::outline::{Heading, MAX_TITLE_BYTES};
use crate::chunks::line_table::LineTable;
use crate::fingerprint::Tokens;

/// The names of the sections around are left out of a name from this length on.
const LONGEST_QUALIFIER_BYTES: usize = 1000;

/// A symbol for each heading, in the same order. A section holds the sections under it.
pub(super) fn symbols(table: &LineTable<'_>, headings: &[Heading]) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = Vec::with_capacity(headings.len());
    // The sections not yet at their end, with the words read before each.
    let mut open: Vec<(usize, Tokens)> = Vec::new();
    let mut words = Tokens::default();
    let mut line = 0;
    for (index, heading) in headings.iter().enumerate() {
        push_words(table, line..heading.line, &mut words);
        line = heading.line;
        while let Some((last, words_before)) =
            open.pop_if(|(last, _)| headings[*last].level >= heading.level)
        {
            end_section(&mut symbols[last], table, line, words.since(words_before));
        }
        let parent = open.last().map(|(last, _)| *last);
        symbols.push(begin_section(table, heading, parent.map(|at| (at, &symbols[at]))));
        open.push((index, words));
    }
    if !headings.is_empty() {
        push_words(table, line..table.n_lines(), &mut words);
    }
    while let Some((last, words_before)) = open.pop() {
        end_section(&mut symbols[last], table, table.n_lines(), words.since(words_before));
    }
    symbols
}

fn begin_section(
    table: &LineTable<'_>,
    heading: &Heading,
    parent: Option<(usize, &Symbol)>,
) -> Symbol {
    let name = heading.title.clone();
    // Sections may nest as deep as there are styles of headings.
    let parent_name = parent.map(|(_, parent)| parent.qualified_name.as_str());
    let qualified_name = match parent_name.filter(|name| name.len() <= LONGEST_QUALIFIER_BYTES) {
        Some(parent_name) => format!("{parent_name} > {name}"),
        None => name.clone(),
    };
    // With a rule above and below, the title is the second line.
    let title_line = heading.line + u32::from(heading.n_lines == 3);
    Symbol {
        name,
        qualified_name,
        kind: SymbolKind::Section,
        node_kind: heading.node_kind.clone(),
        span: Span { start_line: heading.line + 1, ..Span::default() },
        signature: truncate(table.line(title_line).trim(), MAX_TITLE_BYTES).to_string(),
        doc: None,
        visibility: Visibility::Public,
        parent: parent.map(|(at, _)| at as u32),
        body_hash: 0,
    }
}

fn end_section(symbol: &mut Symbol, table: &LineTable<'_>, end_line: u32, body_hash: u64) {
    symbol.span = table.span(symbol.span.start_line - 1..end_line).unwrap_or_default();
    symbol.body_hash = body_hash;
}

fn push_words(table: &LineTable<'_>, lines: Range<u32>, words: &mut Tokens) {
    for line in lines {
        for word in table.line(line).split_ascii_whitespace() {
            words.push(word.as_bytes());
        }
    }
}
