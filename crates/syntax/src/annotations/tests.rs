//! Annotations, from text to text.

use std::fmt::Write;

use rutter_domain::{Language, SuppressionScope};

use crate::read;

fn check(language: Language, text: &str, expected: &str) {
    let facts = read(language, text);
    let annotations = &facts.annotations;
    let mut found = String::new();
    if let Some(header) = &annotations.header {
        writeln!(found, "header {header}").unwrap();
    }
    for marker in &annotations.markers {
        let symbol = &facts.symbols[marker.symbol as usize];
        writeln!(found, "{:?} {}", marker.kind, symbol.qualified_name).unwrap();
    }
    for suppression in &annotations.suppressions {
        let scope = match suppression.scope {
            SuppressionScope::Line { next } => format!("lines {} {next}", suppression.line),
            SuppressionScope::File => "file".to_owned(),
        };
        writeln!(found, "ignore {scope} [{}]", suppression.rules.join(" ")).unwrap();
    }
    for line in &annotations.optional_import_lines {
        writeln!(found, "optional {line}").unwrap();
    }
    assert_eq!(found.trim_end(), expected.trim_end(), "{language}:\n{text}");
}

#[test]
fn a_header_is_a_comment_or_docstring_at_the_top_that_is_no_licence() {
    check(Language::Rust, "//! Reads tides.\nuse a::b;\n", "header Reads tides.");
    check(Language::Rust, "// Copyright 2020 X\n\n/// Tide.\nstruct T;\n", "");
    check(Language::Rust, "/// A tide is a rise.\nstruct T;\n", "");
    check(
        Language::Python,
        "#!/usr/bin/env python\n\"\"\"Reads tides.\"\"\"\nimport a\n",
        "header Reads tides.",
    );
    check(Language::Python, "# Copyright X. All rights reserved.\n\nimport a\n", "");
    check(
        Language::Go,
        "// Package tide reads tides.\npackage tide\n",
        "header Package tide reads tides.",
    );
    check(Language::Go, "//go:build linux\n\npackage tide\n", "");
    check(
        Language::C,
        "/*\n * tide.c: reads tide tables\n *\n * Copyright (c) 2020 X\n */\n#include <a.h>\n",
        "header tide.c: reads tide tables",
    );
    check(
        Language::JavaScript,
        "/**\n * Reads tides.\n */\n\nconst a = 1;\n",
        "header Reads tides.",
    );
    check(Language::JavaScript, "/** Adds two. */\nfunction add(a, b) {}\n", "");
    check(
        Language::Ruby,
        "# frozen_string_literal: true\n\n# Reads tide tables.\n\nmodule A\nend\n",
        "header Reads tide tables.",
    );
    check(
        Language::Php,
        "<?php\n/**\n * Reads tides of ports.\n */\n\nnamespace A;\n",
        "header Reads tides of ports.",
    );
    check(
        Language::Lua,
        "--- Reads tide tables.\nlocal a = require('a')\n",
        "header Reads tide tables.",
    );
    check(
        Language::Bash,
        "#!/bin/bash\n# Reads tide tables.\nset -e\n",
        "header Reads tide tables.",
    );
}

#[test]
fn attributes_and_lists_of_exports_mark_symbols() {
    check(
        Language::Rust,
        "#[doc(hidden)]\npub fn a() {}\n#[cfg(test)]\nmod tests {}\n",
        "Hidden a\nTestOnly tests",
    );
    check(
        Language::Python,
        "__all__ = ['f']\n@overload\ndef f(a): ...\ndef g(): pass\n",
        "NotExported __all__\nOverload f\nNotExported g",
    );
    check(
        Language::Java,
        "class A {\n  @Override\n  public int f() { return 1; }\n}\n",
        "Override A.f",
    );
    check(Language::Kotlin, "class A : B() {\n  override fun f() = 1\n}\n", "Override A.f");
    check(
        Language::Elixir,
        "defmodule A do\n  @impl true\n  def f(x), do: x\nend\n",
        "Override A.f",
    );
}

#[test]
fn a_comment_silences_its_line_and_the_next_line_of_code() {
    check(Language::Rust, "// rutter: ignore\n\npub fn a() {}\n", "ignore lines 1 3 []");
    check(
        Language::Python,
        "def f(a):  # rutter: ignore(missing-overview, x)\n    pass\n",
        "ignore lines 1 2 [missing-overview x]",
    );
    check(
        Language::Go,
        "// rutter: ignore-file(missing-overview)\npackage a\n",
        "ignore file [missing-overview]",
    );
    check(
        Language::Markdown,
        "<!-- rutter: ignore(broken-mention) -->\nSee `x`.\n",
        "ignore lines 1 2 [broken-mention]",
    );
    check(Language::ReStructuredText, ".. rutter: ignore\n\nSee ``x``.\n", "ignore lines 1 3 []");
    check(Language::Rust, "const A: &str = \"rutter: ignore\";\n", "");
    check(Language::Rust, "// rutter: ignored\nfn a() {}\n", "");
    check(
        Language::Rust,
        "//! Silence with `rutter: ignore(a)`.\nuse a::b;\n",
        "header Silence with `rutter: ignore(a)`.",
    );
    check(Language::Rust, "fn a() {} // say rutter: ignore\n", "");
    check(Language::Rust, "fn a() {} // rutter: ignore\n", "ignore lines 1 2 []");
}

#[test]
fn imports_that_may_fail_are_optional() {
    check(
        Language::Python,
        "try:\n    from .a import b\nexcept ImportError:\n    b = None\n\nfrom .c import d\n",
        "optional 2",
    );
    check(Language::Python, "def f():\n    from .a import b\n", "");
    check(Language::Rust, "#[cfg(unix)]\nuse crate::unix::x;\nuse crate::y;\n", "optional 2");
}

#[test]
fn a_comment_about_the_file_is_its_header_wherever_it_stands() {
    check(
        Language::C,
        "#include <a.h>\n#include \"b.h\"\n\n/** @file tide.h\n\n  Reads tide tables.\n */\nint a(void);\n",
        "header Reads tide tables.",
    );
    check(Language::C, "int a;\n/** @file tide.h */\nint b(void);\n", "");
}

#[test]
fn what_the_preprocessor_leaves_out_or_replaces_is_hidden() {
    check(
        Language::C,
        "#if 0\nint old(void);\n#else\nint new(void);\n#endif\n#ifndef X_HAVE_UINT\ntypedef int uint_x;\n#endif\n#ifdef HAVE_A\nint a(void);\n#else\nint b(void);\n#endif\n",
        "Hidden old\nHidden uint_x\nHidden b",
    );
}

#[test]
fn a_macro_that_passes_on_its_arguments_takes_its_meaning_from_what_it_calls() {
    check(
        Language::C,
        "#define a_set(x, y) \\\n\tb_set((x), -1, (y))\n#define twice(x) (one(x) + one(x))\n#define lost(x, y) one(x)\n",
        "Override a_set",
    );
}

#[test]
fn a_comment_of_python_is_told_from_a_docstring() {
    check(
        Language::Python,
        "# Noise.\n@a\ndef f(x):\n    pass\n\n# Noise.\ndef g(x):\n    \"\"\"Reads.\"\"\"\n",
        "Comment f",
    );
}
