//! The index as its users see it: files in, hits out.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use rutter_domain::{
    Chunk, ChunkKind, Facts, FileId, Language, Span, Symbol, SymbolKind, Visibility,
};
use tempfile::TempDir;

use crate::{Effort, Error, Files, Query, Ranked, Reader, Writer};

const BULK: Effort = Effort::Bulk { threads: 2, memory_bytes: 32_000_000 };

/// A list of files, each under a line `//- path`. A blank line ends a chunk. Lines such as
/// `fn name`, `class name`, `method Class::name` and `field Class::name` define symbols, a line
/// `/// text` before one is its doc comment, `# text` is a heading.
struct Tree {
    files: Vec<(String, String)>,
}

impl Tree {
    fn parse(text: &str) -> Tree {
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

    fn id(&self, path: &str) -> FileId {
        FileId(self.files.iter().position(|file| file.0 == path).unwrap() as u32)
    }

    fn add(&self, writer: &Writer, path: &str) {
        let id = self.id(path);
        let (path, text) = &self.files[id.0 as usize];
        writer.add(id, path, text, &facts(path, text)).unwrap();
    }

    fn index(&self, effort: Effort) -> TempDir {
        let dir = TempDir::new().unwrap();
        let writer = Writer::open(dir.path(), effort).unwrap();
        for (path, _) in &self.files {
            self.add(&writer, path);
        }
        writer.publish("first").unwrap();
        dir
    }

    fn show(&self, hits: &[Ranked]) -> Vec<String> {
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
}

fn facts(path: &str, text: &str) -> Facts {
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
    Facts {
        language: Language::of_path(path),
        symbols,
        references: Vec::new(),
        imports: Vec::new(),
        chunks,
        problems: Vec::new(),
    }
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
        node_kind: "made_up".into(),
        span: Span::default(),
        signature: line.trim().to_owned(),
        doc,
        visibility: Visibility::Public,
        parent: None,
        body_hash: 0,
    })
}

fn ask<'a>(text: &'a str) -> Query<'a> {
    Query { text, limit: 10, kinds: &[], accepts: None }
}

fn check(files: &str, query: &str, expect: &[&str]) {
    let tree = Tree::parse(files);
    let dir = tree.index(BULK);
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!(tree.show(&reader.search(&ask(query), &tree)), expect, "{query}");
    assert_eq!(reader.fault(), None);
}

const USERS: &str = "\
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

#[test]
fn the_definition_of_a_symbol_comes_first() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let reader = Reader::open(dir.path()).unwrap();
    for (query, expect) in [
        ("getUserById", "src/users.rs#1"),
        ("get_user_by_id", "src/users.rs#1"),
        ("getuserbyid", "src/users.rs#1"),
        ("getUserById()", "src/users.rs#1"),
        ("fn getUserById", "src/users.rs#1"),
        ("where is `getUserById` defined", "src/users.rs#1"),
        ("Users::find", "src/users.rs#2"),
        ("Users.find", "src/users.rs#2"),
        ("Users#find(name)", "src/users.rs#2"),
        ("Users->find", "src/users.rs#2"),
        ("Files::find", "src/files.rs#0"),
        ("Users", "src/users.rs#0"),
    ] {
        let hits = reader.search(&ask(query), &tree);
        assert_eq!(tree.show(&hits[..1]), [expect], "{query}");
        assert!(hits[0].reasons.iter().any(|reason| reason.starts_with("defines ")), "{query}");
    }
}

#[test]
fn words_meet_in_all_their_forms() {
    let files = "//- a.rs\nfn a parsing the queries\n\n//- b.rs\nfn b threadPool\n";
    check(files, "query parser", &["a.rs#0"]);
    check(files, "thread pools", &["b.rs#0"]);
    check(files, "THREAD_POOL", &["b.rs#0"]);
}

#[test]
fn small_words_count_only_without_others() {
    let files = "//- a.rs\nfn a what is the value\n\n//- b.rs\nfn b socket\n";
    check(files, "what is the socket", &["b.rs#0"]);
    check(files, "what is the", &["a.rs#0"]);
}

#[test]
fn a_file_named_after_the_query_comes_first() {
    let files = "//- src/a.rs\nfn a config config config\n\n//- src/config.rs\nfn b config\n";
    check(files, "configuration loading config", &["src/config.rs#0", "src/a.rs#0"]);
}

#[test]
fn a_path_finds_its_file() {
    let files = "//- net/tcp.rs\nfn a\n\n//- disk/tcp.rs\nfn tcp net rs tcp net rs\n";
    check(files, "net/tcp.rs", &["net/tcp.rs#0", "disk/tcp.rs#0"]);
}

#[test]
fn tests_come_last_unless_they_are_asked_for() {
    let files = "//- tests/all.rs\nfn lock_test lock lock\n\n//- src/mutex.rs\nfn m lock\n";
    check(files, "how to lock", &["src/mutex.rs#0", "tests/all.rs#0"]);
    check(files, "lock test", &["tests/all.rs#0", "src/mutex.rs#0"]);
}

#[test]
fn one_file_does_not_fill_the_answer() {
    let files = "//- a.rs\nfn a token token\n\nfn b token token\n\nfn c token token\n\n//- b.rs\nfn d token\n";
    check(files, "token", &["a.rs#0", "b.rs#0", "a.rs#1", "a.rs#2"]);
}

#[test]
fn chinese_is_found_by_its_characters() {
    check("//- a.rs\nfn a 全文検索\n\n//- b.rs\nfn b 全体\n", "検索", &["a.rs#0"]);
}

#[test]
fn a_query_that_says_nothing_finds_nothing() {
    for query in ["", "   ", "!?", "<<>>", "___", "\u{0}"] {
        check(USERS, query, &[]);
    }
}

#[test]
fn no_query_is_too_strange() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let reader = Reader::open(dir.path()).unwrap();
    let long_line = "fn user select where name = find(".repeat(3_000);
    let many_words: String = (0..30_000).map(|number| format!("word{number} ")).collect();
    let nested = "(".repeat(50_000);
    for query in [&long_line, &many_words, &nested, "a::b::c::d::e::f::g", "ᛒ.ᛒ::ᛒ()", "\\\\srv\\x"]
    {
        reader.search(&ask(query), &tree);
    }
    let known_among_unknown = format!("{many_words} getUserById");
    let hits = reader.search(&ask(&format!("getUserById {known_among_unknown}")), &tree);
    assert_eq!(tree.show(&hits[..1]), ["src/users.rs#1"]);
    let none = Query { limit: 0, ..ask("users") };
    assert_eq!(reader.search(&none, &tree), []);
}

#[test]
fn filters_apply_before_the_best_are_picked() {
    let mut files = String::new();
    for number in 0..600 {
        files.push_str(&format!("//- many/{number:03}.rs\nfn needle needle needle\n\n"));
    }
    files.push_str("//- one/file.py\nclass Other holds a needle in a long text of other words\n");
    let tree = Tree::parse(&files);
    let dir = tree.index(BULK);
    let reader = Reader::open(dir.path()).unwrap();
    let is_python = |file: FileId| tree.language(file) == Language::Python;
    let query = Query { accepts: Some(&is_python), ..ask("needle") };
    assert_eq!(tree.show(&reader.search(&query, &tree)), ["one/file.py#0"]);
    let query = Query { kinds: &[SymbolKind::Class], ..ask("needle") };
    assert_eq!(tree.show(&reader.search(&query, &tree)), ["one/file.py#0"]);
    let query = Query { limit: 3, ..ask("needle") };
    assert_eq!(
        tree.show(&reader.search(&query, &tree)),
        ["many/000.rs#0", "many/001.rs#0", "many/002.rs#0"]
    );
}

#[test]
fn scores_lie_between_0_and_1_and_fall() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let hits = Reader::open(dir.path()).unwrap().search(&ask("find users by name"), &tree);
    assert!(hits.len() > 3);
    assert!(hits.iter().all(|hit| hit.score > 0.0 && hit.score < 1.0));
    assert!(hits.is_sorted_by(|left, right| left.score >= right.score));
}

#[test]
fn files_are_found_by_what_they_define_and_name() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let reader = Reader::open(dir.path()).unwrap();
    let ids = |paths: &[&str]| paths.iter().map(|path| tree.id(path)).collect::<Vec<_>>();
    assert_eq!(reader.files_defining("getUserById"), ids(&["src/users.rs"]));
    assert_eq!(reader.files_defining("find"), ids(&["src/users.rs", "src/files.rs"]));
    assert_eq!(reader.files_defining("Find"), []);
    assert_eq!(
        reader.files_naming("getUserById"),
        ids(&["src/web.rs", "src/users.rs", "tests/users.rs"])
    );
    assert_eq!(reader.files_naming("route"), ids(&["src/web.rs"]));
    assert_eq!(reader.files_naming("absent"), []);
    assert_eq!(reader.files_naming("<<").len(), tree.files.len(), "an operator may be anywhere");
}

#[test]
fn a_reader_tells_what_it_holds() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!(reader.payload(), "first");
    assert_eq!(reader.n_chunks(), 7);
    let counts: Vec<u32> = reader.chunk_counts().into_values().collect();
    assert_eq!(counts, [2, 3, 1, 1]);
    reader.verify().unwrap();
}

/// Hits with their scores: equal only when the index is the same to the last bit.
fn answers(tree: &Tree, reader: &Reader) -> Vec<(Vec<String>, Vec<f32>)> {
    ["getUserById", "find users by name", "select", "walks over folders", "Users::find", "user"]
        .iter()
        .map(|query| {
            let hits = reader.search(&ask(query), tree);
            (tree.show(&hits), hits.iter().map(|hit| hit.score).collect())
        })
        .collect()
}

#[test]
fn answers_do_not_depend_on_how_the_index_came_to_be() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let expected = answers(&tree, &Reader::open(dir.path()).unwrap());
    let old = Tree::parse("//- old.rs\nfn find users by name select getUserById user user\n");
    let dir = TempDir::new().unwrap();
    let writer = Writer::open(dir.path(), Effort::Touch).unwrap();
    let facts = facts("old.rs", &old.files[0].1);
    writer.add(FileId(900), "old.rs", &old.files[0].1, &facts).unwrap();
    writer.publish("old").unwrap();
    for (path, _) in tree.files.iter().rev() {
        let writer = Writer::open(dir.path(), Effort::Touch).unwrap();
        tree.add(&writer, path);
        writer.publish(path).unwrap();
    }
    let writer = Writer::open(dir.path(), Effort::Touch).unwrap();
    writer.remove(FileId(900));
    writer.publish("all").unwrap();
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!(answers(&tree, &reader), expected);
    assert_eq!(reader.n_chunks(), 7);
}

#[test]
fn many_touches_merge_and_keep_what_is_live() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let expected = answers(&tree, &Reader::open(dir.path()).unwrap());
    let (path, text) = ("src/other.rs", "fn other getUserById\n");
    for number in 0..40 {
        let writer = Writer::open(dir.path(), Effort::Touch).unwrap();
        writer.remove(FileId(99 + number));
        writer.add(FileId(100 + number), path, text, &facts(path, text)).unwrap();
        writer.publish(&number.to_string()).unwrap();
        assert_eq!(Reader::open(dir.path()).unwrap().n_chunks(), 8);
    }
    let n_segments = fs::read_dir(dir.path()).unwrap().flatten();
    let n_segments =
        n_segments.filter(|e| e.path().extension().is_some_and(|x| x == "idx")).count();
    assert!(n_segments < 20, "{n_segments}");
    let writer = Writer::open(dir.path(), BULK).unwrap();
    writer.remove(FileId(139));
    writer.publish("last").unwrap();
    assert_eq!(answers(&tree, &Reader::open(dir.path()).unwrap()), expected);
}

#[test]
fn a_reader_keeps_its_state_while_others_publish() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let reader = Reader::open(dir.path()).unwrap();
    let before = answers(&tree, &reader);
    for (number, (path, _)) in tree.files.iter().enumerate() {
        let writer = Writer::open(dir.path(), Effort::Touch).unwrap();
        writer.remove(tree.id(path));
        writer.publish(&number.to_string()).unwrap();
    }
    assert_eq!(answers(&tree, &reader), before);
    assert_eq!(reader.payload(), "first");
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!(reader.n_chunks(), 0);
    assert_eq!(reader.search(&ask("users"), &tree), []);
}

#[test]
fn what_is_not_published_leaves_no_trace() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let writer = Writer::open(dir.path(), BULK).unwrap();
    writer.add(FileId(50), "x.rs", "fn x\n", &facts("x.rs", "fn x\n")).unwrap();
    writer.remove(tree.id("src/users.rs"));
    drop(writer);
    assert_eq!(Reader::open(dir.path()).unwrap().n_chunks(), 7);
    for payload in ["2", "3"] {
        Writer::open(dir.path(), Effort::Touch).unwrap().publish(payload).unwrap();
    }
    assert_eq!(Reader::open(dir.path()).unwrap().n_chunks(), 7);
    let n_files = fs::read_dir(dir.path()).unwrap().count();
    assert!(n_files <= 2 * 6 + 1, "{n_files} files are left");
}

#[test]
fn a_file_can_be_taken_back_before_it_is_published() {
    let tree = Tree::parse(USERS);
    let dir = TempDir::new().unwrap();
    let writer = Writer::open(dir.path(), BULK).unwrap();
    for (path, _) in &tree.files {
        tree.add(&writer, path);
    }
    writer.remove(tree.id("src/users.rs"));
    writer.publish("1").unwrap();
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!(reader.n_chunks(), 4);
    assert_eq!(reader.files_defining("getUserById"), []);
}

#[test]
fn eight_readers_see_no_error_while_a_writer_publishes() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    let reader = Reader::open(dir.path()).unwrap();
                    // The payload tells how many chunks were published with it.
                    let n_chunks = reader.payload().parse().unwrap_or(7);
                    assert_eq!(reader.n_chunks(), n_chunks);
                    assert!(!reader.search(&ask("find users"), &tree).is_empty());
                    assert_eq!(reader.fault(), None);
                }
            });
        }
        for number in 0..40_u32 {
            let writer = Writer::open(dir.path(), Effort::Touch).unwrap();
            let text = "fn other\n\n".repeat(1 + number as usize % 3);
            writer.remove(FileId(999 + number));
            writer.add(FileId(1_000 + number), "o.rs", &text, &facts("o.rs", &text)).unwrap();
            writer.publish(&(7 + 1 + number % 3).to_string()).unwrap();
        }
        is_done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn threads_add_at_once() {
    let dir = TempDir::new().unwrap();
    let writer = Writer::open(dir.path(), BULK).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4_u32 {
            let writer = &writer;
            scope.spawn(move || {
                for number in 0..50 {
                    let text = format!("fn name_{thread}_{number}\n");
                    let facts = facts("a.rs", &text);
                    writer.add(FileId(thread * 50 + number), "a.rs", &text, &facts).unwrap();
                }
            });
        }
    });
    writer.publish("1").unwrap();
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!(reader.n_chunks(), 200);
    assert_eq!(reader.files_defining("name_3_7"), [FileId(157)]);
}

#[test]
fn where_nothing_was_published_there_is_no_index() {
    let dir = TempDir::new().unwrap();
    let is_absent = |result: Result<Reader, Error>| matches!(result, Err(Error::Absent { .. }));
    assert!(is_absent(Reader::open(dir.path())));
    assert!(is_absent(Reader::open(&dir.path().join("none"))));
    let writer = Writer::open(dir.path(), BULK).unwrap();
    assert!(is_absent(Reader::open(dir.path())));
    writer.publish("").unwrap();
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!((reader.payload(), reader.n_chunks()), ("", 0));
    assert_eq!(reader.search(&ask("anything"), &Tree::parse("")), []);
}

#[test]
fn a_damaged_folder_is_told_and_never_a_panic() {
    let tree = Tree::parse(USERS);
    let is_damaged = |error: &Error| matches!(error, Error::Damaged { .. });
    for what in ["meta.json", "term", "idx", "fast", "fieldnorm", "store"] {
        for damage in ["cut", "gone", "noise"] {
            let dir = tree.index(BULK);
            let mut entries = fs::read_dir(dir.path()).unwrap().flatten().map(|entry| entry.path());
            let path = entries.find(|path| path.to_string_lossy().ends_with(what)).unwrap();
            let bytes = fs::read(&path).unwrap();
            match damage {
                "cut" => fs::write(&path, &bytes[..bytes.len() / 2]).unwrap(),
                "gone" if what != "meta.json" => fs::remove_file(&path).unwrap(),
                _ => fs::write(&path, vec![7; bytes.len()]).unwrap(),
            }
            let error = Reader::open(dir.path()).err();
            assert!(error.as_ref().is_some_and(is_damaged), "{what} {damage}: {error:?}");
        }
    }
}

#[test]
fn flipped_bytes_are_found_or_lead_to_no_harm() {
    let tree = Tree::parse(USERS);
    for what in ["term", "idx", "fast", "fieldnorm"] {
        let dir = tree.index(BULK);
        let mut entries = fs::read_dir(dir.path()).unwrap().flatten().map(|entry| entry.path());
        let path = entries.find(|path| path.to_string_lossy().ends_with(what)).unwrap();
        let whole = fs::read(&path).unwrap();
        for at in (0..whole.len()).step_by(whole.len() / 16 + 1) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            fs::remove_file(&path).unwrap();
            fs::write(&path, &bytes).unwrap();
            let Ok(reader) = Reader::open(dir.path()) else { continue };
            assert!(reader.verify().is_err(), "{what} {at}");
            answers(&tree, &reader);
            reader.chunk_counts();
        }
    }
}

#[test]
fn an_index_made_by_other_rules_is_outdated() {
    let dir = Tree::parse(USERS).index(BULK);
    let path = dir.path().join("meta.json");
    let meta = fs::read_to_string(&path).unwrap().replace("rutter-code-", "other-code-");
    fs::write(&path, meta).unwrap();
    assert!(matches!(Reader::open(dir.path()), Err(Error::Outdated { .. })));
    assert!(matches!(Writer::open(dir.path(), BULK), Err(Error::Outdated { .. })));
}
