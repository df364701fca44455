//! What a graph has read serves further questions, and gives the same answers.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rutter_domain::{Facts, FileId};

use super::Memory;
use crate::{BuildFiles, Code, CodeFile, DefinitionTable, Digest, Graph, GraphMemory, link_code};

/// A name with enough definitions to look them up by the type they belong to.
fn many_types() -> Memory {
    let mut text = r#"//- Cargo.toml
[package]
name = "a"
//- src/lib.rs
mod user;
"#
    .to_string();
    for number in 0..40 {
        writeln!(text, "mod m{number};").unwrap();
    }
    for number in 0..40 {
        write!(
            text,
            r"//- src/m{number}.rs
pub struct T{number};
impl T{number} {{ pub fn make() {{}} }}
"
        )
        .unwrap();
    }
    text += r"//- src/user.rs
use crate::m7::T7;
fn uses_seven() { T7::make(); }
fn uses_eight() { crate::m8::T8::make(); }
";
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

/// An index that keeps its digests as bytes, and a table of its definitions.
struct Tabled<'m> {
    memory: &'m Memory,
    table: Arc<DefinitionTable>,
}

impl Tabled<'_> {
    /// A table that was made of `before` and is used for `memory`.
    fn new<'m>(before: &Memory, memory: &'m Memory) -> Tabled<'m> {
        let records = link_code(before, &false.into()).unwrap().definitions.unwrap();
        let positions = before.files.iter().zip(&before.texts).map(|(file, text)| {
            let now = memory.files.iter().position(|now| now.path == file.path)?;
            (memory.texts[now] == *text).then_some(now as u32)
        });
        let table = DefinitionTable::open(records, 0, positions).unwrap();
        Tabled { memory, table: Arc::new(table) }
    }
}

impl Code for Tabled<'_> {
    fn files(&self) -> &[CodeFile] {
        self.memory.files()
    }

    fn facts(&self, file: FileId) -> Option<Arc<Facts>> {
        self.memory.facts(file)
    }

    fn digest(&self, file: FileId) -> Option<Digest> {
        Digest::decode(&Digest::of(&*self.facts(file)?).encode())
    }

    /// Returns none: the table knows.
    fn defining(&self, _name: &str) -> Vec<FileId> {
        Vec::new()
    }

    fn definition_table(&self) -> Option<Arc<DefinitionTable>> {
        Some(Arc::clone(&self.table))
    }

    fn naming(&self, name: &str) -> Vec<FileId> {
        self.memory.naming(name)
    }

    fn programs(&self) -> Vec<(String, FileId)> {
        Vec::new()
    }

    fn build_files(&self) -> Arc<BuildFiles> {
        self.memory.build_files()
    }
}

#[test]
fn a_table_of_definitions_changes_no_answer() {
    let memory = many_types();
    let tabled = Tabled::new(&memory, &memory);
    for symbol in ["src/m7.rs:T7::make", "src/m7.rs:T7", "src/m8.rs:T8::make", "src/m9.rs:T9"] {
        assert_eq!(
            users(&memory, &Graph::new(&tabled), symbol),
            users(&memory, &Graph::new(&memory), symbol),
            "{symbol}"
        );
    }
}

#[test]
fn a_table_of_definitions_outlives_changes_of_files() {
    const BEFORE: &str = "
//- Cargo.toml
[package]
name = \"a\"
//- src/gone.rs
pub fn open() {}
//- src/lib.rs
mod gone;
mod kept;
mod user;
//- src/kept.rs
pub fn close() {}
//- src/user.rs
fn run() { crate::gone::open(); crate::kept::close(); }
";
    const AFTER: &str = "
//- Cargo.toml
[package]
name = \"a\"
//- src/added.rs
pub fn shut() {}
pub fn open() {}
//- src/lib.rs
mod added;
mod kept;
mod user;
//- src/kept.rs
pub fn close() {}
//- src/user.rs
fn run() { crate::added::open(); crate::kept::close(); }
";
    let memory = Memory::new(AFTER);
    let tabled = Tabled::new(&Memory::new(BEFORE), &memory);
    let graph = Graph::new(&tabled);
    assert_eq!(users(&memory, &graph, "src/added.rs:open"), ["src/user.rs:run call import"]);
    assert_eq!(users(&memory, &graph, "src/kept.rs:close"), ["src/user.rs:run call import"]);
    assert!(users(&memory, &graph, "src/added.rs:shut").is_empty());
}
