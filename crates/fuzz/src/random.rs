//! A small generator of pseudo-random numbers (SplitMix64): the same seed gives the same numbers
//! everywhere, which the standard library does not promise of its own.

/// A sequence of numbers that follows from its seed.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The sequence of one input: inputs of different targets share nothing.
    pub fn for_input(target: &str, kind: &str, number: u64) -> Random {
        let mut hasher = blake3::Hasher::new();
        hasher.update(target.as_bytes()).update(&[0]).update(kind.as_bytes());
        hasher.update(&number.to_le_bytes());
        let mut seed = [0; 8];
        seed.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        Random::new(u64::from_le_bytes(seed))
    }

    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 when `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        // The bias of the remainder is of no interest for test inputs.
        if end == 0 { 0 } else { (self.next_u64() % end as u64) as usize }
    }

    /// Mostly small, now and then near `end`: lengths of pieces are chosen by this.
    pub fn small_below(&mut self, end: usize) -> usize {
        let shift = self.below(usize::BITS as usize - end.leading_zeros() as usize + 1);
        self.below(end.min(1 << shift.min(62)))
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn byte(&mut self) -> u8 {
        (self.next_u64() >> 56) as u8
    }

    /// One of the items; `None` when there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let take = |seed| {
            let mut random = Random::new(seed);
            [random.next_u64(), random.next_u64(), random.next_u64()]
        };
        assert_eq!(take(1), take(1));
        assert_ne!(take(1), take(2));
        // The published first output of SplitMix64 with seed 0.
        assert_eq!(Random::new(0).next_u64(), 0xE220_A839_7B1D_CDAF);
    }

    #[test]
    fn inputs_of_two_targets_are_drawn_from_different_sequences() {
        let first = |target, kind, number| Random::for_input(target, kind, number).next_u64();
        assert_eq!(first("a", "soup", 1), first("a", "soup", 1));
        assert_ne!(first("a", "soup", 1), first("b", "soup", 1));
        assert_ne!(first("a", "soup", 1), first("a", "mutated", 1));
        assert_ne!(first("a", "soup", 1), first("a", "soup", 2));
    }

    #[test]
    fn a_number_is_below_its_end() {
        let mut random = Random::new(7);
        for end in [1, 2, 3, 100, 65_536] {
            assert!((0..200).all(|_| random.below(end) < end && random.small_below(end) < end));
        }
        assert_eq!(random.below(0), 0);
    }
}
