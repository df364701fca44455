//! Documents that mention code.

use expect_test::{Expect, expect};

use super::{Memory, check, check_imports};
use crate::Graph;

#[test]
fn a_mention_is_tied_to_any_language() {
    check(
        r"//- README.md
# Use
Call `Parser::parse`, then `finish()` or `load`, never `gone`. `parse` is ambiguous.
//- docs/b.md
# B
See [the loader](../b.py) for `load`.
//- src/lib.rs
pub struct Parser;
impl Parser { pub fn parse() {} }
pub fn finish() {}
pub fn parse() {}
//- b.py
def load(): pass
//- c.py
def load(): pass
",
        expect![[r#"
            README.md:2 mention Parser parse -> src/lib.rs:Parser::parse [unique-name]
            README.md:2 mention finish -> src/lib.rs:finish [unique-name]
            README.md:2 mention load -> b.py:load c.py:load [ambiguous(2)]
            README.md:2 mention gone -> ?
            README.md:2 mention parse -> src/lib.rs:Parser::parse src/lib.rs:parse [ambiguous(2)]
            docs/b.md:2 mention load -> b.py:load [import]
        "#]],
    );
}

#[test]
fn a_link_leads_to_a_file() {
    check_imports(
        r"//- docs/a.md
# A
[b](../src/b.rs) [c](c.md#top) [d](gone.md) [e](../src)
//- docs/c.md
# C
//- src/b.rs
",
        expect![[r#"
            docs/a.md:2 ../src/b.rs -> src/b.rs
            docs/a.md:2 c.md -> docs/c.md
            docs/a.md:2 gone.md -> missing
            docs/a.md:2 ../src -> src/b.rs
        "#]],
    );
}

/// Prints the places that mention each file.
fn check_files(text: &str, expected: Expect) {
    let memory = Memory::new(text);
    let graph = Graph::new(&memory);
    let mut out = String::new();
    for file in &memory.files {
        for mention in graph.mentions_of_file(file.id) {
            let place = memory.spell(mention.document, mention.section);
            let (line, kind, source) = (mention.line, mention.kind.name(), mention.source.name());
            out += &format!(
                "{} <- {place} {line} {kind} {} ({source}) [{}]\n",
                file.path,
                mention.text,
                mention.provenance.unwrap()
            );
            let mut all = graph.mentions_in(mention.document).into_iter();
            assert!(all.any(|one| one.text == mention.text && one.targets.contains(&file.id)));
        }
    }
    expected.assert_eq(&out);
}

const FILES: &str = r"//- src/lib.rs
pub fn rise() {}
//- cmd/tide/main.go
package main
//- scripts/build.sh
//- deep/docs/x.h
//- a/same.py
//- b/same.py
";

#[test]
fn markdown_mentions_files_by_path_link_command_and_flag() {
    check_files(
        &format!(
            r#"{FILES}//- docs/guide.md
# Use
`src/lib.rs:3` and [it](../src/lib.rs#L1), `lib.rs`, `same.py`, `gone/lib.rs`.
## Run
```sh
tide --all
cat src/lib.rs
./scripts/build.sh
```
## Flags
`tide serve` has `--port`.
```c
#include "docs/x.h"
```
"#
        ),
        expect![[r#"
            a/same.py <- docs/guide.md:Use 2 path same.py (inline-code) [ambiguous(2)]
            b/same.py <- docs/guide.md:Use 2 path same.py (inline-code) [ambiguous(2)]
            cmd/tide/main.go <- docs/guide.md:Use > Run 5 command tide --all (fenced-code) [unique-name]
            cmd/tide/main.go <- docs/guide.md:Use > Flags 10 command tide serve (inline-code) [unique-name]
            cmd/tide/main.go <- docs/guide.md:Use > Flags 10 flag --port (inline-code) [unique-name]
            deep/docs/x.h <- docs/guide.md:Use > Flags 12 path docs/x.h (fenced-code) [unique-name]
            scripts/build.sh <- docs/guide.md:Use > Run 7 path ./scripts/build.sh (fenced-code) [import]
            src/lib.rs <- docs/guide.md:Use 2 path src/lib.rs:3 (inline-code) [import]
            src/lib.rs <- docs/guide.md:Use 2 link ../src/lib.rs#L1 (link) [import]
            src/lib.rs <- docs/guide.md:Use > Run 6 path src/lib.rs (fenced-code) [import]
        "#]],
    );
}

#[test]
fn restructured_text_mentions_files() {
    check_files(
        &format!(
            r"{FILES}//- docs/index.rst
Use
===

.. toctree::

   more

``src/lib.rs`` and :file:`scripts/build.sh`

.. literalinclude:: ../a/same.py

.. code-block:: bash

   tide --all

``--port``
//- docs/more.rst
More
====
"
        ),
        expect![[r#"
            a/same.py <- docs/index.rst:Use 10 link ../a/same.py (directive) [import]
            cmd/tide/main.go <- docs/index.rst:Use 14 command tide --all (fenced-code) [unique-name]
            cmd/tide/main.go <- docs/index.rst:Use 16 flag --port (inline-code) [unique-name]
            docs/more.rst <- docs/index.rst:Use 6 link more (directive) [import]
            scripts/build.sh <- docs/index.rst:Use 8 path scripts/build.sh (role) [import]
            src/lib.rs <- docs/index.rst:Use 8 path src/lib.rs (inline-code) [import]
        "#]],
    );
}

#[test]
fn asciidoc_mentions_files() {
    check_files(
        &format!(
            r"{FILES}//- docs/a.adoc
= Use
link:../src/lib.rs[it] and `scripts/build.sh`

[source,bash]
----
tide --all
cat a/same.py
----
`--port`
"
        ),
        expect![[r#"
            a/same.py <- docs/a.adoc:Use 7 path a/same.py (fenced-code) [import]
            cmd/tide/main.go <- docs/a.adoc:Use 6 command tide --all (fenced-code) [unique-name]
            scripts/build.sh <- docs/a.adoc:Use 2 path scripts/build.sh (inline-code) [import]
            src/lib.rs <- docs/a.adoc:Use 2 link ../src/lib.rs (link) [import]
        "#]],
    );
}

#[test]
fn a_program_starts_where_its_manifest_says() {
    check_files(
        r"//- src/main.rs
# program ebb
//- README.md
# Use
Run `ebb --all`.
",
        expect![[r#"
            src/main.rs <- README.md:Use 2 command ebb --all (inline-code) [unique-name]
        "#]],
    );
}
