//! Reading and replacing agents' files on disk.
//!
//! A symbolic link stays a link: its target is written, even if it does not exist yet, and never
//! deleted. A link of a repository that leads out of it is refused, since others may have made it.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rutter_workspace::read_small_file;
use serde::Serialize;

use super::Removed;

/// A longer chain of links is taken for a cycle, as the kernel does.
const MAX_LINKS: usize = 40;

/// Larger files are not read.
const LIMIT_BYTES: u64 = 64 << 20;

#[derive(Debug, Clone, Serialize)]
pub struct AgentFile {
    pub path: PathBuf,
    /// How many of the folders above it belong to it: created with it, and removed when empty.
    #[serde(skip)]
    pub n_folders: usize,
    /// The repository that it must lie in, if it is not the user's own file.
    #[serde(skip)]
    pub repository: Option<PathBuf>,
}

/// A change of one file, not yet written.
#[derive(Debug, Serialize)]
pub struct Change {
    #[serde(flatten)]
    pub file: AgentFile,
    /// `None` if there is no file.
    #[serde(skip)]
    pub before: Option<String>,
    /// `None` deletes the file.
    pub after: Option<String>,
}

impl AgentFile {
    /// The file at `folder/below`; the folders that `below` names belong to it.
    pub fn new(folder: &Path, below: &str) -> AgentFile {
        let n_folders = Path::new(below).components().count().saturating_sub(1);
        AgentFile { path: folder.join(below), n_folders, repository: None }
    }

    /// The same for a file of a repository.
    pub fn of_repository(root: &Path, below: &str) -> AgentFile {
        AgentFile { repository: Some(root.to_owned()), ..AgentFile::new(root, below) }
    }

    /// Its text; `None` if it does not exist.
    pub fn read(&self) -> io::Result<Option<String>> {
        self.target()?;
        match read_small_file(&self.path, LIMIT_BYTES) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The file that is written: where all links lead, even if the last one leads to nothing.
    fn target(&self) -> io::Result<PathBuf> {
        let target = target(&self.path)?;
        let Some(root) = &self.repository else { return Ok(target) };
        let existing = target.ancestors().find_map(|path| fs::canonicalize(path).ok());
        match existing {
            Some(existing) if existing.starts_with(root) => Ok(target),
            Some(_) | None => Err(io::Error::other(
                "it leads out of the repository through a link; replace the link by a file",
            )),
        }
    }

    /// The text to write when our entry is removed; `None` deletes the file. The target of a link
    /// gets `blank` instead, the text of a valid file without entries.
    pub fn after(&self, removed: Removed, blank: &str) -> Option<String> {
        match removed {
            Removed::Entry(text) => Some(text),
            Removed::Everything if self.path.is_symlink() => Some(blank.to_owned()),
            Removed::Everything => None,
        }
    }
}

impl Change {
    /// Writes the change, unless the file has changed since it was read.
    pub fn write(&self) -> io::Result<()> {
        if self.file.read()? != self.before {
            return Err(io::Error::other(
                "another program has changed it in the meantime; try again",
            ));
        }
        match &self.after {
            Some(text) => put(&self.file.target()?, text),
            None => self.delete(),
        }
    }

    /// Deletes the file, and the folders that belong to it if they are empty then.
    fn delete(&self) -> io::Result<()> {
        fs::remove_file(&self.file.path)?;
        for folder in self.file.path.ancestors().skip(1).take(self.file.n_folders) {
            // `remove_dir` fails for a folder that is not empty.
            if folder.is_symlink() || fs::remove_dir(folder).is_err() {
                break;
            }
        }
        Ok(())
    }
}

/// Follows all links of a path, even if the last one points to nothing.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new(".")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("its symbolic links form a cycle"))
}

/// Writes a temporary file and renames it, so that a reader never sees half of the text.
fn put(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = folder.join(format!(".{name}.{}", std::process::id()));
    let written = fill(&beside, path, text).and_then(|()| fs::rename(&beside, path));
    if let Err(error) = &written
        && error.kind() != io::ErrorKind::AlreadyExists
    {
        // Best effort: the first error is the one to report.
        fs::remove_file(&beside).ok();
    }
    written
}

/// Writes a new file. It gets the permissions of the old one before its text, which may be secret.
fn fill(beside: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(beside)?;
    if let Ok(metadata) = fs::metadata(path) {
        fs::set_permissions(beside, metadata.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
