//! Brings the ways to write a symbol's name together.
//!
//! A definition is indexed under exact keys: its bare name, every qualified ending of at least two
//! parts (`Foo::bar`, `Foo#bar` and `Foo->bar` are all `Foo.bar`), and its folded name without
//! case and underscores. A mark tells what kind of definition it is, so that a query can ask for
//! functions and types before fields and headings. Beside the names, the kinds of a chunk's
//! symbols have keys.
//!
//! A key is a hash of six bytes: a dictionary of names takes three times as long to write. Two of
//! a million names share one by chance once in three hundred million questions.
//! Start at [`for_each_key`] and, for the query, [`Mention`].

use rutter_domain::SymbolKind;

/// At most this many parts of a qualified name are indexed.
const MAX_PARTS: usize = 4;
/// What is longer is not a name that anyone will type.
const MAX_NAME_BYTES: usize = 256;

/// Under which a definition is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; Key::N_BYTES]);

impl Key {
    pub const N_BYTES: usize = 6;

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The key of a kind of symbol.
    pub fn of_kind(kind: SymbolKind) -> Key {
        Key::new(b'k', kind.name().bytes())
    }

    fn new(mark: u8, bytes: impl Iterator<Item = u8>) -> Key {
        const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(PRIME);
        let hash = bytes.fold(step(OFFSET, mark), step);
        // The last bytes have hardly reached the upper bits yet.
        let mixed = (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let [b0, b1, b2, b3, b4, b5, ..] = mixed.to_be_bytes();
        Key([b0, b1, b2, b3, b4, b5])
    }
}

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

    /// Finds definitions of exactly this name, bare or with dots.
    pub fn exact_key(self, name: &str) -> Key {
        let mark = match self {
            Standing::Chief => b'c',
            Standing::Minor => b'm',
            Standing::Heading => b'h',
        };
        Key::new(mark, name.trim().bytes())
    }

    /// Finds definitions of this name whatever their case.
    pub fn folded_key(self, name: &str) -> Key {
        let mark = match self {
            Standing::Chief => b'C',
            Standing::Minor => b'M',
            Standing::Heading => b'H',
        };
        let letters = name.chars().filter(|character| character.is_alphanumeric());
        let mut bytes = [0; 4];
        let folded = letters.flat_map(char::to_lowercase);
        Key::new(
            mark,
            folded.flat_map(move |letter| {
                let n_bytes = letter.encode_utf8(&mut bytes).len();
                bytes.into_iter().take(n_bytes)
            }),
        )
    }
}

/// Goes through the keys of one definition.
pub fn for_each_key(
    name: &str,
    qualified_name: &str,
    kind: SymbolKind,
    mut visit: impl FnMut(Key),
) {
    let standing = Standing::of(kind);
    if name.trim().is_empty() {
        return;
    }
    visit(standing.exact_key(name));
    if standing == Standing::Heading {
        return;
    }
    if is_spoken(kind) {
        visit(standing.folded_key(name));
    }
    if qualified_name.len() > MAX_NAME_BYTES || qualified_name.len() <= name.len() {
        return;
    }
    let parts = split(qualified_name);
    let first = parts.len().saturating_sub(MAX_PARTS);
    for from in first..parts.len().saturating_sub(1) {
        visit(standing.exact_key(&parts[from..].join(".")));
    }
}

/// Whether people speak of such symbols: of functions and types, from memory and with no care for
/// case, but not of the constants and fields that come by the hundred thousand and of which each
/// word makes the index slower to write.
pub fn is_spoken(kind: SymbolKind) -> bool {
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
        | SymbolKind::Section => false,
    }
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
        let vector = Mention::parse("std::vector<T>").unwrap();
        assert_eq!(vector.qualified.as_deref(), Some("std.vector"));
        assert_eq!(Mention::parse("foo_bar()").unwrap().name, "foo_bar");
        assert_eq!(Mention::parse("valid?").unwrap().name, "valid?");
        assert_eq!(Mention::parse("<<"), None);
        assert_eq!(Mention::parse(""), None);
    }

    fn check(name: &str, qualified_name: &str, kind: SymbolKind, expect: &[Key]) {
        let mut keys = Vec::new();
        for_each_key(name, qualified_name, kind, |key| keys.push(key));
        assert_eq!(keys, expect, "{name}");
    }

    #[test]
    fn a_definition_is_found_by_every_ending_of_its_name() {
        let (chief, minor) = (Standing::Chief, Standing::Minor);
        let endings = ["app.User.getId", "User.getId"].map(|ending| chief.exact_key(ending));
        let keys = [&[chief.exact_key("getId"), chief.folded_key("get_ID")], &endings[..]].concat();
        check("getId", "app::User::getId", SymbolKind::Method, &keys);
        let keys = [minor.exact_key("size"), minor.exact_key("Box.size")];
        check("size", "Box.size", SymbolKind::Field, &keys);
        let heading = Standing::Heading.exact_key("Install it");
        check("Install it", "Install it", SymbolKind::Section, &[heading]);
        check("", "", SymbolKind::Function, &[]);
    }

    #[test]
    fn different_names_have_different_keys() {
        let mut seen = std::collections::HashSet::new();
        for number in 0..100_000 {
            let name = format!("name_{number}");
            for standing in Standing::ALL {
                assert!(seen.insert(standing.exact_key(&name).0), "{name}");
                assert!(seen.insert(standing.folded_key(&name).0), "{name}");
            }
        }
    }
}
