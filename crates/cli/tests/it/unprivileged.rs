//! Runs `rutter` as a user who is bound by file permissions, even if root runs the tests.
//!
//! Root may read and write everything, so a permission test says nothing there. As root, the tree is
//! handed over to `nobody` and a copy of the program runs as that user; the original may lie in a
//! folder that only root can enter.

use std::fs::{self, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};

use rutter_fixture::{Tree, skip};

use crate::run::{Run, command, command_of};

/// The user `nobody`, by convention.
const NOBODY: u32 = 65_534;

pub struct Unprivileged {
    folder: PathBuf,
    /// Holds the copy of the program; `None` if the tests run without privileges anyway.
    copy: Option<Tree>,
}

impl Unprivileged {
    /// Hands a tree over to an unprivileged user. If this process may not do that, reports that
    /// `what` is not tested and returns `None`.
    pub fn new(tree: &Tree, what: &str) -> Option<Unprivileged> {
        let folder = tree.path().to_owned();
        // The tree is ours, so its owner is the user who runs the tests.
        if fs::metadata(&folder).unwrap().uid() != 0 {
            return Some(Unprivileged { folder, copy: None });
        }
        if let Err(error) = lchown(&folder, Some(NOBODY), Some(NOBODY)) {
            assert_eq!(error.kind(), ErrorKind::PermissionDenied, "{error}");
            skip(what, "root without the right to change owners");
            return None;
        }
        let copy = Tree::new("");
        fs::copy(env!("CARGO_BIN_EXE_rutter"), copy.file("rutter")).unwrap();
        fs::set_permissions(copy.path(), Permissions::from_mode(0o755)).unwrap();
        hand_over(&folder);
        Some(Unprivileged { folder, copy: Some(copy) })
    }

    pub fn rutter(&self, args: &[&str]) -> Run {
        let mut command = match &self.copy {
            None => command(&self.folder, args),
            Some(copy) => {
                let mut command = command_of(&copy.file("rutter"), &self.folder, args);
                command.uid(NOBODY).gid(NOBODY);
                command
            }
        };
        command.output().expect("the binary runs").into()
    }
}

fn hand_over(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        lchown(entry.path(), Some(NOBODY), Some(NOBODY)).unwrap();
        if entry.file_type().unwrap().is_dir() {
            hand_over(&entry.path());
        }
    }
}
