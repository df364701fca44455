//! What takes its meaning from elsewhere, or is described there, is no gap.

use super::check;

const MISSING: &str = "missing-description";

#[test]
fn a_commented_declaration_describes_a_struct() {
    check(
        MISSING,
        "//- tide.h\n/** All tables of a port. */\nstruct tide_port;\n//- more.h\nstruct tide_port { int rows; };\nstruct tide_other { int rows; int days; int port; };\n",
        "more.h:2 struct `tide_other` has no description\n",
    );
}

#[test]
fn what_the_preprocessor_replaces_or_passes_on_needs_no_description() {
    check(
        MISSING,
        "//- tide.h\n#define tide_set(a, b) tide_assign((a), -1, (b))\n#define tide_sum(a, b) ((a) + (b))\n#if 0\nint old(int a);\n#endif\n#ifndef HAVE_PAIR\nstruct pair { int a; };\n#endif\n",
        "tide.h:2 macro `tide_sum` has no description\n",
    );
}

#[test]
fn items_of_traits_and_methods_of_private_types_of_rust_need_no_description() {
    check(
        MISSING,
        "//- src/lib.rs\n/// Shown.\npub struct Shown;\nstruct Own;\nimpl Own {\n    pub fn merge(&self, a: u8, b: u8) {\n        drop(a);\n    }\n}\nimpl Deref for Shown {\n    type Target = u8;\n}\nimpl Shown {\n    pub fn merge(&self, a: u8, b: u8) {\n        drop(a);\n    }\n}\n",
        "src/lib.rs:13 method `Shown::merge` has no description\n",
    );
}

#[test]
fn a_comment_of_python_is_no_description() {
    let code = "//- tide.py\n# Cut it.\ndef cut(path, limit):\n    return path\n";
    check(MISSING, code, "tide.py:2 function `cut` has no description\n");
    check("short-description", code, "");
}

#[test]
fn a_method_of_three_classes_is_wanted_in_their_base_only() {
    let class = |name: &str| {
        format!(
            "class {name}:\n    \"\"\"A port by the sea.\"\"\"\n    def merge(self, a, b):\n        a = b\n        return a\n"
        )
    };
    let two = format!("//- tide.py\n{}{}", class("A"), class("B"));
    check(
        MISSING,
        &two,
        "tide.py:3 method `A.merge` has no description\ntide.py:8 method `B.merge` has no description\n",
    );
    check(MISSING, &format!("{two}{}", class("C")), "");
    check(
        MISSING,
        &format!("{two}{}{}", class("C(Base)"), class("Base")),
        "tide.py:18 method `Base.merge` has no description\n",
    );
}

#[test]
fn predicates_of_one_statement_and_code_of_the_documentation_need_no_description() {
    check(
        MISSING,
        "//- tide.py\ndef is_high(level, port):\n    return level > port\n//- docs/make.py\ndef build(a, b):\n    return a\n",
        "",
    );
    let body = "def a(): pass\ndef b(): pass\ndef c(): pass\n";
    check("missing-overview", &format!("//- docs/make.py\n{body}{}", "x = 1\n".repeat(40)), "");
}

#[test]
fn a_heading_is_about_every_name_in_it() {
    check(
        MISSING,
        "//- tide.py\ndef read(path, limit):\n    return path\ndef merge(path, limit):\n    return path\ndef cut(path, limit):\n    return path\n//- docs/api.md\n# API\n\n## `read()` and `tide.merge()`\n\nText.\n",
        "tide.py:5 function `cut` has no description\n",
    );
}

#[test]
fn an_internal_header_introduces_the_source() {
    let body = "int a(void) { return 1; }\nint b(void) { return 1; }\nint c(void) { return 1; }\n";
    let lines = "/* x */\n\n".repeat(30) + "int d(void) { return 1; }\n";
    check(
        "missing-overview",
        &format!(
            "//- a.c\n#include <x.h>\n{body}{lines}//- include/a-internal.h\n/* Reads tide tables. */\n\nint a(void);\n"
        ),
        "",
    );
}
