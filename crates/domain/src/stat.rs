//! The metadata of a file, and whether it proves that the content is unchanged.
//!
//! Two equal stats mean equal content only if a change in between must have altered the stat. Every
//! change sets the time of the last status change (`ctime`), which no program can set back, but its
//! resolution is that of the clock of the file system. So a stat taken within one tick of that clock
//! after the last change is *unsettled*: a further change may get the same time, and only comparing
//! the content is safe.

use std::fs::Metadata;

use serde::{Deserialize, Serialize};

/// Resolution of the clock of most file systems, with a reserve.
// Kernels take the time of a file from a clock that ticks every 1 to 10 ms. The rest is for the clock of another
// machine that is a little behind.
const FINE_TICK_NS: i64 = 100_000_000;

/// Resolution of a clock of whole seconds, with a reserve.
// Some file systems count whole seconds, and FAT counts two at a time.
const COARSE_TICK_NS: i64 = 2_100_000_000;

const SECOND_NS: i64 = 1_000_000_000;

/// Size, times and inode number of a file. As long as none of them changes, neither does the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stat {
    pub n_bytes: u64,
    pub modified_ns: i64,
    /// The last change of content, name, permissions or links; the modification time on systems
    /// without it.
    pub changed_ns: i64,
    /// The inode number, which differs if a file was replaced; 0 on systems without it.
    pub inode: u64,
}

impl Stat {
    /// The stat of a missing file; no file has it.
    pub const MISSING: Stat =
        Stat { n_bytes: 0, modified_ns: i64::MIN, changed_ns: i64::MIN, inode: u64::MAX };

    #[cfg(unix)]
    pub fn of(metadata: &Metadata) -> Stat {
        use std::os::unix::fs::MetadataExt;
        let nanoseconds =
            |seconds: i64, rest: i64| seconds.saturating_mul(SECOND_NS).saturating_add(rest);
        Stat {
            n_bytes: metadata.len(),
            modified_ns: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            changed_ns: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
            inode: metadata.ino(),
        }
    }

    #[cfg(not(unix))]
    pub fn of(metadata: &Metadata) -> Stat {
        let modified_ns = metadata.modified().map_or(0, nanoseconds);
        Stat { n_bytes: metadata.len(), modified_ns, changed_ns: modified_ns, inode: 0 }
    }

    /// Whether every change after `clock_ns` alters the stat, given that it was taken after `clock_ns`.
    pub fn is_settled(&self, clock_ns: i64) -> bool {
        // A time without a fraction most likely comes from a clock that counts whole seconds.
        let is_coarse = self.modified_ns % SECOND_NS == 0 && self.changed_ns % SECOND_NS == 0;
        let tick_ns = if is_coarse { COARSE_TICK_NS } else { FINE_TICK_NS };
        self.changed_ns.saturating_add(tick_ns) < clock_ns
    }
}

#[cfg(not(unix))]
fn nanoseconds(time: std::time::SystemTime) -> i64 {
    let since = time.duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_nanos()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a stat taken `later_ms` after the last change is settled.
    fn check(modified_ns: i64, changed_ns: i64, later_ms: i64) -> bool {
        let stat = Stat { n_bytes: 1, modified_ns, changed_ns, inode: 1 };
        stat.is_settled(changed_ns + later_ms * 1_000_000)
    }

    #[test]
    fn a_stamp_proves_something_once_the_clock_has_ticked() {
        let fine = 1_700_000_000 * SECOND_NS + 123_456_789;
        assert!(!check(fine, fine, 0));
        assert!(!check(fine, fine, 100));
        assert!(check(fine, fine, 101));
    }

    #[test]
    fn a_clock_of_whole_seconds_takes_longer() {
        let coarse = 1_700_000_000 * SECOND_NS;
        assert!(!check(coarse, coarse, 1_000));
        assert!(!check(coarse, coarse, 2_100));
        assert!(check(coarse, coarse, 2_101));
    }

    #[test]
    fn a_time_of_modification_that_somebody_set_has_no_say() {
        let changed = 1_700_000_000 * SECOND_NS + 1;
        let year_2031 = 1_925_000_000 * SECOND_NS;
        assert!(check(year_2031, changed, 101));
        assert!(!check(1_000 * SECOND_NS, changed, 50));
    }
}
