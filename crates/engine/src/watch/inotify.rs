//! Detects with inotify whether anything changed in the tree since the last check.
//!
//! A server need not scan every file before each answer: inotify reports changes in watched folders, and
//! the event is queued before the write call returns. Changes that it cannot report, such as those made
//! on another machine of a network file system, are found by a scan every few seconds. On systems without
//! inotify, or when no more watches are allowed, there is no watcher.

use crate::query::snapshot::Snapshot;

/// Watches the folders of a tree.
#[derive(Debug)]
pub struct TreeWatcher {
    #[cfg(target_os = "linux")]
    folders: linux::Folders,
}

/// The changes that a watcher can have missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// None: all folders were watched before the last scan.
    Whole,
    /// Some folders are watched only now, so changes between the last scan and now may be missed.
    Begun,
}

#[cfg(target_os = "linux")]
impl TreeWatcher {
    /// A watcher without watches; `None` if the system allows none.
    pub fn new() -> Option<TreeWatcher> {
        linux::Folders::new().map(|folders| TreeWatcher { folders })
    }

    /// Watches the folders of a snapshot; `None` if they cannot all be watched.
    pub fn watch(&mut self, snapshot: &Snapshot) -> Option<Coverage> {
        let root = &snapshot.layout.root;
        let mut coverage = Coverage::Whole;
        for folder in &snapshot.manifest.folders {
            if self.folders.add(&root.join(&folder.path))? == linux::Added::New {
                coverage = Coverage::Begun;
            }
        }
        // `.git/info/exclude` has ignore rules and is outside these folders.
        if root.join(".git/info").is_dir()
            && self.folders.add(&root.join(".git/info"))? == linux::Added::New
        {
            coverage = Coverage::Begun;
        }
        Some(coverage)
    }

    /// Whether no change was reported since the last call.
    pub fn is_unchanged(&self) -> bool {
        self.folders.drain() == linux::Drained::Nothing
    }
}

#[cfg(not(target_os = "linux"))]
impl TreeWatcher {
    pub fn new() -> Option<TreeWatcher> {
        None
    }

    pub fn watch(&mut self, _: &Snapshot) -> Option<Coverage> {
        None
    }

    pub fn is_unchanged(&self) -> bool {
        false
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::HashSet;
    use std::mem::MaybeUninit;
    use std::os::fd::OwnedFd;
    use std::path::Path;

    use rustix::fs::inotify::{self, CreateFlags, Reader, WatchFlags};

    /// The watched folders, by their watch descriptors.
    #[derive(Debug)]
    pub(super) struct Folders {
        queue: OwnedFd,
        known: HashSet<i32>,
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(super) enum Added {
        New,
        /// It was watched already.
        Known,
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(super) enum Drained {
        Nothing,
        Something,
    }

    impl Folders {
        pub(super) fn new() -> Option<Folders> {
            let queue = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).ok()?;
            Some(Folders { queue, known: HashSet::new() })
        }

        pub(super) fn add(&mut self, folder: &Path) -> Option<Added> {
            let events = WatchFlags::CREATE
                | WatchFlags::DELETE
                | WatchFlags::DELETE_SELF
                | WatchFlags::MODIFY
                | WatchFlags::ATTRIB
                | WatchFlags::MOVE
                | WatchFlags::MOVE_SELF
                // A path may have become a file or a link since the snapshot was taken.
                | WatchFlags::ONLYDIR
                | WatchFlags::DONT_FOLLOW;
            let number = inotify::add_watch(&self.queue, folder, events).ok()?;
            Some(if self.known.insert(number) { Added::New } else { Added::Known })
        }

        /// Reads all events that are queued.
        pub(super) fn drain(&self) -> Drained {
            let mut buffer = [MaybeUninit::uninit(); 4096];
            let mut reader = Reader::new(&self.queue, &mut buffer);
            let mut drained = Drained::Nothing;
            // The queue is non-blocking: reading an empty one is an error.
            while reader.next().is_ok() {
                drained = Drained::Something;
            }
            drained
        }
    }
}
