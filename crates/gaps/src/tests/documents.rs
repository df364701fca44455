//! Broken mentions and unlinked documents in small trees of many languages.

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
        ("harbour.go", "package tide\ntype Harbour struct{}\nfunc (h Harbour) high_water() {}\n"),
        ("Harbour.java", "public class Harbour { public void high_water() {} }\n"),
        ("harbour.rb", "class Harbour\n  def high_water\n  end\nend\n"),
        ("Harbour.cs", "public class Harbour { public void high_water() {} }\n"),
        ("Harbour.kt", "class Harbour { fun high_water() {} }\n"),
        ("Harbour.php", "<?php\nclass Harbour { public function high_water() {} }\n"),
        ("harbour.cpp", "class Harbour { public: void high_water(); };\n"),
        ("Harbour.swift", "class Harbour { func high_water() {} }\n"),
    ] {
        check(
            &format!(
                "//- {path}\n{code}//- README.md\n# Use\nCall `Harbour.high_water()`, never `Harbour.low_tide()`.\n"
            ),
            "README.md:2 `Harbour` has no `low_tide`\n",
        );
    }
}

#[test]
fn all_formats_of_documents_are_read() {
    let code =
        "//- pkg/__init__.py\n//- pkg/tide.py\nclass Harbour:\n    def high_water(self): pass\n";
    check(
        &format!("{code}//- docs/a.md\nSee [x](../pkg/gone.py) and `Harbour.low_tide`.\n"),
        "docs/a.md:1 the link leads to `../pkg/gone.py`, which does not exist\ndocs/a.md:1 `Harbour` has no `low_tide`\n",
    );
    check(
        &format!(
            "{code}//- docs/a.rst\nSee :func:`pkg.tide.low_tide` and :meth:`pkg.tide.Harbour.high_water`, :class:`os.Thing`.\n\n.. literalinclude:: ../pkg/gone.py\n"
        ),
        "docs/a.rst:1 `pkg/tide.py` has no `low_tide`\ndocs/a.rst:3 the link leads to `../pkg/gone.py`, which does not exist\n",
    );
    check(
        &format!(
            "{code}//- docs/a.adoc\n= A\nSee link:../pkg/gone.py[x] and `Harbour.low_tide`.\n"
        ),
        "docs/a.adoc:2 the link leads to `../pkg/gone.py`, which does not exist\ndocs/a.adoc:2 `Harbour` has no `low_tide`\n",
    );
}

#[test]
fn lines_and_headings_of_links_are_checked() {
    check(
        "//- src/quay.rs\npub fn a() {}\n\n//- docs/mole.md\n# The Start\n//- README.md\n# Top\n[a](src/quay.rs#L1) [b](src/quay.rs#L1-L9) [c](docs/mole.md#the-start) [d](docs/mole.md#end) [e](#top) [f](#bottom)\n`src/quay.rs:1` `src/quay.rs:99`\n",
        "README.md:2 `src/quay.rs` has no line 9\nREADME.md:2 `docs/mole.md` has no heading for `#end`\nREADME.md:2 this document has no heading for `#bottom`\nREADME.md:3 `src/quay.rs` has no line 99\n",
    );
}

#[test]
fn a_flag_that_no_code_knows_is_broken() {
    check(
        "//- Cargo.toml\n[package]\nname = \"tide\"\n//- src/main.rs\nuse clap::Parser;\n#[derive(Parser)]\nstruct Args { #[arg(long)] dry_run: bool }\nfn main() {}\n//- README.md\n```sh\n$ tide --dry-run --port x\ngrep --strange\n```\n",
        "README.md:2 `tide` has no flag `--port`\n",
    );
}

#[test]
fn a_lone_flag_is_checked_only_where_its_program_is_clear() {
    let code = "//- Cargo.toml\n[package]\nname = \"tide\"\n//- src/main.rs\nuse clap::Parser;\n#[derive(Parser)]\nstruct Args { #[arg(long)] dry_run: bool }\nfn main() {}\n";
    check(
        &format!(
            "{code}//- README.md\n# Use\n```sh\ntide run --dry-run\n```\n## Options\n`--dry-run`, `--prot N`\n# Both\n`tide run` and `grep x`: `--strange`\n# Free\n`--unclear`\n"
        ),
        "README.md:6 `tide` has no flag `--prot`\n",
    );
    check(
        &format!("{code}//- docs/a.rst\nUse\n===\n\n``tide run`` takes ``--prot``.\n"),
        "docs/a.rst:4 `tide` has no flag `--prot`\n",
    );
    check(
        &format!("{code}//- docs/a.adoc\n= Use\n`tide run` takes `--prot`.\n"),
        "docs/a.adoc:2 `tide` has no flag `--prot`\n",
    );
}

#[test]
fn the_nearest_heading_is_named() {
    let tree = Tree::new(
        "//- docs/mole.md\n# The Start\n## Set up & run\n//- README.md\n# Top\n[a](docs/mole.md#the-strat) [b](docs/mole.md#set-up--runs) [c](#tpo) [d](docs/mole.md#nothing-alike)\n",
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
        "//- pkg/__init__.py\nfrom .a import run\n//- pkg/a.py\ndef run(): pass\n//- README.md\n```python\nfrom pkg import run, walk\nfrom os import sail\n```\n",
        "README.md:2 `pkg` has no `walk`\n",
    );
    check(
        "//- package.json\n{\"name\": \"tide\"}\n//- index.js\nexport function rise() {}\n//- README.md\n```js\nimport { rise, fall } from 'tide';\nimport { other } from 'elsewhere';\n```\n",
        "README.md:2 `tide` has no `fall`\n",
    );
}

#[test]
fn what_means_something_else_is_not_broken() {
    check(
        "//- Cargo.toml\n[package]\nname = \"tide\"\n//- src/lib.rs\npub struct Harbour;\nimpl Harbour { pub fn enter(&self) {} }\n\
         //- CHANGELOG.md\nRemoved `Harbour.low_tide()`, see [x](gone.md).\n\
         //- README.md\n# Use\nSet `TIDE_HOME`, run `cargo build`, send `Content-Type`, call `requests.get()`, `None`, `foo_bar`.\n\
         Put it in `src/chapter_1.md` or `~/.tide/config.toml`, `/etc/tide.conf`, `path/to/file.rs`, `target/release/tide`.\n\
         `Harbour.old_name()` was renamed to `Harbour.enter()`. [web](https://x.y/z) [mail](mailto:a@b.c) [up](../../issues)\n\
         ## Changes in 2.0\n`Harbour.gone()`\n",
        "",
    );
}

#[test]
fn a_document_that_nothing_leads_to_is_unlinked() {
    let tree = Tree::new(
        "//- src/lib.rs\npub fn high_water() {}\n//- README.md\n[g](docs/guide.md)\n//- docs/guide.md\n# Guide\n//- docs/tides.md\n# Tides\nThe sea rises.\n\
         //- docs/code.md\n# Code\n`high_water` computes it.\n//- LICENSE.md\n# License\n",
    );
    assert_eq!(
        listed(&tree, "unlinked-document"),
        "docs/tides.md:1 the document names nothing of this repository, and no file names it\n"
    );
}

#[test]
fn documents_that_something_leads_to_are_not_unlinked() {
    let tree = Tree::new(
        "//- src/lib.rs\npub fn high_water() {}\n//- docs/index.rst\nA\n=\n\n.. toctree::\n\n   tides\n\n//- docs/tides.rst\nTides\n=====\n\nThe sea rises.\n\
         //- docs/plain.md\n# Plain\nIt is high_water that counts.\n//- docs/table.md\n| a | b |\n//- docs/globs.md\n# Files\nAll of src/*.rs.\n",
    );
    assert_eq!(listed(&tree, "unlinked-document"), "");
}

#[test]
fn links_of_a_site_may_be_relative_to_its_root() {
    check(
        "//- docs/guide/start.md\n# Start\n//- docs/guide/deep/more.md\n# More\n[s](guide/start.md)\n[g](guide/gone.md)\n[a](/guide/start/#start) [b](/guide/start/#stop)\n",
        "docs/guide/deep/more.md:3 the link leads to `guide/gone.md`, which does not exist\n\
         docs/guide/deep/more.md:4 `docs/guide/start.md` has no heading for `#stop`\n",
    );
}

#[test]
fn pages_of_a_site_and_documents_of_an_interface_are_linked() {
    let alone = "# Tides\n\nThe sea rises twice a day.\n";
    for (files, n_expected) in [
        (format!("//- docs/tides.md\n{alone}"), 1),
        (format!("//- docs/tides.md\n---\ntitle: Tides\nsort_rank: 2\n---\n{alone}"), 0),
        (format!("//- docs/index.md\n# All\n//- docs/tides.md\n{alone}"), 0),
        (format!("//- docs/SUMMARY.md\n# All\n//- docs/tides.md\n{alone}"), 0),
        (format!("//- EMERITUS.md\n{alone}"), 0),
        ("//- docs/people.md\n# People\n\n* @ann\n* @bob\n".to_owned(), 0),
        (
            format!(
                "//- a.go\npackage a\nvar x = \"/-/flood\"\n//- docs/tides.md\n{alone}\n`GET /-/flood`\n"
            ),
            0,
        ),
    ] {
        let found = listed(&Tree::new(&files), "unlinked-document");
        assert_eq!(found.lines().count(), n_expected, "{files}\n{found}");
    }
}
