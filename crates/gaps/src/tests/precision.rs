//! What strangers judged to be no gap, as the smallest text that shows it, in many languages; and beside it what
//! still is one.

use super::{check, check_none};

const MISSING: &str = "missing-description";

/// Nothing is missing in any of these trees, but something is once a part is replaced.
fn check_described(cases: &[(&str, &str, &str)]) {
    for (tree, part, replacement) in cases {
        check_none(MISSING, tree, part, replacement);
    }
}

#[test]
fn a_comment_apart_from_a_declaration_of_c_describes_it() {
    check_described(&[
        (
            r#"//- a.h
int x;
/* Reads the table of a port. */

int tide_read(int a, int b);
"#,
            "/* Reads the table of a port. */",
            "",
        ),
        (
            r#"//- a.h
int x;
/** Reads the table of a port. */

TIDE_EXPORT
int tide_read(int a, int b);
"#,
            "/** Reads the table of a port. */",
            "",
        ),
        (
            r#"//- a.h
int x;
/** Reads the table of a port. */
TIDE_PUBLIC(int) tide_read(int a, int b);
"#,
            "/** Reads the table of a port. */",
            "",
        ),
        (
            r#"//- a.hpp
namespace tide {
// Locks a table while it is in scope.
//
//   Lock lock(table);

class Lock {
 public:
  Lock(int a, int b);
};
}
"#,
            r#"// Locks a table while it is in scope.
//
//   Lock lock(table);
"#,
            "",
        ),
        (
            r#"//- a.h
int tide_read(int a, int b); /**< Reads the table of a port. */
int tide_merge(int a, int b); // Joins two tables.
"#,
            "/**< Reads the table of a port. */",
            "",
        ),
    ]);
    // The comment at the top is about the file, and one above something else is not about what follows.
    check(
        MISSING,
        r#"//- a.h
/* Reads tide tables. */

int tide_read(int a, int b);
"#,
        "a.h:3 function `tide_read` has no description",
    );
    check(
        MISSING,
        r#"//- a.h
/* Joins tables of two ports. */
int tide_merge(int a, int b);

int tide_read(int a, int b);
"#,
        "a.h:4 function `tide_read` has no description",
    );
}

#[test]
fn a_comment_over_a_group_describes_all_of_it() {
    check_described(&[
        (
            r#"//- a.h
int x;
/* These calls make an item. */
int make_rows(int a, int b);
int make_tides(int a, int b);
/* raw */
int make_raw(int a, int b);
int make_ports(int a, int b);
"#,
            "/* These calls make an item. */\n",
            "",
        ),
        (
            r#"//- a.h
int x;
/* Add a row to a table or port. */
int add_row(int a, int b);
int add_port(int a, int b);
"#,
            "/* Add a row to a table or port. */\n",
            "",
        ),
        (
            r#"//- a.hpp
int x;
// Lower-level versions of put, which write directly
// into a buffer.

inline void put_low(char* a, int b) {
  a[0] = b;
  a[1] = b;
}

inline void put_high(char* a, int b) {
  a[0] = b;
  a[1] = b;
}
"#,
            "// Lower-level versions of put, which write directly\n// into a buffer.\n",
            "",
        ),
        (
            r#"//- a.hpp
class Status;
// Says how something ended, with a message.
class Status {
 public:
  // Return a failure of the right kind.
  static Status Lost(int a, int b) {
    return Status(1, a, b);
  }
  static Status Late(int a, int b) {
    return Status(2, a, b);
  }
};
"#,
            "  // Return a failure of the right kind.\n",
            "",
        ),
        (
            r#"//- a.lua
local x = 1

-- Helper functions for tables.

function merge(a, b)
  a = b
  return a
end

function join(a, b)
  b = a
  return b
end
"#,
            "-- Helper functions for tables.\n",
            "",
        ),
        (
            r#"//- src/A.php
<?php
/** Joins tables. */
class A {
    public $x = 1;
    // These methods join rows.
    public function merge($a, $b) {
        $a = $b;
        return $a;
    }

    public function join($a, $b) {
        $b = $a;
        return $b;
    }
}
"#,
            "    // These methods join rows.\n",
            "",
        ),
    ]);
    check(
        MISSING,
        r#"//- a.h
int x;
/**
 * Joins tables.
 * @param a one
 */
int merge(int a, int b);
int split(int a, int b);
"#,
        "a.h:7 function `split` has no description",
    );
}

#[test]
fn the_header_of_a_file_describes_what_it_names() {
    check_described(&[
        (
            r#"//- a.h
// Copyright X. All rights reserved.
//
// A Slice points into memory that others own.

#ifndef A
#define A
namespace tide {
class Slice {
 public:
  int a;
};
}
#endif
"#,
            "// A Slice points into memory that others own.\n",
            "",
        ),
        (
            r#"//- src/lib.rs
//! A [`Table`] holds all rows of one port.

pub struct Table(u8);
"#,
            "A [`Table`] holds",
            "Reads",
        ),
        (
            r#"//- tide.py
"""Reads rows with Table, one port at a time."""

class Table:
    def merge(self, other, how):
        """Joins two tables."""
"#,
            "with Table, ",
            "",
        ),
        (
            r#"//- lib/tide.rb
# This file contains all that tracks the rows of a port.
module Tide
  class Tracker
    attr_reader :rows
  end
end
"#,
            "# This file contains all that tracks the rows of a port.\n",
            "",
        ),
        (
            r#"//- lib/tide.rb
require "time"

# Marks when a new version was deployed, from a script:
#
#   Tide::Deploy.mark!

module Tide
  class Deploy
    attr_reader :rows
  end
end
"#,
            r#"# Marks when a new version was deployed, from a script:
#
#   Tide::Deploy.mark!
"#,
            "",
        ),
        (
            r#"//- lib/tide.rb
# All middleware is called in the order of this chain.
module Tide
  class Chain
    attr_reader :rows
  end
end
"#,
            "# All middleware is called in the order of this chain.\n",
            "",
        ),
    ]);
    check(
        MISSING,
        r#"//- src/lib.rs
//! Reads all rows of one port.

pub struct Table(u8);
"#,
        "src/lib.rs:3 struct `Table` has no description",
    );
}

#[test]
fn described_members_and_constructors_describe_their_type() {
    check_described(&[
        (
            r#"//- src/lib.rs
pub enum Tide {
    /// The sea rises.
    Flood,
    /// The sea falls.
    Ebb,
}
"#,
            "    /// The sea rises.\n",
            "",
        ),
        (
            r#"//- index.ts
export interface Tide {
  /** When the sea rises. */
  flood: number;
  /** When the sea falls. */
  ebb: number;
}
//- a.ts
import {Tide} from './index'
let a: Tide
//- b.ts
import {Tide} from './index'
let a: Tide
"#,
            "  /** When the sea rises. */\n",
            "",
        ),
        (
            r#"//- lib/tide.rb
module Tide
  class Client
    # Tide::Client sends rows to the port.
    def initialize(rows)
      @rows = rows
    end
  end
end
"#,
            "    # Tide::Client sends rows to the port.\n",
            "",
        ),
        (
            r#"//- tide.py
class Client:
    def __init__(self, rows):
        """Sends the rows of a table to one port."""
        self.rows = rows
"#,
            "        \"\"\"Sends the rows of a table to one port.\"\"\"\n        self.rows = rows\n",
            r#"        self.rows = rows
    def merge(self, a, b):
        a = b
        return a
"#,
        ),
        (
            r#"//- src/Tide.java
/** Turns rows into something else. */
public interface Tide {
    String convert(int row, int day);
}
"#,
            "/** Turns rows into something else. */\n",
            "",
        ),
        (
            r#"//- tide.go
package tide

type Kind struct {
	Rise int // when the sea rises
	Fall int // when the sea falls
}
"#,
            " // when the sea rises",
            "",
        ),
    ]);
}

#[test]
fn what_its_body_says_needs_no_description() {
    check_described(&[
        (
            r#"//- tide.go
package tide

// Table has rows.
type Table struct{ rows int }

func NewTable(rows int, day int) *Table {
	return &Table{
		rows: rows,
	}
}

type Tables []*Table
"#,
            "return &Table{",
            "check(rows)\n\treturn &Table{",
        ),
        (
            r#"//- lib/tide.rb
# Finds what answers a path.
module Router
  def get(path, how) = route(:get, path, how)

  def load_json(text, how)
    JSON.parse(text, how)
  end
end
"#,
            "    JSON.parse(text, how)",
            "    text = how\n    JSON.parse(text)",
        ),
        (
            r#"//- tide.py
def get_level(port, day):
    return port.levels[day]
"#,
            "get_level",
            "find_level",
        ),
        (
            r#"//- a.h
#define table_rows(t) ((t)->rows)
#define TIDE_EXPORT __attribute__((visibility("default")))
#define TIDE_API
"#,
            "((t)->rows)",
            "((t) + 1)",
        ),
        (
            r#"//- src/A.php
<?php
/** Joins tables. */
class A {
    public function merge($a, $b) {
        return $this->mergeAll($a, $b);
    }
}
"#,
            "return $this->mergeAll($a, $b);",
            "$a = $b;\n        return $a;",
        ),
    ]);
    check(
        MISSING,
        r#"//- tide.go
package tide

func NewTable(rows int, day int) *Table {
	check(rows)
	return &Table{rows: rows}
}
"#,
        "tide.go:3 function `NewTable` has no description",
    );
}

#[test]
fn what_is_not_for_others_needs_no_description() {
    check_described(&[
        (
            r#"//- run.sh
build() {
  make
}
//- all.sh
. run.sh
build
"#,
            "",
            r#"//- a.py
def merge(a, b):
    a = b
    return a
"#,
        ),
        (
            r#"//- include/tide.h
/* Reads a table. */
int tide_read(int a, int b);
//- own.h
int tide_own(int a, int b);
"#,
            "//- own.h",
            "//- include/own.h",
        ),
        (
            r#"//- tide-compat.h
int tide_own(int a, int b);
//- tide_p.h
int tide_more(int a, int b);
"#,
            "-compat",
            "",
        ),
        (
            r#"//- tide.h
int tide_read_(int a, int b);
#if SSL_VERSION < 3
#define SSL_put(a, b) ((a) + (b))
#endif
"#,
            "tide_read_(",
            "tide_read(",
        ),
        (
            r#"//- tide/internal/a.go
package internal

func Read(path string, limit int) int {
	return limit
}
"#,
            "tide/internal/",
            "tide/outer/",
        ),
        (
            r#"//- a/src/lib.rs
mod rows;
pub use rows::Shown;
//- a/src/rows.rs
/// Shown.
pub struct Shown;
pub struct Iter;
//- b/src/lib.rs
mod rows;
pub use rows::Iter;
//- b/src/rows.rs
/// Goes through rows.
pub struct Iter;
"#,
            "pub use rows::Shown;",
            "pub use rows::{Iter, Shown};",
        ),
        (
            r#"//- make_table.py
#!/usr/bin/env python
def read(path, limit):
    path = limit
    return path
"#,
            "#!/usr/bin/env python\n",
            "",
        ),
        (
            r#"//- lib/tide.rb
class Tide # :nodoc:
  def merge(a, b)
    a = b
    a
  end
end
"#,
            ":nodoc:",
            "nodoc",
        ),
        (
            r#"//- src/testutil.h
int check_rows(int a, int b);
"#,
            "testutil",
            "check",
        ),
        (
            r#"//- pyproject.toml
//- src/tide/__init__.py
//- show.py
def show(path, limit):
    path = limit
    return path
"#,
            "//- show.py",
            "//- src/tide/show.py",
        ),
        (
            r#"//- buildSrc/src/main/kotlin/Docs.kt
class Docs {
    fun merge(a: Int, b: Int): Int {
        return a
    }
}
"#,
            "buildSrc/",
            "",
        ),
        (
            r#"//- src/lib.rs
pub type Result<T> = std::result::Result<T, u8>;
"#,
            "pub type Result",
            "pub type Outcome",
        ),
        (
            r#"//- tide.go
package tide

type Row = base[string]
"#,
            "Row = base",
            "Row base",
        ),
        (
            r#"//- tide.py
class Port(Protocol):
    """Has rows."""
    def merge(self, a, b): ...
"#,
            "(Protocol)",
            "",
        ),
        (
            r#"//- src/Tide.java
/** What is known of a tide. */
public interface Tide {
    int getRows();
    int getDays();
}
"#,
            "int getRows();",
            "int rows(int a, int b);",
        ),
    ]);
}

#[test]
fn an_interface_and_its_implementation_are_one_gap() {
    check(
        MISSING,
        r#"//- src/TableInterface.php
<?php
namespace Tide;

interface TableInterface {
    /** Joins two. */
    public function merge($a, $b);
}
//- src/Table.php
<?php
namespace Tide;

class Table implements TableInterface {
    public function merge($a, $b) {
        return $a;
    }
}
"#,
        "src/TableInterface.php:4 interface `Tide\\TableInterface` has no description",
    );
    check(
        MISSING,
        r#"//- src/ITable.cs
public interface ITable {
    /// <summary>Joins two.</summary>
    int Merge(int a, int b);
}
//- src/Table.cs
public class Table : ITable {
    public int Merge(int a, int b) {
        return a;
    }
}
"#,
        "src/ITable.cs:1 interface `ITable` has no description",
    );
}

#[test]
fn documents_describe_by_a_title_in_another_spelling_and_by_a_sentence() {
    let types = r#"//- tide.go
package tide

type PortConfig struct{ rows int }

type TideConfig struct{ rows int }
"#;
    check(
        MISSING,
        &format!(
            r#"{types}//- docs/configuration.md
# Configuration

## `<port_config>`

Rows of a port.
"#
        ),
        "tide.go:5 struct `TideConfig` has no description",
    );
    let functions = r#"//- a.h
int tide_detach_row(int a, int b);
//- "#;
    check(
        MISSING,
        &format!(
            r#"{functions}README.md
# Tide

To take a row out, use `tide_detach_row`.
"#
        ),
        "",
    );
    check(
        MISSING,
        &format!(
            r#"{functions}CHANGELOG.md
# 1.2

Added `tide_detach_row`.
"#
        ),
        "a.h:1 function `tide_detach_row` has no description",
    );
}

#[test]
fn parameters_of_what_is_not_for_others_may_be_left_out() {
    const RULE: &str = "undocumented-parameters";
    for (tree, part, replacement) in [
        (
            r#"//- a.h
#if 0
/**
 * Reads.
 * @param path the file
 */
int scan(char *path, int limit);
#endif
"#,
            "#if 0",
            "#if A",
        ),
        (
            r#"//- b.h
/**
 * Sets how long to wait.
 * @param wait how long
 */
void port_set_wait(struct port *it, int wait);
"#,
            "struct port",
            "struct row",
        ),
        (
            r#"//- c.h
/**
 * Scans.
 * @param path the file
 */
int scan_internal(char *path, int limit);
"#,
            "scan_internal",
            "scan_rows",
        ),
        (
            r#"//- A.java
public final class A {
  /**
   * Scans.
   * @param path the file
   */
  static int scan(String path, int limit) { return 1; }
}
"#,
            "static",
            "public static",
        ),
        (
            r#"//- a.ts
/**
 * Scans.
 * @param path the file
 */
export function scan(path: string, {limit, size}: Options) {}
"#,
            "{limit, size}: Options",
            "limit: number",
        ),
        (
            r#"//- a.py
def scan(path, *args, **kwargs):
    """Scans.

    Args:
        path: the file
    """
"#,
            "*args, **kwargs",
            "limit",
        ),
        (
            r#"//- a.rs
/// Scans.
///
/// # Arguments
///
/// * `path` - the file
pub(crate) fn scan(path: &str, limit: u8) {}
"#,
            "(crate)",
            "",
        ),
        (
            r#"//- a.rb
# Scans.
# @param path [String] the file
# @private
def scan(path, limit)
end
"#,
            "# @private\n",
            "",
        ),
        (
            r#"//- A.kt
/**
 * Scans.
 * @param path the file
 */
internal fun scan(path: String, limit: Int) {}
"#,
            "internal ",
            "",
        ),
    ] {
        check_none(RULE, tree, part, replacement);
    }
    check(
        "undocumented-parameters",
        r#"//- src/Scanner.php
<?php
interface Scanner {
  /**
   * Scans.
   * @param string $path the file
   */
  public function scan($path, $limit);
}
//- src/Fast.php
<?php
class Fast implements Scanner {
  /**
   * Scans.
   * @param string $path the file
   */
  public function scan($path, $limit) {}
}
"#,
        "src/Scanner.php:7 the doc comment of `Scanner::scan` leaves out the parameter `limit`",
    );
}

#[test]
fn packages_side_by_side_are_one_gap() {
    let body = r#"func A() {}
func B() {}
func c() {}
"#
    .to_owned()
        + &"// x\n\n".repeat(50)
        + "func d() {}\n";
    let package = |path: &str, name: &str| {
        format!(
            r#"//- {path}
package {name}

{body}"#
        )
    };
    let rule = "missing-overview";
    check(
        rule,
        &format!(
            "{}{}{}",
            package("notify/mail/mail.go", "mail"),
            package("notify/pager/pager.go", "pager"),
            package("notify/web/web.go", "web")
        ),
        "notify/mail/mail.go:1 package `mail` and 2 more in `notify` have no package comment",
    );
    check_none(rule, &package("tide/internal/rows/rows.go", "rows"), "internal/", "");
    check_none(rule, &package("tide/run.go", "main"), "package main", "package tide");
}

#[test]
fn a_file_with_an_undescribed_type_or_a_document_of_its_name_needs_no_overview() {
    let rule = "missing-overview";
    let functions = r#"export function a() {}
export function b() {}
function c() {}
"#
    .to_owned()
        + &"// x\n\n".repeat(50)
        + "function d() {}\n";
    let reply = format!(
        r#"//- lib/reply.js
{functions}//- docs/Reply.md
# Reply
"#
    );
    check_none(rule, &reply, "docs/Reply.md", "docs/Other.md");
    check_none(rule, &format!("//- lib/utils/merge.js\n{functions}"), "utils/", "");
    let class = r#"class Table:
    def merge(self, a, b): pass


def a(): pass
def b(): pass
"#
    .to_owned();
    let rows = format!("//- tide/table_rows.py\n{class}{}", "x = 1\n".repeat(90));
    check_none(rule, &rows, "class Table:\n", "class Table:\n    \"\"\"Rows.\"\"\"\n");
    let body = r#"int a(void) { return 1; }
int b(void) { return 1; }
int c(void) { return 1; }
"#
    .to_owned()
        + &"/* x */\n\n".repeat(50)
        + "int d(void) { return 1; }\n";
    let header = "/* What the system offers to the library. */\n";
    let env = format!(
        r#"//- src/env.cc
#include "env.h"
{body}//- include/env.h
{header}
int a(void);
"#
    );
    check_none(rule, &env, header, "");
    check_none(rule, &format!("//- src/testutil.c\n{body}"), "testutil", "rows");
}
