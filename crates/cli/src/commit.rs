//! The commit that is checked out.

use std::path::Path;
use std::process::Command;

/// What git says of a working tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Commit {
    /// The full hash; the files are as the commit has them.
    Clean(String),
    /// Files differ from the commit, or there is no commit yet.
    Changed,
    /// Not in git, or there is no git.
    NoRepository,
}

/// The commit that is checked out in a folder.
pub fn checked_out(root: &Path) -> Commit {
    let Some(inside) = git(root, &["rev-parse", "--is-inside-work-tree"]) else {
        return Commit::NoRepository;
    };
    if inside.trim() != "true" {
        return Commit::NoRepository;
    }
    let head = git(root, &["rev-parse", "--verify", "--quiet", "HEAD"]);
    let changes = git(root, &["status", "--porcelain"]);
    match (head, changes) {
        (Some(head), Some(changes)) if changes.trim().is_empty() => {
            Commit::Clean(head.trim().to_owned())
        }
        _ => Commit::Changed,
    }
}

fn git(root: &Path, args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).current_dir(root).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
