//! The vocabulary: which pieces there are, and how one is found by its bytes.
//!
//! Programs open the model at every start, often for one question. So opening is one pass over the
//! vocabulary, and a piece is found by binary search; a caller with many texts builds a hash table
//! first. A piece is at most 24 bytes, which fit in three numbers; that is how
//! pieces are hashed and compared. Start at [`Vocabulary::longest`].

use crate::ModelError;
use std::borrow::Cow;
use std::sync::OnceLock;

/// The length of the longest piece.
pub const LIMIT_BYTES: usize = 24;
/// Ids are 16 bits wide.
const LIMIT_PIECES: usize = u16::MAX as usize;
const HEADER_BYTES: usize = 2;

/// The place of a piece in a word.
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
    table: OnceLock<Table>,
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

    /// Reads the vocabulary of a model.
    pub fn decode(encoded: Cow<'static, [u8]>, n_pieces: usize) -> Result<Self, ModelError> {
        if n_pieces == 0 || n_pieces > LIMIT_PIECES {
            return Err(ModelError::PieceCount { found: n_pieces, limit: LIMIT_PIECES });
        }
        let mut starts = Vec::with_capacity(n_pieces);
        let (mut position, mut previous) = (0, None);
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
            let window = Window::at(&encoded, position + HEADER_BYTES);
            let rank = Some(Key::of(window, n_bytes, place).rank());
            if previous >= rank {
                return Err(damaged("it is not sorted"));
            }
            previous = rank;
            starts.push(position as u32);
            position += HEADER_BYTES + n_bytes;
        }
        if position != encoded.len() {
            let hindrance = "the vocabulary does not end with it";
            return Err(ModelError::Vocabulary { piece: n_pieces - 1, hindrance });
        }
        Ok(Self { encoded, starts, table: OnceLock::new() })
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
    /// with its length. Bit n of `lengths` means n bytes.
    #[inline]
    pub fn longest(&self, window: Window, lengths: u32, place: Place) -> Option<(u16, usize)> {
        let mut left = match self.table.get() {
            Some(table) => lengths & table.lengths(window, place),
            None => lengths,
        };
        while left != 0 {
            let n_bytes = left.ilog2() as usize;
            left ^= 1 << n_bytes;
            if let Some(id) = self.find(Key::of(window, n_bytes, place)) {
                return Some((id, n_bytes));
            }
        }
        None
    }

    /// Makes finding faster. It takes as long as cutting a few hundred thousand bytes does.
    #[inline]
    pub fn prepare(&self) {
        self.table.get_or_init(|| Table::new(self.starts.iter().map(|start| self.key(*start))));
    }

    #[inline]
    fn find(&self, key: Key) -> Option<u16> {
        match self.table.get() {
            Some(table) => table.find(key, |id| self.key(self.starts[usize::from(id)])),
            None => {
                let rank = key.rank();
                let found =
                    self.starts.binary_search_by(|start| self.key(*start).rank().cmp(&rank));
                found.ok().map(|id| id as u16)
            }
        }
    }

    /// The piece that begins at `start`.
    #[inline]
    fn key(&self, start: u32) -> Key {
        let start = start as usize;
        let place = match self.encoded[start + 1] {
            0 => Place::Initial,
            1.. => Place::Continuation,
        };
        let window = Window::at(&self.encoded, start + HEADER_BYTES);
        Key::of(window, usize::from(self.encoded[start]), place)
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
}

/// A piece, which need not be in the vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key {
    /// Zeros after its last byte.
    words: [u64; 3],
    n_bytes: usize,
    place: Place,
}

impl Key {
    /// The first `n_bytes` of the window, which are 24 at most.
    #[inline]
    fn of(window: Window, n_bytes: usize, place: Place) -> Self {
        let [mask_a, mask_b, mask_c] = MASKS[n_bytes];
        let [a, b, c] = window.0;
        Self { words: [a & mask_a, b & mask_b, c & mask_c], n_bytes, place }
    }

    /// The order of pieces: the initial ones first, each kind by its bytes.
    #[inline]
    fn rank(self) -> (Place, [u64; 3], usize) {
        (self.place, self.words.map(u64::swap_bytes), self.n_bytes)
    }

    #[inline]
    fn hash(self) -> u64 {
        let [a, b, c] = self.words;
        let mixed = a.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ b.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(21)
            ^ c.wrapping_mul(0x1656_67b1_9e37_79f9).rotate_left(42)
            ^ (self.place as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed ^ (mixed >> 31)).wrapping_mul(0xff51_afd7_ed55_8ccd)
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

/// The number of first bytes that say which lengths a piece may have.
const PREFIX_BYTES: usize = 4;
/// The number of bits of the hash of these bytes.
const PREFIX_BITS: u32 = 15;
/// Shorter pieces are looked for in any case.
const SHORT_LENGTHS: u32 = (1 << PREFIX_BYTES) - 1;

/// Finds ids by hash: open addressing, at most half full.
#[derive(Debug, Clone)]
struct Table {
    /// The lengths of the pieces that begin alike, one bit each, by a hash of their beginnings.
    lengths: Vec<u32>,
    /// 16 bits of hash over the id plus one; 0 is free.
    slots: Vec<u32>,
    shift: u32,
}

impl Table {
    fn new(keys: impl ExactSizeIterator<Item = Key>) -> Self {
        let n_slots = (keys.len() * 2).next_power_of_two();
        let shift = 64 - n_slots.trailing_zeros();
        let mut slots = vec![0_u32; n_slots];
        let mut lengths = vec![SHORT_LENGTHS; 1 << PREFIX_BITS];
        for (id, key) in keys.enumerate() {
            lengths[prefix_hash(key.words[0], key.place)] |= 1 << key.n_bytes;
            let hash = key.hash();
            let mut slot = (hash >> shift) as usize;
            while slots[slot & (n_slots - 1)] != 0 {
                slot += 1;
            }
            slots[slot & (n_slots - 1)] = tag(hash) << 16 | (id as u32 + 1);
        }
        Self { lengths, slots, shift }
    }

    /// The lengths that a piece at the beginning of `window` may have. A piece of any other length is not there.
    #[inline]
    fn lengths(&self, window: Window, place: Place) -> u32 {
        self.lengths[prefix_hash(window.0[0], place)]
    }

    #[inline]
    fn find(&self, key: Key, key_of: impl Fn(u16) -> Key) -> Option<u16> {
        let hash = key.hash();
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> self.shift) as usize;
        loop {
            let found = self.slots[slot & mask];
            if found == 0 {
                return None;
            }
            let id = (found as u16).wrapping_sub(1);
            if found >> 16 == tag(hash) && key_of(id) == key {
                return Some(id);
            }
            slot += 1;
        }
    }
}

/// A hash of the first bytes of `word`.
#[inline]
fn prefix_hash(word: u64, place: Place) -> usize {
    let prefix = word & MASKS[PREFIX_BYTES][0] | (place as u64) << (PREFIX_BYTES * 8);
    (prefix.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - PREFIX_BITS)) as usize
}

/// Other bits than those that choose the slot.
#[inline]
fn tag(hash: u64) -> u32 {
    (hash >> 24) as u32 & 0xffff
}
