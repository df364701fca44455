//! Reads from a signature the type of what a function yields, or of what a variable or field holds.
//!
//! Only what is written is read: a type, or a value that is made by one call, as in
//! `client = Client()` and `pool: Pool = …`.

use rutter_domain::{Language, Symbol, SymbolKind};
use rutter_syntax::profile;
use rutter_syntax::profile::TypePlace;

use crate::base::kinds::has_locals;
use crate::base::locals::Origin;
use crate::base::parameters::{find_outside, find_word};
use crate::base::script_type::whole_parts;

/// The type of a symbol's value, as far as its signature says it.
pub fn read_result(language: Language, symbol: &Symbol) -> Origin<'_> {
    let signature = symbol.signature.trim_end_matches('…');
    let Some(name) = find_word(signature, &symbol.name) else { return read_tag(language, symbol) };
    let (before, after) = (&signature[..name], &signature[name + symbol.name.len()..]);
    let origin = match symbol.kind {
        SymbolKind::TypeAlias => read_alias(language, before, after),
        SymbolKind::Constant | SymbolKind::Variable | SymbolKind::Field => {
            read_data(language, before, after)
        }
        SymbolKind::Property if !after.trim_start().starts_with(['(', '<']) => {
            read_data(language, before, after)
        }
        kind if has_locals(kind) || kind == SymbolKind::Property => {
            read_yield(language, before, after)
        }
        _ => Origin::Unknown,
    };
    match origin {
        // JavaScript has no place for types but its comments.
        Origin::Unknown
            if profile(language).is_script() && place_in(language) == TypePlace::None =>
        {
            read_doc(symbol)
        }
        // A signature that was cut off ends anywhere.
        Origin::Type(text) if signature.len() < symbol.signature.len() && after.ends_with(text) => {
            // An alias that was cut off still stands for its whole parts.
            let is_alias = symbol.kind == SymbolKind::TypeAlias && profile(language).is_script();
            if is_alias { of_type(whole_parts(text)) } else { Origin::Unknown }
        }
        origin => origin,
    }
}

/// What `typedef struct tag { … } name;` stands for, and the type of the field `struct { … } name;`: a
/// signature ends before the braces.
fn read_tag(language: Language, symbol: &Symbol) -> Origin<'_> {
    if !profile(language).is_like_c() {
        return Origin::Unknown;
    }
    let signature = symbol.signature.as_str();
    match symbol.kind {
        SymbolKind::TypeAlias => match signature.strip_prefix("typedef ") {
            Some(tagged) if tagged.contains(' ') => of_type(tagged),
            Some(_) | None => Origin::Unknown,
        },
        SymbolKind::Field | SymbolKind::Variable
            if signature.starts_with("struct") || signature.starts_with("union") =>
        {
            of_type(signature)
        }
        _ => Origin::Unknown,
    }
}

/// The type that the comment of a JavaScript function or property states: `@returns {Door}`.
fn read_doc(symbol: &Symbol) -> Origin<'_> {
    let Some(doc) = &symbol.doc else { return Origin::Unknown };
    let tags: &[&str] = match symbol.kind {
        SymbolKind::Property => &["@type {", "@returns {", "@return {"],
        kind if has_locals(kind) => &["@returns {", "@return {"],
        _ => &["@type {"],
    };
    let found = tags.iter().find_map(|tag| doc.split_once(tag));
    let written = found.and_then(|(_, rest)| rest.split_once('}')).map_or("", |(text, _)| text);
    let written = written.trim().trim_start_matches(['?', '!']);
    // A type in a comment may be any prose; what looks like more than a type is left out.
    let is_plain = |c: char| c.is_alphanumeric() || "_$.<>[]| ,".contains(c);
    if written.chars().all(is_plain) { of_type(written) } else { Origin::Unknown }
}

fn read_alias<'s>(language: Language, before: &'s str, after: &'s str) -> Origin<'s> {
    match (after.split_once('='), place_in(language)) {
        (Some((_, target)), _) => of_type(target),
        (None, TypePlace::Behind) => of_type(after),
        (None, TypePlace::Before) => {
            before.strip_prefix("typedef ").map_or(Origin::Unknown, of_type)
        }
        (None, _) => Origin::Unknown,
    }
}

/// The type of a function's result: behind its parameters, or before its name.
fn read_yield<'s>(language: Language, before: &'s str, after: &'s str) -> Origin<'s> {
    let behind = || {
        let open = find_outside(after, b'(')?;
        let inner = &after[open + 1..];
        let close = find_outside(inner, b')')?;
        Some(inner[close + 1..].trim())
    };
    let written = match place_in(language) {
        TypePlace::Arrow => {
            behind().and_then(|behind| behind.split_once("->")).map(|(_, written)| {
                written.split(" where ").next().unwrap_or(written).trim_end_matches(':')
            })
        }
        TypePlace::Colon(ends) => {
            behind().and_then(|behind| behind.strip_prefix(':')).map(|written| {
                let written = written.trim().trim_end_matches("=>");
                &written[..written.find(ends).unwrap_or(written.len())]
            })
        }
        TypePlace::Behind => behind(),
        TypePlace::Before => Some(type_before(before)),
        TypePlace::None => None,
    };
    written.map_or(Origin::Unknown, of_type)
}

/// A type or a value beside the name of a variable, constant or field.
fn read_data<'s>(language: Language, before: &'s str, after: &'s str) -> Origin<'s> {
    // `struct { int a; } name;` on one line.
    if let Some((head, _)) = before.split_once('{').filter(|_| profile(language).is_like_c()) {
        return of_type(head);
    }
    let (written, value) = match find_assignment(after) {
        Some(at) => (after[..at].trim(), after[at + 1..].trim()),
        None => (after.trim(), ""),
    };
    let written = match place_in(language) {
        TypePlace::Before => type_before(before_first_name(before)),
        // `a, b Type`: the type is behind the last name.
        TypePlace::Behind => match written.rsplit_once(", ") {
            Some((_, last)) => last.split_once(' ').map_or("", |(_, written)| written),
            None => written.trim_start_matches(':').trim(),
        },
        _ => written.trim_start_matches(['?', '!']).strip_prefix(':').unwrap_or("").trim(),
    };
    match written {
        "" | "var" | "auto" | "val" => read_value(language, value.trim_start_matches('=')),
        written => of_type(written),
    }
}

fn place_in(language: Language) -> TypePlace {
    profile(language).written.place
}

/// The text before the first of several names: `Type` of `Type a = 1, *b`.
fn before_first_name(before: &str) -> &str {
    let Some(comma) = find_outside(before, b',') else { return before };
    let first = &before[..comma];
    let first = find_assignment(first).map_or(first, |at| &first[..at]).trim_end();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | ']' | '[');
    first.trim_end_matches(is_name)
}

/// The first `=` that assigns.
fn find_assignment(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(at) = find_outside(&text[from..], b'=').map(|at| at + from) {
        let is_part = matches!(bytes.get(at + 1), Some(b'=' | b'>'))
            || at > 0 && matches!(bytes[at - 1], b'=' | b'!' | b'<' | b'>');
        if !is_part {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// A value that is one call or one path.
fn read_value(language: Language, value: &str) -> Origin<'_> {
    if place_in(language) == TypePlace::Behind {
        let value = value.trim_start().trim_start_matches('&');
        let is_type = ["[", "map[", "struct{", "struct {"].iter().any(|it| value.starts_with(it));
        if is_type {
            return value.split_once('{').map_or(Origin::Unknown, |(made, _)| of_type(made));
        }
    }
    let mut rest = value.trim().trim_end_matches(';');
    // None of these changes which members the value has.
    for word in ["await ", "new ", "&mut ", "&"] {
        rest = rest.strip_prefix(word).unwrap_or(rest).trim_start();
    }
    let end = rest.find(|c: char| !(c.is_alphanumeric() || "_$.:".contains(c)));
    let path = &rest[..end.unwrap_or(rest.len())];
    let starts_like_a_name = path.starts_with(|c: char| c.is_alphabetic() || "_$".contains(c));
    if !starts_like_a_name {
        return Origin::Unknown;
    }
    let after = &rest[path.len()..];
    // Type arguments do not bear on what is made.
    let after = match after.strip_prefix('<') {
        Some(arguments) => match find_outside(arguments, b'>') {
            Some(close) => &arguments[close + 1..],
            None => return Origin::Unknown,
        },
        None => after,
    };
    let makes_with_braces = profile(language).written.braces;
    let close = match after.as_bytes().first() {
        None => return Origin::Value(path),
        Some(b'(') => b')',
        Some(b'{') if makes_with_braces => b'}',
        Some(_) => return Origin::Unknown,
    };
    match find_outside(&after[1..], close) {
        // What is done with the value afterwards is not followed.
        Some(at) if !after[at + 2..].trim().is_empty() => Origin::Unknown,
        Some(_) | None => Origin::Call(path),
    }
}

/// The type that ends a text: `public static Map<A, B>` of `public static Map<A, B> name`.
fn type_before(text: &str) -> &str {
    let text = text.trim_end();
    let mut depth = 0usize;
    let mut start = text.len();
    for (at, c) in text.char_indices().rev() {
        match c {
            '>' | ']' | ')' => depth += 1,
            '<' | '[' | '(' => depth = depth.saturating_sub(1),
            // Pointers may stand apart from their type, and arguments from a type's name.
            ' ' if depth == 0
                && text[at + 1..].starts_with(|c: char| c.is_alphanumeric() || c == '_') =>
            {
                break;
            }
            _ => {}
        }
        start = at;
    }
    // The owner before the name of a method that is defined outside its class is not a type.
    let found = text[start..].trim();
    match found.strip_suffix("::") {
        Some(owner) => type_before(&text[..text.len() - owner.len() - 2]),
        None => found,
    }
}

fn of_type(text: &str) -> Origin<'_> {
    let text = text.trim().trim_end_matches(['{', ';', ',']).trim_end();
    match text {
        // None of these has members that the repository defines.
        "" | "void" | "None" | "error" | "()" | "Any" | "any" | "object" | "Object" => {
            Origin::Unknown
        }
        text => Origin::Type(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::symbol_with;

    fn check(language: Language, kind: SymbolKind, signature: &str, expected: &str) {
        let symbol = symbol_with(kind, signature);
        assert_eq!(format!("{:?}", read_result(language, &symbol)), expected, "{signature}");
    }

    #[test]
    fn a_function_yields_its_written_type() {
        use Language::{Cpp, Go, Java, Kotlin, Python, Rust, TypeScript};
        use SymbolKind::{Function, Method};
        check(
            Rust,
            Method,
            "pub fn send<T>(&self, f: impl Fn(u8) -> u8) -> Result<Foo> where T: X",
            "Type(\"Result<Foo>\")",
        );
        check(Rust, Method, "fn send(&self)", "Unknown");
        check(
            Python,
            Function,
            "async def send(a: Foo = None) -> Foo | None",
            "Type(\"Foo | None\")",
        );
        check(TypeScript, Method, "async send(a: Foo): Promise<Bar>", "Type(\"Promise<Bar>\")");
        check(TypeScript, Function, "const send = (a: Foo): Bar =>", "Type(\"Bar\")");
        check(Go, Method, "func (s *Store) send(a int) (*Item, error)", "Type(\"(*Item, error)\")");
        check(Go, Function, "func send() *Item", "Type(\"*Item\")");
        check(
            Java,
            Method,
            "@Get(\"x\") public static Map<A, B> send(int a) throws E",
            "Type(\"Map<A, B>\")",
        );
        check(Cpp, Method, "const Foo& Net::send(int a)", "Type(\"Foo&\")");
        check(Kotlin, Function, "fun send(a: Int): Foo = make()", "Type(\"Foo\")");
    }

    #[test]
    fn a_type_that_was_cut_off_has_its_whole_parts() {
        use Language::TypeScript;
        use SymbolKind::{Field, TypeAlias};
        check(TypeScript, TypeAlias, "type send = Base<T> & { a: A | B; b…", "Type(\"Base<T>\")");
        check(TypeScript, TypeAlias, "type send = A | B | Cd…", "Type(\"A | B\")");
        check(TypeScript, TypeAlias, "type send = Map<A, Bc…", "Unknown");
        check(TypeScript, Field, "send: A | Bc…", "Unknown");
    }

    #[test]
    fn a_variable_holds_its_written_type_or_what_one_call_yields() {
        use Language::{Cpp, Go, Java, Python, Rust, TypeScript};
        use SymbolKind::{Field, Variable};
        check(Rust, Field, "pub send: Arc<Foo>", "Type(\"Arc<Foo>\")");
        check(Python, Variable, "send = Client(1, x=2)", "Call(\"Client\")");
        check(Python, Variable, "send = Client(1).run()", "Unknown");
        check(Python, Variable, "send: Client = None", "Type(\"Client\")");
        check(TypeScript, Field, "private readonly send?: Foo", "Type(\"Foo\")");
        check(TypeScript, Variable, "const send = new Foo<Bar>(1)", "Call(\"Foo\")");
        check(Go, Field, "send, other *Foo", "Type(\"*Foo\")");
        check(Go, Field, "other, send *Foo", "Type(\"*Foo\")");
        check(Go, Variable, "send = &Foo{a: 1}", "Call(\"Foo\")");
        check(Go, Variable, "send = []*Foo{", "Type(\"[]*Foo\")");
        check(Go, Variable, "send = map[string]struct { a int }{", "Type(\"map[string]struct\")");
        check(
            Java,
            Field,
            "private final List<Foo> send = new ArrayList<>()",
            "Type(\"List<Foo>\")",
        );
        check(Cpp, Field, "std::vector<Foo> send", "Type(\"std::vector<Foo>\")");
        check(Java, Field, "private final Foo other = a(1, 2), send", "Type(\"Foo\")");
        check(Cpp, Field, "struct Foo *other, *send", "Type(\"Foo *\")");
    }
}
