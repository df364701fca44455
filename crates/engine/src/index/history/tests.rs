//! The history of small repositories.

use rutter_fixture::Tree;

use super::together::Companion;
use super::*;

fn layout(tree: &Tree) -> RepoLayout {
    let layout = RepoLayout::exactly(tree.path(), None).unwrap();
    layout.prepare().unwrap();
    layout
}

fn found(history: &CommitHistory, query: &str) -> Vec<String> {
    history.messages.fitting(query).map(|(path, _)| path.to_owned()).collect()
}

fn shop() -> Tree {
    let tree = Tree::new("//- pay.rs\nfn pay() {}\n//- page.rs\nfn page() {}\n");
    tree.git_init();
    tree.write("pay.rs", "fn pay() { retry() }\n");
    tree.git_commit("Retry when the bank hiccups\n\nSigned-off-by: Zebra <zebra@example.org>");
    tree
}

#[test]
fn files_are_found_by_what_their_commits_said() {
    let tree = shop();
    let history = CommitHistory::update(&layout(&tree), 2);
    assert_eq!(history.state, HistoryState::Commits(2));
    assert_eq!(found(&history, "bank hiccups"), ["pay.rs"]);
    assert!(found(&history, "zebra").is_empty(), "a trailer is no word about the code");
    let layout = layout(&tree);
    assert!(!CommitHistory::load(&layout).is_outdated(&layout));
    assert_eq!(CommitHistory::load(&layout), history);
}

#[test]
fn a_new_commit_is_added_and_equals_a_history_made_from_nothing() {
    let tree = shop();
    let layout = layout(&tree);
    CommitHistory::update(&layout, 2);
    tree.rename("pay.rs", "charge.rs");
    tree.git_commit("Name it after what it does");
    assert!(CommitHistory::load(&layout).is_outdated(&layout));
    let history = CommitHistory::update(&layout, 2);
    assert_eq!(found(&history, "bank hiccups"), ["charge.rs"], "a renamed file keeps its history");
    let fresh = Tree::new("");
    let other = RepoLayout { index: fresh.path().to_owned(), ..layout.clone() };
    assert_eq!(CommitHistory::update(&other, 2).digest(), history.digest());
}

#[test]
fn another_branch_and_rewritten_history_equal_a_history_made_from_nothing() {
    let tree = shop();
    let layout = layout(&tree);
    CommitHistory::update(&layout, 2);
    for (number, args) in [
        &["checkout", "-q", "-b", "side", "HEAD~1"][..],
        &["commit", "-q", "--allow-empty", "-m", "Nothing"],
        &["commit", "-q", "--amend", "--allow-empty", "-m", "Nothing at all"],
        &["checkout", "-q", "main"],
        &["reset", "-q", "--hard", "HEAD~1"],
    ]
    .iter()
    .enumerate()
    {
        tree.git(args);
        let history = CommitHistory::update(&layout, 2);
        let fresh = Tree::new("");
        let other = RepoLayout { index: fresh.path().to_owned(), ..layout.clone() };
        assert_eq!(CommitHistory::update(&other, 2).digest(), history.digest(), "step {number}");
    }
    assert!(found(&CommitHistory::load(&layout), "bank hiccups").is_empty());
}

#[test]
fn huge_commits_and_secrets_are_left_out() {
    let tree = shop();
    for number in 0..=MAX_FILES {
        tree.write(&format!("many/{number}.txt"), "x\n");
    }
    tree.git_commit("Import the catalogue");
    tree.write("page.rs", "fn page() { 1 }\n");
    tree.git_commit("Point at postgres://app:q7Zp2Vx9Lw4R@db/x");
    let layout = layout(&tree);
    let history = CommitHistory::update(&layout, 2);
    assert!(found(&history, "catalogue").is_empty());
    assert_eq!(found(&history, "point"), ["page.rs"]);
    for name in [FILE_NAME, COMMITS_NAME] {
        let kept = std::fs::read(layout.index.join(name)).unwrap();
        assert!(!String::from_utf8_lossy(&kept).to_lowercase().contains("q7zp2vx9lw4r"));
    }
}

#[test]
fn without_git_or_commits_there_is_no_history() {
    let tree = Tree::new("//- a.rs\nfn a() {}\n");
    let layout = layout(&tree);
    assert_eq!(CommitHistory::update(&layout, 1).state, HistoryState::Absent);
    assert_eq!(CommitHistory::update(&layout, 1).digest(), None);
    tree.git(&["init", "-q"]);
    assert_eq!(CommitHistory::update(&layout, 1).state, HistoryState::Absent);
    tree.git_commit("Begin");
    assert!(CommitHistory::load(&layout).is_outdated(&layout));
    assert_eq!(CommitHistory::update(&layout, 1).state, HistoryState::Commits(1));
}

#[test]
fn a_shallow_clone_says_so() {
    let tree = shop();
    let clone = Tree::new("");
    let from = format!("file://{}", tree.path().display());
    clone.git(&["clone", "-q", "--depth=1", &from, "copy"]);
    let layout = RepoLayout::exactly(&clone.file("copy"), None).unwrap();
    layout.prepare().unwrap();
    assert_eq!(CommitHistory::update(&layout, 2).state, HistoryState::Shallow(1));
}

#[test]
fn files_that_change_together_are_counted_with_their_share() {
    let tree = shop();
    for number in 0..4 {
        tree.write("pay.rs", format!("fn pay() {{ {number} }}\n"));
        if number != 3 {
            tree.write("page.rs", format!("fn page() {{ {number} }}\n"));
        }
        tree.git_commit("Both");
    }
    let history = CommitHistory::update(&layout(&tree), 2);
    // The first commit has both as well; one changed `pay.rs` alone before, and one after.
    let expected = |path: &str, of| vec![Companion { path: path.to_owned(), count: 4, of }];
    assert_eq!(history.together.of("pay.rs"), expected("page.rs", 6));
    assert_eq!(history.together.of("page.rs"), expected("pay.rs", 4));
    assert!(history.together.of("none.rs").is_empty());
}
