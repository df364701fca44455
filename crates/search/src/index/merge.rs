//! Decides which segments to merge.
//!
//! Each segment costs every query a dictionary lookup per word; a merge reads and writes all of its
//! input. So segments of similar size are merged once there are many of them, which rewrites a chunk
//! only a few times in its life. A bulk load bounds the number of segments. An incremental write
//! merges small segments only, unless there are far too many segments.

/// The most segments that a bulk load leaves.
const MAX_SEGMENTS: usize = 12;
/// The factor between the sizes of two tiers of segments.
const SIZE_FACTOR: u32 = 8;
/// An incremental write merges a tier with at least this many segments.
const FAN_IN: usize = 8;
/// Chunks up to which a segment is in the smallest tier.
const SMALLEST: u32 = 64;
/// Chunks that an incremental write merges at most.
// It must stay within milliseconds.
const QUICK_MAX_CHUNKS: u32 = 4_096;
/// With more segments than this, an incremental write merges the smallest half, whatever it costs.
const QUICK_MAX_SEGMENTS: usize = 48;

/// The size of a segment, in chunks.
#[derive(Debug, Clone, Copy)]
pub struct SegmentSize {
    pub live: u32,
    pub deleted: u32,
}

/// The time that merging may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeEffort {
    /// Bounds the number of segments and rewrites those that are mostly deleted.
    Thorough,
    /// Only merges that take milliseconds.
    Quick,
}

/// Groups of segments, as indices into `sizes`; each group is to be merged into one segment.
pub fn plan(sizes: &[SegmentSize], effort: MergeEffort) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&index| (sizes[index].live, index));
    match effort {
        MergeEffort::Thorough => plan_thorough(sizes, &order),
        MergeEffort::Quick => plan_quick(sizes, &order).into_iter().collect(),
    }
}

/// Merges the smallest segments until few enough are left, and rewrites those mostly deleted.
fn plan_thorough(sizes: &[SegmentSize], order: &[usize]) -> Vec<Vec<usize>> {
    let excess = order.len().saturating_sub(MAX_SEGMENTS);
    let n_merged = if excess == 0 { 0 } else { excess + 1 };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    if n_merged > 0 {
        groups.push(order[..n_merged].to_vec());
    }
    let is_wasteful = |index: &&usize| sizes[**index].deleted > sizes[**index].live;
    groups.extend(order[n_merged..].iter().filter(is_wasteful).map(|&index| vec![index]));
    groups
}

/// Merges the smallest tier that has enough segments; the smallest half if there are far too many.
fn plan_quick(sizes: &[SegmentSize], order: &[usize]) -> Option<Vec<usize>> {
    if order.len() > QUICK_MAX_SEGMENTS {
        return Some(order[..QUICK_MAX_SEGMENTS / 2].to_vec());
    }
    let tier = |index: usize| sizes[index].live.max(SMALLEST).ilog(SIZE_FACTOR);
    order
        .chunk_by(|&left, &right| tier(left) == tier(right))
        .filter(|group| group.len() >= FAN_IN)
        .find(|group| group.iter().map(|&index| sizes[index].live).sum::<u32>() <= QUICK_MAX_CHUNKS)
        .map(<[usize]>::to_vec)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lives: &[u32], effort: MergeEffort, expect: &[&[usize]]) {
        let sizes: Vec<SegmentSize> =
            lives.iter().map(|&live| SegmentSize { live, deleted: 0 }).collect();
        assert_eq!(plan(&sizes, effort), expect, "{lives:?}");
    }

    #[test]
    fn few_segments_stay_as_they_are() {
        check(&[], MergeEffort::Thorough, &[]);
        check(&[10, 100_000], MergeEffort::Thorough, &[]);
        check(&[10; 7], MergeEffort::Quick, &[]);
    }

    #[test]
    fn a_bulk_load_leaves_a_bounded_number() {
        let lives: Vec<u32> = (0..14).map(|index| 1_000 - index).collect();
        check(&lives, MergeEffort::Thorough, &[&[13, 12, 11]]);
    }

    #[test]
    fn an_incremental_write_merges_small_segments_of_one_tier() {
        check(&[100_000, 9, 9, 9, 9, 9, 9, 9, 9], MergeEffort::Quick, &[&[1, 2, 3, 4, 5, 6, 7, 8]]);
        check(&[100_000; 8], MergeEffort::Quick, &[]);
    }

    #[test]
    fn a_segment_that_is_mostly_deleted_is_rewritten() {
        let sizes = [SegmentSize { live: 10, deleted: 90 }, SegmentSize { live: 90, deleted: 10 }];
        assert_eq!(plan(&sizes, MergeEffort::Thorough), [[0]]);
    }

    #[test]
    fn a_thousand_incremental_writes_leave_few_segments() {
        let mut sizes = vec![SegmentSize { live: 100_000, deleted: 0 }];
        let mut most = 0;
        for _ in 0..1_000 {
            sizes.push(SegmentSize { live: 12, deleted: 0 });
            for group in plan(&sizes, MergeEffort::Quick) {
                let live = group.iter().map(|&index| sizes[index].live).sum();
                let mut index = 0;
                sizes.retain(|_| {
                    index += 1;
                    !group.contains(&(index - 1))
                });
                sizes.push(SegmentSize { live, deleted: 0 });
            }
            most = most.max(sizes.len());
        }
        assert!(most <= QUICK_MAX_SEGMENTS, "{most}");
    }
}
