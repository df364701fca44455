//! The words of one field of a segment in memory, chunk after chunk.
//!
//! Posting lists need them word after word, but appending to one list for each word would touch memory all over
//! the place. So a chunk only appends its words and their counts to a log, and [`PostingLog::write`] distributes
//! the log when the segment is complete, a range of words at a time to bound its memory.

use std::io;

use tantivy::postings::FieldSerializer;

use crate::text::interner::Interner;

/// Entries of a block, by which the log grows.
// A single vector would be copied as it grows.
const BLOCK_ENTRIES: usize = 1 << 16;
/// Postings that are distributed at once, unless one word has more.
const SLICE_POSTINGS: usize = 1 << 20;

/// The lower bits of an entry, which hold the count of a word; its number is in the others.
const COUNT_BITS: u32 = 8;
/// A count that does not fit in its entry: the next of the large counts.
const LARGE_COUNT: u32 = (1 << COUNT_BITS) - 1;
/// The number of different words whose numbers fit in an entry.
pub const MAX_WORDS: usize = 1 << (u32::BITS - COUNT_BITS);

/// The place of a word that is not in the current range.
const ELSEWHERE: u32 = u32::MAX;

/// The words of a field.
#[derive(Debug, Default)]
pub struct PostingLog {
    blocks: Vec<Vec<u32>>,
    /// The counts that do not fit in their entries, in order.
    large_counts: Vec<u32>,
    /// The number of postings up to the end of each chunk.
    ends: Vec<u32>,
    n_postings: u32,
    /// The number of words of all chunks, with repetitions.
    n_tokens: u64,
}

impl PostingLog {
    /// Adds a chunk with its words; resets their counts to zero.
    pub fn add(&mut self, words: &[u32], counts: &mut [u32]) {
        for &word in words {
            let count = std::mem::take(&mut counts[word as usize]);
            self.n_tokens += u64::from(count);
            self.push(word << COUNT_BITS | count.min(LARGE_COUNT));
            if count >= LARGE_COUNT {
                self.large_counts.push(count);
            }
        }
        self.n_postings += words.len() as u32;
        self.ends.push(self.n_postings);
    }

    pub fn n_tokens(&self) -> u64 {
        self.n_tokens
    }

    pub fn is_empty(&self) -> bool {
        self.n_postings == 0
    }

    /// The memory it takes, roughly.
    pub fn n_bytes(&self) -> usize {
        self.blocks.len() * BLOCK_ENTRIES * 4 + self.ends.len() * 4
    }

    #[inline]
    fn push(&mut self, entry: u32) {
        match self.blocks.last_mut() {
            Some(block) if block.len() < BLOCK_ENTRIES => block.push(entry),
            Some(_) => {
                let mut block = Vec::with_capacity(BLOCK_ENTRIES);
                block.push(entry);
                self.blocks.push(block);
            }
            // The first block grows, because many segments are small.
            None => self.blocks.push(vec![entry]),
        }
    }

    /// Calls `visit` with the chunk, the word and the count of each posting.
    #[inline]
    fn for_each(&self, mut visit: impl FnMut(u32, u32, u32)) {
        let mut entries = self.blocks.iter().flatten().copied();
        let mut large_counts = self.large_counts.iter().copied();
        let mut start = 0;
        for (chunk, &end) in (0..).zip(&self.ends) {
            for entry in entries.by_ref().take((end - start) as usize) {
                let count = match entry & LARGE_COUNT {
                    LARGE_COUNT => large_counts.next().unwrap_or(LARGE_COUNT),
                    count => count,
                };
                visit(chunk, entry >> COUNT_BITS, count);
            }
            start = end;
        }
    }

    /// Writes the posting lists of the words that occur. `order` holds the numbers of all words in the order of
    /// their bytes.
    pub fn write(
        &self,
        words: &Interner,
        order: &[u32],
        serializer: &mut FieldSerializer<'_>,
    ) -> io::Result<()> {
        let mut n_chunks = vec![0_u32; words.len()];
        self.for_each(|_, word, _| n_chunks[word as usize] += 1);
        let mut places = vec![ELSEWHERE; words.len()];
        let mut postings: Vec<(u32, u32)> = Vec::new();
        let mut rest = order;
        while !rest.is_empty() {
            let mut n_postings = 0;
            let slice = rest.iter().take_while(|&&word| {
                let fits = n_postings < SLICE_POSTINGS;
                if fits {
                    places[word as usize] = n_postings as u32;
                    n_postings += n_chunks[word as usize] as usize;
                }
                fits
            });
            let (slice, others) = rest.split_at(slice.count());
            rest = others;
            postings.clear();
            postings.resize(n_postings, (0, 0));
            self.for_each(|chunk, word, count| {
                let place = &mut places[word as usize];
                if *place != ELSEWHERE {
                    postings[*place as usize] = (chunk, count);
                    *place += 1;
                }
            });
            let mut left = postings.as_slice();
            for &word in slice {
                places[word as usize] = ELSEWHERE;
                let (own, others) = left.split_at(n_chunks[word as usize] as usize);
                left = others;
                if own.is_empty() {
                    continue;
                }
                serializer.new_term(words.get(word), own.len() as u32, true)?;
                for &(chunk, count) in own {
                    serializer.write_doc(chunk, count, &[]);
                }
                serializer.close_term()?;
            }
        }
        Ok(())
    }
}
