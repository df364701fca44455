//! Installing rutter into the files of coding agents, and taking it out again.

use std::fs;

use rutter_fixture::Tree;
use serde_json::Value;

use crate::run::{Run, command, rutter};

const NAMES: [&str; 7] = ["claude-code", "cursor", "codex", "gemini", "vscode", "zed", "opencode"];

/// Runs with a home of its own, apart from the repository.
fn rutter_at_home(tree: &Tree, args: &[&str]) -> Run {
    let home = tree.path().join("home");
    fs::create_dir_all(&home).unwrap();
    command(tree.path(), args)
        .env("HOME", &home)
        .env("XDG_CONFIG_HOME", home.join(".config"))
        .output()
        .unwrap()
        .into()
}

/// The files under the tree, without rutter's own and git's.
fn files(tree: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![tree.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            let name = path.strip_prefix(tree.path()).unwrap().display().to_string();
            match path.is_dir() {
                true if name == ".rutter" || name == ".git" => {}
                true => folders.push(path),
                false => found.push(name),
            }
        }
    }
    found.sort();
    found
}

#[test]
fn each_agent_is_installed_and_removed_without_a_trace() {
    for scope in ["project", "user"] {
        let tree = Tree::new("//- src/lib.rs\npub fn f() {}\n");
        let before = files(&tree);
        for name in NAMES {
            rutter_at_home(&tree, &["agents", "install", name, "--scope", scope, "--yes"]).exits(0);
        }
        let listed = rutter_at_home(&tree, &["agents", "list", "--json"]).exits(0).json();
        let rows: Vec<&Value> = listed["agents"].as_array().unwrap().iter().collect();
        let installed = rows.iter().filter(|row| row["installed"] == true);
        assert_eq!(installed.filter(|row| row["scope"] == scope).count(), NAMES.len(), "{rows:?}");
        for name in NAMES {
            let again = ["agents", "install", name, "--scope", scope];
            let again = rutter_at_home(&tree, &again).exits(0);
            assert!(again.err.contains("already"), "{}", again.err);
            rutter_at_home(&tree, &["agents", "remove", name, "--scope", scope, "--yes"]).exits(0);
        }
        assert_eq!(files(&tree), before);
    }
}

#[test]
fn printing_and_asking_nobody_write_nothing() {
    let tree = Tree::new("//- src/lib.rs\npub fn f() {}\n");
    let before = files(&tree);
    let printed = rutter(&tree, &["agents", "install", "claude-code", "--print"]).exits(0);
    assert!(printed.out.contains("\"mcpServers\""), "{}", printed.out);
    let unasked = rutter(&tree, &["agents", "install", "claude-code"]).exits(2);
    assert!(unasked.err.contains("--yes"), "{}", unasked.err);
    assert_eq!(files(&tree), before);
}

#[test]
fn what_others_wrote_in_a_file_stays_to_the_letter() {
    let settings = "{\n  // theme of mine\n  \"theme\": \"dark\",\n  \"mcpServers\": {}\n}\n";
    let tree = Tree::new("//- src/lib.rs\npub fn f() {}\n");
    tree.write(".gemini/settings.json", settings);
    let path = tree.path().join(".gemini/settings.json");
    rutter(&tree, &["agents", "install", "gemini-cli", "--yes"]).exits(0);
    let installed = fs::read_to_string(&path).unwrap();
    assert!(installed.contains("// theme of mine") && installed.contains("\"rutter\""));
    rutter(&tree, &["agents", "remove", "gemini", "--yes"]).exits(0);
    assert!(fs::read_to_string(&path).unwrap().contains("// theme of mine"));
    tree.write(".gemini/settings.json", "{ broken");
    let broken = rutter(&tree, &["agents", "install", "gemini", "--yes"]).exits(2);
    assert!(broken.err.contains("is left as it is"), "{}", broken.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), "{ broken");
}

#[test]
fn advice_goes_into_a_marked_block_on_request_alone() {
    let tree = Tree::new("//- AGENTS.md\n# Rules\n\nBe kind.\n");
    let path = tree.path().join("AGENTS.md");
    rutter(&tree, &["agents", "install", "codex", "--yes"]).exits(0);
    assert_eq!(fs::read_to_string(&path).unwrap(), "# Rules\n\nBe kind.\n");
    rutter(&tree, &["agents", "install", "codex", "--yes", "--instructions"]).exits(0);
    assert!(fs::read_to_string(&path).unwrap().contains("rutter: begin"));
    rutter(&tree, &["agents", "remove", "codex", "--yes", "--instructions"]).exits(0);
    assert_eq!(fs::read_to_string(&path).unwrap(), "# Rules\n\nBe kind.\n");
}

#[test]
fn an_agent_nobody_knows_is_named_with_those_that_are() {
    let tree = Tree::new("//- a.rs\nfn f() {}\n");
    let run = rutter(&tree, &["agents", "install", "emacs", "--yes"]).exits(2);
    assert!(run.err.contains("emacs") && run.err.contains("opencode"), "{}", run.err);
}
