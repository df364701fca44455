//! The vocabulary: which pieces there are, and a table that finds one by its bytes.
//!
//! Programs open the model at every start, so that the table must be cheap to make: one pass over
//! the vocabulary, no allocation per piece. A piece is at most 24 bytes, which fit in three
//! numbers; that is how pieces are hashed and compared. Start at [`Vocabulary::longest`].

use crate::ModelError;
use std::borrow::Cow;

/// The longest piece.
pub const LIMIT_BYTES: usize = 24;
/// Ids are 16 bits wide.
const LIMIT_PIECES: usize = u16::MAX as usize;
const HEADER_BYTES: usize = 2;

/// Where in a word a piece may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    Initial,
    Continuation,
}

/// All pieces, numbered in the order in which they are kept: the initial ones first.
#[derive(Debug, Clone)]
pub struct Vocabulary {
    /// For each piece its length, its place (1 for a continuation), its bytes.
    encoded: Cow<'static, [u8]>,
    /// Where each piece begins in `encoded`, its two bytes of header included.
    starts: Vec<u32>,
    /// Open addressing: 16 bits of hash over the id plus one; 0 is free.
    slots: Vec<u32>,
    shift: u32,
}

impl Vocabulary {
    /// Sorts `pieces`, where `##` marks a continuation, and numbers them.
    pub fn from_list<'a>(pieces: impl Iterator<Item = &'a str>) -> Result<Self, ModelError> {
        let mut sorted: Vec<(Place, &str)> = pieces
            .map(|piece| match piece.strip_prefix("##") {
                Some(rest) => (Place::Continuation, rest),
                None => (Place::Initial, piece),
            })
            .collect();
        sorted.sort_unstable();
        sorted.dedup();
        let mut encoded = Vec::new();
        for (id, (place, bytes)) in sorted.iter().enumerate() {
            // A length that one byte cannot hold is refused like any that is too great.
            encoded.push(u8::try_from(bytes.len()).unwrap_or(u8::MAX));
            encoded.push(*place as u8);
            encoded.extend_from_slice(bytes.as_bytes());
            if bytes.len() > LIMIT_BYTES {
                return Err(ModelError::Vocabulary { piece: id, hindrance: TOO_LONG });
            }
        }
        Self::decode(Cow::Owned(encoded), sorted.len())
    }

    /// Takes a vocabulary as it stands in a model.
    pub fn decode(encoded: Cow<'static, [u8]>, n_pieces: usize) -> Result<Self, ModelError> {
        if n_pieces == 0 || n_pieces > LIMIT_PIECES {
            return Err(ModelError::PieceCount { found: n_pieces, limit: LIMIT_PIECES });
        }
        let n_slots = (n_pieces * 2).next_power_of_two();
        let shift = 64 - n_slots.trailing_zeros();
        let (mut starts, mut slots) = (Vec::with_capacity(n_pieces), vec![0_u32; n_slots]);
        let mut position = 0;
        for id in 0..n_pieces {
            let damaged = |hindrance| ModelError::Vocabulary { piece: id, hindrance };
            let &[n_bytes, place, ..] = encoded.get(position..).unwrap_or_default() else {
                return Err(damaged("the vocabulary ends before it"));
            };
            let place = match place {
                0 => Place::Initial,
                1 => Place::Continuation,
                2.. => return Err(damaged("it is neither initial nor continuation")),
            };
            let n_bytes = usize::from(n_bytes);
            if n_bytes == 0 {
                return Err(damaged("it is empty"));
            }
            if n_bytes > LIMIT_BYTES {
                return Err(damaged(TOO_LONG));
            }
            let key = Window::at(&encoded, position + HEADER_BYTES).prefix(n_bytes);
            insert(&mut slots, shift, hash(key, place), id);
            starts.push(position as u32);
            position += HEADER_BYTES + n_bytes;
        }
        if position != encoded.len() {
            let hindrance = "the vocabulary does not end with it";
            return Err(ModelError::Vocabulary { piece: n_pieces - 1, hindrance });
        }
        Ok(Self { encoded, starts, slots, shift })
    }

    pub fn n_pieces(&self) -> usize {
        self.starts.len()
    }

    /// The piece as it is written in a list, `##` before a continuation.
    pub fn spelling(&self, id: u16) -> Option<String> {
        let start = *self.starts.get(usize::from(id))? as usize;
        let (n_bytes, place) = (*self.encoded.get(start)?, *self.encoded.get(start + 1)?);
        let bytes = self.encoded.get(start + HEADER_BYTES..)?.get(..usize::from(n_bytes))?;
        let mark = if place == Place::Initial as u8 { "" } else { "##" };
        Some(format!("{mark}{}", String::from_utf8_lossy(bytes)))
    }

    /// The longest piece of that place that is a prefix of `window` and one of `lengths` long,
    /// with its length. Bit n of `lengths` stands for n bytes.
    #[inline]
    pub fn longest(&self, window: Window, lengths: u32, place: Place) -> Option<(u16, usize)> {
        let mut left = lengths;
        while left != 0 {
            let n_bytes = left.ilog2() as usize;
            left ^= 1 << n_bytes;
            if let Some(id) = self.find(window.prefix(n_bytes), n_bytes, place) {
                return Some((id, n_bytes));
            }
        }
        None
    }

    #[inline]
    fn find(&self, key: Window, n_bytes: usize, place: Place) -> Option<u16> {
        let hash = hash(key, place);
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> self.shift) as usize;
        loop {
            let found = self.slots[slot & mask];
            if found == 0 {
                return None;
            }
            if found >> 16 == tag(hash) {
                let id = (found as u16).wrapping_sub(1);
                let start = self.starts[usize::from(id)] as usize;
                let header = [n_bytes as u8, place as u8];
                let same = self.encoded[start..].starts_with(&header)
                    && Window::at(&self.encoded, start + HEADER_BYTES).prefix(n_bytes) == key;
                if same {
                    return Some(id);
                }
            }
            slot += 1;
        }
    }
}

const TOO_LONG: &str = "it is longer than 24 bytes";

/// 24 bytes of a text from some position on, zeros where it ends earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window([u64; 3]);

impl Window {
    #[inline]
    pub fn at(text: &[u8], position: usize) -> Self {
        let rest = text.get(position..).unwrap_or_default();
        match rest.first_chunk::<LIMIT_BYTES>() {
            Some(bytes) => Self::of(bytes),
            None => Self::at_end(rest),
        }
    }

    #[cold]
    fn at_end(rest: &[u8]) -> Self {
        let mut bytes = [0; LIMIT_BYTES];
        bytes[..rest.len()].copy_from_slice(rest);
        Self::of(&bytes)
    }

    #[inline]
    fn of(bytes: &[u8; LIMIT_BYTES]) -> Self {
        let (words, _) = bytes.as_chunks::<8>();
        Self([0, 1, 2].map(|index| u64::from_le_bytes(words[index])))
    }

    /// Letters become small. Digits stay what they are: they have that bit already.
    #[inline]
    pub fn lower_case(self) -> Self {
        Self(self.0.map(|word| word | 0x2020_2020_2020_2020))
    }

    #[inline]
    fn prefix(self, n_bytes: usize) -> Self {
        let [mask_a, mask_b, mask_c] = MASKS[n_bytes];
        let [a, b, c] = self.0;
        Self([a & mask_a, b & mask_b, c & mask_c])
    }
}

static MASKS: [[u64; 3]; LIMIT_BYTES + 1] = {
    let mut masks = [[0; 3]; LIMIT_BYTES + 1];
    let mut n_bytes = 0;
    while n_bytes <= LIMIT_BYTES {
        let mut byte = 0;
        while byte < n_bytes {
            masks[n_bytes][byte / 8] |= 0xff << (byte % 8 * 8);
            byte += 1;
        }
        n_bytes += 1;
    }
    masks
};

#[inline]
fn hash(key: Window, place: Place) -> u64 {
    let [a, b, c] = key.0;
    let mixed = a.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ b.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(21)
        ^ c.wrapping_mul(0x1656_67b1_9e37_79f9).rotate_left(42)
        ^ (place as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed ^ (mixed >> 31)).wrapping_mul(0xff51_afd7_ed55_8ccd)
}

/// Other bits than those that choose the slot.
#[inline]
fn tag(hash: u64) -> u32 {
    (hash >> 24) as u32 & 0xffff
}

#[inline]
fn insert(slots: &mut [u32], shift: u32, hash: u64, id: usize) {
    let mask = slots.len() - 1;
    let mut slot = (hash >> shift) as usize;
    while slots[slot & mask] != 0 {
        slot += 1;
    }
    slots[slot & mask] = tag(hash) << 16 | (id as u32 + 1);
}
