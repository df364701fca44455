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
            let straddles = inner_level < level.max(last.border.level);
            let chunk_price = CHUNK_PRICE
                + cut_price
                + kept_price
                + misfit.price(weight)
                + if straddles { STRADDLE_PRICE } else { 0 };
            let price = first.price + u64::from(chunk_price);
            if price < best.0 {
                best = (price, from);
            }
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
mod tests {
    use super::*;

    const BOUNDS: Bounds =
        Bounds { small_weight: 72, large_weight: 120, limit_weight: 240, limit_bytes: 10_000 };

    /// Each line is `level cut_price keep_price`, or `-` where no border lies.
    fn check(text: &str, ranges: &str) {
        let table = LineTable::new(text);
        let number = |word: Option<&str>| word.unwrap().parse().unwrap();
        let borders: Vec<Border> = (0..)
            .zip(text.lines())
            .filter(|(_, line)| *line != "-")
            .map(|(line, text)| {
                let mut words = text.split(' ');
                Border {
                    line,
                    level: number(words.next()),
                    cut_price: number(words.next()),
                    keep_price: number(words.next()),
                }
            })
            .collect();
        let found: Vec<String> =
            pack(&table, &borders, BOUNDS).iter().map(|range| format!("{range:?}")).collect();
        assert_eq!(found.join(" "), ranges, "{text}");
    }

    #[test]
    fn small_pieces_are_joined() {
        check("0 0 0\n0 0 0\n0 0 0\n0 0 0", "0..4");
    }

    #[test]
    fn nothing_is_joined_over_the_limit() {
        check(&"0 0 0\n".repeat(12), "0..5 5..9 9..12");
        check(&("0 0 0\n".to_string() + &"-\n".repeat(11)), "0..12");
    }

    #[test]
    fn what_is_over_the_limit_keeps_its_head() {
        let rest = "-\n".repeat(6_000);
        check(&format!("0 0 0\n0 90 0\n{rest}"), "0..6002");
        check(&format!("0 0 0\n0 9 0\n{rest}"), "0..1 1..6002");
    }

    #[test]
    fn a_dear_border_is_spared() {
        check("0 0 0\n0 0 0\n0 0 0\n0 90 0\n0 0 0\n0 0 0\n0 0 0", "0..4 4..7");
    }

    #[test]
    fn a_border_that_is_dear_to_keep_is_cut() {
        check("0 0 0\n-\n-\n0 0 0\n-", "0..5");
        check("0 0 0\n-\n-\n0 0 50\n-", "0..3 3..5");
    }

    #[test]
    fn the_end_of_one_thing_is_not_joined_with_the_start_of_the_next() {
        check("0 0 0\n1 0 0\n1 0 0\n1 0 0\n1 0 0\n1 0 0\n0 0 0\n0 0 0\n0 0 0", "0..3 3..6 6..9");
    }

    #[test]
    fn an_empty_text_has_no_ranges_to_speak_of() {
        check("", "0..0");
    }
}
