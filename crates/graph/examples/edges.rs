//! Prints how the references of a folder are known: `edges FOLDER`, and each one with `--all`.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;
use rutter_domain::{Facts, FileId, Language};
use rutter_graph::{Code, CodeFile, Digest, Graph, Resolution, count_edges_of};

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

/// Digest and facts of a file, its numbers of symbols and references, its language.
type ReadFile = (Digest, Option<Arc<Facts>>, usize, usize, Language);

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let root = args.last().ok_or("usage: edges [--all] FOLDER")?;
    let mut paths = Vec::new();
    let mut folders = vec![Path::new(root).to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if name.to_string_lossy().starts_with('.') {
                continue;
            }
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else if entry.file_type()?.is_file() {
                paths.push(entry.path());
            }
        }
    }
    let mut paths: Vec<String> = paths
        .into_iter()
        .filter_map(|path| Some(path.strip_prefix(root).ok()?.to_str()?.to_string()))
        .filter(|path| Language::of_path(path) != Language::Unknown || path.ends_with("go.mod"))
        .collect();
    paths.sort_unstable();
    let started = Instant::now();
    let keep = args.len() > 1;
    let read: Vec<ReadFile> = paths
        .par_iter()
        .map(|path| {
            let bytes = std::fs::read(Path::new(root).join(path)).unwrap_or_default();
            let text =
                if bytes.len() > 1_000_000 { "".into() } else { String::from_utf8_lossy(&bytes) };
            let facts = rutter_syntax::read(rutter_syntax::language_of(path, &text), &text);
            let digest = Digest::of(&facts);
            let (n_symbols, n_references) = (facts.symbols.len(), facts.references.len());
            let language = facts.language;
            (digest, keep.then(|| Arc::new(facts)), n_symbols, n_references, language)
        })
        .collect();
    let files: Vec<CodeFile> = (paths.iter().zip(&read).zip(0..))
        .map(|((path, read), id)| CodeFile { id: FileId(id), path: path.clone(), language: read.4 })
        .collect();
    let n_symbols: usize = read.iter().map(|read| read.2).sum();
    let n_references: usize = read.iter().map(|read| read.3).sum();
    println!(
        "{} files, {n_symbols} symbols, {n_references} references, read in {:?}",
        files.len(),
        started.elapsed()
    );
    let mut digests = Vec::new();
    let mut facts = Vec::new();
    for (digest, fact, ..) in read {
        digests.push(digest);
        facts.extend(fact);
    }
    {
        let started = Instant::now();
        let counts = count_edges_of(&files, &digests, Arc::default(), &false.into());
        println!("{counts:?} in {:?}", started.elapsed());
    }
    if keep {
        let folder = Folder { files, facts };
        let graph = Graph::new(&folder);
        for (file, facts) in folder.files.iter().zip(&folder.facts) {
            for reference in &facts.references {
                let meant = match graph.resolve(file.id, reference) {
                    Resolution::Resolved { targets, provenance } => {
                        let targets: Vec<String> = (targets.iter().take(40))
                            .map(|target| {
                                let facts = &folder.facts[target.file.0 as usize];
                                let path = &folder.files[target.file.0 as usize].path;
                                let symbol = &facts.symbols[target.symbol as usize];
                                let (start, end) = (symbol.span.start_line, symbol.span.end_line);
                                format!("{path}:{start}-{end}:{}", symbol.qualified_name)
                            })
                            .collect();
                        format!("{} [{provenance}]", targets.join(" "))
                    }
                    Resolution::Unresolved => "?".into(),
                };
                let qualifier = reference.qualifier.as_deref().unwrap_or("-");
                for place in reference.places() {
                    println!(
                        "{}:{}:{} {:?} {qualifier} {} -> {meant}",
                        file.path, place.line, place.column, reference.kind, reference.name
                    );
                }
            }
        }
    }
    Ok(())
}
