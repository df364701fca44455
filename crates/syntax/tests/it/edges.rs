//! Odd input: empty, broken, deep, foreign. Whatever it is, reading returns and keeps its promises.

use rutter_domain::{Facts, Family, Language};
use rutter_syntax::{grammar, is_opaque, read};

/// Reads the text and checks what must hold for any.
pub fn check(language: Language, text: &str) -> Facts {
    let facts = read(language, text);
    check_chunks(&facts, text);
    let n_lines = text.lines().count().max(1);
    let mut last_start = 0;
    for (id, symbol) in facts.symbols.iter().enumerate() {
        assert!(!symbol.name.is_empty() && symbol.qualified_name.ends_with(&symbol.name));
        assert!(symbol.span.start_byte >= last_start, "{language}: symbols are out of order");
        assert!(symbol.span.end_byte as usize <= text.len());
        assert!(symbol.span.start_line <= symbol.span.end_line);
        assert!(symbol.span.start_byte <= symbol.span.end_byte, "{language}: {symbol:?}");
        assert!(text.is_char_boundary(symbol.span.start_byte as usize));
        assert!(text.is_char_boundary(symbol.span.end_byte as usize), "{language}: {symbol:?}");
        assert!(symbol.span.end_line as usize <= n_lines, "{language}: {symbol:?}");
        assert!(symbol.parent.is_none_or(|parent| (parent as usize) < id));
        last_start = symbol.span.start_byte;
    }
    for reference in &facts.references {
        assert!(reference.from.is_none_or(|from| (from as usize) < facts.symbols.len()));
        assert!(reference.line as usize <= n_lines, "{language}: {reference:?}");
    }
    for local in &facts.locals {
        assert!(local.start_line <= local.end_line, "{language}: {local:?}");
    }
    assert!(facts.problems.len() <= 6, "{language}: {:?}", facts.problems);
    facts
}

/// The chunks hold every line that is neither blank nor encoded data, in order, none twice.
fn check_chunks(facts: &Facts, text: &str) {
    let mut last_end = 0;
    for chunk in &facts.chunks {
        let (start, end) = (chunk.span.start_byte as usize, chunk.span.end_byte as usize);
        assert!(last_end <= start && start < end && end <= text.len(), "{chunk:?}");
        assert!(text.is_char_boundary(start) && text.is_char_boundary(end), "{chunk:?}");
        let between = &text[last_end..start];
        assert!(can_be_left_out(between), "{between:?}");
        let mut symbols = chunk.defines.iter().chain(&chunk.symbol);
        assert!(symbols.all(|symbol| (*symbol as usize) < facts.symbols.len()), "{chunk:?}");
        last_end = end;
    }
    let rest = &text[last_end..];
    assert!(can_be_left_out(rest), "{rest:?}");
}

/// Whether a piece of text needs no chunk: it is blank, or nobody looks for its words.
fn can_be_left_out(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace() || byte == 0x0B) || is_opaque(text)
}

fn names(facts: &Facts) -> Vec<&str> {
    facts.symbols.iter().map(|symbol| symbol.qualified_name.as_str()).collect()
}

fn parsed_languages() -> impl Iterator<Item = Language> {
    Language::all().filter(|language| grammar(*language).is_some())
}

#[test]
fn an_empty_file_has_nothing_to_say() {
    for language in Language::all() {
        for text in ["", "\n", "\r\n\r\n", "   "] {
            let facts = check(language, text);
            assert!(facts.symbols.is_empty() && facts.references.is_empty(), "{language}");
            assert_eq!(facts.problems, Vec::<String>::new(), "{language}");
        }
    }
}

#[test]
fn a_file_of_comments_defines_nothing() {
    for language in parsed_languages() {
        let text = match language {
            Language::Python | Language::Ruby | Language::Elixir | Language::Bash => {
                "# one\n# two\n"
            }
            Language::Lua | Language::Haskell => "-- one\n-- two\n",
            _ => "// one\n// two\n",
        };
        assert!(check(language, text).symbols.is_empty(), "{language}");
    }
}

#[test]
fn ten_thousand_nested_brackets_are_survived_in_every_language() {
    for language in parsed_languages() {
        for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")"), ("a.b(", ")")] {
            let closed = format!("x = {}1{}", open.repeat(10_000), close.repeat(10_000));
            check(language, &closed);
            check(language, &open.repeat(10_000));
            check(language, &close.repeat(10_000));
        }
    }
}

#[test]
fn noise_is_survived_in_every_language() {
    let mut state = 7_u64;
    let words = [
        "fn", "class", "(", ")", "{", "}", "\n", "\"", "'", "/*", "*/", "//", "#", "=", ".", "::",
        "def", "import", "ä", "x", "<", ">", ";", "\r\n", "\t", "@", "`", "${", "end", "do", "\0",
    ];
    let text: String = (0..5_000)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            words[(state >> 33) as usize % words.len()]
        })
        .flat_map(|word| [word, " "])
        .collect();
    for language in Language::all() {
        check(language, &text);
    }
}

#[test]
fn one_long_line_is_survived_in_every_language() {
    let text = "a(1); /* b */ ".repeat(4_000);
    for language in Language::all() {
        check(language, &text);
    }
}

#[test]
fn broken_code_keeps_what_could_be_read() {
    let facts = check(Language::Rust, "fn one() {}\n\nfn two( {\n\nfn three() {}\n");
    assert!(names(&facts).contains(&"one"), "{:?}", names(&facts));
    assert!(facts.problems[0].ends_with(": syntax error"), "{:?}", facts.problems);
    let facts = check(Language::Python, "def one(): pass\n\nclass (:\n\ndef two(): pass\n");
    assert!(names(&facts).contains(&"one") && names(&facts).contains(&"two"));
}

#[test]
fn line_ends_of_two_characters_change_nothing() {
    let text = "/// Adds.\n#[inline]\npub fn add(\n    a: u8,\n) -> u8 {\n    one(a)\n}\n";
    let plain = check(Language::Rust, text);
    let windows = check(Language::Rust, &text.replace('\n', "\r\n"));
    for (one, other) in plain.symbols.iter().zip(&windows.symbols) {
        assert_eq!(one.doc, other.doc);
        assert_eq!(one.signature, other.signature);
        assert_eq!(one.body_hash, other.body_hash);
        assert_eq!(one.span.end_line, other.span.end_line);
    }
    assert_eq!(plain.references, windows.references);
}

#[test]
fn names_may_be_of_any_script() {
    let facts = check(Language::Python, "class Größe:\n    def 長さ(self): return λ(1)\n");
    assert_eq!(names(&facts), ["Größe", "Größe.長さ"]);
    assert_eq!(facts.references[0].name, "λ");
}

#[test]
fn long_text_is_cut_between_characters() {
    let value = "ä".repeat(3_000);
    let facts = check(Language::Rust, &format!("// {value}\nconst X: &str = \"{value}\";\n"));
    assert!(facts.symbols[0].signature.len() <= 210);
    assert!(facts.symbols[0].doc.as_ref().is_some_and(|doc| doc.len() <= 2_000));
}

#[test]
fn blanks_and_comments_leave_the_hash_of_a_body_as_it_is() {
    let hash = |text: &str| check(Language::Rust, text).symbols[0].body_hash;
    let original = hash("fn f(a: u8) -> u8 { a + 1 }");
    assert_eq!(hash("\n\n// Adds.\nfn f(a: u8)\n    -> u8 { /* why */ a + 1 // so\n }"), original);
    assert_ne!(hash("fn f(a: u8) -> u8 { a + 2 }"), original);
    assert_ne!(hash("fn f(a: u8) -> u8 { a + \" \" }"), hash("fn f(a: u8) -> u8 { a + \"  \" }"));
}

#[test]
fn a_name_is_referred_to_once_by_the_same_symbol() {
    let facts = check(Language::Rust, "fn f() { g(); g(); a::g(); }\nfn h() { g(); }\n");
    let found: Vec<_> = facts.references.iter().map(|r| (r.line, r.from)).collect();
    assert_eq!(found, [(1, Some(0)), (1, Some(0)), (2, Some(1))]);
}

#[test]
fn a_comment_describes_only_what_it_touches() {
    let text = "// far\n\nfn a() {}\nfn b() {} // after\nfn c() {}\n// near\n#[x]\nfn d() {}\n";
    let facts = check(Language::Rust, text);
    let docs: Vec<_> = facts.symbols.iter().map(|symbol| symbol.doc.as_deref()).collect();
    assert_eq!(docs, [None, None, None, Some("near")]);
}

#[test]
fn every_family_is_read() {
    for language in Language::all() {
        let facts = check(language, "# one\n\ntwo = three(4)\n");
        assert_eq!(facts.language, language);
        if language.family() != Family::Code {
            assert!(!facts.chunks.is_empty(), "{language}");
        }
    }
}
