//! Finds files by a glob.

use serde::Serialize;

use super::{AccessError, Workspace, check_glob};
use crate::filter::FileFilter;
use crate::secrets::secret_file;
use crate::tree::walk;
use crate::{Error, Scope};

/// The files that a glob matches.
#[derive(Debug, Clone, Serialize)]
pub struct FoundFiles {
    pub pattern: String,
    /// Sorted.
    pub paths: Vec<String>,
    /// The number of further files that match.
    pub omitted: usize,
    /// Those of `paths` whose content is secret.
    pub secrets: Vec<String>,
    /// Similar paths, if nothing matches.
    pub near: Vec<String>,
}

impl Workspace {
    /// The files that match and are not ignored, at most `limit`.
    pub fn find(
        &self,
        pattern: &str,
        limit: usize,
    ) -> Result<Result<FoundFiles, AccessError>, Error> {
        if let Err(refusal) = check_glob(pattern) {
            return Ok(Err(refusal));
        }
        let globs = [pattern.to_owned()];
        let filter = FileFilter::new(&[], &globs, Scope::Everything)?;
        let walked = walk(&self.root, &self.data)?;
        let is_open = matches!(pattern, "." | "./" | "*" | "**" | "**/*");
        let accepts =
            |path: &str| is_open || filter.accepts(path, rutter_domain::Language::Unknown);
        let mut paths: Vec<String> = walked
            .files
            .iter()
            .filter(|file| accepts(&file.path))
            .map(|file| file.path.clone())
            .collect();
        let omitted = paths.len().saturating_sub(limit);
        paths.truncate(limit);
        let near = if paths.is_empty() {
            walked.near_paths(pattern.trim_matches('*'))
        } else {
            Vec::new()
        };
        let secrets = paths.iter().filter(|path| secret_file(path).is_some()).cloned().collect();
        Ok(Ok(FoundFiles { pattern: pattern.to_owned(), paths, omitted, secrets, near }))
    }
}
