//! Which comment describes a symbol that it does not touch.

use rutter_domain::Language;

use crate::read;

/// Each symbol with the first line of its doc comment.
fn check(language: Language, text: &str, expected: &str) {
    let facts = read(language, text);
    let docs = facts.symbols.iter().map(|symbol| {
        let doc = symbol.doc.as_deref().unwrap_or("-");
        format!("{}: {}\n", symbol.name, doc.lines().next().unwrap_or(""))
    });
    assert_eq!(docs.collect::<String>(), expected, "{text}");
}

#[test]
fn a_comment_above_a_macro_describes_the_function_after_it() {
    check(
        Language::C,
        "/** Makes a base. */\nBASE_EXPORT\nstruct base *base_new(void);\n",
        "base_new: Makes a base.\n",
    );
    check(
        Language::C,
        "/**\n  Makes a base.\n */\nBASE_EXPORT\n\nconst struct base *base_new(void);\nint b(void);\n",
        "base_new: Makes a base.\nb: -\n",
    );
    check(
        Language::C,
        "/** Counts. */\nBASE_EXPORT\nenum kind base_kind(int a);\n",
        "base_kind: Counts.\n",
    );
    check(Language::C, "int a; /* Not this. */\nBASE_EXPORT\nint b(void);\n", "a: -\nb: -\n");
}

#[test]
fn a_comment_above_the_branches_describes_the_first_definition_of_each() {
    check(
        Language::C,
        "/** A socket. */\n#ifdef WIN\n#define sock int\n#else\n#define sock long\n#endif\n#define other 1\n",
        "sock: A socket.\nsock: A socket.\nother: -\n",
    );
    check(Language::C, "/* Copyright X */\n#ifdef A\n#define B 1\n#endif\n", "B: -\n");
}

#[test]
fn the_comment_of_a_group_describes_its_members() {
    check(
        Language::C,
        "/**\n * @name Log levels\n */\n/**@{*/\n#define LOW 1\n/** The highest. */\n#define HIGH 2\n/**@}*/\n#define REST 3\n",
        "LOW: @name Log levels\nHIGH: The highest.\nREST: -\n",
    );
    check(
        Language::C,
        "/** @name Levels\n    How much is logged.\n @{ */\nint low(void);\n/** @} */\nint rest(void);\n",
        "low: @name Levels\nrest: -\n",
    );
    check(
        Language::C,
        "/**\n * Has no \"@{\" in it.\n */\nAPI(int) low(int a);\n\nAPI(int) rest(int a);\n",
        "low: Has no \"@{\" in it.\nrest: -\n",
    );
}

#[test]
fn a_comment_above_annotations_of_kotlin_describes_the_function() {
    check(
        Language::Kotlin,
        "package a\n\n/** Waits for it. */\n@JvmName(\"awaitUnit\")\n@Suppress(\"X\")\nsuspend fun Call<Unit>.await() {\n  a()\n}\n\n@JvmName(\"b\")\nfun b() {}\n",
        "await: Waits for it.\nb: -\n",
    );
}
