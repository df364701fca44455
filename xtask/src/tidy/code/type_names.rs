//! A public type name stands for one thing: it is defined in one crate alone.
//!
//! Public is a struct, enum, trait or alias that other crates can reach. A program offers nothing.

use std::collections::BTreeMap;

use super::lexer::is_name_part;
use super::modules::Modules;
use super::scan::{self, File};
use crate::tidy::{Problem, Sources};

/// Names that several crates may define, and why.
const SHARED: &[(&str, &str)] = &[
    ("Error", "every library has one"),
    ("Args", "what a tool or a command takes; always written with its module"),
    ("Answer", "what a tool returns; always written with its module"),
];

const KEYWORDS: &[&str] = &["pub struct ", "pub enum ", "pub trait ", "pub type ", "pub union "];

pub fn check(sources: &Sources) -> Vec<Problem> {
    let files = scan::files(sources);
    let mut by_crate: BTreeMap<&str, Vec<&File<'_>>> = BTreeMap::new();
    for file in files.iter().filter(|file| !file.source.path.ends_with("/src/main.rs")) {
        by_crate.entry(file.crate_name).or_default().push(file);
    }
    let mut by_name: BTreeMap<String, Vec<(&File<'_>, usize)>> = BTreeMap::new();
    for files in by_crate.values() {
        for (at, name) in Modules::read(files).exports() {
            if let Some(place) = public_type(&files[at].program(), &name) {
                by_name.entry(name).or_default().push((files[at], place));
            }
        }
    }
    let mut problems = Vec::new();
    for (name, places) in by_name {
        let (first, rest) = match places.split_first() {
            Some(found) if SHARED.iter().all(|(shared, _)| *shared != name) => found,
            Some(_) | None => continue,
        };
        for (file, at) in rest.iter().filter(|(file, _)| file.crate_name != first.0.crate_name) {
            let what = format!("the type `{name}` is public in {} too", first.0.source.path);
            problems.push(Problem::at(&file.source.path, file.line(*at), what));
        }
    }
    problems
}

/// Where a program defines a public type of that name.
fn public_type(program: &str, name: &str) -> Option<usize> {
    KEYWORDS.iter().find_map(|keyword| {
        program.match_indices(keyword).map(|(at, _)| at).find(|at| {
            let rest = program[at + keyword.len()..].strip_prefix(name);
            rest.is_some_and(|rest| !rest.starts_with(is_name_part))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    #[test]
    fn a_type_name_of_two_crates_is_found() {
        let bad = "//- crates/a/src/lib.rs\npub struct Page;\n//- crates/b/src/lib.rs\npub mod c;\n\
            //- crates/b/src/c.rs\n\npub enum Page {}\n";
        let found = problems(check, bad);
        assert_eq!(
            found,
            "crates/b/src/c.rs:2: the type `Page` is public in crates/a/src/lib.rs too"
        );
    }

    #[test]
    fn what_is_private_or_shared_or_of_one_crate_or_of_a_program_is_good() {
        let good = "//- crates/a/src/lib.rs\npub struct Page;\npub struct Error;\n\
            // pub struct Form;\n//- crates/a/src/b.rs\npub struct Page;\n\
            //- crates/b/src/c.rs\npub struct Page;\n//- crates/b/src/lib.rs\nmod c;\nstruct Page;\npub(crate) struct Page;\npub enum Error {}\n\
            pub struct Form;\n#[cfg(test)]\nmod tests {\n pub struct Page;\n}\n\
            //- crates/c/src/main.rs\npub struct Page;\n";
        assert_eq!(problems(check, good), "");
    }
}
