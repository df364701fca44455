//! The history of a repository, read by running git.
//!
//! The program `git` is run without a shell, with bounded time and output. Settings by which a repository could make
//! it run other programs are switched off. Start at [`Git::open`].

mod blame;
mod log;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;

use crate::access::check_path;
use crate::git_error::{GitError, History, TIME_LIMIT};

pub use blame::{Blame, LineCommit};
pub use log::CommitRecord;

/// Bytes of output of one call; more is cut off.
const LIMIT_BYTES: u64 = 16 << 20;

/// A repository with a history.
#[derive(Debug, Clone)]
pub struct Git {
    root: PathBuf,
}

/// The state of a working tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckedOut {
    /// All files equal those of the commit with this hash.
    Clean(String),
    /// Files differ from the commit, or there is no commit yet.
    Changed,
    /// Not in git, or there is no git.
    NoRepository,
}

/// A file that a commit changed, by its path before and after; relative to the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedFile {
    /// `None` if the commit added it.
    pub before: Option<String>,
    /// `None` if the commit deleted it.
    pub after: Option<String>,
}

impl Git {
    /// The history of the repository that a folder belongs to; an error if it belongs to none.
    pub fn open(root: &Path) -> Result<Git, GitError> {
        let git = Git { root: root.to_owned() };
        match git.run(&["rev-parse", "--verify", "--quiet", "HEAD"]) {
            Ok(_) => Ok(git),
            Err(GitError::Failed(_)) => match git.run(&["rev-parse", "--git-dir"]) {
                Ok(_) => Err(GitError::NoCommits),
                Err(_) => Err(GitError::NoRepository { root: git.root }),
            },
            Err(error) => Err(error),
        }
    }

    /// The commit that is checked out in a folder.
    pub fn checked_out(root: &Path) -> CheckedOut {
        let git = Git { root: root.to_owned() };
        match git.run(&["status", "--porcelain=v2", "--branch", "-z"]) {
            Ok(status) => parse_status(&status),
            Err(_) => CheckedOut::NoRepository,
        }
    }

    /// Renames of files, newest first: the path before and after. At most `limit`.
    pub fn renames(&self, limit: usize) -> Result<Vec<(String, String)>, GitError> {
        let log = self.run(&[
            "log", "-z", "--relative", "--no-textconv", "--no-ext-diff", "--format=",
            "--name-status", "--diff-filter=R", "-M", "--max-count=5000",
        ])?;
        let changed = parse_changes(&log).into_iter();
        Ok(changed.filter_map(|file| Some((file.before?, file.after?))).take(limit).collect())
    }

    /// The commits that changed how often a word occurs in the files, newest first. At most `limit`.
    pub fn commits_with_word(&self, word: &str, limit: usize) -> Result<Vec<String>, GitError> {
        let (word, limit) = (format!("-S{word}"), format!("--max-count={limit}"));
        let log = self.run(&[
            "log", "--no-merges", "--no-textconv", "--no-ext-diff", "--format=%H", &limit, &word,
        ])?;
        Ok(log.lines().map(str::to_owned).collect())
    }

    /// The files below the root that a commit changed, compared with its first parent.
    pub fn changed_files(&self, commit: &str) -> Result<Vec<ChangedFile>, GitError> {
        let parent = format!("{commit}^");
        let diff = self.run(&[
            "diff-tree", "-r", "-z", "--no-textconv", "--no-ext-diff", "--relative",
            "--name-status", "-M", &parent, commit,
        ])?;
        Ok(parse_changes(&diff))
    }

    /// The full hash of the commit that a reference names.
    pub fn commit_of(&self, reference: &str) -> Result<String, GitError> {
        let wanted = format!("{reference}^{{commit}}");
        // A reference that begins with a dash would be an option.
        if !reference.starts_with('-')
            && let Ok(hash) = self.run(&["rev-parse", "--verify", "--quiet", &wanted])
        {
            return Ok(hash.trim().to_owned());
        }
        Err(GitError::NoCommit { reference: reference.to_owned(), history: self.history() })
    }

    /// A name that is equal in every clone: the address of the remote `origin` without its scheme, user
    /// and ending; without a remote, the first commit. A folder below the top of the repository adds its path.
    pub fn identity(&self) -> Result<String, GitError> {
        let remote = self.run(&["config", "--get", "remote.origin.url"]).unwrap_or_default();
        let name = match remote_name(remote.trim()) {
            Some(name) => name,
            None => self.first_commit()?,
        };
        let prefix = self.run(&["rev-parse", "--show-prefix"])?;
        Ok(match prefix.trim().trim_end_matches('/') {
            "" => name,
            prefix => format!("{name}//{prefix}"),
        })
    }

    fn first_commit(&self) -> Result<String, GitError> {
        if self.history() == History::Shallow {
            return Err(GitError::Failed("the clone is shallow and has no remote".to_owned()));
        }
        // Joined histories have several first commits; the least hash is the same everywhere.
        let roots = self.run(&["rev-list", "--max-parents=0", "HEAD"])?;
        roots.lines().min().map(str::to_owned).ok_or(GitError::NoCommits)
    }

    /// The part of the history that the clone has.
    pub fn history(&self) -> History {
        let shallow = self.run(&["rev-parse", "--is-shallow-repository"]);
        if shallow.is_ok_and(|output| output.starts_with("true")) {
            History::Shallow
        } else {
            History::Whole
        }
    }

    /// The files below the root that differ from a commit, by their path then and now, renames included; then
    /// untracked ones.
    pub fn changes_since(&self, commit: &str) -> Result<Vec<ChangedFile>, GitError> {
        self.compare(commit, "-M")
    }

    /// The files below the root that differ from a commit, untracked ones included, sorted.
    pub fn differing_files(&self, commit: &str) -> Result<Vec<String>, GitError> {
        let files = self.compare(commit, "--no-renames")?.into_iter();
        let mut paths: Vec<String> = files.filter_map(|file| file.after.or(file.before)).collect();
        paths.sort();
        paths.dedup();
        Ok(paths)
    }

    fn compare(&self, commit: &str, renames: &str) -> Result<Vec<ChangedFile>, GitError> {
        let mut files = parse_changes(&self.run(&[
            "diff", "--name-status", "-z", renames, "--no-textconv", "--no-ext-diff", "--relative",
            commit, "--",
        ])?);
        let untracked = self.run(&["ls-files", "-z", "--others", "--exclude-standard"])?;
        let untracked = untracked.split('\0').filter(|path| !path.is_empty());
        files.extend(
            untracked.map(|path| ChangedFile { before: None, after: Some(path.to_owned()) }),
        );
        Ok(files)
    }

    /// The text of a file as of a revision; `None` if it did not exist, is not text or is outside of the
    /// root, which may be a folder of the repository.
    pub fn file_at(&self, revision: &str, path: &str) -> Option<String> {
        let path = check_path(path).ok()?;
        self.run(&["cat-file", "blob", &format!("{revision}:./{path}")]).ok()
    }

    fn run(&self, args: &[&str]) -> Result<String, GitError> {
        let mut child = Command::new("git")
            .args([
                "-c", "core.fsmonitor=false", "-c", "core.quotePath=false",
                // Would run the program that checks signatures.
                "-c", "log.showSignature=false",
                // A partial clone would fetch what it lacks; nothing here may use the network.
                "-c", "protocol.allow=never", // Names a file that need not exist.
                "-c", "blame.ignoreRevsFile=", "--no-pager", "--literal-pathspecs",
            ])
            .args(args)
            .current_dir(&self.root)
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(GitError::NotRun)?;
        let output = child.stdout.take().expect("it was piped");
        let (sender, receiver) = mpsc::channel();
        // Another thread reads, so that a git that hangs can be killed.
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = output.take(LIMIT_BYTES).read_to_end(&mut bytes);
            let _ = sender.send(read.map(|_| bytes));
        });
        let Ok(read) = receiver.recv_timeout(TIME_LIMIT) else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(GitError::TimedOut);
        };
        let bytes = read.map_err(GitError::NotRun)?;
        let status = child.wait().map_err(GitError::NotRun)?;
        // A git whose output is cut off ends with a broken pipe.
        if !status.success() && (bytes.len() as u64) < LIMIT_BYTES {
            return Err(GitError::Failed(format!(
                "`git {}`: {status}",
                args.first().unwrap_or(&"")
            )));
        }
        String::from_utf8(bytes).map_err(|_| GitError::Failed("its output is not text".to_owned()))
    }
}

/// Host and path of a remote's address, as `git@host:path`, `ssh://`, `https://` and the like write it. `None`
/// for a folder of this machine, which means nothing elsewhere.
fn remote_name(address: &str) -> Option<String> {
    let (host, path) = match address.split_once("://") {
        Some(("file", _)) => return None,
        Some((_, rest)) => rest.split_once('/')?,
        // `host:path`; a slash before the colon makes it a path.
        None => address.split_once(':').filter(|(host, _)| !host.contains('/'))?,
    };
    let host = host.rsplit('@').next().unwrap_or(host);
    let host = host.split(':').next().unwrap_or(host).to_lowercase();
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    (!host.is_empty() && !path.is_empty()).then(|| format!("{host}/{path}"))
}

/// Reads what `status --porcelain=v2 --branch -z` prints: headers, then a record for each change.
fn parse_status(output: &str) -> CheckedOut {
    const INITIAL: &str = "(initial)";
    let mut records = output.split('\0').filter(|record| !record.is_empty());
    let is_changed = records.clone().any(|record| !record.starts_with("# "));
    let commit = records.find_map(|record| record.strip_prefix("# branch.oid "));
    match commit.filter(|commit| !is_changed && *commit != INITIAL) {
        Some(commit) => CheckedOut::Clean(commit.to_owned()),
        None => CheckedOut::Changed,
    }
}

/// Reads what `--name-status -z` prints: a letter, then one path, or two for a rename or copy.
fn parse_changes(output: &str) -> Vec<ChangedFile> {
    let mut parts = output
        .split('\0')
        .map(|part| part.trim_start_matches('\n'))
        .filter(|part| !part.is_empty());
    let mut files = Vec::new();
    while let (Some(status), Some(path)) = (parts.next(), parts.next()) {
        let path = path.to_owned();
        let changed = match status.as_bytes()[0] {
            b'R' | b'C' => match parts.next() {
                Some(after) => ChangedFile { before: Some(path), after: Some(after.to_owned()) },
                None => break,
            },
            b'A' => ChangedFile { before: None, after: Some(path) },
            b'D' => ChangedFile { before: Some(path), after: None },
            _ => ChangedFile { before: Some(path.clone()), after: Some(path) },
        };
        files.push(changed);
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_git_prints_is_read() {
        let printed = "R100\0a.rs\0b.rs\0M\0c.rs\0A\0d.rs\0D\0e.rs\0";
        let shown: Vec<String> = parse_changes(printed)
            .into_iter()
            .map(|file| {
                format!("{}>{}", file.before.unwrap_or_default(), file.after.unwrap_or_default())
            })
            .collect();
        assert_eq!(shown, ["a.rs>b.rs", "c.rs>c.rs", ">d.rs", "e.rs>"]);
    }

    #[test]
    fn an_address_has_the_same_name_however_it_is_written() {
        for (address, expected) in [
            ("git@example.org:team/app.git", Some("example.org/team/app")),
            ("https://example.org/team/app", Some("example.org/team/app")),
            ("https://me:token@Example.org/team/app.git/", Some("example.org/team/app")),
            ("ssh://git@example.org:22/team/app.git", Some("example.org/team/app")),
            ("/srv/git/app.git", None),
            ("../app.git", None),
            ("file:///srv/git/app.git", None),
            ("", None),
        ] {
            assert_eq!(remote_name(address).as_deref(), expected, "{address}");
        }
    }

    #[test]
    fn clones_have_the_same_identity() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("first");
        std::fs::create_dir_all(root.join("part")).unwrap();
        run(&root, &["init", "-q"]);
        std::fs::write(root.join("part/a.txt"), "one\n").unwrap();
        run(&root, &["add", "."]);
        run(&root, &["commit", "-qm", "first"]);
        let clone = folder.path().join("second");
        run(folder.path(), &["clone", "-q", "first", "second"]);
        let identity = |root: &Path| Git::open(root).unwrap().identity().unwrap();
        let commit = Git::open(&root).unwrap().commit_of("HEAD").unwrap();
        assert_eq!(identity(&root), commit);
        assert_eq!(identity(&clone), commit);
        assert_eq!(identity(&clone.join("part")), format!("{commit}//part"));
        run(&root, &["remote", "add", "origin", "git@example.org:team/app.git"]);
        run(&clone, &["remote", "set-url", "origin", "https://example.org/team/app"]);
        assert_eq!(identity(&root), "example.org/team/app");
        assert_eq!(identity(&clone), "example.org/team/app");
    }

    fn run(root: &Path, args: &[&str]) {
        let user = ["-c", "user.name=T", "-c", "user.email=t@example.org"];
        let ended = Command::new("git").current_dir(root).args(user).args(args).output();
        assert!(ended.unwrap().status.success(), "{args:?}");
    }

    #[test]
    fn changed_removed_and_untracked_files_differ() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        assert_eq!(Git::checked_out(root), CheckedOut::NoRepository);
        run(root, &["init", "-q"]);
        assert_eq!(Git::checked_out(root), CheckedOut::Changed);
        std::fs::write(root.join("a.txt"), "one\n").unwrap();
        std::fs::write(root.join("b.txt"), "two\n").unwrap();
        run(root, &["add", "."]);
        run(root, &["commit", "-qm", "first"]);
        let git = Git::open(root).unwrap();
        let commit = git.commit_of("HEAD").unwrap();
        assert!(git.differing_files(&commit).unwrap().is_empty());
        assert_eq!(Git::checked_out(root), CheckedOut::Clean(commit.clone()));
        std::fs::write(root.join("a.txt"), "three\n").unwrap();
        std::fs::remove_file(root.join("b.txt")).unwrap();
        std::fs::write(root.join("ü c.txt"), "").unwrap();
        assert_eq!(git.differing_files(&commit).unwrap(), ["a.txt", "b.txt", "ü c.txt"]);
        let shown = |file: &ChangedFile| {
            let path = |path: &Option<String>| path.clone().unwrap_or_default();
            format!("{}>{}", path(&file.before), path(&file.after))
        };
        let changes: Vec<String> = git.changes_since(&commit).unwrap().iter().map(shown).collect();
        assert_eq!(changes, ["a.txt>a.txt", "b.txt>", ">ü c.txt"]);
        assert_eq!(Git::checked_out(root), CheckedOut::Changed);
        assert_eq!(git.file_at(&commit, "a.txt").as_deref(), Some("one\n"));
        assert_eq!(git.file_at(&commit, "ü c.txt"), None);
        std::fs::create_dir(root.join("part")).unwrap();
        let part = Git::open(&root.join("part")).unwrap();
        for outside in ["../a.txt", "./../a.txt", "x/../../a.txt", "/a.txt", ""] {
            assert_eq!(part.file_at(&commit, outside), None, "{outside}");
        }
        for reference in ["nowhere", "--all"] {
            let error = git.commit_of(reference).unwrap_err().to_string();
            assert_eq!(error, format!("git knows no commit `{reference}`"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn programs_that_a_repository_names_are_not_run() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        run(root, &["init", "-q"]);
        let (program, trace) = (root.join(".git/program"), root.join(".git/trace"));
        let script = format!("#!/bin/sh\necho run >> '{}'\nexit 0\n", trace.display());
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        std::fs::write(root.join(".gitattributes"), "*.txt diff=own\n").unwrap();
        std::fs::write(root.join("a.txt"), "one\n").unwrap();
        run(root, &["add", "."]);
        run(root, &["commit", "-qm", "first"]);
        std::fs::write(root.join("a.txt"), "high water\n").unwrap();
        run(root, &["commit", "-qam", "second"]);
        std::fs::rename(root.join("a.txt"), root.join("b.txt")).unwrap();
        run(root, &["add", "."]);
        run(root, &["commit", "-qm", "third"]);
        std::fs::write(root.join("b.txt"), "low water\n").unwrap();
        let path = program.to_str().unwrap();
        for name in [
            "diff.own.textconv", "diff.own.command", "diff.external", "core.fsmonitor",
            "gpg.program",
        ] {
            run(root, &["config", name, path]);
        }
        run(root, &["config", "log.showSignature", "true"]);
        let git = Git::open(root).unwrap();
        let head = git.commit_of("HEAD").unwrap();
        assert_eq!(git.commits_with_word("water", 10).unwrap().len(), 1);
        assert_eq!(git.renames(10).unwrap(), [("a.txt".to_owned(), "b.txt".to_owned())]);
        assert_eq!(git.changed_files(&head).unwrap().len(), 1);
        assert_eq!(git.differing_files(&head).unwrap(), ["b.txt"]);
        assert_eq!(git.file_at(&head, "b.txt").as_deref(), Some("high water\n"));
        assert_eq!(Git::checked_out(root), CheckedOut::Changed);
        assert!(!trace.exists(), "{}", std::fs::read_to_string(&trace).unwrap_or_default());
    }

    #[test]
    fn a_folder_without_history_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Git::open(folder.path()).is_err());
        run(folder.path(), &["init", "-q"]);
        run(folder.path(), &["commit", "-qm", "first", "--allow-empty"]);
        assert!(Git::open(folder.path()).is_ok());
    }
}
