//! Python.

use expect_test::expect;

use super::{Memory, check, check_imports};
use crate::Graph;

#[test]
fn a_name_that_is_imported_is_known_by_import() {
    check(
        r"//- a.py
from b import f
f()
//- b.py
def f(): pass
",
        expect![[r#"
            a.py:2 call f -> b.py:f [import]
        "#]],
    );
}

#[test]
fn an_alias_stands_for_what_it_renames() {
    check(
        r"//- a.py
from b import f as g
import b as m
g()
m.f()
m.K.make()
//- b.py
def f(): pass
class K:
    def make(): pass
//- c.py
def g(): pass
",
        expect![[r#"
            a.py:3 call g -> b.py:f [import]
            a.py:4 call m f -> b.py:f [import]
            a.py:5 call m.K make -> b.py:K.make [import]
            a.py:5 read m K -> b.py:K [import]
        "#]],
    );
}

#[test]
fn a_package_gives_what_its_init_imports() {
    check(
        r"//- app/main.py
from lib import Thing, tool
Thing().run()
tool.go()
Thing.make()
//- lib/__init__.py
from .core import Thing
from . import tool
//- lib/core.py
class Thing:
    def run(self): pass
    def make(): pass
//- lib/tool.py
def go(): pass
",
        expect![[r#"
            app/main.py:2 call Thing() run -> lib/core.py:Thing.run [by-type]
            app/main.py:2 call Thing -> lib/core.py:Thing [import]
            app/main.py:3 call tool go -> lib/tool.py:go [import]
            app/main.py:4 call Thing make -> lib/core.py:Thing.make [import]
            app/main.py:3 read tool -> ?
            app/main.py:4 read Thing -> lib/core.py:Thing [import]
        "#]],
    );
}

#[test]
fn a_star_brings_every_name_even_in_a_circle() {
    check(
        r"//- a.py
from b import *
f()
g()
//- b.py
from c import *
from a import *
//- c.py
from b import *
def f(): pass
",
        expect![[r#"
            a.py:2 call f -> c.py:f [import]
            a.py:3 call g -> ?
        "#]],
    );
}

#[test]
fn what_is_imported_from_outside_is_not_looked_for_inside() {
    check(
        r"//- a.py
from os import path
import numpy as np
from gone.far import run
path.join('a')
np.mean([])
run()
print(1)
//- b.py
class T:
    def join(self): pass
    def mean(self): pass
def run(): pass
def mean(): pass
def print(): pass
",
        expect![[r#"
            a.py:4 call path join -> ?
            a.py:5 call np mean -> ?
            a.py:6 call run -> ?
            a.py:7 call print -> ?
            a.py:4 read path -> ?
        "#]],
    );
}

#[test]
fn a_method_is_not_a_function_of_the_same_name() {
    check(
        r"//- a.py
def use(x):
    x.size()
    size()
    x.only()
    only()
//- b.py
def size(): pass
//- c.py
class C:
    def only(self): pass
",
        expect![[r#"
            a.py:2 call x size -> ?
            a.py:3 call size -> ?
            a.py:4 call x only -> c.py:C.only [same-name]
            a.py:5 call only -> ?
        "#]],
    );
}

#[test]
fn two_definitions_of_a_name_are_ambiguous() {
    check(
        r"//- a.py
f()
x.m()
//- b.py
def f(): pass
class B:
    def m(self): pass
//- c.py
def f(): pass
class C:
    def m(self): pass
",
        expect![[r#"
            a.py:1 call f -> ?
            a.py:2 call x m -> b.py:B.m c.py:C.m [ambiguous(2)]
        "#]],
    );
}

#[test]
fn self_means_the_class_and_its_bases() {
    check(
        r"//- a.py
from b import Base
class A(Base):
    def go(self):
        self.own()
        self.given()
        self.deep()
        super().given()
        self.alien()
    def own(self): pass
//- b.py
from c import Root
class Base(Root):
    def given(self): pass
//- c.py
class Root:
    def deep(self): pass
class Other:
    def own(self): pass
    def given(self): pass
    def alien(self): pass
",
        expect![[r#"
            a.py:2 extends Base -> b.py:Base [import]
            a.py:4 call self own -> a.py:A.own [same-file]
            a.py:5 call self given -> b.py:Base.given [import]
            a.py:6 call self deep -> c.py:Root.deep [import]
            a.py:7 call super() given -> b.py:Base.given [import]
            a.py:8 call self alien -> c.py:Other.alien [same-name]
            b.py:2 extends Root -> c.py:Root [import]
        "#]],
    );
}

#[test]
fn a_local_definition_hides_an_imported_one() {
    check(
        r"//- a.py
from b import f
def outer():
    def f(): pass
    f()
def other():
    f()
//- b.py
def f(): pass
",
        expect![[r#"
            a.py:4 call f -> a.py:outer.f [same-file]
            a.py:6 call f -> b.py:f [import]
        "#]],
    );
}

#[test]
fn an_import_is_followed_from_the_nearest_source_root() {
    check_imports(
        r"//- src/app/__init__.py
//- src/app/json.py
//- src/app/a.py
import json
import app.json
from . import json
from .sub import x
from ..gone import y
import app.none
//- src/app/sub/__init__.py
//- src/app/sub/x.py
//- tests/test_a.py
import app.sub.x
from app import a
import helper
//- tests/helper.py
",
        expect![[r#"
            src/app/a.py:1 json -> outside
            src/app/a.py:2 app.json -> src/app/json.py
            src/app/a.py:3 . json -> src/app/json.py
            src/app/a.py:4 .sub x -> src/app/sub/x.py
            src/app/a.py:5 ..gone y -> missing
            src/app/a.py:6 app.none -> missing
            tests/test_a.py:1 app.sub.x -> src/app/sub/x.py
            tests/test_a.py:2 app a -> src/app/a.py
            tests/test_a.py:3 helper -> tests/helper.py
        "#]],
    );
}

#[test]
fn a_file_that_fails_to_import_a_name_defines_it() {
    check(
        r"//- a.py
try:
    from fast import f
except ImportError:
    def f(): pass
f()
//- b.py
def f(): pass
",
        expect![[r#"
            a.py:5 call f -> a.py:f [same-file]
        "#]],
    );
}

#[test]
fn the_body_of_a_class_knows_its_members() {
    check(
        r"//- a.py
class Log:
    def msg(self): pass
    info = warn = msg
    @property
    def name(self): pass
    @name.setter
    def name(self, to): pass
    def go(self): msg()
",
        expect![[r#"
            a.py:8 call msg -> ?
            a.py:6 read name setter -> ?
            a.py:3 read msg -> a.py:Log.msg [same-file]
            a.py:6 read name -> a.py:Log.name a.py:Log.name [same-file]
        "#]],
    );
}

#[test]
fn names_are_assigned_in_chains_and_together_but_not_by_index() {
    check(
        r"//- a.py
(ONE, TWO) = range(2)
release = version = 1
cache = {}
def go(key):
    cache[key] = ONE
    return cache.get(TWO), release, version
def wait(one=1, cache=cache):
    return cache
class Door: pass
if go:
    Door = None
Door()
",
        expect![[r#"
            a.py:1 call range -> ?
            a.py:6 call cache get -> ?
            a.py:12 call Door -> a.py:Door [same-file]
            a.py:5 write cache -> a.py:cache [same-file]
            a.py:5 read ONE -> a.py:ONE [same-file]
            a.py:6 read cache -> a.py:cache [same-file]
            a.py:6 read TWO -> a.py:TWO [same-file]
            a.py:6 read release -> a.py:release [same-file]
            a.py:6 read version -> a.py:version [same-file]
            a.py:7 read cache -> a.py:cache [same-file]
            a.py:10 read go -> a.py:go [same-file]
            a.py:11 write Door -> ?
        "#]],
    );
}

#[test]
fn a_function_of_a_function_is_no_variable_of_the_one_around() {
    check(
        r"//- a.py
def test():
    def make():
        def flaky(): pass
        return flaky
    flaky = make()
    return flaky
",
        expect![[r#"
            a.py:5 call make -> a.py:test.make [same-file]
            a.py:4 read flaky -> a.py:test.make.flaky [same-file]
        "#]],
    );
}

#[test]
fn a_self_type_of_a_module_is_the_type_around_it() {
    check(
        r"//- a.py
import typing_extensions as te
class RequestBuilder:
    def copy(self) -> te.Self: pass
    def send(self): pass
    def go(self, other: te.Self):
        other.send()
",
        expect![[r#"
            a.py:3 type te Self -> ?
            a.py:5 type te Self -> ?
            a.py:6 call other send -> a.py:RequestBuilder.send [by-type]
        "#]],
    );
}

#[test]
fn what_a_decorator_uses_is_used_by_what_it_decorates() {
    let text = r"//- a.py
limit = 3
def route(n):
    return lambda f: f
@route(limit)
def first(route):
    pass
@route
@route(limit)
class Second:
    @route(limit)
    def inner(self):
        pass
@route(limit)
async def third():
    limit = 4
    return limit
route(1)
";
    check_users(
        "a.py:route",
        text,
        &["a.py", "a.py:Second", "a.py:Second", "a.py:Second.inner", "a.py:first", "a.py:third"],
    );
    check_users(
        "a.py:limit",
        text,
        &["a.py:Second", "a.py:Second.inner", "a.py:first", "a.py:third"],
    );
}

/// Compares who uses a symbol.
fn check_users(symbol: &str, text: &str, expected: &[&str]) {
    let memory = Memory::new(text);
    let edges = Graph::new(&memory).callers(memory.find(symbol));
    let mut users: Vec<String> = edges
        .iter()
        .flat_map(|edge| {
            let user = memory.spell(edge.from_file, edge.from_symbol);
            std::iter::repeat_n(user, edge.n_places as usize)
        })
        .collect();
    users.sort();
    assert_eq!(users, expected, "{symbol}");
}
