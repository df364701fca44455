//! What changes in a definition without changing what it does: names of locals, inert attributes.

use super::*;
use rutter_domain::Language::Go;

/// Renames a word everywhere in a text, and compares the names of the symbols whose hash that changes.
fn check_renamed(language: Language, text: &str, words: (&str, &str), expected: &[&str]) {
    let (from, to) = words;
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut renamed = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let end = at + from.len();
        let is_word = !rest[..at].ends_with(is_part) && !rest[end..].starts_with(is_part);
        renamed.push_str(&rest[..at]);
        renamed.push_str(if is_word { to } else { from });
        rest = &rest[end..];
    }
    renamed.push_str(rest);
    check(language, text, (text, &renamed), expected);
}

const TEXTS: &[(Language, &str, &str)] = &[
    (
        Python,
        "f",
        "def f(a):\n    total = 0\n    for one in a:\n        total += one\n    return total\n",
    ),
    (
        JavaScript,
        "f",
        "function f(a) {\n  let total = 0;\n  for (const one of a) { total += one; }\n  return total;\n}\n",
    ),
    (
        TypeScript,
        "f",
        "function f(a: T[]): T {\n  let total = 0;\n  a.forEach(one => { total += one; });\n  return total;\n}\n",
    ),
    (
        Rust,
        "f",
        "fn f(a: &[u8]) -> u8 {\n    let mut total = 0;\n    for one in a { total += one; }\n    total\n}\n",
    ),
    (
        Go,
        "f",
        "package p\n\nfunc f(a []int) int {\n\ttotal := 0\n\tfor _, one := range a {\n\t\ttotal += one\n\t}\n\treturn total\n}\n",
    ),
    (
        Java,
        "K.f",
        "class K {\n  int f(int[] a) {\n    int total = 0;\n    for (int one : a) { total += one; }\n    return total;\n  }\n}\n",
    ),
    (
        C,
        "f",
        "int f(int *a) {\n  int total = 0;\n  int one = a[0];\n  total += one;\n  return total;\n}\n",
    ),
    (
        Cpp,
        "f",
        "int f(int *a) {\n  int total = 0;\n  for (auto one : g(a)) { total += one; }\n  return total;\n}\n",
    ),
    (
        CSharp,
        "K.F",
        "class K {\n  int F(int[] a) {\n    var total = 0;\n    foreach (var one in a) { total += one; }\n    return total;\n  }\n}\n",
    ),
    (
        Kotlin,
        "f",
        "fun f(a: List<Int>): Int {\n  var total = 0\n  for (one in a) { total += one }\n  return total\n}\n",
    ),
    (Ruby, "f", "def f(a)\n  total = 0\n  a.each { |one| total += one }\n  total\nend\n"),
];

#[test]
fn a_local_may_have_any_name_and_a_parameter_may_not() {
    for (language, name, text) in TEXTS {
        check_renamed(*language, text, ("total", "sum"), &[]);
        check_renamed(*language, text, ("one", "item"), &[]);
        // The class of a method has its parameters in it.
        let class = name.split_once('.').map(|(class, _)| class);
        let changed: Vec<&str> = class.into_iter().chain([*name]).collect();
        check_renamed(*language, text, ("a", "b"), &changed);
        // Two locals that change places are others.
        check(*language, text, ("one", "total"), &[name]);
    }
}

#[test]
fn a_receiver_may_have_any_name() {
    let text = "package p\n\nfunc (p *Pool) Take(n int) int {\n\treturn p.size + n\n}\n";
    check_renamed(Go, text, ("p", "pool"), &[]);
    check_renamed(Go, text, ("n", "m"), &["Pool.Take"]);
    check_renamed(Go, text, ("size", "n"), &["Pool.Take"]);
}

#[test]
fn what_may_be_a_member_argument_or_key_is_no_local() {
    check_renamed(Python, "def f():\n    x = 1\n    return g(x=2).x + x\n", ("x", "y"), &["f"]);
    check_renamed(
        JavaScript,
        "function f() {\n  const x = 1;\n  return { x };\n}\n",
        ("x", "y"),
        &["f"],
    );
    check_renamed(
        JavaScript,
        "function f(o) {\n  const { x } = o;\n  return x;\n}\n",
        ("x", "y"),
        &["f"],
    );
    check_renamed(
        Rust,
        "fn f(o: K) -> u8 {\n    let K { x, .. } = o;\n    x\n}\n",
        ("x", "y"),
        &["f"],
    );
    check(Python, "def f():\n    x = 1\n    return x\n", ("return x", "return y"), &["f"]);
    check(Rust, "fn f() -> u8 {\n    let x = 1;\n    x\n}\n", ("    x\n", "    X\n"), &["f"]);
}

#[test]
fn the_type_of_a_local_is_inert_where_nobody_checks_it() {
    check(Python, "def f():\n    x = 1\n    return x\n", ("x =", "x: int ="), &[]);
    check(Python, "class K:\n    x = 1\n", ("x =", "x: int ="), &["K", "K.x"]);
    check(Python, "def f(x=1):\n    return x\n", ("x=1", "x: int = 1"), &["f"]);
    let text = "function f() {\n  const x = 1;\n  return x;\n}\n";
    check(TypeScript, text, ("x =", "x: number ="), &[]);
    check(TypeScript, "export const X = 1;\n", ("X =", "X: number ="), &["X"]);
    check(Rust, "fn f() -> u8 {\n    let x = 1;\n    x\n}\n", ("x =", "x: u8 ="), &["f"]);
}

#[test]
fn attributes_that_only_tools_read_are_inert() {
    let text = "struct K;\nimpl K {\n    fn m(&self) {}\n}\n";
    for attribute in
        ["#[inline]", "#[inline(always)]", "#[allow(dead_code, clippy::x)]", "#[rustfmt::skip]"]
    {
        check(Rust, text, ("    fn m", &format!("    {attribute}\n    fn m")), &[]);
    }
    check(Rust, text, ("struct K", "#[must_use]\nstruct K"), &[]);
    check(Rust, text, ("    fn m", "    #[cfg(test)]\n    #[inline]\n    fn m"), &["K::m"]);
    let text = "class K {\n  int m(int a) { return a; }\n}\n";
    check(Java, text, ("int m", "@SuppressWarnings({\"a\", \"b\"}) @Override int m"), &[]);
    check(Java, text, ("int m", "@Override @Deprecated int m"), &["K.m"]);
    let text = "class K {\n  int m(int a) { return a; }\n};\nint g() { return 1; }\n";
    check(Cpp, text, ("int m", "[[nodiscard]] int m"), &[]);
    check(Cpp, text, ("int g", "[[nodiscard(\"why\"), gnu::unused]] int g"), &[]);
    check(Cpp, text, ("int g", "[[nodiscard, deprecated]] int g"), &["g"]);
    check(C, "int g(void);\n", ("int g", "__attribute__((unused, noinline)) int g"), &[]);
    check(Swift, "func g() -> Int { 1 }\n", ("func g", "@discardableResult\nfunc g"), &[]);
    let text = "class K:\n    def m(self):\n        return 1\n";
    check(Python, text, ("    def m", "    @typing.override\n    def m"), &[]);
    let text = "module A where\n\nf :: Int -> Int\nf x = x\n";
    check(Haskell, text, ("f ::", "{-# INLINE f #-}\nf ::"), &[]);
}

#[test]
fn a_hash_of_an_earlier_version_is_known() {
    let text = "fn f() -> u8 {\n    let x = 1;\n    x\n}\n";
    let old = parsed(Rust, text);
    let hash = old.hash_in(&old.facts.symbols[0], HashForm::Written);
    let same = parsed(Rust, &format!("// Why.\n\n{text}"));
    assert!(same.has_hash(&same.facts.symbols[0], hash));
    let other = parsed(Rust, &text.replace('1', "2"));
    assert!(!other.has_hash(&other.facts.symbols[0], hash));
}
