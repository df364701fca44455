//! Cuts source code into chunks along its syntax.
//!
//! A chunk is a function, a class or a group of small neighbours. The syntax tree says where a cut
//! may lie and what it would tear apart ([`borders`]), a search over these places picks the best
//! ([`packing`]), and the symbols say what each chunk is called after ([`naming`]). Cuts lie
//! between lines only, and the chunks are a partition of the lines, encoded data apart, so that nothing can be
//! lost whatever the tree looks like. Start at [`cut_code`].

pub(crate) mod borders;
pub(crate) mod line_table;
pub(crate) mod naming;
pub(crate) mod packing;

use rutter_domain::{Chunk, ChunkKind, Symbol};
use tree_sitter::Tree;

use self::line_table::LineTable;
use self::packing::{Border, Bounds};
use crate::opaque::without_blobs;

/// Size of a chunk of code: about 5 to 30 lines, 2,000 characters at most. Small ones
/// cost their reader less, and answers are as good.
const CODE_BOUNDS: Bounds =
    Bounds { small_weight: 100, large_weight: 700, limit_weight: 1_400, limit_bytes: 2_000 };

/// The chunks of a parsed file; `symbols` are in order of their start.
pub(crate) fn cut_code(tree: Tree, text: &str, symbols: &[Symbol]) -> Vec<Chunk> {
    let table = LineTable::new(text);
    let borders = borders::find_borders(tree.root_node(), &table, symbols, CODE_BOUNDS);
    // The tree may hold a hundred times as much memory as the text.
    drop(tree);
    without_blobs(make_chunks(&table, &borders, CODE_BOUNDS, ChunkKind::Code, symbols), text)
}

/// The chunks of a text that may be cut at `borders`, called after `symbols`.
pub(crate) fn make_chunks(
    table: &LineTable<'_>,
    borders: &[Border],
    bounds: Bounds,
    kind: ChunkKind,
    symbols: &[Symbol],
) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = packing::pack(table, borders, bounds)
        .into_iter()
        .filter_map(|lines| table.span(lines))
        .map(|span| Chunk { span, kind, symbol: None, defines: Vec::new() })
        .collect();
    naming::name_chunks(&mut chunks, symbols);
    chunks
}

#[cfg(test)]
pub(crate) mod tests;
