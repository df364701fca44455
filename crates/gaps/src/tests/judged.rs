//! What strangers judged to be no gap, continued: who a symbol is for, and what is as plain as its name.

use super::{MISSING, check, check_described, check_none};

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
