//! `missing-overview`: a file that nothing introduces.

use std::collections::BTreeMap;

use rutter_domain::{Language, MarkerKind, Severity, Symbol, SymbolKind, Visibility};
use rutter_graph::path_text::{name_of, parent_of, stem_of, under};
use rutter_syntax::profile;
use rutter_syntax::profile::{Introduction, Route};

use crate::documents::repository_text::RepositoryText;
use crate::extract::Extract;
use crate::findings::{Finding, Findings};
use crate::lexicon::paths;
use crate::repository::RepositoryView;
use crate::rule::{AppliesTo, Example, Rule, RuleInfo};
use crate::rules::doc_text::{is_same_word, name_words, words};
use crate::rules::reasons::{is_frontend, is_internal, is_part_of_documentation};
use crate::view::{FileRole, FileView};

/// Finds files without a description of what is in them.
pub struct MissingOverview;

static INFO: RuleInfo = RuleInfo {
    name: "missing-overview",
    about: "A file of some size has no header comment, module doc, README in its folder or entry.",
    why: "A reader who opens it has to read all of it to learn whether it is the right one.",
    severity: Severity::Low,
    weight: 1.0,
    applies_to: AppliesTo::Sources,
    wrong: Example {
        path: "tides/table.py",
        text: "def read(path): …\ndef merge(first, second): …\ndef highest(table): …\n",
    },
    right: Example {
        path: "tides/table.py",
        text: "\"\"\"Tide tables: reading, merging and asking them.\"\"\"\n\ndef read(path): …\ndef merge(first, second): …\ndef highest(table): …\n",
    },
};

/// A file with fewer definitions, or fewer lines, is understood at a glance.
const FEWEST_DEFINITIONS: usize = 3;
const FEWEST_PUBLIC: usize = 2;
const FEWEST_LINES: u32 = 80;

/// A comment with fewer words does not introduce a file.
const FEWEST_WORDS: usize = 4;
/// A comment at the first definition with this many lines is one about the file.
const FEWEST_DOC_LINES: usize = 4;
/// If this part of the functions of a file of C is described, so is the file.
const MOST_PERCENT: usize = 60;

/// If a smaller part of the files of a language has a header, it is asked for once per folder.
const USUAL_PERCENT: usize = 20;

impl Rule for MissingOverview {
    fn info(&self) -> &'static RuleInfo {
        &INFO
    }

    fn examine(&self, file: &FileView<'_>, text: &RepositoryText<'_>, findings: &mut Findings) {
        if !needs_overview(file) {
            return;
        }
        let repository = text.repository();
        if has_overview(file, repository) {
            findings.pass();
            return;
        }
        // A type without a description is a gap already, and describing it introduces the file.
        let mut types = public(file).filter(|symbol| symbol.kind.is_type());
        let is_package = profile(file.language).has_folder_packages();
        if !is_package && types.any(|symbol| symbol.doc.is_none()) {
            return;
        }
        let name = name_of(file.path);
        let of_file = || format!("the file has no overview: nothing says what `{name}` is for");
        let message = if is_package { package_message(file, repository) } else { Some(of_file()) };
        if let Some(message) = message {
            findings.report(Finding::new(1, message).reaching(0.8));
        }
    }

    /// Where headers are not usual, only the largest file of a folder is reported.
    fn confirm(&self, path: &str, _: &Finding, text: &RepositoryText<'_>) -> bool {
        let repository = text.repository();
        let language = Language::of_path(path);
        let folder = parent_of(path);
        if has_document_of_its_name(path, repository) {
            return false;
        }
        if profile(language).has_folder_packages() {
            // Nobody imports a command.
            let Some(source) = text.text(path) else { return false };
            let package = source.lines().find_map(|line| line.strip_prefix("package "));
            let package = package.and_then(|name| name.split_whitespace().next()).unwrap_or("");
            // The message names the folder; a generated package has no author who would describe it.
            let is_named_so = folder.is_empty() || name_of(folder) == package;
            let mut beside = directly_in(repository, folder);
            let is_generated = beside.any(|other| other.path.ends_with(".pb.go"));
            return package != "main" && is_named_so && !is_generated;
        }
        if profile(language).is_like_c() && describes_most(path, text) {
            return false;
        }
        let (n_headers, n_files) = text.n_headers(language);
        if n_headers * 100 >= n_files * USUAL_PERCENT {
            return true;
        }
        let beside = directly_in(repository, folder).filter(|other| {
            other.language == language && FileRole::of(&other.path, language) == FileRole::Source
        });
        let largest = beside.max_by_key(|other| (other.defined.len(), &other.path));
        largest.is_none_or(|largest| largest.path == path)
    }
}

/// The files of a folder, without those of the folders in it.
fn directly_in<'a>(
    repository: &RepositoryView<'a>,
    folder: &'a str,
) -> impl Iterator<Item = &'a Extract> {
    let files = repository.files_in(folder).iter().map(AsRef::as_ref);
    files.filter(move |file: &&Extract| parent_of(&file.path) == folder)
}

/// Whether most public functions of a file of C, or of the header of its name, are described.
fn describes_most(path: &str, text: &RepositoryText<'_>) -> bool {
    let headers = paths::HEADERS.iter().map(|end| format!("{}{end}", stem_of(path)));
    let headers = headers.flat_map(|header| text.repository().files_ending(&header));
    headers.chain([path]).filter_map(|path| text.facts(path)).any(|facts| {
        let functions = facts.symbols.iter().enumerate().filter(|(_, symbol)| {
            symbol.kind == SymbolKind::Function && symbol.visibility == Visibility::Public
        });
        let is_described = |(at, symbol): &(usize, &Symbol)| {
            symbol.doc.is_some() || facts.annotations.has_marker(*at, MarkerKind::Described)
        };
        let n_described = functions.clone().filter(is_described).count();
        n_described > 0 && n_described * 100 >= functions.count() * MOST_PERCENT
    })
}

fn top_level<'a>(file: &'a FileView<'_>) -> impl Iterator<Item = &'a Symbol> {
    file.facts.symbols.iter().filter(|symbol| {
        let is_type = symbol.kind.is_type() && symbol.kind != SymbolKind::TypeAlias;
        let is_definition =
            is_type || matches!(symbol.kind, SymbolKind::Function | SymbolKind::Macro);
        let is_top = file.parent_of(symbol).is_none_or(|parent| parent.kind == SymbolKind::Module);
        is_definition && is_top
    })
}

fn public<'a>(file: &'a FileView<'_>) -> impl Iterator<Item = &'a Symbol> {
    top_level(file)
        .filter(|symbol| symbol.visibility == Visibility::Public && !symbol.name.starts_with('_'))
}

fn needs_overview(file: &FileView<'_>) -> bool {
    let n_lines = file.facts.chunks.last().map_or(0, |chunk| chunk.span.end_line);
    let name = name_of(file.path);
    let is_conventional =
        paths::KNOWN_FILES.has(name) || name.contains(".config.") || name.ends_with(".gemspec");
    let is_small = top_level(file).count() < FEWEST_DEFINITIONS
        || public(file).count() < FEWEST_PUBLIC
        || n_lines < FEWEST_LINES;
    if is_conventional || is_small || is_part_of_documentation(file.path) || is_internal(file.path)
    {
        return false;
    }
    match profile(file.language).docs.overview {
        Introduction::Never => false,
        Introduction::WithoutTypes => {
            let mut types = file.facts.symbols.iter();
            !types.any(|symbol| symbol.kind.is_type() || symbol.kind == SymbolKind::Module)
        }
        // A collection of small functions has nothing in common to tell.
        Introduction::Always if profile(file.language).is_script() => {
            let mut folders = file.path.split('/').rev().skip(1);
            !is_frontend(file.path) && !folders.any(|folder| paths::COLLECTIONS.has(folder))
        }
        Introduction::Always => true,
    }
}

fn has_overview(file: &FileView<'_>, repository: &RepositoryView<'_>) -> bool {
    let (folder, stem) = (parent_of(file.path), stem_of(file.path));
    if file.facts.annotations.header.is_some() || file.has_good_entry("") {
        return true;
    }
    let has_readme =
        || paths::READMES.iter().any(|readme| repository.has_file(&under(folder, readme)));
    if !folder.is_empty() && has_readme() {
        return true;
    }
    // The main definition of a file introduces it, and so does a first one with several sentences.
    let plain = |name: &str| name.replace(['-', '_'], "").to_lowercase();
    let is_main = |symbol: &Symbol| symbol.doc.is_some() && plain(&symbol.name) == plain(stem);
    let is_substantial = |symbol: &Symbol| {
        symbol.doc.as_ref().is_some_and(|doc| doc.lines().count() >= FEWEST_DOC_LINES)
    };
    if !profile(file.language).has_folder_packages() && is_introduced_by_symbols(file, stem)
        || top_level(file).any(is_main)
        || top_level(file).next().is_some_and(is_substantial)
    {
        return true;
    }
    match profile(file.language).imports.scheme {
        Route::Folders => go_files(repository, folder).any(|other| other.has_header),
        Route::Crates => {
            // The declaration of the module may carry its description.
            let declared =
                repository.definitions(if stem == "mod" { name_of(folder) } else { stem });
            declared.iter().any(|one| one.kind() == SymbolKind::Module && one.is_documented())
        }
        Route::Includes => {
            // Header and source describe each other.
            let internal = ["-internal", "_internal"].map(|end| format!("{stem}{end}.h"));
            let internal = internal.into_iter().filter(|_| paths::SOURCES.end(file.path));
            let ends = paths::HEADERS.iter().chain(paths::SOURCES.iter());
            let mut names = ends.map(|end| format!("{stem}{end}")).chain(internal);
            names.any(|name| {
                let found = repository.files_ending(&name);
                let mut others = found.iter().filter(|path| **path != file.path);
                others.any(|path| repository.extract(path).is_some_and(|it| it.has_header))
            })
        }
        _ => false,
    }
}

/// Whether the comments of definitions say what the file is for.
fn is_introduced_by_symbols(file: &FileView<'_>, stem: &str) -> bool {
    let is_told = |symbol: &Symbol| {
        symbol.doc.as_deref().is_some_and(|doc| words(doc).count() >= FEWEST_WORDS)
    };
    // A comment at the first definition, constants included, is where the file begins.
    let first = file.facts.symbols.iter().find(|symbol| symbol.parent.is_none());
    if first.is_some_and(is_told) || public(file).all(|symbol| symbol.doc.is_some()) {
        return true;
    }
    let stem_words = name_words(stem);
    public(file).filter(|symbol| is_told(symbol)).any(|symbol| {
        let name = name_words(&symbol.name);
        name.iter().any(|word| stem_words.iter().any(|stem| is_same_word(stem, word)))
    })
}

fn go_files<'a>(
    repository: &RepositoryView<'a>,
    folder: &'a str,
) -> impl Iterator<Item = &'a Extract> {
    directly_in(repository, folder).filter(|other| {
        profile(other.language).has_folder_packages() && !other.path.ends_with("_test.go")
    })
}

/// The message about a package without a comment; `None` if it is reported at another file or with a package beside it.
fn package_message(file: &FileView<'_>, repository: &RepositoryView<'_>) -> Option<String> {
    if !speaks_for_package(file, repository) {
        return None;
    }
    let folder = parent_of(file.path);
    if folder.split('/').any(|part| paths::CLOSED_PACKAGES.has(part)) {
        return None;
    }
    let name = name_of(folder);
    let Some((parent, _)) = folder.rsplit_once('/') else {
        return Some(match folder {
            "" => "the package in the root has no package comment".to_owned(),
            _ => format!("package `{name}` has no package comment"),
        });
    };
    // Packages side by side, such as one for each service, are one gap.
    let mut beside: BTreeMap<&str, Sibling> = BTreeMap::new();
    for other in repository.files_in(parent) {
        let inner = other.path.strip_prefix(parent).and_then(|path| path.strip_prefix('/'));
        let Some((sibling, rest)) = inner.and_then(|inner| inner.split_once('/')) else { continue };
        if rest.contains('/') || FileRole::of(&other.path, other.language) != FileRole::Source {
            continue;
        }
        let known = beside.entry(sibling).or_default();
        let is_package = profile(other.language).has_folder_packages();
        known.n_definitions += if is_package { other.defined.len() } else { 0 };
        known.has_comment |= other.has_header && is_package;
    }
    beside.retain(|_, known| !known.has_comment && known.n_definitions >= FEWEST_DEFINITIONS);
    let first = beside.keys().next().copied();
    if first.is_some_and(|first| first < name) {
        return None;
    }
    Some(match beside.len().saturating_sub(1) {
        0 => format!("package `{name}` has no package comment"),
        1 => format!("package `{name}` and one more in `{parent}` have no package comment"),
        n => format!("package `{name}` and {n} more in `{parent}` have no package comment"),
    })
}

/// A package beside another.
#[derive(Default)]
struct Sibling {
    n_definitions: usize,
    has_comment: bool,
}

/// Whether a document of the same name is about the file: `docs/Reply.md` about `lib/reply.js`.
fn has_document_of_its_name(path: &str, repository: &RepositoryView<'_>) -> bool {
    let stem = stem_of(path);
    let lower = stem.to_lowercase().replace('_', "-");
    let mut capital = lower.clone();
    if let Some(first) = capital.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let has = |stem: &str| {
        paths::DOCUMENTS
            .iter()
            .any(|end| !repository.files_ending(&format!("{stem}{end}")).is_empty())
    };
    stem.len() > 2 && (has(stem) || has(&lower) || has(&capital))
}

/// Whether the gap of a package is reported at this file: that of the package's name, or the first.
fn speaks_for_package(file: &FileView<'_>, repository: &RepositoryView<'_>) -> bool {
    let folder = parent_of(file.path);
    let named = under(folder, &format!("{}.go", name_of(folder)));
    let paths = || go_files(repository, folder).map(|other| other.path.as_str());
    if paths().any(|path| path == named) {
        file.path == named
    } else {
        paths().next() == Some(file.path)
    }
}
