//! A crate may use only what its line in `ARCHITECTURE.md` allows.
//!
//! The page has a table `crate | may use`: several crates may share a line, a note in parentheses is
//! for people, and "any of them" allows all crates that have a line. Some crates stay apart whatever
//! the page says, tests included.

use super::manifest::{self, Use};
use crate::tidy::{Problem, Source, Sources};

const PAGE: &str = "ARCHITECTURE.md";

/// What any crate may use in its tests besides.
const IN_TESTS: &[&str] = &["engine", "fixture", "knowledge", "syntax", "workspace"];

/// What a crate may not reach, be it directly, through other crates, or in its tests: `checks` and `gaps` do not know
/// each other, and are compiled and tested without a database.
const APART: &[(&str, &[&str])] = &[("checks", &["gaps", "store"]), ("gaps", &["checks", "store"])];

/// A line of the table.
struct Row<'a> {
    crates: Vec<&'a str>,
    allowed: Allowed<'a>,
    line: usize,
}

enum Allowed<'a> {
    Any,
    These(Vec<&'a str>),
}

impl Row<'_> {
    fn allows(&self, name: &str) -> bool {
        match &self.allowed {
            Allowed::Any => true,
            Allowed::These(names) => names.contains(&name),
        }
    }
}

pub fn check(sources: &Sources) -> Vec<Problem> {
    let rows = sources.find(PAGE).map_or(Vec::new(), table);
    let manifests: Vec<(&Source, &str)> = sources
        .ending("Cargo.toml")
        .filter_map(|file| Some((file, crate_name(manifest::package(&file.text)?))))
        .collect();
    let exists = |name: &str| manifests.iter().any(|(_, package)| *package == name);
    let mut problems = Vec::new();
    for row in &rows {
        let allowed = match &row.allowed {
            Allowed::Any => &[][..],
            Allowed::These(names) => names,
        };
        for name in row.crates.iter().chain(allowed).filter(|name| !exists(name)) {
            problems.push(Problem::at(PAGE, row.line, format!("there is no crate `{name}`")));
        }
    }
    for (file, package) in &manifests {
        let Some(row) = rows.iter().find(|row| row.crates.contains(package)) else {
            let what = format!("`{package}` has no line in the table of {PAGE}");
            problems.push(Problem::of_file(&file.path, what));
            continue;
        };
        for dependency in manifest::dependencies(&file.text) {
            let name = crate_name(dependency.name);
            let may = row.allows(name)
                || match dependency.used_for {
                    Use::Tests => IN_TESTS.contains(&name),
                    Use::Program | Use::Workspace => false,
                };
            if exists(name) && name != dependency.name && !may {
                let what = format!("`{package}` may not use `{name}`");
                problems.push(Problem::at(&file.path, dependency.line, what));
            }
        }
    }
    for (package, apart) in APART {
        problems.extend(apart.iter().filter_map(|other| reaches(&manifests, package, other)));
    }
    problems
}

/// The dependency of a crate by which it reaches another one.
fn reaches(manifests: &[(&Source, &str)], package: &str, other: &str) -> Option<Problem> {
    let of = |name: &str| manifests.iter().find(|(_, known)| *known == name);
    let (file, _) = of(package)?;
    manifest::dependencies(&file.text).into_iter().find_map(|dependency| {
        let mut known = vec![crate_name(dependency.name)];
        let mut at = 0;
        while let Some(name) = known.get(at).copied() {
            if name == other {
                let what = format!("`{package}` reaches `{other}`, from which it stays apart");
                return Some(Problem::at(&file.path, dependency.line, what));
            }
            let below = of(name).map(|(file, _)| manifest::dependencies(&file.text));
            let below = below.into_iter().flatten();
            // What others need for their tests is not compiled for this crate.
            let below = below.filter(|below| !matches!(below.used_for, Use::Tests));
            for name in below.map(|below| crate_name(below.name)) {
                if !known.contains(&name) {
                    known.push(name);
                }
            }
            at += 1;
        }
        None
    })
}

/// The name of a crate of ours as the page writes it: that of its folder.
fn crate_name(package: &str) -> &str {
    if package == "rutter" { "cli" } else { package.strip_prefix("rutter-").unwrap_or(package) }
}

fn table(page: &Source) -> Vec<Row<'_>> {
    let lines = page.lines().skip_while(|(_, line)| *line != "| crate | may use |").skip(2);
    lines
        .map_while(|(number, line)| {
            let (crates, allowed) = line.strip_prefix('|')?.strip_suffix('|')?.split_once('|')?;
            let allowed = match allowed.trim() {
                "any of them" => Allowed::Any,
                "nothing of ours" => Allowed::These(Vec::new()),
                names => Allowed::These(list(names)),
            };
            Some(Row { crates: list(crates), allowed, line: number })
        })
        .collect()
}

/// The names of a list, without notes in parentheses.
fn list(names: &str) -> Vec<&str> {
    let names = names.split(',').map(|name| name.split('(').next().unwrap_or(name));
    names.map(|name| name.trim().trim_matches('`')).filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    const TABLE: &str = "//- ARCHITECTURE.md\n\n| crate | may use |\n| --- | --- |\n\
        | domain, fixture | nothing of ours |\n| store | `domain` (its nouns) |\n\
        | cli | any of them |\n";

    const CRATES: &str = "//- crates/domain/Cargo.toml\nname = \"rutter-domain\"\n\
        //- crates/fixture/Cargo.toml\nname = \"rutter-fixture\"\n\
        //- crates/cli/Cargo.toml\nname = \"rutter\"\n[dependencies]\nrutter-store = 1\nclap = 1\n";

    fn check_store(dependencies: &str, expected: &str) {
        let files = format!(
            "{TABLE}{CRATES}//- crates/store/Cargo.toml\nname = \"rutter-store\"\n{dependencies}"
        );
        assert_eq!(problems(check, &files), expected);
    }

    #[test]
    fn an_arrow_that_the_table_does_not_allow_is_found() {
        check_store("[dependencies]\nrutter-domain = 1\n", "");
        check_store(
            "[dependencies]\nrutter-domain = 1\nrutter-fixture = 1\n",
            "crates/store/Cargo.toml:4: `store` may not use `fixture`",
        );
    }

    #[test]
    fn only_tests_may_use_fixtures() {
        check_store("[dev-dependencies]\nrutter-fixture = 1\n", "");
    }

    #[test]
    fn checks_and_gaps_stay_apart_and_reach_no_store() {
        let found = |checks: &str| {
            let files = format!(
                "//- ARCHITECTURE.md\n| crate | may use |\n| --- | --- |\n| checks, gaps, engine, store | any of them |\n\
                 //- crates/store/Cargo.toml\nname = \"rutter-store\"\n\
                 //- crates/engine/Cargo.toml\nname = \"rutter-engine\"\n[dependencies]\nrutter-store = 1\n\
                 //- crates/gaps/Cargo.toml\nname = \"rutter-gaps\"\n\
                 //- crates/checks/Cargo.toml\nname = \"rutter-checks\"\n{checks}"
            );
            problems(check, &files)
        };
        assert_eq!(found(""), "");
        assert_eq!(
            found("[dependencies]\nrutter-gaps = 1\n"),
            "crates/checks/Cargo.toml:3: `checks` reaches `gaps`, from which it stays apart",
        );
        assert_eq!(
            found("[dev-dependencies]\nrutter-engine = 1\n"),
            "crates/checks/Cargo.toml:3: `checks` reaches `store`, from which it stays apart",
        );
    }

    #[test]
    fn a_crate_without_a_line_and_a_line_without_a_crate_are_found() {
        let files = format!("{TABLE}{CRATES}//- Cargo.toml\nname = \"rutter-new\"\n");
        assert_eq!(
            problems(check, &files),
            "ARCHITECTURE.md:5: there is no crate `store`\n\
             Cargo.toml: `new` has no line in the table of ARCHITECTURE.md"
        );
    }
}
