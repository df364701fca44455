//! Uses through a value, whose type may be written or not.

use expect_test::expect;

use super::check_kinds;

fn check(text: &str, expected: expect_test::Expect) {
    check_kinds(text, |reference| reference.qualifier.is_some(), expected);
}

#[test]
fn a_parameter_has_the_members_of_its_type() {
    check(
        r"//- src/lib.rs
mod net;
use net::Client;
use std::fs::File;
fn send(to: &mut Client, file: File) { to.close(); to.gone(); file.close(); }
//- src/net.rs
pub struct Client;
impl Client { pub fn close(&self) {} }
//- src/other.rs
struct Other; impl Other { fn close(&self) {} fn gone(&self) {} }
//- a.py
from b import Door
def use(door: Door, other):
    door.open()
    other.open()
//- b.py
class Door:
    def open(self): pass
class Shop:
    def open(self): pass
",
        expect![[r#"
            a.py:3 call door open -> b.py:Door.open [by-type]
            a.py:4 call other open -> b.py:Door.open b.py:Shop.open [ambiguous(3)]
            src/lib.rs:4 call to close -> src/net.rs:Client::close [by-type]
            src/lib.rs:4 call to gone -> ?
            src/lib.rs:4 call file close -> ?
        "#]],
    );
}

#[test]
fn a_method_that_the_language_has_itself_is_never_unique() {
    check(
        r"//- a.py
def f(x, y):
    x.get(1)
    y.fetch(1)
//- b.py
class Cache:
    def get(self, n): pass
    def fetch(self, n): pass
",
        expect![[r#"
            a.py:2 call x get -> b.py:Cache.get [ambiguous(2)]
            a.py:3 call y fetch -> b.py:Cache.fetch [same-name]
        "#]],
    );
}

#[test]
fn a_value_of_another_file_keeps_its_members() {
    check(
        r"//- a.ts
import { api } from './b';
api.load();
schema.parse2();
x.load();
//- b.ts
export const api = { load() {} };
const schema = { parse2() {} };
",
        expect![[r#"
            a.ts:2 call api load -> b.ts:api.load [import]
            a.ts:3 call schema parse2 -> ?
            a.ts:4 call x load -> ?
        "#]],
    );
}

#[test]
fn a_field_is_called_in_its_own_file_alone() {
    check(
        r"//- a.c
struct ops { int (*run)(void); };
void f(struct ops *o) { o->run(); }
//- b.c
void g(void) { p->run(); }
",
        expect![[r#"
            a.c:2 call o run -> a.c:ops.run [by-type]
            b.c:1 call p run -> ?
        "#]],
    );
}
