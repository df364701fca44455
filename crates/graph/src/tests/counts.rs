//! How many edges there are.

use super::Memory;
use crate::{Graph, Resolution, link_code};

const TEXT: &str = r"//- a.py
from b import f
import os
from .gone import x
class A:
    def m(self):
        self.m()
f()
os.getcwd()
y.only()
y.both()
A().m()
//- b.py
def f(): pass
class B:
    def both(self): pass
//- c.py
class C:
    def both(self): pass
    def only(self): pass
";

#[test]
fn every_edge_is_counted_by_how_it_is_known() {
    let counts = link_code(&Memory::new(TEXT), &false.into()).unwrap().edges;
    let by_provenance: Vec<(&str, u64)> = counts.by_provenance.into_iter().collect();
    let expected = [
        ("ambiguous", 1),
        ("by-type", 1),
        ("import", 2),
        ("partly-read", 0),
        ("same-file", 2),
        ("same-name", 1),
        ("unique-name", 0),
    ];
    assert_eq!(by_provenance, expected);
    assert_eq!((counts.unresolved, counts.external), (2, 1));
}

#[test]
fn counting_and_asking_agree() {
    let memory = Memory::new(TEXT);
    let graph = Graph::new(&memory);
    let mut n_unresolved = 0;
    for (file, facts) in memory.files.iter().zip(&memory.facts) {
        let references = facts.references.iter();
        n_unresolved += references
            .filter(|reference| graph.resolve(file.id, reference) == Resolution::Unresolved)
            .count();
    }
    // The import that leads to nothing is counted with the references.
    assert_eq!(
        link_code(&memory, &false.into()).unwrap().edges.unresolved,
        n_unresolved as u64 + 1
    );
}

#[test]
fn an_index_of_nothing_has_no_edges() {
    let counts = link_code(&Memory::new(""), &false.into()).unwrap().edges;
    assert_eq!(counts.by_provenance.values().sum::<u64>(), 0);
}

#[test]
fn counting_can_be_stopped() {
    assert_eq!(link_code(&Memory::new(TEXT), &true.into()), None);
}
