//! Groups ranked chunks by their files.
//!
//! The evidence for a file orders the files; the excerpts of a file are ordered by how well each answers by
//! itself. A file shows one excerpt, and further ones only if they stand out among all chunks, so that
//! the first excerpts of other files are not pushed far down. Start at [`group_chunks`].

use std::collections::HashMap;
use std::ops::RangeInclusive;

use rutter_domain::FileId;

use crate::query::boosted::BoostedChunk;
use crate::query::hit::{Draft, Hit};
use crate::query::request::HitOrder;

/// A further excerpt answers at least half as well as the first.
const LEAST_PART: f32 = 0.5;

/// The chunks of one place in the answer: the excerpts of a file, or one chunk of a flat list.
#[derive(Debug)]
pub struct ChunkGroup<'a> {
    pub chunks: Vec<&'a BoostedChunk>,
    /// Number of chunks found in its place, including those that are not shown as excerpts.
    pub n_found: usize,
    /// The rank of the file among the files, from 1.
    pub file_rank: u32,
}

/// Groups chunks, given best first.
pub fn group_chunks(chunks: &[BoostedChunk], order: HitOrder) -> Vec<ChunkGroup<'_>> {
    let mut groups: Vec<ChunkGroup<'_>> = Vec::new();
    let mut ranks: HashMap<FileId, u32> = HashMap::new();
    for chunk in chunks {
        let n_files = u32::try_from(ranks.len()).unwrap_or(u32::MAX);
        let file_rank = *ranks.entry(chunk.ranked.file).or_insert(n_files.saturating_add(1));
        match (order, groups.get_mut(file_rank as usize - 1)) {
            (HitOrder::ByFile { .. }, Some(group)) => group.chunks.push(chunk),
            (HitOrder::ByFile { .. } | HitOrder::Flat, _) => {
                groups.push(ChunkGroup { chunks: vec![chunk], n_found: 1, file_rank });
            }
        }
    }
    if let HitOrder::ByFile { .. } = order {
        groups.iter_mut().for_each(ChunkGroup::keep_excerpts);
    }
    groups
}

impl ChunkGroup<'_> {
    /// Keeps the first excerpt and those that stand out. A chunk that an entry describes comes first.
    fn keep_excerpts(&mut self) {
        self.n_found = self.chunks.len();
        self.chunks.sort_by(|left, right| {
            let is_described = right.entry.is_some().cmp(&left.entry.is_some());
            is_described.then(right.ranked.own.total_cmp(&left.ranked.own))
        });
        // In a small repository even what hardly answers is among the best of all.
        let least = self.chunks.first().map_or(0.0, |best| best.ranked.own * LEAST_PART);
        let is_shown = |chunk: &BoostedChunk| {
            chunk.ranked.stands_out && chunk.ranked.own >= least || chunk.entry.is_some()
        };
        let mut is_first = true;
        self.chunks.retain(|chunk| std::mem::take(&mut is_first) || is_shown(chunk));
    }
}

/// The excerpts of the file whose hits are being made.
#[derive(Debug, Default)]
pub(crate) struct FileExcerpts {
    place: usize,
    /// The first and the last line of each, and the symbol it is called after.
    known: Vec<(u32, u32, Option<u32>)>,
    /// Number of chunks that were skipped because an excerpt has their lines.
    pub(crate) n_covered: usize,
}

impl FileExcerpts {
    /// The lines around the excerpt taken last that no earlier one of its file has.
    pub(crate) fn free_lines(&self) -> RangeInclusive<u32> {
        let Some(((start, end, _), earlier)) = self.known.split_last() else { return 1..=u32::MAX };
        let above =
            earlier.iter().filter(|(first, ..)| first <= start).map(|(_, last, _)| last + 1);
        let below = earlier.iter().filter(|(_, last, _)| last >= end).map(|(first, ..)| first - 1);
        above.max().unwrap_or(1).min(*start)..=below.min().unwrap_or(u32::MAX).max(*end)
    }

    /// Notes that the excerpt taken last has more lines.
    pub(crate) fn widen_last(&mut self, start_line: u32, end_line: u32) {
        if let Some(last) = self.known.last_mut() {
            (last.0, last.1) = (start_line, end_line);
        }
    }

    /// Takes a draft of the file at `place` and returns its number among the excerpts, from 0. Returns `None` if
    /// there are enough, or if an earlier one has its lines or others of the same function.
    pub(crate) fn add(
        &mut self,
        place: usize,
        draft: &Draft,
        max_excerpts: usize,
    ) -> Option<usize> {
        if self.place != place {
            self.place = place;
            self.known.clear();
        }
        let Hit { start_line, end_line, .. } = draft.hit;
        let has_lines = |&(first, last, symbol): &(u32, u32, Option<u32>)| {
            let is_within = first <= start_line && end_line <= last;
            let is_overlapping = first <= end_line && start_line <= last;
            is_within || is_overlapping && symbol == draft.symbol
        };
        if self.known.iter().any(has_lines) {
            self.n_covered += 1;
            return None;
        }
        let nth = self.known.len();
        (nth < max_excerpts.max(1)).then(|| {
            self.known.push((start_line, end_line, draft.symbol));
            nth
        })
    }
}

#[cfg(test)]
mod tests {
    use rutter_search::{Ranked, ScoreBreakdown};

    use super::*;

    fn check(order: HitOrder, expect: &str) {
        let chunk = |file: u32, chunk: u32, own: f32, stands_out: bool| {
            let breakdown = ScoreBreakdown::default();
            let ranked =
                Ranked { file: FileId(file), chunk, score: 0.5, own, stands_out, breakdown };
            BoostedChunk::plain(ranked)
        };
        let chunks = [
            chunk(7, 0, 0.5, false),
            chunk(3, 4, 0.9, true),
            chunk(7, 2, 0.8, true),
            chunk(7, 1, 0.2, false),
            chunk(7, 5, 0.6, true),
            chunk(7, 6, 0.3, true),
        ];
        let groups = group_chunks(&chunks, order);
        let shown: Vec<String> = groups
            .iter()
            .map(|group| {
                let chunks = group.chunks.iter().map(|one| one.ranked.chunk.to_string());
                format!("{}:{}", group.file_rank, chunks.collect::<Vec<_>>().join(","))
            })
            .collect();
        assert_eq!(shown.join(" "), expect);
    }

    #[test]
    fn a_file_shows_its_best_excerpt_and_those_that_stand_out() {
        check(HitOrder::ByFile { max_excerpts: 3 }, "1:2,5 2:4");
    }

    #[test]
    fn a_flat_list_keeps_its_order() {
        check(HitOrder::Flat, "1:0 2:4 1:2 1:1 1:5 1:6");
    }
}
