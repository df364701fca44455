//! What strangers judged to be no gap, as the smallest text that shows it, in many languages; and beside it what
//! still is one.

use super::{MISSING, check, check_described};

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
