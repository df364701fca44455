//! Where a repository lies and where its data goes.
//!
//! The worktrees of one git repository share the data folder of its main worktree, and so the
//! cache of parsed files; each has an index of its own in it, told apart by the hash of its path.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Error;

/// The version of everything under `index/`. A newer one is refused, an older one rebuilt.
pub(crate) const FORMAT: u32 = 2;

/// A repository folder and the folders rutter writes to for it.
#[derive(Debug, Clone)]
pub struct Place {
    /// The folder that is the repository, absolute and without links.
    pub root: PathBuf,
    /// Everything rutter writes lies here: `.rutter`, or what `--data-dir` says.
    pub data: PathBuf,
    /// This worktree's index.
    pub(crate) index: PathBuf,
}

impl Place {
    /// Takes exactly `root` as the repository.
    pub fn exactly(root: &Path, data: Option<&Path>) -> Result<Place, Error> {
        let missing = |_| Error::NoFolder { path: root.to_owned() };
        let root = fs::canonicalize(root).map_err(missing)?;
        if !root.is_dir() {
            return Err(Error::NoFolder { path: root });
        }
        let data = match data {
            Some(data) => absolute(data),
            None => main_worktree(&root).unwrap_or_else(|| root.clone()).join(".rutter"),
        };
        let index = data.join("index").join(slug(&root));
        Ok(Place { root, data, index })
    }

    /// Takes the nearest folder upward from `start` that holds `.rutter` or `.git`, else `start`.
    pub fn around(start: &Path, data: Option<&Path>) -> Result<Place, Error> {
        let missing = |_| Error::NoFolder { path: start.to_owned() };
        let start = fs::canonicalize(start).map_err(missing)?;
        let holds_mark =
            |folder: &&Path| folder.join(".rutter").is_dir() || folder.join(".git").exists();
        let root = start.ancestors().find(holds_mark).unwrap_or(&start);
        Place::exactly(root, data)
    }

    /// Makes the folders, the `.gitignore` that hides them, and the format mark.
    pub(crate) fn prepare(&self) -> Result<(), Error> {
        // A repository that was deleted while it was served does not come back as an empty folder.
        if !self.root.is_dir() {
            return Err(Error::NoFolder { path: self.root.clone() });
        }
        let cannot = |source| Error::WriteData { path: self.data.clone(), source };
        fs::create_dir_all(&self.index).map_err(cannot)?;
        let ignore = self.data.join(".gitignore");
        if !ignore.exists() {
            fs::write(&ignore, "*\n").map_err(cannot)?;
        }
        match self.check_format() {
            Ok(true) => Ok(()),
            Ok(false) => fs::write(self.format_file(), format!("{FORMAT}\n")).map_err(cannot),
            Err(Error::OlderFormat { .. }) => {
                fs::remove_dir_all(self.data.join("index")).map_err(cannot)?;
                fs::create_dir_all(&self.index).map_err(cannot)?;
                fs::write(self.format_file(), format!("{FORMAT}\n")).map_err(cannot)
            }
            Err(error) => Err(error),
        }
    }

    /// Whether the data is there and in the format this program reads.
    pub(crate) fn check_format(&self) -> Result<bool, Error> {
        let text = match fs::read_to_string(self.format_file()) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
            Err(source) => return Err(Error::ReadData { path: self.data.clone(), source }),
        };
        match text.trim().parse::<u32>() {
            Ok(FORMAT) => Ok(true),
            Ok(found) if found > FORMAT => {
                Err(Error::NewerFormat { path: self.data.clone(), found, known: FORMAT })
            }
            Ok(found) => Err(Error::OlderFormat { path: self.data.clone(), found }),
            // A mark cut short by a full disk: as good as none, the index is derived.
            Err(_) => Ok(false),
        }
    }

    pub(crate) fn fact_cache(&self) -> PathBuf {
        self.data.join("index").join("facts.db")
    }

    pub(crate) fn vector_cache(&self) -> PathBuf {
        self.data.join("index").join("vectors.db")
    }

    /// What people and models wrote down; no index, so nothing throws it away.
    pub(crate) fn notebook(&self) -> PathBuf {
        self.data.join("rutter.db")
    }

    pub(crate) fn lexical(&self) -> PathBuf {
        self.index.join("lexical")
    }

    pub(crate) fn writer_lock(&self) -> PathBuf {
        self.index.join("writer.lock")
    }

    /// The index folders of all worktrees that share this data folder.
    pub(crate) fn all_indexes(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.data.join("index")) else { return Vec::new() };
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
    }

    fn format_file(&self) -> PathBuf {
        self.data.join("index").join("format")
    }
}

/// The main worktree of the repository that `root` is a linked worktree of.
fn main_worktree(root: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(root.join(".git")).ok()?;
    let git_dir = root.join(text.strip_prefix("gitdir:")?.trim());
    let common = fs::read_to_string(git_dir.join("commondir")).ok()?;
    let common = fs::canonicalize(git_dir.join(common.trim())).ok()?;
    if common.file_name()? != ".git" {
        return None;
    }
    Some(common.parent()?.to_owned())
}

/// A folder name that tells people which root it belongs to, and never collides.
fn slug(root: &Path) -> String {
    let name = root.file_name().map_or_else(|| "root".into(), |name| name.to_string_lossy());
    let name: String =
        name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(32).collect();
    let hash = blake3::hash(root.as_os_str().as_encoded_bytes()).to_hex();
    format!("{name}-{}", &hash[..8])
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
