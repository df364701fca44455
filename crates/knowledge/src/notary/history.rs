//! What git says about a file or a symbol that is gone, within a bounded number of questions.

use rutter_domain::{Family, Language, SymbolKind};
use rutter_syntax::ParsedFile;
use rutter_workspace::Git;

use crate::fix_docs::renamed_symbol::parsed_at;
use rutter_domain::words::contains_word;

/// Names that are sought in the history of one run at most; each may take git seconds.
const MOST_NAMES: usize = 30;
/// Paths that are sought at most.
const MOST_PATHS: usize = 200;
/// Commits in which a name was added or removed that are looked at.
const MOST_COMMITS: usize = 12;
/// Changed files of a commit that are compared.
const MOST_FILES: usize = 60;

/// The commit that removed something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Removal {
    pub(super) commit: String,
    /// The file that had it, or for a file that was renamed, its new path.
    pub(super) path: Option<String>,
}

/// The history of a repository, with what may still be asked of it.
pub(super) struct PastCode {
    git: Option<Git>,
    n_names: usize,
    n_paths: usize,
    /// Names and paths that were not sought any more.
    pub(super) n_unsought: usize,
}

impl PastCode {
    pub(super) fn new(git: Option<Git>) -> PastCode {
        PastCode { git, n_names: MOST_NAMES, n_paths: MOST_PATHS, n_unsought: 0 }
    }

    /// The last commit that removed a file, or the last file of a folder.
    pub(super) fn removed_path(&mut self, path: &str) -> Option<Removal> {
        let git = self.git.as_ref()?;
        if self.n_paths == 0 {
            self.n_unsought += 1;
            return None;
        }
        self.n_paths -= 1;
        let commit = git.last_removal(path).ok()??;
        let changes = git.changed_files(&commit).unwrap_or_default();
        let renamed = changes.into_iter().find(|file| file.before.as_deref() == Some(path));
        Some(Removal { commit, path: renamed.and_then(|file| file.after) })
    }

    pub(super) fn ignores(&self, path: &str) -> bool {
        self.git.as_ref().is_some_and(|git| git.ignores(path))
    }

    /// The commit that removed the definition of a name.
    pub(super) fn removed_name(&mut self, name: &str) -> Option<Removal> {
        let git = self.git.as_ref()?;
        if self.n_names == 0 {
            self.n_unsought += 1;
            return None;
        }
        self.n_names -= 1;
        let commits = git.commits_with_word(name, MOST_COMMITS).ok()?;
        commits.into_iter().find_map(|commit| removal_in(git, commit, name))
    }
}

fn removal_in(git: &Git, commit: String, name: &str) -> Option<Removal> {
    let mut files = git.changed_files(&commit).ok()?;
    let is_code = |path: &Option<String>| {
        path.as_deref().is_some_and(|path| Language::of_path(path).family() == Family::Code)
    };
    files.retain(|file| is_code(&file.before) || is_code(&file.after));
    files.truncate(MOST_FILES);
    let defines = |file: &ParsedFile| {
        let mut own = file.facts.symbols.iter();
        contains_word(&file.text, name)
            && own.any(|symbol| symbol.name == name && symbol.kind != SymbolKind::Section)
    };
    let before = parsed_at(git, &format!("{commit}^"), &files, |file| file.before.as_deref());
    let path = before.into_iter().find(defines)?.path;
    let after = parsed_at(git, &commit, &files, |file| file.after.as_deref());
    (!after.iter().any(defines)).then_some(Removal { commit, path: Some(path) })
}
