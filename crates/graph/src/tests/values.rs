//! Uses through a value, whose type may be written or not.

use expect_test::expect;

use super::check_kinds;

fn check(text: &str, expected: expect_test::Expect) {
    check_kinds(text, |reference| reference.qualifier.is_some(), expected);
}

#[test]
fn a_parameter_has_the_members_of_its_type() {
    check(
        "//- src/lib.rs\nmod net;\nuse net::Client;\nuse std::fs::File;\nfn send(to: &mut Client, file: File) { to.close(); to.gone(); file.close(); }\n\
         //- src/net.rs\npub struct Client;\nimpl Client { pub fn close(&self) {} }\n\
         //- src/other.rs\nstruct Other; impl Other { fn close(&self) {} fn gone(&self) {} }\n\
         //- a.py\nfrom b import Door\ndef use(door: Door, other):\n    door.open()\n    other.open()\n\
         //- b.py\nclass Door:\n    def open(self): pass\nclass Shop:\n    def open(self): pass\n",
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
        "//- a.py\ndef f(x, y):\n    x.get(1)\n    y.fetch(1)\n\
         //- b.py\nclass Cache:\n    def get(self, n): pass\n    def fetch(self, n): pass\n",
        expect![[r#"
            a.py:2 call x get -> b.py:Cache.get [ambiguous(2)]
            a.py:3 call y fetch -> b.py:Cache.fetch [same-name]
        "#]],
    );
}

#[test]
fn a_value_of_another_file_keeps_its_members() {
    check(
        "//- a.ts\nimport { api } from './b';\napi.load();\nschema.parse2();\nx.load();\n\
         //- b.ts\nexport const api = { load() {} };\nconst schema = { parse2() {} };\n",
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
        "//- a.c\nstruct ops { int (*run)(void); };\nvoid f(struct ops *o) { o->run(); }\n\
         //- b.c\nvoid g(void) { p->run(); }\n",
        expect![[r#"
            a.c:2 call o run -> a.c:ops.run [by-type]
            b.c:1 call p run -> ?
        "#]],
    );
}
