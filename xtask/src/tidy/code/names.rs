//! Files and folders are named for an idea, and a module's file stands beside its folder.

use crate::tidy::{Problem, Sources};

/// Names that say nothing of what is inside.
const EMPTY_NAMES: &[&str] = &["utils", "util", "helpers", "helper", "common", "misc", "types"];

pub fn check(sources: &Sources) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in sources.ending(".rs") {
        if file.path.ends_with("/mod.rs") {
            let what = "a module's file stands beside its folder, not in it";
            problems.push(Problem::of_file(&file.path, what));
        }
        let names = file.path.trim_end_matches(".rs").split('/');
        for name in names.filter(|name| EMPTY_NAMES.contains(name)) {
            let what = format!("`{name}` does not name an idea");
            problems.push(Problem::of_file(&file.path, what));
        }
        for (number, line) in file.lines() {
            let Some(module) = inline_module(line) else { continue };
            if EMPTY_NAMES.contains(&module) {
                let what = format!("`{module}` does not name an idea");
                problems.push(Problem::at(&file.path, number, what));
            }
        }
    }
    problems
}

/// The name of a module that is opened on this line.
fn inline_module(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix("pub ").or(line.strip_prefix("pub(crate) ")).unwrap_or(line);
    line.strip_prefix("mod ")?.strip_suffix(" {")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    #[test]
    fn a_name_without_an_idea_is_found() {
        let bad = "//- src/utils.rs\n//- src/common/walk.rs\n//- src/walk.rs\nmod misc {\n}\n";
        assert_eq!(
            problems(check, bad),
            "src/utils.rs: `utils` does not name an idea\n\
             src/common/walk.rs: `common` does not name an idea\n\
             src/walk.rs:1: `misc` does not name an idea"
        );
    }

    #[test]
    fn a_module_file_inside_its_folder_is_found() {
        let found = problems(check, "//- src/walk/mod.rs\n//- src/walk.rs\n//- src/uncommon.rs\n");
        assert_eq!(found, "src/walk/mod.rs: a module's file stands beside its folder, not in it");
    }
}
