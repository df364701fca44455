//! What strangers judged to be no gap, continued: who a symbol is for, and what is as plain as its name.

use super::{check, check_none};

const MISSING: &str = "missing-description";

/// Nothing is missing in any of these trees, but something is once a part is replaced.
fn check_described(cases: &[(&str, &str, &str)]) {
    for (tree, part, replacement) in cases {
        check_none(MISSING, tree, part, replacement);
    }
}

#[test]
fn code_of_others_and_code_for_tests_needs_no_description() {
    check_described(&[
        (
            r#"//- deps/zlib/gz.h
int gz_read(int a, int b);
"#,
            "deps/",
            "src/",
        ),
        (
            r#"//- include/tide/bundled/gz.h
int gz_read(int a, int b);
"#,
            "bundled/",
            "",
        ),
        (
            r#"//- LICENSE
Tide
//- gz/LICENSE
Gz
//- gz/gz.h
int gz_read(int a, int b);
"#,
            r#"//- gz/LICENSE
Gz
"#,
            "",
        ),
        (
            r#"//- src/Snippets/Tide.cs
namespace Tide;
public class Port {
    public int Merge(int a, int b) {
        a = b;
        return a;
    }
}
"#,
            "Snippets/",
            "",
        ),
        (
            r#"//- performance/run.py
def merge(a, b):
    a = b
    return a
"#,
            "performance/",
            "rows/",
        ),
        (
            r#"//- mocked-functions.php
<?php
function merge($a, $b) {
    $a = $b;
    return $a;
}
"#,
            "mocked-",
            "",
        ),
        (
            r#"//- src/AdapterTestUtilities/A.php
<?php
class A {
    public function merge($a, $b) {
        $a = $b;
        return $a;
    }
}
"#,
            "AdapterTestUtilities/",
            "",
        ),
        (
            r#"//- pyproject.toml
//- src/tide/__init__.py
//- other/show.py
def show(path, limit):
    path = limit
    return path
"#,
            "//- other/show.py",
            "//- src/tide/show.py",
        ),
    ]);
    check(
        MISSING,
        r#"//- LICENSE
Tide
//- gz/gz.h
int gz_read(int a, int b);
"#,
        "gz/gz.h:1 function `gz_read` has no description",
    );
}

#[test]
fn attributes_of_rust_hide_and_describe() {
    check_described(&[
        (
            r#"//- src/lib.rs
#[doc(hidden)]
#[cfg_attr(
    feature = "old",
    deprecated(since = "4", note = "Replaced")
)]
pub struct Table(u8);
"#,
            r#"#[doc(hidden)]
#[cfg_attr(
    feature = "old",
    deprecated(since = "4", note = "Replaced")
)]
"#,
            "",
        ),
        (
            r#"//- src/lib.rs
#[doc = include_str!("../README.md")]
pub struct Table(u8);
"#,
            "#[doc = include_str!(\"../README.md\")]\n",
            "",
        ),
        (
            r#"//- src/lib.rs
#[cfg(doctest)]
pub struct Table(u8);
"#,
            "#[cfg(doctest)]\n",
            "",
        ),
        (
            r#"//- src/lib.rs
#[deprecated(note = "use rows")]
pub struct Table(u8);
"#,
            "#[deprecated(note = \"use rows\")]\n",
            "",
        ),
        (
            r#"//- src/lib.rs
mod util;
//- src/util/mod.rs
mod rows;
pub(crate) use rows::Table;
//- src/util/rows.rs
pub struct Table(u8);
"#,
            r#"mod util;
//- src/util/mod.rs
mod rows;
pub(crate) use"#,
            r#"pub mod util;
//- src/util/mod.rs
mod rows;
pub use"#,
        ),
    ]);
    check(
        MISSING,
        r#"//- src/lib.rs
#[doc(hidden)]
pub fn old() {}

#[derive(
    Debug,
)]
pub struct Table(u8);
"#,
        "src/lib.rs:7 struct `Table` has no description",
    );
}

#[test]
fn lines_for_the_preprocessor_do_not_part_a_comment_from_its_declaration() {
    check_described(&[
        (
            r#"//- src/Port.cs
namespace Tide;

/// <summary>
/// Says what a port is.
/// </summary>
#pragma warning disable CA1716
public class Port
#pragma warning restore CA1716
{
    public int Merge;
}
"#,
            r#"/// <summary>
/// Says what a port is.
/// </summary>
"#,
            "",
        ),
        (
            r#"//- a.hpp
int x;
// Log level enum
namespace level {
class tide {
 public:
  int a;
};
}
"#,
            "// Log level enum\n",
            "",
        ),
        (
            r#"//- sink.hpp
#pragma once
//
// base sink that writes all rows of a table,
// one after the other
//
#include <a>

namespace tide {
class sink {
 public:
  int a;
};
}
"#,
            "// base sink that writes all rows of a table,\n// one after the other\n",
            "",
        ),
        (
            r#"//- a.hpp
namespace details {
class sink {
 public:
  int a;
};
}
"#,
            "details",
            "tide",
        ),
    ]);
}

#[test]
fn a_pragma_exempts_from_comments() {
    check_described(&[(
        r#"//- src/Port.cs
#pragma warning disable 1591
public class Port {
    public int Merge;
}
"#,
        "disable",
        "restore",
    )]);
}

#[test]
fn small_types_of_c_are_as_plain_as_their_members() {
    check_described(&[
        (
            r#"//- a.h
typedef enum {
  TIDE_NONE,
  TIDE_FLOOD,
  TIDE_EBB
} tide_t;
enum kind { A, B };
"#,
            "TIDE_EBB\n",
            r#"TIDE_EBB,
  TIDE_LOW,
  TIDE_HIGH,
  TIDE_LATE
"#,
        ),
        (
            r#"//- a.h
struct rows {
  int item;
  struct rows *next;
};
"#,
            "  int item;\n",
            r#"  int item;
  int a;
  int b;
"#,
        ),
        (
            r#"//- include/a.h
/* Reads a table. */
int tide_read(int a, int b);
//- src/b.h
struct rows {
  int a;
  int b;
  int c;
};
//- src/1.c
struct rows *a;
//- src/2.c
struct rows *a;
//- src/3.c
struct rows *a;
//- src/4.c
struct rows *a;
"#,
            "//- src/b.h",
            "//- include/b.h",
        ),
    ]);
    check(
        MISSING,
        r#"//- a.h
struct rows {
  int a;
  int b;
  int c;
};
"#,
        "a.h:1 struct `rows` has no description",
    );
}

#[test]
fn what_python_keeps_to_itself_needs_no_description() {
    check_described(&[
        (
            r#"//- tide.py
"""Rows. This module is treated as private API."""

def merge(a, b):
    a = b
    return a
"#,
            "This module is treated as private API.",
            "Tides.",
        ),
        (
            r#"//- base.py
class Base:
    """Has rows."""
    def merge(self, a, b):
        raise NotImplementedError
//- tide.py
from base import Base

class Tide(Base):
    """Has rows of a port."""
    def merge(self, a, b):
        """Joins two tables."""
"#,
            "        \"\"\"Joins two tables.\"\"\"\n",
            "        return a\n",
        ),
        (
            r#"//- tide.py
class Port:
    """Has rows."""
    class Memo:
        def __call__(self, a, b):
            return a
"#,
            r#"    class Memo:
        def __call__(self, a, b):
            return a
"#,
            r#"class Memo:
    def merge(self, a, b):
        a = b
        return a
"#,
        ),
    ]);
    check_none(
        "undocumented-parameters",
        r#"//- tide.py
class Meta(type):
    @classmethod
    def merge(mcs, a, b):
        """Joins tables.

        :param a: the first one
        :param b: the second one
        """
"#,
        "mcs",
        "kind",
    );
}

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
