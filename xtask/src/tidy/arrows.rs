//! A crate may use only what stands below it.

use super::manifest::{self, Use};
use super::{Problem, Sources};

/// Each crate, and the crates of ours that it may use.
const ARROWS: &[(&str, &[&str])] = &[
    ("rutter-domain", &[]),
    ("rutter-fixture", &[]),
    ("rutter-syntax", &["rutter-domain"]),
    ("rutter-search", &["rutter-domain", "rutter-embed"]),
    ("rutter-store", &["rutter-domain"]),
    ("rutter-graph", &["rutter-domain"]),
    ("rutter-embed", &[]),
    ("rutter-provider", &["rutter-domain"]),
    (
        "rutter-engine",
        &[
            "rutter-domain",
            "rutter-syntax",
            "rutter-search",
            "rutter-store",
            "rutter-graph",
            "rutter-embed",
        ],
    ),
    ("rutter-tools", &["rutter-domain", "rutter-engine"]),
    ("rutter-agent", &["rutter-domain", "rutter-provider", "rutter-tools"]),
    ("rutter-serve", &["rutter-domain", "rutter-tools"]),
    (
        "rutter",
        &[
            "rutter-domain",
            "rutter-syntax",
            "rutter-search",
            "rutter-store",
            "rutter-graph",
            "rutter-engine",
            "rutter-provider",
            "rutter-tools",
            "rutter-agent",
            "rutter-serve",
        ],
    ),
    ("rutter-quality", &["rutter-domain", "rutter-engine", "rutter-search"]),
    (
        "rutter-fuzz",
        &[
            "rutter-domain",
            "rutter-syntax",
            "rutter-fixture",
            "rutter-engine",
            "rutter-provider",
            "rutter-tools",
            "rutter-agent",
            "rutter-serve",
        ],
    ),
    (
        "rutter-bench",
        &[
            "rutter-domain",
            "rutter-syntax",
            "rutter-fixture",
            "rutter-engine",
            "rutter-search",
            "rutter-quality",
        ],
    ),
    ("rutter-pairs", &["rutter-domain", "rutter-syntax", "rutter-embed"]),
    ("xtask", &[]),
];

/// What any crate may use in its tests besides.
const IN_TESTS: &[&str] = &["rutter-engine", "rutter-fixture", "rutter-syntax"];

pub fn check(sources: &Sources) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in sources.ending("Cargo.toml") {
        let Some(package) = manifest::package(&file.text) else { continue };
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == package) else {
            let what = format!("{package} has no line in the table of arrows");
            problems.push(Problem::of_file(&file.path, what));
            continue;
        };
        for dependency in manifest::dependencies(&file.text) {
            let name = dependency.name;
            let is_ours = ARROWS.iter().any(|(ours, _)| *ours == name);
            let may = allowed.contains(&name)
                || match dependency.used_for {
                    Use::Tests => IN_TESTS.contains(&name),
                    Use::Program | Use::Workspace => false,
                };
            if is_ours && !may {
                let what = format!("{package} may not use {name}");
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
    fn an_arrow_that_points_upwards_is_found() {
        let bad = "//- crates/search/Cargo.toml\nname = \"rutter-search\"\n[dependencies]\n\
            rutter-domain.workspace = true\nrutter-store.workspace = true\n";
        let found = problems(check, bad);
        assert_eq!(found, "crates/search/Cargo.toml:4: rutter-search may not use rutter-store");
    }

    #[test]
    fn only_tests_may_use_fixtures() {
        let tests =
            "//- Cargo.toml\nname = \"rutter-store\"\n[dev-dependencies]\nrutter-fixture = 1\n";
        assert_eq!(problems(check, tests), "");
        let program = tests.replace("dev-", "");
        assert_eq!(
            problems(check, &program),
            "Cargo.toml:3: rutter-store may not use rutter-fixture"
        );
    }

    #[test]
    fn a_crate_without_arrows_is_found() {
        let found = problems(check, "//- Cargo.toml\nname = \"rutter-new\"\n");
        assert_eq!(found, "Cargo.toml: rutter-new has no line in the table of arrows");
    }
}
