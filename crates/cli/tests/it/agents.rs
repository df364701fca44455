//! `rutter agents`: telling coding agents of our server, and taking it away again.

use std::fs;
use std::path::Path;

use rutter_fixture::Tree;
use serde_json::Value;

use crate::run::{Run, command};

const NAMES: [&str; 7] = ["claude-code", "cursor", "codex", "gemini", "vscode", "zed", "opencode"];

/// Runs with a home folder of its own, where the only programs are those in `bin`.
fn rutter_with_variables(tree: &Tree, args: &[&str], variables: &[(&str, &Path)]) -> Run {
    let home = tree.path().join("home");
    fs::create_dir_all(&home).unwrap();
    command(tree.path(), args)
        .env("HOME", &home)
        .env("XDG_CONFIG_HOME", home.join(".config"))
        .env("PATH", tree.path().join("bin"))
        .env_remove("CLAUDE_CONFIG_DIR")
        .env_remove("CODEX_HOME")
        .env_remove("GEMINI_CLI_HOME")
        .envs(variables.iter().copied())
        .output()
        .unwrap()
        .into()
}

fn rutter(tree: &Tree, args: &[&str]) -> Run {
    rutter_with_variables(tree, args, &[])
}

fn tree() -> Tree {
    Tree::new("//- src/lib.rs\npub fn f() {}\n")
}

fn states(tree: &Tree, scope: &str) -> Vec<String> {
    let listed = rutter(tree, &["agents", "list", "--json"]).exits(0).json();
    let rows = listed["agents"].as_array().unwrap().iter();
    let of_scope = rows.filter(|row| row["scope"] == scope);
    of_scope.map(|row| row["state"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn without_an_agents_program_a_new_file_is_written_and_deleted_again() {
    for scope in ["project", "user"] {
        let tree = tree();
        for name in NAMES {
            rutter(&tree, &["agents", "install", name, "--scope", scope, "--yes"]).exits(0);
        }
        assert_eq!(states(&tree, scope), ["installed"; 7]);
        for name in NAMES {
            let again = rutter(&tree, &["agents", "install", name, "--scope", scope]).exits(0);
            assert!(again.err.contains("already"), "{}", again.err);
            let remove = ["agents", "remove", name, "--scope", scope, "--yes"];
            let removed = rutter(&tree, &remove).exits(0);
            assert!(removed.err.contains("removed"), "{}", removed.err);
        }
        assert_eq!(states(&tree, scope), ["absent"; 7]);
    }
}

#[test]
fn variables_of_an_agent_say_where_its_file_is() {
    let tree = tree();
    let there = tree.path().join("there");
    for (name, variable, file) in [
        ("claude-code", "CLAUDE_CONFIG_DIR", ".claude.json"),
        ("codex", "CODEX_HOME", "config.toml"),
        ("gemini", "GEMINI_CLI_HOME", ".gemini/settings.json"),
    ] {
        let args = ["agents", "install", name, "--scope", "user", "--yes"];
        rutter_with_variables(&tree, &args, &[(variable, &there)]).exits(0);
        assert!(fs::read_to_string(there.join(file)).unwrap().contains("rutter"), "{name}");
    }
}

#[test]
fn printing_and_asking_nobody_write_nothing() {
    let tree = tree();
    let printed = rutter(&tree, &["agents", "install", "claude-code", "--print"]).exits(0);
    assert!(printed.out.contains("\"mcpServers\""), "{}", printed.out);
    let unasked = rutter(&tree, &["agents", "install", "claude-code"]).exits(2);
    assert!(unasked.err.contains("--yes"), "{}", unasked.err);
    assert_eq!(states(&tree, "project"), ["absent"; 7]);
}

#[test]
fn a_file_that_exists_is_shown_what_belongs_into_it_and_stays_as_it_is() {
    let tree = tree();
    let settings = "{\n  // mine\n  \"mcpServers\": {},\n}\n";
    tree.write(".gemini/settings.json", settings);
    let shown = rutter(&tree, &["agents", "install", "gemini", "--yes"]).exits(4);
    assert!(shown.out.contains("put this into it"), "{}", shown.out);
    assert!(shown.out.contains("\"command\": \"rutter\""), "{}", shown.out);
    tree.write(".mcp.json", "{\"mcpServers\": {\"rutter\": {}, \"other\": {}}}");
    let shown = rutter(&tree, &["agents", "remove", "claude-code", "--yes"]).exits(4);
    assert!(shown.out.contains("delete the entry `rutter`"), "{}", shown.out);
    assert_eq!(tree.read(".gemini/settings.json"), settings);
    assert!(tree.read(".mcp.json").contains("other"));
    let json = rutter(&tree, &["agents", "install", "gemini", "--yes", "--json"]).exits(4).json();
    assert_eq!(json["done"], false);
    assert!(json["steps"][0]["insert"].as_str().unwrap().contains("mcpServers"), "{json}");
    assert_eq!(states(&tree, "project")[3], "unreadable");
}

#[cfg(unix)]
#[test]
fn an_agents_own_command_is_run_where_it_is_installed() {
    use std::os::unix::fs::PermissionsExt as _;
    let tree = tree();
    tree.write("bin/claude", "#!/bin/sh\necho \"$@\" > told\nexit 3\n");
    fs::set_permissions(tree.file("bin/claude"), fs::Permissions::from_mode(0o755)).unwrap();
    let args = ["agents", "install", "claude-code", "--yes", "--read-only"];
    let run = rutter(&tree, &args).exits(2);
    assert!(run.err.contains("failed: exit status: 3"), "{}", run.err);
    assert_eq!(tree.read("told"), "mcp add --scope project rutter -- rutter mcp --read-only\n");
    tree.write("bin/claude", "#!/bin/sh\necho \"$@\" > told\n");
    let run = rutter(&tree, &args).exits(0);
    assert!(run.out.contains("claude mcp add --scope project rutter --"), "{}", run.out);
    assert!(run.err.contains("restart the agent"), "{}", run.err);
    assert!(!tree.file(".mcp.json").exists());
    tree.write(".mcp.json", "{\"mcpServers\": {\"rutter\": {}, \"other\": {}}}");
    let remove = ["agents", "remove", "claude-code", "--yes"];
    let run = rutter(&tree, &remove).exits(2);
    assert!(run.err.contains("did not change the entry `rutter`"), "{}", run.err);
    assert_eq!(tree.read("told"), "mcp remove --scope project rutter\n");
    tree.write("bin/claude", "#!/bin/sh\necho '{}' > .mcp.json\n");
    assert!(rutter(&tree, &remove).exits(0).err.contains("removed"));
}

#[cfg(unix)]
#[test]
fn a_link_of_a_repository_is_not_written_through() {
    use std::os::unix::fs::symlink;
    let tree = tree();
    let outside = Tree::new("//- bashrc\nmine\n");
    symlink(outside.file("bashrc"), tree.path().join("AGENTS.md")).unwrap();
    symlink(outside.path(), tree.path().join(".cursor")).unwrap();
    for args in [&["codex", "--instructions"][..], &["cursor"]] {
        let args = [&["agents", "install", "--yes"], args].concat();
        let refused = rutter(&tree, &args).exits(2).err;
        assert!(refused.contains("is a link"), "{refused}");
    }
    assert_eq!(outside.read("bashrc"), "mine\n");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
}

#[test]
fn an_unknown_home_folder_is_said() {
    let tree = tree();
    tree.write(".mcp.json/file", "");
    let list = |args: &[&str]| -> Run {
        let mut command = command(tree.path(), args);
        for name in ["HOME", "USERPROFILE", "XDG_CONFIG_HOME", "APPDATA", "CLAUDE_CONFIG_DIR"] {
            command.env_remove(name);
        }
        command.output().unwrap().into()
    };
    let text = list(&["agents", "list"]).exits(0).out;
    assert!(text.contains("unreadable"), "{text}");
    assert!(text.contains("your home folder is unknown"), "{text}");
}

#[test]
fn a_folder_of_data_is_passed_on() {
    let tree = tree();
    let install = ["--data-dir", "data", "agents", "install", "claude-code", "--yes"];
    rutter(&tree, &install).exits(0);
    let written: Value = serde_json::from_str(&tree.read(".mcp.json")).unwrap();
    let ours = &written["mcpServers"]["rutter"];
    assert_eq!((&ours["args"][0], &ours["args"][1]), (&"mcp".into(), &"--data-dir".into()));
    let data = Path::new(ours["args"][2].as_str().unwrap());
    assert!(data.is_absolute() && data.ends_with("data"), "{data:?}");
}

#[test]
fn advice_goes_into_a_marked_block_on_request_alone() {
    let text = "# Rules\r\n\r\nBe kind.";
    let tree = tree();
    tree.write("AGENTS.md", text);
    rutter(&tree, &["agents", "install", "codex", "--yes"]).exits(0);
    assert_eq!(tree.read("AGENTS.md"), text);
    rutter(&tree, &["agents", "install", "codex", "--yes", "--instructions"]).exits(0);
    let advice = tree.read("AGENTS.md");
    assert!(advice.contains("rutter: begin") && advice.contains("`record`"), "{advice}");
    let again = ["agents", "install", "codex", "--yes", "--instructions", "--read-only"];
    rutter(&tree, &again).exits(0);
    let advice = tree.read("AGENTS.md");
    assert!(advice.contains("rutter: begin") && !advice.contains("`record`"), "{advice}");
    rutter(&tree, &["agents", "remove", "codex", "--yes", "--instructions"]).exits(0);
    assert_eq!(tree.read("AGENTS.md"), text);
}

#[test]
fn an_agent_with_its_own_instructions_file_gets_a_hint_to_include_ours() {
    let tree = tree();
    let install = ["agents", "install", "claude-code", "--print", "--instructions"];
    let hint = rutter(&tree, &install).exits(0).err;
    assert!(hint.contains("CLAUDE.md") && hint.contains("@AGENTS.md"), "{hint}");
    tree.write("CLAUDE.md", "@AGENTS.md\n");
    assert!(!rutter(&tree, &install).exits(0).err.contains("CLAUDE.md"));
}

#[test]
fn an_agent_nobody_knows_is_named_with_those_that_are() {
    let run = rutter(&tree(), &["agents", "install", "emacs", "--yes"]).exits(2);
    assert!(run.err.contains("emacs") && run.err.contains("opencode"), "{}", run.err);
}
