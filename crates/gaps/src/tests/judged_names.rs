//! What strangers judged to be no gap: one-statement functions, families of names, and what a document introduces.

use super::{MISSING, check, check_described, check_none};

#[test]
fn one_statement_under_a_telling_name_needs_no_description() {
    check_described(&[
        (
            r#"//- index.ts
export function isUtf8(text: string, how: string) {
  return text === how;
}
//- a.ts
import {isUtf8} from './index'
isUtf8()
//- b.ts
import {isUtf8} from './index'
isUtf8()
"#,
            "return text === how;",
            "text = how;\n  return text === how;",
        ),
        (
            r#"//- src/Lost.php
<?php
class Lost extends RuntimeException {
    /** What was tried. */
    public function operation($a, $b) {
        $a = $b;
        return $a;
    }
}
//- src/LostRow.php
<?php
class LostRow extends Lost {
    public function operation($a, $b) {
        $a = $b;
        return $b;
    }
}
"#,
            "extends Lost {",
            "{",
        ),
        (
            r#"//- lib/tide.rb
# Text of tables.
class Tide
  def sort_rows(a, b)
    a = b.sort
    a
  end

  # Joins rows of two tables.
  def merge(a, b)
    sort_rows(a, b)
  end
end
"#,
            "    sort_rows(a, b)\n",
            "    a\n",
        ),
        (
            r#"//- src/immer.ts
/** Applies patches to a base. */
export const applyPatches = immer.applyPatches
//- src/core.ts
/** Makes drafts. */
export class Immer {
  applyPatches(base: number, patches: number) {
    base = patches
    return base
  }
}
//- a.ts
import {Immer} from './src/core'
let a: Immer
a.applyPatches()
//- b.ts
import {Immer} from './src/core'
let a: Immer
"#,
            "/** Applies patches to a base. */\n",
            "",
        ),
    ]);
}

#[test]
fn a_status_is_no_description() {
    check(
        MISSING,
        r#"//- lib/tide.rb
# Text of tables.
class Tide
  # Public
  def merge(a, b)
    a = b
    a
  end
end
"#,
        "lib/tide.rb:4 method `Tide::merge` has no description",
    );
}

#[test]
fn functions_that_differ_by_a_type_in_their_name_are_one_gap() {
    let method = |name: &str| {
        format!(
            r#"func (t *Table) {name}(a int, b int) int {{
	return get(t, a)
}}

"#
        )
    };
    check(
        MISSING,
        &format!(
            r#"//- tide.go
package tide

// Table has rows.
type Table struct{{ a int }}

{}{}{}{}"#,
            method("Int8Arg"),
            method("Int8Args"),
            method("Float64Arg"),
            method("Merge")
        ),
        "tide.go:6 method `Table.Int8Arg` and 2 like it have no description\ntide.go:18 method `Table.Merge` has no description",
    );
}

#[test]
fn a_directive_and_a_section_about_several_describe_a_symbol() {
    let code = r#"//- src/Port.php
<?php
class Port {
    public function merge($a, $b) {
        $a = $b;
        return $a;
    }
    public function split($a, $b) {
        $b = $a;
        return $a;
    }
    public function join($a, $b) {
        $b = $a;
        return $b;
    }
}
"#;
    let calls = "Calls of `merge`, `split` and `join` are alike.";
    for document in [
        format!(
            r#"//- a.md
# `Port`

{calls}
"#
        ),
        format!(
            r#"//- a.rst
All
===

.. php:class:: Port

    {}
"#,
            calls.replace('`', "``")
        ),
    ] {
        check_none(MISSING, &format!("{code}{document}"), "merge`", "sort`");
    }
    check(
        MISSING,
        &format!(
            r#"{code}//- a.md
# All

`Port` is one.

- `merge`
- `split` too

Use `join` at last.
"#
        ),
        r#"src/Port.php:2 class `Port` has no description
src/Port.php:3 method `Port::merge` has no description
src/Port.php:7 method `Port::split` has no description
src/Port.php:11 method `Port::join` has no description"#,
    );
}

#[test]
fn a_described_header_introduces_a_file_of_c() {
    let rule = "missing-overview";
    let body = r#"int a(void) { return 1; }
int b(void) { return 1; }
int c(void) { return 1; }
"#
    .to_owned()
        + &"/* x */\n\n".repeat(50)
        + "int d(void) { return 1; }\n";
    let gap = "src/rows.c:1 the file has no overview: nothing says what `rows.c` is for";
    check(
        rule,
        &format!(
            r#"//- src/rows.c
#include "rows.h"

{body}"#
        ),
        gap,
    );
    let doc = "/** Makes a row. */\n";
    let header = format!(
        r#"//- src/rows.h
int x;
{doc}int a(void);
"#
    );
    let tree = format!(
        r#"//- src/rows.c
#include "rows.h"

{body}{header}"#
    );
    check_none(rule, &tree, doc, "");
    let package = format!(
        r#"func A() {{}}
func B() {{}}
func c() {{}}
{}func d() {{}}
"#,
        "// x\n\n".repeat(50)
    );
    let versioned = format!(
        r#"//- api/v2/rows.go
package rowsv2

{package}"#
    );
    check_none(rule, &versioned, "package rowsv2", "package v2");
    let generated = format!(
        r#"//- api/rows/rows.go
package rows

{package}//- api/rows/rows.pb.go
package rows
"#
    );
    check_none(rule, &generated, "rows.pb.go", "rows_pb.go");
}

#[test]
fn an_included_document_leads_where_it_is_included() {
    let rule = "broken-mention";
    let tree = r#"//- CONTRIBUTING.rst
Rules
=====

See :doc:`conduct`.
//- docs/conduct.rst
Conduct
=======
"#;
    let include = r#"//- docs/contributing.rst
.. include:: ../CONTRIBUTING.rst
"#;
    check_none(rule, &format!("{tree}{include}"), ".. include:: ../CONTRIBUTING.rst\n", "");
    check_none(
        rule,
        &format!(
            r#"{tree}//- docs/conf.py
project = 1
"#
        ),
        "conf.py",
        "other.py",
    );
}

#[test]
fn a_constructor_and_a_bare_subclass_of_cpp_need_no_description() {
    check_described(&[(
        r#"//- a.hpp
#define TIDE_THROW(a, b) throw(a + b)
int x;
// Writes rows of a table.
class sink {
 public:
  sink(int a, int b);
};

class color_sink : public sink {
 public:
  color_sink(int a, int b);
};
"#,
        "class color_sink : public sink {",
        "class color_sink {",
    )]);
}

#[test]
fn a_class_of_cpp_without_a_description_stands_for_its_methods() {
    check(
        MISSING,
        r#"//- a.hpp
int x;
class Port {
 public:
  int merge(int a, int b);
  int split(int a, int b);
};
"#,
        "a.hpp:2 class `Port` has no description",
    );
    check_described(&[(
        r#"//- a.hpp
int x;
// Writes each row once.

namespace tide {
namespace sinks {
template <typename Mutex>
class once_sink {
 public:
  int a;
};
}
}
"#,
        "// Writes each row once.\n",
        "",
    )]);
}

#[test]
fn demonstrations_and_helpers_beside_the_interface_need_no_description() {
    check_described(&[
        (
            r#"//- rich.py
import sys

if sys.argv and __name__ == "__main__":

    def divide(left, right):
        print(left)
        return left / right
"#,
            "if sys.argv and __name__ == \"__main__\":",
            "if sys.argv:",
        ),
        (
            r#"//- ossfuzz/fuzz.go
package fuzz

func FuzzTable(data []byte) int {
	prepare(data)
	return parse(data)
}
"#,
            "ossfuzz/",
            "rows/",
        ),
        (
            r#"//- include/tide/impl.h
namespace tide {
inline int fill_table(int rows, int size) {
  prepare(rows);
  return rows * size;
}
}
"#,
            "impl.h",
            "rows.h",
        ),
    ]);
}
