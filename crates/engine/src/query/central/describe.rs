//! Describes containers for the map: name, size, users, purpose and main members.

use rutter_domain::text::ellipsize;
use rutter_domain::{Symbol, SymbolKind, Visibility};
use rutter_graph::Container;
use rutter_workspace::redact;

use super::CentralContainer;
use crate::query::purpose::top_comment;
use crate::query::snapshot::Snapshot;

/// The longest description of a container.
const ABOUT_CHARS: usize = 110;
/// Members that a row names.
const MOST_MEMBERS: usize = 5;

/// Describes a container; `None` if its facts cannot be read.
pub(super) fn describe(snapshot: &Snapshot, container: &Container) -> Option<CentralContainer> {
    let path = &snapshot.file(container.file)?.0.path;
    let (members, members_omitted) = main_members(snapshot, container);
    let about_file = || {
        let text = snapshot.text_of(path);
        let lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
        (lines, top_comment(&text).as_deref().and_then(first_sentence))
    };
    let facts = snapshot.facts_of(container.file)?;
    let symbol = match container.symbol {
        Some(symbol) => Some(facts.symbols.get(symbol as usize)?),
        None => None,
    };
    let (lines, about) = match symbol {
        Some(symbol) => {
            (n_lines(snapshot, container, symbol), symbol.doc.as_deref().and_then(first_sentence))
        }
        None => about_file(),
    };
    Some(CentralContainer {
        name: symbol.map_or_else(|| path.clone(), |symbol| symbol.qualified_name.clone()),
        kind: container.kind,
        path: path.clone(),
        start_line: symbol.map_or(1, |symbol| symbol.span.start_line),
        lines,
        users: container.n_users,
        about,
        members,
        members_omitted,
    })
}

/// The members worth naming, the main ones first, and how many more there are than a row names.
fn main_members(snapshot: &Snapshot, container: &Container) -> (Vec<String>, usize) {
    let mut named: Vec<(u8, String)> = Vec::new();
    for member in &container.members {
        let Some(facts) = snapshot.facts_of(member.file) else { continue };
        let Some(symbol) = facts.symbols.get(member.symbol as usize) else { continue };
        let parent = symbol.parent.and_then(|parent| facts.symbols.get(parent as usize));
        let is_aside = parent.is_some_and(|parent| {
            parent.kind.is_callable() || matches!(parent.name.as_str(), "test" | "tests")
        });
        let order = match symbol.kind {
            _ if is_aside => continue,
            SymbolKind::Constructor
            | SymbolKind::Implementation
            | SymbolKind::Module
            | SymbolKind::Test
            | SymbolKind::Section
            | SymbolKind::File => continue,
            kind if kind.is_callable() => 0,
            SymbolKind::EnumMember => 1,
            _ => 2,
        };
        let is_hidden = symbol.visibility == Visibility::Private || symbol.name.starts_with('_');
        if named.iter().all(|(_, known)| *known != symbol.name) {
            named.push((order + if is_hidden { 4 } else { 0 }, symbol.name.clone()));
        }
    }
    named.sort_by_key(|(order, _)| *order);
    let n_named = named.len().min(MOST_MEMBERS);
    let n_all = (container.n_callables as usize).max(named.len());
    (named.into_iter().take(MOST_MEMBERS).map(|(_, name)| name).collect(), n_all - n_named)
}

/// The lines of a type, and of its members that are written elsewhere.
fn n_lines(snapshot: &Snapshot, container: &Container, symbol: &Symbol) -> u32 {
    let name = symbol.qualified_name.as_str();
    let is_inside = |other: &Symbol| {
        let rest = other.qualified_name.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with(['.', ':', '#']))
    };
    let mut n_lines = 0;
    for file in std::iter::once(&container.file).chain(&container.other_files) {
        let Some(facts) = snapshot.facts_of(*file) else { continue };
        let is_own =
            |one: &&Symbol| is_inside(one) || *file == container.file && one.span == symbol.span;
        let mut spans: Vec<(u32, u32)> = (facts.symbols.iter().filter(is_own))
            .map(|symbol| (symbol.span.start_line, symbol.span.end_line))
            .collect();
        spans.sort_unstable();
        // Spans may overlap, and each line counts once.
        let mut counted = 0;
        for (start, end) in spans {
            n_lines += (end + 1).saturating_sub(start.max(counted + 1));
            counted = counted.max(end);
        }
    }
    n_lines
}

/// The first sentence of a documentation, on one line.
pub fn first_sentence(doc: &str) -> Option<String> {
    let is_text = |line: &&str| line.chars().any(char::is_alphanumeric);
    let lines = doc.lines().map(str::trim).skip_while(|line| !is_text(line));
    let paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    let end = paragraph.match_indices(['.', '!', '?']).find(|(at, mark)| {
        let rest = &paragraph[at + mark.len()..];
        let before = paragraph[..*at].rsplit(' ').next().unwrap_or_default();
        // "e.g. this" and "v1.2" go on.
        (rest.is_empty() || rest.starts_with(' ')) && !before.contains('.')
    });
    let sentence = end.map_or(paragraph.as_str(), |(at, mark)| &paragraph[..at + mark.len()]);
    let sentence = redact(sentence).text;
    (!sentence.is_empty()).then(|| ellipsize(&sentence, ABOUT_CHARS).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sentence_ends_with_the_paragraph_or_its_mark() {
        for (doc, expected) in [
            ("Keeps orders. And more.", "Keeps orders."),
            ("Keeps orders\nuntil v1.2 of it.\n\nMore", "Keeps orders until v1.2 of it."),
            ("\n===\nReads, e.g. mail, fast. Not slow.", "Reads, e.g. mail, fast."),
            ("No mark\n\nNext.", "No mark"),
        ] {
            assert_eq!(first_sentence(doc).as_deref(), Some(expected), "{doc}");
        }
        assert_eq!(first_sentence("  \n"), None);
    }
}
