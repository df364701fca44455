//! The stamp of a data folder: proof that it was made here and is not a copy.
//!
//! A file in the folder contains the folder's inode and time of birth. Someone who ships a folder cannot know these:
//! the file system chooses them when the folder is unpacked. So no secret is needed, nothing is kept outside of the
//! folder, and a folder that is renamed keeps its stamp. A file system that a stranger made, such as a disk
//! image, could contain a valid stamp. One line is kept for each system that numbers the same folder differently,
//! such as a container.

use std::fs;
use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

use crate::output::OutputFolder;
use crate::tree::{Bytes, WorkingTree};

pub(super) const NAME: &str = "stamp";

/// Lines of a stamp, of which the newest are kept.
const MOST_LINES: usize = 16;
const LIMIT_BYTES: u64 = 4 << 10;

/// Whether a line of the stamp names the folder.
pub(super) fn is_valid(data: &Path) -> bool {
    identity(data).is_ok_and(|identity| lines(data).contains(&identity))
}

/// Adds the folder's line to its stamp, unless it is there.
pub(super) fn write(data: &Path) -> io::Result<()> {
    let identity = identity(data)?;
    let mut lines = lines(data);
    if lines.contains(&identity) {
        return Ok(());
    }
    lines.push(identity);
    let first = lines.len().saturating_sub(MOST_LINES);
    let text = format!("{}\n", lines[first..].join("\n"));
    OutputFolder::open(data)?.write(NAME, text.as_bytes())
}

fn lines(data: &Path) -> Vec<String> {
    let read = WorkingTree::open(data).map(|tree| tree.read(NAME, LIMIT_BYTES));
    match read {
        Ok(Ok(Bytes::Whole(bytes, _))) => {
            String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
        }
        Ok(Ok(Bytes::TooLarge(_)) | Err(_)) | Err(_) => Vec::new(),
    }
}

fn identity(data: &Path) -> io::Result<String> {
    let metadata = fs::metadata(data)?;
    #[cfg(unix)]
    let inode = std::os::unix::fs::MetadataExt::ino(&metadata);
    #[cfg(not(unix))]
    let inode = 0;
    // Some file systems keep no time of birth; the inode alone must do there.
    let born = metadata.created().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    Ok(format!("{inode} {}", born.map_or(0, |born| born.as_nanos())))
}
