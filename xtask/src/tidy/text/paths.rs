//! A source file that a document or a question names is there.
//!
//! Documents write `crates/search/src/weights.rs`, or `search/weights.rs` for short. The questions of
//! `crates/quality/queries` name the files that answer them.

use crate::tidy::{Problem, Source, Sources};

pub fn check(sources: &Sources) -> Vec<Problem> {
    let mut problems = Vec::new();
    for page in sources.ending(".md") {
        for (number, line) in page.lines() {
            for path in line.split('`').skip(1).step_by(2).filter(|span| is_source_path(span)) {
                if names_a_crate(sources, path) && !exists(sources, path) {
                    let what = format!("there is no file `{path}`");
                    problems.push(Problem::at(&page.path, number, what));
                }
            }
        }
    }
    let is_own = |file: &&Source| file.path.starts_with("crates/quality/queries/");
    for questions in sources.ending(".jsonl").filter(is_own) {
        for (number, line) in questions.lines() {
            for path in line.split('"').filter(|part| part.contains('/') && !part.contains(' ')) {
                // Some answers are folders.
                let is_there = sources.files.iter().any(|file| file.path.starts_with(path));
                if !is_there {
                    let what = format!("there is no file `{path}`");
                    problems.push(Problem::at(&questions.path, number, what));
                }
            }
        }
    }
    problems
}

/// Whether a piece of code in a document is the path of one source file.
fn is_source_path(span: &str) -> bool {
    span.ends_with(".rs")
        && span.contains('/')
        && span.chars().all(|c| c.is_ascii_alphanumeric() || "/_-.".contains(c))
}

/// Whether a path begins at the root or with a crate; others are examples.
fn names_a_crate(sources: &Sources, path: &str) -> bool {
    let name = path.split('/').next().unwrap_or(path);
    let folder = format!("crates/{name}/");
    ["crates", "xtask"].contains(&name)
        || sources.files.iter().any(|file| file.path.starts_with(&folder))
}

fn exists(sources: &Sources, path: &str) -> bool {
    let short = path.split_once('/').map(|(name, rest)| format!("crates/{name}/src/{rest}"));
    sources.find(path).is_some() || short.is_some_and(|path| sources.find(&path).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    #[test]
    fn a_named_file_that_is_gone_is_found() {
        let bad = "//- a.md\nSee `search/rank.rs`, `search/gone.rs`, `crates/search/src/rank.rs`.\n\
            //- crates/search/src/rank.rs\n\
            //- crates/quality/queries/own.jsonl\n\
            {\"q\": \"and/or this\", \"relevant\": [\"crates/search/src/rank.rs\", \"crates/search/src/gone.rs\"]}\n";
        assert_eq!(
            problems(check, bad),
            "a.md:1: there is no file `search/gone.rs`\n\
             crates/quality/queries/own.jsonl:1: there is no file `crates/search/src/gone.rs`"
        );
    }

    #[test]
    fn a_bare_name_and_a_pattern_are_no_paths() {
        assert_eq!(
            problems(check, "//- a.md\n`rank.rs`, `src/**/*.rs`, `src/net/tcp.rs`, `a/b.rs:3`\n"),
            ""
        );
    }
}
