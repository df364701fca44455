//! A tree of files, read and parsed when it is asked for.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use rutter_domain::words::tokenize;
use rutter_domain::{ContentHash, Facts, FileId, Language};
use rutter_fixture::Tree;
use rutter_workspace::{Source, WorkingTree, read_source, stat_at, walk};

use crate::{RepositoryFile, RepositoryReader};

const LIMIT_BYTES: u64 = 1 << 20;

pub(super) struct TreeReader {
    root: PathBuf,
    walked: Vec<String>,
    /// In order of path.
    files: Vec<TreeFile>,
    by_path: HashMap<String, usize>,
}

struct TreeFile {
    path: String,
    content: ContentHash,
    language: Language,
    text: Arc<str>,
    facts: Arc<Facts>,
    words: HashSet<String>,
}

impl TreeReader {
    pub(super) fn new(tree: &Tree) -> TreeReader {
        let root = tree.path();
        let opened = WorkingTree::open(root).unwrap();
        let walked = walk(root, &root.join(".rutter")).unwrap();
        let mut walked: Vec<String> = walked.files.into_iter().map(|file| file.path).collect();
        walked.sort();
        let read = walked.iter().filter_map(|path| {
            let Source::Text(source) = read_source(&opened, path, LIMIT_BYTES) else { return None };
            let language = rutter_syntax::language_of(path, &source.text);
            Some(TreeFile {
                path: path.clone(),
                content: source.content,
                language,
                facts: Arc::new(rutter_syntax::read(language, &source.text)),
                words: tokenize(&source.text).into_iter().collect(),
                text: Arc::from(source.text),
            })
        });
        let files: Vec<TreeFile> = read.collect();
        let by_path = files.iter().enumerate().map(|(at, file)| (file.path.clone(), at)).collect();
        TreeReader { root: root.to_owned(), walked, files, by_path }
    }

    fn file(&self, path: &str) -> Option<&TreeFile> {
        Some(&self.files[*self.by_path.get(path)?])
    }

    fn paths(&self, is_it: impl Fn(&TreeFile) -> bool) -> Vec<&str> {
        let files = self.files.iter().filter(|file| is_it(file));
        files.map(|file| file.path.as_str()).collect()
    }
}

impl RepositoryReader for TreeReader {
    fn files(&self) -> Box<dyn Iterator<Item = RepositoryFile<'_>> + '_> {
        Box::new((0..).zip(&self.files).map(|(at, file)| {
            let TreeFile { content, language, .. } = *file;
            RepositoryFile { path: &file.path, id: FileId(at), content, language }
        }))
    }

    fn language_of(&self, path: &str) -> Option<Language> {
        self.file(path).map(|file| file.language)
    }

    fn walked_paths(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(self.walked.iter().map(String::as_str))
    }

    fn paths_naming(&self, words: &str) -> Vec<&str> {
        let words = tokenize(words);
        self.paths(|file| words.iter().all(|word| file.words.contains(word)))
    }

    fn text(&self, path: &str) -> Option<Arc<str>> {
        self.file(path).map(|file| Arc::clone(&file.text))
    }

    fn facts(&self, file: FileId) -> Option<Arc<Facts>> {
        self.files.get(file.0 as usize).map(|file| Arc::clone(&file.facts))
    }

    fn exists(&self, path: &str) -> bool {
        stat_at(&self.root.join(path)).is_some()
    }
}
