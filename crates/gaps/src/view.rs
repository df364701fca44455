//! A file as rules see it.

use rutter_domain::{EntryStatus, Facts, Family, Language, Symbol};
use rutter_graph::path_text::{name_of, stem_of};
use rutter_syntax::profile;

use crate::file_index::FileIndex;
use crate::lexicon::paths;

/// A file with its facts and with what was recorded about it.
pub struct FileView<'a> {
    pub path: &'a str,
    pub language: Language,
    /// Empty if the file no longer exists.
    pub facts: &'a Facts,
    pub index: FileIndex<'a>,
    pub role: FileRole,
    pub entries: &'a [EntryView],
}

/// An entry as rules see it.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryView {
    pub id: String,
    /// Qualified name; empty for the whole file.
    pub symbol: String,
    pub line: u32,
    pub status: EntryStatus,
    pub reason: Option<String>,
    pub confidence: Option<f32>,
    /// Whether it is the best supported entry of its symbol.
    pub is_best: bool,
}

/// The purpose of a file, by its path and language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileRole {
    Source,
    Document,
    /// Tests, examples, benchmarks and what they use.
    Auxiliary,
    /// Somebody else's code.
    Vendored,
    /// Neither code nor a document.
    Data,
}

impl FileRole {
    pub fn of(path: &str, language: Language) -> FileRole {
        let mut folders = path.split('/').rev().skip(1);
        if folders.any(|folder| is_vendored_folder(folder, language)) {
            return FileRole::Vendored;
        }
        match language.family() {
            Family::Document => FileRole::Document,
            Family::Data => FileRole::Data,
            Family::Code if rutter_domain::is_auxiliary_path(path, name_of(path)) => {
                FileRole::Auxiliary
            }
            Family::Code if is_aside(path) => FileRole::Auxiliary,
            Family::Code => FileRole::Source,
        }
    }
}

/// Whether a file only declares what others define, or is for tests or measurements by a word of its path, as in
/// `typing_tests/rows.py` and `mock_clock.go`.
fn is_aside(path: &str) -> bool {
    let (name, stem) = (name_of(path), stem_of(path));
    let is_step = path.contains("features/step_definitions/") || path.contains("features/support/");
    let is_stub = name.ends_with(".php") && (stem.starts_with("Stub") || stem.ends_with("Stub"));
    let is_of_tests = |folder: &str| {
        let behind = folder.strip_prefix("test");
        paths::ASIDE_ENDS.end(folder)
            || behind.is_some_and(|rest| rest.starts_with(char::is_uppercase))
            || folder.split(['-', '_', '.']).any(|word| paths::ASIDE.has_in_any_case(word))
    };
    paths::DECLARATIONS.end(name)
        || name.contains(".test-d.")
        || is_step
        || is_stub
        || paths::ASIDE_ENDS.end(stem)
        || stem.split(['-', '_']).any(|word| paths::ASIDE_FILES.has_in_any_case(word))
        || path.split('/').rev().skip(1).any(is_of_tests)
}

fn is_vendored_folder(folder: &str, language: Language) -> bool {
    // In other languages, the authors themselves write what is there.
    let is_contributed = profile(language).is_like_c() && folder == "contrib";
    is_contributed || paths::VENDORED.has_in_any_case(folder)
}

impl FileView<'_> {
    /// The symbol that another one is defined in.
    pub fn parent_of(&self, symbol: &Symbol) -> Option<&Symbol> {
        self.facts.symbols.get(symbol.parent? as usize)
    }

    /// All symbols around one, innermost first.
    pub fn ancestors_of(&self, symbol: &Symbol) -> impl Iterator<Item = &Symbol> {
        self.positions_around(symbol).filter_map(move |at| self.facts.symbols.get(at))
    }

    /// The positions of all symbols around one, innermost first.
    pub fn positions_around(&self, symbol: &Symbol) -> impl Iterator<Item = usize> {
        // Parents come before their children, so this ends even on damaged facts.
        let mut limit = self.facts.symbols.len();
        let mut next = symbol.parent;
        std::iter::from_fn(move || {
            let at = next.map(|at| at as usize).filter(|at| *at < limit)?;
            limit = at;
            next = self.facts.symbols[at].parent;
            Some(at)
        })
    }

    /// Whether nothing is held against the best entry of a symbol, or of the whole file for `""`.
    pub fn has_good_entry(&self, symbol: &str) -> bool {
        let mut best = self.entries.iter().filter(|entry| entry.is_best && entry.symbol == symbol);
        best.next().is_some_and(|entry| entry.status.is_good())
    }

    /// The heading or symbol around a line, innermost.
    pub fn symbol_around(&self, line: u32) -> Option<&Symbol> {
        let around = self.facts.symbols.iter();
        around
            .filter(|symbol| symbol.span.start_line <= line && line <= symbol.span.end_line)
            .filter(|symbol| !symbol.is_own_field())
            .max_by_key(|symbol| symbol.span.start_byte)
    }
}
