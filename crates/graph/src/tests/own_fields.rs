//! Fields that no class declares: methods assign them.

use expect_test::expect;

use super::check_uses;

#[test]
fn a_field_of_python_is_defined_where_it_is_first_assigned() {
    check_uses(
        r"//- a.py
from b import Pool
class Store:
    limit = 1
    def __init__(self, pool: Pool, size):
        self.pool = pool
        self.size: int = size
        self.limit = 2
        self._left, self._right = size
    def take(self):
        self.size += 1
        self.size = self._left
        self.pool.take()
        return self.size
    @property
    def name(self): return self.size
    def rename(self): self.name = 1
class Big(Store):
    def go(self): return self.size
//- b.py
class Pool:
    def take(self): pass
def use(store):
    return store.size, store._right
",
        expect![[r#"
            a.py:12 call self.pool take -> b.py:Pool.take [by-type]
            a.py:7 write self limit -> a.py:Store.limit [same-file]
            a.py:10 write self size -> a.py:Store.size [same-file]
            a.py:11 read self _left -> a.py:Store._left [same-file]
            a.py:12 read self pool -> a.py:Store.pool [same-file]
            a.py:13 read self size -> a.py:Store.size [same-file]
            a.py:15 read self size -> a.py:Store.size [same-file]
            a.py:16 write self name -> a.py:Store.name [same-file]
            a.py:18 read self size -> a.py:Store.size [same-file]
            b.py:4 read store size -> a.py:Store.size [same-name]
            b.py:4 read store _right -> a.py:Store._right [same-name]
        "#]],
    );
}

#[test]
fn a_field_with_a_type_is_declared_once_for_all_subtypes() {
    check_uses(
        r"//- a.py
class Base:
    size: int = 1
    left = 1
    def __init__(self):
        self.right: int = 1
class Big(Base):
    def __init__(self):
        self.size = 1
        self.left = 1
        self.right = 1
    def go(self, big: Big):
        return self.size, self.left, big.right
",
        expect![[r#"
            a.py:12 read self size -> a.py:Base.size [same-file]
            a.py:12 read self left -> a.py:Big.left [same-file]
            a.py:12 read big right -> a.py:Base.right [same-file]
        "#]],
    );
}

#[test]
fn a_field_of_javascript_is_defined_where_it_is_first_assigned() {
    check_uses(
        r"//- a.js
import { Pool } from './b';
export class Store {
  limit = 1;
  constructor(size) {
    this.pool = new Pool();
    this.size = size;
    this.limit = 2;
    this.run = () => this.size;
  }
  take() {
    this.left = () => { this.right = 1; };
    this.pool.take();
    this.size += 1;
    list.each(function () { this.none = 1; });
    return this.left + this.right;
  }
}
export function Door(width) { this.width = width; }
Door.prototype.open = function () { this.isOpen = this.width > 1; };
Door.prototype.shut = function () { return this.isOpen; };
//- b.js
export class Pool { take() {} }
export const use = (store) => store.size;
",
        expect![[r#"
            a.js:5 call Pool -> b.js:Pool [import]
            a.js:12 call this.pool take -> b.js:Pool.take [by-type]
            a.js:14 call list each -> ?
            a.js:7 write this limit -> a.js:Store.limit [same-file]
            a.js:8 read this size -> a.js:Store.size [same-file]
            a.js:12 read this pool -> a.js:Store.pool [same-file]
            a.js:13 write this size -> a.js:Store.size [same-file]
            a.js:15 read this left -> a.js:Store.left [same-file]
            a.js:15 read this right -> a.js:Store.right [same-file]
            a.js:19 read Door prototype -> ?
            a.js:19 read this width -> a.js:Door.width [same-file]
            a.js:20 read Door prototype -> ?
            a.js:20 read this isOpen -> a.js:Door.isOpen [same-file]
            a.js:19 read Door -> a.js:Door [same-file]
            a.js:20 read Door -> a.js:Door [same-file]
            b.js:2 read store size -> a.js:Store.size [same-name]
        "#]],
    );
}

#[test]
fn fields_that_are_assigned_from_one_another_end() {
    let fields: Vec<String> = (0..12).map(|at| format!("f{at}")).collect();
    let mut text = String::from(
        r"//- a.js
export class Item {
  constructor(o) {
",
    );
    for one in &fields {
        for other in &fields {
            text += &format!("    this.{one} = this.{other}.{one}.{other};\n");
        }
    }
    text += r"  }
  go() { this.f0.f1.f2.f3.run(); }
  run() {}
}
";
    let memory = super::Memory::new(&text);
    let graph = crate::Graph::new(&memory);
    for reference in &memory.facts[0].references {
        graph.resolve(memory.files[0].id, reference);
    }
}
