//! The number and types of the arguments that a function takes, read from its signature.
//!
//! They tell overloads apart: a method that does not take the arguments of a call is not the one that is
//! called, even if it is nearer than another of its name.

use rutter_domain::{Language, Symbol, SymbolKind};
use rutter_syntax::profile;
use rutter_syntax::profile::Overloads;
use serde::{Deserialize, Serialize};

use crate::base::hash::hash_container;
use crate::base::parameters::{find_outside, find_word};
use crate::base::written::split;

/// Parameters whose types are remembered.
const MOST_TYPES: usize = 4;

/// The arguments that a signature accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arity {
    least: u8,
    most: u8,
    /// A hash of the type of each of the first parameters; 0 for a type parameter, which may be any type.
    types: [u16; MOST_TYPES],
}

impl Arity {
    /// The parameters of a function; `None` if its language has no overloads or if they cannot be read.
    pub fn read(language: Language, symbol: &Symbol) -> Option<Arity> {
        let is_function = matches!(
            symbol.kind,
            SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor | SymbolKind::Test
        );
        if !is_function || !has_overloads(language) || symbol.signature.ends_with('…') {
            return None;
        }
        let list = parameter_list(&symbol.signature, &symbol.name)?;
        let mut arity = Arity { least: 0, most: 0, types: [0; MOST_TYPES] };
        // `void` of C is not a parameter.
        let parameters = split(list, ',').map(str::trim);
        let parameters = parameters.filter(|parameter| !matches!(*parameter, "" | "void"));
        parameters.for_each(|parameter| arity.add(parameter));
        Some(arity)
    }

    pub fn takes(self, n_arguments: u8) -> bool {
        (self.least..=self.most).contains(&n_arguments)
    }

    /// Whether two methods have parameters of the same types, so that one overrides the other.
    pub fn is_like(self, other: Arity) -> bool {
        let is_alike = |(one, other): (&u16, &u16)| one == other || *one == 0 || *other == 0;
        (self.least, self.most) == (other.least, other.most)
            && self.types.iter().zip(&other.types).all(is_alike)
    }

    fn add(&mut self, parameter: &str) {
        let is_open = parameter.contains("...") || parameter.starts_with("params ");
        let assigned = find_outside(parameter, b'=');
        // The value that an extension method of C# extends is written before the call, not among its arguments.
        let is_optional = is_open || assigned.is_some() || parameter.starts_with("this ");
        let place = usize::from(self.most);
        if !is_optional {
            self.least = self.least.saturating_add(1);
        }
        self.most = if is_open { u8::MAX } else { self.most.saturating_add(1) };
        if let Some(hash) = self.types.get_mut(place) {
            *hash = hash_type(&parameter[..assigned.unwrap_or(parameter.len())]);
        }
    }
}

pub fn has_overloads(language: Language) -> bool {
    profile(language).calls.overloads != Overloads::None
}

/// The text in the brackets behind a name. An attribute before the function may name it as well, without
/// brackets.
fn parameter_list<'s>(signature: &'s str, name: &str) -> Option<&'s str> {
    let mut from = 0;
    loop {
        let at = from + find_word(&signature[from..], name)?;
        from = at + name.len();
        if let Some(list) = signature[from..].trim_start().strip_prefix('(') {
            return Some(&list[..find_outside(list, b')')?]);
        }
    }
}

/// A hash of the type of a parameter: of `final java.util.Map<K, V> values`, one for `Map`.
fn hash_type(parameter: &str) -> u16 {
    let name = parameter.rfind(|c: char| c.is_whitespace()).map_or("", |at| &parameter[..at]);
    let path = &name[..name.find('<').unwrap_or(name.len())];
    let last = path.rsplit([' ', '.', ':']).next().unwrap_or(path);
    let word = last.trim_end_matches(['[', ']', '.', '*', '&']);
    // `T` and `T1` are type parameters by convention.
    let is_any = word.len() <= 2 && word.starts_with(|c: char| c.is_uppercase());
    if is_any || word.is_empty() {
        return 0;
    }
    // Arrays of a type are another type.
    let n_brackets = parameter.matches('[').count() as u32;
    let mixed = hash_container(word).wrapping_add(n_brackets.wrapping_mul(0x9E37_79B9));
    // The lowest bit of a container's hash is always set. Here it keeps the hash from being 0.
    (mixed >> 8) as u16 | 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::symbol_with;

    fn read(language: Language, signature: &str) -> Option<Arity> {
        Arity::read(language, &symbol_with(SymbolKind::Method, signature))
    }

    #[test]
    fn a_signature_says_how_many_arguments_are_taken() {
        use Language::{CSharp, Cpp, Java, Python};
        for (language, signature, expected) in [
            (Java, "@Test(send = 1) public void send()", Some((0, 0))),
            (Java, "public <T> T send(final Map<K, V> a, int[] b) throws E", Some((2, 2))),
            (Java, "void send(String format, Object... values)", Some((1, u8::MAX))),
            (Cpp, "void Net::send(void)", Some((0, 0))),
            (Cpp, "void send(int a, std::map<int, int> b = {})", Some((1, 2))),
            (CSharp, "static void send(this Foo foo, params int[] a)", Some((0, u8::MAX))),
            (Java, "void send(int a, …", None),
            (Python, "def send(a)", None),
        ] {
            let found = read(language, signature).map(|arity| (arity.least, arity.most));
            assert_eq!(found, expected, "{signature}");
        }
    }

    #[test]
    fn methods_are_alike_if_their_parameters_have_the_same_types() {
        let is_alike = |one, other| {
            let read = |signature| read(Language::Java, signature).unwrap();
            read(one).is_like(read(other))
        };
        assert!(is_alike("void send(final java.util.Map<K, V> a)", "void send(Map b)"));
        assert!(is_alike("void send(T a)", "void send(String b)"));
        assert!(!is_alike("void send(byte[] a)", "void send(byte b)"));
        assert!(!is_alike("void send(Object a)", "void send(String b)"));
    }
}
