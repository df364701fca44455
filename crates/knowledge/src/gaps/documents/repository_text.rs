//! The text of the repository, for what names and paths alone cannot decide.
//!
//! Only what a rule already suspects is looked up here, so that a file is seldom read.

mod package_surface;

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use rutter_domain::{Facts, Family, Language};
use rutter_engine::Snapshot;
use rutter_workspace::{Source, stat_at};

use super::own::Own;
use super::targets::{file_name, folder_of, join};
use crate::checks::words::contains_word;
use crate::gaps::repository::{Repository, RepositoryView};
use crate::gaps::view::FileRole;
pub use package_surface::PackageSurface;

/// A word whose parts stand in more files is taken to be used in one of them.
const MOST_FILES: usize = 80;

/// Answers from the text of files, each question once.
pub struct RepositoryText<'a> {
    pub snapshot: &'a Snapshot,
    repository: &'a Repository,
    own: OnceCell<Own>,
    words: RefCell<HashMap<String, bool>>,
    texts: RefCell<HashMap<String, Option<Arc<str>>>>,
    headers: RefCell<HashMap<Language, (usize, usize)>>,
    surfaces: RefCell<HashMap<String, Rc<PackageSurface>>>,
}

impl<'a> RepositoryText<'a> {
    pub fn new(snapshot: &'a Snapshot, repository: &'a Repository) -> RepositoryText<'a> {
        RepositoryText {
            snapshot,
            repository,
            own: OnceCell::new(),
            words: RefCell::default(),
            texts: RefCell::default(),
            headers: RefCell::default(),
            surfaces: RefCell::default(),
        }
    }

    /// The names and paths of the repository.
    pub fn repository(&self) -> RepositoryView<'a> {
        RepositoryView::new(self.repository)
    }

    /// The packages and programs of the repository.
    pub fn own(&self) -> &Own {
        self.own.get_or_init(|| Own::of(self.snapshot))
    }

    /// What the package around a script offers to others; `None` without a manifest of a name.
    pub fn package_surface(&self, path: &str) -> Option<Rc<PackageSurface>> {
        let mut folder = folder_of(path);
        loop {
            let manifest = join(folder, "package.json")?;
            // A manifest without a name only holds settings of a folder.
            let is_package = self.snapshot.file_at(&manifest).is_some()
                && self
                    .text(&manifest)
                    .is_some_and(|text| text.contains("\"name\"") || text.contains("\"private\""));
            if is_package {
                let known = self.surfaces.borrow().get(&manifest).cloned();
                let surface = known.unwrap_or_else(|| Rc::new(PackageSurface::of(&manifest, self)));
                self.surfaces.borrow_mut().insert(manifest, Rc::clone(&surface));
                return Some(surface);
            }
            if folder.is_empty() {
                return None;
            }
            folder = folder_of(folder);
        }
    }

    /// How many source files of a language begin with a header, and how many there are.
    pub fn n_headers(&self, language: Language) -> (usize, usize) {
        *self.headers.borrow_mut().entry(language).or_insert_with(|| {
            let files = self.repository.files.iter().filter(|file| {
                file.language == language && FileRole::of(&file.path, language) == FileRole::Source
            });
            files.fold((0, 0), |(headers, all), file| {
                (headers + usize::from(file.has_header), all + 1)
            })
        })
    }

    pub fn facts(&self, path: &str) -> Option<Arc<Facts>> {
        self.snapshot.facts_of(self.snapshot.file_at(path)?.id)
    }

    /// The text of an indexed file.
    pub fn text(&self, path: &str) -> Option<Arc<str>> {
        if let Some(known) = self.texts.borrow().get(path) {
            return known.clone();
        }
        let text = match self.snapshot.read_file(path) {
            Source::Text(source) => Some(Arc::from(source.text)),
            Source::Skip(..) | Source::Gone => None,
        };
        self.texts.borrow_mut().insert(path.to_owned(), text.clone());
        text
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
        stat_at(&self.snapshot.root().join(path)).is_some()
    }

    /// Whether something lies at a path relative to a document or to the root.
    pub fn exists_near(&self, document: &str, path: &str) -> bool {
        let folders = [folder_of(document), ""];
        folders.iter().filter_map(|folder| join(folder, path)).any(|path| self.exists(&path))
    }

    /// Whether a file is known to have fewer lines.
    pub fn has_fewer_lines(&self, path: &str, line: u32) -> bool {
        self.text(path).is_some_and(|text| text.lines().count() < line as usize)
    }

    /// Whether a file that is not ignored has this name, wherever it lies.
    pub fn has_file_named(&self, name: &str) -> bool {
        self.snapshot.walked_paths().any(|path| file_name(path) == name)
    }

    /// Whether a name stands in any file that is not a document.
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
            let language = self.snapshot.file_at(path).map(|file| file.language);
            language.is_none_or(|language| language.family() == Family::Document)
        };
        let mut paths = self.snapshot.paths_naming(words);
        paths.retain(|path| !is_document(path));
        paths.len() > MOST_FILES
            || paths.iter().any(|path| self.text(path).is_none_or(|text| is_it(&text)))
    }
}
