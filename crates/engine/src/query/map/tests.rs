//! What is on the map, and within which bounds.

use std::path::Path;

use expect_test::{Expect, expect};
use rutter_fixture::Tree;

use super::*;
use rutter_workspace::RepoLayout;

use crate::{Engine, Extent, Refresh};

const FILES: &str = "\
//- src/store.rs
/// Keeps orders until they are paid.
pub struct Store;

impl Store {
    /// Opens the store.
    pub fn open_store(path: &str) -> Store { check_path(path); Store }
    pub fn new() -> Store { Store }
}
fn check_path(path: &str) {}
const LIMIT: u32 = 3;
//- src/main.rs
use store::Store;
fn main() { let store = Store::open_store(\"a\"); serve(&store); }
pub fn serve(store: &Store) -> u32 { 1 }
//- src/shop/web.rs
pub fn answer(store: &Store) { Store::open_store(\"b\"); fn helper() {} }
//- tests/all.rs
pub fn open_everything() { Store::open_store(\"c\"); answer(&s); }
#[test]
fn it_opens() { open_everything(); }
//- README.md
# Shop
Sells `Store`.
";

fn snapshot(root: &Path) -> Snapshot {
    let engine = Engine::new(RepoLayout::exactly(root, None).unwrap());
    engine.index(Extent::Changed, &|_| {}, &false.into()).unwrap();
    engine.snapshot(Refresh::Never, &|_| {}, &false.into()).unwrap()
}

fn check(files: &str, limit_tokens: usize, expect: Expect) {
    let tree = Tree::new(files);
    let snapshot = snapshot(tree.path());
    let map = draw_map(&snapshot, limit_tokens, None, &EntryStatuses::new());
    assert_eq!(map, draw_map(&snapshot, limit_tokens, Some("."), &EntryStatuses::new()));
    let text = map.to_string();
    assert!(text.len() <= limit_tokens * 4, "{} bytes", text.len());
    expect.assert_eq(&text);
}

#[test]
fn folders_come_first_and_tests_are_only_counted() {
    check(
        FILES,
        500,
        expect![[r#"
        src/ (2 files)
        src/shop/ (1 file)
        aside: 1 file of tests, examples, generated or foreign code
        the program starts at src/main.rs:2 main
        struct Store src/store.rs:2 (3 lines, used by 2 files): Keeps orders until they are paid. — open_store, new, check_path, LIMIT
        file src/main.rs (3 lines) — serve, main
        file src/shop/web.rs (1 line) — answer
    "#]],
    );
}

#[test]
fn a_map_keeps_to_its_tokens_and_tells_what_it_left_out() {
    check(
        FILES,
        80,
        expect![[r#"
        src/ (2 files)
        src/shop/ (1 file)
        aside: 1 file of tests, examples, generated or foreign code
        the program starts at src/main.rs:2 main
        … 3 more
    "#]],
    );
    check(
        FILES,
        40,
        expect![[r#"
        src/ (2 files)
        … 1 more folder
        aside: 1 file of tests, examples, generated or foreign code
        the program starts at src/main.rs:2 main
        … 3 more
    "#]],
    );
}

#[test]
fn a_focus_leaves_only_what_lies_in_it() {
    let tree = Tree::new(FILES);
    let snapshot = snapshot(tree.path());
    let map = draw_map(&snapshot, 500, Some("src/shop"), &EntryStatuses::new());
    let expect = expect![[r#"
        file src/shop/web.rs (1 line) — answer
    "#]];
    expect.assert_eq(&map.to_string());
    assert_eq!(map, draw_map(&snapshot, 500, Some("./src/shop/"), &EntryStatuses::new()));
    assert_eq!(map, draw_map(&snapshot, 500, Some("src/shop/web.rs"), &EntryStatuses::new()));
    assert_eq!(
        draw_map(&snapshot, 500, Some("src/sho"), &EntryStatuses::new()),
        RepositoryMap::default()
    );
}

#[test]
fn what_is_recorded_is_marked() {
    let key = |path: &str, name: &str| (path.to_owned(), name.to_owned());
    let statuses = [
        (key("src/store.rs", "Store"), EntryStatus::Checked),
        (key("src/shop/web.rs", ""), EntryStatus::Stale),
    ];
    let tree = Tree::new(FILES);
    let map = draw_map(&snapshot(tree.path()), 500, None, &statuses.into());
    let expect = expect![[r#"
        src/ (2 files)
        src/shop/ (1 file)
        aside: 1 file of tests, examples, generated or foreign code
        the program starts at src/main.rs:2 main
        struct Store src/store.rs:2 (3 lines, used by 2 files): Keeps orders until they are paid. — open_store, new, check_path, LIMIT [checked]
        file src/main.rs (3 lines) — serve, main
        file src/shop/web.rs (1 line) — answer [stale]
    "#]];
    expect.assert_eq(&map.to_string());
}

#[test]
fn a_repository_without_code_has_an_empty_map() {
    check("//- README.md\n# Title\n", 500, expect![""]);
    check("", 500, expect![""]);
    let with_code = Tree::new("//- README.md\n# Title\n//- a.py\nclass Connection:\n    pass\n");
    let map = draw_map(&snapshot(with_code.path()), 500, None, &EntryStatuses::new());
    assert!(map.to_string().contains("Connection"), "{map}");
}

#[test]
fn what_looks_secret_is_not_on_the_map() {
    let key = ["ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"].concat();
    let files = format!("//- a.py\nclass Connection:\n    \"\"\"Signs in with {key}\"\"\"\n");
    let text =
        draw_map(&snapshot(Tree::new(&files).path()), 500, None, &EntryStatuses::new()).to_string();
    assert!(text.contains("Connection") && !text.contains(&key), "{text}");
}

#[test]
fn main_is_named_only_where_there_is_one_program() {
    let two = "//- src/bin/a.rs\nfn main() {}\n//- src/bin/b.rs\nfn main() {}\n";
    let tree = Tree::new(two);
    let snapshot = snapshot(tree.path());
    assert_eq!(draw_map(&snapshot, 500, None, &EntryStatuses::new()).start, None);
    let one = draw_map(&snapshot, 500, Some("src/bin/b.rs"), &EntryStatuses::new());
    assert_eq!(one.start.unwrap().path, "src/bin/b.rs");
}

#[test]
fn the_tree_is_short() {
    let files = "//- src/main/java/org/shop/A.java\nclass A {}\n//- src/main/java/org/shop/web/B.java\nclass B {}\n\
                 //- src/main/java/org/shop/web/http/C.java\nclass C {}\n//- tool/D.java\nclass D {}\n";
    let map = draw_map(&snapshot(Tree::new(files).path()), 500, None, &EntryStatuses::new());
    let folders: Vec<String> =
        (map.folders.iter()).map(|folder| format!("{} {}", folder.path, folder.n_files)).collect();
    assert_eq!(folders, ["src/main/java/org/shop 1", "src/main/java/org/shop/web 2", "tool 1"]);
}
