//! Rust.

use expect_test::expect;

use super::{check, check_imports};

#[test]
fn a_path_is_followed_through_modules_and_re_exports() {
    check(
        "//- src/lib.rs\nmod net;\npub use net::client::Client;\nfn start() { net::open(); Client::new(); crate::net::client::ping(); }\n\
         //- src/net.rs\npub mod client;\npub fn open() { client::ping(); self::close(); super::start(); }\nfn close() {}\n\
         //- src/net/client.rs\npub struct Client;\nimpl Client { pub fn new() -> Self { Client::default() } fn go(&self) { self.step(); Self::new(); } fn step(&self) {} }\npub fn ping() {}\n\
         //- src/other.rs\nuse crate::Client as C;\nfn f() { C::new(); C::gone(); }\nstruct X; impl X { fn new() {} fn gone() {} }\n",
        expect![[r#"
            src/lib.rs:3 call net open -> src/net.rs:open [import]
            src/lib.rs:3 call Client new -> src/net/client.rs:Client::new [import]
            src/lib.rs:3 call crate::net::client ping -> src/net/client.rs:ping [import]
            src/lib.rs:3 read Client -> src/net/client.rs:Client [import]
            src/net.rs:2 call client ping -> src/net/client.rs:ping [import]
            src/net.rs:2 call self close -> src/net.rs:close [same-file]
            src/net.rs:2 call super start -> src/lib.rs:start [import]
            src/net/client.rs:2 call Client default -> ?
            src/net/client.rs:2 call self step -> src/net/client.rs:Client::step [same-file]
            src/net/client.rs:2 call Self new -> src/net/client.rs:Client::new [same-file]
            src/net/client.rs:2 read Client -> src/net/client.rs:Client [same-file]
            src/other.rs:2 call C new -> src/net/client.rs:Client::new [import]
            src/other.rs:2 call C gone -> ?
            src/other.rs:2 read C -> src/net/client.rs:Client [import]
        "#]],
    );
}

#[test]
fn a_crate_of_the_workspace_is_known_by_its_folder_or_a_longer_name() {
    check(
        "//- crates/domain/src/lib.rs\nmod facts;\npub use facts::Facts;\npub fn helper() {}\n\
         //- crates/domain/src/facts.rs\npub struct Facts;\nimpl Facts { pub fn read() {} }\n\
         //- crates/use-it/src/main.rs\nuse my_domain::Facts;\nuse serde_json::Value;\nfn main() { Facts::read(); my_domain::helper(); domain::helper(); Value::read(); serde_json::helper(); }\n",
        expect![[r#"
            crates/use-it/src/main.rs:3 call Facts read -> crates/domain/src/facts.rs:Facts::read [import]
            crates/use-it/src/main.rs:3 call my_domain helper -> crates/domain/src/lib.rs:helper [import]
            crates/use-it/src/main.rs:3 call domain helper -> crates/domain/src/lib.rs:helper [import]
            crates/use-it/src/main.rs:3 call Value read -> ?
            crates/use-it/src/main.rs:3 call serde_json helper -> ?
            crates/use-it/src/main.rs:3 read Facts -> crates/domain/src/facts.rs:Facts [import]
            crates/use-it/src/main.rs:3 read Value -> ?
        "#]],
    );
}

#[test]
fn a_test_sees_the_crate_it_belongs_to() {
    check(
        "//- src/lib.rs\npub mod a;\npub fn top() {}\n#[cfg(test)]\nmod tests {\n use super::*;\n fn t() { top(); super::top(); }\n}\n\
         //- src/a.rs\npub fn run() {}\n\
         //- tests/it.rs\nuse thing::a::run;\nmod common;\nfn t() { run(); thing::top(); common::set_up(); }\n\
         //- tests/common/mod.rs\npub fn set_up() {}\n",
        expect![[r#"
            src/lib.rs:6 call top -> src/lib.rs:top [same-file]
            src/lib.rs:6 call super top -> src/lib.rs:top [same-file]
            tests/it.rs:3 call run -> src/a.rs:run [import]
            tests/it.rs:3 call thing top -> src/lib.rs:top [import]
            tests/it.rs:3 call common set_up -> tests/common/mod.rs:set_up [import]
        "#]],
    );
}

#[test]
fn the_standard_library_is_not_taken_for_the_repository() {
    check(
        "//- src/lib.rs\nuse std::collections::HashMap;\nfn f(x: Option<String>) -> Result<u8, ()> { HashMap::insert(); Vec::push(); x.len(); vec![1]; String::from(1) }\n\
         //- src/b.rs\npub type Result<T> = u8;\npub fn len() {}\npub struct S; impl S { fn insert() {} fn push() {} fn from() {} }\nmacro_rules! vec { () => {} }\n",
        expect![[r#"
            src/lib.rs:2 type Option -> ?
            src/lib.rs:2 type String -> ?
            src/lib.rs:2 type Result -> ?
            src/lib.rs:2 call HashMap insert -> ?
            src/lib.rs:2 call Vec push -> ?
            src/lib.rs:2 call x len -> ?
            src/lib.rs:2 call vec -> ?
            src/lib.rs:2 call String from -> ?
            src/lib.rs:2 read HashMap -> ?
        "#]],
    );
}

#[test]
fn a_trait_gives_its_methods_to_what_implements_it() {
    check(
        "//- src/lib.rs\nmod shape;\nuse shape::Shape;\nstruct Square;\nimpl Shape for Square { fn area(&self) { self.name(); self.draw(); } }\nimpl Square { fn draw(&self) {} }\n\
         //- src/shape.rs\npub trait Shape { fn area(&self); fn name(&self) {} }\n\
         //- src/other.rs\nstruct O; impl O { fn name(&self) {} fn draw(&self) {} }\n",
        expect![[r#"
            src/lib.rs:4 implements Shape -> src/shape.rs:Shape [import]
            src/lib.rs:4 call self name -> src/shape.rs:Shape::name [import]
            src/lib.rs:4 call self draw -> src/lib.rs:Square::draw [same-file]
        "#]],
    );
}

#[test]
fn imports_lead_to_files() {
    check_imports(
        "//- src/lib.rs\nmod a;\nmod gone;\nuse crate::a::{b, b::C};\nuse std::fmt;\n\
         //- src/a/mod.rs\npub mod b;\n\
         //- src/a/b.rs\nuse super::super::a;\nuse super::x;\npub struct C;\n",
        expect![[r#"
            src/a/b.rs:1 super::super a -> src/a/mod.rs
            src/a/b.rs:2 super x -> src/a/mod.rs
            src/a/mod.rs:1 self b -> src/a/b.rs
            src/lib.rs:1 self a -> src/a/mod.rs
            src/lib.rs:2 self gone -> missing
            src/lib.rs:3 crate::a b -> src/a/b.rs
            src/lib.rs:3 crate::a::b C -> src/a/b.rs
            src/lib.rs:4 std fmt -> outside
        "#]],
    );
}

#[test]
fn a_type_inside_another_has_no_bare_name_elsewhere() {
    check(
        "//- src/a.rs\nfn f(e: Error) -> Output { make!(); }\n\
         //- src/b.rs\ntrait T { type Error; }\nstruct S;\nimpl T for S { type Error = u8; }\nmacro_rules! make { () => {} }\n",
        expect![[r#"
            src/a.rs:1 type Error -> ?
            src/a.rs:1 type Output -> ?
            src/a.rs:1 call make -> src/b.rs:make [unique-name]
            src/b.rs:3 implements T -> src/b.rs:T [same-file]
        "#]],
    );
}

#[test]
fn what_only_tests_import_does_not_hide_the_real_thing() {
    check(
        "//- src/lib.rs\npub mod real;\npub mod mock;\npub mod user;\npub mod other;\n\
         //- src/real.rs\npub struct Clock;\nimpl Clock { pub fn now() {} }\n\
         //- src/mock.rs\npub struct Clock;\nimpl Clock { pub fn now() {} }\n\
         //- src/user.rs\nuse crate::real::Clock;\nfn f(c: Clock) { Clock::now(); }\n#[cfg(test)]\nmod tests {\n use crate::mock::Clock;\n fn t() { Clock::now(); }\n}\n\
         //- src/other.rs\n#[cfg(test)]\nuse crate::mock::Clock;\n#[cfg(not(test))]\nuse crate::real::Clock;\nfn f() { Clock::now(); }\n",
        expect![[r#"
            src/other.rs:5 call Clock now -> src/real.rs:Clock::now [import]
            src/other.rs:5 read Clock -> src/real.rs:Clock [import]
            src/user.rs:2 type Clock -> src/real.rs:Clock [import]
            src/user.rs:2 call Clock now -> src/real.rs:Clock::now [import]
            src/user.rs:6 call Clock now -> src/mock.rs:Clock::now [import]
            src/user.rs:2 read Clock -> src/real.rs:Clock [import]
            src/user.rs:6 read Clock -> src/mock.rs:Clock [import]
        "#]],
    );
}

#[test]
fn a_macro_and_a_function_may_share_a_name() {
    check(
        "//- src/lib.rs\n#[macro_use]\nmod macros;\nmod calls;\nfn go(select: u8) { select!(1); calls::select(); assert!(select!(2)); }\n\
         //- src/macros.rs\nmacro_rules! select { () => {} }\n\
         //- src/calls.rs\npub fn select() {}\nfn twice() { select(); select!(); }\n",
        expect![[r#"
            src/calls.rs:2 call select -> src/calls.rs:select [same-file]
            src/calls.rs:2 call select -> src/macros.rs:select [unique-name]
            src/lib.rs:4 call select -> src/macros.rs:select [unique-name]
            src/lib.rs:4 call calls select -> src/calls.rs:select [import]
            src/lib.rs:4 call assert -> ?
        "#]],
    );
}

#[test]
fn a_module_of_several_platforms_is_ambiguous() {
    check(
        "//- src/lib.rs\nmod sys;\nuse sys::open;\nfn go() { open(); sys::close(); imp::lock(); }\n#[cfg_attr(unix, path = \"sys/unix.rs\")]\n#[cfg_attr(windows, path = \"sys/windows.rs\")]\nmod imp;\n#[path = \"other/file.rs\"]\nmod named;\nfn far() { named::far(); }\n\
         //- src/sys.rs\n#[cfg(unix)]\nmod unix;\n#[cfg(windows)]\nmod windows;\n#[cfg(unix)]\npub use unix::*;\n#[cfg(windows)]\npub use windows::*;\n\
         //- src/sys/unix.rs\npub fn open() {}\npub fn close() {}\npub fn lock() {}\n\
         //- src/sys/windows.rs\npub fn open() {}\nfn close() {}\npub fn lock() {}\n\
         //- src/other/file.rs\npub fn far() {}\n",
        expect![[r#"
            src/lib.rs:3 call open -> src/sys/unix.rs:open src/sys/windows.rs:open [ambiguous(2)]
            src/lib.rs:3 call sys close -> src/sys/unix.rs:close [import]
            src/lib.rs:3 call imp lock -> src/sys/unix.rs:lock src/sys/windows.rs:lock [ambiguous(2)]
            src/lib.rs:9 call named far -> src/other/file.rs:far [import]
        "#]],
    );
}
