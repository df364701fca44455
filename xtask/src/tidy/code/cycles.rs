//! Files of a crate do not import each other in a circle.
//!
//! A parent and what stands below it are one idea and may. A module counts with all that is below it, so a circle
//! that leads through a parent is seen as well. What a file imports is read by [`super::modules`].

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

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
    (
        "tools",
        &["code", "session", "knowledge"],
        "a session keeps the reviews that its tools opened",
    ),
    ("syntax", &["documents", "read"], "a block of code in a document is read as code is"),
    (
        "cli",
        &["exploration", "run_reporter", "render"],
        "a run is reported while it lasts, and its outcome is rendered",
    ),
    ("store", &["postgres", "repository_list"], "the list is asked of the one store that has it"),
    ("graph", &["base", "code"], "what is resolved and the tables it is resolved by are one index"),
    (
        "knowledge",
        &["assess", "record"],
        "a draft is located where it is recorded and where it is judged",
    ),
    ("gaps", &["catalog", "rules"], "a listing says which rule a finding is of"),
    (
        "gaps",
        &["definition_index", "extract", "documents", "repository"],
        "the names of a document are extracted with those of code",
    ),
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
    let uses = Modules::read(files).uses();
    let parents: BTreeSet<&[&str]> =
        files.iter().filter_map(|file| Some(file.module.split_last()?.1)).collect();
    parents.into_iter().flat_map(|parent| check_folder(files, &uses, parent)).collect()
}

/// Circles among what stands directly below a module, each with all that is below it.
fn check_folder(files: &[&File<'_>], uses: &[Vec<usize>], parent: &[&str]) -> Vec<Problem> {
    let mut children: Vec<(&str, usize)> = Vec::new();
    let mut of_file: Vec<Option<usize>> = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let child = file.module.strip_prefix(parent).and_then(|rest| rest.first().copied());
        of_file.push(child.map(|name| {
            children.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
                children.push((name, at));
                children.len() - 1
            })
        }));
    }
    let mut between: Vec<Vec<usize>> = vec![Vec::new(); children.len()];
    for (at, used) in uses.iter().enumerate() {
        let Some(from) = of_file[at] else { continue };
        between[from]
            .extend(used.iter().filter_map(|other| of_file[*other]).filter(|to| *to != from));
    }
    let mut problems = Vec::new();
    let mut seen: HashSet<usize> = HashSet::new();
    for start in 0..children.len() {
        if seen.contains(&start) {
            continue;
        }
        let Some(circle) = shortest_circle(&between, start) else { continue };
        seen.extend(component(&between, start));
        let name = |at: usize| [parent, &[children[at].0]].concat().join("/");
        let names: Vec<String> = circle.iter().map(|at| name(*at)).collect();
        let file = files[children[start].1];
        if !is_allowed(file.crate_name, &names) {
            let what = format!("imports in a circle: {} → {}", names.join(" → "), names[0]);
            problems.push(Problem::of_file(&file.source.path, what));
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
    fn a_circle_through_what_is_below_is_found() {
        let bad = "//- crates/a/src/lib.rs\nmod b;\nmod c;\n\
            //- crates/a/src/b.rs\nmod d;\npub struct B;\n\
            //- crates/a/src/b/d.rs\nuse crate::c::C;\n\
            //- crates/a/src/c.rs\nuse crate::b::B;\npub struct C;\n";
        let found = problems(check, bad);
        assert_eq!(found, "crates/a/src/b.rs: imports in a circle: b → c → b");
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
