//! Keys under which definitions are indexed; every way to write a symbol's name has the same key.
//!
//! A definition has several keys: its bare name, every qualified suffix of at least two parts
//! (`Foo::bar`, `Foo#bar` and `Foo->bar` are all `Foo.bar`), and its folded name, without case and
//! underscores. A key includes the [`Prominence`] of the definition, so that a query can prefer
//! functions and types to fields and headings. The kinds of a chunk's symbols have keys as well.
//!
//! A key is a hash of six bytes, because a dictionary of names takes three times as long to write.
//! With a million names, a lookup meets a wrong one by collision about once in 300 million queries.
//! Start at [`for_each_key`] and, for queries, at [`Mention`].

use rutter_domain::SymbolKind;

/// Parts at the end of a qualified name that are indexed.
const MAX_PARTS: usize = 4;
/// Bytes of the longest name that is found by its qualified form.
// Nobody types longer ones.
const MAX_NAME_BYTES: usize = 256;

/// A hash under which definitions are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SymbolKey([u8; SymbolKey::N_BYTES]);

impl SymbolKey {
    pub const N_BYTES: usize = 6;

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The key as a number, for stores that have no bytes.
    pub fn number(&self) -> u64 {
        self.0.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    pub fn of_kind(kind: SymbolKind) -> SymbolKey {
        SymbolKey::new(b'k', kind.name().bytes())
    }

    fn new(mark: u8, bytes: impl Iterator<Item = u8>) -> SymbolKey {
        const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(PRIME);
        let hash = bytes.fold(step(OFFSET, mark), step);
        // FNV-1a leaves the upper bits poorly mixed for the last bytes, and the upper bits are used.
        let mixed = (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let [b0, b1, b2, b3, b4, b5, ..] = mixed.to_be_bytes();
        SymbolKey([b0, b1, b2, b3, b4, b5])
    }
}

/// The likelihood that a search for its name means a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prominence {
    /// A function, a type, a constant.
    Primary,
    /// A field, a variable, a module line, an implementation block, a test.
    Secondary,
    /// A heading.
    Heading,
    /// A field that no class declares: it is found by its name and counts for nothing in a search.
    Assigned,
}

impl Prominence {
    pub const ALL: [Prominence; 4] =
        [Prominence::Primary, Prominence::Secondary, Prominence::Heading, Prominence::Assigned];

    pub fn of(kind: SymbolKind) -> Prominence {
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
            | SymbolKind::Macro => Prominence::Primary,
            SymbolKind::EnumMember
            | SymbolKind::Implementation
            | SymbolKind::Module
            | SymbolKind::Variable
            | SymbolKind::Field
            | SymbolKind::Property
            | SymbolKind::Test => Prominence::Secondary,
            SymbolKind::Section | SymbolKind::File => Prominence::Heading,
        }
    }

    /// The key of definitions with exactly this name, bare or qualified with dots.
    pub fn exact_key(self, name: &str) -> SymbolKey {
        let mark = match self {
            Prominence::Primary => b'c',
            Prominence::Secondary => b'm',
            Prominence::Heading => b'h',
            Prominence::Assigned => b'a',
        };
        SymbolKey::new(mark, name.trim().bytes())
    }

    /// The key of definitions with this name in any case, with or without underscores.
    pub fn folded_key(self, name: &str) -> SymbolKey {
        let mark = match self {
            Prominence::Primary => b'C',
            Prominence::Secondary => b'M',
            Prominence::Heading => b'H',
            Prominence::Assigned => b'A',
        };
        let letters = name.chars().filter(|character| character.is_alphanumeric());
        let mut bytes = [0; 4];
        let folded = letters.flat_map(char::to_lowercase);
        SymbolKey::new(
            mark,
            folded.flat_map(move |letter| {
                let n_bytes = letter.encode_utf8(&mut bytes).len();
                bytes.into_iter().take(n_bytes)
            }),
        )
    }
}

/// Calls `visit` with every key of a definition.
pub fn for_each_key(
    name: &str,
    qualified_name: &str,
    kind: SymbolKind,
    mut visit: impl FnMut(SymbolKey),
) {
    let prominence = Prominence::of(kind);
    if name.trim().is_empty() {
        return;
    }
    visit(prominence.exact_key(name));
    if prominence == Prominence::Heading {
        return;
    }
    if is_commonly_named(kind) {
        visit(prominence.folded_key(name));
    }
    if qualified_name.len() > MAX_NAME_BYTES || qualified_name.len() <= name.len() {
        return;
    }
    let parts = split(qualified_name);
    let first = parts.len().saturating_sub(MAX_PARTS);
    for from in first..parts.len().saturating_sub(1) {
        // The last part alone was visited as the bare name.
        visit(prominence.exact_key(&parts[from..].join(".")));
    }
}

/// Whether people refer to symbols of this kind by name, often from memory and without regard to case. True for
/// functions and types; false for constants and fields.
// Those come by the hundred thousand, where every additional word makes the index slower to write.
pub fn is_commonly_named(kind: SymbolKind) -> bool {
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
        | SymbolKind::Implementation
        | SymbolKind::TypeAlias
        | SymbolKind::Module
        | SymbolKind::Test => true,
        SymbolKind::EnumMember
        | SymbolKind::Constant
        | SymbolKind::Variable
        | SymbolKind::Field
        | SymbolKind::Property
        | SymbolKind::Macro
        | SymbolKind::Section
        | SymbolKind::File => false,
    }
}

/// A symbol as a query names it: `Foo::bar`, `foo.bar()`, `std::vector<T>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The last part.
    pub name: String,
    /// All parts joined by dots; `None` if there is only one.
    pub qualified: Option<String>,
}

impl Mention {
    /// Parses a word of a query. Returns `None` if it cannot be the name of a symbol.
    pub fn parse(word: &str) -> Option<Mention> {
        if word.len() > MAX_NAME_BYTES {
            return None;
        }
        let parts = split(word);
        let parts = &parts[parts.len().saturating_sub(MAX_PARTS)..];
        let name = (*parts.last()?).to_owned();
        let qualified = (parts.len() > 1).then(|| parts.join("."));
        Some(Mention { name, qualified })
    }
}

/// The parts of a qualified name, without generics, call parentheses and sigils.
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
        let vector = Mention::parse("std::vector<T>").unwrap();
        assert_eq!(vector.qualified.as_deref(), Some("std.vector"));
        assert_eq!(Mention::parse("foo_bar()").unwrap().name, "foo_bar");
        assert_eq!(Mention::parse("valid?").unwrap().name, "valid?");
        assert_eq!(Mention::parse("<<"), None);
        assert_eq!(Mention::parse(""), None);
    }

    fn check(name: &str, qualified_name: &str, kind: SymbolKind, expect: &[SymbolKey]) {
        let mut keys = Vec::new();
        for_each_key(name, qualified_name, kind, |key| keys.push(key));
        assert_eq!(keys, expect, "{name}");
    }

    #[test]
    fn a_definition_is_found_by_every_suffix_of_its_name() {
        let (primary, secondary) = (Prominence::Primary, Prominence::Secondary);
        let endings = ["app.User.getId", "User.getId"].map(|ending| primary.exact_key(ending));
        let keys =
            [&[primary.exact_key("getId"), primary.folded_key("get_ID")], &endings[..]].concat();
        check("getId", "app::User::getId", SymbolKind::Method, &keys);
        let keys = [secondary.exact_key("size"), secondary.exact_key("Box.size")];
        check("size", "Box.size", SymbolKind::Field, &keys);
        let heading = Prominence::Heading.exact_key("Install it");
        check("Install it", "Install it", SymbolKind::Section, &[heading]);
        check("", "", SymbolKind::Function, &[]);
    }

    #[test]
    fn different_names_have_different_keys() {
        let mut seen = std::collections::HashSet::new();
        for number in 0..100_000 {
            let name = format!("name_{number}");
            for prominence in Prominence::ALL {
                assert!(seen.insert(prominence.exact_key(&name).0), "{name}");
                assert!(seen.insert(prominence.folded_key(&name).0), "{name}");
            }
        }
    }
}
