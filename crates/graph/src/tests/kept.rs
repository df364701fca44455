//! What a graph has read serves further questions, and gives the same answers.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rutter_domain::{Facts, FileId};

use super::Memory;
use crate::{Code, CodeFile, Graph, GraphMemory};

/// A name with enough definitions to look them up by the type they belong to.
fn many_types() -> Memory {
    let mut text =
        "//- Cargo.toml\n[package]\nname = \"a\"\n//- src/lib.rs\nmod user;\n".to_string();
    for number in 0..40 {
        writeln!(text, "mod m{number};").unwrap();
    }
    for number in 0..40 {
        write!(
            text,
            "//- src/m{number}.rs\npub struct T{number};\nimpl T{number} {{ pub fn make() {{}} }}\n"
        )
        .unwrap();
    }
    text += "//- src/user.rs\nuse crate::m7::T7;\nfn uses_seven() { T7::make(); }\nfn uses_eight() { crate::m8::T8::make(); }\n";
    Memory::new(&text)
}

fn users(memory: &Memory, graph: &Graph<'_>, symbol: &str) -> Vec<String> {
    let edges = graph.callers(memory.find(symbol)).into_iter();
    edges
        .map(|edge| {
            let from = memory.spell(edge.from_file, edge.from_symbol);
            format!("{from} {} {}", edge.kind, edge.provenance)
        })
        .collect()
}

#[test]
fn a_common_name_is_resolved_by_its_type() {
    let memory = many_types();
    let graph = Graph::new(&memory);
    assert_eq!(
        users(&memory, &graph, "src/m7.rs:T7::make"),
        ["src/user.rs:uses_seven call import"]
    );
    assert_eq!(
        users(&memory, &graph, "src/m8.rs:T8::make"),
        ["src/user.rs:uses_eight call import"]
    );
    assert!(users(&memory, &graph, "src/m9.rs:T9::make").is_empty());
}

#[test]
fn earlier_questions_change_no_answer() {
    let memory = many_types();
    let kept = GraphMemory::new(memory.files().len());
    let symbols = ["src/m7.rs:T7::make", "src/m7.rs:T7", "src/m8.rs:T8::make", "src/m9.rs:T9"];
    for symbol in symbols.iter().chain(&symbols) {
        let graph = Graph::with_memory(&memory, &kept);
        assert_eq!(
            users(&memory, &graph, symbol),
            users(&memory, &Graph::new(&memory), symbol),
            "{symbol}"
        );
    }
    assert!(kept.is_whole());
}

/// An index whose files cannot be read for a while.
struct Flaky {
    memory: Memory,
    is_broken: AtomicBool,
}

impl Code for Flaky {
    fn files(&self) -> &[CodeFile] {
        self.memory.files()
    }

    fn facts(&self, file: FileId) -> Option<Arc<Facts>> {
        if self.is_broken.load(Ordering::Relaxed) { None } else { self.memory.facts(file) }
    }

    fn defining(&self, name: &str) -> Vec<FileId> {
        self.memory.defining(name)
    }

    fn naming(&self, name: &str) -> Vec<FileId> {
        self.memory.naming(name)
    }

    fn programs(&self) -> Vec<(String, FileId)> {
        Vec::new()
    }
}

#[test]
fn what_could_not_be_read_is_noticed() {
    let flaky = Flaky { memory: many_types(), is_broken: true.into() };
    let kept = GraphMemory::new(flaky.files().len());
    assert!(Graph::with_memory(&flaky, &kept).defined("make").is_empty());
    assert!(!kept.is_whole());
    flaky.is_broken.store(false, Ordering::Relaxed);
    let kept = GraphMemory::new(flaky.files().len());
    assert_eq!(Graph::with_memory(&flaky, &kept).defined("make").len(), 40);
    assert!(kept.is_whole());
}
