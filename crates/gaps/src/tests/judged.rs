//! What strangers judged to be no gap, continued: who a symbol is for, and what is as plain as its name.

use super::check;

const MISSING: &str = "missing-description";

/// Nothing is missing in any of these trees.
fn check_described(trees: &[&str]) {
    for tree in trees {
        check(MISSING, tree, "");
    }
}

#[test]
fn code_of_others_and_code_for_tests_needs_no_description() {
    check_described(&[
        "//- deps/zlib/gz.h\nint gz_read(int a, int b);\n",
        "//- include/tide/bundled/gz.h\nint gz_read(int a, int b);\n",
        "//- LICENSE\nTide\n//- gz/LICENSE\nGz\n//- gz/gz.h\nint gz_read(int a, int b);\n",
        "//- src/Snippets/Tide.cs\nnamespace Tide;\npublic class Port {\n    public int Merge(int a, int b) {\n        a = b;\n        return a;\n    }\n}\n",
        "//- performance/run.py\ndef merge(a, b):\n    a = b\n    return a\n",
        "//- mocked-functions.php\n<?php\nfunction merge($a, $b) {\n    $a = $b;\n    return $a;\n}\n",
        "//- src/AdapterTestUtilities/A.php\n<?php\nclass A {\n    public function merge($a, $b) {\n        $a = $b;\n        return $a;\n    }\n}\n",
        "//- pyproject.toml\n//- src/tide/__init__.py\n//- other/show.py\ndef show(path, limit):\n    path = limit\n    return path\n",
    ]);
    check(
        MISSING,
        "//- LICENSE\nTide\n//- gz/gz.h\nint gz_read(int a, int b);\n",
        "gz/gz.h:1 function `gz_read` has no description",
    );
}

#[test]
fn attributes_of_rust_hide_and_describe() {
    check_described(&[
        "//- src/lib.rs\n#[doc(hidden)]\n#[cfg_attr(\n    feature = \"old\",\n    deprecated(since = \"4\", note = \"Replaced\")\n)]\npub struct Table(u8);\n",
        "//- src/lib.rs\n#[doc = include_str!(\"../README.md\")]\npub struct Table(u8);\n",
        "//- src/lib.rs\n#[cfg(doctest)]\npub struct Table(u8);\n",
        "//- src/lib.rs\n#[deprecated(note = \"use rows\")]\npub struct Table(u8);\n",
        "//- src/lib.rs\nmod util;\n//- src/util/mod.rs\nmod rows;\npub(crate) use rows::Table;\n//- src/util/rows.rs\npub struct Table(u8);\n",
    ]);
    check(
        MISSING,
        "//- src/lib.rs\n#[doc(hidden)]\npub fn old() {}\n\n#[derive(\n    Debug,\n)]\npub struct Table(u8);\n",
        "src/lib.rs:7 struct `Table` has no description",
    );
}

#[test]
fn lines_for_the_preprocessor_do_not_part_a_comment_from_its_declaration() {
    check_described(&[
        "//- src/Port.cs\nnamespace Tide;\n\n/// <summary>\n/// Says what a port is.\n/// </summary>\n#pragma warning disable CA1716\npublic class Port\n#pragma warning restore CA1716\n{\n    public int Merge;\n}\n",
        "//- a.hpp\nint x;\n// Log level enum\nnamespace level {\nclass tide {\n public:\n  int a;\n};\n}\n",
        "//- sink.hpp\n#pragma once\n//\n// base sink that writes all rows of a table,\n// one after the other\n//\n#include <a>\n\nnamespace tide {\nclass sink {\n public:\n  int a;\n};\n}\n",
        "//- a.hpp\nnamespace details {\nclass sink {\n public:\n  int a;\n};\n}\n",
    ]);
}

#[test]
fn small_types_of_c_are_as_plain_as_their_members() {
    check_described(&[
        "//- a.h\ntypedef enum {\n  TIDE_NONE,\n  TIDE_FLOOD,\n  TIDE_EBB\n} tide_t;\nenum kind { A, B };\n",
        "//- a.h\nstruct rows {\n  int item;\n  struct rows *next;\n};\n",
        "//- a.h\nstruct rows {\n  int a; /* first */\n  int b; /* second */\n  int c;\n};\n",
        "//- include/a.h\n/* Reads a table. */\nint tide_read(int a, int b);\n//- src/b.h\nstruct rows {\n  int a;\n  int b;\n  int c;\n};\n//- src/1.c\nstruct rows *a;\n//- src/2.c\nstruct rows *a;\n//- src/3.c\nstruct rows *a;\n//- src/4.c\nstruct rows *a;\n",
    ]);
    check(
        MISSING,
        "//- a.h\nstruct rows {\n  int a;\n  int b;\n  int c;\n};\n",
        "a.h:1 struct `rows` has no description",
    );
}

#[test]
fn what_python_keeps_to_itself_needs_no_description() {
    check_described(&[
        "//- tide.py\n\"\"\"Rows. This module is treated as private API.\"\"\"\n\ndef merge(a, b):\n    a = b\n    return a\n",
        "//- base.py\nclass Base:\n    \"\"\"Has rows.\"\"\"\n    def merge(self, a, b):\n        raise NotImplementedError\n//- tide.py\nfrom base import Base\n\nclass Tide(Base):\n    \"\"\"Has rows of a port.\"\"\"\n    def merge(self, a, b):\n        \"\"\"Joins two tables.\"\"\"\n",
        "//- tide.py\nclass Port:\n    \"\"\"Has rows.\"\"\"\n    class Memo:\n        def __call__(self, a, b):\n            return a\n",
        "//- tide.py\ndef merge(a, b):\n    # Joins two tables, where the second\n    # one counts.\n    a = b\n    return a\n",
    ]);
    check(
        "undocumented-parameters",
        "//- tide.py\nclass Meta(type):\n    @classmethod\n    def merge(mcs, a, b):\n        \"\"\"Joins tables.\n\n        :param a: the first one\n        :param b: the second one\n        \"\"\"\n",
        "",
    );
}

#[test]
fn one_statement_under_a_telling_name_needs_no_description() {
    check_described(&[
        "//- index.ts\nexport function isUtf8(text: string, how: string) {\n  return text === how;\n}\nexport function generateId(a: number, b: number) {\n  return random(a + b);\n}\n//- a.ts\nimport {isUtf8, generateId} from './index'\nisUtf8()\ngenerateId()\n//- b.ts\nimport {isUtf8, generateId} from './index'\nisUtf8()\ngenerateId()\n",
        "//- lib/tide.rb\n# Text of tables.\nmodule Tide\n  def unescape(str, how)\n    CGI.unescape str.to_s\n  end\nend\n",
        "//- src/Lost.php\n<?php\nclass Lost extends RuntimeException {\n    /** What was tried. */\n    public function operation($a, $b) {\n        $a = $b;\n        return $a;\n    }\n}\n//- src/LostRow.php\n<?php\nclass LostRow extends Lost {\n    public function operation($a, $b) {\n        $a = $b;\n        return $b;\n    }\n}\n",
        "//- lib/tide.rb\n# Text of tables.\nclass Tide\n  def sort_rows(a, b)\n    a = b.sort\n    a\n  end\n\n  # Joins rows of two tables.\n  def merge(a, b)\n    sort_rows(a, b)\n  end\nend\n",
        "//- src/immer.ts\n/** Applies patches to a base. */\nexport const applyPatches = immer.applyPatches\n//- src/core.ts\n/** Makes drafts. */\nexport class Immer {\n  applyPatches(base: number, patches: number) {\n    base = patches\n    return base\n  }\n}\n//- a.ts\nimport {Immer} from './src/core'\nlet a: Immer\na.applyPatches()\n//- b.ts\nimport {Immer} from './src/core'\nlet a: Immer\n",
    ]);
}

#[test]
fn the_sentence_of_an_option_type_and_a_mark_are_no_short_descriptions() {
    const SHORT: &str = "short-description";
    for tree in [
        "//- tide.go\npackage tide\n\n// TideOptions are options.\ntype TideOptions struct{ A int }\n",
        "//- lib/tide.rb\n# Text of tables.\nclass Tide\n  # Internal\n  def merge(a, b)\n    a = b\n    a\n  end\n\n  # Public\n  def each_key(a, b)\n    a = b\n    a\n  end\nend\n",
        "//- a.h\nint x;\n/* smart_pkt.c */\nint tide_read(int a, int b);\n",
    ] {
        check(SHORT, tree, "");
        check(MISSING, tree, "");
    }
    check(
        MISSING,
        "//- lib/tide.rb\n# Text of tables.\nclass Tide\n  # Public\n  def merge(a, b)\n    a = b\n    a\n  end\nend\n",
        "lib/tide.rb:4 method `Tide::merge` has no description",
    );
}

#[test]
fn functions_that_differ_by_a_type_in_their_name_are_one_gap() {
    let method = |name: &str| {
        format!("func (t *Table) {name}(a int, b int) int {{\n\treturn get(t, a)\n}}\n\n")
    };
    check(
        MISSING,
        &format!(
            "//- tide.go\npackage tide\n\n// Table has rows.\ntype Table struct{{ a int }}\n\n{}{}{}{}",
            method("Int8Arg"),
            method("Int8Args"),
            method("Float64Arg"),
            method("Merge")
        ),
        "tide.go:6 method `Table.Int8Arg` and 2 like it have no description\ntide.go:18 method `Table.Merge` has no description",
    );
}

#[test]
fn a_row_an_item_and_a_directive_of_a_document_describe_a_symbol() {
    let code = "//- src/Port.php\n<?php\nclass Port {\n    public function merge($a, $b) {\n        $a = $b;\n        return $a;\n    }\n    public function split($a, $b) {\n        $b = $a;\n        return $a;\n    }\n    public function join($a, $b) {\n        $b = $a;\n        return $b;\n    }\n}\n";
    check_described(&[
        &format!(
            "{code}//- a.md\n# All\n\n| `Port` | has rows of tables |\n\nCalls of `merge`, `split` and `join` are alike.\n"
        ),
        &format!(
            "{code}//- a.rst\nAll\n===\n\n.. php:class:: Port\n\n    Has rows.\n\n- `merge`: joins two tables\n- `split` takes rows of them\n- `join` does it again\n"
        ),
    ]);
    check(
        MISSING,
        &format!(
            "{code}//- a.md\n# All\n\n`Port` is one.\n\n- `merge`\n- `split` too\n\nUse `join` at last.\n"
        ),
        "src/Port.php:2 class `Port` has no description\nsrc/Port.php:3 method `Port::merge` has no description\nsrc/Port.php:7 method `Port::split` has no description\nsrc/Port.php:11 method `Port::join` has no description",
    );
}

#[test]
fn a_described_header_and_a_comment_by_itself_introduce_a_file_of_c() {
    let rule = "missing-overview";
    let body = "int a(void) { return 1; }\nint b(void) { return 1; }\nint c(void) { return 1; }\n"
        .to_owned()
        + &"/* x */\n\n".repeat(50)
        + "int d(void) { return 1; }\n";
    let gap = "src/rows.c:1 the file has no overview: nothing says what `rows.c` is for";
    check(rule, &format!("//- src/rows.c\n#include \"rows.h\"\n\n{body}"), gap);
    for tree in [
        format!(
            "//- src/rows.c\n#include \"rows.h\"\n\n{body}//- src/rows.h\nint x;\n/** Makes a row. */\nint a(void);\n\n/** Drops a row. */\nint b(void);\n"
        ),
        format!(
            "//- src/rows.c\n#include \"rows.h\"\nstatic int x;\n\n/*\n * Rows are kept in order of their day, so that the last\n * one is found at once.\n */\n\n{body}"
        ),
    ] {
        check(rule, &tree, "");
    }
    let package = format!(
        "func A() {{}}\nfunc B() {{}}\nfunc c() {{}}\n{}func d() {{}}\n",
        "// x\n\n".repeat(50)
    );
    check(rule, &format!("//- api/v2/rows.go\npackage rowsv2\n\n{package}"), "");
    check(
        rule,
        &format!(
            "//- api/rows/rows.go\npackage rows\n\n{package}//- api/rows/rows.pb.go\npackage rows\n"
        ),
        "",
    );
}

#[test]
fn an_included_document_leads_where_it_is_included() {
    let rule = "broken-mention";
    let tree = "//- CONTRIBUTING.rst\nRules\n=====\n\nSee :doc:`conduct`.\n//- docs/conduct.rst\nConduct\n=======\n";
    let include = "//- docs/contributing.rst\n.. include:: ../CONTRIBUTING.rst\n";
    check(rule, &format!("{tree}{include}"), "");
    check(rule, &format!("{tree}//- docs/conf.py\nproject = 1\n"), "");
}

#[test]
fn a_document_with_a_word_of_the_code_in_a_code_span_is_about_it() {
    let rule = "unlinked-document";
    let tree = |code: &str| {
        format!("//- INFLUENCES.md\n# Influences\n\nThe `ILog` came first.\n//- src/a.cs\n{code}\n")
    };
    check(rule, &tree("#if A\nclass ILog {"), "");
    check(
        rule,
        &tree("class B {}"),
        "INFLUENCES.md:1 the document names nothing of this repository, and no file names it",
    );
}

#[test]
fn an_example_a_constructor_and_a_bare_subclass_of_cpp_need_no_description() {
    check_described(&[
        "//- a.hpp\nnamespace tide {\nint merge_rows(int a, int b);\nint open_rows_mt(int a, int b);\n\nint open_rows_st(int a, int b);\nint put(int a, int b);\n}\n//- README.md\n# Tide\n\n```cpp\nint a = merge_rows(1, 2) + open_rows_mt(1, 2);\ntide::put(a, 2);\n```\n",
        "//- a.hpp\n#define TIDE_THROW(a, b) throw(a + b)\nint x;\n// Writes rows of a table.\nclass sink {\n public:\n  sink(int a, int b);\n};\n\nclass color_sink : public sink {\n public:\n  color_sink(int a, int b);\n};\n",
    ]);
}

#[test]
fn a_class_of_cpp_without_a_description_stands_for_its_methods() {
    check(
        MISSING,
        "//- a.hpp\nint x;\nclass Port {\n public:\n  int merge(int a, int b);\n  int split(int a, int b);\n};\n",
        "a.hpp:2 class `Port` has no description",
    );
    check_described(&[
        "//- a.hpp\nint x;\n// Writes each row once.\n\nnamespace tide {\nnamespace sinks {\ntemplate <typename Mutex>\nclass once_sink {\n public:\n  int a;\n};\n}\n}\n",
    ]);
}

#[test]
fn demonstrations_and_helpers_beside_the_interface_need_no_description() {
    check(
        "missing-description",
        "//- rich.py\nimport sys\n\nif sys.argv and __name__ == \"__main__\":\n\n    def divide(left, right):\n        print(left)\n        return left / right\n",
        "",
    );
    check(
        "missing-description",
        "//- ossfuzz/fuzz.go\npackage fuzz\n\nfunc FuzzTable(data []byte) int {\n\tprepare(data)\n\treturn parse(data)\n}\n",
        "",
    );
    check(
        "missing-description",
        "//- include/tide/impl.h\nnamespace tide {\ninline int fill_table(int rows, int size) {\n  prepare(rows);\n  return rows * size;\n}\n}\n",
        "",
    );
}
