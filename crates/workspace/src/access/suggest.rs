//! What somebody may have meant by a path that leads nowhere.

use rutter_domain::nearest_paths;

use super::Workspace;
use crate::tree::walk;

/// At most this many are suggested.
const MOST_SUGGESTED: usize = 3;

impl Workspace {
    /// Files with the same name elsewhere, or nearly that path; the nearest first.
    pub(super) fn near_paths(&self, path: &str) -> Vec<String> {
        let Ok(walked) = walk(&self.root, &self.data) else { return Vec::new() };
        let files = walked.files.iter().map(|file| file.path.as_str());
        let near = nearest_paths(path, files, MOST_SUGGESTED).into_iter();
        near.map(|path| format!("`{path}`")).collect()
    }
}
