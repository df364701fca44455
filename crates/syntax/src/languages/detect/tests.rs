//! Paths and texts, and the language they are taken for.

use super::*;

fn check(path: &str, text: &str, language: Language) {
    assert_eq!(language_of(path, text), language, "{path}: {text}");
}

#[test]
fn a_header_is_cpp_when_it_holds_what_only_cpp_has() {
    check("a.h", "class A {\npublic:\n};\n", Language::Cpp);
    check("a.h", "#pragma once\n/* c */ namespace a::b {\n", Language::Cpp);
    check("a.h", "template <typename T> struct A;\n", Language::Cpp);
    check("a.h", "struct A {\n  std::string name; // it\n};\n", Language::Cpp);
    check("a.H", "struct A {\nprivate:\n};\n", Language::Cpp);
}

#[test]
fn a_header_that_only_speaks_of_cpp_is_c() {
    check("a.h", "", Language::C);
    check("a.h", "/* class A\n   namespace b {\n*/\nint a;\n", Language::C);
    check("a.h", "// std::string\nint a; // std::string\n", Language::C);
    check(
        "a.h",
        "#ifdef __cplusplus\nextern \"C\" {\nnamespace a {\n#endif\nint a;\n",
        Language::C,
    );
    check("a.h", "int class = 1;\nint namespace;\n", Language::C);
    check("a.c", "class A {", Language::C);
}

#[test]
fn a_script_without_a_telling_name_is_known_by_its_first_line() {
    check("bin/run", "#!/usr/bin/env python3\n", Language::Python);
    check("bin/run.in", "#!/bin/sh\n", Language::Bash);
    check("bin/run", "print 1\n", Language::Unknown);
    check("bin/run.pl", "#!/bin/sh\nexec perl\n", Language::Unknown);
    check("Lib.pm", "package Lib;\n", Language::Unknown);
    check("view.m", "#import <a.h>\n", Language::Unknown);
}

#[test]
fn a_name_that_several_languages_share_is_settled_by_the_text() {
    check("a.inc", "<?php\n", Language::Php);
    check("a.inc", "%define X 1\n", Language::Unknown);
    check("de.ts", "<?xml version=\"1.0\"?>\n", Language::Unknown);
    check("de.ts", "<!DOCTYPE TS>\n<TS>\n", Language::Unknown);
    check("de.ts", "<TS version=\"2.1\" language=\"de\">\n", Language::Unknown);
    check("a.ts", "<Shape>draw();\n", Language::TypeScript);
    check("de.ts", "let a = 1;\n", Language::TypeScript);
}
