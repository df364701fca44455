//! What is kept of texts that a grammar cannot read as a whole.

use super::*;
use crate::languages;
use crate::parse::NEVER;

/// The lines that are kept.
fn kept(language: Language, text: &str) -> String {
    let table = languages::table(language).unwrap();
    match find_readable(table, text.as_bytes(), &NEVER) {
        Some(text) => {
            let text = String::from_utf8(text).unwrap();
            text.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
        }
        None => "all".to_string(),
    }
}

#[test]
fn one_statement_costs_itself_alone() {
    let text = "class A {\n    fun f() {\n        val id = t.insert { it[a] = 1 } get t.id\n        g(id)\n    }\n    fun h() = 1\n}\n\nclass B {\n    fun k() {}\n}\n";
    assert_eq!(
        kept(Language::Kotlin, text),
        "class A {\n    fun f() {\n        g(id)\n    }\n    fun h() = 1\n}\nclass B {\n    fun k() {}\n}"
    );
}

#[test]
fn a_text_without_errors_is_kept() {
    assert_eq!(kept(Language::Go, "package a\n\nfunc f() {\n\tg()\n}\n"), "all");
}

#[test]
fn what_stands_in_an_unknown_block_is_read_by_itself() {
    let text = "class @ A (\n    b\n{\n    void f() {\n        g();\n    }\n}\n";
    assert!(kept(Language::Java, text).contains("void f() {"));
}
