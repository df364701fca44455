//! Which names a package offers to others, and which belong to its own tools.

use super::check;

const MISSING: &str = "missing-description";

/// Two functions, used by two other files.
const PARTS: &str = "//- source/parts.ts\nexport function shown(a: string) { return a }\nexport function inner(a: string) { return a }\n//- source/b.ts\nimport {shown, inner} from './parts.js'\nshown(inner('x'))\n//- source/c.ts\nimport {shown, inner} from './parts.js'\nshown(inner('y'))\n";

#[test]
fn only_what_the_entry_of_a_package_exports_needs_a_description() {
    let manifest = "//- package.json\n{\"name\": \"tide\", \"exports\": {\"default\": \"./distribution/index.js\"}}\n";
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
        &format!("{private}//- source/index.ts\nexport * from './parts.js'\n{PARTS}"),
        "",
    );
}

#[test]
fn components_and_pages_of_a_frontend_need_no_description() {
    let uses = "//- src/a.ts\nimport {Page} from './pages/page'\nPage(1)\n//- src/b.ts\nimport {Page} from './pages/page'\nPage(2)\n";
    check(
        MISSING,
        &format!("//- src/pages/page.ts\nexport function Page(a: number) {{ return a }}\n{uses}"),
        "",
    );
}

#[test]
fn scripts_of_a_repository_need_no_description() {
    let package = "//- src/tide/__init__.py\n";
    let function = "def publish(tag, day):\n    return tag\n";
    check(MISSING, &format!("{package}//- scripts/release.py\n{function}"), "");
    check(MISSING, &format!("{package}//- downstream/run.py\n{function}"), "");
    check(MISSING, &format!("{package}//- run.py\n# /// script\n# ///\n{function}"), "");
    check(
        MISSING,
        &format!("{package}//- src/tide/start.py\ndef main(args, day):\n    return args\n"),
        "",
    );
    check(
        MISSING,
        &format!("//- tools/__init__.py\n//- tools/release.py\n{function}"),
        "tools/release.py:1 function `publish` has no description",
    );
}

#[test]
fn one_variant_of_a_go_build_is_enough() {
    check(
        MISSING,
        "//- tide/a_unix.go\npackage tide\n\n// Read gives the tide of a port.\nfunc Read(port string, day int) int { return day }\n//- tide/a_windows.go\npackage tide\n\nfunc Read(port string, day int) int { return day }\n\ntype Ports []string\n",
        "tide/a_windows.go:5 type `Ports` has no description",
    );
}

#[test]
fn a_subclass_without_methods_is_described_by_its_base() {
    check(
        MISSING,
        "//- tide/__init__.py\n//- tide/table.py\nclass Base:\n    \"\"\"What all tables have.\"\"\"\n\n\nclass Plain(Base):\n    size = 1\n\n\nclass Own(Base):\n    def merge(self, other, how):\n        \"\"\"Joins two tables.\"\"\"\n",
        "tide/table.py:9 class `Own` has no description",
    );
}

#[test]
fn steps_and_overrides_of_ruby_need_no_description() {
    let method = "module Tide\n  # Rows.\n  class Table\n    def merge(other, how)\n      BODY\n      how\n    end\n  end\nend\n";
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
        "//- tide.h\n/** Makes a table. */\nTIDE_EXPORT\nstruct table *table_new(int rows, int size);\n\nint table_merge(int rows, int size);\n//- tide-internal.h\nint table_own(int rows, int size);\n",
        "tide.h:5 function `table_merge` has no description",
    );
}

#[test]
fn a_short_description_is_enough_for_an_accessor() {
    check(
        "short-description",
        "//- src/Source.php\n<?php\n/** Gives the rows of one port. */\ninterface Source\n{\n    /** Get the pattern. */\n    public function getPattern(): string;\n\n    /** Set the pattern. */\n    public function setPattern(string $pattern): void;\n\n    /** Merge tables. */\n    public function mergeTables(array $first, array $second): array;\n}\n",
        "src/Source.php:12 description of `Source::mergeTables` has only 2 words",
    );
}

#[test]
fn a_file_is_introduced_by_a_comment_at_its_first_or_main_definition() {
    let check_file = |first: &str, expected: &str| {
        let rest: String = (0..3)
            .map(|at| {
                format!("def other_{at}(a):\n{}    return a\n\n\n", "    a += 1\n".repeat(30))
            })
            .collect();
        // A file with a header, so that headers are usual.
        let header = "//- tide/__init__.py\n\"\"\"Reads tides of ports.\"\"\"\n";
        check(
            "missing-overview",
            &format!("{header}//- tide/tables.py\nimport os\n\n{first}\n{rest}"),
            expected,
        );
    };
    let expected =
        "tide/tables.py:1 the file has no overview: nothing says what `tables.py` is for";
    check_file("A = 1", expected);
    check_file("def first(a):\n    return a\n", expected);
    check_file("def first(a):\n    \"\"\"Finds the first tide of a day.\"\"\"\n    return a\n", "");
    check_file(
        "A = 1\n\ndef merge_table(a):\n    \"\"\"Joins the rows of two.\"\"\"\n    return a\n",
        "",
    );
}

#[test]
fn where_headers_are_not_usual_one_file_of_a_folder_stands_for_the_others() {
    let file = |n: usize| -> String {
        (0..n)
            .map(|at| {
                format!("def other_{at}(a):\n{}    return a\n\n\n", "    a += 1\n".repeat(30))
            })
            .collect()
    };
    check(
        "missing-overview",
        &format!("//- tide/a.py\n{}//- tide/b.py\n{}//- tide/c.py\n{}", file(3), file(5), file(4)),
        "tide/b.py:1 the file has no overview: nothing says what `b.py` is for",
    );
}
