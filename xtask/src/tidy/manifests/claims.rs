//! "Only this crate knows that": each such claim is a line here and is checked.
//!
//! A dependency is looked for in the manifests, a path of the standard library in the sources, tests
//! apart. Prose about the structure of the project goes stale; a line in a table does not.

use super::manifest::{self, Use};
use crate::tidy::code::scan;
use crate::tidy::{Problem, Sources};

/// A dependency and the only crates, by folder, whose program may use it.
const DEPENDENCIES: &[(&str, &[&str])] = &[
    ("rusqlite", &["store"]),
    ("tantivy", &["search"]),
    ("tree-sitter", &["syntax", "bench"]),
    ("cap-std", &["workspace"]),
    ("grep-regex", &["workspace"]),
    ("grep-searcher", &["workspace"]),
    ("landlock", &["tools"]),
    ("crossterm", &["terminal"]),
    ("reedline", &["terminal"]),
    ("genai", &["provider"]),
    ("reqwest", &["provider"]),
    ("rmcp", &["serve"]),
    ("tokio", &["provider", "agent", "serve", "web", "cli", "fuzz", "store"]),
    ("anyhow", &["cli", "xtask", "bench", "pairs", "quality", "fuzz"]),
    ("clap", &["cli", "tools", "xtask", "bench", "pairs", "fuzz"]),
    ("indicatif", &["cli"]),
];

/// Something of the standard library and where alone it may be used: crates by folder, or files.
const PATHS: &[(&str, &[&str])] = &[
    (
        "env::var",
        &["crates/cli/src/settings.rs", "crates/cli/src/memory.rs", "fixture", "xtask", "bench"],
    ),
    ("env::current_dir", &["cli"]),
    ("process::exit", &["cli", "fuzz"]),
];

/// Ways to open a file.
const OPENERS: &[&str] =
    &["fs::read", "fs::File", "File::open", "fs::read_to_string", "fs::read_dir"];

/// Crates that open files: `workspace` those of the tree, `store`, `search` and `engine` those of the
/// data folder, `cli` those of the user. Those for development alone may.
const OPENING: &[&str] = &[
    "workspace", "store", "search", "engine", "cli", "xtask", "bench", "pairs", "quality", "fuzz",
    "fixture",
];

/// Files of other crates that open files, and why.
const OPENING_FILES: &[(&str, &str)] = &[
    ("crates/provider/src/language/cache.rs", "stored replies, in a folder that the caller names"),
    ("crates/terminal/src/editor/external.rs", "the prompt, in a temporary file of its own"),
    ("crates/knowledge/src/exchange.rs", "exported entries, in a folder that the user names"),
];

pub fn check(sources: &Sources) -> Vec<Problem> {
    let mut problems = check_manifests(sources);
    for file in scan::files(sources) {
        let program = file.program();
        let mut find = |what: &str, problem: &str| {
            for (at, _) in program.match_indices(what) {
                problems.push(Problem::at(&file.source.path, file.line(at), problem));
            }
        };
        for (path, allowed) in PATHS {
            if !allowed.contains(&file.crate_name) && !allowed.contains(&&*file.source.path) {
                find(path, &format!("`{path}` is for {} alone", allowed.join(", ")));
            }
        }
        let is_listed = OPENING_FILES.iter().any(|(path, _)| *path == file.source.path);
        if !OPENING.contains(&file.crate_name) && !is_listed {
            for opener in OPENERS {
                find(opener, "opens a file; `workspace` does that for others");
            }
        }
    }
    problems.dedup();
    problems
}

fn check_manifests(sources: &Sources) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in sources.ending("Cargo.toml") {
        let Some(folder) = file.path.strip_suffix("/Cargo.toml") else { continue };
        let folder = folder.strip_prefix("crates/").unwrap_or(folder);
        for dependency in manifest::dependencies(&file.text) {
            let is_program = matches!(dependency.used_for, Use::Program);
            let claim = DEPENDENCIES.iter().find(|(name, _)| *name == dependency.name);
            if let Some((name, allowed)) = claim
                && is_program
                && !allowed.contains(&folder)
            {
                let what = format!("`{name}` is for {} alone", allowed.join(", "));
                problems.push(Problem::at(&file.path, dependency.line, what));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    #[test]
    fn a_dependency_of_another_crate_is_found() {
        let bad = "//- crates/store/Cargo.toml\n[dependencies]\nrusqlite = 1\n\
            //- crates/engine/Cargo.toml\n[dependencies]\nrusqlite = 1\n[dev-dependencies]\ntantivy = 1\n";
        let found = problems(check, bad);
        assert_eq!(found, "crates/engine/Cargo.toml:2: `rusqlite` is for store alone");
    }

    #[test]
    fn the_environment_read_elsewhere_is_found() {
        let bad = "//- crates/cli/src/settings.rs\nfn a() { std::env::var(\"A\"); }\n\
            //- crates/provider/src/lib.rs\n// std::env::var\nfn a() { std::env::var(\"A\"); }\n\
            #[cfg(test)]\nfn b() { std::env::var(\"B\"); }\n";
        assert_eq!(
            problems(check, bad),
            "crates/provider/src/lib.rs:2: `env::var` is for crates/cli/src/settings.rs, \
             crates/cli/src/memory.rs, fixture, xtask, bench alone"
        );
    }

    #[test]
    fn a_file_opened_by_a_crate_without_files_is_found() {
        let bad = "//- crates/tools/src/lib.rs\nfn a() { std::fs::read(\"a\"); }\n\
            //- crates/workspace/src/lib.rs\nfn a() { std::fs::read(\"a\"); }\n";
        assert_eq!(
            problems(check, bad),
            "crates/tools/src/lib.rs:1: opens a file; `workspace` does that for others"
        );
    }
}
