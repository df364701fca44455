//! The text of the repository, for what names and paths alone cannot decide.
//!
//! Only what a rule already suspects is looked up here, so that a file is seldom read.

mod package_surface;
mod surfaces;

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use rutter_domain::{Facts, Family, Language};
use rutter_graph::path_text::{ancestors_of, join, name_of, parent_of, under};

use super::own::Own;
use crate::repository::{Repository, RepositoryView};
use crate::repository_reader::RepositoryReader;
use crate::sources::FileSet;
use crate::view::FileRole;
pub use package_surface::PackageSurface;
use rutter_domain::words::contains_word;
pub use surfaces::{KeptSurfaces, Surfaces};

/// A word whose parts stand in more files is taken to be used in one of them.
const MOST_FILES: usize = 80;

/// Answers from the text of files, each question once.
pub struct RepositoryText<'a> {
    pub reader: &'a dyn RepositoryReader,
    sources: &'a FileSet<'a>,
    names: &'a Repository,
    /// Notes what was asked, of texts too.
    repository: RepositoryView<'a>,
    surfaces: &'a Surfaces,
    own: OnceCell<Own>,
    words: RefCell<HashMap<String, bool>>,
    texts: RefCell<HashMap<String, Option<Arc<str>>>>,
    /// Those of the file that was asked about last: to decode them takes long, and they are large.
    last_facts: RefCell<Option<(String, Arc<Facts>)>>,
    /// Where the lines of the file begin that was asked about last.
    last_lines: RefCell<Option<(String, Vec<usize>)>>,
    headers: RefCell<HashMap<Language, (usize, usize)>>,
}

/// The beginning of a text.
pub struct Above {
    text: Arc<str>,
    end: usize,
}

impl Above {
    /// The nearest line first.
    pub fn lines(&self) -> impl Iterator<Item = &str> + Clone {
        self.text.get(..self.end).unwrap_or_default().lines().rev()
    }
}

impl<'a> RepositoryText<'a> {
    pub fn new(
        sources: &'a FileSet<'a>,
        names: &'a Repository,
        surfaces: &'a Surfaces,
    ) -> RepositoryText<'a> {
        RepositoryText {
            reader: sources.reader,
            sources,
            names,
            repository: RepositoryView::new(names),
            surfaces,
            own: OnceCell::new(),
            words: RefCell::default(),
            texts: RefCell::default(),
            last_facts: RefCell::default(),
            last_lines: RefCell::default(),
            headers: RefCell::default(),
        }
    }

    /// The names and paths of the repository.
    pub fn repository(&self) -> &RepositoryView<'a> {
        &self.repository
    }

    /// Keys of what was asked: of names, of paths, of the texts of files, and of what packages export.
    /// There is no key for words in any file, for paths outside of the index, and for headers.
    pub fn into_asked(self) -> Vec<u64> {
        self.repository.into_asked()
    }

    /// The packages and programs of the repository.
    pub fn own(&self) -> &Own {
        self.own.get_or_init(|| Own::of(self.reader))
    }

    /// The exports of the package around a script; `None` without a manifest that names a package.
    pub fn package_surface(&self, path: &str) -> Option<Arc<PackageSurface>> {
        let folders = ancestors_of(parent_of(path)).chain([""]);
        // A manifest without a name only holds settings of a folder.
        let is_package = |manifest: &String| {
            let text =
                Some(manifest).filter(|path| self.has_file(path)).and_then(|path| self.text(path));
            text.is_some_and(|text| text.contains("\"name\"") || text.contains("\"private\""))
        };
        let mut manifests = folders.map(|folder| under(folder, "package.json"));
        let manifest = manifests.find(is_package)?;
        self.repository.note_surface(&manifest);
        Some(self.surface_of(&manifest))
    }

    /// The exports of the package with this manifest.
    pub fn surface_of(&self, manifest: &str) -> Arc<PackageSurface> {
        self.surfaces.of(manifest, || {
            let text = RepositoryText::new(self.sources, self.names, self.surfaces);
            PackageSurface::of(manifest, text)
        })
    }

    /// Whether an indexed file has this path.
    pub fn has_file(&self, path: &str) -> bool {
        self.repository.note_path(path);
        self.sources.file(path).is_some()
    }

    /// The paths of indexed files that begin so.
    pub fn paths_from(&self, start: &str) -> impl Iterator<Item = &'a str> {
        self.repository.note_path(parent_of(start));
        let files = &self.sources.files;
        let first = files.partition_point(|file| file.path < start);
        let paths = files[first..].iter().map(|file| file.path);
        paths.take_while(move |path| path.starts_with(start))
    }

    /// The number of source files of a language that begin with a header, and of all of them.
    pub fn n_headers(&self, language: Language) -> (usize, usize) {
        *self.headers.borrow_mut().entry(language).or_insert_with(|| {
            let files = self.names.files.iter().filter(|file| {
                file.language == language && FileRole::of(&file.path, language) == FileRole::Source
            });
            files.fold((0, 0), |(headers, all), file| {
                (headers + usize::from(file.has_header), all + 1)
            })
        })
    }

    pub fn facts(&self, path: &str) -> Option<Arc<Facts>> {
        self.repository.note_text(path);
        if let Some((_, facts)) = self.last_facts.borrow().as_ref().filter(|(of, _)| of == path) {
            return Some(Arc::clone(facts));
        }
        let facts = self.sources.facts(self.sources.file(path)?);
        *self.last_facts.borrow_mut() = Some((path.to_owned(), Arc::clone(&facts)));
        Some(facts)
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> Option<Arc<str>> {
        self.repository.note_text(path);
        if let Some(known) = self.texts.borrow().get(path) {
            return known.clone();
        }
        let text = self.sources.text(path);
        self.texts.borrow_mut().insert(path.to_owned(), text.clone());
        text
    }

    /// The documents whose text may contain a name.
    pub fn documents_naming(&self, name: &str) -> Vec<&'a str> {
        let mut paths = self.reader.paths_naming(name);
        paths.retain(|path| {
            let language = self.reader.language_of(path);
            language.is_some_and(|language| language.family() == Family::Document)
        });
        paths
    }

    /// The lines of a file above one, counted from 1, nearest first.
    pub fn above(&self, path: &str, line: u32) -> Option<Above> {
        let text = self.text(path)?;
        let mut last = self.last_lines.borrow_mut();
        if last.as_ref().is_none_or(|(of, _)| of != path) {
            let ends = text.match_indices('\n').map(|(at, _)| at + 1);
            *last = Some((path.to_owned(), [0].into_iter().chain(ends).collect()));
        }
        let starts = last.as_ref().map_or(&[][..], |(_, starts)| starts.as_slice());
        let end = starts.get(line.saturating_sub(1) as usize).copied().unwrap_or(text.len());
        Some(Above { text, end })
    }

    /// A line of a document, counted from 1, with the one before: a sentence often begins there.
    pub fn lines_around(&self, path: &str, line: u32) -> String {
        let text = self.text(path);
        let lines = text.iter().flat_map(|text| text.lines());
        let first = line.saturating_sub(2) as usize;
        let around: Vec<&str> = lines.skip(first).take(if line < 2 { 1 } else { 2 }).collect();
        around.join("\n")
    }

    /// Whether something lies at a path of the tree, be it ignored, hidden, or a folder.
    pub fn exists(&self, path: &str) -> bool {
        self.reader.exists(path)
    }

    /// Whether something lies at a path relative to a document or to the root.
    pub fn exists_near(&self, document: &str, path: &str) -> bool {
        let folders = [parent_of(document), ""];
        folders.iter().filter_map(|folder| join(folder, path)).any(|path| self.exists(&path))
    }

    /// Whether a file is known to have fewer lines.
    pub fn has_fewer_lines(&self, path: &str, line: u32) -> bool {
        self.text(path).is_some_and(|text| text.lines().count() < line as usize)
    }

    /// Whether a file that is not ignored has this name, wherever it lies.
    pub fn has_file_named(&self, name: &str) -> bool {
        self.reader.walked_paths().any(|path| name_of(path) == name)
    }

    /// Whether a name occurs in a file that is not a document.
    pub fn has_word(&self, word: &str) -> bool {
        if let Some(known) = self.words.borrow().get(word) {
            return *known;
        }
        let found = self.has_text(word, |text| contains_word(text, word));
        self.words.borrow_mut().insert(word.to_owned(), found);
        found
    }

    /// Whether a file that is not a document, and has all words of `words`, has what is looked for.
    pub fn has_text(&self, words: &str, is_it: impl Fn(&str) -> bool) -> bool {
        let is_document = |path: &&str| {
            let language = self.reader.language_of(path);
            language.is_none_or(|language| language.family() == Family::Document)
        };
        let mut paths = self.reader.paths_naming(words);
        paths.retain(|path| !is_document(path));
        paths.len() > MOST_FILES
            || paths.iter().any(|path| self.text(path).is_none_or(|text| is_it(&text)))
    }
}
