//! What is on the map, and in which order.

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
fn what_is_referred_to_most_comes_first_and_tests_last() {
    check(
        FILES,
        500,
        expect![[r#"
        src/store.rs
          2 struct Store — Keeps orders until they are paid.
          6 method Store::open_store — Opens the store.
          7 method Store::new — pub fn new() -> Store
          9 function check_path — fn check_path(path: &str)
          10 constant LIMIT
        src/shop/web.rs
          1 function answer — pub fn answer(store: &Store)
          1 function answer::helper — fn helper()
        src/main.rs
          2 function main — fn main()
          3 function serve — pub fn serve(store: &Store) -> u32
        tests/all.rs
          1 function open_everything — pub fn open_everything()
    "#]],
    );
}

#[test]
fn a_map_keeps_to_its_tokens_and_tells_what_it_left_out() {
    check(
        FILES,
        60,
        expect![[r#"
        src/store.rs
          2 struct Store — Keeps orders until they are paid.
          6 method Store::open_store — Opens the store.
        … 8 more symbols, 3 more files
    "#]],
    );
    check(
        FILES,
        16,
        expect![[r#"
        … 10 more symbols, 4 more files
    "#]],
    );
}

#[test]
fn a_focus_leaves_only_what_lies_in_it() {
    let tree = Tree::new(FILES);
    let snapshot = snapshot(tree.path());
    let map = draw_map(&snapshot, 500, Some("src/shop"), &EntryStatuses::new());
    let expect = expect![[r#"
        src/shop/web.rs
          1 function answer — pub fn answer(store: &Store)
          1 function answer::helper — fn helper()
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
        (key("src/shop/web.rs", "answer"), EntryStatus::Stale),
    ];
    let tree = Tree::new(FILES);
    let map = draw_map(&snapshot(tree.path()), 90, None, &statuses.into());
    let expect = expect![[r#"
        src/store.rs
          2 struct Store — Keeps orders until they are paid. [checked]
          6 method Store::open_store — Opens the store.
        src/shop/web.rs
          1 function answer — pub fn answer(store: &Store) [stale]
        src/main.rs
          2 function main — fn main()
        … 6 more symbols, 1 more file
    "#]];
    expect.assert_eq(&map.to_string());
}

#[test]
fn a_repository_without_code_has_an_empty_map() {
    check("//- README.md\n# Title\n", 500, expect![""]);
    check("", 500, expect![""]);
}

#[test]
fn what_looks_secret_is_not_on_the_map() {
    let key = ["ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"].concat();
    let files = format!("//- a.py\ndef connect(token=\"{key}\"):\n    pass\n");
    let text =
        draw_map(&snapshot(Tree::new(&files).path()), 500, None, &EntryStatuses::new()).to_string();
    assert!(text.contains("connect") && !text.contains(&key), "{text}");
}
