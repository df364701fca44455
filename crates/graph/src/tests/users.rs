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
        r"//- a.py
from b import f as g
def use():
    g()
//- b.py
def f(n):
    other(n)
    gone.far()
def again():
    f(1)
def other(): pass
//- c.py
f()
//- d.py
from elsewhere import f
f()
//- README.md
# T
See `f`.
",
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
        r"//- door.ts
export default function open() {}
//- a.ts
import unlock from './door';
unlock();
",
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
        r"//- a.py
class A:
    def __init__(self): pass
def make():
    return A()
",
        expect![[r#"
            <- call a.py:make:4 [same-file]
        "#]],
    );
}

#[test]
fn importers_of_a_file_are_found() {
    let memory = Memory::new(
        r"//- pkg/__init__.py
//- pkg/core.py
def f(): pass
//- a.py
import pkg
from pkg.core import f
//- b.py
import pkg.core as c
",
    );
    let graph = Graph::new(&memory);
    let importers = |path: &str| {
        let imported = memory.files.iter().position(|file| file.path == path).unwrap() as u32;
        let mut found = Vec::new();
        for importer in likely_importers(graph.base(), imported) {
            let targets: Vec<_> = graph.resolver.scopes.targets(importer).collect();
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

#[test]
fn uses_under_another_name_are_found() {
    check(
        "b.ts:door",
        r#"//- a.ts
import wall, { gate } from "./b";
import inner from "./c";
import { portal } from "./d";
wall();
gate();
inner();
portal();
import * as all from "./b";
all.gate();
//- b.ts
function door() {}
export { door as gate };
export { door as default };
//- c.ts
import { gate } from "./b";
export default gate;
//- d.ts
export { gate as portal } from "./b";
"#,
        expect![[r#"
            <- import a.ts:1 [import]
            <- import a.ts:2 [import]
            <- import a.ts:3 [import]
            <- call a.ts:4 [import]
            <- call a.ts:5 [import]
            <- call a.ts:6 [import]
            <- call a.ts:7 [import]
            <- call a.ts:9 [import]
            <- import c.ts:1 [import]
            <- value c.ts:2 [import]
            <- import d.ts:1 [import]
            <- value b.ts:2 [same-file]
        "#]],
    );
    check(
        "pkg/core.py:door",
        r"//- pkg/core.py
def door(): pass
//- pkg/__init__.py
from .core import door as gate
//- use.py
from pkg import gate
gate()
import pkg
pkg.gate()
",
        expect![[r#"
            <- import pkg/__init__.py:1 [import]
            <- import use.py:1 [import]
            <- call use.py:2 [import]
            <- call use.py:4 [import]
        "#]],
    );
    check(
        "src/hall.rs:door",
        r"//- src/lib.rs
mod hall;
mod other;
pub use hall::door as gate;
//- src/hall.rs
pub fn door() {}
//- src/other.rs
fn f() { crate::gate(); }
",
        expect![[r#"
            <- import src/lib.rs:3 [import]
            <- call src/other.rs:f:1 [import]
        "#]],
    );
}
