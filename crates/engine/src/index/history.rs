//! Reads git's history of the files: words of commit messages, and which files change together.
//!
//! The result depends only on the commit that is checked out and on the number of indexed files. Each update
//! lists the last commits again; their messages and files are cached by hash, so that a new commit costs one
//! commit, and rewritten history or another branch only the commits that differ. Everything is kept beside the
//! index and is safe to lose. Start at [`CommitHistory::update`] and [`CommitHistory::load`].

mod together;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use rutter_domain::Stat;
use rutter_search::MessageIndex;
use rutter_workspace::{CommitRecord, Git, RepoLayout, redact, stat_at};
use serde::{Deserialize, Serialize};

use crate::index::derived_file::{read_stamped, write_stamped};
pub use together::ChangedTogether;

/// The number of commits to read is the number of files, within these bounds, so that their cost stays in
/// proportion. More commits than this find no more files.
const MIN_COMMITS: usize = 300;
const MAX_COMMITS: usize = 500;
/// A commit that changes more files says little about each.
const MAX_FILES: usize = 30;
/// Longer messages are truncated.
const MAX_MESSAGE_BYTES: usize = 1_000;

/// File names, and the version of their format and of how their content is computed.
const FILE_NAME: &str = "history";
const COMMITS_NAME: &str = "commits";
const FILE_VERSION: u32 = 1;

/// The history in the form that queries use.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CommitHistory {
    /// Changes when another commit is made or checked out; `None` without a repository.
    mark: Option<HeadMark>,
    pub state: HistoryState,
    pub messages: MessageIndex,
    pub together: ChangedTogether,
}

/// How much of the history was read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HistoryState {
    /// No git, no repository, or no commit yet.
    #[default]
    Absent,
    /// This many commits were read.
    Commits(usize),
    /// The clone does not hold the commits before these.
    Shallow(usize),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct HeadMark {
    path: PathBuf,
    stat: Option<Stat>,
    /// Number of commits that were asked for.
    limit: usize,
    /// Whether git keeps a log of HEAD, which changes with every commit.
    is_sure: bool,
}

/// A commit as it is kept: its redacted message, and the files it changed.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct KeptCommit {
    hash: String,
    message: String,
    files: Vec<(Option<String>, Option<String>)>,
}

impl KeptCommit {
    fn new(record: CommitRecord) -> KeptCommit {
        let message = clean_message(&record.message);
        let is_huge = record.files.len() > MAX_FILES;
        let files = if is_huge { Vec::new() } else { record.files };
        let files = files.into_iter().map(|file| (file.before, file.after)).collect();
        KeptCommit { hash: record.hash, message, files }
    }
}

impl CommitHistory {
    /// The stored history; an empty one if there is none or if it is damaged.
    pub fn load(layout: &RepoLayout) -> CommitHistory {
        read_stamped(layout, FILE_NAME, &FILE_VERSION).unwrap_or_default()
    }

    /// Whether another commit may be checked out than the one it was read for, or a repository was created.
    pub fn is_outdated(&self, layout: &RepoLayout) -> bool {
        match &self.mark {
            Some(mark) => stat_at(&mark.path) != mark.stat,
            None => layout.root.join(".git").exists(),
        }
    }

    /// Brings the stored history up to the commit that is checked out. The caller holds the writer's lock. Without
    /// git or commits the history is empty, which is not an error.
    pub fn update(layout: &RepoLayout, n_files: usize) -> CommitHistory {
        CommitHistory::update_from(layout, n_files, None)
    }

    /// As [`CommitHistory::update`], with commits from [`LastCommits::read_ahead`], if those were read with the
    /// same limit.
    pub fn update_from(
        layout: &RepoLayout,
        n_files: usize,
        ahead: Option<LastCommits>,
    ) -> CommitHistory {
        let before = CommitHistory::load(layout);
        let limit = limit_of(n_files);
        if before.is_current(layout, limit) {
            return before;
        }
        let ahead = ahead.filter(|commits| commits.mark.limit == limit);
        let commits = ahead.or_else(|| LastCommits::read(layout, limit));
        let after = commits.map(CommitHistory::of).unwrap_or_default();
        if after != before {
            write_stamped(layout, FILE_NAME, &FILE_VERSION, &after);
        }
        after
    }

    /// Whether it was read for the commit that is checked out, with this many commits.
    fn is_current(&self, layout: &RepoLayout, limit: usize) -> bool {
        let is_same = |mark: &HeadMark| mark.is_sure && mark.limit == limit;
        self.mark.as_ref().is_some_and(is_same) && !self.is_outdated(layout)
    }

    fn of(last: LastCommits) -> CommitHistory {
        let LastCommits { mark, state, commits } = last;
        let files = present_files(&commits);
        let messages: Vec<(&str, Vec<&str>)> = (commits.iter().zip(&files))
            .map(|(commit, files)| {
                (commit.message.as_str(), files.iter().map(String::as_str).collect())
            })
            .collect();
        CommitHistory {
            mark: Some(mark),
            state,
            messages: MessageIndex::build(messages.iter().map(|(text, files)| (*text, &**files))),
            together: ChangedTogether::count(messages.iter().map(|(_, files)| &**files)),
        }
    }

    /// A digest of everything that answers depend on.
    pub fn digest(&self) -> Option<[u8; 16]> {
        if self.state == HistoryState::Absent {
            return None;
        }
        let bytes = postcard::to_stdvec(&(self.state, &self.messages, &self.together)).ok()?;
        Some(rutter_workspace::hash(&bytes).0)
    }
}

/// Number of commits to read for this many files.
fn limit_of(n_files: usize) -> usize {
    n_files.clamp(MIN_COMMITS, MAX_COMMITS)
}

/// The last commits up to HEAD, newest first.
#[derive(Debug)]
pub struct LastCommits {
    mark: HeadMark,
    state: HistoryState,
    commits: Vec<KeptCommit>,
}

impl LastCommits {
    /// Reads the commits that [`CommitHistory::update_from`] will need if there are this many files, so that git
    /// can run while they are indexed. `None` if it needs none.
    pub fn read_ahead(layout: &RepoLayout, n_files: usize) -> Option<LastCommits> {
        let limit = limit_of(n_files);
        let is_current = CommitHistory::load(layout).is_current(layout, limit);
        if is_current { None } else { LastCommits::read(layout, limit) }
    }

    /// Returns `None` if there is no history.
    fn read(layout: &RepoLayout, limit: usize) -> Option<LastCommits> {
        let git = Git::open(&layout.root).ok()?;
        // Taken before the commits are listed, so that a commit in between shows.
        let log = git.head_log();
        let is_sure = log.is_some();
        let path = log.unwrap_or_else(|| layout.root.join(".git/HEAD"));
        let mark = HeadMark { stat: stat_at(&path), path, limit, is_sure };
        let hashes = git.recent_commits(limit).ok()?;
        let commits = commits_of(layout, &git, &hashes)?;
        let state = match git.history() {
            rutter_workspace::History::Whole => HistoryState::Commits(commits.len()),
            rutter_workspace::History::Shallow => HistoryState::Shallow(commits.len()),
        };
        Some(LastCommits { mark, state, commits })
    }
}

/// The commits of these hashes, in this order; git is asked only for those that are not cached.
fn commits_of(layout: &RepoLayout, git: &Git, hashes: &[String]) -> Option<Vec<KeptCommit>> {
    let kept: Option<Vec<KeptCommit>> = read_stamped(layout, COMMITS_NAME, &FILE_VERSION);
    let kept = kept.unwrap_or_default();
    let mut known: HashMap<String, KeptCommit> =
        kept.into_iter().map(|commit| (commit.hash.clone(), commit)).collect();
    let new: Vec<&str> =
        hashes.iter().map(String::as_str).filter(|hash| !known.contains_key(*hash)).collect();
    for record in git.commit_records(&new).ok()? {
        known.insert(record.hash.clone(), KeptCommit::new(record));
    }
    let is_changed = !new.is_empty() || known.len() != hashes.len();
    let commits: Vec<KeptCommit> = hashes.iter().filter_map(|hash| known.remove(hash)).collect();
    if is_changed {
        write_stamped(layout, COMMITS_NAME, &FILE_VERSION, &commits);
    }
    Some(commits)
}

/// For each commit, newest first, the files it changed, by their current paths. Files that were deleted later are
/// left out.
fn present_files(commits: &[KeptCommit]) -> Vec<Vec<String>> {
    // From an old path to the current one, or to `None` if the file was deleted.
    let mut now: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut all = Vec::with_capacity(commits.len());
    // From the newest on, so that later renames are known when an older commit is read.
    for commit in commits {
        let mut files: Vec<String> = Vec::new();
        let mut before_this: Vec<(String, Option<String>)> = Vec::new();
        for (before, after) in &commit.files {
            let current = match after {
                Some(path) => now.get(path).cloned().unwrap_or_else(|| Some(path.clone())),
                None => None,
            };
            if let Some(before) = before.as_ref().filter(|path| after.as_ref() != Some(path)) {
                before_this.push((before.clone(), current.clone()));
            }
            files.extend(current);
        }
        for (path, current) in before_this {
            now.entry(path).or_insert(current);
        }
        let mut seen = HashSet::new();
        files.retain(|path| seen.insert(path.clone()));
        all.push(files);
    }
    all
}

/// The words of a message that may be about the code: without trailers, addresses and numbers, and without
/// secrets.
fn clean_message(message: &str) -> String {
    let is_trailer = |line: &str| {
        let key = line.split_once(": ").map_or("", |(key, _)| key);
        let is_key =
            !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
        // `Signed-off-by: …` and the like; `fix: …` is the start of a message.
        is_key && key.contains('-') && key.starts_with(|c: char| c.is_ascii_uppercase())
    };
    let is_word =
        |word: &&str| !word.contains("://") && !word.contains('@') && !word.starts_with('#');
    let lines = message.lines().filter(|line| !is_trailer(line));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).filter(is_word).collect();
    let text = words.join(" ");
    redact(rutter_domain::text::truncate(&text, MAX_MESSAGE_BYTES)).text.into_owned()
}

#[cfg(test)]
mod tests;
