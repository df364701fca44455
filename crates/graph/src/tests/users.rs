//! Who uses a symbol, and what a symbol uses.

use expect_test::{Expect, expect};
use rutter_domain::FileId;

use super::Memory;
use crate::Graph;
use crate::importers::likely_importers;

fn check(symbol: &str, text: &str, expected: Expect) {
    let memory = Memory::new(text);
    let graph = Graph::new(&memory);
    let mut lines = String::new();
    for edge in graph.callers(memory.find(symbol)) {
        let from = memory.spell(edge.from_file, edge.from_symbol);
        lines += &format!("<- {} {from}:{} [{}]\n", edge.kind, edge.line, edge.provenance);
    }
    for callee in graph.callees(memory.find(symbol)) {
        let resolution = memory.spell_resolution(&callee.resolution);
        lines += &format!("-> {} {} {resolution}\n", callee.line, callee.name);
    }
    expected.assert_eq(&lines);
}

#[test]
fn users_come_with_the_most_certain_first() {
    check(
        "b.py:f",
        "//- a.py\nfrom b import f as g\ndef use():\n    g()\n\
         //- b.py\ndef f(n):\n    other(n)\n    gone.far()\ndef again():\n    f(1)\ndef other(): pass\n\
         //- c.py\nf()\n//- d.py\nfrom elsewhere import f\nf()\n//- README.md\n# T\nSee `f`.\n",
        expect![[r#"
            <- import a.py:1 [import]
            <- call a.py:use:3 [import]
            <- call b.py:again:5 [same-file]
            -> 2 other b.py:other [same-file]
            -> 3 far ?
        "#]],
    );
}

#[test]
fn a_default_export_is_found_under_any_name() {
    check(
        "door.ts:open",
        "//- door.ts\nexport default function open() {}\n//- a.ts\nimport unlock from './door';\nunlock();\n",
        expect![[r#"
            <- import a.ts:1 [import]
            <- call a.ts:2 [import]
        "#]],
    );
}

#[test]
fn who_makes_a_value_calls_its_constructor() {
    check(
        "a.py:A.__init__",
        "//- a.py\nclass A:\n    def __init__(self): pass\ndef make():\n    return A()\n",
        expect![[r#"
            <- call a.py:make:4 [same-file]
        "#]],
    );
}

#[test]
fn importers_of_a_file_are_found() {
    let memory = Memory::new(
        "//- pkg/__init__.py\n//- pkg/core.py\ndef f(): pass\n//- a.py\nimport pkg\nfrom pkg.core import f\n//- b.py\nimport pkg.core as c\n",
    );
    let graph = Graph::new(&memory);
    let importers = |path: &str| {
        let imported = memory.files.iter().position(|file| file.path == path).unwrap() as u32;
        let mut found = Vec::new();
        for importer in likely_importers(graph.base(), imported) {
            let targets = &graph.resolver.scopes.scope(importer).targets;
            for (import, target) in graph.base().digest(importer).imports().zip(targets) {
                if importer != imported && target.files().contains(graph.base(), imported) {
                    found.push(format!("{}:{}", memory.path(FileId(importer)), import.line));
                }
            }
        }
        found
    };
    assert_eq!(importers("pkg/core.py"), ["a.py:2", "b.py:1"]);
    assert_eq!(importers("pkg/__init__.py"), ["a.py:1"]);
}
