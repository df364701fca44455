//! Detects changes of the tree while a program runs.
//!
//! A server asks before every answer whether anything changed: `inotify.rs` has the kernel report
//! changes, so that an unchanged tree need not be scanned. The watch mode of indexing has time between two
//! scans, so `poll.rs` scans at intervals, which works on every file system.

pub(crate) mod inotify;
pub(crate) mod poll;
