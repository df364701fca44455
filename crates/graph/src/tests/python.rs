//! Python.

use expect_test::expect;

use super::{Memory, check, check_imports};
use crate::Graph;

#[test]
fn a_name_that_is_imported_is_known_by_import() {
    check(
        "//- a.py\nfrom b import f\nf()\n//- b.py\ndef f(): pass\n",
        expect![[r#"
            a.py:2 call f -> b.py:f [import]
        "#]],
    );
}

#[test]
fn an_alias_stands_for_what_it_renames() {
    check(
        "//- a.py\nfrom b import f as g\nimport b as m\ng()\nm.f()\nm.K.make()\n\
         //- b.py\ndef f(): pass\nclass K:\n    def make(): pass\n\
         //- c.py\ndef g(): pass\n",
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
        "//- app/main.py\nfrom lib import Thing, tool\nThing().run()\ntool.go()\nThing.make()\n\
         //- lib/__init__.py\nfrom .core import Thing\nfrom . import tool\n\
         //- lib/core.py\nclass Thing:\n    def run(self): pass\n    def make(): pass\n\
         //- lib/tool.py\ndef go(): pass\n",
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
        "//- a.py\nfrom b import *\nf()\ng()\n\
         //- b.py\nfrom c import *\nfrom a import *\n\
         //- c.py\nfrom b import *\ndef f(): pass\n",
        expect![[r#"
            a.py:2 call f -> c.py:f [import]
            a.py:3 call g -> ?
        "#]],
    );
}

#[test]
fn what_is_imported_from_outside_is_not_looked_for_inside() {
    check(
        "//- a.py\nfrom os import path\nimport numpy as np\nfrom gone.far import run\npath.join('a')\nnp.mean([])\nrun()\nprint(1)\n\
         //- b.py\nclass T:\n    def join(self): pass\n    def mean(self): pass\ndef run(): pass\ndef mean(): pass\ndef print(): pass\n",
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
        "//- a.py\ndef use(x):\n    x.size()\n    size()\n    x.only()\n    only()\n\
         //- b.py\ndef size(): pass\n\
         //- c.py\nclass C:\n    def only(self): pass\n",
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
        "//- a.py\nf()\nx.m()\n//- b.py\ndef f(): pass\nclass B:\n    def m(self): pass\n\
         //- c.py\ndef f(): pass\nclass C:\n    def m(self): pass\n",
        expect![[r#"
            a.py:1 call f -> ?
            a.py:2 call x m -> b.py:B.m c.py:C.m [ambiguous(2)]
        "#]],
    );
}

#[test]
fn self_means_the_class_and_its_bases() {
    check(
        "//- a.py\nfrom b import Base\nclass A(Base):\n    def go(self):\n        self.own()\n        self.given()\n        self.deep()\n        super().given()\n        self.alien()\n    def own(self): pass\n\
         //- b.py\nfrom c import Root\nclass Base(Root):\n    def given(self): pass\n\
         //- c.py\nclass Root:\n    def deep(self): pass\nclass Other:\n    def own(self): pass\n    def given(self): pass\n    def alien(self): pass\n",
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
        "//- a.py\nfrom b import f\ndef outer():\n    def f(): pass\n    f()\ndef other():\n    f()\n\
         //- b.py\ndef f(): pass\n",
        expect![[r#"
            a.py:4 call f -> a.py:outer.f [same-file]
            a.py:6 call f -> b.py:f [import]
        "#]],
    );
}

#[test]
fn an_import_is_followed_from_the_nearest_source_root() {
    check_imports(
        "//- src/app/__init__.py\n//- src/app/json.py\n\
         //- src/app/a.py\nimport json\nimport app.json\nfrom . import json\nfrom .sub import x\nfrom ..gone import y\nimport app.none\n\
         //- src/app/sub/__init__.py\n\
         //- src/app/sub/x.py\n\
         //- tests/test_a.py\nimport app.sub.x\nfrom app import a\nimport helper\n\
         //- tests/helper.py\n",
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
        "//- a.py\ntry:\n    from fast import f\nexcept ImportError:\n    def f(): pass\nf()\n\
         //- b.py\ndef f(): pass\n",
        expect![[r#"
            a.py:5 call f -> a.py:f [same-file]
        "#]],
    );
}

#[test]
fn the_body_of_a_class_knows_its_members() {
    check(
        "//- a.py\nclass Log:\n    def msg(self): pass\n    info = warn = msg\n    @property\n    def name(self): pass\n    @name.setter\n    def name(self, to): pass\n    def go(self): msg()\n",
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
        "//- a.py\n(ONE, TWO) = range(2)\nrelease = version = 1\ncache = {}\ndef go(key):\n    cache[key] = ONE\n    return cache.get(TWO), release, version\ndef wait(one=1, cache=cache):\n    return cache\nclass Door: pass\nif go:\n    Door = None\nDoor()\n",
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
        "//- a.py\ndef test():\n    def make():\n        def flaky(): pass\n        return flaky\n    flaky = make()\n    return flaky\n",
        expect![[r#"
            a.py:5 call make -> a.py:test.make [same-file]
            a.py:4 read flaky -> a.py:test.make.flaky [same-file]
        "#]],
    );
}

#[test]
fn a_self_type_of_a_module_is_the_type_around_it() {
    check(
        "//- a.py\nimport typing_extensions as te\nclass RequestBuilder:\n    def copy(self) -> te.Self: pass\n    \
         def send(self): pass\n    def go(self, other: te.Self):\n        other.send()\n",
        expect![[r#"
            a.py:3 type te Self -> ?
            a.py:5 type te Self -> ?
            a.py:6 call other send -> a.py:RequestBuilder.send [by-type]
        "#]],
    );
}

#[test]
fn what_a_decorator_uses_is_used_by_what_it_decorates() {
    let text = "//- a.py\nlimit = 3\ndef route(n):\n    return lambda f: f\n@route(limit)\ndef first(route):\n    pass\n\
         @route\n@route(limit)\nclass Second:\n    @route(limit)\n    def inner(self):\n        pass\n\
         @route(limit)\nasync def third():\n    limit = 4\n    return limit\nroute(1)\n";
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
