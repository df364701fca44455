//! Tests of searching.

use rutter_domain::{FileId, Language, SearchMode, SymbolKind};

use tempfile::TempDir;

use crate::sample_tree::{BULK, Tree, USERS, ask, facts};
use crate::{ChunkVectors, Files, Query, Reader, StartFrom, VectorState, Workload, Writer};

mod updates;

fn check(files: &str, query: &str, expect: &[&str]) {
    let tree = Tree::parse(files);
    let dir = tree.index(BULK);
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!(tree.show(&reader.search(&ask(query), &tree)), expect, "{query}");
    assert_eq!(reader.fault(), None);
}

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
        assert!(
            hits[0].breakdown.reasons().iter().any(|reason| reason.starts_with("defines ")),
            "{query}"
        );
    }
}

#[test]
fn all_forms_of_a_word_match() {
    let files = "\
//- a.rs
fn a parsing the queries

//- b.rs
fn b threadPool
";
    check(files, "query parser", &["a.rs#0"]);
    check(files, "thread pools", &["b.rs#0"]);
    check(files, "THREAD_POOL", &["b.rs#0"]);
}

#[test]
fn stop_words_count_only_without_others() {
    let files = "\
//- a.rs
fn a what is the value

//- b.rs
fn b socket
";
    check(files, "what is the socket", &["b.rs#0"]);
    check(files, "what is the", &["a.rs#0"]);
}

#[test]
fn a_file_named_after_the_query_comes_first() {
    let files = "\
//- src/a.rs
fn a config config config

//- src/config.rs
fn b config
";
    check(files, "configuration loading config", &["src/config.rs#0", "src/a.rs#0"]);
}

#[test]
fn a_path_finds_its_file() {
    let files = "\
//- net/tcp.rs
fn a

//- disk/tcp.rs
fn tcp net rs tcp net rs
";
    check(files, "net/tcp.rs", &["net/tcp.rs#0", "disk/tcp.rs#0"]);
}

#[test]
fn tests_come_last_unless_they_are_asked_for() {
    let files = "\
//- tests/all.rs
fn lock_test lock lock

//- src/mutex.rs
fn m lock
";
    check(files, "how to lock", &["src/mutex.rs#0", "tests/all.rs#0"]);
    check(files, "lock test", &["tests/all.rs#0", "src/mutex.rs#0"]);
}

#[test]
fn one_file_does_not_fill_the_answer() {
    let files = "\
//- a.rs
fn a token token

fn b token token

fn c token token

//- b.rs
fn d token
";
    check(files, "token", &["a.rs#0", "b.rs#0", "a.rs#1", "a.rs#2"]);
}

#[test]
fn chinese_is_found_by_its_characters() {
    let files = "\
//- a.rs
fn a 全文検索

//- b.rs
fn b 全体
";
    check(files, "検索", &["a.rs#0"]);
}

#[test]
fn a_query_that_says_nothing_finds_nothing() {
    for query in ["", "   ", "!?", "<<>>", "___", "\u{0}"] {
        check(USERS, query, &[]);
    }
    check(USERS, "walks", &["src/files.rs#0"]);
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
fn a_reader_reports_its_payload_and_chunk_counts() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!(reader.payload(), "first");
    assert_eq!(reader.n_chunks(), 7);
    let counts: Vec<u32> = reader.chunk_counts().into_values().collect();
    assert_eq!(counts, [2, 3, 1, 1]);
    reader.verify().unwrap();
}

#[test]
fn the_nearest_are_found_in_any_position() {
    let files: String = (0..400).map(|n| format!("//- f{n:03}.rs\nfn f{n}\n")).collect();
    let tree = Tree::parse(&files);
    let dir = TempDir::new().unwrap();
    let writer = Writer::open(dir.path(), StartFrom::Published, Workload::Incremental, 2).unwrap();
    for (n, (path, text)) in tree.files.iter().enumerate() {
        // Every sixteenth vector is close to the query, the earlier the closer.
        let vector = if n % 16 == 0 { [100, (n / 16) as i8] } else { [1, 100] };
        writer
            .add(tree.id(path), path, text, &facts(path, text), ChunkVectors::Computed(&vector))
            .unwrap();
    }
    writer.publish("first").unwrap();
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!(reader.vectors(), &VectorState::Whole { dims: 2 });
    let found = reader.nearest(&[100, 0], 12, &|_| true, &tree);
    let places: Vec<u32> = found.iter().map(|(file, _, _)| file.0).collect();
    assert_eq!(places, (0..12).map(|n| n * 16).collect::<Vec<_>>());
    let query = Query { mode: SearchMode::Semantic, vector: Some(&[100, 0]), limit: 20, ..ask("") };
    let ranked = reader.search(&query, &tree);
    assert_eq!(ranked.len(), 20, "an exact scan loses none");
    assert_eq!(reader.vector_of(FileId(32), 0), Some(vec![100, 2]));
}

#[test]
fn a_smaller_limit_gives_a_prefix() {
    // Two similar chunks per file; some files are in subdirectories, some are tests, a few are copies.
    let mut files = String::new();
    for n in 0..400 {
        let directory = ["", "deep/er/", "tests/"][n % 3];
        files.push_str(&format!("//- {directory}f{n:03}.rs\nfn same class {}\n\n", n % 90));
        files.push_str(&format!("class Same same same {n}\n\n"));
    }
    let tree = Tree::parse(&files);
    let dir = TempDir::new().unwrap();
    let writer = Writer::open(dir.path(), StartFrom::Published, Workload::Incremental, 2).unwrap();
    for (n, (path, text)) in tree.files.iter().enumerate() {
        let vectors = [100, (n % 50) as i8, 100, (n % 20) as i8];
        writer
            .add(tree.id(path), path, text, &facts(path, text), ChunkVectors::Computed(&vectors))
            .unwrap();
    }
    writer.publish("first").unwrap();
    let reader = Reader::open(dir.path()).unwrap();
    for (mode, text) in [
        (SearchMode::Lexical, "same class"),
        (SearchMode::Semantic, "same"),
        (SearchMode::Hybrid, "Same class"),
    ] {
        let query = |limit| Query { mode, vector: Some(&[100, 7]), limit, ..ask(text) };
        let all = reader.search(&query(5_000), &tree);
        let mut places = tree.show(&all);
        assert!(all.is_sorted_by(|left, right| left.score >= right.score), "{mode:?}");
        for limit in [0, 1, 10, 30, 64, 65, 70, 200, 300, 799, 800] {
            assert_eq!(reader.search(&query(limit), &tree), all[..limit], "{mode:?} {limit}");
            let rounds = reader.search_rounds(&query(limit), &tree).concat();
            assert!(rounds.len() >= limit, "{mode:?} {limit}");
            assert_eq!(rounds, all[..rounds.len()], "{mode:?} {limit}");
        }
        places.sort();
        places.dedup();
        assert_eq!(places.len(), 800, "{mode:?}: each chunk is a hit exactly once");
    }
    let all = reader.nearest(&[100, 7], 5_000, &|_| true, &tree);
    assert_eq!(all.len(), 800);
    for limit in [0, 1, 64, 100, 300, 800] {
        assert_eq!(reader.nearest(&[100, 7], limit, &|_| true, &tree), all[..limit], "{limit}");
    }
}

#[test]
fn rare_and_common_words_follow_one_another() {
    let zebras = |n: usize| match n {
        70 => " zebra zebra",
        7 => " zebra",
        _ => "",
    };
    let files: String =
        (0..400).map(|n| format!("//- f{n:03}.rs\nfn f{n} common{}\n", zebras(n))).collect();
    let tree = Tree::parse(&files);
    let dir = tree.index(BULK);
    let reader = Reader::open(dir.path()).unwrap();
    let first_two = |query: &str| tree.show(&reader.search(&ask(query), &tree)[..2]);
    // The scores of a query are gone before the next, whichever way chunks are looked at.
    for query in ["zebra", "zebra common", "zebra", "common zebra", "zebra common"] {
        assert_eq!(first_two(query), ["f070.rs#0", "f007.rs#0"], "{query}");
    }
    assert_eq!(tree.show(&reader.search(&ask("zebra"), &tree)).len(), 2);
    assert_eq!(reader.search(&Query { limit: 400, ..ask("common") }, &tree).len(), 400);
}
