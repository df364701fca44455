//! What strangers judged to be no gap because of other files: interfaces, documents, packages.

use super::{MISSING, check, check_described, check_none};

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
