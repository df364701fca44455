//! Walks the tree: every file that may be indexed, with its size and time.
//!
//! Folders are read in parallel. Links are never followed, so loops cannot occur. What is left
//! out is counted. The time of each folder is taken before it is read, so that whatever happens
//! in it afterwards shows as a change at the next look.

use std::ffi::OsStr;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::rules::{IGNORE_FILES, Rules, Verdict, exclude_file};

/// A file's size and time of last change: when both stand still, so does the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stat {
    pub(crate) n_bytes: u64,
    pub(crate) modified_ns: i64,
}

impl Stat {
    pub(crate) fn of(metadata: &fs::Metadata) -> Stat {
        Stat { n_bytes: metadata.len(), modified_ns: nanoseconds(metadata.modified().ok()) }
    }

    /// The stat of whatever lies there, itself and not what it links to.
    pub(crate) fn at(path: &Path) -> Option<Stat> {
        fs::symlink_metadata(path).ok().map(|metadata| Stat::of(&metadata))
    }
}

/// A file that may be indexed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// Relative to the root, with `/`.
    pub(crate) path: String,
    pub(crate) stat: Stat,
}

/// All that the walk saw.
#[derive(Debug, Default)]
pub(crate) struct Walked {
    /// Sorted by path.
    pub(crate) files: Vec<Found>,
    /// Every folder that was read, with its time before it was; relative, the root is ``.
    pub(crate) folders: Vec<(String, i64)>,
    /// Files whose change changes the walk: ignore files. Relative, with their stat.
    pub(crate) rule_files: Vec<(String, Option<Stat>)>,
    pub(crate) n_ignored: u64,
    pub(crate) n_not_files: u64,
    pub(crate) n_unreadable: u64,
}

/// Walks the tree under `root`, leaving out `data`, rutter's own folder.
pub(crate) fn walk(root: &Path, data: &Path) -> Result<Walked, Error> {
    fs::read_dir(root).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => Error::NoFolder { path: root.to_owned() },
        _ => Error::ReadFolder { path: root.to_owned(), source },
    })?;
    let gathered = Mutex::new(Walked::default());
    let exclude = exclude_file(root);
    gathered
        .lock()
        .expect("no thread has panicked")
        .rule_files
        .push((".git/info/exclude".to_owned(), Stat::at(&exclude)));
    let visit = Visit { root, data, gathered: &gathered };
    rayon::scope(|scope| visit.folder(scope, root.to_owned(), String::new(), None));
    let mut walked = gathered.into_inner().expect("no thread has panicked");
    walked.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walked.folders.sort_unstable();
    walked.rule_files.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Ok(walked)
}

#[derive(Clone, Copy)]
struct Visit<'a> {
    root: &'a Path,
    data: &'a Path,
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
        let modified_ns = Stat::at(&folder).map_or(0, |stat| stat.modified_ns);
        let mut own = Walked::default();
        own.folders.push((relative.clone(), modified_ns));
        match fs::read_dir(&folder) {
            Ok(entries) => {
                let entries: Vec<DirEntry> = entries.flatten().collect();
                self.entries(scope, &folder, &relative, entries, above, &mut own);
            }
            Err(_) => own.n_unreadable += 1,
        }
        let mut gathered = self.gathered.lock().expect("no thread has panicked");
        gathered.files.append(&mut own.files);
        gathered.folders.append(&mut own.folders);
        gathered.rule_files.append(&mut own.rule_files);
        gathered.n_ignored += own.n_ignored;
        gathered.n_not_files += own.n_not_files;
        gathered.n_unreadable += own.n_unreadable;
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
        let rules = match above {
            Some(above) => above.below(folder, &rule_names),
            None => Rules::at_root(self.root, &rule_names),
        };
        for name in rule_names {
            let stat = Stat::at(&folder.join(name));
            own.rule_files.push((join(relative, &name.to_string_lossy()), stat));
        }
        for (entry, name) in entries.iter().zip(&names) {
            if name == ".git" || name == ".rutter" {
                continue;
            }
            let path = entry.path();
            let Ok(kind) = entry.file_type() else {
                own.n_unreadable += 1;
                continue;
            };
            if kind.is_dir() && path == self.data {
                continue;
            }
            if rules.judge(&path, name, kind.is_dir()) == Verdict::Ignore {
                own.n_ignored += 1;
                continue;
            }
            let Some(name) = name.to_str() else {
                own.n_unreadable += 1;
                continue;
            };
            let relative = join(relative, name);
            if kind.is_dir() {
                let rules = Arc::clone(&rules);
                scope.spawn(move |scope| self.folder(scope, path, relative, Some(rules)));
            } else if kind.is_file() {
                match entry.metadata() {
                    Ok(metadata) => {
                        own.files.push(Found { path: relative, stat: Stat::of(&metadata) });
                    }
                    // Gone between the listing and the look.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(_) => own.n_unreadable += 1,
                }
            } else {
                own.n_not_files += 1;
            }
        }
    }
}

/// Now, on the clock that file times are on.
pub(crate) fn now_ns() -> i64 {
    nanoseconds(Some(SystemTime::now()))
}

fn nanoseconds(time: Option<SystemTime>) -> i64 {
    let Some(time) = time else { return 0 };
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => -i64::try_from(before.duration().as_nanos()).unwrap_or(i64::MAX),
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
