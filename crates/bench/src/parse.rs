//! Bare tree-sitter parsing of the same files, with which indexing is compared.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rutter_domain::Language;
use tree_sitter::Parser;

use crate::measure::time;

/// Files and bytes that were parsed.
#[derive(Debug, Default, Clone, Copy)]
pub struct Parsed {
    pub n_files: usize,
    pub n_bytes: u64,
}

/// Reads and parses all files on `n_threads` threads and returns the time.
pub fn parse_all(files: &[PathBuf], n_threads: usize) -> (Duration, Parsed) {
    let next = AtomicUsize::new(0);
    time(|| {
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..n_threads).map(|_| scope.spawn(|| parse_some(files, &next))).collect();
            let mut all = Parsed::default();
            for thread in threads {
                let part = thread.join().unwrap_or_default();
                all.n_files += part.n_files;
                all.n_bytes += part.n_bytes;
            }
            all
        })
    })
}

/// Parses the next file until there is none, with one parser per language.
fn parse_some(files: &[PathBuf], next: &AtomicUsize) -> Parsed {
    let mut parsers: HashMap<Language, Option<Parser>> = HashMap::new();
    let mut parsed = Parsed::default();
    while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
        let Ok(bytes) = std::fs::read(path) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let language = rutter_syntax::language_of(&path.to_string_lossy(), &text);
        parsed.n_files += 1;
        parsed.n_bytes += bytes.len() as u64;
        if let Some(parser) = parsers.entry(language).or_insert_with(|| parser(language)) {
            std::hint::black_box(parser.parse(text.as_bytes(), None));
        }
    }
    parsed
}

fn parser(language: Language) -> Option<Parser> {
    let mut parser = Parser::new();
    parser.set_language(&rutter_syntax::grammar(language)?).ok()?;
    Some(parser)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_floor_reads_every_file_once() {
        let tree = rutter_fixture::synthetic(40, 1);
        let files = crate::tree::list_files(tree.path());
        let (_, parsed) = parse_all(&files, 2);
        assert_eq!(parsed.n_files, 40);
        let n_bytes: u64 = files.iter().map(|file| file.metadata().unwrap().len()).sum();
        assert_eq!(parsed.n_bytes, n_bytes);
    }
}
