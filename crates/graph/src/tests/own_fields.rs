//! Fields that no class declares: methods assign them.

use expect_test::expect;

use super::check_uses;

#[test]
fn a_field_of_python_is_defined_where_it_is_first_assigned() {
    check_uses(
        "//- a.py\nfrom b import Pool\nclass Store:\n    limit = 1\n    def __init__(self, pool: Pool, size):\n        self.pool = pool\n        self.size: int = size\n        self.limit = 2\n        self._left, self._right = size\n    def take(self):\n        self.size += 1\n        self.size = self._left\n        self.pool.take()\n        return self.size\n    @property\n    def name(self): return self.size\n    def rename(self): self.name = 1\nclass Big(Store):\n    def go(self): return self.size\n\
         //- b.py\nclass Pool:\n    def take(self): pass\ndef use(store):\n    return store.size, store._right\n",
        expect![[r#""#]],
    );
}

#[test]
fn a_field_with_a_type_is_declared_once_for_all_subtypes() {
    check_uses(
        "//- a.py\nclass Base:\n    size: int = 1\n    left = 1\n    def __init__(self):\n        self.right: int = 1\nclass Big(Base):\n    def __init__(self):\n        self.size = 1\n        self.left = 1\n        self.right = 1\n    def go(self, big: Big):\n        return self.size, self.left, big.right\n",
        expect![[r#""#]],
    );
}

#[test]
fn a_field_of_javascript_is_defined_where_it_is_first_assigned() {
    check_uses(
        "//- a.js\nimport { Pool } from './b';\nexport class Store {\n  limit = 1;\n  constructor(size) {\n    this.pool = new Pool();\n    this.size = size;\n    this.limit = 2;\n    this.run = () => this.size;\n  }\n  take() {\n    this.left = () => { this.right = 1; };\n    this.pool.take();\n    this.size += 1;\n    list.each(function () { this.none = 1; });\n    return this.left + this.right;\n  }\n}\nexport function Door(width) { this.width = width; }\nDoor.prototype.open = function () { this.isOpen = this.width > 1; };\nDoor.prototype.shut = function () { return this.isOpen; };\n\
         //- b.js\nexport class Pool { take() {} }\nexport const use = (store) => store.size;\n",
        expect![[r#""#]],
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
