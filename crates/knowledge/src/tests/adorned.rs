//! Decorators, attributes and further definitions of a name belong to the code that an entry describes.

use super::*;

/// Records entries of some symbols, makes one edit, and tells which are stale.
fn check(path: &str, text: &str, symbols: &[&str], edit: (&str, &str), stale: &[&str]) {
    let tree = Tree::new("//- other.txt\nnothing\n");
    tree.write(path, text);
    for symbol in symbols {
        record(&tree, draft(symbol, path, "Does what it does."));
    }
    let (from, to) = edit;
    assert!(text.contains(from), "{path} has {from}");
    tree.write(path, text.replacen(from, to, 1));
    let answer = knowledge(&tree).entries(&EntriesFilter::default()).unwrap();
    let mut found: Vec<&str> = answer
        .entries
        .iter()
        .filter(|entry| entry.status == rutter_domain::EntryStatus::Stale)
        .map(|entry| entry.symbol.as_str())
        .collect();
    found.sort_unstable();
    assert_eq!(found, stale, "{path}: {from} became {to}");
}

const PYTHON: &str = "\
import functools

LIMIT = 3 @ 4

@functools.lru_cache(
    maxsize=8,
)
@traced
def slow(n):
    return n

class Job:
    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, value):
        self._name = value

    def run(self):
        return slow(3)
";

#[test]
fn a_decorator_belongs_to_its_function_alone() {
    let all = ["slow", "Job", "Job.name", "Job.run"];
    check("a.py", PYTHON, &all, ("maxsize=8", "maxsize=9"), &["slow"]);
    check("a.py", PYTHON, &all, ("@traced\n", ""), &["slow"]);
    check("a.py", PYTHON, &all, ("    @property\n", "    @cached\n"), &["Job.name"]);
    check("a.py", PYTHON, &all, ("    def run", "    @traced\n    def run"), &["Job.run"]);
    check("a.py", PYTHON, &all, ("LIMIT = 3 @ 4", "LIMIT = 3 @ 5"), &[]);
}

#[test]
fn an_attribute_belongs_to_its_item_alone() {
    let text = "\
#![allow(dead_code)]
use std::fmt;

#[derive(Debug)]
pub struct Pool {
    size: usize,
}

impl Pool {
    #[inline]
    // Why.
    #[must_use = \"it counts\"]
    pub fn take(&self) -> usize {
        self.size
    }

    pub fn give(&mut self) {}
}
";
    let all = ["Pool", "Pool::take", "Pool::give"];
    check("a.rs", text, &all, ("derive(Debug)", "derive(Debug, Clone)"), &["Pool"]);
    check("a.rs", text, &all, ("#[inline]", "#[inline(always)]"), &["Pool::take"]);
    check("a.rs", text, &all, ("it counts", "it matters"), &["Pool::take"]);
    check("a.rs", text, &all, ("dead_code", "unused"), &[]);
    check("a.rs", text, &all, ("Why.", "Because."), &[]);
    check("a.rs", text, &all, ("self.size\n", "self.size + 1\n"), &["Pool::take"]);
}

#[test]
fn an_entry_of_an_overloaded_function_speaks_of_all_its_definitions() {
    let text = "\
export function parse(text: string): number;
export function parse(text: number): number;
export function parse(text: any): number {
  return Number(text);
}

export class Cart {
  @logged
  add(item: string) {
    this.items.push(item);
  }
  get size() { return 1; }
  set size(value) { this.n = value; }
}
";
    let all = ["parse", "Cart", "Cart.add", "Cart.size"];
    check("a.ts", text, &all, ("Number(text)", "Number(text) + 1"), &["parse"]);
    check("a.ts", text, &all, ("text: string", "text: String"), &["parse"]);
    check("a.ts", text, &all, ("@logged", "@traced"), &["Cart.add"]);
    check("a.ts", text, &all, ("this.n = value", "this.n = 2"), &["Cart.size"]);
    check("a.py", PYTHON, &["Job.name"], ("= value", "= str(value)"), &["Job.name"]);
    let java = "\
class Pool {
    @Override
    int take(int n) { return n; }
    int take(long n) { return 2; }
    void give() {}
}
";
    let all = ["Pool.take", "Pool.give"];
    check("Pool.java", java, &all, ("return 2", "return 3"), &["Pool.take"]);
    check("Pool.java", java, &all, ("@Override", "@Deprecated"), &["Pool.take"]);
}

#[test]
fn a_template_belongs_to_its_function() {
    let text = "\
template <typename T>
T larger(T a, T b) {
    return a < b ? b : a;
}

int least(int a) { return a; }
";
    let all = ["larger", "least"];
    check("a.cpp", text, &all, ("a < b", "b < a"), &["larger"]);
    check("a.cpp", text, &all, ("template <typename T>", "template <class T>"), &["larger"]);
}

#[test]
fn an_overloaded_function_is_renamed_as_a_whole_and_must_be_read_as_a_whole() {
    let text =
        "int f(int a) { return a; }\nint g() { return 0; }\nint f(long a) { return 22 * a; }\n";
    let tree = Tree::new("");
    tree.write("a.cpp", text);
    let mut seen = Seen::default();
    seen.add("a.cpp", rutter_workspace::hash(text.as_bytes()), 3, 3);
    let said = knowledge(&tree).record(draft("f", "a.cpp", "Gives numbers."), &seen).unwrap();
    let Recording::Recorded { reason: Some(reason), .. } = said else { panic!("{said:?}") };
    assert_eq!(reason, "line 1 of `a.cpp` was not read in this session");
    record(&tree, draft("f", "a.cpp", "Gives numbers."));
    tree.write("a.cpp", text.replace(" f(", " numbers("));
    assert_eq!(held(&tree), "a.cpp numbers holds\n");
    let listed = knowledge(&tree).entries(&EntriesFilter::default()).unwrap().entries;
    assert_eq!((listed[0].start_line, listed[0].end_line), (3, 3));
}
