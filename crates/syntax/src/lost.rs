//! Adds symbols that a grammar has lost to those that it found.

use std::borrow::Cow;

use rutter_domain::text::truncate;
use rutter_domain::{Facts, Span, Symbol, SymbolKind, Visibility};

use crate::fingerprint::hash_bytes;
use crate::languages::find_macro_lines;
use crate::languages::profile;

/// A longer signature is cut off.
const LONGEST_SIGNATURE_BYTES: usize = 200;

/// Adds the C and C++ macros that have no symbol yet.
pub(crate) fn add_macros(text: &str, facts: &mut Facts) {
    if !profile(facts.language).is_like_c() {
        return;
    }
    let is_macro = |symbol: &&Symbol| symbol.node_kind.starts_with("preproc_");
    let known: Vec<u32> =
        facts.symbols.iter().filter(is_macro).map(|symbol| symbol.span.start_line).collect();
    let mut lost: Vec<Symbol> = Vec::new();
    for line in find_macro_lines(text) {
        // Those of a file are in order, but for the names of several macros on one line.
        if known.binary_search(&line.first_line).is_ok() {
            continue;
        }
        let whole = text.get(line.bytes.clone()).unwrap_or("");
        let signature: Vec<&str> =
            truncate(whole, LONGEST_SIGNATURE_BYTES).split_whitespace().collect();
        lost.push(Symbol {
            name: line.name.to_string(),
            qualified_name: line.name.to_string(),
            kind: line.kind,
            node_kind: Cow::Borrowed(match line.kind {
                SymbolKind::Macro => "preproc_function_def",
                _ => "preproc_def",
            }),
            span: Span {
                start_byte: line.bytes.start as u32,
                end_byte: line.bytes.end as u32,
                start_line: line.first_line,
                end_line: line.last_line,
            },
            signature: signature.join(" "),
            doc: None,
            visibility: Visibility::Public,
            parent: None,
            body_hash: hash_bytes(whole.as_bytes()),
        });
    }
    if !lost.is_empty() {
        insert(lost, facts);
    }
}

/// Puts symbols in their place in the order of a file; what names a symbol by its number follows.
fn insert(lost: Vec<Symbol>, facts: &mut Facts) {
    let mut numbers = Vec::with_capacity(facts.symbols.len());
    let mut symbols: Vec<Symbol> = Vec::with_capacity(facts.symbols.len() + lost.len());
    let mut lost = lost.into_iter().peekable();
    for symbol in facts.symbols.drain(..) {
        while let Some(before) = lost.next_if(|it| it.span.start_byte < symbol.span.start_byte) {
            symbols.push(before);
        }
        numbers.push(symbols.len() as u32);
        symbols.push(symbol);
    }
    symbols.extend(lost);
    facts.symbols = symbols;
    // Whatever names a symbol does so by its place in the list.
    let renumber = |id: &mut Option<u32>| {
        *id = id.and_then(|id| numbers.get(id as usize).copied());
    };
    facts.symbols.iter_mut().for_each(|symbol| renumber(&mut symbol.parent));
    facts.references.iter_mut().for_each(|reference| renumber(&mut reference.from));
    facts.locals.iter_mut().for_each(|local| renumber(&mut local.owner));
}

#[cfg(test)]
mod tests {
    use rutter_domain::Language;

    use crate::read;

    #[test]
    fn a_macro_between_the_members_of_an_enum_is_a_symbol() {
        let text = "enum E {\n A = f(0),\n#define A A\n B\n};\nint g(void) { return B; }\n";
        let facts = read(Language::C, text);
        let names: Vec<String> = (facts.symbols.iter())
            .map(|symbol| format!("{} {}", symbol.span.start_line, symbol.qualified_name))
            .collect();
        assert_eq!(names.join(", "), "1 E, 2 E.A, 3 A, 4 E.B, 6 g");
        let used = facts.references.iter().find(|it| it.name == "B").unwrap();
        assert_eq!(used.from, Some(4));
    }
}
