//! Pieces of code, repeated, that are too deep or not.

use super::*;

fn check(language: Language, piece: &str, is_deep: bool) {
    let text = piece.repeat(30_000);
    assert_eq!(is_too_deep(language, text.as_bytes()), is_deep, "{language}: {piece:?}");
    // What comes after does not close it.
    let text = format!("{text};\n{}", "x = 1;\n".repeat(100));
    assert_eq!(is_too_deep(language, text.as_bytes()), is_deep, "{language}: {piece:?};");
}

#[test]
fn what_stays_open_makes_a_text_too_deep() {
    for (language, piece) in [
        (Language::Java, "a<\n"),
        (Language::Java, "$->!="),
        (Language::Java, "/*a.ba?"),
        (Language::Java, "%w[switch :="),
        (Language::Cpp, "a<\n"),
        (Language::Cpp, "~a<"),
        (Language::Cpp, "((a"),
        (Language::CSharp, "a<\n"),
        (Language::TypeScript, "a<("),
        (Language::Kotlin, "a<\n"),
        (Language::Python, "f(\n"),
        (Language::Ruby, "%w[a "),
        (Language::Bash, "a |\n"),
        (Language::Bash, "esac |> "),
        (Language::Php, "!;"),
    ] {
        check(language, piece, true);
    }
}

#[test]
fn what_is_closed_does_not() {
    for (language, piece) in [
        (Language::Java, "for (int i = 0; i < n; i++) { f(a ? b : c, x -> y); }\n"),
        (Language::Cpp, "std::vector<int> a = b < c ? d : e;\n"),
        (Language::Cpp, "std::cout << a << b;\n"),
        (Language::CSharp, "string? name; int? Size => a < b ? 1 : 2;\n"),
        (Language::TypeScript, "const f = (a?: number) => <b>a</b>\n"),
        (Language::Kotlin, "fun f(a: Int?): Int? { return if (a < b) a else null }\n"),
        (Language::Rust, "fn f<T>(a: T) -> Option<T> { (a < b).then_some(a)? }\n"),
        (Language::Python, "if a < b:\n    f(a, [b])\n"),
        (Language::Bash, "case $a in b|c) d < e | f || g ;; esac\n"),
        (Language::Php, "if (!$a) { return !$b; }\n"),
        (Language::Haskell, "f :: a -> b -> c\nf x = x <$> y\n"),
    ] {
        check(language, piece, false);
    }
}
