//! Documentation in the conventions of every language.

use rutter_domain::Language::{Bash, Go, Lua, Zig};

use super::*;

/// Documentation of `f` as it is, re-wrapped, and with another number in it.
fn check_doc(language: Language, name: &str, versions: [&str; 2]) {
    let doc_hash = |text: &str| {
        let hashes = hashes(language, text, ParsedFile::doc_hash);
        let found = hashes.iter().find(|(one, _)| one == name);
        found.unwrap_or_else(|| panic!("{language}: no {name} in {hashes:?}")).1
    };
    let [text, wrapped] = versions;
    let hash = doc_hash(text);
    assert_ne!(hash, 0, "{language}:\n{text}");
    assert_eq!(hash, doc_hash(wrapped), "{language}:\n{wrapped}");
    assert_ne!(hash, doc_hash(&text.replace("30", "60")), "{language}:\n{text}");
    assert_ne!(hash, doc_hash(&text.replace("seconds", "minutes")), "{language}:\n{text}");
}

#[test]
fn a_doc_may_be_wrapped_but_not_changed() {
    let slashes = |mark: &str, code: &str| {
        [
            format!("{mark} Waits 30 seconds, then\n{mark} deprecated: stops.\n{code}\n"),
            format!("{mark} Waits 30\n{mark}   seconds, then deprecated: stops.\n{code}\n"),
        ]
    };
    let block = |open: &str, mark: &str, close: &str, code: &str| {
        [
            format!(
                "{open}\n{mark} Waits 30 seconds, then\n{mark} @deprecated stops.\n{close}\n{code}\n"
            ),
            format!("{open} Waits 30\n{mark} seconds, then @deprecated stops. {close}\n{code}\n"),
        ]
    };
    let stars = |code: &str| block("/**", " *", " */", code);
    for (language, name, [text, wrapped]) in [
        (Rust, "f", slashes("///", "fn f() {}")),
        (Go, "F", slashes("//", "func F() {}")),
        (Swift, "f", slashes("///", "func f() {}")),
        (Zig, "f", slashes("///", "fn f() void {}")),
        (CSharp, "K", slashes("///", "class K {}")),
        (Lua, "f", slashes("---", "function f() end")),
        (Ruby, "f", slashes("#", "def f\nend")),
        (Bash, "f", slashes("#", "f() { a; }")),
        (C, "f", slashes("///", "int f(void) { return 1; }")),
        (C, "f", stars("int f(void) { return 1; }")),
        (Cpp, "f", stars("int f() { return 1; }")),
        (Java, "K", stars("class K {}")),
        (JavaScript, "f", stars("function f() {}")),
        (TypeScript, "f", stars("function f(): void {}")),
        (Tsx, "f", stars("function f(): void {}")),
        (Kotlin, "f", stars("fun f() {}")),
        (Scala, "f", stars("def f() = 1")),
        (Haskell, "f", block("{- |", "", "-}", "f :: Int\nf = 1")),
        (Haskell, "f", slashes("--", "f :: Int\nf = 1")),
    ] {
        check_doc(language, name, [&text, &wrapped]);
    }
    let [text, wrapped] = stars("function f() {}");
    check_doc(Php, "f", [&format!("<?php\n{text}"), &format!("<?php\n{wrapped}")]);
    check_doc(
        Python,
        "f",
        [
            "def f():\n    \"\"\"Waits 30 seconds, then stops.\"\"\"\n    g()\n",
            "def f():\n    '''\n    Waits 30\n    seconds, then stops.\n    '''\n    g()\n",
        ],
    );
    check_doc(
        Elixir,
        "A.f",
        [
            "defmodule A do\n  @doc \"Waits 30 seconds, then stops.\"\n  def f, do: 1\nend\n",
            "defmodule A do\n  @doc \"\"\"\n  Waits 30\n  seconds, then stops.\n  \"\"\"\n  def f, do: 1\nend\n",
        ],
    );
}

#[test]
fn all_of_a_long_doc_counts() {
    let line = "/// Some words that say little.\n".repeat(200);
    let text = format!("{line}/// Waits 30 seconds.\n#[inline]\nfn f() {{}}\n");
    let wrapped =
        text.replace("that say\n", "that\n/// say\n").replacen(" little.", "\n/// little.", 80);
    check_doc(Rust, "f", [&text, &wrapped]);
}

#[test]
fn what_has_no_doc_has_no_hash_of_it() {
    let all = hashes(Rust, "fn f() {}\n\n// ----\nfn g() {}\n", ParsedFile::doc_hash);
    assert_eq!(all, [("f".to_owned(), 0), ("g".to_owned(), 0)]);
}
