//! A package as rutter sees it: the facts of its files, and what every reference in it means.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use ignore::WalkBuilder;
use rayon::prelude::*;
use rutter_domain::{Facts, FileId, Language, Provenance, ReferenceKind, Symbol, SymbolKind};
use rutter_graph::{BuildFiles, Code, CodeFile, Graph, Resolution, SymbolAt};

use super::dump::Definition;

/// Larger files are left out by the scripts, too.
const MAX_BYTES: u64 = 1_000_000;

/// Folders of other people's code and of what a build made; the scripts leave out the same.
const SKIPPED: [&str; 9] = [
    "node_modules", "vendor", "third_party", "target", "dist", "build", "__pycache__", "debian",
    "coverage",
];

/// The files of a package.
pub struct Package {
    files: Vec<CodeFile>,
    facts: Vec<Arc<Facts>>,
    texts: Vec<String>,
    by_path: HashMap<String, usize>,
    defining: HashMap<String, Vec<FileId>>,
    naming: HashMap<String, Vec<FileId>>,
}

/// rutter's resolution of a reference at a place.
#[derive(Debug, Clone)]
pub struct ResolvedReference {
    pub kind: ReferenceKind,
    pub resolution: Resolution,
}

/// The references of a package with their resolutions.
pub struct Answers {
    /// By path, line and column.
    pub at: HashMap<(usize, u32, u32), Vec<ResolvedReference>>,
    /// The lines that use a symbol, and how each is known.
    pub uses: HashMap<SymbolAt, Vec<(usize, u32, Provenance)>>,
}

impl Package {
    pub fn read(root: &Path) -> anyhow::Result<Package> {
        let mut paths = Vec::new();
        let is_wanted = |entry: &ignore::DirEntry| {
            let name = entry.file_name().to_string_lossy();
            entry.depth() == 0 || !(name.starts_with('.') || SKIPPED.contains(&name.as_ref()))
        };
        let walk = WalkBuilder::new(root).standard_filters(false).filter_entry(is_wanted).build();
        for entry in walk {
            let entry = entry.context("cannot list a package")?;
            let metadata = entry.metadata().context("cannot read a package")?;
            let path = entry.path().strip_prefix(root)?;
            if let Some(path) = path.to_str().filter(|_| metadata.is_file()) {
                let is_known = Language::of_path(path) != Language::Unknown;
                if metadata.len() <= MAX_BYTES && (is_known || path.ends_with("go.mod")) {
                    paths.push(path.to_string());
                }
            }
        }
        paths.sort_unstable();
        let read: Vec<(String, Arc<Facts>)> = paths
            .par_iter()
            .map(|path| {
                let bytes = std::fs::read(root.join(path)).unwrap_or_default();
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let facts = rutter_syntax::read(rutter_syntax::language_of(path, &text), &text);
                (text, Arc::new(facts))
            })
            .collect();
        let (texts, facts): (Vec<String>, Vec<Arc<Facts>>) = read.into_iter().unzip();
        let files = (paths.iter().zip(&facts).zip(0..))
            .map(|((path, facts), id)| CodeFile {
                id: FileId(id),
                path: path.clone(),
                language: facts.language,
            })
            .collect();
        let by_path = paths.into_iter().zip(0..).collect();
        let defining = files_by_word(&facts, |facts| {
            facts.symbols.iter().map(|symbol| symbol.name.as_str()).collect()
        });
        let naming = files_by_word(&facts, |facts| {
            let names = facts.references.iter().map(|reference| reference.name.as_str());
            let imported = facts.imports.iter().filter_map(|import| import.name.as_deref());
            names.chain(imported).collect()
        });
        Ok(Package { files, facts, texts, by_path, defining, naming })
    }

    pub fn n_files(&self) -> usize {
        self.files.len()
    }

    pub fn position(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    pub fn path(&self, file: usize) -> &str {
        &self.files[file].path
    }

    pub fn symbol(&self, at: SymbolAt) -> &Symbol {
        &self.facts[at.file.0 as usize].symbols[at.symbol as usize]
    }

    /// A line of a file, without blanks around it.
    pub fn line(&self, path: &str, line: u32) -> &str {
        let text = self.position(path).map_or("", |file| &self.texts[file]);
        text.lines().nth(line.saturating_sub(1) as usize).unwrap_or("").trim()
    }

    pub fn resolve(&self, graph: &Graph<'_>) -> Answers {
        let resolved: Vec<Vec<Resolution>> = (0..self.files.len())
            .into_par_iter()
            .map(|file| {
                let references = self.facts[file].references.iter();
                references.map(|reference| graph.resolve(self.files[file].id, reference)).collect()
            })
            .collect();
        let mut answers = Answers { at: HashMap::new(), uses: HashMap::new() };
        for (file, resolutions) in resolved.into_iter().enumerate() {
            for (reference, resolution) in self.facts[file].references.iter().zip(resolutions) {
                for place in reference.places() {
                    if let Resolution::Resolved { targets, provenance } = &resolution {
                        for target in targets {
                            let uses = answers.uses.entry(*target).or_default();
                            uses.push((file, place.line, *provenance));
                        }
                    }
                    let resolved =
                        ResolvedReference { kind: reference.kind, resolution: resolution.clone() };
                    let key = (file, place.line, place.column);
                    answers.at.entry(key).or_default().push(resolved);
                }
            }
        }
        answers
    }

    pub fn symbols_of(&self, definition: &Definition) -> Vec<SymbolAt> {
        let Some(file) = self.position(&definition.path) else { return Vec::new() };
        let symbols = self.facts[file].symbols.iter().zip(0..);
        symbols
            .filter(|(symbol, _)| {
                bare_name(symbol) == definition.name.trim_start_matches("r#")
                    && self.head_has(file, symbol, definition.line)
            })
            .map(|(_, symbol)| SymbolAt { file: FileId(file as u32), symbol })
            .collect()
    }

    /// Returns whether these definitions on one line of a file define a symbol. A constructor and its type
    /// count as one.
    pub fn is_defined_by(&self, at: SymbolAt, file: usize, line: u32, names: &[&str]) -> bool {
        if at.file.0 as usize != file {
            return false;
        }
        let symbol = self.symbol(at);
        if names.contains(&bare_name(symbol)) && self.head_has(file, symbol, line) {
            return true;
        }
        let symbols = &self.facts[file].symbols;
        if symbol.kind == SymbolKind::Constructor {
            let parent = symbol.parent.map(|parent| &symbols[parent as usize]);
            return parent.is_some_and(|parent| self.head_has(file, parent, line));
        }
        symbol.kind.is_type()
            && symbols.iter().any(|inner| {
                inner.kind == SymbolKind::Constructor
                    && inner.parent == Some(at.symbol)
                    && self.head_has(file, inner, line)
            })
    }

    /// Returns whether a line is between the first line of a symbol and the one with its name.
    fn head_has(&self, file: usize, symbol: &Symbol, line: u32) -> bool {
        let first = symbol.span.start_line;
        if line < first || line > symbol.span.end_line {
            return false;
        }
        let name = bare_name(symbol);
        let head = self.texts[file].lines().zip(1..).skip(first.saturating_sub(1) as usize);
        let mut named =
            head.take_while(|(_, number)| *number <= symbol.span.end_line).filter(|(text, _)| {
                let text = text.trim_start();
                !text.starts_with('@') && !text.starts_with("#[") && has_word(text, name)
            });
        // `typedef struct { … } name;`
        let last = self.texts[file].lines().nth(symbol.span.end_line.saturating_sub(1) as usize);
        let is_named_last = line == symbol.span.end_line
            && last.is_some_and(|last| last.trim_start().starts_with('}') && has_word(last, name));
        line == first || is_named_last || named.next().is_some_and(|(_, number)| line <= number)
    }
}

impl Code for Package {
    fn files(&self) -> &[CodeFile] {
        &self.files
    }

    fn facts(&self, file: FileId) -> Option<Arc<Facts>> {
        self.facts.get(file.0 as usize).cloned()
    }

    fn defining(&self, name: &str) -> Vec<FileId> {
        self.defining.get(name).cloned().unwrap_or_default()
    }

    fn naming(&self, name: &str) -> Vec<FileId> {
        self.naming.get(name).cloned().unwrap_or_default()
    }

    fn programs(&self) -> Vec<(String, FileId)> {
        Vec::new()
    }

    fn build_files(&self) -> Arc<BuildFiles> {
        let paths = self.files.iter().map(|file| file.path.as_str());
        let text_of = |path: &str| Some(self.texts[self.position(path)?].clone());
        Arc::new(BuildFiles::read(paths, text_of))
    }
}

fn bare_name(symbol: &Symbol) -> &str {
    symbol.name.trim_start_matches("r#")
}

fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    })
}

fn files_by_word<'f>(
    facts: &'f [Arc<Facts>],
    words: impl Fn(&'f Facts) -> HashSet<&'f str>,
) -> HashMap<String, Vec<FileId>> {
    let mut files: HashMap<String, Vec<FileId>> = HashMap::new();
    for (facts, id) in facts.iter().zip(0..) {
        for word in words(facts) {
            files.entry(word.to_string()).or_default().push(FileId(id));
        }
    }
    files
}
