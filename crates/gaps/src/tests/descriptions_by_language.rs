//! Which members and documented symbols need a description, in more languages.

use super::{MISSING, check, check_none};

#[test]
fn public_methods_of_ruby_php_and_elixir_need_a_description() {
    check(
        MISSING,
        r#"//- lib/tide.rb
module Tide
  class Table
    def initialize(rows)
      @rows = rows
    end
    attr_reader :rows
    def merge(other, how)
      @rows += other.rows
      how.call(@rows)
      self
    end
    def to_s = ''
    private
    def own(a, b); end
  end
  class TideError < StandardError; end
end
"#,
        "lib/tide.rb:2 class `Tide::Table` has no description\nlib/tide.rb:7 method `Tide::Table::merge` has no description\n",
    );
    check(
        MISSING,
        r#"//- src/Table.php
<?php
namespace Tide;

class Table {
    public function __construct($rows) {}
    public function merge(Table $other, int $how) {
        return $other;
    }
    private function own($a, $b) {}
}
"#,
        "src/Table.php:4 class `Tide\\Table` has no description\nsrc/Table.php:6 method `Tide\\Table::merge` has no description\n",
    );
    check(
        MISSING,
        r#"//- lib/tide.ex
defmodule Tide do
  @moduledoc "Tides."

  @doc "Reads a table."
  def read(path, limit), do: {path, limit}

  def merge(a, b) do
    {a, b}
  end

  @impl true
  def next(a, b), do: {a, b}

  @doc false
  def hidden(a, b), do: {a, b}

  defp own(a, b), do: {a, b}
end
"#,
        "lib/tide.ex:7 function `Tide.merge` has no description\n",
    );
}

#[test]
fn a_section_of_a_document_about_the_symbol_describes_it() {
    let code = r#"//- tide/__init__.py
//- tide/table.py
def read(path, limit):
    return path
//- docs/api.md
# API

## "#;
    check(
        MISSING,
        &format!(
            r#"{code}`read()`

Reads a table.
"#
        ),
        "",
    );
    check(
        MISSING,
        &format!(
            r#"{code}Reading

Reads a table.
"#
        ),
        "tide/table.py:1 function `read` has no description\n",
    );
}

#[test]
fn a_file_of_some_size_needs_an_overview() {
    let rule = "missing-overview";
    let lines = "x = 1\n".repeat(90);
    let body = r#"def a(): pass
def b(): pass
def c(): pass
"#;
    check(
        rule,
        &format!("//- t/a.py\n{body}{lines}"),
        "t/a.py:1 the file has no overview: nothing says what `a.py` is for\n",
    );
    check(
        rule,
        &format!(
            r#"//- t/a.py
"""Reads tide tables."""
{body}{lines}"#
        ),
        "",
    );
    check(
        rule,
        &format!(
            r#"//- t/a.py
{body}{lines}//- t/README.md
# T
"#
        ),
        "",
    );
    check(
        rule, r#"//- t/a.py
def a(): pass
"#, "",
    );
    let body = r#"pub fn a() {}
pub fn b() {}
fn c() {}
"#;
    let lines = "// x\n\n".repeat(50) + "fn d() {}\n";
    check(
        rule,
        &format!("//- src/a.rs\n{body}{lines}"),
        "src/a.rs:1 the file has no overview: nothing says what `a.rs` is for\n",
    );
    check(
        rule,
        &format!(
            r#"//- src/a.rs
//! Reads tide tables.

{body}{lines}"#
        ),
        "",
    );
    let body = r#"func A() {}
func B() {}
func c() {}
"#;
    let lines = "// x\n\n".repeat(50) + "func d() {}\n";
    check(
        rule,
        &format!(
            r#"//- t/a.go
package t

{body}{lines}//- t/b.go
package t

{body}{lines}"#
        ),
        "t/a.go:1 package `t` has no package comment\n",
    );
    check(
        rule,
        &format!(
            r#"//- t/a.go
package t

{body}{lines}//- t/doc.go
// Package t reads tides.
package t
"#
        ),
        "",
    );
    let body = r#"export function a() {}
export function b() {}
function c() {}
"#;
    let lines = "// x\n\n".repeat(50) + "function d() {}\n";
    check(
        rule,
        &format!("//- a.js\n{body}{lines}"),
        "a.js:1 the file has no overview: nothing says what `a.js` is for\n",
    );
    check(
        rule,
        &format!(
            r#"//- a.js
/**
 * Reads tide tables.
 */

{body}{lines}"#
        ),
        "",
    );
    check(
        rule,
        &format!("//- a.ts\n{body}{lines}"),
        "a.ts:1 the file has no overview: nothing says what `a.ts` is for\n",
    );
    let body = r#"int a(void) { return 1; }
int b(void) { return 1; }
int c(void) { return 1; }
"#;
    let lines = "/* x */\n\n".repeat(50) + "int d(void) { return 1; }\n";
    check(
        rule,
        &format!(
            r#"//- a.c
#include <x.h>
{body}{lines}"#
        ),
        "a.c:1 the file has no overview: nothing says what `a.c` is for\n",
    );
    check(
        rule,
        &format!(
            r#"//- a.c
#include <x.h>
{body}{lines}//- a.h
/* Reads tide tables. */

int a(void);
"#
        ),
        "",
    );
    let body = r#"function a() {}

function b() {}

function c() {}
"#;
    check(
        rule,
        &format!(
            r#"//- a.php
<?php
{body}{}"#,
            "// x\n\n".repeat(50) + "function d() {}\n"
        ),
        "a.php:1 the file has no overview: nothing says what `a.php` is for\n",
    );
    let body = r#"function a() end
function b() end
function c() end
"#;
    check(
        rule,
        &format!("//- a.lua\n{body}{}", "-- x\n\n".repeat(50) + "function d() end\n"),
        "a.lua:1 the file has no overview: nothing says what `a.lua` is for\n",
    );
    check_none(
        rule,
        r#"//- A.java
public class A {
}
"#,
        "",
        &format!(
            r#"//- a.py
def a(): pass
def b(): pass
def c(): pass
{}"#,
            "x = 1\n".repeat(90)
        ),
    );
}
