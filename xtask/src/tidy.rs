//! The project's rules that a program can check, one per file.
//!
//! A rule is a function from the [`Sources`] to what breaks it; it reads nothing else, so that
//! every rule is tested on a bad example too. The rules run as tests, under `cargo test`, and by
//! `cargo xtask tidy`. Start at [`RULES`].

mod code;
mod manifests;
mod text;

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use ignore::WalkBuilder;

use code::{cycles, header, languages, layers, names, size, type_names, word_lists};
use manifests::{arrows, claims, dependencies};
use text::{changelog, figures, links, marks, paths, words};

/// A rule, and what it is called.
type Rule = (&'static str, fn(&Sources) -> Vec<Problem>);

pub const RULES: &[Rule] = &[
    ("crates use only what the table in ARCHITECTURE.md allows", arrows::check),
    ("what only one crate may use, only that crate uses", claims::check),
    ("every dependency is argued for", dependencies::check),
    ("no file is too long", size::check),
    ("every file says what it is for", header::check),
    ("files are named for an idea", names::check),
    ("a public type name belongs to one crate", type_names::check),
    ("files import each other in no circle", cycles::check),
    ("what depends on a language is asked of its profile", languages::check),
    ("words that decide stand in a lexicon", word_lists::check),
    ("lower layers do not name tools, flags or commands", layers::check),
    ("links in documents lead somewhere", links::check),
    ("files that documents name exist", paths::check),
    ("figures in documents agree", figures::check),
    ("prose is plain English", words::check),
    ("no path of a machine, no mark of unfinished work", marks::check),
    ("the changelog has a place for the next change", changelog::check),
];

/// One place where a rule is broken.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    pub path: String,
    /// Counted from one; `None` if the whole file is meant.
    pub line: Option<usize>,
    pub what: String,
}

impl Problem {
    fn of_file(path: &str, what: impl Into<String>) -> Problem {
        Problem { path: path.to_owned(), line: None, what: what.into() }
    }

    fn at(path: &str, line: usize, what: impl Into<String>) -> Problem {
        Problem { path: path.to_owned(), line: Some(line), what: what.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path, self.what),
            None => write!(f, "{}: {}", self.path, self.what),
        }
    }
}

/// The text files of the project that are written by hand.
#[derive(Debug, Default)]
pub struct Sources {
    pub files: Vec<Source>,
}

#[derive(Debug)]
pub struct Source {
    /// Relative to the root, with `/`.
    pub path: String,
    pub text: String,
}

impl Sources {
    /// Reads everything git would not ignore. What is not text is not ours to judge.
    pub fn read(root: &Path) -> anyhow::Result<Sources> {
        let mut files = Vec::new();
        let walk = WalkBuilder::new(root)
            .hidden(false)
            .require_git(false)
            .filter_entry(|entry| entry.file_name() != ".git")
            .build();
        for entry in walk {
            let entry = entry.context("cannot walk the project")?;
            let relative = entry.path().strip_prefix(root).unwrap_or(entry.path());
            let path = relative.to_string_lossy().replace('\\', "/");
            if !entry.file_type().is_some_and(|kind| kind.is_file()) {
                continue;
            }
            let bytes =
                std::fs::read(entry.path()).with_context(|| format!("cannot read {path}"))?;
            if let Ok(text) = String::from_utf8(bytes) {
                files.push(Source { path, text });
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Sources { files })
    }

    /// The files with that ending, fixtures apart: those are bad examples by intent.
    fn ending<'a>(&'a self, ending: &'a str) -> impl Iterator<Item = &'a Source> {
        self.files.iter().filter(move |file| file.path.ends_with(ending) && !file.is_fixture())
    }

    fn find(&self, path: &str) -> Option<&Source> {
        self.files.iter().find(|file| file.path == path)
    }
}

impl Source {
    fn is_fixture(&self) -> bool {
        self.path.split('/').any(|folder| folder == "fixtures")
    }

    /// The lines, counted from one.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(at, line)| (at + 1, line))
    }
}

/// Prints what breaks a rule.
pub fn run(root: &Path) -> anyhow::Result<ExitCode> {
    let sources = Sources::read(root)?;
    let mut n_problems = 0;
    for (name, check) in RULES {
        let problems = check(&sources);
        n_problems += problems.len();
        println!("{} {name}", if problems.is_empty() { "kept  " } else { "BROKEN" });
        for problem in problems {
            println!("       {problem}");
        }
    }
    println!("{} lines of Rust without blanks, comments and tests", n_source_lines(&sources));
    Ok(if n_problems == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How many lines of Rust are neither blank nor a comment, in files that do not hold tests alone.
fn n_source_lines(sources: &Sources) -> usize {
    let is_of_tests = |path: &str| path.split('/').any(|part| matches!(part, "tests" | "tests.rs"));
    let files = sources.files.iter().filter(|file| file.path.ends_with(".rs"));
    let lines = files.filter(|file| !is_of_tests(&file.path)).flat_map(|file| file.text.lines());
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    lines.filter(is_code).count()
}

/// Sources as tests write them: each file headed by `//- path`.
#[cfg(test)]
fn sources(files: &str) -> Sources {
    let files = files
        .split("//- ")
        .skip(1)
        .map(|file| {
            let (path, text) = file.split_once('\n').unwrap_or((file, ""));
            Source { path: path.to_owned(), text: text.to_owned() }
        })
        .collect();
    Sources { files }
}

/// The problems a rule finds in such sources, one a line.
#[cfg(test)]
fn problems(check: fn(&Sources) -> Vec<Problem>, files: &str) -> String {
    let found: Vec<String> = check(&sources(files)).iter().map(Problem::to_string).collect();
    found.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_code_are_counted_and_those_of_tests_are_not() {
        let files = "//- a/src/lib.rs\n//! Says.\n\nfn a() {}\n//- a/src/tests.rs\nfn b() {}\n\
                     //- a/src/tests/more.rs\nfn c() {}\n//- a/notes.md\nd\n";
        assert_eq!(n_source_lines(&sources(files)), 1);
    }

    #[test]
    fn the_project_keeps_its_rules() {
        let sources = Sources::read(&crate::root()).unwrap();
        assert!(sources.files.len() > 10, "the project was found");
        let broken: Vec<String> = RULES
            .iter()
            .flat_map(|(name, check)| {
                check(&sources).into_iter().map(move |problem| format!("{problem} ({name})"))
            })
            .collect();
        assert!(broken.is_empty(), "broken rules:\n{}", broken.join("\n"));
    }
}
