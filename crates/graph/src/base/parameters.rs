//! Reads the types of parameters from a signature.
//!
//! `fn send(client: &Client)` says that `client.close()` means a method of `Client`. Only written
//! types are read; nothing is inferred.

use rutter_domain::Symbol;
use rutter_syntax::profile::ParameterOrder;

use crate::base::written::split;

/// Types whose members are mostly those of their argument.
const TRANSPARENT: [&str; 7] =
    ["Arc", "Box", "Optional", "Rc", "Readonly", "shared_ptr", "unique_ptr"];
/// Words before a type that are not part of it.
const MODIFIERS: [&str; 14] = [
    "&", "*", "mut", "const", "dyn", "impl", "final", "ref", "out", "in", "readonly", "struct",
    "volatile", "inout",
];

/// Calls `give` with the name of each parameter that has a type, and the path of the type.
pub fn read_parameters<'s>(
    order: ParameterOrder,
    symbol: &'s Symbol,
    mut give: impl FnMut(&'s str, &'s str),
) {
    let signature = symbol.signature.as_str();
    let Some(name) = find_word(signature, &symbol.name) else { return };
    let after = &signature[name + symbol.name.len()..];
    if let Some(open) = find_outside(after, b'(') {
        read_list(order, &after[open + 1..], &mut give);
    }
}

/// Reads parameters up to the bracket that closes them.
fn read_list<'s>(order: ParameterOrder, list: &'s str, give: &mut impl FnMut(&'s str, &'s str)) {
    let list = &list[..find_outside(list, b')').unwrap_or(list.len())];
    for parameter in split(list, ',').map(str::trim) {
        let parameter = parameter.find(" = ").map_or(parameter, |default| &parameter[..default]);
        let (name, written) = match order {
            ParameterOrder::Colon => match find_outside(parameter, b':') {
                Some(colon) => (&parameter[..colon], &parameter[colon + 1..]),
                None => continue,
            },
            ParameterOrder::TypeFirst => match parameter.rfind([' ', '*', '&']) {
                Some(gap) => (&parameter[gap + 1..], &parameter[..=gap]),
                None => continue,
            },
        };
        let name = name.trim_end_matches(['?', ' ']);
        let name = &name[name.rfind([' ', '*', '.']).map_or(0, |gap| gap + 1)..];
        let Some(path) = path_of(written) else { continue };
        if !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_$".contains(c)) {
            give(name, path);
        }
    }
}

/// The path of a type, without modifiers and type arguments.
fn path_of(written: &str) -> Option<&str> {
    let mut rest = written.trim_start_matches([' ', '"', '\'']);
    // Modifiers stand in any order, so all are tried until none fits.
    loop {
        let before = rest;
        for modifier in MODIFIERS {
            if let Some(after) = rest.strip_prefix(modifier)
                && (!modifier.starts_with(char::is_alphabetic) || after.starts_with(' '))
            {
                rest = after.trim_start();
            }
        }
        if let Some(lifetime) = rest.strip_prefix('\'') {
            rest =
                lifetime.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
        }
        if rest == before {
            break;
        }
    }
    let is_part = |c: char| c.is_alphanumeric() || "_$:.\\".contains(c);
    let path = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
    let last = path.rsplit([':', '.', '\\']).next()?;
    let inner = rest[path.len()..].strip_prefix(['<', '[']);
    match inner {
        Some(inner) if TRANSPARENT.contains(&last) => {
            // `Arc<Mutex<Foo>>` does not have the members of `Foo`; one level is enough.
            let argument = &inner[..inner.find(|c| !is_part(c)).unwrap_or(inner.len())];
            (!argument.is_empty()).then_some(argument)
        }
        Some(_) | None => {
            let is_some = !last.is_empty() && !last.starts_with(|c: char| c.is_ascii_digit());
            is_some.then_some(path)
        }
    }
}

/// The first position of a byte outside all brackets.
pub fn find_outside(text: &str, wanted: u8) -> Option<usize> {
    let mut depth = 0usize;
    let mut previous = 0;
    for (at, byte) in text.bytes().enumerate() {
        // Before brackets are counted, so that the bracket that closes a list is found.
        if byte == wanted && depth == 0 {
            return Some(at);
        }
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b'>' if matches!(previous, b'-' | b'=') => {}
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        previous = byte;
    }
    None
}

/// The first position of a word that is not part of a longer one.
pub fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .map(|(at, _)| at)
        .find(|at| !text[..*at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part))
}

#[cfg(test)]
mod tests {
    use rutter_domain::SymbolKind;

    use super::*;
    use crate::base::symbol_with;

    fn check(order: ParameterOrder, signature: &str, expected: &str) {
        let symbol = symbol_with(SymbolKind::Function, signature);
        let mut found = Vec::new();
        read_parameters(order, &symbol, |name, path| found.push(format!("{name}={path}")));
        assert_eq!(found.join(" "), expected, "{signature}");
    }

    #[test]
    fn a_parameter_has_its_written_type() {
        use ParameterOrder::{Colon, TypeFirst};
        let rust = "pub fn send<F: Fn(u8) -> u8>(&self, to: &'a mut net::Client, f: Arc<Foo>, (a, b): Pair)";
        check(Colon, rust, "to=net::Client f=Foo");
        check(
            Colon,
            "def send(self, a, *args: Foo, b: \"core.Bar\" = None)",
            "args=Foo b=core.Bar",
        );
        check(Colon, "const send = async (a?: Foo<T>, private b: B[]) =>", "a=Foo b=B");
        check(
            TypeFirst,
            "@Get(\"x\") public void send(final List<String> a, Foo b)",
            "a=List b=Foo",
        );
        check(TypeFirst, "void Net::send(const Foo &a, std::shared_ptr<Bar> b)", "a=Foo b=Bar");
        check(Colon, "fn other(", "");
    }
}
