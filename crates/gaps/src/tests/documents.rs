//! Broken mentions in small trees of many languages.

use rutter_fixture::Tree;

use super::listed;

/// What `broken-mention` finds in a tree.
fn check(files: &str, expected: &str) {
    let found = listed(&Tree::new(files), "broken-mention");
    // The nearest existing name or path, in brackets, is left out here.
    let mut lines: Vec<&str> = found.lines().filter_map(|line| line.split(" [").next()).collect();
    lines.sort_unstable();
    let mut wanted: Vec<&str> = expected.lines().collect();
    wanted.sort_unstable();
    assert_eq!(lines, wanted);
}

#[test]
fn a_member_that_a_type_does_not_have_is_broken_in_every_language() {
    for (path, code) in [
        ("src/harbour.rs", "pub struct Harbour;\nimpl Harbour { pub fn high_water(&self) {} }\n"),
        ("harbour.py", "class Harbour:\n    def high_water(self): pass\n"),
        ("src/harbour.ts", "export class Harbour { high_water() {} }\n"),
        ("harbour.js", "export class Harbour { high_water() {} }\n"),
        (
            "harbour.go",
            r#"package tide
type Harbour struct{}
func (h Harbour) high_water() {}
"#,
        ),
        ("Harbour.java", "public class Harbour { public void high_water() {} }\n"),
        (
            "harbour.rb",
            r#"class Harbour
  def high_water
  end
end
"#,
        ),
        ("Harbour.cs", "public class Harbour { public void high_water() {} }\n"),
        ("Harbour.kt", "class Harbour { fun high_water() {} }\n"),
        ("Harbour.php", "<?php\nclass Harbour { public function high_water() {} }\n"),
        ("harbour.cpp", "class Harbour { public: void high_water(); };\n"),
        ("Harbour.swift", "class Harbour { func high_water() {} }\n"),
    ] {
        check(
            &format!(
                r#"//- {path}
{code}//- README.md
# Use
Call `Harbour.high_water()`, never `Harbour.low_tide()`.
"#
            ),
            "README.md:2 `Harbour` has no `low_tide`\n",
        );
    }
}

#[test]
fn all_formats_of_documents_are_read() {
    let code = r#"//- pkg/__init__.py
//- pkg/tide.py
class Harbour:
    def high_water(self): pass
"#;
    check(
        &format!(
            r#"{code}//- docs/a.md
See [x](../pkg/gone.py) and `Harbour.low_tide`.
"#
        ),
        "docs/a.md:1 the link leads to `../pkg/gone.py`, which does not exist\ndocs/a.md:1 `Harbour` has no `low_tide`\n",
    );
    check(
        &format!(
            r#"{code}//- docs/a.rst
See :func:`pkg.tide.low_tide` and :meth:`pkg.tide.Harbour.high_water`, :class:`os.Thing`.

.. literalinclude:: ../pkg/gone.py
"#
        ),
        "docs/a.rst:1 `pkg/tide.py` has no `low_tide`\ndocs/a.rst:3 the link leads to `../pkg/gone.py`, which does not exist\n",
    );
    check(
        &format!(
            r#"{code}//- docs/a.adoc
= A
See link:../pkg/gone.py[x] and `Harbour.low_tide`.
"#
        ),
        "docs/a.adoc:2 the link leads to `../pkg/gone.py`, which does not exist\ndocs/a.adoc:2 `Harbour` has no `low_tide`\n",
    );
}

#[test]
fn lines_and_headings_of_links_are_checked() {
    check(
        r#"//- src/quay.rs
pub fn a() {}

//- docs/mole.md
# The Start
//- README.md
# Top
[a](src/quay.rs#L1) [b](src/quay.rs#L1-L9) [c](docs/mole.md#the-start) [d](docs/mole.md#end) [e](#top) [f](#bottom)
`src/quay.rs:1` `src/quay.rs:99`
"#,
        r#"README.md:2 `src/quay.rs` has no line 9
README.md:2 `docs/mole.md` has no heading for `#end`
README.md:2 this document has no heading for `#bottom`
README.md:3 `src/quay.rs` has no line 99
"#,
    );
}

#[test]
fn a_flag_that_no_code_knows_is_broken() {
    check(
        r#"//- Cargo.toml
[package]
name = "tide"
//- src/main.rs
use clap::Parser;
#[derive(Parser)]
struct Args { #[arg(long)] dry_run: bool }
fn main() {}
//- README.md
```sh
$ tide --dry-run --port x
grep --strange
```
"#,
        "README.md:2 `tide` has no flag `--port`\n",
    );
}

#[test]
fn a_lone_flag_is_checked_only_where_its_program_is_clear() {
    let code = r#"//- Cargo.toml
[package]
name = "tide"
//- src/main.rs
use clap::Parser;
#[derive(Parser)]
struct Args { #[arg(long)] dry_run: bool }
fn main() {}
"#;
    check(
        &format!(
            r#"{code}//- README.md
# Use
```sh
tide run --dry-run
```
## Options
`--dry-run`, `--prot N`
# Both
`tide run` and `grep x`: `--strange`
# Free
`--unclear`
"#
        ),
        "README.md:6 `tide` has no flag `--prot`\n",
    );
    check(
        &format!(
            r#"{code}//- docs/a.rst
Use
===

``tide run`` takes ``--prot``.
"#
        ),
        "docs/a.rst:4 `tide` has no flag `--prot`\n",
    );
    check(
        &format!(
            r#"{code}//- docs/a.adoc
= Use
`tide run` takes `--prot`.
"#
        ),
        "docs/a.adoc:2 `tide` has no flag `--prot`\n",
    );
}

#[test]
fn the_nearest_heading_is_named() {
    let tree = Tree::new(
        r#"//- docs/mole.md
# The Start
## Set up & run
//- README.md
# Top
[a](docs/mole.md#the-strat) [b](docs/mole.md#set-up--runs) [c](#tpo) [d](docs/mole.md#nothing-alike)
"#,
    );
    let found = listed(&tree, "broken-mention");
    let mut lines: Vec<&str> = found.lines().collect();
    lines.sort_unstable();
    assert_eq!(
        lines,
        [
            "README.md:2 `docs/mole.md` has no heading for `#nothing-alike`",
            "README.md:2 `docs/mole.md` has no heading for `#set-up--runs` [#set-up--run]",
            "README.md:2 `docs/mole.md` has no heading for `#the-strat` [#the-start]",
            "README.md:2 this document has no heading for `#tpo` [#top]",
        ]
    );
}

#[test]
fn imports_of_own_packages_in_samples_are_checked() {
    check(
        r#"//- pkg/__init__.py
from .a import run
//- pkg/a.py
def run(): pass
//- README.md
```python
from pkg import run, walk
from os import sail
```
"#,
        "README.md:2 `pkg` has no `walk`\n",
    );
    check(
        r#"//- package.json
{"name": "tide"}
//- index.js
export function rise() {}
//- README.md
```js
import { rise, fall } from 'tide';
import { other } from 'elsewhere';
```
"#,
        "README.md:2 `tide` has no `fall`\n",
    );
}

#[test]
fn what_means_something_else_is_not_broken() {
    let tree = r#"//- Cargo.toml
[package]
name = "tide"
//- src/lib.rs
pub struct Harbour;
impl Harbour { pub fn enter(&self) {} }
//- CHANGELOG.md
Removed `Harbour.low_tide()`, see [x](gone.md).
//- README.md
# Use
Set `TIDE_HOME`, run `cargo build`, send `Content-Type`, call `requests.get()`, `None`, `foo_bar`.
Put it in `src/chapter_1.md` or `~/.tide/config.toml`, `/etc/tide.conf`, `path/to/file.rs`, `target/release/tide`.
`Harbour.old_name()` was renamed to `Harbour.enter()`. [web](https://x.y/z) [mail](mailto:a@b.c) [up](../../issues)
## Changes in 2.0
`Harbour.gone()`
"#;
    check(tree, "");
    check(&tree.replace("was renamed to", "is not"), "README.md:4 `Harbour` has no `old_name`\n");
}

#[test]
fn links_of_a_site_may_be_relative_to_its_root() {
    check(
        r#"//- docs/guide/start.md
# Start
//- docs/guide/deep/more.md
# More
[s](guide/start.md)
[g](guide/gone.md)
[a](/guide/start/#start) [b](/guide/start/#stop)
"#,
        "docs/guide/deep/more.md:3 the link leads to `guide/gone.md`, which does not exist\n\
         docs/guide/deep/more.md:4 `docs/guide/start.md` has no heading for `#stop`\n",
    );
}
