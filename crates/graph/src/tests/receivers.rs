//! Receivers by type: what the text says about a value, in every language that has locals.

use expect_test::expect;

use super::check_uses as check;

#[test]
fn a_local_of_python_has_the_members_of_what_it_is_made_from() {
    check(
        r#"//- a.py
from b import Door, open_door, Doors
import json
def use(shop, doors: list[Door], found: "Door | None"):
    x = Door(1)
    x.open()
    y = open_door()
    y.open()
    with Door() as z:
        z.open()
    for d in doors:
        d.open()
    for i, e in enumerate(doors):
        e.open()
    found.open()
    shop.open()
    loaded = json.loads("")
    loaded.open()
    text = "open"
    text.open()
    Doors().first().open()
    [q.open() for q in doors]
    try:
        pass
    except Door as error:
        error.open()
//- b.py
class Door:
    def open(self): pass
class Shop:
    def open(self): pass
class Doors:
    def first(self) -> Door: pass
def open_door() -> Door: pass
"#,
        expect![[r#"
            a.py:4 call Door -> b.py:Door [import]
            a.py:5 call x open -> b.py:Door.open [by-type]
            a.py:6 call open_door -> b.py:open_door [import]
            a.py:7 call y open -> b.py:Door.open [by-type]
            a.py:9 call z open -> b.py:Door.open [by-type]
            a.py:11 call d open -> b.py:Door.open [by-type]
            a.py:12 call enumerate -> ?
            a.py:13 call e open -> b.py:Door.open [by-type]
            a.py:14 call found open -> b.py:Door.open [by-type]
            a.py:15 call shop open -> b.py:Door.open b.py:Shop.open [ambiguous(3)]
            a.py:16 call json loads -> ?
            a.py:17 call loaded open -> ?
            a.py:19 call text open -> ?
            a.py:20 call Doors().first() open -> b.py:Door.open [by-type]
            a.py:20 call Doors() first -> b.py:Doors.first [by-type]
            a.py:20 call Doors -> b.py:Doors [import]
            a.py:21 call q open -> b.py:Door.open [by-type]
            a.py:25 call error open -> b.py:Door.open [by-type]
            a.py:24 read Door -> b.py:Door [import]
        "#]],
    );
}

#[test]
fn a_field_of_python_has_the_type_it_is_given_by_the_constructor() {
    check(
        r#"//- a.py
from b import Pool, Log
class Client(Base):
    log: Log
    def __init__(self, pool: Pool, other):
        self.pool = pool
        self.own = Pool()
        self.other = other
    def take(self):
        self.pool.take()
        self.own.take()
        self.log.write()
        self.other.take()
class Sub(Client):
    def again(self):
        self.pool.take()
//- b.py
class Pool:
    def take(self): pass
class Log:
    def write(self): pass
class Tape:
    def write(self): pass
"#,
        expect![[r#"
            a.py:6 call Pool -> b.py:Pool [import]
            a.py:9 call self.pool take -> b.py:Pool.take [by-type]
            a.py:10 call self.own take -> b.py:Pool.take [by-type]
            a.py:11 call self.log write -> b.py:Log.write [by-type]
            a.py:12 call self.other take -> b.py:Pool.take [same-name]
            a.py:15 call self.pool take -> b.py:Pool.take [by-type]
            a.py:9 read self pool -> a.py:Client.pool [same-file]
            a.py:10 read self own -> a.py:Client.own [same-file]
            a.py:11 read self log -> a.py:Client.log [same-file]
            a.py:12 read self other -> a.py:Client.other [same-file]
            a.py:15 read self pool -> a.py:Client.pool [same-file]
        "#]],
    );
}

#[test]
fn a_parameter_or_local_hides_what_has_its_name_elsewhere() {
    check(
        r#"//- a.py
from b import run
def use(run, go):
    run()
    go()
def other():
    run()
//- b.py
def run(): pass
def go(): pass
//- a.rs
fn use_it(go: fn()) { go(); let run = || 1; run(); scope(|scope| { scope.go() }); }
fn go() {}
fn run() {}
fn scope() {}
//- a.ts
import { run } from './b';
export function use(go: () => void) { go(); const run = go; run(); }
//- b.ts
export function run() {}
export function go() {}
//- m.go
package m
func go1() {}
func use(go1 func()) { go1(); x := x(); _ = x }
func x() int { return 1 }
"#,
        expect![[r#"
            a.py:3 call run -> ?
            a.py:4 call go -> ?
            a.py:6 call run -> b.py:run [import]
            a.rs:1 call go -> ?
            a.rs:1 call run -> ?
            a.rs:1 call scope -> a.rs:scope [same-file]
            a.rs:1 call scope go -> ?
            a.ts:2 call go -> ?
            a.ts:2 call run -> ?
            m.go:3 call go1 -> ?
            m.go:3 call x -> m.go:x [same-file]
        "#]],
    );
}

#[test]
fn a_bare_name_that_nothing_binds_is_not_looked_for_elsewhere() {
    check(
        r#"//- a.py
only()
//- b.py
def only(): pass
//- src/a.rs
fn f() { only(); make!(); }
//- src/b.rs
fn only() {}
macro_rules! make { () => {} }
//- a.ts
import x from './x';
only();
//- b.ts
export function only() {}
//- a.c
int f(void) { free(0); helper(); }
//- vendor/mem.h
#define free(x) my_free(x)
//- b.c
int helper(void) { return 1; }
"#,
        expect![[r#"
            a.c:1 call free -> ?
            a.c:1 call helper -> b.c:helper [unique-name]
            a.py:1 call only -> ?
            a.ts:2 call only -> ?
            src/a.rs:1 call only -> ?
            src/a.rs:1 call make -> src/b.rs:make [unique-name]
            vendor/mem.h:1 call my_free -> ?
        "#]],
    );
}

#[test]
fn a_method_that_hands_a_call_on_does_not_call_itself() {
    check(
        r#"//- src/a.rs
struct A { inner: Outer }
impl A { fn flush(&self) { self.inner.flush() } }
struct B<W> { inner: W }
impl<W> B<W> { fn close(&self) { self.inner.close() } }
//- a.py
class C:
    def __init__(self, inner):
        self.inner = inner
    def save(self):
        self.inner.save()
"#,
        expect![[r#"
            a.py:5 call self.inner save -> ?
            a.py:5 read self inner -> a.py:C.inner [same-file]
            src/a.rs:2 call self.inner flush -> ?
            src/a.rs:4 call self.inner close -> ?
            src/a.rs:2 read self inner -> src/a.rs:A::inner [same-file]
            src/a.rs:4 read self inner -> src/a.rs:B::inner [same-file]
        "#]],
    );
}

#[test]
fn a_local_of_go_has_the_written_result_of_what_made_it() {
    check(
        r#"//- m/m.go
package m
import (
 "example.com/r/store"
 "os"
)
func use(open func(s *store.Store), list []*store.Store) {
 s, err := store.Open()
 s.Close()
 t := &store.Store{}
 t.Close()
 for _, u := range list { u.Close() }
 f, _ := os.Open("x")
 f.Close()
 g := func(v *store.Store) { v.Close() }
 var w store.Store
 w.Close()
 s.Inner().Stop()
 switch x := any(s).(type) {
 case *store.Store:
  x.Close()
 }
 s.Embedded.Stop()
 s.Stop()
 store.Default.Close()
}
//- store/store.go
package store
type Store struct { Embedded }
type Embedded struct{}
func (e *Embedded) Stop() {}
var Default = Store{
 a: 1,
}
func Open() (*Store, error) { return nil, nil }
func (s *Store) Inner() *Embedded { return nil }
//- store/close.go
package store
func (s *Store) Close() {}
type Other struct{}
func (o *Other) Close() {}
func (o *Other) Stop() {}
"#,
        expect![[r#"
            m/m.go:7 call store Open -> store/store.go:Open [import]
            m/m.go:8 call s Close -> store/close.go:Store.Close [by-type]
            m/m.go:9 call store Store -> store/store.go:Store [import]
            m/m.go:10 call t Close -> store/close.go:Store.Close [by-type]
            m/m.go:11 call u Close -> store/close.go:Store.Close [by-type]
            m/m.go:12 call os Open -> ?
            m/m.go:13 call f Close -> ?
            m/m.go:14 call v Close -> store/close.go:Store.Close [by-type]
            m/m.go:16 call w Close -> store/close.go:Store.Close [by-type]
            m/m.go:17 call s.Inner() Stop -> store/store.go:Embedded.Stop [by-type]
            m/m.go:17 call s Inner -> store/store.go:Store.Inner [by-type]
            m/m.go:20 call x Close -> store/close.go:Store.Close [by-type]
            m/m.go:22 call s.Embedded Stop -> store/store.go:Embedded.Stop [by-type]
            m/m.go:23 call s Stop -> store/store.go:Embedded.Stop [by-type]
            m/m.go:24 call store.Default Close -> store/close.go:Store.Close [by-type]
            m/m.go:22 read s Embedded -> store/store.go:Store.Embedded [by-type]
            m/m.go:24 read store Default -> store/store.go:Default [import]
            store/store.go:5 call Store -> store/store.go:Store [same-file]
            store/store.go:6 write Store a -> ?
        "#]],
    );
}

#[test]
fn a_value_of_rust_is_followed_through_what_holds_it() {
    check(
        r#"//- src/lib.rs
mod net;
use net::{Client, Flavor, connect};
use std::fs::File;
struct App { client: Option<Client>, all: Vec<Client>, lock: std::sync::Mutex<Client> }
impl App {
    fn run(&mut self, file: File) {
        let a = Client::new();
        a.send();
        let b = connect()?;
        b.send();
        if let Some(c) = &self.client { c.send(); }
        for d in self.all.iter() { d.send(); }
        self.lock.lock().unwrap().send();
        self.all.iter().map(|e| e.send());
        file.send();
        self.all.push(a);
        match Flavor::make() {
            Flavor::One(f) => f.send(),
            Flavor::Two { g } => g.send(),
        }
        let h = Box::new(Client::default());
        h.send();
        let (i, j) = net::pair();
        j.send();
        assert_eq!(self.all.get(0).unwrap().send(), 1);
        self.client.map(|k| k.send());
    }
}
//- src/net.rs
pub struct Client;
impl Client { pub fn new() -> Self { Client } pub fn send(&self) {} pub fn map(&self) {} }
pub enum Flavor { One(Client), Two { g: Client } }
impl Flavor { pub fn make() -> Flavor { loop {} } }
pub fn connect() -> Result<Client, ()> { Ok(Client) }
pub fn pair() -> (u8, Client) { loop {} }
//- src/other.rs
pub struct Other;
impl Other { fn send(&self) {} fn push(&self) {} }
"#,
        expect![[r#"
            src/lib.rs:7 call Client new -> src/net.rs:Client::new [import]
            src/lib.rs:8 call a send -> src/net.rs:Client::send [by-type]
            src/lib.rs:9 call connect -> src/net.rs:connect [import]
            src/lib.rs:10 call b send -> src/net.rs:Client::send [by-type]
            src/lib.rs:11 call c send -> src/net.rs:Client::send [by-type]
            src/lib.rs:12 call self.all iter -> ?
            src/lib.rs:12 call d send -> src/net.rs:Client::send [by-type]
            src/lib.rs:13 call self.lock.lock().unwrap() send -> src/net.rs:Client::send [by-type]
            src/lib.rs:13 call self.lock.lock() unwrap -> ?
            src/lib.rs:13 call self.lock lock -> ?
            src/lib.rs:14 call self.all.iter() map -> ?
            src/lib.rs:14 call e send -> src/net.rs:Client::send [by-type]
            src/lib.rs:15 call file send -> ?
            src/lib.rs:16 call self.all push -> ?
            src/lib.rs:17 call Flavor make -> src/net.rs:Flavor::make [import]
            src/lib.rs:18 call f send -> src/net.rs:Client::send [by-type]
            src/lib.rs:19 call g send -> src/net.rs:Client::send [by-type]
            src/lib.rs:21 call Box new -> ?
            src/lib.rs:21 call Client default -> ?
            src/lib.rs:22 call h send -> src/net.rs:Client::send [by-type]
            src/lib.rs:23 call net pair -> src/net.rs:pair [import]
            src/lib.rs:24 call j send -> src/net.rs:Client::send [by-type]
            src/lib.rs:25 call assert_eq -> ?
            src/lib.rs:25 call self.all get -> ?
            src/lib.rs:25 call self.all.get() unwrap -> ?
            src/lib.rs:25 call self.all.get().unwrap() send -> src/net.rs:Client::send [by-type]
            src/lib.rs:26 call self.client map -> ?
            src/lib.rs:26 call k send -> src/net.rs:Client::send [by-type]
            src/lib.rs:11 read self client -> src/lib.rs:App::client [same-file]
            src/lib.rs:12 read self all -> src/lib.rs:App::all [same-file]
            src/lib.rs:13 read self lock -> src/lib.rs:App::lock [same-file]
            src/lib.rs:18 read Flavor One -> src/net.rs:Flavor::One [import]
            src/lib.rs:19 read Flavor::Two g -> src/net.rs:Flavor::Two::g [import]
            src/lib.rs:7 read Client -> src/net.rs:Client [import]
            src/lib.rs:17 read Flavor -> src/net.rs:Flavor [import]
            src/net.rs:5 call Ok -> ?
            src/net.rs:2 read Client -> src/net.rs:Client [same-file]
            src/net.rs:5 read Client -> src/net.rs:Client [same-file]
        "#]],
    );
}

#[test]
fn a_name_of_an_inline_module_means_what_that_module_defines() {
    check(
        r#"//- src/lib.rs
pub struct Queue;
impl Queue { pub fn push(&self) {} }
fn f(q: Queue) { q.push() }
#[cfg(test)]
mod tests {
    struct Door;
    impl Door { fn open(&self) {} }
    fn g(d: Door) { d.open() }
}
//- src/user.rs
use crate::Queue;
fn f(q: &Queue) { q.push() }
"#,
        expect![[r#"
            src/lib.rs:3 call q push -> src/lib.rs:Queue::push [by-type]
            src/lib.rs:8 call d open -> src/lib.rs:tests::Door::open [by-type]
            src/user.rs:2 call q push -> src/lib.rs:Queue::push [by-type]
        "#]],
    );
}

#[test]
fn a_field_is_read_and_written_through_the_type_of_its_value() {
    check(
        r#"//- a.py
from b import Point, LIMIT, Color
class Own:
    size: int = 0
    def grow(self, p: Point, q):
        self.size = LIMIT
        p.x = self.size
        q.y
        return Color.RED
//- b.py
LIMIT = 3
class Point:
    x: int = 0
    y: int = 0
class Size:
    x: int = 0
from enum import Enum
class Color(Enum):
    RED = 1
//- m.go
package m
type point struct { X int; y int }
const limit = 3
func f(p *point) point { p.X = limit; return point{X: 1, y: p.y} }
//- src/lib.rs
pub struct Point { pub x: u8, y: u8 }
const LIMIT: u8 = 3;
impl Point { fn f(&mut self, o: Point) -> Point { self.x = LIMIT; Point { x: o.y, y: 1 } } }
"#,
        expect![[r#"
            a.py:5 write self size -> a.py:Own.size [same-file]
            a.py:6 write p x -> b.py:Point.x [by-type]
            a.py:6 read self size -> a.py:Own.size [same-file]
            a.py:7 read q y -> b.py:Point.y [same-name]
            a.py:8 read Color RED -> b.py:Color.RED [import]
            a.py:5 read LIMIT -> b.py:LIMIT [import]
            a.py:8 read Color -> b.py:Color [import]
            m.go:4 call point -> m.go:point [same-file]
            m.go:4 write p X -> m.go:point.X [by-type]
            m.go:4 write point X -> m.go:point.X [same-file]
            m.go:4 write point y -> m.go:point.y [same-file]
            m.go:4 read p y -> m.go:point.y [by-type]
            m.go:4 read limit -> m.go:limit [same-file]
            src/lib.rs:3 call Point -> src/lib.rs:Point [same-file]
            src/lib.rs:3 write self x -> src/lib.rs:Point::x [same-file]
            src/lib.rs:3 write Point x -> src/lib.rs:Point::x [same-file]
            src/lib.rs:3 write Point y -> src/lib.rs:Point::y [same-file]
            src/lib.rs:3 read o y -> src/lib.rs:Point::y [by-type]
            src/lib.rs:3 read LIMIT -> src/lib.rs:LIMIT [same-file]
        "#]],
    );
}

#[test]
fn a_value_that_is_imported_under_another_name_keeps_its_type() {
    check(
        r#"//- a.ts
import {shop as s} from "./b";
import anyName from "./b";
s.open();
anyName.open();
//- b.ts
export interface Door { open(): void; }
export class Shop implements Door { open(): void {} }
export const shop: Door = new Shop();
export default shop;
//- c.py
from d import door as d
d.open()
//- d.py
class Door:
    def open(self): pass
class Shop:
    def open(self): pass
door = Door()
"#,
        expect![[r#"
            a.ts:3 call s open -> b.ts:Door.open [by-type]
            a.ts:4 call anyName open -> b.ts:Door.open [by-type]
            a.ts:3 read s -> b.ts:shop [import]
            a.ts:4 read anyName -> b.ts:shop [import]
            b.ts:3 call Shop -> b.ts:Shop [same-file]
            b.ts:4 read shop -> b.ts:shop [same-file]
            c.py:2 call d open -> d.py:Door.open [by-type]
            c.py:2 read d -> d.py:door [import]
            d.py:5 call Door -> d.py:Door [same-file]
        "#]],
    );
}
