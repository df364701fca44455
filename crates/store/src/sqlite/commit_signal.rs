//! A small file beside the database that changes with every commit.
//!
//! Readers ask before each use of their cache whether somebody wrote. `PRAGMA data_version` would
//! answer, at the price of a query. The files of SQLite cannot be used: the log is written before a commit
//! becomes visible, and an fsync may lie in between, so its size and time may already be new while a query
//! still sees the old state; its size need not grow and its time is coarse; and the shared-memory file must
//! not be opened at all, because closing it would drop the locks that SQLite holds on it in this process.
//!
//! So each writer writes a new random value, marked "writing", while it holds the write lock, and marks it
//! "settled" after its commit is visible and before the write returns. A reader takes the value first and
//! queries after. If it later finds the same settled value, every write that has returned was visible to that
//! query. A value marked "writing", or none, is never trusted: the reader queries each time. A process that
//! dies during a commit leaves such a value behind until the next write.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

const WRITING: &str = "writing ";
const SETTLED: &str = "settled ";
/// A mark, 16 hexadecimal digits and a line end: both forms are equally long, so that one replaces the
/// other in place.
const LENGTH_BYTES: usize = WRITING.len() + 17;

/// A settled value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SignalValue([u8; LENGTH_BYTES]);

/// A value that was marked "writing" before a commit.
#[derive(Debug)]
pub(super) struct Announced(u64);

#[derive(Debug)]
pub(super) struct CommitSignal {
    path: PathBuf,
}

impl CommitSignal {
    pub(super) fn beside(database: &Path) -> CommitSignal {
        let mut path = database.as_os_str().to_owned();
        path.push("-changed");
        CommitSignal { path: path.into() }
    }

    /// Creates the file if it does not exist.
    pub(super) fn create(&self) {
        if let Ok(mut file) = OpenOptions::new().write(true).create_new(true).open(&self.path) {
            // Without a value, readers query each time; the next write tries again.
            let _ = file.write_all(line(SETTLED, random()).as_bytes());
        }
    }

    /// The current value; `None` if it cannot be trusted.
    pub(super) fn read(&self) -> Option<SignalValue> {
        let content = self.content().ok()?;
        let value = <[u8; LENGTH_BYTES]>::try_from(content).ok()?;
        value.starts_with(SETTLED.as_bytes()).then_some(SignalValue(value))
    }

    /// Writes a new value before a commit.
    pub(super) fn announce(&self) -> io::Result<Announced> {
        let value = random();
        self.write(&line(WRITING, value))?;
        Ok(Announced(value))
    }

    /// Marks the value as settled after the commit, unless another writer has written its own: that one
    /// settles later, for both.
    pub(super) fn settle(&self, Announced(value): Announced) {
        let is_ours =
            self.content().is_ok_and(|content| content == line(WRITING, value).as_bytes());
        if is_ours {
            // If this fails, the value stays untrusted.
            let _ = self.write(&line(SETTLED, value));
        }
    }

    fn content(&self) -> io::Result<Vec<u8>> {
        let mut content = Vec::with_capacity(LENGTH_BYTES + 1);
        File::open(&self.path)?.take(LENGTH_BYTES as u64 + 1).read_to_end(&mut content)?;
        Ok(content)
    }

    fn write(&self, line: &str) -> io::Result<()> {
        // Not truncated: a reader would find it empty for a moment.
        let open = || OpenOptions::new().write(true).create(true).truncate(false).open(&self.path);
        let mut file = match open() {
            // Another user made it. The folder is ours to write, or SQLite could not write either.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                fs::remove_file(&self.path)?;
                open()?
            }
            opened => opened?,
        };
        file.write_all(line.as_bytes())
    }
}

fn line(mark: &str, value: u64) -> String {
    format!("{mark}{value:016x}\n")
}

/// A number that no other writer uses. The standard library seeds each hasher at random.
fn random() -> u64 {
    RandomState::new().hash_one(std::process::id())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signal(folder: &tempfile::TempDir) -> CommitSignal {
        CommitSignal::beside(&folder.path().join("rutter.db"))
    }

    #[test]
    fn a_value_is_trusted_only_when_no_commit_is_under_way() {
        let folder = tempfile::tempdir().unwrap();
        let signal = signal(&folder);
        assert_eq!(signal.read(), None);
        signal.create();
        let first = signal.read().unwrap();
        let announced = signal.announce().unwrap();
        assert_eq!(signal.read(), None);
        signal.settle(announced);
        assert_ne!(signal.read().unwrap(), first);
    }

    #[test]
    fn a_writer_does_not_settle_for_another_that_is_still_writing() {
        let folder = tempfile::tempdir().unwrap();
        let signal = signal(&folder);
        let first = signal.announce().unwrap();
        let second = signal.announce().unwrap();
        signal.settle(first);
        assert_eq!(signal.read(), None);
        signal.settle(second);
        assert!(signal.read().is_some());
    }

    #[test]
    fn a_file_with_other_content_is_not_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let signal = signal(&folder);
        for content in ["", "settled", "settled 0123456789abcdef", "settled 0123456789abcdef\nx"] {
            fs::write(&signal.path, content).unwrap();
            assert_eq!(signal.read(), None, "{content}");
        }
        fs::write(&signal.path, "settled 0123456789abcdef\n").unwrap();
        assert!(signal.read().is_some());
    }
}
