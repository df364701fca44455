//! Files made to crash a reader, or to cost it more than they are worth.
//!
//! What once took time or memory by the square of its size is read here at a size at which that
//! would be minutes or gigabytes.

use rutter_domain::{Facts, Language, ParseOutcome};

use crate::edges::check;

fn names(count: usize, separator: &str) -> String {
    (0..count).map(|at| format!("n{at}")).collect::<Vec<_>>().join(separator)
}

fn check_complete(language: Language, text: &str) -> Facts {
    let facts = check(language, text);
    assert_eq!(facts.parse, ParseOutcome::Complete, "{language}");
    facts
}

#[test]
fn a_name_that_the_parser_puts_in_is_no_call() {
    for text in ["X\n<*", "puts X\n<*args", "Foo\n  < *Bar", "a if", "def f; end\n<*"] {
        check_complete(Language::Ruby, text);
    }
}

#[test]
fn an_annotation_at_the_end_of_a_text_is_read() {
    for text in ["class A\n@B", "class A\n@B(", "class A { var x = 1\n@B(\"a b", "val x = 1\n@"] {
        check(Language::Kotlin, text);
    }
    let facts = check_complete(Language::Kotlin, "class A\n@B(1) class C");
    assert_eq!(facts.symbols.len(), 2);
}

#[test]
fn errors_are_not_recovered_from_without_end() {
    // The work is counted by the parser; where it is not, these take minutes.
    for (language, piece) in [
        (Language::Go, "->"),
        (Language::Swift, "=~ /"),
        (Language::Swift, "/*/"),
        (Language::Swift, "|> "),
        (Language::JavaScript, "->"),
        (Language::Cpp, "<-"),
    ] {
        let facts = check(language, &piece.repeat(30_000 / piece.len()));
        assert_eq!(facts.parse, ParseOutcome::TooComplex, "{language} {piece:?}");
        assert!(facts.symbols.is_empty() && !facts.chunks.is_empty(), "{language}");
    }
    check(Language::Python, &"/*".repeat(10_000));
}

#[test]
fn reading_may_end_between_any_two_characters() {
    for piece in ["x\u{300}", "é'", "日本 ", "`é\n"] {
        check(Language::Scala, &piece.repeat(21_000 / piece.len()));
    }
}

#[test]
fn a_list_of_names_costs_what_its_length_is() {
    let text = format!("const E = error{{ {} }};\n", names(60_000, ", "));
    assert_eq!(check_complete(Language::Zig, &text).symbols.len(), 60_001);
    let text = format!("class A({}):\n    pass\n", names(60_000, ", "));
    assert_eq!(check_complete(Language::Python, &text).references.len(), 60_000);
    let text = format!("{};\nexport {{ {} }};\n", names(40_000, ";\nlet "), names(40_000, ", "));
    check_complete(Language::JavaScript, &format!("let {text}"));
    let text = format!("fn f<{}>(a: n1, b: n59999) {{}}\n", names(60_000, ", "));
    check_complete(Language::Rust, &text);
    let text = format!("class A {{ int {}; }}\n", names(60_000, ", "));
    assert_eq!(check_complete(Language::CSharp, &text).symbols.len(), 200);
    let text =
        format!("module M ({}) where\n\n{} = 1\n", names(20_000, ", "), names(20_000, " = 1\n"));
    check_complete(Language::Haskell, &text);
}

#[test]
fn members_of_many_owners_cost_what_their_number_is() {
    let lines = |line: fn(usize) -> String| (0..20_000).map(line).collect::<String>();
    let text = lines(|at| format!("function t{at}.f() end\n"));
    assert_eq!(check_complete(Language::Lua, &text).symbols.len(), 20_000);
    let text = lines(|at| format!("func (a T{at}) F() {{}}\n"));
    assert_eq!(check_complete(Language::Go, &text).symbols.len(), 20_000);
    let text = lines(|at| format!("A{at}::B = 1\n"));
    assert_eq!(check_complete(Language::Ruby, &text).symbols.len(), 20_000);
}

#[test]
fn text_that_every_fact_would_repeat_is_left_out() {
    let long = "a".repeat(100_000);
    let text = format!("from {long} import {}\n", names(20_000, ", "));
    assert!(check_complete(Language::Python, &text).imports.is_empty());
    let text = format!("use {long}\\{{{}}};\n", names(20_000, ", "));
    check_complete(Language::Php, &format!("<?php {text}"));
    let text = format!("use {}x{};", "aaaa::{b, ".repeat(20_000), "}".repeat(20_000));
    let n_bytes: usize =
        check(Language::Rust, &text).imports.iter().map(|it| it.module.len()).sum();
    assert!(n_bytes < 1_000_000, "{n_bytes}");
    let text = format!("val x: {}A{}", "A<".repeat(10_000), ">.B".repeat(10_000));
    let facts = check(Language::Kotlin, &text);
    let n_bytes: usize =
        facts.references.iter().filter_map(|it| it.qualifier.as_ref()).map(String::len).sum();
    assert!(n_bytes < 1_000_000, "{n_bytes}");
}

#[test]
fn a_section_deep_inside_of_others_has_a_short_name() {
    let styles = "=-`:'\"~^_*+#<>.,;!?|/";
    let title = "t".repeat(390);
    let deep: String = styles
        .chars()
        .map(|mark| format!("{title}\n{}\n\n", mark.to_string().repeat(400)))
        .collect();
    let flat = "tt\n//\n\n".repeat(20_000);
    for language in [Language::ReStructuredText, Language::Text] {
        let facts = check(language, &(deep.clone() + &flat));
        let n_bytes: usize = facts.symbols.iter().map(|symbol| symbol.qualified_name.len()).sum();
        assert!(n_bytes < 40_000_000, "{language}: {n_bytes}");
    }
    let facts = check(Language::Markdown, &"# a\n".repeat(60_000));
    assert_eq!(facts.parse, ParseOutcome::TooComplex);
}

#[test]
fn a_file_with_more_facts_than_fit_into_memory_is_too_complex() {
    let doc = "// ".to_owned() + &"d".repeat(1_900);
    let text = format!("{doc}\nvar {} int\n", names(50, ", ")).repeat(800);
    assert_eq!(check(Language::Go, &text).parse, ParseOutcome::TooComplex);
}
