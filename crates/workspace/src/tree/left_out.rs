//! The reason why a file of the tree is not indexed.
//!
//! The rules of the walk and of reading are applied again to one path: an ignored folder leaves out everything below
//! it. Start at [`why_left_out`].

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use rutter_domain::SkipReason;
use serde::Serialize;

use super::ignore::{IGNORE_FILES, IgnoredBy, Rules};
use super::open::WorkingTree;
use super::source::{Source, read};

/// A file or folder that is not indexed. A folder ends in `/`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    pub path: String,
    #[serde(serialize_with = "serialize_name")]
    pub reason: SkipReason,
    /// The rule that ignores it, if it is ignored.
    #[serde(rename = "by", skip_serializing_if = "Option::is_none")]
    pub ignored_by: Option<IgnoredBy>,
    /// The limit that it exceeds, if it is too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_bytes: Option<u64>,
}

fn serialize_name<S: serde::Serializer>(
    reason: &SkipReason,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(reason.name())
}

impl LeftOut {
    pub fn new(path: String, reason: SkipReason) -> LeftOut {
        LeftOut { path, reason, ignored_by: None, limit_bytes: None }
    }

    pub(crate) fn ignored(path: String, by: IgnoredBy) -> LeftOut {
        LeftOut { ignored_by: Some(by), ..LeftOut::new(path, SkipReason::Ignored) }
    }

    /// Adds the limit of the index, if the file is too large.
    pub fn with_limit(self, limit_bytes: u64) -> LeftOut {
        let limit_bytes = (self.reason == SkipReason::TooLarge).then_some(limit_bytes);
        LeftOut { limit_bytes, ..self }
    }

    /// The reason as text: `minified`, `ignored by `.gitignore``.
    pub fn words(&self) -> String {
        match (&self.ignored_by, self.limit_bytes) {
            (Some(by), _) => format!("ignored by {by}"),
            (None, Some(limit)) if limit % (1 << 20) == 0 => {
                format!("larger than {} MiB", limit >> 20)
            }
            (None, Some(limit)) => format!("larger than {limit} bytes"),
            (None, None) => self.reason.name().to_owned(),
        }
    }
}

/// The reason why the file at `path`, relative to the root, is not indexed. `None` if it is indexed or missing.
pub fn why_left_out(root: &Path, data: &Path, path: &str, limit_bytes: u64) -> Option<LeftOut> {
    let tree = WorkingTree::open(root).ok()?;
    let rule_names: Vec<&OsStr> = IGNORE_FILES.iter().map(OsStr::new).collect();
    let mut rules: Option<Arc<Rules>> = None;
    let mut folder = String::new();
    let path = path.trim_end_matches('/');
    for name in path.split('/') {
        if matches!(name, "" | "." | "..") {
            return None;
        }
        let here = if folder.is_empty() { root.to_owned() } else { root.join(&folder) };
        let entry = here.join(name);
        let metadata = fs::symlink_metadata(&entry).ok()?;
        let relative = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        if matches!(name, ".git" | ".rutter") || entry == data {
            return Some(LeftOut::ignored(format!("{relative}/"), IgnoredBy::HiddenName));
        }
        let inner = match rules {
            None => Rules::at_root(&tree, &here, &folder, &rule_names),
            Some(above) => above.below(&tree, &here, &folder, &rule_names),
        };
        if let Some(by) = inner.ignored_by(&entry, OsStr::new(name), metadata.is_dir()) {
            let end = if metadata.is_dir() { "/" } else { "" };
            return Some(LeftOut::ignored(relative + end, by));
        }
        if !metadata.is_dir() && !metadata.is_file() {
            return Some(LeftOut::new(relative, SkipReason::NotAFile));
        }
        rules = Some(inner);
        folder = relative;
    }
    match read(&tree, path, limit_bytes) {
        Source::Skip(reason, _) if root.join(path).is_file() => {
            Some(LeftOut::new(path.to_owned(), reason).with_limit(limit_bytes))
        }
        Source::Skip(..) | Source::Text(_) | Source::Gone => None,
    }
}

#[cfg(test)]
mod tests {
    use rutter_fixture::Tree;

    use super::*;

    fn check(tree: &Tree, path: &str, expect: Option<(&str, &str)>) {
        let found = why_left_out(tree.path(), Path::new(""), path, 1_000);
        let found = found.map(|found| (found.path.clone(), found.words()));
        let found = found.as_ref().map(|(path, words)| (path.as_str(), words.as_str()));
        assert_eq!(found, expect, "{path}");
    }

    #[test]
    fn every_file_that_is_not_indexed_has_its_reason() {
        let tree = Tree::new(
            "\
//- src/a.rs
fn a() {}
//- src/.gitignore
*.log
//- .ignore
out/
",
        );
        tree.write("src/b.log", "text");
        tree.write("out/deep/c.txt", "text");
        tree.write("jquery.min.js", "a()");
        tree.write("large.txt", "word ".repeat(300));
        tree.write("blob.bin", b"a\0b");
        tree.write(".hidden/d.txt", "text");
        check(&tree, "src/b.log", Some(("src/b.log", "ignored by `src/.gitignore`")));
        check(&tree, "out/deep/c.txt", Some(("out/", "ignored by `.ignore`")));
        check(&tree, "jquery.min.js", Some(("jquery.min.js", "minified")));
        check(&tree, "large.txt", Some(("large.txt", "larger than 1000 bytes")));
        check(&tree, "blob.bin", Some(("blob.bin", "binary")));
        check(&tree, ".hidden/d.txt", Some((".hidden/", "ignored by its hidden name")));
        for path in ["src/a.rs", "src", "nowhere.txt", "src/a.rs/b", "", "../x"] {
            check(&tree, path, None);
        }
    }

    #[test]
    fn a_walk_names_what_it_leaves_out() {
        let tree = Tree::new("//- a.rs\nfn a() {}\n//- .gitignore\n*.log\n");
        tree.write("b.log", "text");
        tree.write(".cache/c", "text");
        let found = super::super::list_left_out(tree.path(), Path::new("")).unwrap();
        let found: Vec<String> =
            found.iter().map(|one| format!("{} {}", one.path, one.words())).collect();
        let hidden = "ignored by its hidden name";
        assert_eq!(
            found,
            [
                format!(".cache/ {hidden}"),
                format!(".gitignore {hidden}"),
                "b.log ignored by `.gitignore`".into()
            ]
        );
    }
}
