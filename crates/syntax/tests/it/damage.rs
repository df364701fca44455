//! Which lines are said to be of unknown place.

use rutter_domain::Language;

use crate::edges::check;

fn damaged(language: Language, text: &str) -> Vec<String> {
    check(language, text).damaged.iter().map(|lines| format!("{lines:?}")).collect()
}

#[test]
fn an_error_that_costs_only_itself_damages_nothing() {
    let text = "class A {\npublic:\n  int f() { return 1 +; }\n  int g();\n};\n";
    assert!(!check(Language::Cpp, text).problems.is_empty());
    assert_eq!(damaged(Language::Cpp, text), [""; 0]);
}

#[test]
fn a_missing_brace_damages_what_it_would_have_closed() {
    let text = "int first();\nclass A {\n  void f() {\n    if (a) {\n  }\n  void g();\n};\n\
                class B {\n  void h();\n};\n";
    assert!(!damaged(Language::Cpp, text).is_empty());
    let whole = text.replace("if (a) {", "if (a)");
    assert_eq!(damaged(Language::Cpp, &whole), [""; 0]);
}

#[test]
fn a_macro_that_opens_a_brace_damages_what_follows_its_end() {
    let text =
        "class A {\n  void f() BEGIN\n    g();\n  }\n  void h();\n};\nclass B {\n  void i();\n};\n";
    assert_eq!(damaged(Language::Cpp, text), ["5..=6"]);
    let whole = text.replace("BEGIN", "{");
    assert_eq!(damaged(Language::Cpp, &whole), [""; 0]);
}
