//! What git knows of a repository: which files changed since a commit, and how they were then.
//!
//! Git runs as a program, without a shell, with its output bounded and without settings of the repository
//! that would run other programs.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Error;

/// The longest output that is read from git.
const LIMIT_BYTES: u64 = 64 << 20;

/// The most files of a change.
const MOST_FILES: usize = 20_000;

/// The files that differ from a commit, untracked ones included, sorted, relative to `root`.
pub fn changed_since(root: &Path, reference: &str) -> Result<Vec<String>, Error> {
    let commit = commit_of(root, reference)?;
    let diff = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative"];
    let mut args = diff.to_vec();
    args.extend([commit.as_str(), "--"]);
    let changed = run(root, &args)?;
    let untracked = run(root, &["ls-files", "-z", "--others", "--exclude-standard"])?;
    let mut paths: Vec<String> = changed
        .split(|byte| *byte == 0)
        .chain(untracked.split(|byte| *byte == 0))
        .filter(|path| !path.is_empty())
        .map(|path| String::from_utf8_lossy(path).into_owned())
        .collect();
    paths.sort();
    paths.dedup();
    if paths.len() > MOST_FILES {
        let why = format!(
            "{} files differ from `{reference}`, at most {MOST_FILES} are compared",
            paths.len()
        );
        return Err(Error::Git { why });
    }
    Ok(paths)
}

/// The content of a file at a commit; `None` if it did not exist.
pub fn content_at(root: &Path, reference: &str, path: &str) -> Result<Option<Vec<u8>>, Error> {
    let commit = commit_of(root, reference)?;
    let object = format!("{commit}:./{path}");
    match run(root, &["cat-file", "-e", &object]) {
        Ok(_) => run(root, &["cat-file", "blob", &object]).map(Some),
        Err(Error::Git { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The full hash of a commit.
pub fn commit_of(root: &Path, reference: &str) -> Result<String, Error> {
    let is_option = reference.starts_with('-');
    let wanted = format!("{reference}^{{commit}}");
    let found = match is_option {
        true => Err(Error::Git { why: String::new() }),
        false => run(root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted]),
    };
    match found {
        Ok(hash) => Ok(String::from_utf8_lossy(&hash).trim().to_owned()),
        Err(Error::NoGit { source }) => Err(Error::NoGit { source }),
        Err(_) => {
            run(root, &["rev-parse", "--git-dir"])?;
            let shallow = run(root, &["rev-parse", "--is-shallow-repository"])?;
            let is_shallow = shallow.starts_with(b"true");
            Err(Error::NoCommit { reference: reference.to_owned(), is_shallow })
        }
    }
}

fn run(root: &Path, args: &[&str]) -> Result<Vec<u8>, Error> {
    let mut child = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(["-c", "core.fsmonitor=false", "-c", "core.quotePath=false"])
        .args(args)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|source| Error::NoGit { source })?;
    let mut output = Vec::new();
    let read =
        child.stdout.take().map_or(Ok(0), |out| out.take(LIMIT_BYTES).read_to_end(&mut output));
    let mut complaint = String::new();
    if let Some(errors) = child.stderr.take() {
        // What cannot be read is only missing from the message.
        let _ = errors.take(4096).read_to_string(&mut complaint);
    }
    let status = child.wait().map_err(|source| Error::NoGit { source })?;
    read.map_err(|source| Error::NoGit { source })?;
    if output.len() as u64 >= LIMIT_BYTES {
        return Err(Error::Git { why: "its output is too long".to_owned() });
    }
    match status.success() {
        true => Ok(output),
        false => {
            let why = complaint.lines().next().unwrap_or("it failed").trim();
            Err(Error::Git { why: why.trim_start_matches("fatal: ").to_owned() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn git(root: &Path, args: &[&str]) {
        let status = Command::new("git").arg("-C").arg(root).args(args).output().unwrap().status;
        assert!(status.success(), "{args:?}");
    }

    fn repository() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        git(root, &["init", "-q"]);
        std::fs::write(root.join("a.txt"), "one\n").unwrap();
        std::fs::write(root.join("b.txt"), "two\n").unwrap();
        git(root, &["add", "."]);
        let user = ["-c", "user.name=T", "-c", "user.email=t@example.org"];
        git(root, &[&user[..], &["commit", "-qm", "first"]].concat());
        folder
    }

    #[test]
    fn changed_removed_and_untracked_files_are_listed() {
        let folder = repository();
        let root = folder.path();
        assert!(changed_since(root, "HEAD").unwrap().is_empty());
        std::fs::write(root.join("a.txt"), "three\n").unwrap();
        std::fs::remove_file(root.join("b.txt")).unwrap();
        std::fs::write(root.join("ü c.txt"), "").unwrap();
        assert_eq!(changed_since(root, "HEAD").unwrap(), ["a.txt", "b.txt", "ü c.txt"]);
        assert_eq!(content_at(root, "HEAD", "a.txt").unwrap().unwrap(), b"one\n");
        assert_eq!(content_at(root, "HEAD", "ü c.txt").unwrap(), None);
    }

    #[test]
    fn a_reference_that_does_not_exist_is_named() {
        let folder = repository();
        for reference in ["nowhere", "--all", ""] {
            let error = changed_since(folder.path(), reference).unwrap_err().to_string();
            assert_eq!(error, format!("git knows no commit `{reference}`"));
        }
        let outside = tempfile::tempdir().unwrap();
        assert!(matches!(changed_since(outside.path(), "HEAD"), Err(Error::Git { .. })));
    }
}
