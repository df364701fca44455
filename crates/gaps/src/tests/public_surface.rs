//! Which names a package offers to others, and which belong to its own tools.

use super::{MISSING, check, check_none};

/// Two functions, used by two other files.
const PARTS: &str = r#"//- source/parts.ts
export function shown(a: string) { return a }
export function inner(a: string) { return a }
//- source/b.ts
import {shown, inner} from './parts.js'
shown(inner('x'))
//- source/c.ts
import {shown, inner} from './parts.js'
shown(inner('y'))
"#;

#[test]
fn only_what_the_entry_of_a_package_exports_needs_a_description() {
    let manifest = r#"//- package.json
{"name": "tide", "exports": {"default": "./distribution/index.js"}}
"#;
    let shown = "source/parts.ts:1 function `shown` has no description";
    let cases = [
        ("export {shown} from './parts.js'\n", shown),
        ("import {shown} from './parts.js'\nexport {shown}\n", shown),
        ("import {shown} from './parts.js'\nexport const a = shown('a')\n", ""),
    ];
    for (index, expected) in cases {
        check(MISSING, &format!("{manifest}//- source/index.ts\n{index}{PARTS}"), expected);
    }
    let private = manifest.replace("\"name\"", "\"private\": true, \"name\"");
    check(
        MISSING,
        &format!(
            r#"{private}//- source/index.ts
export * from './parts.js'
{PARTS}"#
        ),
        "",
    );
}

#[test]
fn components_and_pages_of_a_frontend_need_no_description() {
    let uses = r#"//- src/a.ts
import {Page} from './pages/page'
Page(1)
//- src/b.ts
import {Page} from './pages/page'
Page(2)
"#;
    let page = r#"//- src/pages/page.ts
export function Page(a: number) { return a }
"#;
    check_none(MISSING, &format!("{page}{uses}"), "pages/", "rows/");
}

#[test]
fn scripts_of_a_repository_need_no_description() {
    let package = "//- src/tide/__init__.py\n";
    let function = "def publish(tag, day):\n    return tag\n";
    check(MISSING, &format!("{package}//- scripts/release.py\n{function}"), "");
    check(MISSING, &format!("{package}//- downstream/run.py\n{function}"), "");
    check(
        MISSING,
        &format!(
            r#"{package}//- run.py
# /// script
# ///
{function}"#
        ),
        "",
    );
    check(
        MISSING,
        &format!(
            r#"{package}//- src/tide/start.py
def main(args, day):
    return args
"#
        ),
        "",
    );
    check(
        MISSING,
        &format!(
            r#"//- tools/__init__.py
//- tools/release.py
{function}"#
        ),
        "tools/release.py:1 function `publish` has no description",
    );
}

#[test]
fn one_variant_of_a_go_build_is_enough() {
    check(
        MISSING,
        r#"//- tide/a_unix.go
package tide

// Read gives the tide of a port.
func Read(port string, day int) int { return day }
//- tide/a_windows.go
package tide

func Read(port string, day int) int { return day }

type Ports []string
"#,
        "tide/a_windows.go:5 type `Ports` has no description",
    );
}

#[test]
fn a_subclass_without_methods_is_described_by_its_base() {
    check(
        MISSING,
        r#"//- tide/__init__.py
//- tide/table.py
class Base:
    """What all tables have."""


class Plain(Base):
    size = 1


class Own(Base):
    def merge(self, other, how):
        """Joins two tables."""
"#,
        "tide/table.py:9 class `Own` has no description",
    );
}

#[test]
fn steps_and_overrides_of_ruby_need_no_description() {
    let method = r#"module Tide
  # Rows.
  class Table
    def merge(other, how)
      BODY
      how
    end
  end
end
"#;
    check(MISSING, &format!("//- lib/tide.rb\n{}", method.replace("BODY", "super")), "");
    check(
        MISSING,
        &format!("//- features/support/tide.rb\n{}", method.replace("BODY", "other")),
        "",
    );
    check(
        MISSING,
        &format!("//- lib/tide.rb\n{}", method.replace("BODY", "other")),
        "lib/tide.rb:4 method `Tide::Table::merge` has no description",
    );
}

#[test]
fn a_comment_above_a_macro_describes_the_declaration_of_c() {
    check(
        MISSING,
        r#"//- tide.h
/** Makes a table. */
TIDE_EXPORT
struct table *table_new(int rows, int size);

int table_merge(int rows, int size);
//- tide-internal.h
int table_own(int rows, int size);
"#,
        "tide.h:5 function `table_merge` has no description",
    );
}

#[test]
fn a_file_is_introduced_by_a_comment_at_its_first_or_main_definition() {
    let check_file = |first: &str, expected: &str| {
        let rest: String = (0..3)
            .map(|at| {
                format!(
                    r#"def other_{at}(a):
{}    return a


"#,
                    "    a += 1\n".repeat(30)
                )
            })
            .collect();
        // A file with a header, so that headers are usual.
        let header = r#"//- tide/__init__.py
"""Reads tides of ports."""
"#;
        check(
            "missing-overview",
            &format!(
                r#"{header}//- tide/tables.py
import os

{first}
{rest}"#
            ),
            expected,
        );
    };
    let expected =
        "tide/tables.py:1 the file has no overview: nothing says what `tables.py` is for";
    check_file("A = 1", expected);
    check_file("def first(a):\n    return a\n", expected);
    check_file(
        r#"def first(a):
    """Finds the first tide of a day."""
    return a
"#,
        "",
    );
    check_file(
        r#"A = 1

def merge_table(a):
    """Joins the rows of two."""
    return a
"#,
        "",
    );
}

#[test]
fn where_headers_are_not_usual_one_file_of_a_folder_stands_for_the_others() {
    let file = |n: usize| -> String {
        (0..n)
            .map(|at| {
                format!(
                    r#"def other_{at}(a):
{}    return a


"#,
                    "    a += 1\n".repeat(30)
                )
            })
            .collect()
    };
    check(
        "missing-overview",
        &format!(
            r#"//- tide/a.py
{}//- tide/b.py
{}//- tide/c.py
{}"#,
            file(3),
            file(5),
            file(4)
        ),
        "tide/b.py:1 the file has no overview: nothing says what `b.py` is for",
    );
}
