//! Reading that fails, is stopped or takes too much.

use rutter_domain::{SymbolKind, Visibility};
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
    static TABLE: LazyTable = LazyTable::new(&FAULTY);
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
