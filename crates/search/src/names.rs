//! Brings the ways to write a symbol's name together.
//!
//! A definition is indexed under exact terms: its bare name, every qualified ending of at least
//! two parts joined by dots (`Foo::bar`, `Foo#bar` and `Foo->bar` are all `Foo.bar`), and its
//! folded name without case and underscores. A mark in front tells what kind of definition it is,
//! so that a query can ask for functions and types before fields and headings. Beside the names,
//! the kinds of a chunk's symbols are terms.
//! Start at [`write_terms`] and, for the query, [`Mention`].

use rutter_domain::SymbolKind;

use crate::words::MAX_WORD_BYTES;

/// At most this many parts of a qualified name are indexed.
const MAX_PARTS: usize = 4;
/// Stands in front of a folded name. Like all marks, a character that no name has.
const FOLDED: char = '\u{3}';
/// Stands in front of the name of a kind.
const KIND: char = '\u{4}';
/// A term longer than this is not a name that anyone will type.
const MAX_TERM_BYTES: usize = 4 * MAX_WORD_BYTES;

/// How much a definition is one: what a person means who asks for a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// A function, a type, a constant.
    Chief,
    /// A field, a variable, a module line, an implementation block, a test.
    Minor,
    /// A heading.
    Heading,
}

impl Standing {
    pub const ALL: [Standing; 3] = [Standing::Chief, Standing::Minor, Standing::Heading];

    pub fn of(kind: SymbolKind) -> Standing {
        match kind {
            SymbolKind::Function
            | SymbolKind::Method
            | SymbolKind::Constructor
            | SymbolKind::Class
            | SymbolKind::Struct
            | SymbolKind::Union
            | SymbolKind::Enum
            | SymbolKind::Interface
            | SymbolKind::Trait
            | SymbolKind::TypeAlias
            | SymbolKind::Constant
            | SymbolKind::Macro => Standing::Chief,
            SymbolKind::EnumMember
            | SymbolKind::Implementation
            | SymbolKind::Module
            | SymbolKind::Variable
            | SymbolKind::Field
            | SymbolKind::Property
            | SymbolKind::Test => Standing::Minor,
            SymbolKind::Section => Standing::Heading,
        }
    }

    fn mark(self) -> &'static str {
        match self {
            Standing::Chief => "",
            Standing::Minor => "\u{1}",
            Standing::Heading => "\u{2}",
        }
    }

    /// The term under which definitions of exactly this name, bare or dotted, are found.
    pub fn exact_term(self, name: &str) -> String {
        format!("{}{name}", self.mark())
    }

    /// The term under which definitions of this name are found whatever their case.
    pub fn folded_term(self, name: &str) -> String {
        let mut term = format!("{}{FOLDED}", self.mark());
        push_folded(name, &mut term);
        term
    }
}

/// Writes the terms of one definition, a line each.
pub fn write_terms(name: &str, qualified_name: &str, kind: SymbolKind, terms: &mut String) {
    let standing = Standing::of(kind);
    let name = name.trim();
    if name.is_empty() || name.len() > MAX_TERM_BYTES || name.contains('\n') {
        return;
    }
    push_line(standing, name, terms);
    if standing == Standing::Heading {
        return;
    }
    let start = terms.len();
    terms.push_str(standing.mark());
    terms.push(FOLDED);
    let folded_start = terms.len();
    push_folded(name, terms);
    if terms.len() == folded_start {
        terms.truncate(start);
    } else {
        terms.push('\n');
    }
    if qualified_name.len() <= MAX_TERM_BYTES && !qualified_name.contains('\n') {
        let parts = split(qualified_name);
        let first = parts.len().saturating_sub(MAX_PARTS);
        for from in first..parts.len().saturating_sub(1) {
            push_line(standing, &parts[from..].join("."), terms);
        }
    }
}

fn push_line(standing: Standing, name: &str, terms: &mut String) {
    terms.push_str(standing.mark());
    terms.push_str(name);
    terms.push('\n');
}

fn push_folded(name: &str, term: &mut String) {
    let letters = name.chars().filter(|character| character.is_alphanumeric());
    term.extend(letters.flat_map(char::to_lowercase));
}

/// The term under which chunks are found that define, or belong to, a symbol of a kind.
pub fn kind_term(kind: SymbolKind) -> String {
    format!("{KIND}{}", kind.name())
}

/// A symbol as a query names it: `Foo::bar`, `foo.bar()`, `std::vector<T>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The last part.
    pub name: String,
    /// All parts joined by dots, when there are several.
    pub qualified: Option<String>,
}

impl Mention {
    /// Reads a word of a query as a symbol, when it can be one.
    pub fn parse(word: &str) -> Option<Mention> {
        if word.len() > MAX_TERM_BYTES {
            return None;
        }
        let parts = split(word);
        let parts = &parts[parts.len().saturating_sub(MAX_PARTS)..];
        let name = (*parts.last()?).to_owned();
        let qualified = (parts.len() > 1).then(|| parts.join("."));
        Some(Mention { name, qualified })
    }
}

/// The parts of a qualified name, without generics, calls and sigils.
fn split(name: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let mut start = None;
    for (at, character) in name.char_indices() {
        let is_name = character.is_alphanumeric() || matches!(character, '_' | '?' | '!' | '\'');
        if depth == 0 && is_name {
            start.get_or_insert(at);
            continue;
        }
        if let Some(from) = start.take() {
            parts.push(&name[from..at]);
        }
        match character {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    if let Some(from) = start {
        parts.push(&name[from..]);
    }
    parts.retain(|part| part.chars().any(char::is_alphanumeric));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_a_qualified_name_is_the_same_mention() {
        for word in ["Foo::bar", "Foo.bar", "Foo#bar", "Foo->bar", "Foo\\bar()", "Foo<T>::bar(x)"] {
            let mention = Mention::parse(word).unwrap();
            assert_eq!(mention.name, "bar", "{word}");
            assert_eq!(mention.qualified.as_deref(), Some("Foo.bar"), "{word}");
        }
        assert_eq!(
            Mention::parse("std::vector<T>").unwrap().qualified.as_deref(),
            Some("std.vector")
        );
        assert_eq!(Mention::parse("foo_bar()").unwrap().name, "foo_bar");
        assert_eq!(Mention::parse("valid?").unwrap().name, "valid?");
        assert_eq!(Mention::parse("<<"), None);
        assert_eq!(Mention::parse(""), None);
    }

    #[test]
    fn a_definition_is_found_by_every_ending_of_its_name() {
        for (name, qualified_name, kind, expect) in [
            (
                "getId",
                "app::User::getId",
                SymbolKind::Method,
                "getId|^getid|app.User.getId|User.getId|",
            ),
            ("size", "Box.size", SymbolKind::Field, "-size|-^size|-Box.size|"),
            ("Install it", "Install it", SymbolKind::Section, "#Install it|"),
            ("<$>", "<$>", SymbolKind::Function, "<$>|"),
            ("", "", SymbolKind::Function, ""),
        ] {
            let mut terms = String::new();
            write_terms(name, qualified_name, kind, &mut terms);
            let marks = [('\u{1}', "-"), ('\u{2}', "#"), (FOLDED, "^"), ('\n', "|")];
            let shown = marks.iter().fold(terms, |terms, (from, to)| terms.replace(*from, to));
            assert_eq!(shown, expect, "{name}");
        }
    }
}
