//! The Rust files of the project, each with its crate, its module and its tests.

use std::collections::HashSet;
use std::ops::Range;

use super::lexer::{self, Lexed, Piece};
use crate::tidy::{Source, Sources};

/// A Rust file of a crate's `src`.
pub struct File<'a> {
    pub source: &'a Source,
    /// The folder under `crates/`, or `xtask`.
    pub crate_name: &'a str,
    /// `["walk", "claims"]` for `src/walk/claims.rs`; empty for the root of the crate.
    pub module: Vec<&'a str>,
    pub lexed: Lexed,
    /// What only tests compile; the whole file, if its module does.
    pub tests: Vec<Range<usize>>,
}

impl File<'_> {
    pub fn is_test(&self, at: usize) -> bool {
        self.tests.iter().any(|range| range.contains(&at))
    }

    /// The line of a position, counted from one.
    pub fn line(&self, at: usize) -> usize {
        self.source.text[..at].matches('\n').count() + 1
    }

    /// The literals outside of tests.
    pub fn literals(&self) -> impl Iterator<Item = &Piece> {
        self.lexed.literals.iter().filter(|piece| !self.is_test(piece.start))
    }

    /// The code with blanks in place of tests as well.
    pub fn program(&self) -> String {
        let mut bytes = self.lexed.code.clone().into_bytes();
        for range in &self.tests {
            for byte in &mut bytes[range.clone()] {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
        }
        String::from_utf8(bytes).unwrap_or_default()
    }
}

/// All files of the crates, in order of their paths.
pub fn files(sources: &Sources) -> Vec<File<'_>> {
    let mut files: Vec<File<'_>> = sources.ending(".rs").filter_map(read).collect();
    // A module that a parent declares for tests alone is one as a whole.
    let test_modules: HashSet<(String, Vec<String>)> = files
        .iter()
        .flat_map(|file| {
            file.tests.iter().filter_map(|range| {
                let item = &file.lexed.code[range.clone()];
                let name = item.split("mod ").nth(1)?.trim().strip_suffix(';')?;
                let module = file.module.iter().copied().chain([name.trim()]);
                Some((file.crate_name.to_owned(), module.map(str::to_owned).collect()))
            })
        })
        .collect();
    for file in &mut files {
        let above = (1..=file.module.len()).map(|n| {
            let module = file.module[..n].iter().map(|part| (*part).to_owned()).collect();
            (file.crate_name.to_owned(), module)
        });
        if above.into_iter().any(|module| test_modules.contains(&module)) {
            file.tests = std::iter::once(0..file.lexed.code.len()).collect();
        }
    }
    files
}

fn read(source: &Source) -> Option<File<'_>> {
    let path = source.path.strip_prefix("crates/").unwrap_or(&source.path);
    let (crate_name, inner) = path.split_once("/src/")?;
    if crate_name.contains('/') {
        return None;
    }
    let mut module: Vec<&str> = inner.strip_suffix(".rs")?.split('/').collect();
    if module == ["lib"] || module == ["main"] {
        module.clear();
    }
    let lexed = lexer::lex(&source.text);
    let tests = test_ranges(&lexed.code);
    Some(File { source, crate_name, module, lexed, tests })
}

/// The items under `#[cfg(test)]`.
fn test_ranges(code: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for mark in ["#[cfg(test)]", "#[cfg(all(test"] {
        for (start, _) in code.match_indices(mark) {
            ranges.push(start..item_end(code, start));
        }
    }
    ranges
}

/// The end of an item with its attributes: a semicolon or the brace that closes its body.
fn item_end(code: &str, start: usize) -> usize {
    let mut depth = 0_i32;
    for (at, byte) in code.bytes().enumerate().skip(start) {
        match byte {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(byte, b';' | b'}') {
            return at + 1;
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::sources;

    #[test]
    fn tests_are_seen_wherever_they_stand() {
        let sources = sources(
            "//- crates/a/src/lib.rs\n#[cfg(test)]\nmod trial;\nmod b;\n\
             //- crates/a/src/trial.rs\nfn c() {}\n\
             //- crates/a/src/trial/deep.rs\nfn c() {}\n\
             //- crates/a/src/b.rs\nfn d() {}\n#[cfg(test)]\nmod tests {\n fn e() {}\n}\n",
        );
        let programs: Vec<String> =
            files(&sources).iter().map(|file| file.program().trim().to_owned()).collect();
        assert_eq!(programs, ["mod b;", "", "", "fn d() {}"]);
    }

    #[test]
    fn a_file_knows_its_crate_and_module() {
        let sources = sources("//- crates/a/src/b/c.rs\n//- xtask/src/main.rs\n//- a/build.rs\n");
        let found: Vec<String> = files(&sources)
            .iter()
            .map(|file| format!("{} {}", file.crate_name, file.module.join("::")))
            .collect();
        assert_eq!(found, ["a b::c", "xtask "]);
    }
}
