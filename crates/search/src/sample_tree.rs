//! Small artificial trees for tests: text in, hits out.

use rutter_domain::{
    Chunk, ChunkKind, ContentHash, Facts, FileId, Language, SearchMode, Span, Symbol, SymbolKind,
    Visibility,
};
use tempfile::TempDir;

use crate::{ChunkVectors, Counted, Files, Query, Ranked, Reader, StartFrom, Workload, Writer};

pub const BULK: Workload = Workload::Bulk { threads: 2, memory_bytes: 32_000_000 };

/// A list of files, each under a line `//- path`. A blank line ends a chunk. Lines such as
/// `fn name`, `class name`, `method Class::name` and `field Class::name` define symbols, a line
/// `/// text` before one is its doc comment, `# text` is a heading.
pub struct Tree {
    pub files: Vec<(String, String)>,
}

impl Tree {
    pub fn parse(text: &str) -> Tree {
        let mut files: Vec<(String, String)> = Vec::new();
        for line in text.lines() {
            if let Some(path) = line.strip_prefix("//- ") {
                files.push((path.to_owned(), String::new()));
            } else if let Some((_, text)) = files.last_mut() {
                text.push_str(line);
                text.push('\n');
            }
        }
        Tree { files }
    }

    pub fn id(&self, path: &str) -> FileId {
        FileId(self.files.iter().position(|file| file.0 == path).unwrap() as u32)
    }

    pub fn add(&self, writer: &Writer, path: &str) {
        let id = self.id(path);
        let (path, text) = &self.files[id.0 as usize];
        writer.add(id, path, text, &facts(path, text), ChunkVectors::Computed(&[])).unwrap();
    }

    pub fn index(&self, workload: Workload) -> TempDir {
        let dir = TempDir::new().unwrap();
        let writer = Writer::open(dir.path(), StartFrom::Published, workload, 0).unwrap();
        for (path, _) in &self.files {
            self.add(&writer, path);
        }
        writer.publish("first").unwrap();
        dir
    }

    pub fn show(&self, hits: &[Ranked]) -> Vec<String> {
        hits.iter()
            .map(|hit| format!("{}#{}", self.files[hit.file.0 as usize].0, hit.chunk))
            .collect()
    }
}

impl Files for Tree {
    fn path(&self, file: FileId) -> Option<&str> {
        self.files.get(file.0 as usize).map(|file| file.0.as_str())
    }

    fn language(&self, file: FileId) -> Language {
        Language::of_path(self.path(file).unwrap_or(""))
    }

    fn content(&self, file: FileId) -> Option<ContentHash> {
        let (_, text) = self.files.get(file.0 as usize)?;
        let mut hash = ContentHash([0; 16]);
        text.bytes().enumerate().for_each(|(at, byte)| {
            hash.0[at % 16] = hash.0[at % 16].wrapping_mul(31).wrapping_add(byte);
        });
        Some(hash)
    }
}

pub fn facts(path: &str, text: &str) -> Facts {
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut chunks: Vec<Chunk> = Vec::new();
    let (mut start, mut at, mut number, mut start_line) = (0, 0, 0, 1);
    let mut defines = Vec::new();
    let mut doc = None;
    for line in text.split_inclusive('\n').chain([""]) {
        number += 1;
        if line.trim().is_empty() {
            if at > start {
                let span = Span { start_byte: start, end_byte: at, start_line, end_line: number };
                let defines = std::mem::take(&mut defines);
                let symbol = defines.first().copied();
                chunks.push(Chunk { span, kind: ChunkKind::Code, symbol, defines });
            }
            start = at + line.len() as u32;
            start_line = number + 1;
        }
        if let Some(text) = line.strip_prefix("/// ") {
            doc = Some(text.trim().to_owned());
        } else if let Some(symbol) = symbol(line, doc.take()) {
            defines.push(symbols.len() as u32);
            symbols.push(symbol);
        }
        at += line.len() as u32;
    }
    Facts { symbols, chunks, ..Facts::empty(Language::of_path(path)) }
}

fn symbol(line: &str, doc: Option<String>) -> Option<Symbol> {
    let (keyword, rest) = line.trim().split_once(' ')?;
    let kind = match keyword {
        "fn" => SymbolKind::Function,
        "class" => SymbolKind::Class,
        "method" => SymbolKind::Method,
        "field" => SymbolKind::Field,
        "#" => SymbolKind::Section,
        _ => return None,
    };
    let qualified_name = match kind {
        SymbolKind::Section => rest,
        _ => rest.split([' ', '(']).next()?,
    };
    Some(Symbol {
        name: qualified_name.rsplit("::").next()?.to_owned(),
        qualified_name: qualified_name.to_owned(),
        kind,
        node_kind: "artificial".into(),
        span: Span::default(),
        signature: line.trim().to_owned(),
        doc,
        visibility: Visibility::Public,
        parent: None,
        body_hash: 0,
    })
}

pub fn ask<'a>(text: &'a str) -> Query<'a> {
    Query {
        text,
        limit: 10,
        counted: Counted::Chunks,
        kinds: &[],
        accepts: None,
        vector: None,
        mode: SearchMode::Lexical,
    }
}

pub const USERS: &str = "\
//- src/web.rs
fn handle(request)
  getUserById(1); getUserById(2); getUserById(3); Users::find(name)

fn route() getUserById getUserById getUserById

//- src/users.rs
class Users
  the table of users

/// Looks a user up.
method Users::getUserById(id)
  select

method Users::find(name)
  select by name

//- src/files.rs
method Files::find(pattern)
  walks over all folders

//- tests/users.rs
fn tests_getUserById() assert getUserById(1) getUserById(1) getUserById(1) getUserById(1)
";

/// Hits with their scores: equal only when the index is the same to the last bit.
pub fn answers(tree: &Tree, reader: &Reader) -> Vec<(Vec<String>, Vec<f32>)> {
    const QUERIES: &str = "\
getUserById
find users by name
select
walks over folders
Users::find
user";
    QUERIES
        .lines()
        .map(|query| {
            let hits = reader.search(&ask(query), tree);
            (tree.show(&hits), hits.iter().map(|hit| hit.score).collect())
        })
        .collect()
}
