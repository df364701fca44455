//! Which symbols and files need a description, in many languages.

use super::{MISSING, check};

#[test]
fn public_names_of_rust_need_a_description() {
    check(
        MISSING,
        r#"//- src/lib.rs
pub mod tide;
mod inner;
pub use inner::Shown;
//- src/tide.rs
/// A table.
pub struct Table {
    pub rows: u8,
}

pub fn merge(a: Table, b: Table) -> Table {
    let _ = b;
    a
}

impl Table {
    pub fn rows(&self) -> u8 {
        self.rows
    }
    pub fn scale(&mut self, by: u8, from: u8) {
        self.rows = by - from;
    }
    fn own(&self, a: u8, b: u8) {}
}

impl Clone for Table {
    fn clone(&self) -> Table {
        Table { rows: self.rows }
    }
}

#[doc(hidden)]
pub fn secret(a: u8) {}

#[cfg(test)]
mod tests {
    pub fn helper(a: u8) {}
}
//- src/inner.rs
pub struct Shown;
pub struct Unseen;
//- tests/it.rs
pub fn check(a: u8) {}
"#,
        r#"src/inner.rs:1 struct `Shown` has no description
src/tide.rs:6 function `merge` has no description
src/tide.rs:15 method `Table::scale` has no description
"#,
    );
}

#[test]
fn public_names_of_python_need_a_description() {
    check(
        MISSING,
        r#"//- tide/__init__.py
//- tide/table.py
import abc
from typing import overload

class Table(Base):
    def __init__(self, rows):
        self.rows = rows
    def __len__(self):
        return 1
    def merge(self, other, how):
        """Joins two tables."""
    def scale(self, by, start):
        self.rows = [by]
        return start
    @property
    def size(self):
        return 1
    def _own(self, a): pass


class Base:
    """What all have."""
    def scale(self, by, start):
        """Multiplies every row."""


def read(path, limit):
    def inner(a):
        return a
    return inner(path)


def _private(a): pass


class Handler(logging.Handler):
    """Writes tides."""
    def emit(self, record, x):
        pass


class TideError(Exception):
    pass
//- tide/listed.py
__all__ = ['shown']

def shown(a, b): return a

def unlisted(a, b): return b
//- tide/table.pyi
def stub(a, b): ...
//- tests/test_table.py
def test_it(a): pass
"#,
        r#"tide/listed.py:3 function `shown` has no description
tide/table.py:4 class `Table` has no description
tide/table.py:26 function `read` has no description
"#,
    );
}

#[test]
fn exported_names_of_scripts_need_a_description_if_others_use_them() {
    check(
        MISSING,
        r#"//- src/a.ts
export function used(a: string) { return a }
export function unused(a: string) { return a }
function own(a: string) { return a }
export class Table {
  scale(by: number, from: number) {
    return by - from
  }
  toString() { return '' }
}
export type Props = { a: string }
//- src/b.ts
import {used, Table} from './a'
used('x')
new Table()
//- src/c.ts
import {used, Table} from './a'
used('y')
new Table()
"#,
        r#"src/a.ts:1 function `used` has no description
src/a.ts:4 class `Table` has no description
src/a.ts:5 method `Table.scale` has no description
"#,
    );
    check(
        MISSING,
        r#"//- lib/a.js
module.exports = { join }
function join(a, b) { return a + b }
function local(a, b) { return a }
//- lib/b.js
const { join } = require('./a')
join(1, 2)
//- lib/c.js
const { join } = require('./a')
join(1, 3)
"#,
        "lib/a.js:2 function `join` has no description\n",
    );
}

#[test]
fn exported_names_of_go_need_a_description() {
    check(
        MISSING,
        r#"//- tide/table.go
// Package tide reads tides.
package tide

type Table struct{ rows int }

// Source gives rows.
type Source interface {
	Next(limit int) int
}

func (t *Table) Next(limit int) int {
	return limit
}

func (t *Table) String() string { return "" }

func (t *Table) Merge(other *Table, how int) {
	t.rows = other.rows
}

func Read(path string, limit int) *Table {
	return nil
}

func read(path string) {}

type hidden struct{}

func (h hidden) Shown(a, b int) {
}
"#,
        r#"tide/table.go:4 struct `Table` has no description
tide/table.go:17 method `Table.Merge` has no description
tide/table.go:21 function `Read` has no description
"#,
    );
}

#[test]
fn public_members_of_java_and_its_relatives_need_a_description() {
    check(
        MISSING,
        r#"//- src/main/java/tide/Table.java
package tide;

public class Table implements Source {
    private int rows;
    public int getRows() { return rows; }
    public void setRows(int rows) { this.rows = rows; }
    @Override
    public int next(int limit, int from) {
        return limit;
    }
    public Table merge(Table other, int how) {
        return other;
    }
    /** Joins two. */
    public Table join(Table other) { return other; }
    public Table join(Table other, int how) { return other; }
    void own(int a, int b) {}
    public String toString() { return ""; }
}
"#,
        "src/main/java/tide/Table.java:3 class `Table` has no description\nsrc/main/java/tide/Table.java:11 method `Table.merge` has no description\n",
    );
    check(
        MISSING,
        r#"//- src/Table.kt
class Table : Source() {
    override fun next(limit: Int): Int {
        return limit
    }
    private fun own(a: Int, b: Int) = a
    /** Joins two. */
    fun join(a: Table, b: Table) = a
}
actual class Port
"#,
        "src/Table.kt:1 class `Table` has no description\n",
    );
    check(
        MISSING,
        r#"//- src/Table.cs
namespace Tide {
    public class Table {
        public int Merge(Table a, Table b) {
            return 1;
        }
        internal int Own(int a, int b) { return 1; }
        public override string ToString() { return ""; }
    }
}
"#,
        "src/Table.cs:2 class `Tide.Table` has no description\nsrc/Table.cs:3 method `Tide.Table.Merge` has no description\n",
    );
}

#[test]
fn what_a_header_of_c_declares_needs_a_description_in_either_file() {
    check(
        MISSING,
        r#"//- tide.h
#ifndef TIDE_H
#define TIDE_H
int tide_read(const char *path);
int tide_merge(int a, int b);
struct tide_table { int rows; int days; int port; };
#endif
//- tide.c
#include "tide.h"
/* Reads a table from a file. */
int tide_read(const char *path) { return 0; }
int tide_merge(int a, int b) { return a; }
static int own(int a) { return a; }
int not_declared(int a) { return a; }
"#,
        "tide.h:4 function `tide_merge` has no description\ntide.h:5 struct `tide_table` has no description\n",
    );
}
