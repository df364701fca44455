//! Rust: types that stand for others, and what a trait says of any type.

use expect_test::expect;

use super::check;

const DOORS: &str = "//- src/door.rs
pub trait Door { type Key: Cut; fn open(&mut self); fn shut(&mut self) {} fn make() -> Self; }
pub trait Cut { fn cut(&self); }
pub struct Oak;
impl Door for Oak { type Key = u8; fn open(&mut self) {} fn make() -> Self { Oak } }
pub struct Ash;
impl Door for Ash { type Key = u8; fn open(&mut self) {} fn make() -> Self { Ash } }
";

fn check_doors(user: &str, expected: expect_test::Expect) {
    check(&format!("{DOORS}//- src/lib.rs\nmod door;\nuse door::*;\n{user}"), expected);
}

#[test]
fn a_method_of_a_type_parameter_is_that_of_its_bound() {
    check_doors(
        "fn f<D: Door + Send>(mut d: D) { d.open(); D::make(); <D as Door>::make(); }
fn g<D>(mut d: D) where D: Send + Door { d.open(); let mut e = D::make(); e.open(); }
fn h(d: &mut impl Door) { d.open(); }
fn i(d: &mut dyn Door) { d.open(); }
fn j<D>(mut d: D) { d.open(); }
",
        expect![[r#"
            src/door.rs:1 type Cut -> src/door.rs:Cut [same-file]
            src/door.rs:4 implements Door -> src/door.rs:Door [same-file]
            src/door.rs:6 implements Door -> src/door.rs:Door [same-file]
            src/door.rs:4 read Oak -> src/door.rs:Oak [same-file]
            src/door.rs:6 read Ash -> src/door.rs:Ash [same-file]
            src/lib.rs:3 type Door -> src/door.rs:Door [import]
            src/lib.rs:3 type Send -> ?
            src/lib.rs:3 call d open -> src/door.rs:Door::open [by-type]
            src/lib.rs:3 call D make -> src/door.rs:Door::make [by-type]
            src/lib.rs:3 call Door make -> src/door.rs:Door::make [import]
            src/lib.rs:4 type Send -> ?
            src/lib.rs:4 type Door -> src/door.rs:Door [import]
            src/lib.rs:4 call d open -> src/door.rs:Door::open [by-type]
            src/lib.rs:4 call D make -> src/door.rs:Door::make [by-type]
            src/lib.rs:4 call e open -> src/door.rs:Door::open [by-type]
            src/lib.rs:5 type Door -> src/door.rs:Door [import]
            src/lib.rs:5 call d open -> src/door.rs:Door::open [by-type]
            src/lib.rs:6 type Door -> src/door.rs:Door [import]
            src/lib.rs:6 call d open -> src/door.rs:Door::open [by-type]
            src/lib.rs:7 call d open -> src/door.rs:Door::open src/door.rs:Oak::open src/door.rs:Ash::open [ambiguous(3)]
        "#]],
    );
}

#[test]
fn a_field_whose_type_is_a_parameter_has_the_bounds_of_the_block_or_the_argument() {
    check_doors(
        "struct House<'a, T> { first: &'a mut T, }
impl<'a, D: Door> House<'a, D> { fn go(&mut self) { self.first.open(); } fn give(&mut self) -> &mut D { self.first } }
fn f(house: House<'_, Ash>) { house.first.open(); house.give().open(); }
",
        expect![[r#"
            src/door.rs:1 type Cut -> src/door.rs:Cut [same-file]
            src/door.rs:4 implements Door -> src/door.rs:Door [same-file]
            src/door.rs:6 implements Door -> src/door.rs:Door [same-file]
            src/door.rs:4 read Oak -> src/door.rs:Oak [same-file]
            src/door.rs:6 read Ash -> src/door.rs:Ash [same-file]
            src/lib.rs:4 type Door -> src/door.rs:Door [import]
            src/lib.rs:4 call self.first open -> src/door.rs:Door::open [by-type]
            src/lib.rs:5 type House -> src/lib.rs:House [same-file]
            src/lib.rs:5 type Ash -> src/door.rs:Ash [import]
            src/lib.rs:5 call house.first open -> src/door.rs:Ash::open [by-type]
            src/lib.rs:5 call house.give() open -> src/door.rs:Ash::open [by-type]
            src/lib.rs:5 call house give -> src/lib.rs:House::give [by-type]
            src/lib.rs:4 read self first -> src/lib.rs:House::first [same-file]
            src/lib.rs:4 read self first -> src/lib.rs:House::first [same-file]
            src/lib.rs:5 read house first -> src/lib.rs:House::first [by-type]
        "#]],
    );
}

#[test]
fn what_a_function_hides_may_have_methods_of_its_own() {
    check_doors(
        "fn hidden() -> impl Door { Oak }
fn f() { hidden().open(); hidden().shut(); }
",
        expect![[r#"
            src/door.rs:1 type Cut -> src/door.rs:Cut [same-file]
            src/door.rs:4 implements Door -> src/door.rs:Door [same-file]
            src/door.rs:6 implements Door -> src/door.rs:Door [same-file]
            src/door.rs:4 read Oak -> src/door.rs:Oak [same-file]
            src/door.rs:6 read Ash -> src/door.rs:Ash [same-file]
            src/lib.rs:3 type Door -> src/door.rs:Door [import]
            src/lib.rs:4 call hidden() open -> src/door.rs:Door::open src/door.rs:Oak::open src/door.rs:Ash::open [ambiguous(3)]
            src/lib.rs:4 call hidden -> src/lib.rs:hidden [same-file]
            src/lib.rs:4 call hidden() shut -> src/door.rs:Door::shut [by-type]
            src/lib.rs:3 read Oak -> src/door.rs:Oak [import]
        "#]],
    );
}

#[test]
fn a_method_named_by_its_trait_may_be_any_implementation() {
    check_doors(
        "fn f(oak: Oak) { Door::open(&mut oak); Door::shut(&mut oak); }
fn g<D: Door>(mut d: D) { Door::open(&mut d); }
",
        expect![[r#"
            src/door.rs:1 type Cut -> src/door.rs:Cut [same-file]
            src/door.rs:4 implements Door -> src/door.rs:Door [same-file]
            src/door.rs:6 implements Door -> src/door.rs:Door [same-file]
            src/door.rs:4 read Oak -> src/door.rs:Oak [same-file]
            src/door.rs:6 read Ash -> src/door.rs:Ash [same-file]
            src/lib.rs:3 type Oak -> src/door.rs:Oak [import]
            src/lib.rs:3 call Door open -> src/door.rs:Door::open src/door.rs:Oak::open src/door.rs:Ash::open [ambiguous(3)]
            src/lib.rs:3 call Door shut -> src/door.rs:Door::shut [import]
            src/lib.rs:4 type Door -> src/door.rs:Door [import]
            src/lib.rs:4 call Door open -> src/door.rs:Door::open [import]
            src/lib.rs:3 read Door -> src/door.rs:Door [import]
            src/lib.rs:4 read Door -> src/door.rs:Door [import]
        "#]],
    );
}

#[test]
fn a_type_of_a_block_is_the_one_that_its_trait_declares() {
    check(
        "//- src/lib.rs
trait Door { type Key; fn key(&self) -> Self::Key; }
struct Oak;
impl Door for Oak { type Key = u8; fn key(&self) -> Self::Key { 0 } }
impl Iterator for Oak { type Item = u8; fn next(&mut self) -> Option<Self::Item> { None } }
fn f<D: Door>(d: D::Key, e: <D as Door>::Key) {}
",
        expect![[r#"
            src/lib.rs:1 type Self Key -> src/lib.rs:Door::Key [same-file]
            src/lib.rs:3 implements Door -> src/lib.rs:Door [same-file]
            src/lib.rs:3 type Self Key -> src/lib.rs:Oak::Key src/lib.rs:Door::Key [same-file]
            src/lib.rs:4 implements Iterator -> ?
            src/lib.rs:4 type Option -> ?
            src/lib.rs:4 type Self Item -> ?
            src/lib.rs:5 type Door -> src/lib.rs:Door [same-file]
            src/lib.rs:5 type D Key -> src/lib.rs:Door::Key [by-type]
            src/lib.rs:5 type Door Key -> src/lib.rs:Door::Key [same-file]
        "#]],
    );
}

#[test]
fn a_function_has_the_methods_of_traits() {
    check(
        "//- src/lib.rs
trait Parser { fn run(&self); fn peek_all(&self) { } }
impl<F: Fn()> Parser for F { fn run(&self) {} }
impl Parser for [u8] { fn run(&self) { self.run_len(); } fn peek_all(&self) {} }
fn digit() {}
fn f() { digit.run(); digit.skip_all(); }
trait More { fn skip_all(&self) {} }
",
        expect![[r#"
            src/lib.rs:2 implements Parser -> src/lib.rs:Parser [same-file]
            src/lib.rs:2 type Fn -> ?
            src/lib.rs:3 implements Parser -> src/lib.rs:Parser [same-file]
            src/lib.rs:3 call self run_len -> ?
            src/lib.rs:5 call digit run -> src/lib.rs:Parser::run src/lib.rs:F::run src/lib.rs:[u8]::run [ambiguous(3)]
            src/lib.rs:5 call digit skip_all -> src/lib.rs:More::skip_all [by-type]
            src/lib.rs:5 read digit -> src/lib.rs:digit [same-file]
        "#]],
    );
}

#[test]
fn a_path_that_cannot_be_followed_is_not_sure() {
    check(
        "//- src/lib.rs
struct Poller;
impl Poller { fn new() { sys::Poller::new(); std::sync::Poller::new(); } }
cfg_if::cfg_if! {
    if #[cfg(unix)] {
        mod unix;
        use unix as os;
    } else {
        mod windows;
        use windows as os;
    }
}
fn f() { os::open(); }
//- src/unix.rs
pub fn open() {}
//- src/windows.rs
pub fn open() {}
",
        expect![[r#"
            src/lib.rs:2 call sys::Poller new -> src/lib.rs:Poller::new [same-name]
            src/lib.rs:2 call std::sync::Poller new -> ?
            src/lib.rs:3 call cfg_if cfg_if -> ?
            src/lib.rs:12 call os open -> src/unix.rs:open src/windows.rs:open [ambiguous(2)]
            src/lib.rs:2 read sys Poller -> ?
            src/lib.rs:2 read std::sync Poller -> ?
        "#]],
    );
}

#[test]
fn an_exported_macro_is_imported_from_the_root() {
    check(
        "//- src/lib.rs
mod macros;
mod user;
//- src/macros.rs
#[macro_export]
macro_rules! seq { () => {} }
//- src/user.rs
use crate::seq;
struct Point { x: u8 }
fn f() { seq!(Point { x: 1 }); }
",
        expect![[r#"
            src/user.rs:3 call seq -> src/macros.rs:seq [unique-name]
            src/user.rs:3 write Point x -> src/user.rs:Point::x [same-file]
            src/user.rs:3 read Point -> src/user.rs:Point [same-file]
        "#]],
    );
}

#[test]
fn a_type_that_a_trait_leaves_open_has_the_members_of_its_bounds() {
    check(
        "//- src/lib.rs
trait Mode { fn bind() {} }
trait Output { type Error: Mode; type Free; }
struct Error;
impl Error { fn bind() {} }
fn f<O: Output>() { O::Error::bind(); <O as Output>::Error::bind(); O::Free::bind(); }
",
        expect![[r#"
            src/lib.rs:2 type Mode -> src/lib.rs:Mode [same-file]
            src/lib.rs:5 type Output -> src/lib.rs:Output [same-file]
            src/lib.rs:5 call O::Error bind -> src/lib.rs:Mode::bind [by-type]
            src/lib.rs:5 call Output::Error bind -> src/lib.rs:Mode::bind [by-type]
            src/lib.rs:5 call O::Free bind -> ?
            src/lib.rs:5 read O Error -> src/lib.rs:Output::Error [by-type]
            src/lib.rs:5 read Output Error -> src/lib.rs:Output::Error [same-file]
            src/lib.rs:5 read O Free -> src/lib.rs:Output::Free [by-type]
        "#]],
    );
}

#[test]
fn an_enum_is_not_called_by_its_name() {
    check(
        "//- src/lib.rs
pub enum Err { Failure(u8) }
fn f() -> Result<u8, Err> { Err(Err::Failure(1)) }
//- src/a.rs
use std::ops::Range;
trait T { fn go(&self); }
impl T for Range<u8> { fn go(&self) { self.start; self.go(); } }
//- src/b.rs
struct Range { start: u8 }
",
        expect![[r#"
            src/a.rs:3 implements T -> src/a.rs:T [same-file]
            src/a.rs:3 call self go -> src/a.rs:Range::go [same-file]
            src/a.rs:3 read self start -> ?
            src/lib.rs:2 type Result -> ?
            src/lib.rs:2 type Err -> src/lib.rs:Err [same-file]
            src/lib.rs:2 call Err -> ?
            src/lib.rs:2 call Err Failure -> src/lib.rs:Err::Failure [same-file]
        "#]],
    );
}
