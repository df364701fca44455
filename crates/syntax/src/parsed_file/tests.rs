//! Which edits change which hashes of a file's symbols.

mod docs;

use rutter_domain::Language::{
    self, C, CSharp, Cpp, Elixir, Haskell, Java, JavaScript, Kotlin, Php, Python, Ruby, Rust,
    Scala, Swift, Tsx, TypeScript,
};

use super::*;

fn parsed(language: Language, text: &str) -> ParsedFile {
    let facts = Arc::new(crate::read(language, text));
    ParsedFile::new("file", ContentHash([0; 16]), language, text.to_owned(), facts)
}

/// The hashes of all symbols of a text, by name.
fn hashes(
    language: Language,
    text: &str,
    hash: fn(&ParsedFile, &Symbol) -> u64,
) -> Vec<(String, u64)> {
    let parsed = parsed(language, text);
    let symbols = parsed.facts.symbols.iter();
    symbols.map(|symbol| (symbol.qualified_name.clone(), hash(&parsed, symbol))).collect()
}

/// Makes one edit, and compares the names of the symbols whose hash it changes.
fn check(language: Language, text: &str, edit: (&str, &str), expected: &[&str]) {
    let (from, to) = edit;
    assert!(text.contains(from), "{text} has {from}");
    let before = hashes(language, text, ParsedFile::subject_hash);
    let after = hashes(language, &text.replacen(from, to, 1), ParsedFile::subject_hash);
    let mut changed: Vec<&str> =
        before.iter().filter(|one| !after.contains(one)).map(|(name, _)| name.as_str()).collect();
    changed.dedup();
    assert_eq!(changed, expected, "{language}: {from:?} became {to:?} in\n{text}");
}

/// Adds an attribute before each of two words: that of a class, and that of its method.
fn check_both(
    language: Language,
    text: &str,
    words: (&str, &str),
    attribute: &str,
    names: (&str, &str),
) {
    for (word, name) in [(words.0, names.0), (words.1, names.1)] {
        check(language, text, (word, &format!("{attribute} {word}")), &[name]);
        check(language, text, (word, &format!("{attribute}\n{word}")), &[name]);
    }
}

#[test]
fn an_attribute_belongs_to_its_definition_alone_in_every_language() {
    let text = "class K {\n  int x = 1;\n  /** Doc. */\n  public int m(int a) { return a; }\n  int n() { return 2; }\n}\n";
    check_both(Java, text, ("class K", "public int m"), "@Deprecated", ("K", "K.m"));
    check(Java, text, ("  /** Doc", "  @Deprecated /** Doc"), &["K.m"]);
    check(Java, text, ("int n()", "@A(b = 1) int n()"), &["K.n"]);
    check(Java, text, ("int n()", "static @A int n()"), &["K", "K.n"]);
    let text = "class K {\n  fun m(a: Int): Int { return a }\n  fun n() = 2\n}\nfun g() {}\n";
    check_both(Kotlin, text, ("class K", "fun m"), "@Deprecated(\"x\")", ("K", "K.m"));
    check(Kotlin, text, ("fun g", "@A fun g"), &["g"]);
    let text = "class K {\n  def m(a: Int): Int = a\n  def n() = 2\n}\n";
    check_both(Scala, text, ("class K", "def m"), "@deprecated(\"x\", \"1\")", ("K", "K.m"));
    let text = "class K {\n  func m(a: Int) -> Int { return a }\n  func n() {}\n}\nfunc g() {}\n";
    check_both(Swift, text, ("class K", "func m"), "@available(*, deprecated)", ("K", "K.m"));
    check(Swift, text, ("func g", "@discardableResult func g"), &["g"]);
    let text = "<?php\nclass K {\n  public function m($a) { return $a; }\n  function n() {}\n}\nfunction g() {}\n";
    check_both(Php, text, ("class K", "public function m"), "#[Deprecated]", ("K", "K::m"));
    check(Php, text, ("function g", "#[A(1)] function g"), &["g"]);
    let text = "class K {\n  public int M(int a) { return a; }\n  int N() { return 2; }\n}\n";
    check_both(CSharp, text, ("class K", "public int M"), "[Obsolete(\"x\")]", ("K", "K.M"));
    let text = "class K {\npublic:\n  int m(int a) { return a; }\n  void n();\n};\nint g() { return 1; }\n";
    for attribute in ["[[deprecated(\"x\")]]", "__attribute__((deprecated))"] {
        check(Cpp, text, ("int m", &format!("{attribute} int m")), &["K::m"]);
        check(Cpp, text, ("void n", &format!("{attribute} void n")), &["K::n"]);
        check(Cpp, text, ("class K", &format!("class {attribute} K")), &["K"]);
        check(Cpp, text, ("int g", &format!("{attribute}\nint g")), &["g"]);
    }
    let text = "int f(int a) { return a; }\nint g(void);\n";
    check(C, text, ("int f", "__attribute__((noinline)) int f"), &["f"]);
    check(C, text, ("int f", "[[deprecated]] int f"), &["f"]);
    check(C, text, ("g(void)", "g(void) __attribute__((noreturn))"), &["g"]);
    let text = "class K {\n  m(a) { return a; }\n  n() {}\n}\n";
    for language in [JavaScript, TypeScript, Tsx] {
        check_both(language, text, ("class K", "m(a)"), "@dec({ a: 1 })", ("K", "K.m"));
        let exported = format!("export {text}");
        check(language, &exported, ("export", "@dec()\nexport"), &["K"]);
    }
    let text =
        "class K:\n    def m(self):\n        return 1\n\n    def n(self):\n        return 2\n";
    check(Python, text, ("class K", "@dec(1)\nclass K"), &["K"]);
    check(Python, text, ("    def m", "    @property\n    def m"), &["K.m"]);
    let text = "struct K;\nimpl K {\n    fn m(&self) {}\n    /// Doc.\n    fn n(&self) {}\n}\n";
    check(Rust, text, ("struct K", "#[derive(Debug)]\nstruct K"), &["K"]);
    check(Rust, text, ("fn m", "#[inline]\n    fn m"), &["K::m"]);
    check(Rust, text, ("/// Doc", "#[inline]\n    /// Doc"), &["K::n"]);
    check(Rust, text, ("fn n", "#[inline]\n    // Why.\n    fn n"), &["K::n"]);
}

#[test]
fn an_attribute_that_the_grammar_does_not_know_belongs_to_its_definition_too() {
    let text = "defmodule K do\n  @limit 5\n\n  @doc \"Adds.\"\n  def m(a), do: a\n\n  def n(a), do: a + 1\nend\n";
    check(Elixir, text, ("  def m", "  @deprecated \"x\"\n  def m"), &["K.m"]);
    check(Elixir, text, ("  @doc", "  @deprecated \"x\"\n  @doc"), &["K.m"]);
    check(Elixir, text, ("  def n", "  @spec n(integer) :: integer\n  def n"), &["K.n"]);
    check(Elixir, text, ("@limit 5", "@limit 6"), &["K", "K.limit"]);
    check(Elixir, text, ("Adds.", "Takes."), &[]);
    let text = "module A where\n\nf :: Int -> Int\nf x = x\n\ng :: Int\ng = 1\n";
    check(Haskell, text, ("f ::", "{-# INLINE f #-}\nf ::"), &["A.f"]);
    check(Haskell, text, ("g ::", "{-# INLINE f #-}\n\ng ::"), &["A.f"]);
    check(Haskell, text, ("f ::", "{-# DEPRECATED g \"Use f.\" #-}\nf ::"), &["A.g"]);
    let text = "class K\n  def m(a)\n    a\n  end\n\n  def n\n    2\n  end\nend\n";
    check(Ruby, text, ("  def n", "  deprecate :m\n\n  def n"), &["K::m"]);
    check(Ruby, text, ("def n", "memoize def n"), &["K::n"]);
    check(Ruby, text, ("def n", "private def n"), &["K::n"]);
    check(Ruby, text, ("  def n", "  private\n\n  def n"), &["K", "K::n"]);
    let text = "class K {\npublic:\n  int m() { return 1; }\n  int n() { return 2; }\n};\n";
    check(Cpp, text, ("  int n", "private:\n  int n"), &["K", "K::n"]);
}

#[test]
fn what_belongs_to_a_file_belongs_to_no_definition() {
    check(Kotlin, "package a\nfun f() {}\n", ("package", "@file:JvmName(\"x\")\npackage"), &[]);
    check(Rust, "fn f() {}\n", ("fn", "#![allow(dead_code)]\nfn"), &[]);
    check(Python, "X = a @ b\ndef f(): pass\n", ("a @ b", "a @ c"), &["X"]);
}

#[test]
fn a_formatter_at_the_head_of_a_method_concerns_nobody() {
    let text = "class K {\n  m(a, b) { return a; }\n  n = 1;\n}\n";
    check(JavaScript, text, ("a, b", "\n    a,\n    b,\n  "), &[]);
    check(JavaScript, text, ("a, b", "a, c"), &["K", "K.m"]);
    check(JavaScript, text, ("return a", "return (b)"), &["K.m"]);
    let text = "impl K {\n    fn m(&self, a: u8) -> u8 where u8: A { 1 }\n}\n";
    check(Rust, text, ("where u8: A", "where\n  u8: A,\n "), &[]);
    check(Rust, text, ("-> u8", "-> u16"), &["K", "K::m"]);
    check(Rust, text, ("{ 1 }", "{ 2 }"), &["K::m"]);
}
