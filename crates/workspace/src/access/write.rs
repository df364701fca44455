//! Writes a file whole or not at all.

use serde::Serialize;

use super::{AccessError, Workspace, check_path, prefixes};
use crate::output::{Missing, replace_file};
use crate::secrets::secret_file;

/// Bytes of the largest file that is written.
const LIMIT_BYTES: usize = 2 << 20;

/// The result of writing a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Written {
    pub path: String,
    pub is_new: bool,
    pub n_bytes: usize,
}

impl Workspace {
    /// Checks that a file may be written, and describes what writing it would do.
    pub fn may_write(&self, typed: &str, content: &str) -> Result<Written, AccessError> {
        let typed = &*self.relative(typed);
        let path = check_path(typed)?;
        if path.is_empty() {
            return Err(AccessError::IsFolder { path: ".".to_owned() });
        }
        self.check_private(&path, typed)?;
        if let Some(kind) = secret_file(&path) {
            return Err(AccessError::Secret { path, kind });
        }
        let n_bytes = content.len();
        if n_bytes > LIMIT_BYTES {
            return Err(AccessError::TooLarge { n_bytes, limit_bytes: LIMIT_BYTES });
        }
        // No folder on the way may be a link, so that the file is where its path says.
        for at in prefixes(&path) {
            let is_last = at.len() == path.len();
            match self.dir.symlink_metadata(at) {
                Ok(found) if found.is_symlink() => {
                    let outside =
                        self.dir.canonicalize(at).map_err(|error| self.explain(at, error));
                    return Err(match outside {
                        Err(error @ AccessError::Outside { .. }) => error,
                        Ok(_) | Err(_) => AccessError::Link { path: at.to_owned() },
                    });
                }
                Ok(found) if is_last && found.is_dir() => {
                    return Err(AccessError::IsFolder { path: at.to_owned() });
                }
                Ok(found) if is_last && found.is_file() => {
                    return Ok(Written { path: at.to_owned(), is_new: false, n_bytes });
                }
                Ok(found) if found.is_dir() => {}
                Ok(found) if found.is_file() => {
                    return Err(AccessError::NotAFolder { path: at.to_owned() });
                }
                Ok(_) => return Err(AccessError::NotAFile { path: at.to_owned() }),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => break,
                Err(error) => return Err(self.explain(at, error)),
            }
        }
        Ok(Written { path, is_new: true, n_bytes })
    }

    /// Writes a file atomically: to a temporary file beside it, which is then renamed.
    pub fn write(&self, typed: &str, content: &str) -> Result<Written, AccessError> {
        let written = self.may_write(typed, content)?;
        let path = &written.path;
        let cannot = |error| self.explain(path, error);
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        // From here on the folder is open, and its name may lead elsewhere.
        let folder = self.open_folder(folder, Missing::Make)?;
        replace_file(&folder, name, content.as_bytes()).map_err(cannot)?;
        Ok(written)
    }
}
