//! Numbers the runs of letters, digits and underscores of texts in the order of their first use.
//!
//! Neither words nor pieces of the embedding model reach beyond a run, so each run is split once and is known by
//! its number from then on. Most runs occurred shortly before. They are found in a small table of recent ones, which
//! compares a run of up to 16 bytes as two integers. Start at [`RunNumbers::for_each`].

use std::ops::Range;

use super::interner::Interner;

/// Bytes of the longest run in the table of recent ones.
const SHORT_BYTES: usize = 16;
const RECENT_BITS: u32 = 14;

/// The runs of all texts since they were last forgotten.
#[derive(Debug)]
pub struct RunNumbers {
    all: Interner,
    recent: Vec<Recent>,
}

/// A short run, zeros after its last byte; zeros alone if the place is free.
#[derive(Debug, Clone, Copy, Default)]
struct Recent {
    bytes: [u64; 2],
    number: u32,
}

impl Default for RunNumbers {
    fn default() -> RunNumbers {
        RunNumbers { all: Interner::default(), recent: vec![Recent::default(); 1 << RECENT_BITS] }
    }
}

impl RunNumbers {
    /// The number of different runs.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The memory it takes, roughly.
    pub fn n_bytes(&self) -> usize {
        self.all.n_bytes() + size_of_val(&*self.recent)
    }

    /// The run with a number.
    pub fn get(&self, number: u32) -> &str {
        std::str::from_utf8(self.all.get(number)).unwrap_or_default()
    }

    /// Forgets all runs; the next new one has number 0.
    pub fn forget(&mut self) {
        // Gives the memory back as well: after one odd file, a cleared table would stay above its limit.
        *self = RunNumbers::default();
    }

    /// Calls `visit` with the place and the number of each run of a text, in order.
    #[inline]
    pub fn for_each(&mut self, text: &str, mut visit: impl FnMut(Range<usize>, u32)) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            if !IS_IN_RUN[usize::from(*byte)] {
                at += 1;
                continue;
            }
            let rest = &bytes[at..];
            let n_bytes = rest.iter().position(|byte| !IS_IN_RUN[usize::from(*byte)]);
            let end = at + n_bytes.unwrap_or(rest.len());
            visit(at..end, self.number(bytes, at..end));
            at = end;
        }
    }

    #[inline]
    fn number(&mut self, text: &[u8], run: Range<usize>) -> u32 {
        if run.len() > SHORT_BYTES {
            return self.all.intern(&text[run]);
        }
        let bytes = short_run(text, &run);
        let hash = (bytes[0] ^ bytes[1].rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let recent = &mut self.recent[(hash >> (u64::BITS - RECENT_BITS)) as usize];
        // The newest of two runs with one place stays: most runs occurred shortly before.
        if recent.bytes != bytes {
            *recent = Recent { bytes, number: self.all.intern(&text[run]) };
        }
        recent.number
    }
}

/// A run of at most 16 bytes as two integers.
#[inline]
fn short_run(text: &[u8], run: &Range<usize>) -> [u64; 2] {
    let mut bytes = [0; SHORT_BYTES];
    match text.get(run.start..run.start + SHORT_BYTES) {
        Some(window) => bytes.copy_from_slice(window),
        None => bytes[..run.len()].copy_from_slice(&text[run.clone()]),
    }
    let all = u128::from_le_bytes(bytes) & (u128::MAX >> (8 * (SHORT_BYTES - run.len())));
    [all as u64, (all >> 64) as u64]
}

/// Letters, digits and underscores. All bytes beyond ASCII count as letters.
// Their characters are read when the run is split.
static IS_IN_RUN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_' || byte >= 128;
        byte += 1;
    }
    table
};

/// Whether no run extends across the place before this byte.
pub fn is_border(text: &str, at: usize) -> bool {
    let is_in_run =
        |at: usize| text.as_bytes().get(at).is_some_and(|byte| IS_IN_RUN[usize::from(*byte)]);
    at == 0 || !is_in_run(at - 1) || !is_in_run(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(numbers: &mut RunNumbers, text: &str) -> Vec<String> {
        let mut found = Vec::new();
        numbers.for_each(text, |place, number| found.push((text[place].to_owned(), number)));
        for (run, number) in &found {
            assert_eq!(numbers.get(*number), run);
        }
        found.into_iter().map(|(run, _)| run).collect()
    }

    #[test]
    fn a_run_ends_where_words_and_pieces_end() {
        let mut numbers = RunNumbers::default();
        assert_eq!(
            runs(&mut numbers, "fn get_user(id2: u8) -> “größe”"),
            ["fn", "get_user", "id2", "u8", "“größe”"]
        );
        assert!(runs(&mut numbers, "").is_empty());
        assert!(runs(&mut numbers, " ,;\n").is_empty());
    }

    #[test]
    fn each_run_has_one_number() {
        let mut numbers = RunNumbers::default();
        let long = "x".repeat(60);
        // More than fit in the table of recent ones, of all lengths.
        let text: Vec<String> =
            (0..20_000).map(|number| format!("{}{number}", &long[number % 40..])).collect();
        let text = text.join(" ");
        let mut first = Vec::new();
        numbers.for_each(&text, |_, number| first.push(number));
        assert_eq!(first, (0..20_000).collect::<Vec<u32>>());
        let mut again = Vec::new();
        numbers.for_each(&text, |_, number| again.push(number));
        assert_eq!(again, first);
        assert_eq!(numbers.len(), 20_000);
        numbers.forget();
        numbers.for_each("x1 x1", |_, number| assert_eq!(number, 0));
    }

    #[test]
    fn a_border_cuts_no_run() {
        let borders: Vec<usize> = (0..=8).filter(|at| is_border("ab, c_1é", *at)).collect();
        assert_eq!(borders, [0, 2, 3, 4]);
        assert!(is_border("ab", 2));
    }
}
