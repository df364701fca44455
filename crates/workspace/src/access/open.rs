//! Opens a resolved path one component at a time, and follows no link.
//!
//! A path was resolved and judged before. Meanwhile a folder may be replaced by a link to `.git` or to
//! a folder of keys. Its target is inside the root, so the capability alone would let it pass. Here each name
//! is opened in the folder that is already open.

use std::fs::File;
use std::io;

use cap_std::fs::Dir;

use super::{AccessError, Resolved, Workspace, prefixes};
use crate::output::{Missing, open_folder_in};

impl Workspace {
    /// Opens a folder; the root when the path is empty.
    pub(super) fn open_folder(&self, path: &str, missing: Missing) -> Result<Dir, AccessError> {
        let cannot = |error| self.explain_change(path, error);
        let mut dir = self.dir.try_clone().map_err(cannot)?;
        for name in path.split('/').filter(|name| !name.is_empty()) {
            dir = open_folder_in(&dir, name, missing).map_err(cannot)?;
        }
        Ok(dir)
    }

    /// Opens a file for reading.
    // The metadata of the handle counts: a pipe or a device put in its place meanwhile is neither waited for nor read.
    pub(super) fn open_file(&self, resolved: &Resolved) -> Result<File, AccessError> {
        let path = &resolved.path;
        let cannot = |error| self.explain_change(path, error);
        let file = self.tree.open_without_links(path).map_err(cannot)?;
        let metadata = file.metadata().map_err(cannot)?;
        if metadata.is_dir() {
            return Err(AccessError::IsFolder { path: path.clone() });
        }
        if !metadata.is_file() {
            return Err(AccessError::NotAFile { path: path.clone() });
        }
        Ok(file)
    }

    /// Converts an error for a path that was resolved before.
    fn explain_change(&self, path: &str, error: io::Error) -> AccessError {
        let is_link =
            |at: &str| self.dir.symlink_metadata(at).is_ok_and(|metadata| metadata.is_symlink());
        let has_link = prefixes(path).any(is_link);
        let is_loop = error.raw_os_error() == Some(libc::ELOOP);
        match error.kind() {
            _ if is_loop || has_link => AccessError::Changed { path: path.to_owned() },
            _ => self.explain(path, error),
        }
    }
}
