//! Symbols that have another name now.
//!
//! The commit that removed a name is compared with the one before: if it added exactly one definition whose tokens are
//! those of the old one but for the name, that is the same symbol.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rutter_domain::{DocumentMention, Family, Symbol};
use rutter_engine::Snapshot;
use rutter_syntax::language_of;
use rutter_workspace::{ChangedFile, Git, hash};

use super::Target;
use rutter_domain::words::{contains_word, find_word};
use rutter_syntax::ParsedFile;

/// Names that are looked up in the history at most.
const MOST_NAMES: usize = 50;
/// Commits in which a name was added or removed that are looked at.
const MOST_COMMITS: usize = 4;
/// Changed files of a commit that are compared.
const MOST_FILES: usize = 60;
/// Renames of one symbol that are followed.
const MOST_STEPS: usize = 4;
/// A definition with fewer tokens may be the same as another one by chance.
const LEAST_BYTES: usize = 40;

/// The current names of renamed symbols.
pub(super) struct RenamedSymbols<'a> {
    snapshot: &'a Snapshot,
    history: Option<&'a Git>,
    known: HashMap<String, Option<Rename>>,
}

#[derive(Debug, Clone)]
struct Rename {
    /// The name of what the old symbol was defined in.
    owner: Option<String>,
    name: String,
    commit: String,
}

impl<'a> RenamedSymbols<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, history: Option<&'a Git>) -> RenamedSymbols<'a> {
        RenamedSymbols { snapshot, history, known: HashMap::new() }
    }

    /// The replacement for a mention of `name`, if the current name of the symbol is certain.
    pub(super) fn target(
        &mut self,
        mention: &DocumentMention,
        name: &str,
        owner: Option<&str>,
    ) -> Option<Target> {
        let mut current = self.renamed(name)?;
        if owner.is_some() && current.owner.as_deref() != owner {
            return None;
        }
        for _ in 0..MOST_STEPS {
            if !self.snapshot.paths_defining(&current.name).is_empty() {
                break;
            }
            let next = self.renamed(&current.name)?;
            current = Rename { owner: current.owner, ..next };
        }
        if self.snapshot.paths_defining(&current.name).is_empty() {
            return None;
        }
        let at = last_word(&mention.text, name)?;
        let mut text = mention.text.clone();
        text.replace_range(at..at + name.len(), &current.name);
        let commit = &current.commit[..current.commit.len().min(10)];
        let reason = format!("commit {commit} renamed `{name}` to `{}`", current.name);
        Some(Target { text, reason })
    }

    fn renamed(&mut self, name: &str) -> Option<Rename> {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        if self.known.len() >= MOST_NAMES {
            return None;
        }
        let found = self.history.and_then(|git| find_rename(git, name));
        self.known.insert(name.to_owned(), found.clone());
        found
    }
}

fn find_rename(git: &Git, name: &str) -> Option<Rename> {
    let commits = git.commits_with_word(name, MOST_COMMITS).ok()?;
    commits.into_iter().find_map(|commit| rename_in(git, commit, name))
}

fn rename_in(git: &Git, commit: String, name: &str) -> Option<Rename> {
    let mut files = git.changed_files(&commit).ok()?;
    files.truncate(MOST_FILES);
    let parent = format!("{commit}^");
    let before = parsed(git, &parent, &files, |file| file.before.as_deref());
    let removed: Vec<(&ParsedFile, &Symbol)> = (before.iter())
        .filter(|file| contains_word(&file.text, name))
        .flat_map(|file| file.facts.symbols.iter().map(move |symbol| (file, symbol)))
        .filter(|(_, symbol)| symbol.name == name)
        .collect();
    // Several definitions of that name may have become different things.
    let [(old_file, old)] = removed.as_slice() else { return None };
    if old.span.slice(&old_file.text).len() < LEAST_BYTES {
        return None;
    }
    let subject = old_file.subject_hash(old);
    let known: HashSet<&str> = before
        .iter()
        .flat_map(|file| &file.facts.symbols)
        .map(|symbol| symbol.name.as_str())
        .collect();
    let after = parsed(git, &commit, &files, |file| file.after.as_deref());
    let mut same = Vec::new();
    for file in &after {
        for symbol in &file.facts.symbols {
            // It must be gone, not have a copy of another name.
            if symbol.name == name {
                return None;
            }
            let is_new = !known.contains(symbol.name.as_str()) && symbol.kind == old.kind;
            if is_new && file.subject_hash(symbol) == subject {
                same.push(symbol.name.clone());
            }
        }
    }
    match <[String; 1]>::try_from(same) {
        Ok([new_name]) => {
            let owner = old.parent.and_then(|at| old_file.facts.symbols.get(at as usize));
            Some(Rename { owner: owner.map(|owner| owner.name.clone()), name: new_name, commit })
        }
        Err(_) => None,
    }
}

/// The changed files of code as of a revision.
fn parsed(
    git: &Git,
    revision: &str,
    files: &[ChangedFile],
    path_of: impl Fn(&ChangedFile) -> Option<&str>,
) -> Vec<ParsedFile> {
    let code = files.iter().filter_map(path_of).filter_map(|path| {
        let text = git.file_at(revision, path)?;
        let language = language_of(path, &text);
        if language.family() != Family::Code {
            return None;
        }
        let facts = Arc::new(rutter_syntax::read(language, &text));
        Some(ParsedFile::new(path, hash(text.as_bytes()), language, text, facts))
    });
    code.collect()
}

/// Position of the last occurrence of a name in a text.
fn last_word(text: &str, name: &str) -> Option<usize> {
    let mut found = None;
    let mut start = 0;
    while let Some(at) = text.get(start..).and_then(|rest| find_word(rest, name)) {
        found = Some(start + at);
        start += at + name.len();
    }
    found
}
