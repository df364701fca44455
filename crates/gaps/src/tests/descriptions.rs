//! Which symbols and files need a description, in many languages.

use super::check;

const MISSING: &str = "missing-description";

#[test]
fn public_names_of_rust_need_a_description() {
    check(
        MISSING,
        "//- src/lib.rs\npub mod tide;\nmod inner;\npub use inner::Shown;\n//- src/tide.rs\n/// A table.\npub struct Table {\n    pub rows: u8,\n}\n\npub fn merge(a: Table, b: Table) -> Table {\n    let _ = b;\n    a\n}\n\nimpl Table {\n    pub fn rows(&self) -> u8 {\n        self.rows\n    }\n    pub fn scale(&mut self, by: u8, from: u8) {\n        self.rows = by - from;\n    }\n    fn own(&self, a: u8, b: u8) {}\n}\n\nimpl Clone for Table {\n    fn clone(&self) -> Table {\n        Table { rows: self.rows }\n    }\n}\n\n#[doc(hidden)]\npub fn secret(a: u8) {}\n\n#[cfg(test)]\nmod tests {\n    pub fn helper(a: u8) {}\n}\n//- src/inner.rs\npub struct Shown;\npub struct Unseen;\n//- tests/it.rs\npub fn check(a: u8) {}\n",
        "src/inner.rs:1 struct `Shown` has no description\nsrc/tide.rs:6 function `merge` has no description\nsrc/tide.rs:15 method `Table::scale` has no description\n",
    );
}

#[test]
fn public_names_of_python_need_a_description() {
    check(
        MISSING,
        "//- tide/__init__.py\n//- tide/table.py\nimport abc\nfrom typing import overload\n\nclass Table(Base):\n    def __init__(self, rows):\n        self.rows = rows\n    def __len__(self):\n        return 1\n    def merge(self, other, how):\n        \"\"\"Joins two tables.\"\"\"\n    def scale(self, by, start):\n        self.rows = [by]\n        return start\n    @property\n    def size(self):\n        return 1\n    def _own(self, a): pass\n\n\nclass Base:\n    \"\"\"What all have.\"\"\"\n    def scale(self, by, start):\n        \"\"\"Multiplies every row.\"\"\"\n\n\ndef read(path, limit):\n    def inner(a):\n        return a\n    return inner(path)\n\n\ndef _private(a): pass\n\n\nclass Handler(logging.Handler):\n    \"\"\"Writes tides.\"\"\"\n    def emit(self, record, x):\n        pass\n\n\nclass TideError(Exception):\n    pass\n//- tide/listed.py\n__all__ = ['shown']\n\ndef shown(a, b): return a\n\ndef unlisted(a, b): return b\n//- tide/table.pyi\ndef stub(a, b): ...\n//- tests/test_table.py\ndef test_it(a): pass\n",
        "tide/listed.py:3 function `shown` has no description\ntide/table.py:4 class `Table` has no description\ntide/table.py:26 function `read` has no description\n",
    );
}

#[test]
fn exported_names_of_scripts_need_a_description_if_others_use_them() {
    check(
        MISSING,
        "//- src/a.ts\nexport function used(a: string) { return a }\nexport function unused(a: string) { return a }\nfunction own(a: string) { return a }\nexport class Table {\n  scale(by: number, from: number) {\n    return by - from\n  }\n  toString() { return '' }\n}\nexport type Props = { a: string }\n//- src/b.ts\nimport {used, Table} from './a'\nused('x')\nnew Table()\n//- src/c.ts\nimport {used, Table} from './a'\nused('y')\nnew Table()\n",
        "src/a.ts:1 function `used` has no description\nsrc/a.ts:4 class `Table` has no description\nsrc/a.ts:5 method `Table.scale` has no description\n",
    );
    check(
        MISSING,
        "//- lib/a.js\nmodule.exports = { join }\nfunction join(a, b) { return a + b }\nfunction local(a, b) { return a }\n//- lib/b.js\nconst { join } = require('./a')\njoin(1, 2)\n//- lib/c.js\nconst { join } = require('./a')\njoin(1, 3)\n",
        "lib/a.js:2 function `join` has no description\n",
    );
}

#[test]
fn exported_names_of_go_need_a_description() {
    check(
        MISSING,
        "//- tide/table.go\n// Package tide reads tides.\npackage tide\n\ntype Table struct{ rows int }\n\n// Source gives rows.\ntype Source interface {\n\tNext(limit int) int\n}\n\nfunc (t *Table) Next(limit int) int {\n\treturn limit\n}\n\nfunc (t *Table) String() string { return \"\" }\n\nfunc (t *Table) Merge(other *Table, how int) {\n\tt.rows = other.rows\n}\n\nfunc Read(path string, limit int) *Table {\n\treturn nil\n}\n\nfunc read(path string) {}\n\ntype hidden struct{}\n\nfunc (h hidden) Shown(a, b int) {\n}\n",
        "tide/table.go:4 struct `Table` has no description\ntide/table.go:17 method `Table.Merge` has no description\ntide/table.go:21 function `Read` has no description\n",
    );
}

#[test]
fn public_members_of_java_and_its_relatives_need_a_description() {
    check(
        MISSING,
        "//- src/main/java/tide/Table.java\npackage tide;\n\npublic class Table implements Source {\n    private int rows;\n    public int getRows() { return rows; }\n    public void setRows(int rows) { this.rows = rows; }\n    @Override\n    public int next(int limit, int from) {\n        return limit;\n    }\n    public Table merge(Table other, int how) {\n        return other;\n    }\n    /** Joins two. */\n    public Table join(Table other) { return other; }\n    public Table join(Table other, int how) { return other; }\n    void own(int a, int b) {}\n    public String toString() { return \"\"; }\n}\n",
        "src/main/java/tide/Table.java:3 class `Table` has no description\nsrc/main/java/tide/Table.java:11 method `Table.merge` has no description\n",
    );
    check(
        MISSING,
        "//- src/Table.kt\nclass Table : Source() {\n    override fun next(limit: Int): Int {\n        return limit\n    }\n    private fun own(a: Int, b: Int) = a\n    /** Joins two. */\n    fun join(a: Table, b: Table) = a\n}\nactual class Port\n",
        "src/Table.kt:1 class `Table` has no description\n",
    );
    check(
        MISSING,
        "//- src/Table.cs\nnamespace Tide {\n    public class Table {\n        public int Merge(Table a, Table b) {\n            return 1;\n        }\n        internal int Own(int a, int b) { return 1; }\n        public override string ToString() { return \"\"; }\n    }\n}\n",
        "src/Table.cs:2 class `Tide.Table` has no description\nsrc/Table.cs:3 method `Tide.Table.Merge` has no description\n",
    );
}

#[test]
fn what_a_header_of_c_declares_needs_a_description_in_either_file() {
    check(
        MISSING,
        "//- tide.h\n#ifndef TIDE_H\n#define TIDE_H\nint tide_read(const char *path);\nint tide_merge(int a, int b);\nstruct tide_table { int rows; int days; int port; };\n#endif\n//- tide.c\n#include \"tide.h\"\n/* Reads a table from a file. */\nint tide_read(const char *path) { return 0; }\nint tide_merge(int a, int b) { return a; }\nstatic int own(int a) { return a; }\nint not_declared(int a) { return a; }\n",
        "tide.h:4 function `tide_merge` has no description\ntide.h:5 struct `tide_table` has no description\n",
    );
}

#[test]
fn public_methods_of_ruby_php_and_elixir_need_a_description() {
    check(
        MISSING,
        "//- lib/tide.rb\nmodule Tide\n  class Table\n    def initialize(rows)\n      @rows = rows\n    end\n    attr_reader :rows\n    def merge(other, how)\n      @rows += other.rows\n      how.call(@rows)\n      self\n    end\n    def to_s = ''\n    private\n    def own(a, b); end\n  end\n  class TideError < StandardError; end\nend\n",
        "lib/tide.rb:2 class `Tide::Table` has no description\nlib/tide.rb:7 method `Tide::Table::merge` has no description\n",
    );
    check(
        MISSING,
        "//- src/Table.php\n<?php\nnamespace Tide;\n\nclass Table {\n    public function __construct($rows) {}\n    public function merge(Table $other, int $how) {\n        return $other;\n    }\n    private function own($a, $b) {}\n}\n",
        "src/Table.php:4 class `Tide\\Table` has no description\nsrc/Table.php:6 method `Tide\\Table::merge` has no description\n",
    );
    check(
        MISSING,
        "//- lib/tide.ex\ndefmodule Tide do\n  @moduledoc \"Tides.\"\n\n  @doc \"Reads a table.\"\n  def read(path, limit), do: {path, limit}\n\n  def merge(a, b) do\n    {a, b}\n  end\n\n  @impl true\n  def next(a, b), do: {a, b}\n\n  @doc false\n  def hidden(a, b), do: {a, b}\n\n  defp own(a, b), do: {a, b}\nend\n",
        "lib/tide.ex:7 function `Tide.merge` has no description\n",
    );
}

#[test]
fn a_section_of_a_document_about_the_symbol_describes_it() {
    let code = "//- tide/__init__.py\n//- tide/table.py\ndef read(path, limit):\n    return path\n//- docs/api.md\n# API\n\n## ";
    check(MISSING, &format!("{code}`read()`\n\nReads a table.\n"), "");
    check(
        MISSING,
        &format!("{code}Reading\n\nReads a table.\n"),
        "tide/table.py:1 function `read` has no description\n",
    );
}

#[test]
fn a_description_says_more_than_the_name() {
    let rule = "short-description";
    check(
        rule,
        "//- tide.py\ndef merge_tables(a, b):\n    \"\"\"Merge the tables.\"\"\"\n    return a\n\ndef read(path, limit):\n    \"\"\"TODO\"\"\"\n    return path\n\ndef cut(path, limit):\n    \"\"\"Cut it.\"\"\"\n    return path\n\ndef scale(path, limit):\n    \"\"\"Multiplies every row by a factor.\"\"\"\n    return path\n",
        "tide.py:1 description of `merge_tables` only repeats its name\ntide.py:5 description of `read` says only that one is to be written\ntide.py:9 description of `cut` has only 2 words\n",
    );
    check(
        rule,
        "//- src/Table.java\n/** Table class. */\npublic class Table {\n    /**\n     * @return how many rows there are\n     */\n    public int count(int a, int b) { return 1; }\n    /** Sets the 404 handler. */\n    public void setHandler(int a, int b) {\n    }\n}\n",
        "src/Table.java:2 description of `Table` has only 2 words\n",
    );
    check(
        rule,
        "//- a.go\n// Package a is here.\npackage a\n\n// Read reads.\nfunc Read(path string, n int) {\n}\n\n// Merge joins tables; the second one counts.\nfunc Merge(path string, n int) {\n}\n",
        "a.go:5 description of `Read` has only 2 words\n",
    );
}

#[test]
fn a_file_of_some_size_needs_an_overview() {
    let rule = "missing-overview";
    let lines = "x = 1\n".repeat(90);
    let body = "def a(): pass\ndef b(): pass\ndef c(): pass\n";
    check(
        rule,
        &format!("//- t/a.py\n{body}{lines}"),
        "t/a.py:1 the file has no overview: nothing says what `a.py` is for\n",
    );
    check(rule, &format!("//- t/a.py\n\"\"\"Reads tide tables.\"\"\"\n{body}{lines}"), "");
    check(rule, &format!("//- t/a.py\n{body}{lines}//- t/README.md\n# T\n"), "");
    check(rule, "//- t/a.py\ndef a(): pass\n", "");
    let body = "pub fn a() {}\npub fn b() {}\nfn c() {}\n";
    let lines = "// x\n\n".repeat(50) + "fn d() {}\n";
    check(
        rule,
        &format!("//- src/a.rs\n{body}{lines}"),
        "src/a.rs:1 the file has no overview: nothing says what `a.rs` is for\n",
    );
    check(rule, &format!("//- src/a.rs\n//! Reads tide tables.\n\n{body}{lines}"), "");
    let body = "func A() {}\nfunc B() {}\nfunc c() {}\n";
    let lines = "// x\n\n".repeat(50) + "func d() {}\n";
    check(
        rule,
        &format!("//- t/a.go\npackage t\n\n{body}{lines}//- t/b.go\npackage t\n\n{body}{lines}"),
        "t/a.go:1 package `t` has no package comment\n",
    );
    check(
        rule,
        &format!(
            "//- t/a.go\npackage t\n\n{body}{lines}//- t/doc.go\n// Package t reads tides.\npackage t\n"
        ),
        "",
    );
    let body = "export function a() {}\nexport function b() {}\nfunction c() {}\n";
    let lines = "// x\n\n".repeat(50) + "function d() {}\n";
    check(
        rule,
        &format!("//- a.js\n{body}{lines}"),
        "a.js:1 the file has no overview: nothing says what `a.js` is for\n",
    );
    check(rule, &format!("//- a.js\n/**\n * Reads tide tables.\n */\n\n{body}{lines}"), "");
    check(
        rule,
        &format!("//- a.ts\n{body}{lines}"),
        "a.ts:1 the file has no overview: nothing says what `a.ts` is for\n",
    );
    let body = "int a(void) { return 1; }\nint b(void) { return 1; }\nint c(void) { return 1; }\n";
    let lines = "/* x */\n\n".repeat(50) + "int d(void) { return 1; }\n";
    check(
        rule,
        &format!("//- a.c\n#include <x.h>\n{body}{lines}"),
        "a.c:1 the file has no overview: nothing says what `a.c` is for\n",
    );
    check(
        rule,
        &format!(
            "//- a.c\n#include <x.h>\n{body}{lines}//- a.h\n/* Reads tide tables. */\n\nint a(void);\n"
        ),
        "",
    );
    let body = "function a() {}\n\nfunction b() {}\n\nfunction c() {}\n";
    check(
        rule,
        &format!("//- a.php\n<?php\n{body}{}", "// x\n\n".repeat(50) + "function d() {}\n"),
        "a.php:1 the file has no overview: nothing says what `a.php` is for\n",
    );
    let body = "function a() end\nfunction b() end\nfunction c() end\n";
    check(
        rule,
        &format!("//- a.lua\n{body}{}", "-- x\n\n".repeat(50) + "function d() end\n"),
        "a.lua:1 the file has no overview: nothing says what `a.lua` is for\n",
    );
    check(rule, "//- A.java\npublic class A {\n}\n", "");
}
