//! Fields that no class declares: methods assign them.

use expect_test::expect;

use super::check_uses;

#[test]
fn a_field_of_python_is_defined_where_it_is_first_assigned() {
    check_uses(
        "//- a.py\nfrom b import Pool\nclass Store:\n    limit = 1\n    def __init__(self, pool: Pool, size):\n        self.pool = pool\n        self.size: int = size\n        self.limit = 2\n        self._left, self._right = size\n    def take(self):\n        self.size += 1\n        self.size = self._left\n        self.pool.take()\n        return self.size\n    @property\n    def name(self): return self.size\n    def rename(self): self.name = 1\nclass Big(Store):\n    def go(self): return self.size\n\
         //- b.py\nclass Pool:\n    def take(self): pass\ndef use(store):\n    return store.size, store._right\n",
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
        "//- a.py\nclass Base:\n    size: int = 1\n    left = 1\n    def __init__(self):\n        self.right: int = 1\nclass Big(Base):\n    def __init__(self):\n        self.size = 1\n        self.left = 1\n        self.right = 1\n    def go(self, big: Big):\n        return self.size, self.left, big.right\n",
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
        "//- a.js\nimport { Pool } from './b';\nexport class Store {\n  limit = 1;\n  constructor(size) {\n    this.pool = new Pool();\n    this.size = size;\n    this.limit = 2;\n    this.run = () => this.size;\n  }\n  take() {\n    this.left = () => { this.right = 1; };\n    this.pool.take();\n    this.size += 1;\n    list.each(function () { this.none = 1; });\n    return this.left + this.right;\n  }\n}\nexport function Door(width) { this.width = width; }\nDoor.prototype.open = function () { this.isOpen = this.width > 1; };\nDoor.prototype.shut = function () { return this.isOpen; };\n\
         //- b.js\nexport class Pool { take() {} }\nexport const use = (store) => store.size;\n",
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
    let mut text = String::from("//- a.js\nexport class Item {\n  constructor(o) {\n");
    for one in &fields {
        for other in &fields {
            text += &format!("    this.{one} = this.{other}.{one}.{other};\n");
        }
    }
    text += "  }\n  go() { this.f0.f1.f2.f3.run(); }\n  run() {}\n}\n";
    let memory = super::Memory::new(&text);
    let graph = crate::Graph::new(&memory);
    for reference in &memory.facts[0].references {
        graph.resolve(memory.files[0].id, reference);
    }
}
