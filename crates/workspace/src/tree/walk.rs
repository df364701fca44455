//! Walks the tree: every file that may be indexed, with its stat.
//!
//! Folders are read in parallel. Links are never followed, so loops cannot occur. What is left
//! out is counted. The stat of each folder is taken before it is read, so that a later change
//! in it shows at the next scan.

use std::ffi::OsStr;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::Match;
use ignore::overrides::Override;
use rutter_domain::{SkipReason, Stat, nearest_paths};
use serde::{Deserialize, Serialize};

use super::ignore::{EXCLUDE_FILE, IGNORE_FILES, Rules, Verdict};
use super::left_out::LeftOut;
use super::open::WorkingTree;
use super::stat::{now_ns, stat_at};
use crate::Error;

/// A file that may be indexed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFile {
    /// Relative to the root, with `/`.
    pub path: String,
    pub stat: Stat,
}

/// A folder or an ignore file. If its stat differs, the tree has to be walked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watched {
    /// Relative to the root, with `/`.
    pub path: String,
    /// `None` if there is nothing at the path.
    pub stat: Option<Stat>,
    /// Whether a later change must show in the stat.
    pub is_settled: bool,
}

impl Watched {
    /// Takes the current stat of `path`.
    fn now(root: &Path, path: String) -> Watched {
        let clock_ns = now_ns();
        let stat = stat_at(&root.join(&path));
        let is_settled = stat.is_none_or(|stat| stat.is_settled(clock_ns));
        Watched { path, stat, is_settled }
    }

    /// Whether it may have changed since.
    pub fn may_differ(&self, root: &Path) -> bool {
        !self.is_settled || stat_at(&root.join(&self.path)) != self.stat
    }
}

/// The result of a walk.
#[derive(Debug, Default)]
pub struct Walked {
    /// Sorted by path.
    pub files: Vec<FoundFile>,
    /// Every folder that was read, as it was before; the path is relative, empty for the root.
    pub folders: Vec<Watched>,
    /// Ignore files: a change of one changes the result of the walk.
    pub rule_files: Vec<Watched>,
    pub n_ignored: u64,
    pub n_not_files: u64,
    /// The entries counted above, if the walk names them.
    pub left_out: Vec<LeftOut>,
    /// Paths that could not be read, each with the reason.
    pub problems: Vec<String>,
}

impl Walked {
    /// Files with the same name as that of `path`, or nearly that path.
    pub(crate) fn near_paths(&self, path: &str) -> Vec<String> {
        nearest_paths(path, self.files.iter().map(|file| file.path.as_str()))
    }

    fn problem(&mut self, path: &str, error: &io::Error) {
        let path = if path.is_empty() { "." } else { path };
        self.problems.push(format!("{path}: {error}"));
    }
}

/// Walks the tree under `root`, leaving out `data`, rutter's own folder.
pub fn walk(root: &Path, data: &Path) -> Result<Walked, Error> {
    walk_all(root, data, false)
}

/// The paths that a walk leaves out, sorted: ignored files, ignored folders as one entry, and special files.
pub fn list_left_out(root: &Path, data: &Path) -> Result<Vec<LeftOut>, Error> {
    let mut left_out = walk_all(root, data, true)?.left_out;
    left_out.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    Ok(left_out)
}

fn walk_all(root: &Path, data: &Path, names_left_out: bool) -> Result<Walked, Error> {
    let tree = WorkingTree::open(root).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => Error::NoFolder { path: root.to_owned() },
        _ => Error::ReadFolder { path: root.to_owned(), source },
    })?;
    let walk = Walk { root, data, tree: &tree, overrides: None, cancelled: None, names_left_out };
    Ok(walk.run("", None))
}

/// The settings of a walk.
pub(crate) struct Walk<'a> {
    pub root: &'a Path,
    pub data: &'a Path,
    pub tree: &'a WorkingTree,
    /// Globs of the user, which are stronger than ignore files.
    pub overrides: Option<&'a Override>,
    /// Ends the walk early, with what it has seen.
    pub cancelled: Option<&'a AtomicBool>,
    /// Whether what is left out is named, not only counted.
    pub names_left_out: bool,
}

impl Walk<'_> {
    /// Walks the folder at `start`, relative to the root. `above` are the rules that hold for its
    /// entries from folders above it; without them it is a root of its own.
    pub fn run(&self, start: &str, above: Option<Arc<Rules>>) -> Walked {
        let exclude = Watched::now(self.root, EXCLUDE_FILE.to_owned());
        let gathered = Mutex::new(Walked { rule_files: vec![exclude], ..Walked::default() });
        let visit = Visit { walk: self, gathered: &gathered };
        let folder = if start.is_empty() { self.root.to_owned() } else { self.root.join(start) };
        rayon::scope(|scope| visit.folder(scope, folder, start.to_owned(), above));
        let mut walked = gathered.into_inner().unwrap_or_else(PoisonError::into_inner);
        walked.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        walked.folders.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        walked.rule_files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        walked
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.is_some_and(|cancelled| cancelled.load(Ordering::Relaxed))
    }

    /// Whether an entry is left out, by a glob of the user or by the rules of its folder.
    pub fn judge(&self, rules: &Rules, path: &Path, name: &OsStr, is_folder: bool) -> Verdict {
        match self.overrides.map_or(Match::None, |globs| globs.matched(path, is_folder)) {
            Match::None => rules.judge(path, name, is_folder),
            Match::Ignore(_) => Verdict::Ignore,
            Match::Whitelist(_) => Verdict::Keep,
        }
    }
}

#[derive(Clone, Copy)]
struct Visit<'a> {
    walk: &'a Walk<'a>,
    gathered: &'a Mutex<Walked>,
}

impl<'a> Visit<'a> {
    fn folder(
        self,
        scope: &rayon::Scope<'a>,
        folder: PathBuf,
        relative: String,
        above: Option<Arc<Rules>>,
    ) {
        if self.walk.is_cancelled() {
            return;
        }
        let mut own = Walked::default();
        own.folders.push(Watched::now(self.walk.root, relative.clone()));
        match fs::read_dir(&folder) {
            Ok(entries) => {
                let entries: Vec<DirEntry> = entries.flatten().collect();
                self.entries(scope, &folder, &relative, entries, above, &mut own);
            }
            Err(error) => own.problem(&relative, &error),
        }
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        gathered.files.append(&mut own.files);
        gathered.folders.append(&mut own.folders);
        gathered.rule_files.append(&mut own.rule_files);
        gathered.left_out.append(&mut own.left_out);
        gathered.problems.append(&mut own.problems);
        gathered.n_ignored += own.n_ignored;
        gathered.n_not_files += own.n_not_files;
    }

    fn entries(
        self,
        scope: &rayon::Scope<'a>,
        folder: &Path,
        relative: &str,
        entries: Vec<DirEntry>,
        above: Option<Arc<Rules>>,
        own: &mut Walked,
    ) {
        let names: Vec<_> = entries.iter().map(DirEntry::file_name).collect();
        let rule_names: Vec<&OsStr> = names
            .iter()
            .map(std::ffi::OsString::as_os_str)
            .filter(|name| IGNORE_FILES.iter().any(|file| name == file))
            .collect();
        // Their stats are taken before they are read, so that a change in between shows.
        for name in &rule_names {
            let path = join(relative, &name.to_string_lossy());
            own.rule_files.push(Watched::now(self.walk.root, path));
        }
        let rules = match above {
            Some(above) => above.below(self.walk.tree, folder, relative, &rule_names),
            None => Rules::at_root(self.walk.tree, folder, relative, &rule_names),
        };
        for (entry, name) in entries.iter().zip(&names) {
            if name == ".git" || name == ".rutter" {
                continue;
            }
            let path = entry.path();
            let kind = match entry.file_type() {
                Ok(kind) => kind,
                Err(error) => {
                    own.problem(&join(relative, &name.to_string_lossy()), &error);
                    continue;
                }
            };
            if kind.is_dir() && path == self.walk.data {
                continue;
            }
            if self.walk.judge(&rules, &path, name, kind.is_dir()) == Verdict::Ignore {
                own.n_ignored += 1;
                if self.walk.names_left_out
                    && let Some(by) = rules.ignored_by(&path, name, kind.is_dir())
                {
                    let end = if kind.is_dir() { "/" } else { "" };
                    let path = join(relative, &name.to_string_lossy()) + end;
                    own.left_out.push(LeftOut::ignored(path, by));
                }
                continue;
            }
            let Some(name) = name.to_str() else {
                let path = join(relative, &name.to_string_lossy());
                own.problem(&path, &io::Error::other("its name is not UTF-8"));
                continue;
            };
            let relative = join(relative, name);
            if kind.is_dir() {
                let rules = Arc::clone(&rules);
                scope.spawn(move |scope| self.folder(scope, path, relative, Some(rules)));
            } else if kind.is_file() {
                match entry.metadata() {
                    Ok(metadata) => {
                        own.files.push(FoundFile { path: relative, stat: Stat::of(&metadata) });
                    }
                    // Removed between the listing and the stat.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => own.problem(&relative, &error),
                }
            } else {
                own.n_not_files += 1;
                if self.walk.names_left_out {
                    own.left_out.push(LeftOut::new(relative, SkipReason::NotAFile));
                }
            }
        }
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
