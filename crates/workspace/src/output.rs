//! The only writer of files outside of the data folder: exports, reports, changes by a model.
//!
//! A repository may contain a link at any name. So the folder of a file is opened name by name, without following
//! links, and the file is written to a temporary file beside it, which is then renamed: a link there is replaced or
//! refused, never written through, and no reader sees half of a file. Start at [`OutputFolder`] and [`write_output`].

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};

use crate::tree::WorkingTree;

/// Numbers the temporary files of this process.
static N_WRITTEN: AtomicU32 = AtomicU32::new(0);

/// A folder opened for writing below it. Paths are relative, with `/`.
#[derive(Debug)]
pub struct OutputFolder {
    dir: Dir,
}

impl OutputFolder {
    /// Opens a folder that exists.
    pub fn open(folder: &Path) -> io::Result<OutputFolder> {
        Ok(OutputFolder { dir: Dir::open_ambient_dir(folder, ambient_authority())? })
    }

    /// Opens or creates a folder that the user named. Links in the repository at `root` are refused; links
    /// elsewhere are the user's own.
    pub fn create(root: &Path, folder: &Path) -> io::Result<OutputFolder> {
        let folder = without_links(root, folder)?;
        match folder.strip_prefix(root) {
            Ok(below) => {
                let names = below.to_str().ok_or(ErrorKind::InvalidFilename)?;
                let dir = OutputFolder::open(root)?.open_folder(names, Missing::Make)?;
                Ok(OutputFolder { dir })
            }
            Err(_) => {
                std::fs::create_dir_all(&folder)?;
                OutputFolder::open(&folder)
            }
        }
    }

    /// Writes a file whole or not at all, and the folders above it.
    pub fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        replace_file(&self.open_folder(folder, Missing::Make)?, name, bytes)
    }

    /// Reads a regular file of at most `limit_bytes`.
    pub fn read(&self, path: &str, limit_bytes: u64) -> io::Result<Vec<u8>> {
        #[cfg(unix)]
        let tree = WorkingTree::below(&self.dir)?;
        #[cfg(not(unix))]
        let tree = WorkingTree::open(&self.dir.canonicalize(".")?)?;
        let file = tree.open_without_links(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        let mut bytes = Vec::new();
        file.take(limit_bytes + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit_bytes {
            return Err(io::Error::other(format!("it has more than {limit_bytes} bytes")));
        }
        Ok(bytes)
    }

    /// Deletes a file, and the folders above it that are then empty.
    pub fn remove(&self, path: &str) -> io::Result<()> {
        let (mut folder, mut name) = path.rsplit_once('/').unwrap_or(("", path));
        self.open_folder(folder, Missing::Refuse)?.remove_file(name)?;
        while !folder.is_empty() {
            (folder, name) = folder.rsplit_once('/').unwrap_or(("", folder));
            // One that is not empty stays.
            if self.open_folder(folder, Missing::Refuse)?.remove_dir(name).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn open_folder(&self, path: &str, missing: Missing) -> io::Result<Dir> {
        let mut at = String::new();
        let mut dir = self.dir.try_clone()?;
        for name in path.split('/').filter(|name| !name.is_empty()) {
            at = if at.is_empty() { name.to_owned() } else { format!("{at}/{name}") };
            dir = open_folder_in(&dir, name, missing).map_err(|error| {
                match dir.symlink_metadata(name) {
                    Ok(metadata) if metadata.is_symlink() => is_a_link(&at),
                    _ => error,
                }
            })?;
        }
        Ok(dir)
    }
}

/// The reaction to a missing folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    Refuse,
    Make,
}

/// Writes a file that the user named. One that is a link is refused, unless it leads to a device or a pipe, such as
/// `/dev/stdout`.
pub fn write_output(root: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let found = std::fs::symlink_metadata(path);
    if found.as_ref().is_ok_and(|found| !found.is_file())
        && let Ok(end) = std::fs::metadata(path)
        && !end.is_file()
    {
        // Opening a folder fails with a fitting message.
        return std::fs::OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    if found.is_ok_and(|found| found.is_symlink()) {
        return Err(is_a_link(&path.display().to_string()));
    }
    let name = path.file_name().and_then(|name| name.to_str()).ok_or(ErrorKind::InvalidFilename)?;
    // The parent of a bare name is empty, which is not a path.
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = without_links(root, parent.unwrap_or(Path::new(".")))?;
    OutputFolder::open(&folder)?.write(name, bytes)
}

/// The absolute path of a folder without its links. A link below `root` is an error.
fn without_links(root: &Path, path: &Path) -> io::Result<PathBuf> {
    let mut real = PathBuf::new();
    for part in std::path::absolute(path)?.components() {
        match part {
            Component::CurDir => continue,
            Component::ParentDir => {
                real.pop();
                continue;
            }
            part => real.push(part),
        }
        let is_link = std::fs::symlink_metadata(&real).is_ok_and(|found| found.is_symlink());
        if is_link && real.starts_with(root) {
            return Err(is_a_link(&real.display().to_string()));
        }
        if is_link {
            real = std::fs::canonicalize(&real)?;
        }
    }
    Ok(real)
}

fn is_a_link(path: &str) -> io::Error {
    io::Error::other(format!("`{path}` is a link, and links in a repository are not followed"))
}

/// Whether a file has the name of a temporary file of [`replace_file`]. Nothing reads such a file.
pub(crate) fn is_unfinished(name: &str) -> bool {
    let numbers = name.strip_prefix(".rutter-").and_then(|rest| rest.strip_suffix(".tmp"));
    numbers.and_then(|numbers| numbers.split_once('-')).is_some_and(|(process, number)| {
        [process, number].iter().all(|part| part.parse::<u32>().is_ok())
    })
}

/// Replaces a file atomically: writes a temporary file beside it and renames that.
pub(crate) fn replace_file(folder: &Dir, name: &str, bytes: &[u8]) -> io::Result<()> {
    let number = N_WRITTEN.fetch_add(1, Ordering::Relaxed);
    let beside = format!(".rutter-{}-{number}.tmp", std::process::id());
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let mut file = folder.open_with(&beside, &options)?;
    let filled = file
        .write_all(bytes)
        .and_then(|()| match folder.symlink_metadata(name) {
            Ok(before) if before.is_file() => file.set_permissions(before.permissions()),
            Ok(_) | Err(_) => Ok(()),
        })
        .and_then(|()| file.sync_all())
        .and_then(|()| folder.rename(&beside, folder, name));
    if filled.is_err() {
        // The first error is the one to report.
        let _ = folder.remove_file(&beside);
    }
    filled
}

/// Opens a folder in one that is open, and follows no link.
pub(crate) fn open_folder_in(dir: &Dir, name: &str, missing: Missing) -> io::Result<Dir> {
    match (open_existing(dir, name), missing) {
        (Err(error), Missing::Make) if error.kind() == ErrorKind::NotFound => {
            match dir.create_dir(name) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
                Ok(()) | Err(_) => open_existing(dir, name),
            }
        }
        (opened, Missing::Refuse | Missing::Make) => opened,
    }
}

#[cfg(unix)]
fn open_existing(dir: &Dir, name: &str) -> io::Result<Dir> {
    use rustix::fs::{Mode, OFlags, openat};
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    // `openat` would follow it; cap-std checks paths only in its own calls.
    if name == ".." {
        return Err(ErrorKind::PermissionDenied.into());
    }
    let opened = openat(dir, name, flags, Mode::empty())?;
    Ok(Dir::from_std_file(opened.into()))
}

#[cfg(not(unix))]
fn open_existing(dir: &Dir, name: &str) -> io::Result<Dir> {
    if dir.symlink_metadata(name)?.is_symlink() {
        return Err(io::Error::from_raw_os_error(libc::ELOOP));
    }
    dir.open_dir(name)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    /// Writes `path` with a function, in a repository with links out of it; returns what it said and whether
    /// anything outside has changed.
    fn check(path: &str) -> String {
        let outer = tempfile::tempdir().unwrap();
        let outer = fs::canonicalize(outer.path()).unwrap();
        let (outside, root) = (outer.join("outside"), outer.join("root"));
        fs::create_dir_all(&outside).unwrap();
        fs::create_dir_all(root.join("sub")).unwrap();
        fs::write(outside.join("victim"), "kept").unwrap();
        symlink("../outside/victim", root.join("link")).unwrap();
        symlink("../outside", root.join("away")).unwrap();
        symlink("../outside/new", root.join("dangling")).unwrap();
        symlink(&root, outer.join("alias")).unwrap();
        let named =
            write_output(&root, &root.join(path), b"new").map_err(|error| error.to_string());
        let folder = OutputFolder::open(&root).unwrap();
        let below = folder.write(path, b"new").map_err(|error| error.to_string());
        assert_eq!(fs::read_to_string(outside.join("victim")).unwrap(), "kept", "{path}");
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 1, "{path}");
        let said = |done: Result<(), String>| match done {
            Ok(()) => "written".to_owned(),
            Err(error) if error.contains("is a link") => "link".to_owned(),
            Err(error) => error,
        };
        format!("{}, {}", said(named), said(below))
    }

    #[test]
    fn nothing_is_written_through_a_link() {
        assert_eq!(check("plain"), "written, written");
        assert_eq!(check("sub/plain"), "written, written");
        // A file that the user named may be meant to be a link; one of many files of an export is not.
        assert_eq!(check("link"), "link, written");
        assert_eq!(check("dangling"), "link, written");
        assert_eq!(check("away/victim"), "link, link");
        assert_eq!(check("sub/../away/victim"), "link, permission denied");
        assert_eq!(check("missing/plain"), "No such file or directory (os error 2), written");
        assert_eq!(check("sub"), "Is a directory (os error 21), Is a directory (os error 21)");
    }

    #[test]
    fn links_outside_of_the_repository_are_the_users_own() {
        let outer = tempfile::tempdir().unwrap();
        let outer = fs::canonicalize(outer.path()).unwrap();
        let root = outer.join("root");
        fs::create_dir_all(outer.join("real")).unwrap();
        fs::create_dir(&root).unwrap();
        symlink("real", outer.join("mine")).unwrap();
        write_output(&root, &outer.join("mine/report.md"), b"1").unwrap();
        OutputFolder::create(&root, &outer.join("mine/site")).unwrap().write("a/b", b"2").unwrap();
        assert_eq!(fs::read(outer.join("real/report.md")).unwrap(), b"1");
        assert_eq!(fs::read(outer.join("real/site/a/b")).unwrap(), b"2");
        write_output(&root, Path::new("/dev/null"), b"3").unwrap();
    }

    #[test]
    fn removing_a_file_removes_empty_folders_and_follows_no_link() {
        let outer = tempfile::tempdir().unwrap();
        fs::create_dir_all(outer.path().join("root/a/b")).unwrap();
        fs::write(outer.path().join("victim"), "").unwrap();
        fs::write(outer.path().join("root/a/b/c"), "").unwrap();
        fs::write(outer.path().join("root/d"), "").unwrap();
        symlink("..", outer.path().join("root/up")).unwrap();
        let folder = OutputFolder::open(&outer.path().join("root")).unwrap();
        folder.remove("a/b/c").unwrap();
        assert!(folder.remove("up/victim").is_err());
        assert!(folder.remove("../victim").is_err());
        assert!(outer.path().join("victim").exists());
        assert!(!outer.path().join("root/a").exists());
        assert!(outer.path().join("root/d").exists());
    }
}
