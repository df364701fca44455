//! A code base of a few files in memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use rutter_domain::words::tokenize;
use rutter_domain::{ContentHash, Facts, Language, name_parts};
use rutter_fixture::split_files;
use rutter_syntax::ParsedFile;

use crate::{CodeReader, Subject, is_wide_path};

/// Files by path.
pub(crate) struct Code(BTreeMap<String, Arc<ParsedFile>>);

impl Code {
    /// The files of a text in which each is headed by its path: `//- src/lib.rs`.
    pub(crate) fn new(files: &str) -> Code {
        let parsed = split_files(files).into_iter().map(|(path, text)| {
            let language = rutter_syntax::language_of(path, text);
            let facts = Arc::new(rutter_syntax::read(language, text));
            let content = ContentHash([0; 16]);
            let parsed = ParsedFile::new(path, content, language, text.to_owned(), facts);
            (path.to_owned(), Arc::new(parsed))
        });
        Code(parsed.collect())
    }

    /// The symbol of a file whose qualified name is or ends with this; the whole file for `""`.
    pub(crate) fn subject(&self, path: &str, symbol: &str) -> Subject {
        if is_wide_path(path) {
            let (content, language) = (ContentHash([0; 16]), Language::Unknown);
            let facts = Arc::new(Facts::empty(language));
            let parsed = ParsedFile::new(path, content, language, String::new(), facts);
            return Subject { parsed: parsed.whole_named(path), at: 0 };
        }
        let parsed = Arc::clone(&self.0[path]);
        if symbol.is_empty() {
            return Subject::file(&parsed);
        }
        let wanted = name_parts(symbol);
        let found = parsed.find(|one| one.qualified_name == symbol);
        let found =
            found.or_else(|| parsed.find(|one| name_parts(&one.qualified_name).ends_with(&wanted)));
        let Some((at, _)) = found else { panic!("{path} defines no {symbol}") };
        let at = parsed.main_of(at);
        Subject { parsed, at }
    }

    fn paths(&self, is_it: impl Fn(&ParsedFile) -> bool) -> Vec<&str> {
        let files = self.0.iter().filter(|(_, file)| is_it(file));
        files.map(|(path, _)| path.as_str()).collect()
    }
}

impl CodeReader for Code {
    fn parsed_file(&self, path: &str) -> Option<Arc<ParsedFile>> {
        self.0.get(path).cloned()
    }

    fn facts_at(&self, path: &str) -> Option<Arc<Facts>> {
        Some(Arc::clone(&self.0.get(path)?.facts))
    }

    fn has_file(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    fn has_path_ending(&self, end: &str) -> bool {
        self.0.keys().any(|path| path.ends_with(end))
    }

    fn paths_defining(&self, name: &str) -> Vec<&str> {
        self.paths(|file| file.find(|symbol| symbol.name == name).is_some())
    }

    fn paths_naming(&self, name: &str) -> Vec<&str> {
        let words = tokenize(name);
        self.paths(|file| {
            let known = tokenize(&file.text);
            words.iter().all(|word| known.contains(word))
        })
    }
}
