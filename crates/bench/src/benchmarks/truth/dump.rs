//! Reads the dump of a reference tool; `testing/truth/README.md` describes its lines.

use std::collections::HashMap;

/// Definitions and uses of names, as a compiler sees them.
#[derive(Debug, Default)]
pub struct Dump {
    pub definitions: Vec<Definition>,
    pub uses: Vec<Use>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Definition {
    pub path: String,
    pub line: u32,
    pub kind: String,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    pub path: String,
    pub line: u32,
    pub column: u32,
    pub kind: UseKind,
    pub name: String,
    pub targets: Vec<Target>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UseKind {
    Call,
    Read,
    Write,
    Type,
    Import,
}

/// The meaning of a use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A definition of the package: path and line.
    At(String, u32),
    /// Something of another package.
    Outside,
    /// A variable, parameter or type within a function: path and line, if they are known.
    Local(Option<(String, u32)>),
}

impl Dump {
    /// Reads what can be read; other lines are skipped.
    pub fn parse(text: &str) -> Dump {
        let mut dump = Dump::default();
        for line in text.lines() {
            match line.split_once(' ') {
                Some(("def", rest)) => dump.definitions.extend(parse_definition(rest)),
                Some(("use", rest)) => dump.uses.extend(parse_use(rest)),
                Some(_) | None => {}
            }
        }
        dump
    }

    /// The names that are defined on each line.
    pub fn names_by_line(&self) -> HashMap<(&str, u32), Vec<&Definition>> {
        let mut names: HashMap<(&str, u32), Vec<&Definition>> = HashMap::new();
        for definition in &self.definitions {
            names.entry((&definition.path, definition.line)).or_default().push(definition);
        }
        names
    }
}

impl Use {
    /// Returns whether it means something that the package defines.
    pub fn is_inside(&self) -> bool {
        self.targets.iter().any(|target| matches!(target, Target::At(..)))
    }

    pub fn places(&self) -> impl Iterator<Item = (&str, u32)> {
        self.targets.iter().filter_map(|target| match target {
            Target::At(path, line) => Some((path.as_str(), *line)),
            Target::Outside | Target::Local(_) => None,
        })
    }

    /// The places in the package, those of locals included, because a list of symbols may have them.
    pub fn all_places(&self) -> impl Iterator<Item = (&str, u32)> {
        self.targets.iter().filter_map(|target| match target {
            Target::At(path, line) | Target::Local(Some((path, line))) => {
                Some((path.as_str(), *line))
            }
            Target::Outside | Target::Local(None) => None,
        })
    }
}

fn parse_definition(text: &str) -> Option<Definition> {
    let (place, rest) = text.split_once(' ')?;
    let (kind, name) = rest.split_once(' ')?;
    let (path, line, _) = parse_place(place)?;
    Some(Definition { path, line, kind: kind.into(), name: name.into() })
}

fn parse_use(text: &str) -> Option<Use> {
    let (head, targets) = text.split_once(" -> ")?;
    let mut words = head.split(' ');
    let (path, line, column) = parse_place(words.next()?)?;
    let kind = match words.next()? {
        "call" => UseKind::Call,
        "read" => UseKind::Read,
        "write" => UseKind::Write,
        "type" => UseKind::Type,
        "import" => UseKind::Import,
        _ => return None,
    };
    let name = words.next()?.into();
    let targets = targets.split(' ').filter_map(parse_target).collect();
    Some(Use { path, line, column, kind, name, targets })
}

fn parse_target(text: &str) -> Option<Target> {
    match text {
        "outside" => Some(Target::Outside),
        "local" => Some(Target::Local(None)),
        place => {
            let (path, line) = place.rsplit_once(':')?;
            let line = line.parse().ok()?;
            Some(match path.strip_prefix("local=") {
                Some(path) => Target::Local(Some((path.into(), line))),
                None => Target::At(path.into(), line),
            })
        }
    }
}

fn parse_place(text: &str) -> Option<(String, u32, u32)> {
    let (rest, column) = text.rsplit_once(':')?;
    let (path, line) = rest.rsplit_once(':')?;
    Some((path.into(), line.parse().ok()?, column.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_dump_are_read_and_others_are_skipped() {
        let dump = Dump::parse(
            "def a/b.py:3:5 function load\nuse c.py:7:2 call load -> a/b.py:3 outside\nwarning: no\n",
        );
        assert_eq!(dump.definitions.len(), 1);
        assert_eq!((dump.definitions[0].path.as_str(), dump.definitions[0].line), ("a/b.py", 3));
        let found = &dump.uses[0];
        assert_eq!((found.line, found.column, found.kind), (7, 2, UseKind::Call));
        assert_eq!(found.targets, [Target::At("a/b.py".into(), 3), Target::Outside]);
    }
}
