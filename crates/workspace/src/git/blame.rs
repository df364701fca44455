//! The commit that each line of a file comes from, by `git blame`.
//!
//! White space and moves within the file do not count as changes. Lines that differ from the last commit are
//! uncommitted. Start at [`Git::blame`].

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::{Git, GitError, History};

/// The commits that lines of a file come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blame {
    /// Newest first.
    pub commits: Vec<LineCommit>,
    /// Lines that are in no commit, in order.
    pub uncommitted: Vec<RangeInclusive<u32>>,
    pub history: History,
}

/// A commit, and the lines that come from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineCommit {
    pub hash: String,
    /// The day on which it was written, as `2026-03-01`.
    pub date: String,
    /// The name of its author.
    pub author: String,
    pub subject: String,
    /// The rest of its message.
    pub body: String,
    /// In order; empty for a commit whose lines were all changed later.
    pub lines: Vec<RangeInclusive<u32>>,
    /// Whether the clone holds nothing older, so that the lines may come from an earlier commit.
    pub is_boundary: bool,
}

/// The lines that come from a commit, as `blame` prints them.
#[derive(Debug, Default)]
struct Origin {
    lines: Vec<RangeInclusive<u32>>,
    is_boundary: bool,
}

/// Whether a hash is the one of lines that are not committed.
fn is_uncommitted(hash: &str) -> bool {
    hash.bytes().all(|byte| byte == b'0')
}

impl Git {
    /// The commits that the lines of a file come from. The path is relative to the root; the lines must exist.
    pub fn blame(&self, path: &str, lines: Option<RangeInclusive<u32>>) -> Result<Blame, GitError> {
        self.run(&["ls-files", "--error-unmatch", "-z", "--", path])
            .map_err(|_| GitError::NotTracked { path: path.to_owned() })?;
        let range = lines.map(|lines| format!("-L{},{}", lines.start(), lines.end()));
        let mut args = vec!["blame", "--incremental", "-w", "-M", "--no-textconv"];
        args.extend(range.as_deref());
        args.extend(["--", path]);
        let mut origins = parse_blame(&self.run(&args)?);
        let uncommitted = origins.remove("").map_or_else(Vec::new, |origin| origin.lines);
        let history = self.history();
        let hashes: Vec<&str> = origins.keys().map(String::as_str).collect();
        let mut commits = self.describe(&hashes)?;
        for commit in &mut commits {
            if let Some(origin) = origins.remove(&commit.hash) {
                commit.lines = origin.lines;
                // The first commit of all is a boundary as well, but nothing is missing before it.
                commit.is_boundary = origin.is_boundary && history == History::Shallow;
            }
        }
        Ok(Blame { commits, uncommitted, history })
    }

    /// The commits that changed lines of a file, those included whose changes were changed again, newest first.
    /// The lines are those of the last commit. At most `limit`.
    pub fn commits_of_lines(
        &self,
        path: &str,
        lines: &RangeInclusive<u32>,
        limit: usize,
    ) -> Result<Vec<LineCommit>, GitError> {
        let range = format!("-L{},{}:{path}", lines.start(), lines.end());
        let limit = format!("--max-count={limit}");
        let log = self.run(&[
            "log", &range, "--no-patch", "--no-textconv", "--no-ext-diff", "--format=%H", &limit,
        ])?;
        self.describe(&log.lines().collect::<Vec<_>>())
    }

    /// Whether a file equals that of the last commit.
    pub fn is_committed(&self, path: &str) -> bool {
        self.run(&["diff", "--quiet", "--no-textconv", "--no-ext-diff", "HEAD", "--", path]).is_ok()
    }

    /// Date, author and message of commits, newest first.
    fn describe(&self, hashes: &[&str]) -> Result<Vec<LineCommit>, GitError> {
        const FORMAT: &str = "--format=%H%x00%as%x00%an%x00%s%x00%b%x00";
        let mut commits = Vec::with_capacity(hashes.len());
        // The length of a command line is limited.
        for hashes in hashes.chunks(500) {
            let args = [&["log", "--no-walk", "-z", "--no-patch", FORMAT][..], hashes].concat();
            let log = self.run(&args)?;
            let mut fields = log.split('\0');
            while let (Some(hash), Some(date), Some(author), Some(subject), Some(body)) =
                (fields.next(), fields.next(), fields.next(), fields.next(), fields.next())
            {
                // `-z` ends a commit with one more NUL.
                fields.next();
                commits.push(LineCommit {
                    hash: hash.to_owned(),
                    date: date.to_owned(),
                    author: author.to_owned(),
                    subject: subject.to_owned(),
                    body: body.trim().to_owned(),
                    lines: Vec::new(),
                    is_boundary: false,
                });
            }
        }
        Ok(commits)
    }
}

/// Parses the output of `blame --incremental`: for each group of lines a head with the commit, the first line then
/// and now, and the number of lines; then further fields, up to `filename`. Uncommitted lines have the empty hash.
fn parse_blame(output: &str) -> HashMap<String, Origin> {
    let mut origins: HashMap<String, Origin> = HashMap::new();
    let mut hash = String::new();
    let mut is_head = true;
    for line in output.lines() {
        if is_head {
            let mut words = line.split(' ');
            let name = words.next().unwrap_or_default();
            hash = if is_uncommitted(name) { String::new() } else { name.to_owned() };
            let numbers: Vec<u32> = words.filter_map(|word| word.parse().ok()).collect();
            if let [_, start, n_lines] = numbers[..] {
                let origin = origins.entry(hash.clone()).or_default();
                origin.lines.push(start..=(start + n_lines).saturating_sub(1));
            }
            is_head = false;
        } else if line == "boundary" {
            origins.entry(hash.clone()).or_default().is_boundary = true;
        } else {
            is_head = line.starts_with("filename ");
        }
    }
    for origin in origins.values_mut() {
        origin.lines = joined(std::mem::take(&mut origin.lines));
    }
    origins
}

/// Ranges in order, neighbours joined.
fn joined(mut ranges: Vec<RangeInclusive<u32>>) -> Vec<RangeInclusive<u32>> {
    ranges.sort_by_key(|range| *range.start());
    let mut joined: Vec<RangeInclusive<u32>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if *range.start() <= last.end() + 1 => {
                *last = *last.start()..=*last.end().max(range.end());
            }
            Some(_) | None => joined.push(range),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use rutter_fixture::Tree;

    use super::*;

    fn shown(blame: &Blame) -> Vec<String> {
        let lines = |ranges: &[RangeInclusive<u32>]| {
            let ranges: Vec<String> =
                ranges.iter().map(|range| format!("{}-{}", range.start(), range.end())).collect();
            ranges.join(",")
        };
        let mut shown: Vec<String> = (blame.commits.iter())
            .map(|commit| format!("{} {}", commit.subject, lines(&commit.lines)))
            .collect();
        if !blame.uncommitted.is_empty() {
            shown.push(format!("uncommitted {}", lines(&blame.uncommitted)));
        }
        shown
    }

    fn commit(tree: &Tree, text: &str, message: &str, date: &str) {
        tree.write("a.txt", text);
        tree.git(&["add", "--all"]);
        tree.git(&["commit", "-qm", message, &format!("--date={date}T12:00:00")]);
    }

    #[test]
    fn lines_come_from_the_commits_that_last_changed_them() {
        let tree = Tree::new("");
        tree.git(&["init", "-q"]);
        commit(&tree, "one\ntwo\nthree\n", "first", "2026-01-01");
        commit(&tree, "one\nTWO\nthree\nfour\n", "second\n\nWith a body.", "2026-02-01");
        let git = Git::open(tree.path()).unwrap();
        let blame = git.blame("a.txt", None).unwrap();
        let mut lines = shown(&blame);
        lines.sort();
        assert_eq!(lines, ["first 1-1,3-3", "second 2-2,4-4"]);
        let second = blame.commits.iter().find(|commit| commit.subject == "second").unwrap();
        assert_eq!(
            (second.date.as_str(), second.author.as_str(), second.body.as_str()),
            ("2026-02-01", "fixture", "With a body.")
        );
        assert_eq!(blame.history, History::Whole);
        tree.write("a.txt", "zero\none\nTWO\nthree\n");
        let some = git.blame("a.txt", Some(1..=2)).unwrap();
        assert_eq!(shown(&some), ["first 2-2", "uncommitted 1-1"]);
        assert!(!git.is_committed("a.txt"));
        tree.write("b.txt", "new\n");
        let refused = git.blame("b.txt", None).unwrap_err();
        assert_eq!(refused.to_string(), "git does not track `b.txt`");
    }

    #[test]
    fn earlier_changes_of_the_same_lines_are_found() {
        let tree = Tree::new("");
        tree.git(&["init", "-q"]);
        commit(&tree, "one\ntwo\n", "first", "2026-01-01");
        commit(&tree, "one\nTwo\n", "second", "2026-01-02");
        commit(&tree, "one\nTWO\n", "third", "2026-01-03");
        let git = Git::open(tree.path()).unwrap();
        let commits = git.commits_of_lines("a.txt", &(2..=2), 10).unwrap();
        let mut subjects: Vec<&str> =
            commits.iter().map(|commit| commit.subject.as_str()).collect();
        subjects.sort_unstable();
        assert_eq!(subjects, ["first", "second", "third"]);
        assert_eq!(git.commits_of_lines("a.txt", &(2..=2), 1).unwrap().len(), 1);
    }

    #[test]
    fn a_repository_without_commits_and_a_folder_without_git_are_told_apart() {
        let tree = Tree::new("//- a.txt\none\n");
        let error = Git::open(tree.path()).unwrap_err().to_string();
        assert!(error.contains("is in no git repository"), "{error}");
        tree.git(&["init", "-q"]);
        let error = Git::open(tree.path()).unwrap_err().to_string();
        assert_eq!(error, "the git repository has no commit yet");
    }

    #[test]
    fn a_shallow_clone_says_where_its_history_is_cut() {
        let tree = Tree::new("");
        tree.git(&["init", "-q"]);
        commit(&tree, "one\n", "first", "2026-01-01");
        commit(&tree, "one\ntwo\n", "second", "2026-01-02");
        let (from, to) = (format!("file://{}", tree.path().display()), tree.file("clone"));
        tree.git(&["clone", "-q", "--depth=1", &from, to.to_str().unwrap()]);
        let blame = Git::open(&to).unwrap().blame("a.txt", None).unwrap();
        assert_eq!(blame.history, History::Shallow);
        assert_eq!(shown(&blame), ["second 1-2"]);
        assert!(blame.commits[0].is_boundary);
    }
}
