//! Files of a crate do not import each other in a circle.
//!
//! A parent and what stands below it are one idea and may. What a file imports is read by
//! [`super::modules`].

use std::collections::{BTreeMap, HashSet, VecDeque};

use super::modules::Modules;
use super::scan::{self, File};
use crate::tidy::{Problem, Sources};

/// Circles that stay: the crate, its files, and why.
const ALLOWED: &[(&str, &[&str], &str)] = &[
    (
        "syntax",
        &["rules", "table", "walk"],
        "a hook's type is `fn(&mut Walk, Node)`: the table and the walker are one concept",
    ),
    ("tools", &["tool", "toolbox"], "a tool is given the toolbox that runs it"),
    ("agent", &["agent", "turn_loop"], "the loop borrows the agent that starts it"),
];

pub fn check(sources: &Sources) -> Vec<Problem> {
    let files = scan::files(sources);
    let mut by_crate: BTreeMap<&str, Vec<&File<'_>>> = BTreeMap::new();
    for file in files.iter().filter(|file| !is_second_root(&files, file)) {
        by_crate.entry(file.crate_name).or_default().push(file);
    }
    by_crate.values().flat_map(|files| check_crate(files)).collect()
}

/// Whether a file is the program beside a library: a crate of its own.
fn is_second_root(files: &[File<'_>], file: &File<'_>) -> bool {
    file.source.path.ends_with("/src/main.rs")
        && files.iter().any(|other| {
            other.crate_name == file.crate_name && other.source.path.ends_with("/src/lib.rs")
        })
}

fn check_crate(files: &[&File<'_>]) -> Vec<Problem> {
    let mut uses = Modules::read(files).uses();
    for (at, used) in uses.iter_mut().enumerate() {
        let module = &files[at].module;
        used.retain(|other| {
            let other = &files[*other].module;
            !module.starts_with(other) && !other.starts_with(module)
        });
    }
    let mut problems = Vec::new();
    let mut seen: HashSet<usize> = HashSet::new();
    for start in 0..files.len() {
        if seen.contains(&start) {
            continue;
        }
        let Some(circle) = shortest_circle(&uses, start) else { continue };
        seen.extend(component(&uses, start));
        let names: Vec<String> = circle.iter().map(|at| files[*at].module.join("/")).collect();
        if !is_allowed(files[start].crate_name, &names) {
            let what = format!("imports in a circle: {} → {}", names.join(" → "), names[0]);
            problems.push(Problem::of_file(&files[start].source.path, what));
        }
    }
    problems
}

fn is_allowed(crate_name: &str, names: &[String]) -> bool {
    ALLOWED.iter().any(|(allowed, files, _)| {
        *allowed == crate_name && names.iter().all(|name| files.contains(&name.as_str()))
    })
}

/// The shortest way from a file back to it.
fn shortest_circle(uses: &[Vec<usize>], start: usize) -> Option<Vec<usize>> {
    let mut came_from: Vec<Option<usize>> = vec![None; uses.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for next in &uses[at] {
            if *next == start {
                let mut circle: Vec<usize> =
                    std::iter::successors(Some(at), |at| came_from[*at]).collect();
                circle.reverse();
                return Some(circle);
            }
            if came_from[*next].is_none() {
                came_from[*next] = Some(at);
                queue.push_back(*next);
            }
        }
    }
    None
}

/// The files that can be reached from a file and reach it.
fn component(uses: &[Vec<usize>], start: usize) -> Vec<usize> {
    let reached = reachable(uses, start);
    reached.iter().copied().filter(|at| reachable(uses, *at).contains(&start)).collect()
}

fn reachable(uses: &[Vec<usize>], start: usize) -> HashSet<usize> {
    let mut seen = HashSet::new();
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        open.extend(uses[at].iter().filter(|next| seen.insert(**next)));
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    #[test]
    fn a_circle_is_found_and_named_once() {
        let bad = "//- crates/a/src/lib.rs\nmod b;\nmod c;\nmod d;\npub use d::D;\n\
            //- crates/a/src/b.rs\nuse crate::c::C;\n\
            //- crates/a/src/c.rs\nuse crate::D;\npub struct C;\n\
            //- crates/a/src/d.rs\nuse crate::b;\npub struct D;\n";
        let found = problems(check, bad);
        assert_eq!(found, "crates/a/src/b.rs: imports in a circle: b → c → d → b");
    }

    #[test]
    fn a_parent_and_its_children_may() {
        let good = "//- crates/a/src/lib.rs\nmod b;\n\
            //- crates/a/src/b.rs\nmod c;\nuse c::C;\npub struct B;\n\
            //- crates/a/src/b/c.rs\nuse super::B;\npub struct C;\n";
        assert_eq!(problems(check, good), "");
    }

    #[test]
    fn the_table_and_the_walker_of_syntax_may() {
        let files = "//- crates/NAME/src/lib.rs\nmod table;\nmod walk;\n\
            //- crates/NAME/src/table.rs\nuse crate::walk::Walk;\npub struct Table;\n\
            //- crates/NAME/src/walk.rs\nuse crate::table::Table;\npub struct Walk;\n";
        assert_eq!(problems(check, &files.replace("NAME", "syntax")), "");
        assert!(!problems(check, &files.replace("NAME", "other")).is_empty());
    }
}
