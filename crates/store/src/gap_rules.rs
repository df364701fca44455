//! How attempts at a gap begin and end, whatever database keeps them.

use rutter_domain::{Attempt, AttemptEnd};

use crate::rows::{Presence, Rows};
use crate::{Begun, ChangedItem, Finished};

/// An attempt and the fence of its holder.
#[derive(Debug)]
pub(crate) struct Fenced {
    pub(crate) attempt: Attempt,
    pub(crate) fence: u64,
}

pub(crate) trait GapRows: Rows {
    fn last_attempt(&self, gap: &str) -> Result<Option<Fenced>, Self::Failure>;

    fn attempt(&self, gap: &str, number: u32) -> Result<Option<Fenced>, Self::Failure>;

    /// Stores an attempt in place of the one with its number.
    fn put_attempt(&self, attempt: &Attempt, fence: u64) -> Result<(), Self::Failure>;
}

/// Stores a new attempt, or gives an unfinished one the fence.
pub(crate) fn begin<R: GapRows>(
    rows: &R,
    attempt: &Attempt,
    fence: u64,
) -> Result<Begun, R::Failure> {
    let number = match rows.last_attempt(&attempt.gap)? {
        Some(last) if last.fence > fence => return Ok(Begun::Overtaken),
        Some(Fenced { attempt, .. }) if attempt.end.is_none() => {
            rows.put_attempt(&attempt, fence)?;
            return Ok(Begun::Unfinished(attempt));
        }
        Some(last) => last.attempt.number + 1,
        None => 1,
    };
    let attempt = Attempt { number, end: None, ..attempt.clone() };
    rows.record(ChangedItem::Gap, &attempt.gap, Presence::Present)?;
    rows.put_attempt(&attempt, fence)?;
    Ok(Begun::New(attempt))
}

/// Stores the end of an attempt that has none, if the fence is that of its holder.
pub(crate) fn finish<R: GapRows>(
    rows: &R,
    (gap, number): (&str, u32),
    fence: u64,
    end: &AttemptEnd,
) -> Result<Finished, R::Failure> {
    match rows.attempt(gap, number)? {
        Some(Fenced { attempt: Attempt { end: Some(end), .. }, .. }) => Ok(Finished::Before(end)),
        Some(here) if here.fence == fence => {
            rows.record(ChangedItem::Gap, gap, Presence::Present)?;
            let ended = Attempt { end: Some(end.clone()), ..here.attempt };
            rows.put_attempt(&ended, fence)?;
            Ok(Finished::Kept)
        }
        Some(_) | None => Ok(Finished::Overtaken),
    }
}
