//! Every dependency is argued for in `ARCHITECTURE.md`, beside its name.

use std::collections::BTreeSet;

use super::manifest::{self, Dependency};
use crate::tidy::{Problem, Sources};

const PAGE: &str = "ARCHITECTURE.md";

pub fn check(sources: &Sources) -> Vec<Problem> {
    let page = sources.find(PAGE).map_or("", |page| page.text.as_str());
    let mut problems = Vec::new();
    let mut reported = BTreeSet::new();
    for file in sources.ending("Cargo.toml") {
        for Dependency { name, line, .. } in manifest::dependencies(&file.text) {
            let is_ours = name.starts_with("rutter-");
            if !is_ours && !page.contains(&format!("`{name}`")) && reported.insert(name) {
                let what = format!("{name} is not named in {PAGE}, with its reason");
                problems.push(Problem::at(&file.path, line, what));
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
    fn a_dependency_without_a_reason_is_found() {
        let bad = "//- ARCHITECTURE.md\n| `serde` | reads JSON |\n//- Cargo.toml\n\
            [workspace.dependencies]\nserde = \"1\"\nserde_json = \"1\"\nrutter-store = \"1\"\n";
        let found = problems(check, bad);
        assert_eq!(
            found,
            "Cargo.toml:3: serde_json is not named in ARCHITECTURE.md, with its reason"
        );
    }

    #[test]
    fn a_dependency_of_one_crate_alone_needs_a_reason_too() {
        let bad = "//- ARCHITECTURE.md\n//- crates/a/Cargo.toml\n[dependencies]\nregex = \"1\"\n";
        let found = problems(check, bad);
        assert_eq!(
            found,
            "crates/a/Cargo.toml:2: regex is not named in ARCHITECTURE.md, with its reason"
        );
    }
}
