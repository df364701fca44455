//! A file as rules see it.

use rutter_domain::{EntryStatus, Facts, Family, Language, Symbol};
use rutter_syntax::profile;

use crate::file_index::FileIndex;

/// A file with its facts and with what was recorded about it.
pub struct FileView<'a> {
    pub path: &'a str,
    pub language: Language,
    /// Empty if the file no longer exists.
    pub facts: &'a Facts,
    pub index: FileIndex<'a>,
    pub role: FileRole,
    pub entries: &'a [EntryView],
    /// A description of fewer words is too short.
    pub min_words: usize,
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

/// What a file is for.
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
        let name = path.rsplit('/').next().unwrap_or(path);
        let mut folders = path.split('/').rev().skip(1);
        if folders.any(|folder| is_vendored_folder(folder, language)) {
            return FileRole::Vendored;
        }
        match language.family() {
            Family::Document => FileRole::Document,
            Family::Data => FileRole::Data,
            Family::Code if rutter_domain::is_auxiliary_path(path, name) => FileRole::Auxiliary,
            Family::Code if is_aside(path, name) => FileRole::Auxiliary,
            Family::Code => FileRole::Source,
        }
    }
}

/// Whether a file only declares what others define, or lies in a folder such as `typing_tests`.
fn is_aside(path: &str, name: &str) -> bool {
    const WORDS: [&str; 33] = [
        "test",
        "tests",
        "testing",
        "demo",
        "demos",
        "example",
        "examples",
        "sample",
        "samples",
        "fixtures",
        "benchmark",
        "benchmarks",
        "bench",
        "playground",
        "snippet",
        "snippets",
        "performance",
        "perf",
        "fixture",
        "benches",
        "mock",
        "mocks",
        "mocked",
        "stub",
        "stubs",
        "testutilities",
        "fuzz",
        "fuzzing",
        "fuzzer",
        "fuzzers",
        "ossfuzz",
        "tutorial",
        "tutorials",
    ];
    let is_word = |word: &str| WORDS.contains(&word.to_ascii_lowercase().as_str());
    let is_declaration =
        [".pyi", ".d.ts", ".d.mts", ".d.cts"].iter().any(|end| name.ends_with(end));
    let is_step = path.contains("features/step_definitions/") || path.contains("features/support/");
    is_declaration
        || is_step
        || name.contains(".test-d.")
        || is_aside_name(name)
        || path.split('/').rev().skip(1).any(|folder| {
            folder.split(['-', '_', '.']).any(is_word)
                || folder.ends_with("TestUtilities")
                || folder.starts_with("test") && folder[4..].starts_with(char::is_uppercase)
        })
}

/// Whether a file stands in for something in tests, or measures it, by its name.
fn is_aside_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    let lower = stem.to_ascii_lowercase();
    let is_stub = name.ends_with(".php") && (stem.starts_with("Stub") || stem.ends_with("Stub"));
    let ends = ["TestCase", "TestCases", "TestUtilities", "TestUtils", "Benchmark", "Benchmarks"];
    is_stub
        || ["mocked-", "mocked_", "benchmark"].iter().any(|start| lower.starts_with(start))
        || ends.iter().any(|end| stem.ends_with(end))
}

fn is_vendored_folder(folder: &str, language: Language) -> bool {
    // In other languages, the authors themselves write what lies there.
    if profile(language).is_like_c() && folder == "contrib" {
        return true;
    }
    const FOLDERS: [&str; 16] = [
        "vendor",
        "vendored",
        "_vendor",
        "third_party",
        "thirdparty",
        "third-party",
        "3rdparty",
        "node_modules",
        "external",
        "extern",
        "site-packages",
        "bower_components",
        "deps",
        "bundled",
        "3rd_party",
        "3rd-party",
    ];
    FOLDERS.iter().any(|name| folder.eq_ignore_ascii_case(name))
}

impl FileView<'_> {
    /// The symbol that another one is defined in.
    pub fn parent_of(&self, symbol: &Symbol) -> Option<&Symbol> {
        self.facts.symbols.get(symbol.parent? as usize)
    }

    /// All symbols around one, innermost first.
    pub fn ancestors_of(&self, symbol: &Symbol) -> impl Iterator<Item = &Symbol> {
        // A parent stands before its children, so this ends even on damaged facts.
        let mut limit = self.facts.symbols.len();
        let mut next = symbol.parent;
        std::iter::from_fn(move || {
            let at = next? as usize;
            if at >= limit {
                return None;
            }
            limit = at;
            let parent = self.facts.symbols.get(at)?;
            next = parent.parent;
            Some(parent)
        })
    }

    /// The best supported entry of a symbol, or of the whole file for `""`.
    pub fn entry_of(&self, symbol: &str) -> Option<&EntryView> {
        self.entries.iter().find(|entry| entry.is_best && entry.symbol == symbol)
    }

    /// Whether nothing is held against what was recorded about a symbol.
    pub fn has_good_entry(&self, symbol: &str) -> bool {
        self.entry_of(symbol).is_some_and(|entry| entry.status.is_good())
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
