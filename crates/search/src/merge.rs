//! Which segments are to be merged.
//!
//! A segment costs every query a look into its dictionary, a merge costs reading and writing all
//! it holds. So segments of about one size are merged when there are many of them, which rewrites
//! a chunk only a few times in its life. After a bulk load the number is bounded; a touch of a few
//! files merges only what is small, unless the segments have become far too many.

/// At most so many segments stay after a bulk load.
const MAX_SEGMENTS: usize = 12;
/// Segments whose sizes lie within this factor are of one size.
const SIZE_FACTOR: u32 = 8;
/// So many segments of one size are merged into one.
const FAN_IN: usize = 8;
/// Segments under this many chunks are all of the smallest size.
const SMALLEST: u32 = 64;
/// A touch takes no more chunks than this into a merge, to stay within milliseconds.
const TOUCH_LIMIT: u32 = 4_096;
/// A touch merges whatever is smallest when there are more segments than this.
const TOUCH_MAX_SEGMENTS: usize = 48;

/// How large a segment is, in chunks.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub live: u32,
    pub deleted: u32,
}

/// What a merge may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thrift {
    /// Bound the number of segments and clear away what was deleted.
    Thorough,
    /// Only what takes milliseconds.
    Quick,
}

/// The groups of segments to merge into one each, as indices into `sizes`.
pub fn plan(sizes: &[Size], thrift: Thrift) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&index| (sizes[index].live, index));
    match thrift {
        Thrift::Thorough => plan_thorough(sizes, &order),
        Thrift::Quick => plan_quick(sizes, &order).into_iter().collect(),
    }
}

/// Merges the smallest until the number is bounded, and rewrites what is mostly deleted.
fn plan_thorough(sizes: &[Size], order: &[usize]) -> Vec<Vec<usize>> {
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

/// Merges the smallest size that has enough segments, or the smallest of all in need.
fn plan_quick(sizes: &[Size], order: &[usize]) -> Option<Vec<usize>> {
    if order.len() > TOUCH_MAX_SEGMENTS {
        return Some(order[..TOUCH_MAX_SEGMENTS / 2].to_vec());
    }
    let tier = |index: usize| sizes[index].live.max(SMALLEST).ilog(SIZE_FACTOR);
    order
        .chunk_by(|&left, &right| tier(left) == tier(right))
        .filter(|group| group.len() >= FAN_IN)
        .find(|group| group.iter().map(|&index| sizes[index].live).sum::<u32>() <= TOUCH_LIMIT)
        .map(<[usize]>::to_vec)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lives: &[u32], thrift: Thrift, expect: &[&[usize]]) {
        let sizes: Vec<Size> = lives.iter().map(|&live| Size { live, deleted: 0 }).collect();
        assert_eq!(plan(&sizes, thrift), expect, "{lives:?}");
    }

    #[test]
    fn few_segments_stay_as_they_are() {
        check(&[], Thrift::Thorough, &[]);
        check(&[10, 100_000], Thrift::Thorough, &[]);
        check(&[10; 7], Thrift::Quick, &[]);
    }

    #[test]
    fn a_bulk_load_leaves_a_bounded_number() {
        let lives: Vec<u32> = (0..14).map(|index| 1_000 - index).collect();
        check(&lives, Thrift::Thorough, &[&[13, 12, 11]]);
    }

    #[test]
    fn a_touch_merges_small_segments_of_one_size() {
        check(&[100_000, 9, 9, 9, 9, 9, 9, 9, 9], Thrift::Quick, &[&[1, 2, 3, 4, 5, 6, 7, 8]]);
        check(&[100_000; 8], Thrift::Quick, &[]);
    }

    #[test]
    fn a_segment_that_is_mostly_deleted_is_rewritten() {
        let sizes = [Size { live: 10, deleted: 90 }, Size { live: 90, deleted: 10 }];
        assert_eq!(plan(&sizes, Thrift::Thorough), [[0]]);
    }

    #[test]
    fn a_thousand_touches_leave_few_segments() {
        let mut sizes = vec![Size { live: 100_000, deleted: 0 }];
        let mut most = 0;
        for _ in 0..1_000 {
            sizes.push(Size { live: 12, deleted: 0 });
            for group in plan(&sizes, Thrift::Quick) {
                let live = group.iter().map(|&index| sizes[index].live).sum();
                let mut index = 0;
                sizes.retain(|_| {
                    index += 1;
                    !group.contains(&(index - 1))
                });
                sizes.push(Size { live, deleted: 0 });
            }
            most = most.max(sizes.len());
        }
        assert!(most <= TOUCH_MAX_SEGMENTS, "{most}");
    }
}
