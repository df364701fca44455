//! Which containers come first, and what is said of them.

use std::path::Path;

use expect_test::{Expect, expect};
use rutter_fixture::Tree;
use rutter_workspace::RepoLayout;

use super::*;
use crate::{Engine, Extent, Refresh};

fn snapshot(root: &Path) -> Snapshot {
    let engine = Engine::new(RepoLayout::exactly(root, None).unwrap());
    engine.index(Extent::Changed, &|_| {}, &false.into()).unwrap();
    engine.snapshot(Refresh::Never, &|_| {}, &false.into()).unwrap()
}

fn check(files: &str, under: &str, expect: Expect) {
    let tree = Tree::new(files);
    let rows = central_containers(&snapshot(tree.path()), under, 10);
    let lines: Vec<String> = (rows.iter())
        .map(|row| {
            format!(
                "{} {} {}:{} lines {} users {} [{}{}] {}\n",
                row.kind,
                row.name,
                row.path,
                row.start_line,
                row.lines,
                row.users,
                row.members.join(" "),
                if row.members_omitted > 0 { " …" } else { "" },
                row.about.as_deref().unwrap_or("-")
            )
        })
        .collect();
    expect.assert_eq(&lines.concat());
}

const PYTHON: &str = "\
//- shop/store.py
class Store:
    \"\"\"Keeps orders until\n    they are paid. Then forgets them.\"\"\"
    def __init__(self):
        self.orders = {}
    def add(self, order):
        self.orders.get(order)
    def find(self, order): pass
class Small:
    def get(self, key): pass
//- shop/web.py
from shop.store import Store
class Web:
    def answer(self, store: Store):
        store.find(1)
        cache.get(2)
        headers.get(3)
def serve():
    Web().answer(Store())
//- shop/mail.py
\"\"\"Writes to customers.\"\"\"
from shop.store import Store
def send(store: Store):
    store.find(2)
    cache.get(1)
//- tests/test_web.py
from shop.web import Web
class Fake:
    def get(self): pass
def test_it():
    Web()
//- examples/main.py
def main(): pass
";

#[test]
fn sure_uses_decide_and_bare_names_do_not() {
    check(
        PYTHON,
        "",
        expect![[r#"
        class Store shop/store.py:1 lines 8 users 2 [find add orders] Keeps orders until they are paid.
        class Web shop/web.py:2 lines 5 users 0 [answer serve] -
        file shop/mail.py shop/mail.py:1 lines 5 users 0 [send] Writes to customers.
        class Small shop/store.py:9 lines 2 users 0 [get] -
    "#]],
    );
}

#[test]
fn asked_about_tests_they_are_listed() {
    check(
        PYTHON,
        "tests",
        expect![[r#"
        class Fake tests/test_web.py:2 lines 2 users 0 [get] -
        file tests/test_web.py tests/test_web.py:1 lines 5 users 0 [test_it] -
    "#]],
    );
    check(
        PYTHON,
        "./shop/mail.py",
        expect![[r#"
        file shop/mail.py shop/mail.py:1 lines 5 users 0 [send] Writes to customers.
    "#]],
    );
    check(PYTHON, "sho", expect![[""]]);
}

#[test]
fn methods_in_other_files_and_blocks_are_part_of_a_type() {
    check(
        "\
//- go.mod
module example.com/tide
//- tide/tide.go
package tide

// Tide rises. And falls.
type Tide struct {
	Height int
}
//- tide/rise.go
package tide

func (t *Tide) Rise() {
	t.Height = 2
}
//- moon/moon.go
package moon

import \"example.com/tide/tide\"

func Pull(t *tide.Tide) { t.Rise() }
",
        "",
        expect![[r#"
            struct Tide tide/tide.go:4 lines 6 users 1 [Rise Height] Tide rises.
            file moon/moon.go moon/moon.go:1 lines 5 users 0 [Pull] -
        "#]],
    );
}
