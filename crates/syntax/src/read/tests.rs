//! Reading that fails, is stopped or takes too much.

use rutter_domain::{ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use super::*;
use crate::rules::{Rule, Rules, SLASH_MARKS, define};
use crate::table::LazyTable;

/// A language with a fault: it panics at every `package` clause.
static FAULTY: Rules = Rules {
    language: Language::Go,
    grammar: || tree_sitter_go::LANGUAGE.into(),
    separator: ".",
    rules: &[&[
        ("function_declaration", define(SymbolKind::Function).rule()),
        ("package_clause", Rule::Hook(panic_at)),
    ]],
    roles: &[],
    shapes: &[],
    comments: &["comment"],
    comment_marks: SLASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: &[],
    visibility: |_, _, _| Visibility::Public,
    inner_doc: None,
};

fn panic_at<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    panic!("a fault at `{}`", walk.text_of(node));
}

fn read_faulty(text: &str) -> Facts {
    static TABLE: LazyTable = LazyTable::new(&FAULTY, languages::profile(Language::Go), &[]);
    read_contained(Language::Go, text, || read_code(TABLE.get(), text, &NEVER)).unwrap()
}

#[test]
fn a_panic_in_a_language_costs_a_file_its_symbols_and_nothing_more() {
    let facts = read_faulty("package a\n\nfunc F() {}\n");
    assert_eq!(facts.parse, ParseOutcome::Failed);
    assert!(facts.symbols.is_empty());
    assert_eq!(facts.chunks.len(), 1);
    // The next file is read as ever, by the same thread.
    let facts = read_faulty("func F() {}\n");
    assert_eq!(facts.parse, ParseOutcome::Complete);
    assert_eq!(facts.symbols.len(), 1);
    assert_eq!(read(Language::Rust, "fn f() {}").symbols.len(), 1);
}

#[test]
fn reading_that_is_stopped_gives_nothing() {
    let stopped = AtomicBool::new(true);
    let text = "package a\n".to_owned() + &"func F() { g() }\n".repeat(10_000);
    assert_eq!(read_until(Language::Go, &text, &stopped), None);
    assert_eq!(read_until(Language::Go, &text, &NEVER), Some(read(Language::Go, &text)));
}

#[test]
fn texts_that_error_recovery_takes_ages_for_are_cut_by_lines() {
    let soup = |piece: &str, n_lines: usize| (piece.repeat(100) + "\n").repeat(n_lines);
    for (language, text) in [
        (Language::Go, soup("->", 80)),
        (Language::Go, soup("->", 4_000)),
        (Language::JavaScript, soup("->", 80)),
        (Language::Python, soup("/*", 30)),
    ] {
        let facts = read(language, &text);
        assert_eq!(facts.parse, ParseOutcome::TooComplex, "{language:?}");
        assert!(facts.symbols.is_empty() && !facts.chunks.is_empty());
    }
}

#[test]
fn a_piece_never_ends_within_a_character() {
    // Tree-sitter reads beyond the end when it asks for the rest of a character and gets nothing.
    let text = "\n".repeat(60) + "\u{FFFD}," + &"\u{FFFD}".repeat(2_000);
    let facts = read(Language::Scala, &text);
    assert!(!facts.chunks.is_empty());
}

#[test]
fn a_prototype_in_a_macro_is_a_prototype() {
    let text = "local uLong combine OF((uLong one,\n    uLong two));\nint last OF((void));\n";
    let facts = crate::read(Language::C, text);
    let symbols: Vec<_> = facts.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    assert_eq!(symbols, ["combine", "last"]);
    let used = facts.references.iter().find(|reference| reference.name == "OF").unwrap();
    assert_eq!((used.line, used.column, used.kind), (1, 21, ReferenceKind::Call));
}

#[test]
fn names_that_a_module_takes_out_of_a_value_are_symbols() {
    let text = "export const { isArray, keys: getKeys = 1 } = Object;\nlet [one, ...rest] = list;\n\
                function f() { const { inner } = g(); }\n";
    let facts = crate::read(Language::TypeScript, text);
    let symbols: Vec<_> = (facts.symbols.iter())
        .map(|symbol| format!("{} {} `{}`", symbol.kind, symbol.qualified_name, symbol.signature))
        .collect();
    let expected = [
        "constant isArray `const { isArray`", "constant getKeys `getKeys`",
        "variable one `let [one`", "variable rest `rest`", "function f `function f()`",
    ];
    assert_eq!(symbols, expected);
}

#[test]
fn a_text_whose_parse_would_take_gigabytes_is_cut_by_lines() {
    for language in [Language::Java, Language::Cpp] {
        let text = "a<\n".repeat(30_000);
        let facts = read(language, &text);
        assert_eq!(facts.parse, ParseOutcome::TooComplex, "{language}");
        assert!(!facts.chunks.is_empty(), "{language}");
        // The limit is one of depth, not of length.
        let text = "class A { int f() { return a<b; } };\n".repeat(3_000);
        assert_eq!(read(language, &text).parse, ParseOutcome::Complete, "{language}");
    }
}
