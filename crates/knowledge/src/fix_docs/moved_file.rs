//! Finds files that have moved since a document named their path.

use std::collections::{HashMap, HashSet};

use rutter_domain::{DocumentMention, MentionKind};
use rutter_engine::Snapshot;
use rutter_workspace::Git;

use super::Target;
use rutter_gaps::LinkTarget;
use rutter_graph::path_text::{join, name_of, parent_of};

/// Names that many folders have, so that even a unique one may be another file.
const COMMON_NAMES: &[&str] = &[
    "README.md", "index.md", "index.rst", "index.js", "index.ts", "mod.rs", "lib.rs", "main.rs",
    "main.go", "main.py", "__init__.py", "package.json", "Cargo.toml", "Makefile", "setup.py",
    "utils.py", "config.toml", "settings.py",
];

/// Renames beyond this number are not followed.
const MOST_RENAMES: usize = 50_000;

/// Where files have moved to.
pub(super) struct MovedFiles<'a> {
    paths: HashSet<&'a str>,
    by_name: HashMap<&'a str, Vec<&'a str>>,
    history: Option<&'a Git>,
    renames: Option<HashMap<String, String>>,
}

impl<'a> MovedFiles<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, history: Option<&'a Git>) -> MovedFiles<'a> {
        let paths: HashSet<&str> = snapshot.walked_paths().collect();
        let mut by_name: HashMap<&str, Vec<&str>> = HashMap::new();
        for path in &paths {
            by_name.entry(name_of(path)).or_default().push(path);
        }
        MovedFiles { paths, by_name, history, renames: None }
    }

    /// The replacement for a link or path, if the current path of the file is certain.
    pub(super) fn target(&mut self, document: &str, mention: &DocumentMention) -> Option<Target> {
        let folder = parent_of(document);
        match mention.kind {
            MentionKind::Link => {
                let target = LinkTarget::parse(&mention.text)?;
                let (path, reason) = self.moved_to(&join(folder, &target.path)?)?;
                let n_path = mention.text.find(['#', '?']).unwrap_or(mention.text.len());
                let (written, rest) = mention.text.split_at(n_path);
                let relative = relative_path(folder, &path).replace(' ', "%20");
                let dot = if written.starts_with("./") && !relative.starts_with("..") {
                    "./"
                } else {
                    ""
                };
                Some(Target { text: format!("{dot}{relative}{rest}"), reason })
            }
            MentionKind::Path => {
                let target = LinkTarget::parse_path(&mention.text);
                let old = target.path.trim_start_matches("./").trim_end_matches('/');
                let (path, reason) = self.moved_to(old)?;
                let rest = &mention.text[target.path.len()..];
                Some(Target { text: format!("{path}{rest}"), reason })
            }
            MentionKind::Name | MentionKind::Import | MentionKind::Command | MentionKind::Flag => {
                None
            }
        }
    }

    /// The current path of a file that has moved, and how it is known.
    fn moved_to(&mut self, old: &str) -> Option<(String, String)> {
        if self.paths.contains(old) || !name_of(old).contains('.') {
            return None;
        }
        if let Some(path) = self.renamed(old) {
            return Some((path, "git renamed the file".to_owned()));
        }
        let name = name_of(old);
        match self.by_name.get(name).map(Vec::as_slice) {
            Some([path]) if !COMMON_NAMES.contains(&name) => {
                Some(((*path).to_owned(), "it is the only file of that name".to_owned()))
            }
            Some(_) | None => None,
        }
    }

    /// Follows the renames of a file to one that exists.
    fn renamed(&mut self, old: &str) -> Option<String> {
        let history = self.history?;
        let renames = self.renames.get_or_insert_with(|| {
            let mut renames = HashMap::new();
            for (before, after) in history.renames(MOST_RENAMES).unwrap_or_default() {
                // The newest comes first.
                renames.entry(before).or_insert(after);
            }
            renames
        });
        let mut path = old;
        // A file may have been moved back and forth.
        for _ in 0..20 {
            path = renames.get(path)?;
            if self.paths.contains(path) {
                return Some(path.to_owned());
            }
        }
        None
    }
}

/// A path as seen from a folder.
fn relative_path(folder: &str, path: &str) -> String {
    let from: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = path.split('/').collect();
    let n_shared = from.iter().zip(&to).take_while(|(left, right)| left == right).count();
    let n_shared = n_shared.min(to.len() - 1);
    let mut parts = vec![".."; from.len() - n_shared];
    parts.extend(&to[n_shared..]);
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_written_as_seen_from_a_folder() {
        for (folder, path, wanted) in [
            ("docs", "docs/a.md", "a.md"),
            ("docs", "src/a.rs", "../src/a.rs"),
            ("", "src/a.rs", "src/a.rs"),
            ("a/b", "a/c/d.md", "../c/d.md"),
        ] {
            assert_eq!(relative_path(folder, path), wanted);
        }
    }
}
