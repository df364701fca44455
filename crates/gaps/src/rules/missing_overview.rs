//! `missing-overview`: a file that nothing introduces.

use std::collections::{BTreeMap, BTreeSet};

use rutter_domain::{Language, Severity, Symbol, SymbolKind, Visibility};
use rutter_syntax::profile;
use rutter_syntax::profile::{Introduction, Route};

use crate::documents::repository_text::RepositoryText;
use crate::findings::{Finding, Findings};
use crate::repository::RepositoryView;
use crate::rule::{AppliesTo, Example, Rule, RuleInfo};
use crate::rules::doc_text::{is_same_word, name_words, words};
use crate::rules::introduced_in_c::is_introduced_in_c;
use crate::rules::meaning::is_part_of_documentation;
use crate::rules::source_paths::{is_frontend, is_internal_path, is_test_support};
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

/// If a smaller part of the files of a language has a header, it is asked for once per folder.
const USUAL_PERCENT: usize = 20;

impl Rule for MissingOverview {
    fn info(&self) -> &'static RuleInfo {
        &INFO
    }

    fn examine(
        &self,
        file: &FileView<'_>,
        repository: &RepositoryView<'_>,
        findings: &mut Findings,
    ) {
        if !needs_overview(file) {
            return;
        }
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
        let name = file.path.rsplit('/').next().unwrap_or(file.path);
        let n_public = top_level(file).filter(|symbol| symbol.visibility == Visibility::Public);
        let of_file = || format!("the file has no overview: nothing says what `{name}` is for");
        let message = if is_package { package_message(file, repository) } else { Some(of_file()) };
        let Some(message) = message else { return };
        let reach = if n_public.count() > 0 { 0.8 } else { 0.5 };
        findings.report(Finding::new(1, message).reaching(reach));
    }

    /// Where headers are not usual, the largest file of a folder stands for the others.
    fn confirm(&self, path: &str, _: &Finding, text: &RepositoryText<'_>) -> bool {
        let repository = text.repository();
        let language = Language::of_path(path);
        if has_document_of_its_name(path, repository) {
            return false;
        }
        if profile(language).has_folder_packages() {
            // Nobody imports a command.
            let Some(source) = text.text(path) else { return false };
            let package = source.lines().find_map(|line| line.strip_prefix("package "));
            let package = package.and_then(|name| name.split_whitespace().next()).unwrap_or("");
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let name = folder.rsplit('/').next().unwrap_or(folder);
            // The message names the folder; a generated package has no author who would describe it.
            let is_named_so = folder.is_empty() || name == package;
            let mut beside = repository.files_in(folder).iter();
            let is_generated = beside.any(|other| {
                let parent = other.path.rsplit_once('/').map_or("", |(parent, _)| parent);
                parent == folder && other.path.ends_with(".pb.go")
            });
            return package != "main" && is_named_so && !is_generated;
        }
        if profile(language).is_like_c() && is_introduced_in_c(path, text) {
            return false;
        }
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let (n_headers, n_files) = text.n_headers(language);
        if n_headers * 100 >= n_files * USUAL_PERCENT {
            return true;
        }
        let beside = repository.files_in(folder).iter().filter(|other| {
            let parent = other.path.rsplit_once('/').map_or("", |(parent, _)| parent);
            other.language == language
                && parent == folder
                && FileRole::of(&other.path, language) == FileRole::Source
        });
        let largest = beside.max_by_key(|other| (other.defined.len(), &other.path));
        largest.is_none_or(|largest| largest.path == path)
    }
}

fn top_level<'a>(file: &'a FileView<'_>) -> impl Iterator<Item = &'a Symbol> {
    file.facts.symbols.iter().filter(|symbol| {
        let is_definition = match symbol.kind {
            SymbolKind::Function
            | SymbolKind::Class
            | SymbolKind::Struct
            | SymbolKind::Union
            | SymbolKind::Enum
            | SymbolKind::Interface
            | SymbolKind::Trait
            | SymbolKind::Macro => true,
            SymbolKind::Method
            | SymbolKind::Constructor
            | SymbolKind::EnumMember
            | SymbolKind::Implementation
            | SymbolKind::Module
            | SymbolKind::TypeAlias
            | SymbolKind::Constant
            | SymbolKind::Variable
            | SymbolKind::Field
            | SymbolKind::Property
            | SymbolKind::Test
            | SymbolKind::Section
            | SymbolKind::File => false,
        };
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
    let name = file.path.rsplit('/').next().unwrap_or(file.path);
    let is_conventional = matches!(
        name,
        "setup.py" | "conf.py" | "build.rs" | "Rakefile" | "Gemfile" | "Vagrantfile" | "version.py"
    ) || name.contains(".config.")
        || name.ends_with(".gemspec")
        || name.ends_with(".d.ts");
    let is_small = top_level(file).count() < FEWEST_DEFINITIONS
        || public(file).count() < FEWEST_PUBLIC
        || n_lines < FEWEST_LINES;
    let is_aside = is_part_of_documentation(file.path)
        || is_internal_path(file.path)
        || is_test_support(file.path);
    if is_conventional || is_small || is_aside {
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
            !is_frontend(file.path)
                && !folders.any(|folder| matches!(folder, "utils" | "util" | "helpers"))
        }
        Introduction::Always => true,
    }
}

fn has_overview(file: &FileView<'_>, repository: &RepositoryView<'_>) -> bool {
    let annotations = &file.facts.annotations;
    if annotations.header.is_some() || file.has_good_entry("") {
        return true;
    }
    let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", file.path));
    let stem = name.split('.').next().unwrap_or(name);
    let beside = |name: &str| match folder {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    };
    if ["README.md", "README.rst", "README", "README.adoc", "README.txt"]
        .iter()
        .any(|readme| !folder.is_empty() && repository.has_file(&beside(readme)))
    {
        return true;
    }
    // The main definition of a file introduces it.
    let stem_name = stem.replace(['-', '_'], "").to_lowercase();
    let is_main = |symbol: &Symbol| {
        symbol.doc.is_some() && symbol.name.replace('_', "").to_lowercase() == stem_name
    };
    if !profile(file.language).has_folder_packages() && is_introduced_by_symbols(file, stem) {
        return true;
    }
    if top_level(file).any(is_main) || top_level(file).next().is_some_and(is_substantial) {
        return true;
    }
    match profile(file.language).imports.scheme {
        Route::Folders => go_files(repository, folder).any(|other| other.has_header),
        Route::Crates => {
            // The declaration of the module may carry its description.
            let module = if stem == "mod" { folder.rsplit('/').next().unwrap_or("") } else { stem };
            let declared = repository.definitions(module);
            declared.iter().any(|one| one.kind() == SymbolKind::Module && one.is_documented())
        }
        Route::Includes => {
            // Header and source describe each other.
            if [".c", ".cc", ".cpp", ".cxx"].iter().any(|end| file.path.ends_with(end)) {
                let headers = ["", "-internal", "_internal"].map(|end| format!("{stem}{end}.h"));
                let mut found = headers.iter().flat_map(|name| repository.files_ending(name));
                if found.any(|path| repository.extract(path).is_some_and(|it| it.has_header)) {
                    return true;
                }
            }
            let endings = ["h", "hpp", "hh", "c", "cc", "cpp", "cxx"];
            endings.iter().any(|end| {
                let path = beside(&format!("{stem}.{end}"));
                path != file.path
                    && repository
                        .files_in(folder)
                        .iter()
                        .any(|other| other.path == path && other.has_header)
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

/// Whether the first definition has a description of several sentences, which is one of the file.
fn is_substantial(symbol: &Symbol) -> bool {
    symbol.doc.as_ref().is_some_and(|doc| doc.lines().count() >= 4)
}

fn go_files<'a>(
    repository: &RepositoryView<'a>,
    folder: &'a str,
) -> impl Iterator<Item = &'a crate::extract::Extract> {
    repository.files_in(folder).iter().map(AsRef::as_ref).filter(
        move |other: &&crate::extract::Extract| {
            let parent = other.path.rsplit_once('/').map_or("", |(parent, _)| parent);
            profile(other.language).has_folder_packages()
                && parent == folder
                && !other.path.ends_with("_test.go")
        },
    )
}

/// What is said about a package without a comment, at one of its files; `None` at the others, and if a
/// package beside it stands for it.
fn package_message(file: &FileView<'_>, repository: &RepositoryView<'_>) -> Option<String> {
    if !speaks_for_package(file, repository) {
        return None;
    }
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    if folder.split('/').any(|part| matches!(part, "internal" | "cmd")) {
        return None;
    }
    let name = folder.rsplit('/').next().unwrap_or(folder);
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
    let name = path.rsplit('/').next().unwrap_or("");
    let stem = name.split('.').next().unwrap_or("");
    if stem.len() <= 2 {
        return false;
    }
    let lower = stem.to_lowercase();
    let capital: String = lower
        .char_indices()
        .map(|(at, c)| if at == 0 { c.to_ascii_uppercase() } else { c })
        .collect();
    let spellings = BTreeSet::from([
        stem.to_owned(),
        stem.replace('_', "-"),
        lower.replace('_', "-"),
        lower,
        capital,
    ]);
    spellings.iter().any(|stem| {
        ["md", "rst", "adoc"]
            .iter()
            .any(|end| !repository.files_ending(&format!("{stem}.{end}")).is_empty())
    })
}

/// Whether the gap of a package is reported at this file: that of the package's name, or the first.
fn speaks_for_package(file: &FileView<'_>, repository: &RepositoryView<'_>) -> bool {
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let package = folder.rsplit('/').next().unwrap_or("");
    let named = match folder {
        "" => String::new(),
        folder => format!("{folder}/{package}.go"),
    };
    let mut paths = go_files(repository, folder).map(|other| other.path.as_str());
    match go_files(repository, folder).any(|other| other.path == named) {
        true => file.path == named,
        false => paths.next() == Some(file.path),
    }
}
