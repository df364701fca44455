//! Says which symbols a chunk defines and which one it is called after.
//!
//! Chunks and symbols are both in order of their start, so one pass over both is enough; a stack
//! holds the symbols that are still open where a chunk begins. Start at [`name_chunks`].

use std::ops::Range;

use rutter_domain::{Chunk, Span, Symbol, SymbolKind};

/// Maximum number of symbols around a chunk to examine.
const MOST_OPEN: usize = 100;

/// Fills `symbol` and `defines` of every chunk; both slices are in order of their start.
pub(crate) fn name_chunks(chunks: &mut [Chunk], symbols: &[Symbol]) {
    let mut next = 0;
    let mut open: Vec<usize> = Vec::new();
    for chunk in chunks {
        let span = chunk.span;
        let starts_before = |at: usize, byte: u32| {
            symbols.get(at).is_some_and(|symbol| symbol.span.start_byte < byte)
        };
        // What begins before the chunk but in no chunk would be a fault of the symbols.
        while starts_before(next, span.start_byte) {
            open.push(next);
            next += 1;
        }
        open.retain(|at| symbols[*at].span.end_byte > span.start_byte);
        // Only the innermost ones can name a chunk; nothing that people write nests deeper than this.
        let n_outer = open.len().saturating_sub(MOST_OPEN);
        open.drain(..n_outer);
        let first = next;
        while starts_before(next, span.end_byte) {
            next += 1;
        }
        chunk.defines = (first as u32..next as u32).collect();
        chunk.symbol = choose(span, symbols, &open, first..next).map(|at| at as u32);
        open.extend(first..next);
    }
}

/// The symbol a chunk is called after: the one definition that it is mostly about, else the
/// innermost symbol around it, else the first that it defines.
fn choose(span: Span, symbols: &[Symbol], open: &[usize], defined: Range<usize>) -> Option<usize> {
    let is_around = |at: &usize| symbols[*at].span.contains(&span) && !symbols[*at].is_own_field();
    let around = open.iter().rev().copied().find(is_around);
    let n_half = (span.end_byte - span.start_byte) / 2;
    let mut n_outermost = 0;
    let mut main = None;
    let mut only = None;
    let mut outermost_end = 0;
    for at in defined.clone() {
        let symbol = &symbols[at];
        // Code is called after what is in a module, which may well be the whole file.
        if symbol.span.start_byte < outermost_end
            || symbol.kind == SymbolKind::Module
            || symbol.is_own_field()
        {
            continue;
        }
        if n_outermost == 0 {
            only = Some(at);
        }
        outermost_end = symbol.span.end_byte;
        n_outermost += 1;
        let n_shared =
            symbol.span.end_byte.min(span.end_byte).saturating_sub(symbol.span.start_byte);
        if n_shared > n_half {
            main = Some(at);
        }
    }
    // The end of a long definition with a small one after it.
    let tail = open.iter().rev().copied().find(|at| {
        let n_shared = symbols[*at].span.end_byte.min(span.end_byte) - span.start_byte;
        has_statements(symbols[*at].kind) && n_shared > n_half
    });
    let innermost = open.iter().rev().copied().find(|at| !symbols[*at].is_own_field());
    let only = only.filter(|_| n_outermost == 1);
    let named_around = around.filter(|at| symbols[*at].kind != SymbolKind::Module);
    let first_defined = defined.clone().find(|at| !symbols[*at].is_own_field());
    // From what a chunk is mostly about to what it merely lies in.
    main.or(tail).or(only).or(named_around).or(first_defined).or(around).or(innermost)
}

/// Whether a symbol's inside is code that runs, not further definitions.
fn has_statements(kind: SymbolKind) -> bool {
    kind.is_callable() || (kind.is_data() && kind != SymbolKind::Field)
}

#[cfg(test)]
mod tests;
