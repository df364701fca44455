//! Text in, text out: code of several files, and what its references resolve to.
//!
//! Each language is tested with its own syntax, parsed by `rutter_syntax`, so that the two crates
//! agree on what a qualifier, a container or an import looks like.

mod bounds;
mod builds;
mod c;
mod containers;
mod counts;
mod declared_types;
mod documents;
mod go;
mod impacts;
mod java;
mod kept;
mod others;
mod own_fields;
mod python;
mod receivers;
mod rust;
mod script;
mod script_types;
mod users;
mod values;

use std::sync::Arc;

use expect_test::Expect;
use rutter_domain::{Facts, FileId, Language, Reference, ReferenceKind};

use crate::imports::target::ModuleFiles;
use crate::{BuildFiles, Code, CodeFile, Graph, Resolution, SymbolAt};

/// An index in memory, made from one text in which `//- src/lib.rs` starts a file.
struct Memory {
    files: Vec<CodeFile>,
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
                .map(|((path, _), id)| CodeFile {
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
    fn files(&self) -> &[CodeFile] {
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

    fn build_files(&self) -> Arc<BuildFiles> {
        let text_of = |path: &str| {
            let file = self.files.iter().position(|file| file.path == path)?;
            Some(self.texts[file].clone())
        };
        let paths = self.files.iter().map(|file| file.path.as_str());
        Arc::new(BuildFiles::read(paths, text_of))
    }

    /// A line `# program NAME` declares one.
    fn programs(&self) -> Vec<(String, FileId)> {
        let texts = self.texts.iter().zip(0..);
        texts
            .filter_map(|(text, id)| {
                let name = text.lines().find_map(|line| line.strip_prefix("# program "))?;
                Some((name.to_owned(), FileId(id)))
            })
            .collect()
    }
}

/// Resolves every reference.
fn check(text: &str, expected: Expect) {
    check_kinds(text, |_| true, expected);
}

/// Resolves calls, reads and writes.
fn check_uses(text: &str, expected: Expect) {
    let is_wanted = |kind| match kind {
        ReferenceKind::Call | ReferenceKind::Read | ReferenceKind::Write => true,
        ReferenceKind::Extends
        | ReferenceKind::Implements
        | ReferenceKind::Type
        | ReferenceKind::Mention => false,
    };
    check_kinds(text, |reference| is_wanted(reference.kind), expected);
}

/// Resolves every reference that `is_wanted`.
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
    for (file, position) in memory.files.iter().zip(0..) {
        let targets: Vec<_> = graph.resolver.scopes.targets(position).collect();
        for (import, target) in graph.base().digest(position).imports().zip(targets) {
            let spell = |files: &[u32]| {
                let paths = files.iter().map(|file| memory.path(FileId(*file)));
                paths.collect::<Vec<_>>().join(" ")
            };
            let leads_to = match target.files() {
                ModuleFiles::Folder(folder) => spell(graph.base().paths.files_in(*folder)),
                ModuleFiles::External => "outside".into(),
                ModuleFiles::Missing => "missing".into(),
                files => spell(files.listed()),
            };
            let name = import.name.map(|name| format!(" {name}")).unwrap_or_default();
            let (path, line, module) = (&file.path, import.line, import.module);
            lines += &format!("{path}:{line} {module}{name} -> {leads_to}\n");
        }
    }
    expected.assert_eq(&lines);
}
