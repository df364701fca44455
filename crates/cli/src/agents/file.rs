//! Files of agents on the disk: reading them, and writing what shall be in them.
//!
//! A link stays a link: what it leads to is written, there or not yet there, and never deleted.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Removed;

/// So many links in a row are a ring.
const MAX_LINKS: usize = 40;

/// Where an agent keeps something.
#[derive(Debug, Clone, Serialize)]
pub struct AgentFile {
    pub path: PathBuf,
    /// How many of the folders above it are made along with it.
    #[serde(skip)]
    pub n_folders: usize,
}

/// A file as it is, and as it shall be.
#[derive(Debug, Serialize)]
pub struct Change {
    #[serde(flatten)]
    pub file: AgentFile,
    /// Nothing when there is no file.
    #[serde(skip)]
    pub before: Option<String>,
    /// Nothing when the file shall go.
    pub after: Option<String>,
}

impl AgentFile {
    /// The file at `below` in a folder, whose own folders install makes.
    pub fn new(folder: &Path, below: &str) -> AgentFile {
        let n_folders = Path::new(below).components().count().saturating_sub(1);
        AgentFile { path: folder.join(below), n_folders }
    }

    /// What it holds; nothing when it is not there.
    pub fn read(&self) -> io::Result<Option<String>> {
        match fs::read_to_string(&self.path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What it shall hold when we are taken out; `blank` is what says nothing in such a file.
    pub fn after(&self, removed: Removed, blank: &str) -> Option<String> {
        match removed {
            Removed::Entry(text) => Some(text),
            Removed::Everything if self.path.is_symlink() => Some(blank.to_owned()),
            Removed::Everything => None,
        }
    }
}

impl Change {
    /// Carries it out, unless the file has become another meanwhile.
    pub fn write(&self) -> io::Result<()> {
        if self.file.read()? != self.before {
            return Err(io::Error::other("it was changed by somebody else meanwhile"));
        }
        match &self.after {
            Some(text) => put(&target(&self.file.path)?, text),
            None => self.delete(),
        }
    }

    /// Deletes the file, and the folders that were made for it and hold nothing else.
    fn delete(&self) -> io::Result<()> {
        fs::remove_file(&self.file.path)?;
        for folder in self.file.path.ancestors().skip(1).take(self.file.n_folders) {
            // One that holds something else, or is a link, stays.
            if folder.is_symlink() || fs::remove_dir(folder).is_err() {
                break;
            }
        }
        Ok(())
    }
}

/// Where a path leads to, through all links, even when nothing is there.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new(".")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("its links go round in a ring"))
}

/// Writes beside the file and puts it in its place, so that no half of it is ever there.
fn put(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = folder.join(format!(".{name}.{}", std::process::id()));
    let written = fill(&beside, path, text).and_then(|()| fs::rename(&beside, path));
    if let Err(error) = &written
        && error.kind() != io::ErrorKind::AlreadyExists
    {
        // The failure itself is what is told.
        fs::remove_file(&beside).ok();
    }
    written
}

/// Fills a new file, which is open to the same people as the old one before anything is in it.
fn fill(beside: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(beside)?;
    if let Ok(metadata) = fs::metadata(path) {
        fs::set_permissions(beside, metadata.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
