//! Whether anything happened in the tree since the last look at it.
//!
//! Whoever answers many questions need not look at every file before each: the system tells of
//! changes in the folders it is asked to watch, and that of a write before the write returns. What
//! it cannot tell of, such as changes made on another machine, a look now and then has to find.
//! Where the system has no such service, or no room for more folders, there is no lookout.

use crate::query::snapshot::Snapshot;

/// Watches the folders of a tree.
#[derive(Debug)]
pub struct TreeWatcher {
    #[cfg(target_os = "linux")]
    folders: linux::Folders,
}

/// What a lookout can vouch for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// All folders were watched before the look at them.
    Whole,
    /// Some are watched only now: what happened in them since the look is not known.
    Begun,
}

#[cfg(target_os = "linux")]
impl TreeWatcher {
    /// A lookout that watches nothing yet.
    pub fn new() -> Option<TreeWatcher> {
        linux::Folders::new().map(|folders| TreeWatcher { folders })
    }

    /// Watches the folders of a snapshot; nothing when they cannot all be watched.
    pub fn watch(&mut self, snapshot: &Snapshot) -> Option<Coverage> {
        let root = &snapshot.layout.root;
        let mut coverage = Coverage::Whole;
        for folder in &snapshot.manifest.folders {
            if self.folders.add(&root.join(&folder.path))? == linux::Added::New {
                coverage = Coverage::Begun;
            }
        }
        // A file of rules outside of these folders; without its folder there is none.
        if root.join(".git/info").is_dir()
            && self.folders.add(&root.join(".git/info"))? == linux::Added::New
        {
            coverage = Coverage::Begun;
        }
        Some(coverage)
    }

    /// Whether nothing has happened since it was asked before.
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

    /// What is watched, by the numbers that the system gives.
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
                | WatchFlags::ONLYDIR
                | WatchFlags::DONT_FOLLOW;
            let number = inotify::add_watch(&self.queue, folder, events).ok()?;
            Some(if self.known.insert(number) { Added::New } else { Added::Known })
        }

        /// Takes what the system has told so far.
        pub(super) fn drain(&self) -> Drained {
            let mut buffer = [MaybeUninit::uninit(); 4096];
            let mut reader = Reader::new(&self.queue, &mut buffer);
            let mut drained = Drained::Nothing;
            // It ends with an error when there is nothing more to be read.
            while reader.next().is_ok() {
                drained = Drained::Something;
            }
            drained
        }
    }
}
