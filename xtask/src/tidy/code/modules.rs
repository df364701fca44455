//! The modules of a crate: which file uses which, and what the crate offers to others.
//!
//! Read from `use` declarations and paths. A path is followed through re-exports to the file that
//! defines its item. Not seen are methods (they need no path), macros, and paths inside of inline
//! modules, where `super` means the file.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::lexer::is_name_part;
use super::scan::File;

/// The files of one crate.
pub struct Modules<'a> {
    files: &'a [&'a File<'a>],
    programs: Vec<String>,
    by_module: HashMap<Vec<String>, usize>,
    declared: Vec<Vec<Declared>>,
    defined: Vec<HashSet<String>>,
}

/// A declared name: where it leads.
struct Declared {
    path: Vec<String>,
    /// The name it has here; `*` for all.
    name: String,
    is_public: bool,
}

/// How many re-exports are followed.
const MOST_STEPS: usize = 16;

impl<'a> Modules<'a> {
    pub fn read(files: &'a [&'a File<'a>]) -> Modules<'a> {
        let programs: Vec<String> = files.iter().map(|file| file.program()).collect();
        let by_module = files.iter().enumerate().map(|(at, file)| (owned(&file.module), at));
        Modules {
            files,
            by_module: by_module.collect(),
            declared: programs.iter().map(|program| declarations(program)).collect(),
            defined: programs.iter().map(|program| definitions(program)).collect(),
            programs,
        }
    }

    /// For each file, the files that it uses, itself apart.
    pub fn uses(&self) -> Vec<Vec<usize>> {
        let of_file = |at: usize| {
            let declared = self.declared[at].iter().map(|one| one.path.clone());
            let used: BTreeSet<usize> = declared
                .chain(paths(&self.programs[at]))
                .filter_map(|path| self.resolve(at, &path, MOST_STEPS))
                .filter(|used| *used != at)
                .collect();
            used.into_iter().collect()
        };
        (0..self.files.len()).map(of_file).collect()
    }

    /// The names that other crates can reach, each with the file that defines it.
    pub fn exports(&self) -> BTreeSet<(usize, String)> {
        let mut found = BTreeSet::new();
        if let Some(root) = self.by_module.get(&Vec::new()) {
            self.add_exports(*root, &mut HashSet::new(), &mut found);
        }
        found
    }

    fn add_exports(
        &self,
        at: usize,
        seen: &mut HashSet<usize>,
        found: &mut BTreeSet<(usize, String)>,
    ) {
        if !seen.insert(at) {
            return;
        }
        found.extend(self.defined[at].iter().map(|name| (at, name.clone())));
        let module = owned(&self.files[at].module);
        for (place, keyword) in self.programs[at].match_indices("pub mod ") {
            let rest = &self.programs[at][place + keyword.len()..];
            let child = rest.chars().take_while(|c| is_name_part(*c)).collect();
            let path: Vec<String> = module.iter().cloned().chain([child]).collect();
            if let Some(child) = self.by_module.get(&path) {
                self.add_exports(*child, seen, found);
            }
        }
        for one in self.declared[at].iter().filter(|one| one.is_public) {
            let Some(target) = self.resolve(at, &one.path, MOST_STEPS) else { continue };
            let last = one.path.last();
            let is_module = self.files[target].module.last().copied() == last.map(String::as_str);
            if one.name == "*" || is_module {
                self.add_exports(target, seen, found);
            } else if let Some(last) = last {
                found.insert((target, last.clone()));
            }
        }
    }

    /// The file that defines what a path means in a file; `None` if that is in another crate.
    fn resolve(&self, from: usize, path: &[String], n_steps: usize) -> Option<usize> {
        let mut module = owned(&self.files[from].module);
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => {
                module.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|part| part == "super") {
                    module.pop()?;
                    rest = &rest[1..];
                }
            }
            // A bare path leads to a module below, to another crate, or to what is imported here.
            first => {
                let mut child = module.clone();
                child.push(first.to_owned());
                if !self.by_module.contains_key(&child) {
                    return None;
                }
            }
        }
        let mut at = *self.by_module.get(&module)?;
        for part in rest {
            module.push(part.clone());
            match self.by_module.get(&module) {
                Some(child) => at = *child,
                None => return self.definer(at, part, n_steps),
            }
        }
        Some(at)
    }

    /// The file that defines a name which is visible in a file.
    fn definer(&self, at: usize, name: &str, n_steps: usize) -> Option<usize> {
        if n_steps == 0 || self.defined[at].contains(name) {
            return Some(at);
        }
        let declared = &self.declared[at];
        if let Some(one) = declared.iter().find(|one| one.name == name) {
            return self.resolve(at, &one.path, n_steps - 1);
        }
        let globs = declared.iter().filter(|one| one.name == "*");
        let target = globs
            .filter_map(|one| self.resolve(at, &one.path, n_steps - 1))
            .find(|target| self.defined[*target].contains(name));
        Some(target.unwrap_or(at))
    }
}

fn owned(module: &[&str]) -> Vec<String> {
    module.iter().map(|part| (*part).to_owned()).collect()
}

/// The `use` declarations of a program, with groups written out.
fn declarations(program: &str) -> Vec<Declared> {
    let mut found = Vec::new();
    for (start, end) in use_ranges(program) {
        let body: String = program[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
        let line = program[..start].rsplit('\n').next().unwrap_or("").trim_start();
        expand(&body, &[], line.starts_with("pub use "), &mut found);
    }
    found
}

/// Where `use` declarations stand, without the keyword and the semicolon.
fn use_ranges(program: &str) -> Vec<(usize, usize)> {
    program
        .match_indices("use ")
        .filter(|(at, _)| {
            let line = program[..*at].rsplit('\n').next().unwrap_or("");
            let before = line.trim();
            before.is_empty() || before == "pub" || before.starts_with("pub(")
        })
        .filter_map(|(at, keyword)| {
            let start = at + keyword.len();
            Some((start, start + program[start..].find(';')?))
        })
        .collect()
}

/// Writes out `a::{b, c::{d as e, *}}`.
fn expand(text: &str, before: &[String], is_public: bool, found: &mut Vec<Declared>) {
    let text = text.trim();
    if let Some((head, group)) = text.split_once('{') {
        let mut path = before.to_vec();
        path.extend(segments(head));
        let group = group.trim_end().strip_suffix('}').unwrap_or(group);
        split_group(group).into_iter().for_each(|part| expand(part, &path, is_public, found));
        return;
    }
    let (path_text, alias) = match text.split_once(" as ") {
        Some((path, alias)) => (path, Some(alias.trim())),
        None => (text, None),
    };
    let mut path = before.to_vec();
    path.extend(segments(path_text));
    if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
        path.pop();
    }
    let is_glob = path_text.trim_end().ends_with('*');
    let name = match (alias, path.last()) {
        (Some(alias), _) => alias.to_owned(),
        (None, _) if is_glob => "*".to_owned(),
        (None, Some(last)) => last.clone(),
        (None, None) => return,
    };
    found.push(Declared { path, name, is_public });
}

fn segments(path: &str) -> impl Iterator<Item = String> + '_ {
    path.split("::")
        .map(str::trim)
        .filter(|part| !part.is_empty() && *part != "*")
        .map(str::to_owned)
}

/// The parts of a group, at its commas outside of inner groups.
fn split_group(group: &str) -> Vec<&str> {
    let mut depth = 0;
    let mut start = 0;
    let mut parts = Vec::new();
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&group[start..]);
    parts.into_iter().filter(|part| !part.trim().is_empty()).collect()
}

/// The paths outside of declarations that begin with `crate`, `super` or `self`.
fn paths(program: &str) -> Vec<Vec<String>> {
    let ranges = use_ranges(program);
    let mut found = Vec::new();
    for root in ["crate::", "super::", "self::"] {
        for (at, _) in program.match_indices(root) {
            let before = program[..at].chars().next_back();
            let is_inner = before.is_some_and(|c| is_name_part(c) || c == ':');
            let is_declared = ranges.iter().any(|(start, end)| (*start..*end).contains(&at));
            if !is_inner && !is_declared {
                let path = &program[at..];
                let end = path.find(|c: char| !is_name_part(c) && c != ':').unwrap_or(path.len());
                found.push(segments(&path[..end]).collect());
            }
        }
    }
    found
}

/// The names of the items that a file defines.
fn definitions(program: &str) -> HashSet<String> {
    const KEYWORDS: &[&str] =
        &["struct ", "enum ", "trait ", "type ", "union ", "fn ", "const ", "static ", "mod "];
    let mut names = HashSet::new();
    for keyword in KEYWORDS {
        for (at, _) in program.match_indices(keyword) {
            let is_inner = program[..at].chars().next_back().is_some_and(is_name_part);
            let rest = &program[at + keyword.len()..];
            let name: String = rest.chars().take_while(|c| is_name_part(*c)).collect();
            // `mod a;` declares a file and defines nothing here.
            let is_file = *keyword == "mod " && rest[name.len()..].trim_start().starts_with(';');
            if !is_inner && !is_file && !name.is_empty() {
                names.insert(name);
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::scan;
    use super::*;
    use crate::tidy::sources;

    /// Files in, `file -> files` out.
    fn check(text: &str, expected: &str) {
        let sources = sources(text);
        let files = scan::files(&sources);
        let files: Vec<&File<'_>> = files.iter().collect();
        let uses = Modules::read(&files).uses();
        let name = |at: usize| files[at].source.path.trim_start_matches("crates/a/src/");
        let lines: Vec<String> = (uses.iter().enumerate())
            .filter(|(_, uses)| !uses.is_empty())
            .map(|(at, uses)| {
                let uses: Vec<&str> = uses.iter().map(|used| name(*used)).collect();
                format!("{} -> {}", name(at), uses.join(" "))
            })
            .collect();
        assert_eq!(lines.join("\n"), expected);
    }

    #[test]
    fn groups_aliases_and_paths_in_code_are_read() {
        check(
            "//- crates/a/src/lib.rs\nmod b;\nmod c;\nmod d;\n\
             //- crates/a/src/b.rs\nuse std::fs;\nuse crate::{\n    c::{self, C as E},\n    d::*,\n};\n\
             //- crates/a/src/c.rs\nfn c() { super::d::run(); }\npub struct C;\n\
             //- crates/a/src/d.rs\npub fn run() {}\n// use crate::b;\n",
            "b.rs -> c.rs d.rs\nc.rs -> d.rs",
        );
    }

    #[test]
    fn a_path_is_followed_through_re_exports() {
        check(
            "//- crates/a/src/lib.rs\nmod b;\nmod c;\npub use b::B;\n\
             //- crates/a/src/b.rs\nmod inner;\npub use inner::{B, One};\npub use inner::*;\n\
             //- crates/a/src/b/inner.rs\npub struct B;\npub struct One;\npub fn two() {}\n\
             //- crates/a/src/c.rs\nuse crate::B;\n\
             //- crates/a/src/d.rs\nuse crate::b::two;\n",
            "lib.rs -> b/inner.rs\nb.rs -> b/inner.rs\nc.rs -> b/inner.rs\nd.rs -> b/inner.rs",
        );
    }

    #[test]
    fn tests_use_what_they_like() {
        check(
            "//- crates/a/src/b.rs\n#[cfg(test)]\nmod tests {\n use crate::c::C;\n}\n\
             //- crates/a/src/lib.rs\n//- crates/a/src/c.rs\npub struct C;\n",
            "",
        );
    }

    #[test]
    fn a_crate_offers_what_its_root_names() {
        let sources = sources(
            "//- crates/a/src/lib.rs\nmod b;\npub mod c;\nmod d;\npub use b::{B as Other, inner::Deep};\n\
             //- crates/a/src/b.rs\npub mod inner;\npub struct B;\npub struct Hidden;\n\
             //- crates/a/src/b/inner.rs\npub struct Deep;\n\
             //- crates/a/src/c.rs\npub struct C;\npub use super::d::*;\n\
             //- crates/a/src/d.rs\npub struct D;\n",
        );
        let files = scan::files(&sources);
        let files: Vec<&File<'_>> = files.iter().collect();
        let names: Vec<String> =
            Modules::read(&files).exports().into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["B", "Deep", "C", "D"]);
    }
}
