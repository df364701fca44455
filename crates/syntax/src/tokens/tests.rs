//! What counts as a token.

mod formatters;

use super::*;

/// The hashes of all tokens: what an edit must or must not change.
fn hashes(language: Language, text: &str) -> Vec<u64> {
    tokens(language, text).iter().map(|token| token.hash).collect()
}

fn check(language: Language, text: &str, expected: &str) {
    let written: Vec<String> = tokens(language, text)
        .iter()
        .map(|token| {
            if token.is_mark() {
                ".".to_owned()
            } else {
                format!("{}:{}", token.line, token.text(text))
            }
        })
        .collect();
    assert_eq!(written.join(" "), expected);
}

#[test]
fn comments_and_blanks_are_no_tokens() {
    check(
        Language::Rust,
        "/// Adds.\nfn add( a : u8 ) {\n    // why\n    a\n}\n",
        "2:fn 2:add 2:( 2:a 2:: 2:u8 2:) 2:{ 4:a 5:} .",
    );
    let left = hashes(Language::Go, "package a\nfunc F() int { return 1 }\n");
    let right =
        hashes(Language::Go, "package a\n\n// F is.\nfunc F() int {\n\treturn 1 // one\n}\n");
    assert_eq!(left, right);
}

#[test]
fn indentation_that_means_something_counts() {
    let inside = "def f():\n    if a:\n        b()\n        c()\n";
    let outside = "def f():\n    if a:\n        b()\n    c()\n";
    assert_ne!(hashes(Language::Python, inside), hashes(Language::Python, outside));
    let wider = "def f():\n  if a:\n    b()\n\n    # why\n    c()\n";
    assert_eq!(hashes(Language::Python, inside), hashes(Language::Python, wider));
}

#[test]
fn blanks_in_a_string_count() {
    let left = hashes(Language::TypeScript, "const a = \"x y\";\n");
    assert_ne!(left, hashes(Language::TypeScript, "const a = \"x  y\";\n"));
}

#[test]
fn a_document_is_words() {
    check(
        Language::Markdown,
        "# Größe, it's\n\n日本 a_b",
        "1:# 1:Größe 1:, 1:it 1:' 1:s 3:日本 3:a_b",
    );
    check(Language::Unknown, "", "");
}

#[test]
fn text_that_is_no_code_has_tokens_too() {
    for text in ["fn (((", "\u{0}\u{1}", "}}}}", "\"open", "é é\n"] {
        for language in [Language::Rust, Language::Python, Language::Haskell] {
            let n_blank = text.trim().is_empty();
            assert!(n_blank || !tokens(language, text).is_empty(), "{language} {text:?}");
        }
    }
}
