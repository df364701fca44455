//! Stats of files, and whether every later change alters them.
//!
//! File times have limited resolution. A file that was modified just before its stat was taken can change
//! again without a different time stamp; such a stat is not settled.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rutter_domain::Stat;

/// A stat, and whether every later change alters it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatSample {
    pub stat: Stat,
    pub is_settled: bool,
}

impl StatSample {
    /// Takes a clock that was read before the metadata.
    pub fn new(metadata: &Metadata, clock_ns: i64) -> StatSample {
        let stat = Stat::of(metadata);
        StatSample { is_settled: stat.is_settled(clock_ns), stat }
    }
}

/// The stat of a path itself, not of what it links to.
pub fn stat_at(path: &Path) -> Option<Stat> {
    fs::symlink_metadata(path).ok().map(|metadata| Stat::of(&metadata))
}

/// The current time on the clock of file times.
pub fn now_ns() -> i64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => -i64::try_from(before.duration().as_nanos()).unwrap_or(i64::MAX),
    }
}
