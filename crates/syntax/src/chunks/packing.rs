//! Chooses, among all places where a text may be cut, those that make the best chunks.
//!
//! Who reads a text names its [`Border`]s, each with a price for cutting there and one for not
//! cutting there. [`pack`] finds the cheapest set of cuts: prices of the borders, plus what each
//! chunk costs by being too small, too large or a mix of the end of one thing with the start of
//! another. A chunk is bounded, so only a bounded number of borders before each one matters and
//! the search is linear.

use std::ops::Range;

use super::line_table::LineTable;

/// A line before which a text may be cut. Prices count in hundredths of an all but empty chunk.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Border {
    /// The line that would be the first of a chunk, from 0.
    pub line: u32,
    /// How deep inside other things the border lies; 0 for the outermost.
    pub level: u32,
    pub cut_price: u32,
    pub keep_price: u32,
}

/// How large chunks may be, in the weight of [`LineTable::weight`] and in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Lighter than this is too small.
    pub small_weight: u32,
    /// Heavier than this is too large.
    pub large_weight: u32,
    /// Nothing is joined that would be heavier.
    pub limit_weight: u32,
    /// Nothing is joined that would be longer.
    pub limit_bytes: u32,
}

/// This much may be joined even with a piece that is over the limit by itself, where to cut would
/// cost at least `BOND_PRICE`: a long text keeps the line that names it.
const HEAD_BYTES: u32 = 300;
const BOND_PRICE: u32 = 90;
/// What any chunk costs, so that of two equal ways the one with fewer chunks is taken.
const CHUNK_PRICE: u32 = 3;
/// What a chunk costs that joins the end of one thing with the start of the next.
const STRADDLE_PRICE: u32 = 70;

/// A border with what lies before it, and the best way found to get there.
struct Stop {
    border: Border,
    weight: u32,
    n_bytes: u32,
    price: u64,
    from: usize,
}

/// The best ranges of lines to cut a text into. They follow one another and hold every line;
/// `borders` are in order of their lines. A piece between two borders is never cut.
pub(crate) fn pack(table: &LineTable<'_>, borders: &[Border], bounds: Bounds) -> Vec<Range<u32>> {
    let n_lines = table.n_lines();
    let end = Border { line: n_lines, level: 0, cut_price: 0, keep_price: 0 };
    let inner = borders.iter().filter(|border| border.line > 0 && border.line < n_lines);
    let mut stops: Vec<Stop> = Vec::with_capacity(borders.len() + 2);
    // A stop at either end makes the first and the last piece like any other.
    for border in [Border { line: 0, ..end }].iter().chain(inner).chain([&end]) {
        let before = 0..border.line;
        let (weight, n_bytes) = (table.weight(before.clone()), table.n_bytes(before));
        stops.push(Stop { border: *border, weight, n_bytes, price: 0, from: 0 });
    }
    let misfit = Misfit::new(bounds);
    for to in 1..stops.len() {
        let last = &stops[to];
        let mut best = (u64::MAX, to - 1);
        let mut kept_price = 0;
        let mut inner_level = u32::MAX;
        let mut largest_bytes = 0;
        let mut loosest_bond = u32::MAX;
        for (from, first) in stops[..to].iter().enumerate().rev() {
            let weight = last.weight - first.weight;
            let n_bytes = last.n_bytes - first.n_bytes;
            largest_bytes = largest_bytes.max(stops[from + 1].n_bytes - first.n_bytes);
            if weight > bounds.limit_weight || n_bytes > bounds.limit_bytes {
                let is_one_piece = from + 1 == to;
                let is_giant_with_head = largest_bytes > bounds.limit_bytes
                    && n_bytes - largest_bytes <= HEAD_BYTES
                    && loosest_bond >= BOND_PRICE;
                if !is_one_piece && !is_giant_with_head {
                    break;
                }
            }
            let Border { level, cut_price, keep_price, line: _ } = first.border;
            // A chunk that reaches over a border further out than its own ends has the end of one
            // thing and the start of another.
            let straddles = inner_level < level.max(last.border.level);
            let chunk_price = CHUNK_PRICE
                + cut_price
                + kept_price
                + misfit.price(weight)
                + if straddles { STRADDLE_PRICE } else { 0 };
            let price = first.price + u64::from(chunk_price);
            // Of equal ways the first found is kept: it has the shortest last chunk.
            if price < best.0 {
                best = (price, from);
            }
            // Borders inside of the chunk are the ones that it keeps.
            kept_price += keep_price;
            loosest_bond = loosest_bond.min(cut_price);
            inner_level = inner_level.min(level);
        }
        (stops[to].price, stops[to].from) = best;
    }

    let mut ranges = Vec::new();
    let mut to = stops.len() - 1;
    while to > 0 {
        let from = stops[to].from;
        ranges.push(stops[from].border.line..stops[to].border.line);
        to = from;
    }
    ranges.reverse();
    ranges
}

/// What a chunk costs for its size: 0 for a good one, 100 for an empty or a double one.
struct Misfit {
    bounds: Bounds,
    /// Price of one unit of weight too few or too many, times 2^16: the search asks too often for
    /// divisions.
    small_rate: u32,
    large_rate: u32,
}

impl Misfit {
    fn new(bounds: Bounds) -> Misfit {
        let rate = |weight: u32| (100 << 16) / weight.max(1);
        let (small_rate, large_rate) = (rate(bounds.small_weight), rate(bounds.large_weight));
        Misfit { bounds, small_rate, large_rate }
    }

    fn price(&self, weight: u32) -> u32 {
        let n_missing = self.bounds.small_weight.saturating_sub(weight);
        let n_over = weight.min(self.bounds.limit_weight).saturating_sub(self.bounds.large_weight);
        (n_missing * self.small_rate + n_over * self.large_rate) >> 16
    }
}

#[cfg(test)]
mod tests;
