//! `rutter entries`: list, check, export, import and search, also by several processes at once.

use std::fs;

use rutter_fixture::Tree;
use serde_json::{Value, json};

use crate::mcp_client::Client;
use crate::run::{Run, command, rutter};

const FILES: &str = "\
//- src/pool.rs
/// Hands out connections.
pub struct Pool {
    size: usize,
}

impl Pool {
    pub fn take(&self) -> usize {
        self.size
    }
}
//- src/tide.py
def tide_table():
    return []
";

/// An entry file as a person writes it.
fn sheet(path: &str, entries: &[(&str, &str)]) -> String {
    let mut text = format!("format = 1\npath = \"{path}\"\n");
    for (symbol, summary) in entries {
        text.push_str(&format!(
            "\n[[entry]]\nsymbol = \"{symbol}\"\nsummary = \"{summary}\"\nauthor = \"me\"\n\
             created_at = \"2026-01-02T03:04:05.000Z\"\nconfidence = 0.5\n"
        ));
    }
    text
}

/// A tree of which an agent has read and recorded something.
fn filled() -> Tree {
    let tree = Tree::new(FILES);
    let mut client = Client::indexed(tree.path(), &[]);
    client.call("read", json!({ "file_path": "src/pool.rs" }));
    for (symbol, summary) in
        [("Pool::take", "Returns the `size` of the pool."), ("Pool", "Calls `no_such_name`.")]
    {
        let entry = json!({
            "symbol": symbol, "file_path": "src/pool.rs", "summary": summary, "confidence": 0.5,
        });
        assert_eq!(client.data("record", entry)["outcome"], "recorded");
    }
    client.end();
    // The last to close the notebook moves its log into it.
    rutter(&tree, &["entries", "list"]).exits(0);
    tree
}

fn listed(tree: &Tree, more: &[&str]) -> Vec<Value> {
    let mut args = vec!["entries", "list", "--json"];
    args.extend(more);
    rutter(tree, &args).json()["entries"].as_array().unwrap().clone()
}

fn id_of(tree: &Tree, symbol: &str) -> String {
    let entries = listed(tree, &[]);
    let entry = entries.iter().find(|entry| entry["symbol"] == symbol).unwrap();
    entry["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_list_shows_each_entry_and_the_state_of_the_index() {
    let tree = filled();
    let answer = rutter(&tree, &["entries", "list", "--json"]).exits(0).json();
    assert_eq!(answer["index"]["state"], "current");
    let mut take = answer["entries"][1].clone();
    let id = take.as_object_mut().unwrap().remove("id").unwrap();
    assert_eq!(id.as_str().unwrap().len(), 8);
    assert!(take.as_object_mut().unwrap().remove("created_at").unwrap().is_string());
    assert!(take.as_object_mut().unwrap().remove("claims").unwrap().is_array());
    assert_eq!(
        take,
        json!({
            "symbol": "Pool::take",
            "path": "src/pool.rs",
            "kind": "method",
            "start_line": 7,
            "end_line": 9,
            "summary": "Returns the `size` of the pool.",
            "status": "checked",
            "reason": null,
            "confidence": 0.5,
            "author": "tester",
            "evidence": [{"path": "src/pool.rs", "start_line": 7, "end_line": 9}],
        })
    );
    assert_eq!(answer["entries"][0]["status"], "unverified");
    assert_eq!(listed(&tree, &["--status", "unverified"]).len(), 1);
    assert_eq!(listed(&tree, &["--path", "src/*.rs"]).len(), 2);
    assert_eq!(listed(&tree, &["--path", "*.py"]).len(), 0);
    assert_eq!(listed(&tree, &["--stale"]).len(), 0);
    rutter(&tree, &["entries", "list", "--stale"]).exits(1);
    let text = rutter(&tree, &["entries", "list"]).exits(0).out;
    assert!(text.contains("1 checked, 1 unverified"), "{text}");
}

#[test]
fn check_says_what_does_not_hold_by_its_exit_code() {
    let tree = filled();
    rutter(&tree, &["entries", "forget", &id_of(&tree, "Pool")]).exits(0);
    rutter(&tree, &["entries", "check"]).exits(0);
    tree.write("src/pool.rs", tree.read("src/pool.rs").replace("self.size\n", "self.size + 1\n"));
    let text = rutter(&tree, &["entries", "check"]).exits(3).out;
    assert!(text.contains("`Pool::take` has changed since"), "{text}");
    assert_eq!(listed(&tree, &["--stale"]).len(), 1);
}

#[test]
fn an_entry_is_shown_by_id_or_symbol_and_with_its_symbol() {
    let tree = filled();
    let id = id_of(&tree, "Pool::take");
    for sought in [id.as_str(), "take", "Pool::take"] {
        let text = rutter(&tree, &["entries", "show", sought]).exits(0).out;
        assert!(text.contains("Returns the `size` of the pool."), "{text}");
        assert!(text.contains("evidence src/pool.rs:7-9"), "{text}");
    }
    rutter(&tree, &["entries", "show", "nothing"]).exits(1);
    let found = rutter(&tree, &["symbol", "Pool::take", "--json"]).exits(0).json();
    assert_eq!(found["matches"][0]["entry"]["id"], id);
    assert_eq!(found["matches"][0]["entry"]["status"], "checked");
    let text = rutter(&tree, &["symbol", "Pool::take"]).exits(0).out;
    assert!(text.contains("Returns the `size` of the pool."), "{text}");
    assert_eq!(rutter(&tree, &["status", "--json"]).exits(0).json()["entries"], 2);
}

#[test]
fn a_worse_supported_entry_stands_beside_and_history_is_shown() {
    let tree = filled();
    let id = id_of(&tree, "Pool::take");
    let text = sheet("src/pool.rs", &[("Pool::take", "Hands it to `no_such_name`.")]);
    tree.write(".rutter-entries/src/pool.rs.toml", text);
    let report = rutter(&tree, &["entries", "import"]).exits(0).out;
    assert!(report.contains("1 imported"), "{report}");
    let text = rutter(&tree, &["entries", "show", &id]).exits(0).out;
    assert!(text.contains("unverified by me: Hands it to `no_such_name`."), "{text}");
    let text = rutter(&tree, &["symbol", "Pool::take"]).exits(0).out;
    assert!(text.contains("Returns the `size` of the pool."), "{text}");
    assert!(text.contains("unverified by me: Hands it to `no_such_name`."), "{text}");
    rutter(&tree, &["entries", "reject", &id, "--note", "it gives"]).exits(0);
    let text = rutter(&tree, &["entries", "show", &id, "--history"]).exits(0).out;
    assert!(text.contains("  rejected (it gives)\n"), "{text}");
    assert!(text.contains("Returns the `size` of the pool. by tester"), "{text}");
    let args = ["entries", "show", &id, "--history", "--json"];
    let answer = rutter(&tree, &args).exits(0).json();
    assert_eq!(answer["entries"][0]["history"][0]["event"], "rejected");
    assert_eq!(answer["entries"][0]["rivals"][0]["status"], "unverified");
}

#[test]
fn a_rejected_entry_keeps_its_note() {
    let tree = filled();
    let id = id_of(&tree, "Pool::take");
    rutter(&tree, &["entries", "reject", &id, "--note", "it gives"]).exits(0);
    let rejected = listed(&tree, &["--status", "rejected"]);
    assert_eq!(rejected[0]["reason"], "it gives");
    assert_eq!(rejected[0]["note"], "it gives");
    let run = rutter(&tree, &["entries", "reject", &id, "--note", " "]).exits(2);
    assert!(run.err.contains("the note is empty"), "{}", run.err);
    let run = rutter(&tree, &["entries", "reject", "Pool::take", "--note", "x"]).exits(2);
    assert!(run.err.contains(&id), "{}", run.err);
    let run = rutter(&tree, &["entries", "forget", "zzz"]).exits(2);
    assert!(run.err.contains("there is no entry `zzz`"), "{}", run.err);
}

#[test]
fn an_export_comes_back_the_same() {
    let tree = filled();
    let read = || tree.read("out/src/pool.rs.toml");
    rutter(&tree, &["entries", "export", "out"]).exits(0);
    let before = read();
    tree.remove(".rutter");
    rutter(&tree, &["entries", "import", "out"]).exits(0);
    let report = rutter(&tree, &["entries", "export", "out", "--json"]).exits(0).json();
    assert_eq!((&report["entries"], &report["unchanged"]), (&json!(2), &json!(1)));
    assert_eq!(read(), before);
    let run = rutter(&tree, &["entries", "import", "nowhere"]).exits(2);
    assert!(run.err.contains("nowhere") && run.err.contains("hint:"), "{}", run.err);
}

#[test]
fn entries_are_searched_and_lift_code() {
    let tree = filled();
    let args = ["search", "returns the size of the pool", "--entries", "--json"];
    let answer = rutter(&tree, &args).exits(0).json();
    let hit = &answer["hits"][0];
    assert_eq!((&hit["kind"], &hit["path"]), (&json!("entry"), &json!("src/pool.rs")));
    assert_eq!(hit["entry"]["id"], id_of(&tree, "Pool::take"));
    let answer =
        rutter(&tree, &["search", "returns the size of the pool", "--json"]).exits(0).json();
    assert_eq!(answer["hits"][0]["symbol"], "Pool::take", "{answer}");
    assert_eq!(answer["hits"][0]["entry"]["status"], "checked");
    rutter(&tree, &["search", "tide", "--entries", "--code"]).exits(2);
}

#[test]
fn eight_processes_at_once_lose_nothing() {
    const N_ENTRIES: usize = 10;
    let tree = Tree::new("");
    for n in 0..8 {
        let body: String =
            (0..N_ENTRIES).map(|m| format!("pub fn f{n}_{m}() -> u8 {{\n    {m}\n}}\n")).collect();
        tree.write(&format!("src/m{n}.rs"), body);
        let names: Vec<String> = (0..N_ENTRIES).map(|m| format!("f{n}_{m}")).collect();
        let entries: Vec<(&str, &str)> =
            names.iter().map(|name| (name.as_str(), "Gives a number.")).collect();
        let path = format!("src/m{n}.rs");
        tree.write(&format!("in{n}/{path}.toml"), sheet(&path, &entries));
    }
    rutter(&tree, &["index", "--local", "--quiet"]).exits(0);
    let folders: Vec<String> = (0..8).map(|n| format!("in{n}")).collect();
    let writers: Vec<_> = folders
        .iter()
        .map(|folder| command(tree.path(), &["entries", "import", folder]).spawn().unwrap())
        .collect();
    for writer in writers {
        Run::from(writer.wait_with_output().unwrap()).exits(0);
    }
    let entries = listed(&tree, &[]);
    assert_eq!(entries.len(), 8 * N_ENTRIES);
    // Nobody was shown the code for what was written by hand.
    assert!(entries.iter().all(|entry| entry["status"] == "unverified"));
}

#[test]
fn a_damaged_notebook_is_named_and_kept() {
    let tree = filled();
    let path = tree.file(".rutter/rutter.db");
    let damaged = b"this was a notebook once, and somebody wrote over it".repeat(100);
    fs::write(&path, &damaged).unwrap();
    tree.write(".rutter-entries/src/tide.py.toml", sheet("src/tide.py", &[("tide_table", "x")]));
    for args in [&["entries", "list"][..], &["entries", "import"], &["entries", "export"]] {
        let run = rutter(&tree, args).exits(2);
        assert!(run.err.contains("rutter.db` is damaged"), "{}", run.err);
        assert!(run.err.contains("hint:"), "{}", run.err);
    }
    rutter(&tree, &["search", "tide table"]).exits(0);
    rutter(&tree, &["index", "--full", "--local", "--quiet"]).exits(0);
    assert_eq!(fs::read(&path).unwrap(), damaged);
}

#[test]
fn a_notebook_of_a_newer_program_is_refused() {
    let tree = filled();
    let path = tree.file(".rutter/rutter.db");
    let mut bytes = fs::read(&path).unwrap();
    // Where SQLite stores the user version.
    bytes[60..64].copy_from_slice(&99u32.to_be_bytes());
    fs::write(&path, &bytes).unwrap();
    let run = rutter(&tree, &["entries", "list"]).exits(2);
    assert!(
        run.err.contains("another version of rutter, or is damaged (version 99"),
        "{}",
        run.err
    );
    assert!(run.err.contains("update rutter"), "{}", run.err);
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[cfg(unix)]
#[test]
fn a_notebook_that_cannot_be_written_can_be_read() {
    use std::os::unix::fs::PermissionsExt;

    use crate::unprivileged::Unprivileged;
    let tree = filled();
    let set = |path: &str, mode: u32| {
        fs::set_permissions(tree.file(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    let Some(user) = Unprivileged::new(&tree, "a notebook that cannot be written") else { return };
    set(".rutter/rutter.db", 0o444);
    set(".rutter", 0o555);
    let listed = user.rutter(&["entries", "list", "--json", "--no-refresh"]);
    let entries = listed.exits(0).json()["entries"].as_array().unwrap().clone();
    let run = user.rutter(&["entries", "forget", entries[0]["id"].as_str().unwrap()]);
    set(".rutter", 0o755);
    set(".rutter/rutter.db", 0o644);
    assert_eq!(entries.len(), 2);
    let run = run.exits(2);
    assert!(run.err.contains("hint:"), "{}", run.err);
}
