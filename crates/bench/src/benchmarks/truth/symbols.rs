//! Which share of the definitions rutter lists, by the reference tool and by Universal Ctags.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::process::{Command, Stdio};

use super::cases::Cases;
use super::dump::{Definition, Dump};
use super::edges::Share;
use super::package::Package;

/// The kinds of ctags that are definitions everywhere. Its constants, variables and properties are also
/// locals and entries of literals, and so are not counted.
const DEFINITIONS: [&str; 20] = [
    "annotation", "class", "enum", "enumConstant", "enumerator", "func", "function", "generator",
    "getter", "implementation", "interface", "macro", "member", "method", "methodSpec", "setter",
    "struct", "trait", "type", "typedef",
];

/// Listed definitions by kind.
#[derive(Debug, Default)]
pub struct SymbolCounts {
    pub by_kind: BTreeMap<String, Share>,
    pub by_ctags: Share,
    /// Files with at least five definitions of which less than half are listed.
    pub poor_files: usize,
}

impl SymbolCounts {
    /// All kinds that a file lists at its own level; entries of object literals and fields that are
    /// only assigned are not definitions by themselves.
    pub fn all(&self) -> Share {
        let counted = self.by_kind.iter().filter(|(kind, _)| is_definition(kind));
        counted.fold(Share::default(), |sum, (_, share)| Share {
            part: sum.part + share.part,
            all: sum.all + share.all,
        })
    }
}

fn is_definition(kind: &str) -> bool {
    !matches!(kind, "entry" | "own-field" | "inner-field" | "declaration" | "module")
}

pub fn count(dump: &Dump, package: &Package, counts: &mut SymbolCounts, cases: &mut Cases) {
    let mut by_file: BTreeMap<&str, Share> = BTreeMap::new();
    let mut variables: HashSet<(&str, &str)> = HashSet::new();
    for definition in &dump.definitions {
        if package.position(&definition.path).is_none() || is_made_up(package, definition) {
            continue;
        }
        let is_listed = !package.symbols_of(definition).is_empty();
        // A variable that is assigned again is listed once.
        if matches!(definition.kind.as_str(), "variable" | "constant") {
            let name = (definition.path.as_str(), definition.name.as_str());
            if is_listed {
                variables.insert(name);
            } else if variables.contains(&name) {
                continue;
            }
        }
        counts.by_kind.entry(definition.kind.clone()).or_default().add(is_listed.into());
        if !is_definition(&definition.kind) {
            continue;
        }
        by_file.entry(&definition.path).or_default().add(is_listed.into());
        if !is_listed {
            cases.add(&format!("no symbol for a {}", definition.kind), || {
                describe(package, definition)
            });
        }
    }
    let is_poor = |share: &&Share| share.all >= 5 && share.part * 2 < share.all;
    counts.poor_files += by_file.values().filter(is_poor).count();
}

/// Counts by ctags, if it is installed.
pub fn count_by_ctags(
    root: &Path,
    languages: &str,
    package: &Package,
    counts: &mut SymbolCounts,
    cases: &mut Cases,
) {
    let listed = Command::new("ctags")
        .args(["-R", "-f", "-", "--excmd=number", "--fields=nK", "--sort=no"])
        .arg(format!("--languages={languages}"))
        .arg(".")
        .current_dir(root)
        .stderr(Stdio::null())
        .output();
    let Ok(listed) = listed else { return };
    for line in String::from_utf8_lossy(&listed.stdout).lines() {
        let Some(definition) = parse_tag(line) else { continue };
        if package.position(&definition.path).is_none()
            || !DEFINITIONS.contains(&definition.kind.as_str())
            || is_made_up(package, &definition)
            || !is_word_of(&definition.name, package.line(&definition.path, definition.line))
        {
            continue;
        }
        let is_listed = !package.symbols_of(&definition).is_empty();
        counts.by_ctags.add(is_listed.into());
        if !is_listed {
            cases.add(&format!("no symbol for a {} of ctags", definition.kind), || {
                describe(package, &definition)
            });
        }
    }
}

fn parse_tag(line: &str) -> Option<Definition> {
    let mut columns = line.split('\t');
    let name = columns.next()?;
    let path = columns.next()?.trim_start_matches("./");
    let rest: Vec<&str> = columns.skip(1).collect();
    let kind = rest.first()?;
    let number = rest.iter().find_map(|field| field.strip_prefix("line:"))?;
    let name = name.rsplit(['.', ':']).next().unwrap_or(name);
    Some(Definition {
        path: path.into(),
        line: number.parse().ok()?,
        kind: (*kind).into(),
        name: name.into(),
    })
}

/// Returns whether a C or C++ macro was taken for a definition: one of another package, as in
/// `TEST_F(Suite, Name) {`, or one that only keeps a header from being read twice.
fn is_made_up(package: &Package, definition: &Definition) -> bool {
    let extension = definition.path.rsplit('.').next().unwrap_or("");
    if !matches!(extension, "c" | "h" | "cc" | "cpp" | "cxx" | "hh" | "hpp") {
        return false;
    }
    let line = package.line(&definition.path, definition.line);
    let name = definition.name.as_str();
    let is_upper = name.len() > 1 && !name.contains(|c: char| c.is_ascii_lowercase());
    match definition.kind.as_str() {
        "function" | "variable" => is_upper && line.starts_with(name),
        "macro" => {
            let name = name.trim_end_matches('_');
            let ends_as_header =
                ["_H", "_h", "_HPP", "_INCLUDED"].iter().any(|end| name.ends_with(end));
            ends_as_header && line.split_whitespace().count() <= 2
        }
        _ => false,
    }
}

/// Returns whether the name is a word of the line. ctags makes up names for definitions without one.
fn is_word_of(name: &str, line: &str) -> bool {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name)
}

fn describe(package: &Package, definition: &Definition) -> String {
    let text: String = package.line(&definition.path, definition.line).chars().take(120).collect();
    format!("{}:{} {} | {text}", definition.path, definition.line, definition.name)
}
