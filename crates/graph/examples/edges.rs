//! Prints what every reference of a folder means: `cargo run --release -p rutter-graph --example edges FOLDER`.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use rutter_domain::{Facts, FileId, Language, Reference};
use rutter_graph::{Code, CodeFile, Graph, Resolution, SymbolAt};

struct Folder {
    files: Vec<CodeFile>,
    facts: Vec<Arc<Facts>>,
}

impl Code for Folder {
    fn files(&self) -> &[CodeFile] {
        &self.files
    }

    fn facts(&self, file: FileId) -> Option<Arc<Facts>> {
        self.facts.get(file.0 as usize).cloned()
    }

    fn defining(&self, name: &str) -> Vec<FileId> {
        let defines = |facts: &Facts| facts.symbols.iter().any(|symbol| symbol.name == name);
        let files = self.facts.iter().zip(0..);
        files.filter(|(facts, _)| defines(facts)).map(|(_, id)| FileId(id)).collect()
    }

    fn naming(&self, _: &str) -> Vec<FileId> {
        self.files.iter().map(|file| file.id).collect()
    }

    fn programs(&self) -> Vec<(String, FileId)> {
        Vec::new()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let root = std::env::args().nth(1).ok_or("usage: edges FOLDER")?;
    let mut folders = vec![Path::new(&root).to_path_buf()];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            if entry.file_type()?.is_dir() && !is_hidden {
                folders.push(entry.path());
            } else if entry.file_type()?.is_file() && !is_hidden {
                paths.extend(entry.path().strip_prefix(&root)?.to_str().map(str::to_owned));
            }
        }
    }
    paths.retain(|path| Language::of_path(path) != Language::Unknown || path.ends_with("go.mod"));
    paths.sort_unstable();
    let read = |path: &String| {
        let bytes = std::fs::read(Path::new(&root).join(path)).unwrap_or_default();
        let text =
            if bytes.len() > 1_000_000 { "".into() } else { String::from_utf8_lossy(&bytes) };
        Arc::new(rutter_syntax::read(rutter_syntax::language_of(path, &text), &text))
    };
    let facts: Vec<Arc<Facts>> = paths.par_iter().map(read).collect();
    let files = (paths.into_iter().zip(&facts).zip(0..))
        .map(|((path, facts), id)| CodeFile { id: FileId(id), path, language: facts.language })
        .collect();
    let folder = Folder { files, facts };
    let graph = Graph::new(&folder);
    let place = |target: &SymbolAt| {
        let symbol = &folder.facts[target.file.0 as usize].symbols[target.symbol as usize];
        let path = &folder.files[target.file.0 as usize].path;
        format!("{path}:{}:{}", symbol.span.start_line, symbol.qualified_name)
    };
    for (file, facts) in folder.files.iter().zip(&folder.facts) {
        for reference in &facts.references {
            let meant = match graph.resolve(file.id, reference) {
                Resolution::Resolved { targets, provenance } => {
                    let targets: Vec<String> = targets.iter().take(40).map(place).collect();
                    format!("{} [{provenance}]", targets.join(" "))
                }
                Resolution::Unresolved => "?".into(),
            };
            let Reference { line, column, kind, name, .. } = reference;
            println!("{}:{line}:{column} {kind:?} {name} -> {meant}", file.path);
        }
    }
    Ok(())
}
