//! Rust.

use expect_test::expect;

use super::{check, check_imports};

#[test]
fn a_path_is_followed_through_modules_and_re_exports() {
    check(
        r"//- src/lib.rs
mod net;
pub use net::client::Client;
fn start() { net::open(); Client::new(); crate::net::client::ping(); }
//- src/net.rs
pub mod client;
pub fn open() { client::ping(); self::close(); super::start(); }
fn close() {}
//- src/net/client.rs
pub struct Client;
impl Client { pub fn new() -> Self { Client::default() } fn go(&self) { self.step(); Self::new(); } fn step(&self) {} }
pub fn ping() {}
//- src/other.rs
use crate::Client as C;
fn f() { C::new(); C::gone(); }
struct X; impl X { fn new() {} fn gone() {} }
",
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
        r"//- crates/domain/src/lib.rs
mod facts;
pub use facts::Facts;
pub fn helper() {}
//- crates/domain/src/facts.rs
pub struct Facts;
impl Facts { pub fn read() {} }
//- crates/use-it/src/main.rs
use my_domain::Facts;
use serde_json::Value;
fn main() { Facts::read(); my_domain::helper(); domain::helper(); Value::read(); serde_json::helper(); }
",
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
        r"//- src/lib.rs
pub mod a;
pub fn top() {}
#[cfg(test)]
mod tests {
 use super::*;
 fn t() { top(); super::top(); }
}
//- src/a.rs
pub fn run() {}
//- tests/it.rs
use thing::a::run;
mod common;
fn t() { run(); thing::top(); common::set_up(); }
//- tests/common/mod.rs
pub fn set_up() {}
",
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
        r"//- src/lib.rs
use std::collections::HashMap;
fn f(x: Option<String>) -> Result<u8, ()> { HashMap::insert(); Vec::push(); x.len(); vec![1]; String::from(1) }
//- src/b.rs
pub type Result<T> = u8;
pub fn len() {}
pub struct S; impl S { fn insert() {} fn push() {} fn from() {} }
macro_rules! vec { () => {} }
",
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
        r"//- src/lib.rs
mod shape;
use shape::Shape;
struct Square;
impl Shape for Square { fn area(&self) { self.name(); self.draw(); } }
impl Square { fn draw(&self) {} }
//- src/shape.rs
pub trait Shape { fn area(&self); fn name(&self) {} }
//- src/other.rs
struct O; impl O { fn name(&self) {} fn draw(&self) {} }
",
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
        r"//- src/lib.rs
mod a;
mod gone;
use crate::a::{b, b::C};
use std::fmt;
//- src/a/mod.rs
pub mod b;
//- src/a/b.rs
use super::super::a;
use super::x;
pub struct C;
",
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
        r"//- src/a.rs
fn f(e: Error) -> Output { make!(); }
//- src/b.rs
trait T { type Error; }
struct S;
impl T for S { type Error = u8; }
macro_rules! make { () => {} }
",
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
        r"//- src/lib.rs
pub mod real;
pub mod mock;
pub mod user;
pub mod other;
//- src/real.rs
pub struct Clock;
impl Clock { pub fn now() {} }
//- src/mock.rs
pub struct Clock;
impl Clock { pub fn now() {} }
//- src/user.rs
use crate::real::Clock;
fn f(c: Clock) { Clock::now(); }
#[cfg(test)]
mod tests {
 use crate::mock::Clock;
 fn t() { Clock::now(); }
}
//- src/other.rs
#[cfg(test)]
use crate::mock::Clock;
#[cfg(not(test))]
use crate::real::Clock;
fn f() { Clock::now(); }
",
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
        r"//- src/lib.rs
#[macro_use]
mod macros;
mod calls;
fn go(select: u8) { select!(1); calls::select(); assert!(select!(2)); }
//- src/macros.rs
macro_rules! select { () => {} }
//- src/calls.rs
pub fn select() {}
fn twice() { select(); select!(); }
",
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
        r#"//- src/lib.rs
mod sys;
use sys::open;
fn go() { open(); sys::close(); imp::lock(); }
#[cfg_attr(unix, path = "sys/unix.rs")]
#[cfg_attr(windows, path = "sys/windows.rs")]
mod imp;
#[path = "other/file.rs"]
mod named;
fn far() { named::far(); }
//- src/sys.rs
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;
#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;
//- src/sys/unix.rs
pub fn open() {}
pub fn close() {}
pub fn lock() {}
//- src/sys/windows.rs
pub fn open() {}
fn close() {}
pub fn lock() {}
//- src/other/file.rs
pub fn far() {}
"#,
        expect![[r#"
            src/lib.rs:3 call open -> src/sys/unix.rs:open src/sys/windows.rs:open [ambiguous(2)]
            src/lib.rs:3 call sys close -> src/sys/unix.rs:close [import]
            src/lib.rs:3 call imp lock -> src/sys/unix.rs:lock src/sys/windows.rs:lock [ambiguous(2)]
            src/lib.rs:9 call named far -> src/other/file.rs:far [import]
        "#]],
    );
}
