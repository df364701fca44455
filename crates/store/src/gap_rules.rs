//! How attempts at a gap begin and end, whatever database keeps them.

use rutter_domain::{Attempt, AttemptEnd};

use crate::{Begun, Finished};

/// An attempt and the fence of its holder.
#[derive(Debug)]
pub(crate) struct Fenced {
    pub(crate) attempt: Attempt,
    pub(crate) fence: u64,
}

/// Decides from the last attempt at the gap. A new attempt must be stored, and an unfinished one gets the
/// fence.
pub(crate) fn begin(last: Option<Fenced>, attempt: &Attempt, fence: u64) -> Begun {
    let number = match last {
        Some(last) if last.fence > fence => return Begun::Overtaken,
        Some(last) if last.attempt.end.is_none() => return Begun::Unfinished(last.attempt),
        Some(last) => last.attempt.number + 1,
        None => 1,
    };
    Begun::New(Attempt { number, end: None, ..attempt.clone() })
}

/// Decides from the attempt as it is stored. What is kept must be stored.
pub(crate) fn finish(here: Option<&Fenced>, fence: u64) -> Finished {
    match here {
        None => Finished::Overtaken,
        Some(Fenced { attempt: Attempt { end: Some(end), .. }, .. }) => {
            Finished::Before(AttemptEnd::clone(end))
        }
        Some(here) if here.fence != fence => Finished::Overtaken,
        Some(_) => Finished::Kept,
    }
}
