//! Branches and worktrees of one repository cost only what differs.

use rutter_fixture::Tree;

use crate::run::{rutter, rutter_in};

const FILES: &str = "//- a.rs\nfn anchor() {}\n//- b.rs\nfn other() {}\n";

#[test]
fn a_second_worktree_shares_the_data_folder_of_the_first() {
    let tree = Tree::new(FILES);
    tree.git_init();
    rutter(&tree, &["index", "--quiet"]).exits(0);
    let beside = Tree::new("");
    let other = beside.file("other");
    tree.git(&["worktree", "add", "--quiet", "-b", "side", other.to_str().unwrap()]);
    let report = rutter_in(&other, &["index", "--json"]).exits(0).json();
    assert_eq!(report["files"], 2);
    assert!(!other.join(".rutter").exists());
    let status = rutter_in(&other, &["status", "--json"]).exits(0).json();
    let data = status["data_dir"].as_str().unwrap().to_owned();
    assert_eq!(status["index"]["state"], "current");
    let main = rutter(&tree, &["status", "--json"]).exits(0).json();
    assert_eq!(main["data_dir"], data);
    std::fs::write(other.join("a.rs"), "fn only_beside() {}\n").unwrap();
    rutter_in(&other, &["symbol", "only_beside"]).exits(0);
    rutter(&tree, &["symbol", "only_beside"]).exits(1);
    rutter(&tree, &["symbol", "anchor"]).exits(0);
}

#[test]
fn the_data_folder_hides_itself_from_git() {
    let tree = Tree::new(FILES);
    tree.git_init();
    rutter(&tree, &["index", "--quiet"]).exits(0);
    assert_eq!(tree.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_branch_switch_and_back_ends_where_it_began() {
    let tree = Tree::new(FILES);
    tree.git_init();
    let before = rutter(&tree, &["index", "--json"]).exits(0).json();
    tree.git(&["checkout", "--quiet", "-b", "side"]);
    tree.write("c.rs", "fn third() {}\n");
    tree.remove("b.rs");
    tree.git_commit("side");
    rutter(&tree, &["symbol", "third"]).exits(0);
    tree.git(&["checkout", "--quiet", "main"]);
    rutter(&tree, &["symbol", "third"]).exits(1);
    rutter(&tree, &["symbol", "other"]).exits(0);
    let after = rutter(&tree, &["index", "--json"]).exits(0).json();
    assert_eq!(before["fingerprint"], after["fingerprint"]);
}

#[test]
fn the_root_is_the_nearest_folder_with_a_mark_unless_it_is_given() {
    let tree = Tree::new("//- a.rs\nfn anchor() {}\n//- sub/b.rs\nfn below() {}\n");
    tree.git_init();
    rutter_in(&tree.file("sub"), &["symbol", "anchor"]).exits(0);
    let run = rutter_in(&tree.file("sub"), &["symbol", "anchor", "--root", "."]);
    run.exits(1);
    let run = rutter(&tree, &["index", "sub", "--json"]).exits(0);
    assert_eq!(run.json()["files"], 1);
}
