//! The last commits of a repository: their messages and the files they changed.
//!
//! The list of hashes is cheap to get, and a commit never changes, so a caller that caches records asks only for
//! those of new commits. Start at [`Git::recent_commits`].

use std::path::PathBuf;

use super::{ChangedFile, Git, GitError, parse_changes};

/// The message of a commit and the files it changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommitRecord {
    pub hash: String,
    /// The subject, then the body.
    pub message: String,
    /// The files below the root that it changed; empty if they are too many to be listed.
    pub files: Vec<ChangedFile>,
}

/// Commits that one call to git describes.
// Their hashes must fit on a command line.
const COMMITS_A_CALL: usize = 300;

impl Git {
    /// The hashes of the last commits, newest first, merges left out. At most `limit`.
    pub fn recent_commits(&self, limit: usize) -> Result<Vec<String>, GitError> {
        let limit = format!("--max-count={limit}");
        let hashes = self.run(&["rev-list", "--no-merges", &limit, "HEAD"])?;
        Ok(hashes.lines().map(str::to_owned).collect())
    }

    /// The records of these commits, in this order.
    pub fn commit_records(&self, hashes: &[&str]) -> Result<Vec<CommitRecord>, GitError> {
        // To find renames, git compares contents, which a partial clone may not have.
        let renames = if self.is_partial() { "--no-renames" } else { "-M" };
        let mut records = Vec::with_capacity(hashes.len());
        for hashes in hashes.chunks(COMMITS_A_CALL) {
            match self.records(hashes, renames) {
                Ok(described) if described.len() == hashes.len() => records.extend(described),
                // One of them is not text, or so large that the output was cut: ask for each by itself.
                Ok(_) | Err(GitError::Failed(_)) => {
                    for hash in hashes {
                        let described = self.records(&[hash], renames).ok();
                        let record = described.and_then(|mut records| records.pop());
                        records.push(record.unwrap_or_else(|| CommitRecord {
                            hash: (*hash).to_owned(),
                            message: String::new(),
                            files: Vec::new(),
                        }));
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(records)
    }

    /// The file that git changes whenever another commit is checked out or made; `None` if there is none.
    pub fn head_log(&self) -> Option<PathBuf> {
        let path = self.run(&["rev-parse", "--git-path", "logs/HEAD"]).ok()?;
        let path = self.root.join(path.trim_end_matches('\n'));
        path.is_file().then_some(path)
    }

    /// Whether the clone may lack contents, which git would fetch when they are needed.
    fn is_partial(&self) -> bool {
        let names = r"^(remote\..*\.promisor|extensions\.partialclone)$";
        self.run(&["config", "--get-regexp", names]).is_ok_and(|found| !found.is_empty())
    }

    fn records(&self, hashes: &[&str], renames: &str) -> Result<Vec<CommitRecord>, GitError> {
        // A record is a mark, hash, mark, message, mark, then the changes. A message cannot contain a NUL, but the
        // other control characters.
        const FORMAT: &str = "--format=%x00%x01%H%x00%B%x00";
        let mut args = vec![
            "log", "--no-walk=unsorted", "-z", "--relative", "--no-textconv", "--no-ext-diff",
            "--name-status", renames, "-l200", FORMAT,
        ];
        args.extend(hashes);
        let log = self.run(&args)?;
        let mut records: Vec<CommitRecord> = Vec::with_capacity(hashes.len());
        for part in log.split("\0\u{1}").skip(1) {
            let (hash, rest) = part.split_once('\0').unwrap_or((part, ""));
            let (message, changes) = rest.split_once('\0').unwrap_or((rest, ""));
            records.push(CommitRecord {
                hash: hash.to_owned(),
                message: message.trim().to_owned(),
                files: parse_changes(changes),
            });
        }
        let is_in_order =
            records.iter().map(|record| record.hash.as_str()).eq(hashes.iter().copied());
        if !is_in_order {
            return Err(GitError::Failed("`git log` described other commits".to_owned()));
        }
        Ok(records)
    }
}

#[cfg(test)]
mod tests {
    use rutter_fixture::Tree;

    use super::*;

    #[test]
    fn commits_are_told_newest_first_with_their_messages_and_files() {
        let tree = Tree::new("//- a.txt\none\n//- dir/b.txt\ntwo\n");
        tree.git_init();
        tree.rename("a.txt", "c.txt");
        tree.git_commit("Rename it\n\nBecause of \u{1} and more.");
        tree.git_commit("Empty");
        tree.remove("dir/b.txt");
        tree.write("ü d.txt", "new\n");
        tree.git_commit("Replace");
        tree.git(&["checkout", "-q", "-b", "side", "HEAD~1"]);
        tree.write("e.txt", "side\n");
        tree.git_commit("Side");
        tree.git(&["checkout", "-q", "main"]);
        tree.git(&["merge", "-q", "--no-ff", "--no-edit", "side"]);
        let git = Git::open(tree.path()).unwrap();
        let hashes = git.recent_commits(10).unwrap();
        assert_eq!(hashes.len(), 5, "the merge is left out");
        assert_eq!(git.recent_commits(2).unwrap(), hashes[..2]);
        let hashes: Vec<&str> = hashes.iter().map(String::as_str).collect();
        let records = git.commit_records(&hashes).unwrap();
        let path = |path: &Option<String>| path.clone().unwrap_or_default();
        let mut shown: Vec<String> = (records.iter())
            .map(|record| {
                let files: Vec<String> = (record.files.iter())
                    .map(|file| format!("{}>{}", path(&file.before), path(&file.after)))
                    .collect();
                format!("{}: {}", record.message.replace('\n', "/"), files.join(" "))
            })
            .collect();
        shown.sort();
        assert_eq!(
            shown,
            [
                "Empty: ",
                "Rename it//Because of \u{1} and more.: a.txt>c.txt",
                "Replace: dir/b.txt> >ü d.txt",
                "Side: >e.txt",
                "first: >a.txt >dir/b.txt",
            ]
        );
        assert!(git.head_log().is_some());
    }

    #[test]
    fn a_partial_clone_is_read_without_fetching() {
        let tree = Tree::new("//- a.txt\none\ntwo\nthree\n");
        tree.git_init();
        tree.remove("a.txt");
        tree.write("b.txt", "one\ntwo\nthree\nfour\n");
        tree.git_commit("Rename and change");
        tree.write("b.txt", "something else\n");
        tree.git_commit("Change again");
        tree.git(&["config", "uploadpack.allowFilter", "true"]);
        let clone = Tree::new("");
        let from = format!("file://{}", tree.path().display());
        clone.git(&["clone", "-q", "--filter=blob:none", &from, "copy"]);
        let git = Git::open(&clone.file("copy")).unwrap();
        let hashes = git.recent_commits(10).unwrap();
        let hashes: Vec<&str> = hashes.iter().map(String::as_str).collect();
        let records = git.commit_records(&hashes).unwrap();
        let files: usize = records.iter().map(|record| record.files.len()).sum();
        assert_eq!((records.len(), files), (3, 4), "{records:?}");
        // What is not there is not fetched, but said to be missing.
        let first = hashes.last().unwrap();
        assert_eq!(git.file_at(first, "a.txt"), None);
        assert!(git.blame("b.txt", None).is_err());
    }
}
