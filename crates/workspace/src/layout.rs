//! The folders of a repository and of rutter's data for it.
//!
//! The worktrees of one git repository share the data folder of its main worktree, and so the
//! cache of parsed files; each has its own index in it, named after the hash of its path.

use std::fs;
use std::path::{Path, PathBuf};

use rutter_domain::RemoteStore;

use crate::Error;
use crate::output::OutputFolder;
use crate::tree::read_small_file;
use crate::trust::{DataChoice, check_data};

/// The version of everything under `index/`. A newer one is refused, an older one replaced.
pub const FORMAT: u32 = 3;

/// A repository folder and the folders rutter writes to for it.
#[derive(Debug, Clone)]
pub struct RepoLayout {
    /// The folder that is the repository, absolute and without links.
    pub root: PathBuf,
    /// All data: `.rutter`, or the folder that the user chose.
    pub data: PathBuf,
    pub data_choice: DataChoice,
    /// This worktree's index.
    pub index: PathBuf,
    /// The database in which a team keeps the records of the repository. `None` keeps them in `data`.
    pub remote: Option<RemoteStore>,
}

impl RepoLayout {
    /// Takes exactly `root` as the repository.
    pub fn exactly(root: &Path, data: Option<&Path>) -> Result<RepoLayout, Error> {
        let missing = |_| Error::NoFolder { path: root.to_owned() };
        let root = fs::canonicalize(root).map_err(missing)?;
        if !root.is_dir() {
            return Err(Error::NoFolder { path: root });
        }
        let (data, data_choice) = match data {
            Some(data) => (absolute(data), DataChoice::Named),
            None => (RepoLayout::default_data(&root), DataChoice::Default),
        };
        check_data(&data, data_choice)?;
        let index = data.join("index").join(slug(&root));
        Ok(RepoLayout { root, data, data_choice, index, remote: None })
    }

    /// Takes [`RepoLayout::root_around`] a folder as the repository.
    pub fn around(start: &Path, data: Option<&Path>) -> Result<RepoLayout, Error> {
        RepoLayout::exactly(&RepoLayout::root_around(start)?, data)
    }

    /// The nearest folder upward from `start` that contains `.rutter` or `.git`, else `start`.
    pub fn root_around(start: &Path) -> Result<PathBuf, Error> {
        let missing = |_| Error::NoFolder { path: start.to_owned() };
        let start = fs::canonicalize(start).map_err(missing)?;
        let holds_mark =
            |folder: &&Path| folder.join(".rutter").is_dir() || folder.join(".git").exists();
        Ok(start.ancestors().find(holds_mark).unwrap_or(&start).to_owned())
    }

    /// The data folder of a repository for which the user named none.
    pub fn default_data(root: &Path) -> PathBuf {
        main_worktree(root).unwrap_or_else(|| root.to_owned()).join(".rutter")
    }

    /// Creates the folders, the `.gitignore` that hides them, and the format mark.
    pub fn prepare(&self) -> Result<(), Error> {
        // A repository that was deleted while it was served does not come back as an empty folder.
        if !self.root.is_dir() {
            return Err(Error::NoFolder { path: self.root.clone() });
        }
        let cannot = |source| Error::WriteData { path: self.data.clone(), source };
        fs::create_dir_all(&self.data).map_err(cannot)?;
        // Its content may have changed since the program was started.
        check_data(&self.data, self.data_choice)?;
        fs::create_dir_all(&self.index).map_err(cannot)?;
        let folder = OutputFolder::open(&self.data).map_err(cannot)?;
        if !self.data.join(".gitignore").exists() {
            folder.write(".gitignore", b"*\n").map_err(cannot)?;
        }
        match self.check_format()? {
            DataFormat::Current => Ok(()),
            DataFormat::Missing | DataFormat::Older | DataFormat::Damaged => {
                folder.write("index/format", format_line(FORMAT).as_bytes()).map_err(cannot)
            }
        }
    }

    /// The format of the data. Only a newer one is an error.
    // All other data is checked when it is opened, and rebuilt if necessary.
    pub fn check_format(&self) -> Result<DataFormat, Error> {
        let text = match fs::read(self.format_file()) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(DataFormat::Missing);
            }
            Err(source) => return Err(Error::ReadData { path: self.data.clone(), source }),
        };
        let number = text.split_whitespace().next().and_then(|word| word.parse::<u32>().ok());
        match number {
            Some(FORMAT) if text == format_line(FORMAT) => Ok(DataFormat::Current),
            // A newer program may have dropped the checksum.
            Some(found)
                if found > FORMAT
                    && (text == format_line(found) || text.split_whitespace().count() == 1) =>
            {
                Err(Error::NewerFormat { path: self.data.clone(), found, known: FORMAT })
            }
            Some(found) if found < FORMAT => Ok(DataFormat::Older),
            Some(_) | None => Ok(DataFormat::Damaged),
        }
    }

    /// The folder of the caches that all worktrees share.
    pub fn caches(&self) -> PathBuf {
        self.data.join("index")
    }

    pub fn lexical(&self) -> PathBuf {
        self.index.join("lexical")
    }

    pub fn writer_lock(&self) -> PathBuf {
        self.index.join("writer.lock")
    }

    /// The index folders of all worktrees that share this data folder.
    pub fn all_indexes(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.data.join("index")) else { return Vec::new() };
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
    }

    fn format_file(&self) -> PathBuf {
        self.data.join("index").join("format")
    }
}

/// The format of a data folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataFormat {
    Current,
    Missing,
    Older,
    /// The format file is damaged.
    Damaged,
}

/// The content of the format file: the version, and a checksum of it.
fn format_line(version: u32) -> String {
    let hash = blake3::hash(format!("rutter index format {version}").as_bytes()).to_hex();
    format!("{version} {}\n", &hash[..8])
}

/// The main worktree of the repository that `root` is a linked worktree of.
// As in git, the worktree's folder there must point back: a `.git` file alone proves nothing.
fn main_worktree(root: &Path) -> Option<PathBuf> {
    let read = |path: PathBuf| read_small_file(&path, 1 << 16).ok();
    let text = read(root.join(".git"))?;
    let git_dir = fs::canonicalize(root.join(text.strip_prefix("gitdir:")?.trim())).ok()?;
    let common = fs::canonicalize(git_dir.join(read(git_dir.join("commondir"))?.trim())).ok()?;
    let back = fs::canonicalize(git_dir.join(read(git_dir.join("gitdir"))?.trim())).ok()?;
    let is_registered = git_dir.parent() == Some(&common.join("worktrees"));
    if common.file_name()? != ".git" || back != root.join(".git") || !is_registered {
        return None;
    }
    Some(common.parent()?.to_owned())
}

/// A folder name that people recognise and that differs for each path.
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
