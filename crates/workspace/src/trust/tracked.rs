//! Finds out whether git tracks a data folder, in any repository around it.
//!
//! Git's own list of tracked files is read, without running git: a repository's settings could make it run a
//! program, and this is checked before each command.

use std::path::{Path, PathBuf};

use super::HARMLESS;
use crate::tree::{read_small_bytes, read_small_file};

/// Bytes of the largest list of tracked files that is read.
const INDEX_LIMIT_BYTES: u64 = 1 << 30;

/// Bytes of git's list that are read first.
// It is sorted, and files whose names begin with a dot come first.
const READ_STEP_BYTES: u64 = 256 << 10;

/// The way in which git shows that others made the folder or something in it, settings aside; `None` if it does not.
pub(super) fn how_tracked(data: &Path) -> Option<String> {
    if data.join(".git").symlink_metadata().is_ok() {
        return Some("it is a git repository of its own".to_owned());
    }
    // A repository may lie in another; each of them may track the folder.
    data.ancestors().skip(1).find_map(|top| {
        let folder = data.strip_prefix(top).ok()?.as_os_str().as_encoded_bytes();
        let file = tracked_file(top, folder)?;
        Some(format!("git tracks `{file}`"))
    })
}

/// The first file of a folder that the repository at `top` tracks.
fn tracked_file(top: &Path, folder: &[u8]) -> Option<String> {
    let index = git_dir(top)?.join("index");
    let mut limit_bytes = READ_STEP_BYTES;
    loop {
        let bytes = read_small_bytes(&index, limit_bytes, INDEX_LIMIT_BYTES).ok()?;
        let is_whole = (bytes.len() as u64) < limit_bytes;
        match find_tracked(&bytes, folder) {
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
    let text = read_small_file(&git, 1 << 16).ok()?;
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

/// Searches the entries of git's index, which are sorted by path, up to a folder.
fn find_tracked(bytes: &[u8], folder: &[u8]) -> Search {
    let number = |at: usize| {
        let four = bytes.get(at..at + 4)?;
        Some(u32::from_be_bytes(four.try_into().ok()?))
    };
    let (Some(version), Some(n_entries)) = (number(4), number(8)) else { return Search::CutShort };
    if bytes.first_chunk() != Some(b"DIRC") || !(2..=4).contains(&version) {
        return Search::None;
    }
    // Hashes have 20 bytes, or 32 in repositories that use SHA-256.
    let Some(n_hash_bytes) = hash_length(bytes, version) else { return Search::CutShort };
    let n_fixed = 40 + n_hash_bytes;
    let mut at = 12;
    let mut path: Vec<u8> = Vec::new();
    for _ in 0..n_entries {
        // Times, device, inode, mode, owner and size take 40 bytes, then comes the hash.
        let Some(flags) = bytes.get(at + n_fixed..at + n_fixed + 2) else {
            return Search::CutShort;
        };
        let is_extended = version >= 3 && flags[0] & 0x40 != 0;
        let mut start = at + n_fixed + 2 + if is_extended { 2 } else { 0 };
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
        match path.strip_prefix(folder) {
            // The folder itself: a link or a submodule.
            Some([]) => return Search::Found(String::from_utf8_lossy(&path).into_owned()),
            Some([b'/', name @ ..]) if !is_harmless(name) => {
                return Search::Found(String::from_utf8_lossy(&path).into_owned());
            }
            // Names such as `.rutter-entries` come before those in the folder.
            None if path.as_slice() > folder => return Search::None,
            Some([b'0'..=0xFF, ..]) => return Search::None,
            Some(_) | None => {}
        }
        // Versions before 4 fill each entry up with zeros to a multiple of eight.
        at = if version == 4 { start + length + 1 } else { at + (start - at + length + 8) / 8 * 8 };
    }
    Search::None
}

fn is_harmless(name: &[u8]) -> bool {
    HARMLESS.iter().any(|harmless| name == harmless.as_bytes())
}

/// The number of bytes of a hash: with the right one, the first path is as long as its entry says.
fn hash_length(bytes: &[u8], version: u32) -> Option<usize> {
    let is_right = |n_hash_bytes: &usize| {
        let at = 12 + 40 + n_hash_bytes;
        let flags = bytes.get(at..at + 2)?;
        let is_extended = version >= 3 && flags[0] & 0x40 != 0;
        let start = at + 2 + if is_extended { 2 } else { 0 } + usize::from(version == 4);
        let n_path_bytes = bytes.get(start..)?.iter().position(|byte| *byte == 0)?;
        let n_said = usize::from(flags[0] & 0x0F) << 8 | usize::from(flags[1]);
        Some(n_said == n_path_bytes.min(0xFFF))
    };
    [20, 32].into_iter().find(|length| is_right(length) == Some(true))
}

/// Reads a number of varying length: seven bits a byte, each step one more than its bits.
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
    use std::fs;
    use std::process::Command;

    use super::*;

    /// The tracked data in a repository in which git tracks these files.
    fn check(files: &[&str], version: &str) -> Option<String> {
        check_in("sha1", ".rutter", files, version)
    }

    fn check_in(format: &str, data: &str, files: &[&str], version: &str) -> Option<String> {
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
        git(&["init", "-q", "--object-format", format]);
        git(&["config", "index.version", version]);
        git(&["add", "-f", "."]);
        tracked_file(folder.path(), data.as_bytes())
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
    fn tracked_data_is_found_in_a_subfolder_and_under_longer_hashes() {
        for (format, version) in [("sha1", "2"), ("sha256", "2"), ("sha256", "4")] {
            let check = |files: &[&str]| check_in(format, "pkg/.rutter", files, version);
            assert_eq!(check(&["a", "pkg/.rutter/config.toml", "pkg/a", "z"]), None);
            let shipped = check(&["a", "pkg/.rutter/prompt.md", "pkg/a", "z"]);
            assert_eq!(shipped.as_deref(), Some("pkg/.rutter/prompt.md"));
            assert_eq!(check(&["pkg/.rutter-x/a", "pkg/.rutter0", "pkg/.rutters/a"]), None);
            assert_eq!(check(&["pkg/.rutter"]).as_deref(), Some("pkg/.rutter"));
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
        let find = |bytes: &[u8]| find_tracked(bytes, b".rutter");
        assert_eq!(find(&bytes), Search::CutShort);
        bytes.extend([0xFF; 400]);
        assert_eq!(find(&bytes), Search::CutShort);
        assert_eq!(find(b"DIRC\0\0\0\x09\0\0\0\x01"), Search::None);
        assert_eq!(find(b""), Search::CutShort);
    }
}
