//! What a change affects.

use expect_test::{Expect, expect};

use super::Memory;
use crate::{Graph, ImpactBounds};

fn check(symbol: &str, bounds: ImpactBounds, text: &str, expected: Expect) {
    let memory = Memory::new(text);
    let impact = Graph::new(&memory).impact(&[memory.find(symbol)], bounds);
    let mut lines = String::new();
    for affected in impact.affected {
        let name = memory.spell(affected.file, affected.symbol);
        let (distance, line) = (affected.distance, affected.line);
        lines += &format!("{distance} {name}:{line} [{}]\n", affected.provenance);
    }
    lines += &format!("omitted {}\n", impact.omitted);
    expected.assert_eq(&lines);
}

const CHAIN: &str = r"//- a.py
def a(): pass
def b():
    a()
    d()
from b import d
//- b.py
from a import b
def c():
    b()
def d():
    c()
c()
//- c.py
def e():
    d()
from b import d
";

#[test]
fn users_of_users_are_affected_and_circles_end() {
    let bounds = ImpactBounds { max_distance: 9, max_symbols: 100, max_files: 1_000 };
    check(
        "a.py:a",
        bounds,
        CHAIN,
        expect![[r#"
            1 a.py:b:3 [same-file]
            2 b.py:c:3 [import]
            3 b.py:d:5 [import]
            3 b.py:6 [import]
            4 c.py:e:2 [import]
            omitted 0
        "#]],
    );
}

#[test]
fn limits_are_kept_and_told() {
    let near = ImpactBounds { max_distance: 2, max_symbols: 100, max_files: 1_000 };
    check(
        "a.py:a",
        near,
        CHAIN,
        expect![[r#"
            1 a.py:b:3 [same-file]
            2 b.py:c:3 [import]
            omitted 0
        "#]],
    );
    let few = ImpactBounds { max_distance: 9, max_symbols: 2, max_files: 1_000 };
    check(
        "a.py:a",
        few,
        CHAIN,
        expect![[r#"
            1 a.py:b:3 [same-file]
            2 b.py:c:3 [import]
            omitted 2
        "#]],
    );
}

#[test]
fn a_type_is_affected_by_the_types_of_its_fields() {
    let bounds = ImpactBounds { max_distance: 3, max_symbols: 100, max_files: 1_000 };
    check(
        "src/lib.rs:Inner",
        bounds,
        r"//- src/lib.rs
pub struct Inner;
pub struct Outer { inner: Inner }
impl Outer { fn go(x: Outer) {} }
trait T {}
impl T for Inner {}
",
        expect![[r#"
            1 src/lib.rs:Outer:2 [same-file]
            2 src/lib.rs:Outer::go:3 [same-file]
            omitted 0
        "#]],
    );
}

#[test]
fn a_symbol_whose_users_are_too_much_work_is_counted_as_not_followed() {
    let memory = Memory::new(CHAIN);
    let bounds = ImpactBounds { max_distance: 9, max_symbols: 100, max_files: 0 };
    let impact = Graph::new(&memory).impact(&[memory.find("a.py:a")], bounds);
    assert_eq!((impact.affected.len(), impact.n_not_followed), (1, 1));
}
