//! Access to the repository's files for tools: never outside the root, never blocking.
//!
//! A [`Workspace`] holds the root as a capability. A path is first judged as text, so that the
//! refusal can say what is wrong with it. Access stays inside because it starts at the capability,
//! whatever the path says and even if a link is swapped meanwhile. A path is then resolved
//! to the one without links, and that is judged again: a link does not lead to `.git`, nor to
//! secrets. Only the resolved path is opened: a name that has become a link since is not
//! followed. Start at [`Workspace::resolve`].

mod error;
mod excerpt;
mod find;
mod list;
mod open;
mod path;
mod write;

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::Error;
use crate::layout::RepoLayout;
use crate::secrets::secret_file;
use crate::tree::{WorkingTree, walk};

pub use error::AccessError;
pub use excerpt::{Excerpt, Extent as LineExtent, Line, Secrets};
pub use find::FoundFiles;
pub use list::{ItemKind, ListedItem, Listing};
pub use path::{check_glob, check_path};
pub use write::Written;

/// The root of a repository, as a capability.
#[derive(Debug)]
pub struct Workspace {
    dir: Dir,
    tree: WorkingTree,
    root: PathBuf,
    data: PathBuf,
}

/// A path without links to a file or folder inside the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// Relative, with `/`; empty for the root.
    pub path: String,
    pub kind: ItemKind,
}

impl Workspace {
    pub fn open(layout: &RepoLayout) -> Result<Workspace, Error> {
        let cannot = |source| Error::ReadFolder { path: layout.root.clone(), source };
        let dir = Dir::open_ambient_dir(&layout.root, ambient_authority()).map_err(cannot)?;
        #[cfg(unix)]
        let tree = WorkingTree::below(&dir).map_err(cannot)?;
        #[cfg(not(unix))]
        let tree = WorkingTree::open(&layout.root).map_err(cannot)?;
        Ok(Workspace { dir, tree, root: layout.root.clone(), data: layout.data.clone() })
    }

    /// An absolute path inside the root, relative to the root; any other path unchanged.
    pub fn relative<'a>(&self, typed: &'a str) -> Cow<'a, str> {
        if !Path::new(typed).is_absolute() {
            return Cow::Borrowed(typed);
        }
        let inside = |path: &Path| -> Option<String> {
            let inside = path.strip_prefix(&self.root).ok()?.to_str()?;
            Some(if inside.is_empty() { ".".to_owned() } else { inside.to_owned() })
        };
        // The root may be known by a name that leads through a link.
        inside(Path::new(typed))
            .or_else(|| inside(&std::fs::canonicalize(typed).ok()?))
            .map_or(Cow::Borrowed(typed), Cow::Owned)
    }

    /// Resolves a path to a file or folder that is inside the root and open to tools.
    pub fn resolve(&self, typed: &str) -> Result<Resolved, AccessError> {
        let typed = &*self.relative(typed);
        let path = check_path(typed)?;
        self.check_private(&path, typed)?;
        if path.is_empty() {
            return Ok(Resolved { path, kind: ItemKind::Folder });
        }
        let real = self.dir.canonicalize(&path).map_err(|error| self.explain(&path, error))?;
        let real = real.to_str().ok_or_else(|| AccessError::NotUtf8 { path: path.clone() })?;
        let real = if real == "." { String::new() } else { real.replace('\\', "/") };
        self.check_private(&real, typed)?;
        let metadata = self.dir.symlink_metadata(if real.is_empty() { "." } else { &real });
        let metadata = metadata.map_err(|error| self.explain(&path, error))?;
        let kind = match (metadata.is_file(), metadata.is_dir()) {
            (true, _) => ItemKind::File,
            (false, true) => ItemKind::Folder,
            (false, false) => return Err(AccessError::NotAFile { path }),
        };
        Ok(Resolved { path: real, kind })
    }

    /// Like [`Workspace::resolve`] for a file that is not secret.
    pub fn resolve_file(&self, typed: &str) -> Result<Resolved, AccessError> {
        let typed = &*self.relative(typed);
        let resolved = self.resolve_any_file(typed)?;
        match secret_file(&resolved.path).or_else(|| secret_file(&check_path(typed).ok()?)) {
            Some(kind) => Err(AccessError::Secret { path: resolved.path, kind }),
            None => Ok(resolved),
        }
    }

    /// Like [`Workspace::resolve`] for a file, secret or not.
    fn resolve_any_file(&self, typed: &str) -> Result<Resolved, AccessError> {
        let resolved = self.resolve(typed)?;
        match resolved.kind {
            ItemKind::Folder => {
                let path = if resolved.path.is_empty() { ".".to_owned() } else { resolved.path };
                Err(AccessError::IsFolder { path })
            }
            ItemKind::File | ItemKind::Link | ItemKind::Special => Ok(resolved),
        }
    }

    /// Like [`Workspace::resolve`] for a folder.
    pub fn resolve_folder(&self, typed: &str) -> Result<Resolved, AccessError> {
        let resolved = self.resolve(typed)?;
        match resolved.kind {
            ItemKind::Folder => Ok(resolved),
            ItemKind::File | ItemKind::Link | ItemKind::Special => {
                Err(AccessError::NotAFolder { path: resolved.path })
            }
        }
    }

    /// Refuses data of git and rutter, at any depth.
    fn check_private(&self, path: &str, typed: &str) -> Result<(), AccessError> {
        let is_named =
            |part: &str| [".git", ".rutter"].iter().any(|own| part.eq_ignore_ascii_case(own));
        let own = path.split('/').find(|part| is_named(part));
        let is_data = || !path.is_empty() && self.root.join(path).starts_with(&self.data);
        match own {
            Some(own) => {
                Err(AccessError::Private { path: typed.to_owned(), folder: own.to_owned() })
            }
            None if is_data() => {
                Err(AccessError::Private { path: typed.to_owned(), folder: path.to_owned() })
            }
            None => Ok(()),
        }
    }

    /// Converts an error of the system for this path.
    fn explain(&self, path: &str, error: io::Error) -> AccessError {
        let path = path.to_owned();
        match error.kind() {
            // The capability itself refuses, without an error of the system.
            io::ErrorKind::PermissionDenied if error.raw_os_error().is_none() => {
                match self.absolute_link(&path) {
                    Some(target) => match self.check_private(&target, &path) {
                        Ok(()) => AccessError::AbsoluteLink { path, target },
                        Err(refusal) => refusal,
                    },
                    None => AccessError::Outside { path },
                }
            }
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                let walked = walk(&self.root, &self.data).unwrap_or_default();
                AccessError::Missing { near: walked.near_paths(&path), path }
            }
            _ if is_code(&error, libc::ELOOP) => AccessError::Circle { path },
            _ if is_code(&error, libc::ENAMETOOLONG) => {
                AccessError::TooLong { n_bytes: path.len() }
            }
            _ if is_code(&error, libc::ENXIO) => AccessError::NotAFile { path },
            _ => AccessError::Io { path, source: error },
        }
    }

    /// The target of a path that goes through a link to an absolute path inside the root.
    fn absolute_link(&self, path: &str) -> Option<String> {
        let (at, target) =
            prefixes(path).find_map(|at| Some((at, self.dir.read_link_contents(at).ok()?)))?;
        let inside = target.strip_prefix(&self.root).ok()?.to_str()?;
        check_path(&format!("./{inside}{}", &path[at.len()..])).ok()
    }

    /// The absolute path of a checked path.
    fn absolute(&self, path: &str) -> PathBuf {
        if path.is_empty() { self.root.clone() } else { self.root.join(Path::new(path)) }
    }
}

/// The path of each folder on the way to a path, and the path itself.
fn prefixes(path: &str) -> impl Iterator<Item = &str> {
    let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
    ends.map(|end| &path[..end])
}

fn is_code(error: &io::Error, code: i32) -> bool {
    error.raw_os_error() == Some(code)
}
