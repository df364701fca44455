//! The files to evaluate: those of a repository, some of them as they were at another time.

use std::collections::BTreeMap;
use std::sync::Arc;

use rutter_domain::{ContentHash, Facts, FileId, Language};
use rutter_graph::path_text::{name_of, parent_of};

use crate::repository::{GO_MANIFEST, GoModule};
use crate::repository_reader::{RepositoryFile, RepositoryReader};

/// A file as it was before a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldFile {
    pub path: String,
    /// `None` if it did not exist.
    pub text: Option<String>,
}

/// The files that are evaluated, with their facts.
pub struct FileSet<'a> {
    /// In order of path.
    pub(super) files: Vec<SourceFile<'a>>,
    /// Sorted by folder.
    pub(super) go_modules: Vec<GoModule>,
    pub(super) reader: &'a dyn RepositoryReader,
    old: &'a [OldFile],
    replaced: BTreeMap<&'a str, Arc<Facts>>,
}

pub(super) struct SourceFile<'a> {
    pub(super) path: &'a str,
    pub(super) content: ContentHash,
    pub(super) language: Language,
    /// `None` for a file that is not as it was indexed.
    id: Option<FileId>,
}

impl<'a> FileSet<'a> {
    /// The files as they are.
    pub fn of(reader: &'a dyn RepositoryReader) -> FileSet<'a> {
        FileSet::with(reader, &[])
    }

    /// The files, some of them as they were before a change.
    pub fn with(reader: &'a dyn RepositoryReader, old: &'a [OldFile]) -> FileSet<'a> {
        let mut files: Vec<SourceFile<'a>> = reader
            .files()
            .map(|RepositoryFile { path, id, content, language }| SourceFile {
                path,
                content,
                language,
                id: Some(id),
            })
            .collect();
        let mut replaced = BTreeMap::new();
        for file in old {
            let path = file.path.as_str();
            let at = files.binary_search_by(|known| known.path.cmp(path));
            let Some(text) = &file.text else {
                if let Ok(at) = at {
                    files.remove(at);
                }
                continue;
            };
            let language = rutter_syntax::language_of(path, text);
            let content = rutter_workspace::hash(text.as_bytes());
            let source = SourceFile { path, content, language, id: None };
            match at {
                Ok(at) => files[at] = source,
                Err(at) => files.insert(at, source),
            }
            replaced.insert(path, Arc::new(rutter_syntax::read(language, text)));
        }
        let mut sources = FileSet { files, go_modules: Vec::new(), reader, old, replaced };
        // A manifest need not be indexed.
        let manifests = reader.walked_paths().filter(|path| name_of(path) == GO_MANIFEST);
        let modules = manifests.filter_map(|path| go_module(path, &sources.text(path)?));
        sources.go_modules = modules.collect();
        sources
    }

    /// One of the files, by its path.
    pub(super) fn file(&self, path: &str) -> Option<&SourceFile<'a>> {
        let at = self.files.binary_search_by(|file| file.path.cmp(path)).ok()?;
        self.files.get(at)
    }

    /// The text of a file of the tree.
    pub(super) fn text(&self, path: &str) -> Option<Arc<str>> {
        if let Some(file) = self.old.iter().find(|file| file.path == path) {
            return file.text.as_deref().map(Arc::from);
        }
        self.reader.text(path)
    }

    /// The facts of one of the files; none of a file that can no longer be read.
    pub(super) fn facts(&self, file: &SourceFile<'_>) -> Arc<Facts> {
        let facts = match file.id {
            Some(id) => self.reader.facts(id),
            None => self.replaced.get(file.path).cloned(),
        };
        facts.unwrap_or_else(|| Arc::new(Facts::empty(file.language)))
    }
}

/// The module that a `go.mod` declares.
fn go_module(path: &str, text: &str) -> Option<GoModule> {
    let declared = text.lines().find_map(|line| line.trim().strip_prefix("module "))?;
    let declared = declared.split("//").next().unwrap_or("").trim().trim_matches(['"', '`']);
    let is_path = !declared.is_empty() && !declared.contains(char::is_whitespace);
    let folder = parent_of(path).to_owned();
    is_path.then(|| GoModule { folder, path: declared.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_of_go_declares_a_module() {
        let check = |text: &str, wanted: Option<&str>| {
            let module = go_module("tools/go.mod", text);
            assert_eq!(module.as_ref().map(|module| module.path.as_str()), wanted, "{text}");
            assert!(module.is_none_or(|module| module.folder == "tools"));
        };
        check(
            "// a comment\nmodule example.org/tide // why\n\ngo 1.22\n",
            Some("example.org/tide"),
        );
        check("module \"example.org/tide/v2\"\n", Some("example.org/tide/v2"));
        check("go 1.22\n", None);
    }
}
