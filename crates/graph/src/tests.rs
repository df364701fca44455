//! Text in, text out: code of several files, and what its names are tied to.
//!
//! Each language is tested on its own syntax, read by rutter's own reader, so that the two agree on
//! what a qualifier, a container or an import looks like.

mod c;
mod counts;
mod documents;
mod go;
mod impacts;
mod java;
mod others;
mod python;
mod rust;
mod script;
mod users;
mod values;

use std::sync::Arc;

use expect_test::Expect;
use rutter_domain::{Facts, FileId, Language, Reference};

use crate::{Code, File, Graph, Lead, Resolution, SymbolAt};

/// An index in memory, of files that are headed by their path in one text: `//- src/lib.rs`.
struct Memory {
    files: Vec<File>,
    texts: Vec<String>,
    facts: Vec<Arc<Facts>>,
}

impl Memory {
    fn new(text: &str) -> Memory {
        let mut parts: Vec<(&str, &str)> = (text.split("//- ").skip(1))
            .map(|part| part.split_once('\n').unwrap_or((part, "")))
            .collect();
        parts.sort_unstable();
        let facts = parts
            .iter()
            .map(|(path, text)| Arc::new(rutter_syntax::read(Language::of_path(path), text)));
        Memory {
            files: (parts.iter().zip(0..))
                .map(|((path, _), id)| File {
                    id: FileId(id),
                    path: path.to_string(),
                    language: Language::of_path(path),
                })
                .collect(),
            texts: parts.iter().map(|(_, text)| text.to_string()).collect(),
            facts: facts.collect(),
        }
    }

    /// A symbol by its file and qualified name: `src/lib.rs:Parser::new`.
    fn find(&self, symbol: &str) -> SymbolAt {
        let (path, name) = symbol.split_once(':').unwrap();
        let file = self.files.iter().position(|file| file.path == path).unwrap();
        let symbols = &self.facts[file].symbols;
        let symbol = symbols.iter().position(|symbol| symbol.qualified_name == name).unwrap();
        SymbolAt { file: FileId(file as u32), symbol: symbol as u32 }
    }

    fn path(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].path
    }

    fn spell(&self, file: FileId, symbol: Option<u32>) -> String {
        match symbol {
            Some(symbol) => {
                let symbols = &self.facts[file.0 as usize].symbols;
                format!("{}:{}", self.path(file), symbols[symbol as usize].qualified_name)
            }
            None => self.path(file).to_string(),
        }
    }

    fn spell_resolution(&self, resolution: &Resolution) -> String {
        match resolution {
            Resolution::Resolved { targets, provenance } => {
                let targets: Vec<String> = (targets.iter())
                    .map(|target| self.spell(target.file, Some(target.symbol)))
                    .collect();
                format!("{} [{provenance}]", targets.join(" "))
            }
            Resolution::Unresolved => "?".into(),
        }
    }
}

impl Code for Memory {
    fn files(&self) -> &[File] {
        &self.files
    }

    fn facts(&self, file: FileId) -> Option<Arc<Facts>> {
        self.facts.get(file.0 as usize).cloned()
    }

    fn defining(&self, name: &str) -> Vec<FileId> {
        self.naming(name)
    }

    fn naming(&self, name: &str) -> Vec<FileId> {
        let texts = self.texts.iter().zip(0..);
        texts.filter(|(text, _)| text.contains(name)).map(|(_, id)| FileId(id)).collect()
    }
}

/// Resolves every reference.
fn check(text: &str, expected: Expect) {
    check_kinds(text, |_| true, expected);
}

/// Resolves every reference that is wanted.
fn check_kinds(text: &str, is_wanted: impl Fn(&Reference) -> bool, expected: Expect) {
    let memory = Memory::new(text);
    let graph = Graph::new(&memory);
    let mut lines = String::new();
    for (file, facts) in memory.files.iter().zip(&memory.facts) {
        for reference in facts.references.iter().filter(|reference| is_wanted(reference)) {
            let name = match &reference.qualifier {
                Some(qualifier) => format!("{qualifier} {}", reference.name),
                None => reference.name.clone(),
            };
            let kind = crate::EdgeKind::from(reference.kind);
            let resolution = memory.spell_resolution(&graph.resolve(file.id, reference));
            let (path, line) = (&file.path, reference.line);
            lines += &format!("{path}:{line} {kind} {name} -> {resolution}\n");
        }
    }
    expected.assert_eq(&lines);
}

/// Follows every import.
fn check_imports(text: &str, expected: Expect) {
    let memory = Memory::new(text);
    let graph = Graph::new(&memory);
    let mut lines = String::new();
    for file in &memory.files {
        for edge in graph.imports_of(file.id) {
            let lead = match edge.lead {
                Lead::To(files) => {
                    files.iter().map(|file| memory.path(*file)).collect::<Vec<_>>().join(" ")
                }
                Lead::Outside => "outside".into(),
                Lead::Missing => "missing".into(),
            };
            let name = edge.name.map(|name| format!(" {name}")).unwrap_or_default();
            let (path, line, module) = (&file.path, edge.line, edge.module);
            lines += &format!("{path}:{line} {module}{name} -> {lead}\n");
        }
    }
    expected.assert_eq(&lines);
}
