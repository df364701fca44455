//! The only place that opens a file of the tree.
//!
//! A path may have become something else since the walk: a pipe, a device, a link, or a path below a
//! folder that is now a link. So a file is opened below a handle on the root, no link on
//! the way is followed, opening never blocks, and the opened file must be a regular one. Every read
//! has a limit in bytes: a file may have grown, or be endless. Start at [`WorkingTree::open_file`].

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;

use super::stat::StatSample;

/// The root of a repository, opened for reading files below it.
#[derive(Debug)]
pub struct WorkingTree {
    #[cfg(unix)]
    root: std::os::fd::OwnedFd,
    #[cfg(not(unix))]
    root: std::path::PathBuf,
}

/// A regular file, opened, with the result of `fstat`.
#[derive(Debug)]
pub struct OpenFile {
    pub file: File,
    pub sample: StatSample,
}

/// The reason why a file was not opened.
#[derive(Debug)]
pub enum OpenError {
    /// There is nothing at the path, or a folder on the way is gone.
    Missing,
    /// A folder, a link, a pipe, a socket or a device, or something below a link.
    NotAFile,
    Unreadable(io::Error),
}

/// The result of reading a file.
#[derive(Debug)]
pub enum Bytes {
    Whole(Vec<u8>, StatSample),
    /// The file has more bytes than the limit.
    TooLarge(StatSample),
}

impl WorkingTree {
    #[cfg(unix)]
    pub fn open(root: &Path) -> io::Result<WorkingTree> {
        use rustix::fs::{CWD, Mode, OFlags, openat};
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(WorkingTree { root: openat(CWD, root, flags, Mode::empty())? })
    }

    #[cfg(not(unix))]
    pub fn open(root: &Path) -> io::Result<WorkingTree> {
        Ok(WorkingTree { root: root.to_owned() })
    }

    /// The tree below a folder that is open already.
    #[cfg(unix)]
    pub fn below(folder: &impl std::os::fd::AsFd) -> io::Result<WorkingTree> {
        Ok(WorkingTree { root: folder.as_fd().try_clone_to_owned()? })
    }

    /// Opens the regular file at `path`, which is relative to the root and has `/` between its names.
    pub fn open_file(&self, path: &str) -> Result<OpenFile, OpenError> {
        // The clock is read before the stat: a later change then has a later time stamp.
        let clock = super::stat::now_ns();
        let file = self.open_without_links(path).map_err(OpenError::from)?;
        let metadata = file.metadata().map_err(OpenError::Unreadable)?;
        if !metadata.is_file() {
            return Err(OpenError::NotAFile);
        }
        Ok(OpenFile { sample: StatSample::new(&metadata, clock), file })
    }

    /// Reads a whole file of at most `limit_bytes`.
    pub fn read(&self, path: &str, limit_bytes: u64) -> Result<Bytes, OpenError> {
        let OpenFile { file, sample } = self.open_file(path)?;
        if sample.stat.n_bytes > limit_bytes {
            return Ok(Bytes::TooLarge(sample));
        }
        let n_expected = usize::try_from(sample.stat.n_bytes).unwrap_or(0);
        let bytes = read_at_most(file, n_expected, limit_bytes).map_err(OpenError::Unreadable)?;
        Ok(match bytes {
            Some(bytes) => Bytes::Whole(bytes, sample),
            None => Bytes::TooLarge(sample),
        })
    }

    #[cfg(target_os = "linux")]
    pub fn open_without_links(&self, path: &str) -> io::Result<File> {
        use rustix::fs::{Mode, ResolveFlags, openat2};
        let within = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
        match openat2(&self.root, path, READ_FLAGS, Mode::empty(), within) {
            Ok(opened) => Ok(opened.into()),
            // Kernels before 5.6, and sandboxes that do not know the call.
            Err(rustix::io::Errno::NOSYS | rustix::io::Errno::PERM) => self.open_by_names(path),
            Err(error) => Err(error.into()),
        }
    }

    #[cfg(all(unix, not(target_os = "linux")))]
    pub fn open_without_links(&self, path: &str) -> io::Result<File> {
        self.open_by_names(path)
    }

    /// Opens one name after the other, each in the folder opened before it.
    #[cfg(unix)]
    fn open_by_names(&self, path: &str) -> io::Result<File> {
        use rustix::fs::{Mode, OFlags, openat};
        let folder_flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut folder = None;
        let mut names = path.split('/').filter(|name| !name.is_empty() && *name != ".").peekable();
        while let Some(name) = names.next() {
            if name == ".." {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            let above = folder.as_ref().unwrap_or(&self.root);
            let flags = if names.peek().is_some() { folder_flags } else { READ_FLAGS };
            let opened = openat(above, name, flags, Mode::empty())?;
            if names.peek().is_none() {
                return Ok(opened.into());
            }
            folder = Some(opened);
        }
        Err(io::ErrorKind::IsADirectory.into())
    }

    #[cfg(not(unix))]
    pub fn open_without_links(&self, path: &str) -> io::Result<File> {
        let mut full = self.root.clone();
        for name in path.split('/') {
            full.push(name);
            if std::fs::symlink_metadata(&full)?.is_symlink() {
                return Err(io::ErrorKind::InvalidInput.into());
            }
        }
        File::open(full)
    }
}

#[cfg(unix)]
const READ_FLAGS: rustix::fs::OFlags = rustix::fs::OFlags::RDONLY
    .union(rustix::fs::OFlags::NOFOLLOW)
    .union(rustix::fs::OFlags::NONBLOCK)
    .union(rustix::fs::OFlags::NOCTTY)
    .union(rustix::fs::OFlags::CLOEXEC);

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> OpenError {
        match error.kind() {
            io::ErrorKind::NotFound => OpenError::Missing,
            io::ErrorKind::NotADirectory | io::ErrorKind::IsADirectory => OpenError::NotAFile,
            #[cfg(unix)]
            // A link on the way; a socket; a device without a driver; a way out of the root.
            _ if [libc::ELOOP, libc::ENXIO, libc::ENODEV, libc::EXDEV]
                .iter()
                .any(|code| error.raw_os_error() == Some(*code)) =>
            {
                OpenError::NotAFile
            }
            _ => OpenError::Unreadable(error),
        }
    }
}

/// Reads a small file outside of the tree, such as settings: a regular file of at most `limit_bytes`,
/// in UTF-8. A link to such a file is followed.
pub fn read_small_file(path: &Path, limit_bytes: u64) -> io::Result<String> {
    let file = open_regular(path)?;
    let n_bytes = file.metadata()?.len();
    let too_large = || io::Error::other(format!("it has more than {limit_bytes} bytes"));
    if n_bytes > limit_bytes {
        return Err(too_large());
    }
    let bytes = read_at_most(file, usize::try_from(n_bytes).unwrap_or(0), limit_bytes)?;
    String::from_utf8(bytes.ok_or_else(too_large)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

/// The first `limit_bytes` of a regular file of at most `most_bytes`.
pub(crate) fn read_small_bytes(
    path: &Path,
    limit_bytes: u64,
    most_bytes: u64,
) -> io::Result<Vec<u8>> {
    let file = open_regular(path)?;
    if file.metadata()?.len() > most_bytes {
        return Err(io::Error::other(format!("it has more than {most_bytes} bytes")));
    }
    let mut bytes = Vec::new();
    file.take(limit_bytes).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a file that may be a link, without blocking, and refuses anything but a regular file.
fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = std::fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    let file = options.open(path)?;
    let metadata: Metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    Ok(file)
}

/// The bytes of a file; `None` if there are more than `limit_bytes`.
fn read_at_most(file: File, n_expected: usize, limit_bytes: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::with_capacity(n_expected + 1);
    file.take(limit_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit_bytes).then_some(bytes))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// The result of opening `path` in a tree with a file, a link to it, a linked folder, a pipe
    /// and a socket.
    fn check(path: &str) -> &'static str {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("secret"), "s").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir(root.join("sub")).unwrap();
        std::fs::write(root.join("sub/plain"), "text").unwrap();
        symlink(root.join("sub/plain"), root.join("link")).unwrap();
        symlink(outside.path(), root.join("away")).unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            root.join("pipe"),
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::from_raw_mode(0o600),
            0,
        )
        .unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(root.join("socket")).unwrap();
        let tree = WorkingTree::open(root).unwrap();
        let word = |opened: Result<(), OpenError>| match opened {
            Ok(()) => "opened",
            Err(OpenError::Missing) => "missing",
            Err(OpenError::NotAFile) => "not a file",
            Err(OpenError::Unreadable(_)) => "unreadable",
        };
        let by_kernel = word(tree.open_file(path).map(drop));
        let by_names = tree.open_by_names(path).map_err(OpenError::from);
        let by_names = word(by_names.and_then(|file| {
            file.metadata().unwrap().is_file().then_some(()).ok_or(OpenError::NotAFile)
        }));
        assert_eq!(by_kernel == "opened", by_names == "opened", "{path}: {by_names}");
        by_kernel
    }

    #[test]
    fn only_regular_files_inside_are_opened() {
        assert_eq!(check("sub/plain"), "opened");
        assert_eq!(check("sub/gone"), "missing");
        assert_eq!(check("sub"), "not a file");
        assert_eq!(check("link"), "not a file");
        assert_eq!(check("away/secret"), "not a file");
        assert_eq!(check("pipe"), "not a file");
        assert_eq!(check("socket"), "not a file");
        assert_eq!(check("sub/../../x"), "not a file");
    }

    #[test]
    fn a_file_over_its_limit_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = File::create(folder.path().join("large")).unwrap();
        file.set_len(8 << 40).unwrap();
        let tree = WorkingTree::open(folder.path()).unwrap();
        assert!(matches!(tree.read("large", 1 << 20), Ok(Bytes::TooLarge(_))));
        assert!(read_small_file(&folder.path().join("large"), 10).is_err());
    }
}
