//! Nothing is left half done, and no path of the machine it was written on is left in it.

use crate::tidy::{Problem, Sources};

/// Words that mark unfinished work. They are put together here, so as not to be found here.
const UNFINISHED: &[&str] = &[
    concat!("todo", "!("),
    concat!("unimplemented", "!("),
    concat!("TODO", ":"),
    concat!("FIX", "ME"),
    concat!("X", "XX"),
    concat!("#[ig", "nore]"),
    concat!("for", " now"),
    concat!("place", "holder"),
];

/// Folders that are the root of somebody's own.
const HOMES: &[&str] = &[
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/Us", "ers/"),
    concat!("/wo", "rk/"),
    concat!("/t", "mp/w"),
    concat!(r"C:\Us", r"ers\"),
];

/// What the rule reads.
const ENDINGS: &[&str] = &[".rs", ".toml", ".md", ".py", ".sh", ".scm", ".yml", ".ci/run"];

pub fn check(sources: &Sources) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in ENDINGS.iter().flat_map(|ending| sources.ending(ending)) {
        for (number, line) in file.lines() {
            for mark in UNFINISHED.iter().filter(|mark| contains_word(line, mark)) {
                let what = format!("`{mark}` marks unfinished work");
                problems.push(Problem::at(&file.path, number, what));
            }
            for home in HOMES.iter().filter(|home| contains_path(line, home)) {
                let what = format!("`{home}…` is a path of one machine");
                problems.push(Problem::at(&file.path, number, what));
            }
        }
    }
    problems
}

/// Whether a mark stands in the line by itself and not as a part of a longer word.
fn contains_word(line: &str, mark: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(mark).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + mark.len()..].chars().next();
        let starts_word = mark.starts_with(is_part) && before.is_some_and(is_part);
        // Before an equals sign it is the name of an attribute in HTML.
        let goes_on = mark.ends_with(is_part) && after.is_some_and(|c| is_part(c) || c == '=');
        !starts_word && !goes_on
    })
}

/// Whether a path from the root of a machine stands in the line, and goes on to some name.
fn contains_path(line: &str, home: &str) -> bool {
    line.match_indices(home).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + home.len()..].chars().next();
        let is_inner = before.is_some_and(|c| c.is_alphanumeric() || "._-/}*".contains(c));
        !is_inner && after.is_some_and(|c| c.is_alphanumeric() || "./_-\\".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    #[test]
    fn every_mark_of_unfinished_work_is_found() {
        for mark in UNFINISHED {
            let bad = format!("//- a.rs\nfn a() {{}}\n// see {mark} there\n");
            let found = problems(check, &bad);
            assert_eq!(found, format!("a.rs:2: `{mark}` marks unfinished work"));
        }
    }

    #[test]
    fn a_word_that_only_contains_a_mark_is_no_mark() {
        let good = format!("//- a.rs\n// {}here, {}s\n", UNFINISHED[6], UNFINISHED[7]);
        assert_eq!(problems(check, &good), "");
    }

    #[test]
    fn a_path_of_a_machine_is_found() {
        for home in HOMES {
            let bad = format!("//- a.md\nSee `{home}ann`.\n");
            let found = problems(check, &bad);
            assert_eq!(found, format!("a.md:1: `{home}…` is a path of one machine"));
        }
    }

    #[test]
    fn a_relative_path_that_looks_alike_is_none() {
        let good = format!("//- a.md\nSee `src{}x` and `{}`.\n", HOMES[0], HOMES[1]);
        assert_eq!(problems(check, &good), "");
    }

    #[test]
    fn fixtures_may_say_anything() {
        let good = format!("//- crates/syntax/fixtures/c/a.rs\n// {}\n", UNFINISHED[3]);
        assert_eq!(problems(check, &good), "");
    }
}
