//! What strangers judged to be no gap, as the smallest text that shows it, in many languages; and beside it what
//! still is one.

use super::check;

const MISSING: &str = "missing-description";

/// Nothing is missing in any of these trees.
fn check_described(trees: &[&str]) {
    for tree in trees {
        check(MISSING, tree, "");
    }
}

#[test]
fn a_comment_apart_from_a_declaration_of_c_describes_it() {
    check_described(&[
        "//- a.h\nint x;\n/* Reads the table of a port. */\n\nint tide_read(int a, int b);\n",
        "//- a.h\nint x;\n/** Reads the table of a port. */\n\nTIDE_EXPORT\nint tide_read(int a, int b);\n",
        "//- a.h\nint x;\n/** Reads the table of a port. */\nTIDE_PUBLIC(int) tide_read(int a, int b);\n",
        "//- a.hpp\nnamespace tide {\n// Locks a table while it is in scope.\n//\n//   Lock lock(table);\n\nclass Lock {\n public:\n  Lock(int a, int b);\n};\n}\n",
        "//- a.h\nint tide_read(int a, int b); /**< Reads the table of a port. */\nint tide_merge(int a, int b); // Joins two tables.\n",
    ]);
    // The comment at the top is about the file, and one above something else is not about what follows.
    check(
        MISSING,
        "//- a.h\n/* Reads tide tables. */\n\nint tide_read(int a, int b);\n",
        "a.h:3 function `tide_read` has no description",
    );
    check(
        MISSING,
        "//- a.h\n/* Joins tables of two ports. */\nint tide_merge(int a, int b);\n\nint tide_read(int a, int b);\n",
        "a.h:4 function `tide_read` has no description",
    );
}

#[test]
fn a_comment_over_a_group_describes_all_of_it() {
    check_described(&[
        "//- a.h\nint x;\n/* These calls make an item. */\nint make_rows(int a, int b);\nint make_tides(int a, int b);\n/* raw */\nint make_raw(int a, int b);\nint make_ports(int a, int b);\n",
        "//- a.h\nint x;\n/* Add a row to a table or port. */\nint add_row(int a, int b);\nint add_port(int a, int b);\n",
        "//- a.hpp\nint x;\n// Lower-level versions of put, which write directly\n// into a buffer.\n\ninline void put_low(char* a, int b) {\n  a[0] = b;\n  a[1] = b;\n}\n\ninline void put_high(char* a, int b) {\n  a[0] = b;\n  a[1] = b;\n}\n",
        "//- a.hpp\nclass Status;\n// Says how something ended, with a message.\nclass Status {\n public:\n  // Return a failure of the right kind.\n  static Status Lost(int a, int b) {\n    return Status(1, a, b);\n  }\n  static Status Late(int a, int b) {\n    return Status(2, a, b);\n  }\n};\n",
        "//- a.lua\nlocal x = 1\n\n-- Helper functions for tables.\n\nfunction merge(a, b)\n  a = b\n  return a\nend\n\nfunction join(a, b)\n  b = a\n  return b\nend\n",
        "//- src/A.php\n<?php\n/** Joins tables. */\nclass A {\n    public $x = 1;\n    // These methods join rows.\n    public function merge($a, $b) {\n        $a = $b;\n        return $a;\n    }\n\n    public function join($a, $b) {\n        $b = $a;\n        return $b;\n    }\n}\n",
    ]);
    check(
        MISSING,
        "//- a.h\nint x;\n/**\n * Joins tables.\n * @param a one\n */\nint merge(int a, int b);\nint split(int a, int b);\n",
        "a.h:7 function `split` has no description",
    );
}

#[test]
fn the_header_of_a_file_describes_what_it_names() {
    check_described(&[
        "//- a.h\n// Copyright X. All rights reserved.\n//\n// A Slice points into memory that others own.\n\n#ifndef A\n#define A\nnamespace tide {\nclass Slice {\n public:\n  int a;\n};\n}\n#endif\n",
        "//- src/lib.rs\n//! A [`Table`] holds all rows of one port.\n\npub struct Table(u8);\n",
        "//- tide.py\n\"\"\"Reads rows with Table, one port at a time.\"\"\"\n\nclass Table:\n    def merge(self, other, how):\n        \"\"\"Joins two tables.\"\"\"\n",
        "//- lib/tide.rb\n# This file contains all that tracks the rows of a port.\nmodule Tide\n  class Tracker\n    attr_reader :rows\n  end\nend\n",
        "//- lib/tide.rb\nrequire \"time\"\n\n# Marks when a new version was deployed, from a script:\n#\n#   Tide::Deploy.mark!\n\nmodule Tide\n  class Deploy\n    attr_reader :rows\n  end\nend\n",
        "//- lib/tide.rb\n# All middleware is called in the order of this chain.\nmodule Tide\n  class Chain\n    attr_reader :rows\n  end\nend\n",
    ]);
    check(
        MISSING,
        "//- src/lib.rs\n//! Reads all rows of one port.\n\npub struct Table(u8);\n",
        "src/lib.rs:3 struct `Table` has no description",
    );
}

#[test]
fn described_members_and_constructors_describe_their_type() {
    check_described(&[
        "//- src/lib.rs\npub enum Tide {\n    /// The sea rises.\n    Flood,\n    /// The sea falls.\n    Ebb,\n}\n",
        "//- a.h\nenum tide {\n  FLOOD, /* the sea rises */\n  EBB /* the sea falls */\n};\n",
        "//- index.ts\nexport interface Tide {\n  /** When the sea rises. */\n  flood: number;\n  /** When the sea falls. */\n  ebb: number;\n}\n//- a.ts\nimport {Tide} from './index'\nlet a: Tide\n//- b.ts\nimport {Tide} from './index'\nlet a: Tide\n",
        "//- lib/tide.rb\nmodule Tide\n  class Client\n    # Tide::Client sends rows to the port.\n    def initialize(rows)\n      @rows = rows\n    end\n  end\nend\n",
        "//- tide.py\nclass Client:\n    def __init__(self, rows):\n        \"\"\"Sends the rows of a table to one port.\"\"\"\n        self.rows = rows\n",
        "//- src/Tide.java\n/** Turns rows into something else. */\npublic interface Tide {\n    String convert(int row, int day);\n}\n",
        "//- tide.go\npackage tide\n\ntype Kind struct {\n\tRise int // when the sea rises\n\tFall int // when the sea falls\n}\n",
    ]);
}

#[test]
fn what_its_body_says_needs_no_description() {
    check_described(&[
        "//- tide.go\npackage tide\n\n// Table has rows.\ntype Table struct{ rows int }\n\nfunc NewTable(rows int, day int) *Table {\n\treturn &Table{\n\t\trows: rows,\n\t}\n}\n\ntype Tables []*Table\n",
        "//- lib/tide.rb\n# Finds what answers a path.\nmodule Router\n  def get(path, how) = route(:get, path, how)\n\n  def load_json(text, how)\n    JSON.parse(text, how)\n  end\nend\n",
        "//- tide.py\ndef get_level(port, day):\n    return port.levels[day]\n",
        "//- a.h\n#define table_rows(t) ((t)->rows)\n#define TIDE_EXPORT __attribute__((visibility(\"default\")))\n#define TIDE_API\n",
        "//- src/A.php\n<?php\n/** Joins tables. */\nclass A {\n    public function merge($a, $b) {\n        return $this->mergeAll($a, $b);\n    }\n}\n",
    ]);
    check(
        MISSING,
        "//- tide.go\npackage tide\n\nfunc NewTable(rows int, day int) *Table {\n\tcheck(rows)\n\treturn &Table{rows: rows}\n}\n",
        "tide.go:3 function `NewTable` has no description",
    );
}

#[test]
fn what_is_not_for_others_needs_no_description() {
    check_described(&[
        "//- run.sh\nbuild() {\n  make\n}\n//- all.sh\n. run.sh\nbuild\n",
        "//- include/tide.h\n/* Reads a table. */\nint tide_read(int a, int b);\n//- own.h\nint tide_own(int a, int b);\n",
        "//- tide-compat.h\nint tide_own(int a, int b);\n//- tide_p.h\nint tide_more(int a, int b);\n",
        "//- tide.h\nint tide_read_(int a, int b);\n#if SSL_VERSION < 3\n#define SSL_put(a, b) ((a) + (b))\n#endif\n",
        "//- tide/internal/a.go\npackage internal\n\nfunc Read(path string, limit int) int {\n\treturn limit\n}\n",
        "//- a/src/lib.rs\nmod rows;\npub use rows::Shown;\n//- a/src/rows.rs\n/// Shown.\npub struct Shown;\npub struct Iter;\n//- b/src/lib.rs\nmod rows;\npub use rows::Iter;\n//- b/src/rows.rs\n/// Goes through rows.\npub struct Iter;\n",
        "//- Gemfile\n//- myapp/config/application.rb\n//- myapp/app/post.rb\nclass Post\n  def merge(a, b)\n    a = b\n    a\n  end\nend\n",
        "//- make_table.py\n#!/usr/bin/env python\ndef read(path, limit):\n    path = limit\n    return path\n",
        "//- lib/tide.rb\nclass Tide # :nodoc:\n  def merge(a, b)\n    a = b\n    a\n  end\nend\n",
        "//- src/testutil.h\nint check_rows(int a, int b);\n",
        "//- pyproject.toml\n//- src/tide/__init__.py\n//- show.py\ndef show(path, limit):\n    path = limit\n    return path\n",
        "//- buildSrc/src/main/kotlin/Docs.kt\nclass Docs {\n    fun merge(a: Int, b: Int): Int {\n        return a\n    }\n}\n",
        "//- src/lib.rs\npub type Result<T> = std::result::Result<T, u8>;\n",
        "//- tide.go\npackage tide\n\ntype Row = base[string]\n",
        "//- tide.py\nclass Port(Protocol):\n    \"\"\"Has rows.\"\"\"\n    def merge(self, a, b): ...\n",
        "//- src/Tide.java\n/** What is known of a tide. */\npublic interface Tide {\n    int getRows();\n    int getDays();\n}\n",
    ]);
}

#[test]
fn an_interface_and_its_implementation_are_one_gap() {
    check(
        MISSING,
        "//- src/TableInterface.php\n<?php\nnamespace Tide;\n\ninterface TableInterface {\n    /** Joins two. */\n    public function merge($a, $b);\n}\n//- src/Table.php\n<?php\nnamespace Tide;\n\nclass Table implements TableInterface {\n    public function merge($a, $b) {\n        return $a;\n    }\n}\n",
        "src/TableInterface.php:4 interface `Tide\\TableInterface` has no description",
    );
    check(
        MISSING,
        "//- src/ITable.cs\npublic interface ITable {\n    /// <summary>Joins two.</summary>\n    int Merge(int a, int b);\n}\n//- src/Table.cs\npublic class Table : ITable {\n    public int Merge(int a, int b) {\n        return a;\n    }\n}\n",
        "src/ITable.cs:1 interface `ITable` has no description",
    );
}

#[test]
fn documents_describe_by_a_title_in_another_spelling_and_by_a_sentence() {
    let types = "//- tide.go\npackage tide\n\ntype PortConfig struct{ rows int }\n\ntype TideConfig struct{ rows int }\n";
    check(
        MISSING,
        &format!(
            "{types}//- docs/configuration.md\n# Configuration\n\n## `<port_config>`\n\nRows of a port.\n"
        ),
        "tide.go:5 struct `TideConfig` has no description",
    );
    let functions = "//- a.h\nint tide_detach_row(int a, int b);\n//- ";
    check(
        MISSING,
        &format!("{functions}README.md\n# Tide\n\nTo take a row out, use `tide_detach_row`.\n"),
        "",
    );
    check(
        MISSING,
        &format!("{functions}CHANGELOG.md\n# 1.2\n\nAdded `tide_detach_row`.\n"),
        "a.h:1 function `tide_detach_row` has no description",
    );
}

#[test]
fn short_descriptions_are_found_in_many_languages() {
    for (path, text, line, symbol) in [
        (
            "a.py",
            "def merge_rows(a, b):\n    \"\"\"Merge rows.\"\"\"\n    return a\n",
            1,
            "merge_rows",
        ),
        (
            "src/lib.rs",
            "/// Merge rows.\npub fn merge_rows(a: u8, b: u8) -> u8 {\n    a - b\n}\n",
            2,
            "merge_rows",
        ),
        (
            "a.go",
            "package a\n\n// MergeRows merges.\nfunc MergeRows(a int, b int) int {\n\treturn a\n}\n",
            4,
            "MergeRows",
        ),
        ("a.h", "int x;\n/* Merge rows. */\nint merge_rows(int a, int b);\n", 3, "merge_rows"),
        (
            "A.java",
            "/** Holds all rows of one port. */\npublic class A {\n  /** Merge rows. */\n  public int mergeRows(int a, int b) { return a; }\n}\n",
            4,
            "A.mergeRows",
        ),
        (
            "A.kt",
            "/** Merge rows. */\nfun mergeRows(a: Int, b: Int): Int {\n  return a\n}\n",
            2,
            "mergeRows",
        ),
        (
            "A.php",
            "<?php\n/** Merge rows. */\nfunction mergeRows($a, $b) {\n  return $a;\n}\n",
            3,
            "mergeRows",
        ),
        (
            "lib/a.rb",
            "# Holds all rows of one port.\nclass A\n  # Merge rows.\n  def merge_rows(a, b)\n    a = b\n    a\n  end\nend\n",
            4,
            "A::merge_rows",
        ),
        (
            "A.cs",
            "/// <summary>Holds all rows of one port.</summary>\npublic class A {\n  /// <summary>Merge rows.</summary>\n  public int MergeRows(int a, int b) { return a; }\n}\n",
            4,
            "A.MergeRows",
        ),
    ] {
        check(
            "short-description",
            &format!("//- {path}\n{text}"),
            &format!("{path}:{line} description of `{symbol}` has only 2 words"),
        );
    }
}

#[test]
fn short_descriptions_that_say_something_are_enough() {
    for (path, text) in [
        (
            "lib/a.rb",
            "# Holds all rows of one port.\nclass A\n  # internal redirect\n  def redirect(a, b)\n    a = b\n    a\n  end\nend\n",
        ),
        (
            "a.go",
            "package a\n\n// Log keeps all rows of one port.\ntype Log struct{}\n\n// Stop the log.\nfunc (l *Log) Stop() {\n\tl.a()\n\tl.b()\n\tl.c()\n\tl.d()\n\tl.e()\n}\n\n// Snapshot implements the Log interface.\nfunc (l *Log) Snapshot(a int, b int) {\n}\n",
        ),
        (
            "src/lib.rs",
            "/// The tide.\npub enum Tide {\n    /// The sea rises.\n    Flood,\n    /// The sea falls.\n    Ebb,\n}\n",
        ),
        ("a.py", "def cut(a, b):\n    \"\"\"Shorten rows.\"\"\"\n    return a\n"),
        ("a.h", "int x;\n/* fewer rows */\nint cut(int a, int b);\n"),
        ("A.java", "/** All rows. */\npublic class A {\n}\n"),
        ("A.php", "<?php\n/** Shorten it. */\nfunction cut($a, $b) {\n  return $a;\n}\n"),
        ("A.kt", "/** Shortens rows. */\nfun cut(a: Int, b: Int): Int {\n  return a\n}\n"),
    ] {
        check("short-description", &format!("//- {path}\n{text}"), "");
    }
}

#[test]
fn parameters_of_what_is_not_for_others_may_be_left_out() {
    for (path, text) in [
        (
            "a.h",
            "#if 0\n/**\n * Reads.\n * @param path the file\n */\nint scan(char *path, int limit);\n#endif\n",
        ),
        (
            "b.h",
            "/**\n * Sets how long to wait.\n * @param wait how long\n */\nvoid port_set_wait(struct port *it, int wait);\n",
        ),
        (
            "c.h",
            "/**\n * Scans.\n * @param path the file\n */\nint scan_internal(char *path, int limit);\n",
        ),
        (
            "A.java",
            "final class A {\n  /**\n   * Scans.\n   * @param path the file\n   */\n  static int scan(String path, int limit) { return 1; }\n}\n",
        ),
        (
            "a.ts",
            "/**\n * Scans.\n * @param path the file\n */\nexport function scan(path: string, {limit, size}: Options) {}\n",
        ),
        (
            "a.py",
            "def scan(path, *args, **kwargs):\n    \"\"\"Scans.\n\n    Args:\n        path: the file\n    \"\"\"\n",
        ),
        (
            "a.rs",
            "/// Scans.\n///\n/// # Arguments\n///\n/// * `path` - the file\npub(crate) fn scan(path: &str, limit: u8) {}\n",
        ),
        (
            "a.rb",
            "# Scans.\n# @param path [String] the file\n# @private\ndef scan(path, limit)\nend\n",
        ),
        (
            "A.kt",
            "/**\n * Scans.\n * @param path the file\n */\ninternal fun scan(path: String, limit: Int) {}\n",
        ),
    ] {
        check("undocumented-parameters", &format!("//- {path}\n{text}"), "");
    }
    check(
        "undocumented-parameters",
        "//- src/Scanner.php\n<?php\ninterface Scanner {\n  /**\n   * Scans.\n   * @param string $path the file\n   */\n  public function scan($path, $limit);\n}\n//- src/Fast.php\n<?php\nclass Fast implements Scanner {\n  /**\n   * Scans.\n   * @param string $path the file\n   */\n  public function scan($path, $limit) {}\n}\n",
        "src/Scanner.php:7 the doc comment of `Scanner::scan` leaves out the parameter `limit`",
    );
}

#[test]
fn packages_side_by_side_are_one_gap() {
    let body = "func A() {}\nfunc B() {}\nfunc c() {}\n".to_owned()
        + &"// x\n\n".repeat(50)
        + "func d() {}\n";
    let package = |path: &str, name: &str| format!("//- {path}\npackage {name}\n\n{body}");
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
    check(rule, &package("tide/internal/rows/rows.go", "rows"), "");
    check(rule, &package("tide/run.go", "main"), "");
}

#[test]
fn a_file_with_an_undescribed_type_or_a_document_of_its_name_needs_no_overview() {
    let rule = "missing-overview";
    let functions = "export function a() {}\nexport function b() {}\nfunction c() {}\n".to_owned()
        + &"// x\n\n".repeat(50)
        + "function d() {}\n";
    check(rule, &format!("//- lib/reply.js\n{functions}//- docs/Reply.md\n# Reply\n"), "");
    check(rule, &format!("//- lib/utils/merge.js\n{functions}"), "");
    let class = "class Table:\n    def merge(self, a, b): pass\n\n\ndef a(): pass\ndef b(): pass\n"
        .to_owned();
    check(rule, &format!("//- tide/table_rows.py\n{class}{}", "x = 1\n".repeat(90)), "");
    let body = "int a(void) { return 1; }\nint b(void) { return 1; }\nint c(void) { return 1; }\n"
        .to_owned()
        + &"/* x */\n\n".repeat(50)
        + "int d(void) { return 1; }\n";
    check(
        rule,
        &format!(
            "//- src/env.cc\n#include \"env.h\"\n{body}//- include/env.h\n/* What the system offers to the library. */\n\nint a(void);\n"
        ),
        "",
    );
    check(rule, &format!("//- src/testutil.c\n{body}"), "");
}
