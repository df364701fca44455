//! Whether a data folder inside a repository is the user's own.
//!
//! `.rutter` is made by rutter and ignored by git. One that came with the repository was made by
//! somebody else: its database may be crafted to mislead or to hang, and a link in it leads writes
//! to any place of the machine. So links are refused, and so is a folder that git tracks files in, but
//! for `config.toml`, whose settings can only lower limits. A folder that users name
//! themselves is not checked.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::tree::read_small_bytes;

/// What of the data folder rutter opens or writes through.
const PARTS: [&str; 15] = [
    "",
    "index",
    "rutter.db",
    "rutter.db-wal",
    "rutter.db-shm",
    "rutter.db-changed",
    "queue",
    "queue/rutter.db",
    "queue/rutter.db-wal",
    "queue/rutter.db-shm",
    "queue/rutter.db-changed",
    "runs",
    "replies",
    "index/facts.db",
    "index/vectors.db",
];

/// Larger lists of tracked files are not read.
const INDEX_LIMIT_BYTES: u64 = 1 << 30;

/// The end of the part of git's list that is read: the files whose names begin with a dot come first.
const READ_STEP_BYTES: u64 = 256 << 10;

/// Refuses a data folder in `root` that leads elsewhere or came with the repository.
pub(crate) fn check_data(root: &Path, data: &Path, index: &Path) -> Result<(), Error> {
    let parts = PARTS.iter().map(|part| data.join(part));
    let own = ["", "lexical", "writer.lock"].iter().map(|part| index.join(part));
    for path in parts.chain(own) {
        // `join` with an empty part leaves a slash at the end, which would follow the link.
        let path: PathBuf = path.components().collect();
        if fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink()) {
            return Err(Error::LinkedData { path });
        }
    }
    match data.is_dir().then(|| tracked_data_file(root)).flatten() {
        Some(file) => Err(Error::TrackedData { path: data.to_owned(), file }),
        None => Ok(()),
    }
}

/// The first file of `.rutter` that git tracks, settings aside.
fn tracked_data_file(root: &Path) -> Option<String> {
    let index = git_dir(root)?.join("index");
    let mut limit_bytes = READ_STEP_BYTES;
    loop {
        let bytes = read_small_bytes(&index, limit_bytes, INDEX_LIMIT_BYTES).ok()?;
        let is_whole = (bytes.len() as u64) < limit_bytes;
        match find_tracked(&bytes) {
            Search::Found(file) => return Some(file),
            Search::None => return None,
            Search::CutShort if is_whole => return None,
            Search::CutShort => limit_bytes *= 8,
        }
    }
}

/// The folder in which git keeps the index of a worktree.
fn git_dir(root: &Path) -> Option<PathBuf> {
    let git = root.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let text = crate::tree::read_small_file(&git, 1 << 16).ok()?;
    Some(root.join(text.strip_prefix("gitdir:")?.trim()))
}

/// The result of searching git's index.
#[derive(Debug, PartialEq, Eq)]
enum Search {
    Found(String),
    None,
    /// The bytes end before the answer.
    CutShort,
}

/// Searches the entries of git's index, which are sorted by path, up to the data folder.
fn find_tracked(bytes: &[u8]) -> Search {
    const FOLDER: &[u8] = b".rutter/";
    let number = |at: usize| {
        let four = bytes.get(at..at + 4)?;
        Some(u32::from_be_bytes(four.try_into().ok()?))
    };
    let (Some(version), Some(n_entries)) = (number(4), number(8)) else { return Search::CutShort };
    if bytes.first_chunk() != Some(b"DIRC") || !(2..=4).contains(&version) {
        return Search::None;
    }
    let mut at = 12;
    let mut path: Vec<u8> = Vec::new();
    for _ in 0..n_entries {
        // Times, device, inode, mode, owner and size take 40 bytes, the hash 20.
        let Some(flags) = bytes.get(at + 60..at + 62) else { return Search::CutShort };
        let is_extended = version >= 3 && flags[0] & 0x40 != 0;
        let mut start = at + 62 + if is_extended { 2 } else { 0 };
        if version == 4 {
            let Some((n_dropped, n_read)) = offset_number(&bytes[start.min(bytes.len())..]) else {
                return Search::CutShort;
            };
            path.truncate(path.len().saturating_sub(n_dropped));
            start += n_read;
        } else {
            path.clear();
        }
        let Some(rest) = bytes.get(start..) else { return Search::CutShort };
        let Some(length) = rest.iter().position(|byte| *byte == 0) else { return Search::CutShort };
        path.extend_from_slice(&rest[..length]);
        if path.starts_with(FOLDER) && !is_harmless(&path[FOLDER.len()..]) {
            return Search::Found(String::from_utf8_lossy(&path).into_owned());
        }
        if path.as_slice() > FOLDER && !path.starts_with(FOLDER) {
            return Search::None;
        }
        // Versions before 4 fill each entry up with zeros to a multiple of eight.
        at = if version == 4 { start + length + 1 } else { at + (start - at + length + 8) / 8 * 8 };
    }
    Search::None
}

fn is_harmless(name: &[u8]) -> bool {
    name == b"config.toml" || name == b".gitignore"
}

/// Git's numbers of varying length: seven bits a byte, each step one more than its bits say.
fn offset_number(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut value = 0usize;
    for (at, byte) in bytes.iter().take(5).enumerate() {
        value = if at == 0 { 0 } else { (value + 1) << 7 };
        value |= usize::from(byte & 0x7F);
        if byte & 0x80 == 0 {
            return Some((value, at + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// What is found in a repository in which git tracks these files.
    fn check(files: &[&str], version: &str) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
        }
        let git = |args: &[&str]| {
            let done = Command::new("git").args(args).current_dir(folder.path()).output().unwrap();
            assert!(done.status.success(), "{done:?}");
        };
        git(&["init", "-q"]);
        git(&["config", "index.version", version]);
        git(&["add", "-f", "."]);
        tracked_data_file(folder.path())
    }

    #[test]
    fn tracked_data_is_found_in_every_version_of_gits_index() {
        for version in ["2", "3", "4"] {
            let harmless = [".gitignore", ".rutter/config.toml", ".zed/a", "a.rs", "rutter/x"];
            assert_eq!(check(&harmless, version), None);
            let shipped = [".github/a", ".gitignore", ".rutter/config.toml", ".rutter/rutter.db"];
            assert_eq!(check(&shipped, version).as_deref(), Some(".rutter/rutter.db"));
            let deep = [".a", ".rutter/index/x-1/lexical/meta.json", "src/main.rs"];
            let found = check(&deep, version);
            assert_eq!(found.as_deref(), Some(".rutter/index/x-1/lexical/meta.json"));
        }
    }

    #[test]
    fn a_long_list_is_read_as_far_as_it_must_be() {
        let many: Vec<String> = (0..4_000).map(|number| format!(".a/{number:090}")).collect();
        let mut files: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(check(&files, "2"), None);
        files.push(".rutter/rutter.db");
        assert_eq!(check(&files, "2").as_deref(), Some(".rutter/rutter.db"));
    }

    #[test]
    fn any_bytes_are_read_without_harm() {
        let mut bytes = b"DIRC\0\0\0\x02\0\0\xFF\xFF".to_vec();
        assert_eq!(find_tracked(&bytes), Search::CutShort);
        bytes.extend([0xFF; 400]);
        assert_eq!(find_tracked(&bytes), Search::CutShort);
        assert_eq!(find_tracked(b"DIRC\0\0\0\x09\0\0\0\x01"), Search::None);
        assert_eq!(find_tracked(b""), Search::CutShort);
    }
}
