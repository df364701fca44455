//! The rules of ignore files.
//!
//! Git's rules, read by the `ignore` crate, in ripgrep's order: `.rutterignore` before `.ignore`
//! before `.gitignore`, a deeper file before a higher one, then `.git/info/exclude`, then the
//! user's global excludes. Nothing above the root counts. Hidden names are left out unless a rule
//! brings them back.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde::Serialize;

use super::open::{Bytes, WorkingTree};
use super::source::decode;

/// Names of ignore files, strongest first.
pub(crate) const IGNORE_FILES: [&str; 3] = [".rutterignore", ".ignore", ".gitignore"];

/// Git's own list of what this clone leaves out, relative to the root.
pub(crate) const EXCLUDE_FILE: &str = ".git/info/exclude";

/// Larger ignore files are not read.
const LIMIT_BYTES: u64 = 4 << 20;

/// The rules that hold in one folder: its own, and those of the folders above.
#[derive(Debug)]
pub(crate) struct Rules {
    parent: Option<Arc<Rules>>,
    /// The folder of the rules, relative to the root.
    folder: String,
    /// In the order of [`IGNORE_FILES`].
    own: [Option<Gitignore>; 3],
    /// At the root only: [`EXCLUDE_FILE`] and the user's global excludes.
    outer: Vec<(OuterRules, Gitignore)>,
}

/// The source of rules that are not in an ignore file of the tree.
#[derive(Debug, Clone, Copy)]
enum OuterRules {
    Exclude,
    Global,
}

/// The rule that ignores an entry or brings it back.
enum Decider<'a> {
    /// The ignore file of a folder, by its place in [`IGNORE_FILES`].
    Own(&'a str, usize),
    Outer(OuterRules),
    /// The name begins with a dot, and no rule matches.
    Name,
}

/// Whether a name is ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Keep,
    Ignore,
}

/// The rule that ignores a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IgnoredBy {
    /// An ignore file, relative to the root.
    RuleFile(String),
    /// Git's list of what the user ignores everywhere.
    GlobalExcludes,
    /// The name begins with a dot, and no rule brings it back.
    HiddenName,
}

impl Serialize for IgnoredBy {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for IgnoredBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IgnoredBy::RuleFile(path) => write!(f, "`{path}`"),
            IgnoredBy::GlobalExcludes => f.write_str("git's global excludes"),
            IgnoredBy::HiddenName => f.write_str("its hidden name"),
        }
    }
}

impl Rules {
    /// The rules in the folder in which a walk begins, at `relative` from the root of the tree.
    pub(crate) fn at_root(
        tree: &WorkingTree,
        folder: &Path,
        relative: &str,
        names: &[&OsStr],
    ) -> Arc<Rules> {
        let mut outer = Vec::new();
        outer.extend(read(tree, folder, EXCLUDE_FILE).map(|rules| (OuterRules::Exclude, rules)));
        let (global, _) = GitignoreBuilder::new(folder).build_global();
        if !global.is_empty() {
            outer.push((OuterRules::Global, global));
        }
        let own = own_rules(tree, folder, relative, names);
        Arc::new(Rules { parent: None, folder: relative.to_owned(), own, outer })
    }

    /// The rules in a folder below, whose entries bear these names.
    pub(crate) fn below(
        self: &Arc<Rules>,
        tree: &WorkingTree,
        folder: &Path,
        relative: &str,
        names: &[&OsStr],
    ) -> Arc<Rules> {
        let own = own_rules(tree, folder, relative, names);
        if own.iter().all(Option::is_none) {
            return Arc::clone(self);
        }
        let (parent, folder) = (Some(Arc::clone(self)), relative.to_owned());
        Arc::new(Rules { parent, folder, own, outer: Vec::new() })
    }

    /// Whether an entry of this folder is left out.
    pub(crate) fn judge(&self, path: &Path, name: &OsStr, is_folder: bool) -> Verdict {
        self.decide(path, name, is_folder).0
    }

    /// The rule that ignores an entry of this folder; `None` if none does.
    pub(crate) fn ignored_by(
        &self,
        path: &Path,
        name: &OsStr,
        is_folder: bool,
    ) -> Option<IgnoredBy> {
        let (verdict, decider) = self.decide(path, name, is_folder);
        (verdict == Verdict::Ignore).then(|| match decider {
            Decider::Own("", strength) => IgnoredBy::RuleFile(IGNORE_FILES[strength].to_owned()),
            Decider::Own(folder, strength) => {
                IgnoredBy::RuleFile(format!("{folder}/{}", IGNORE_FILES[strength]))
            }
            Decider::Outer(OuterRules::Exclude) => IgnoredBy::RuleFile(EXCLUDE_FILE.to_owned()),
            Decider::Outer(OuterRules::Global) => IgnoredBy::GlobalExcludes,
            Decider::Name => IgnoredBy::HiddenName,
        })
    }

    fn decide(&self, path: &Path, name: &OsStr, is_folder: bool) -> (Verdict, Decider<'_>) {
        for strength in 0..IGNORE_FILES.len() {
            let mut rules = Some(self);
            while let Some(level) = rules {
                if let Some(own) = &level.own[strength]
                    && let Some(verdict) = decide(own.matched(path, is_folder))
                {
                    return (verdict, Decider::Own(&level.folder, strength));
                }
                rules = level.parent.as_deref();
            }
        }
        let mut top = self;
        while let Some(parent) = &top.parent {
            top = parent;
        }
        for (kind, outer) in &top.outer {
            if let Some(verdict) = decide(outer.matched(path, is_folder)) {
                return (verdict, Decider::Outer(*kind));
            }
        }
        let is_hidden = name.as_encoded_bytes().first() == Some(&b'.');
        let verdict = if is_hidden { Verdict::Ignore } else { Verdict::Keep };
        (verdict, Decider::Name)
    }
}

fn own_rules(
    tree: &WorkingTree,
    folder: &Path,
    relative: &str,
    names: &[&OsStr],
) -> [Option<Gitignore>; 3] {
    IGNORE_FILES.map(|file| {
        if !names.contains(&OsStr::new(file)) {
            return None;
        }
        let path = if relative.is_empty() { file.to_owned() } else { format!("{relative}/{file}") };
        read(tree, folder, &path)
    })
}

/// Reads an ignore file, whose rules are relative to `folder`. As in git, a link is not followed, and
/// invalid lines are skipped.
fn read(tree: &WorkingTree, folder: &Path, path: &str) -> Option<Gitignore> {
    let Ok(Bytes::Whole(bytes, _)) = tree.read(path, LIMIT_BYTES) else { return None };
    let text = decode(bytes)?;
    let mut builder = GitignoreBuilder::new(folder);
    for line in text.lines() {
        // An invalid line is skipped, as in git.
        let _ = builder.add_line(None, line);
    }
    builder.build().ok().filter(|rules| !rules.is_empty())
}

fn decide<T>(found: Match<T>) -> Option<Verdict> {
    match found {
        Match::None => None,
        Match::Ignore(_) => Some(Verdict::Ignore),
        Match::Whitelist(_) => Some(Verdict::Keep),
    }
}
