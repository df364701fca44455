//! Numbers texts in the order of their first use.
//!
//! All texts lie end to end in one buffer and are found by open addressing, so that a new text costs no
//! allocation of its own, and a known one only the comparison with its slot and its bytes.

use xxhash_rust::xxh3::xxh3_64;

const MIN_SLOTS: usize = 1 << 8;

/// Texts, each stored once.
#[derive(Debug, Default)]
pub struct Interner {
    bytes: Vec<u8>,
    /// The end of each text in `bytes`.
    ends: Vec<u32>,
    /// The hash table; its length is a power of two, and it is at most half full.
    slots: Vec<Slot>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    hash: u32,
    /// The number of the text plus one; 0 if the slot is free.
    number: u32,
}

impl Interner {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The memory it takes, roughly.
    pub fn n_bytes(&self) -> usize {
        self.bytes.len() + self.ends.len() * 4 + self.slots.len() * 8
    }

    /// The text with a number that [`Interner::intern`] returned.
    pub fn get(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.bytes[start..self.ends[number] as usize]
    }

    /// The number of a text, which is [`Interner::len`] before the call if the text is new.
    #[inline]
    pub fn intern(&mut self, text: &[u8]) -> u32 {
        if self.ends.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = xxh3_64(text) as u32;
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.number == 0 {
                break;
            }
            if slot.hash == hash && self.get(slot.number - 1) == text {
                return slot.number - 1;
            }
            at = (at + 1) & mask;
        }
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len() as u32);
        let number = self.ends.len() as u32;
        self.slots[at] = Slot { hash, number };
        number - 1
    }

    #[cold]
    fn grow(&mut self) {
        let n_slots = (self.slots.len() * 2).max(MIN_SLOTS);
        let mut slots = vec![Slot::default(); n_slots];
        for slot in self.slots.iter().filter(|slot| slot.number != 0) {
            let mut at = slot.hash as usize & (n_slots - 1);
            while slots[at].number != 0 {
                at = (at + 1) & (n_slots - 1);
            }
            slots[at] = *slot;
        }
        self.slots = slots;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_number() {
        let mut interner = Interner::default();
        let texts: Vec<String> =
            (0..2_000).map(|number| "x".repeat(number % 40) + &number.to_string()).collect();
        for (number, text) in (0..).zip(&texts) {
            assert_eq!(interner.intern(text.as_bytes()), number);
        }
        for (number, text) in (0..).zip(&texts) {
            assert_eq!(interner.intern(text.as_bytes()), number);
            assert_eq!(interner.get(number), text.as_bytes());
        }
        assert_eq!(interner.len(), texts.len());
        let number = interner.intern(b"");
        assert_eq!(number as usize, texts.len());
        assert_eq!(interner.get(number), b"");
    }
}
