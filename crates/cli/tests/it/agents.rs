//! `rutter agents`: installing rutter in the files of coding agents and removing it.

use std::fs;
use std::path::Path;

use rutter_fixture::Tree;
use serde_json::Value;

use crate::run::{Run, command, rutter};

const NAMES: [&str; 7] = ["claude-code", "cursor", "codex", "gemini", "vscode", "zed", "opencode"];

/// Runs with a home folder of its own and with these environment variables.
fn rutter_with_variables(tree: &Tree, args: &[&str], variables: &[(&str, &Path)]) -> Run {
    let home = tree.path().join("home");
    fs::create_dir_all(&home).unwrap();
    command(tree.path(), args)
        .env("HOME", &home)
        .env("XDG_CONFIG_HOME", home.join(".config"))
        .env_remove("CLAUDE_CONFIG_DIR")
        .env_remove("CODEX_HOME")
        .env_remove("GEMINI_CLI_HOME")
        .envs(variables.iter().copied())
        .output()
        .unwrap()
        .into()
}

fn rutter_at_home(tree: &Tree, args: &[&str]) -> Run {
    rutter_with_variables(tree, args, &[])
}

fn tree() -> Tree {
    Tree::new("//- src/lib.rs\npub fn f() {}\n")
}

/// The files and folders of the tree, without `.rutter`, `.git` and the empty home.
fn files(tree: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![tree.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            let name = path.strip_prefix(tree.path()).unwrap().display().to_string();
            if [".rutter", ".git"].contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            }
            found.push(name);
        }
    }
    found.retain(|name| !["home", "home/.config"].contains(&name.as_str()));
    found.sort();
    found
}

#[test]
fn each_agent_is_installed_and_removed_without_a_trace() {
    for scope in ["project", "user"] {
        let tree = tree();
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
            let remove = ["agents", "remove", name, "--scope", scope, "--yes"];
            let removed = rutter_at_home(&tree, &remove).exits(0);
            assert!(removed.err.contains("removed"), "{}", removed.err);
        }
        assert_eq!(files(&tree), before);
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
        let run = |verb| {
            let args = ["agents", verb, name, "--scope", "user", "--yes"];
            rutter_with_variables(&tree, &args, &[(variable, &there)]).exits(0);
        };
        run("install");
        assert!(fs::read_to_string(there.join(file)).unwrap().contains("rutter"), "{name}");
        run("remove");
        assert_eq!(fs::read_dir(&there).unwrap().count(), 0, "{name}");
    }
}

#[test]
fn printing_and_asking_nobody_write_nothing() {
    let tree = tree();
    let before = files(&tree);
    let printed = rutter(&tree, &["agents", "install", "claude-code", "--print"]).exits(0);
    assert!(printed.out.contains("\"mcpServers\""), "{}", printed.out);
    let unasked = rutter(&tree, &["agents", "install", "claude-code"]).exits(2);
    assert!(unasked.err.contains("--yes"), "{}", unasked.err);
    assert_eq!(files(&tree), before);
}

#[test]
fn removing_leaves_what_others_wrote_and_deletes_a_file_with_nothing_else_in_it() {
    let tree = tree();
    let check = |name: &str, file: &str, text: &str, left: Option<&str>| {
        let path = tree.path().join(file);
        tree.write(file, text);
        rutter(&tree, &["agents", "install", name, "--yes"]).exits(0);
        assert!(fs::read_to_string(&path).unwrap().contains("rutter"), "{text:?}");
        rutter(&tree, &["agents", "remove", name, "--yes"]).exits(0);
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), left, "{text:?}");
    };
    let settings = "{\n  // mine\n  \"a\": 1,\n  \"mcpServers\": {}\n}\n";
    check("gemini", ".gemini/settings.json", settings, Some("{\n  // mine\n  \"a\": 1\n}\n"));
    check("claude-code", ".mcp.json", "", None);
    check("claude-code", ".mcp.json", "{}", None);
    check("claude-code", ".mcp.json", "\u{feff}{\"mcpServers\":{}}", Some("\u{feff}{}\n"));
    let noted = "{\"servers\": {} // note\r\n}\r\n";
    check("vscode", ".vscode/mcp.json", noted, Some(noted));
    let others = "# servers\r\n[mcp_servers] # none\r\n# end\r\n\r\n";
    check("codex", ".codex/config.toml", others, Some(others));
    let header = "\u{feff}[mcp_servers]";
    check("codex", ".codex/config.toml", header, Some("\u{feff}[mcp_servers]\n"));
    check("codex", ".codex/config.toml", "", None);
    let path = tree.path().join(".gemini/settings.json");
    tree.write(".gemini/settings.json", "{ broken");
    let broken = rutter(&tree, &["agents", "install", "gemini", "--yes"]).exits(2);
    assert!(broken.err.contains("is left as it is"), "{}", broken.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), "{ broken");
}

#[test]
fn a_folder_that_holds_something_else_stays() {
    let tree = tree();
    tree.write(".cursor/rules", "mine");
    rutter(&tree, &["agents", "install", "cursor", "--yes"]).exits(0);
    rutter(&tree, &["agents", "remove", "cursor", "--yes"]).exits(0);
    assert!(tree.path().join(".cursor/rules").exists());
    assert!(!tree.path().join(".cursor/mcp.json").exists());
}

#[cfg(unix)]
#[test]
fn a_link_stays_one_and_what_it_leads_to_is_written_but_never_deleted() {
    use std::os::unix::fs::symlink;
    let tree = tree();
    let (link, target) = (tree.path().join(".mcp.json"), tree.path().join("kept/real.json"));
    symlink("kept/real.json", &link).unwrap();
    rutter(&tree, &["agents", "install", "claude-code", "--yes"]).exits(0);
    assert!(link.is_symlink());
    assert!(fs::read_to_string(&target).unwrap().contains("rutter"));
    rutter(&tree, &["agents", "remove", "claude-code", "--yes"]).exits(0);
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&target).unwrap(), "{}\n");
    symlink("kept/advice.md", tree.path().join("AGENTS.md")).unwrap();
    let advice = tree.path().join("kept/advice.md");
    rutter(&tree, &["agents", "install", "codex", "--yes", "--instructions"]).exits(0);
    assert!(fs::read_to_string(&advice).unwrap().contains("rutter"));
    rutter(&tree, &["agents", "remove", "codex", "--yes", "--instructions"]).exits(0);
    assert_eq!(fs::read_to_string(&advice).unwrap(), "");
    let ring = tree.path().join("opencode.json");
    symlink("opencode.json", &ring).unwrap();
    rutter(&tree, &["agents", "install", "opencode", "--yes"]).exits(2);
    assert!(ring.is_symlink());
    let outside = Tree::new("//- bashrc\nmine\n");
    fs::remove_file(tree.path().join("AGENTS.md")).unwrap();
    symlink(outside.file("bashrc"), tree.path().join("AGENTS.md")).unwrap();
    symlink(outside.path(), tree.path().join(".cursor")).unwrap();
    for args in [&["codex", "--instructions"][..], &["cursor"]] {
        let args = [&["agents", "install", "--yes"], args].concat();
        let refused = rutter(&tree, &args).exits(2).err;
        assert!(refused.contains("leads out of the repository through a link"), "{refused}");
    }
    assert_eq!(outside.read("bashrc"), "mine\n");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
}

#[test]
fn an_agent_that_cannot_read_its_file_is_named() {
    let tree = tree();
    for (name, file, text, is_hindered) in [
        ("claude-code", ".mcp.json", "{} // mine\n", true),
        ("claude-code", ".mcp.json", "{\"a\": [1,]}\n", true),
        ("claude-code", ".mcp.json", "{\"a\": \"// ,\"}\n", false),
        ("gemini", ".gemini/settings.json", "{} // mine\n", false),
        ("gemini", ".gemini/settings.json", "{\"a\": [1,]}\n", true),
        ("vscode", ".vscode/mcp.json", "{\"a\": [1,],} // mine\n", false),
    ] {
        tree.write(file, text);
        let run = rutter(&tree, &["agents", "install", name, "--yes"]).exits(0);
        assert_eq!(run.err.contains("may refuse"), is_hindered, "{text}: {}", run.err);
    }
}

#[test]
fn the_list_shows_what_is_disabled_unreadable_or_unknown() {
    let tree = tree();
    tree.write(
        ".codex/config.toml",
        "[mcp_servers.rutter]\ncommand = \"rutter\"\nenabled = false\n",
    );
    tree.write("opencode.json", "{\"mcp\": {\"rutter\": {\"enabled\": false}}}");
    tree.write(".zed/settings.json", "{\"context_servers\": {\"rutter\": {\"enabled\": false}}}");
    tree.write(".gemini/settings.json", "{ broken");
    tree.write(".mcp.json/file", "");
    let list = |args: &[&str]| -> Run {
        let mut command = command(tree.path(), args);
        for name in ["HOME", "USERPROFILE", "XDG_CONFIG_HOME", "APPDATA"] {
            command.env_remove(name);
        }
        command.env_remove("CLAUDE_CONFIG_DIR").output().unwrap().into()
    };
    let listed = list(&["agents", "list", "--json"]).exits(0).json();
    let row = |name: &str, scope: &str| -> Value {
        let rows = listed["agents"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == name && row["scope"] == scope).unwrap().clone()
    };
    for (name, state) in [
        ("codex", "disabled"),
        ("opencode", "disabled"),
        ("zed", "disabled"),
        ("gemini", "unreadable"),
        ("claude-code", "unreadable"),
        ("cursor", "absent"),
    ] {
        assert_eq!(row(name, "project")["state"], state, "{name}");
    }
    assert_eq!(row("claude-code", "user")["path"], Value::Null);
    let text = list(&["agents", "list"]).exits(0).out;
    assert!(text.contains("disabled") && text.contains("unreadable"), "{text}");
    assert!(text.contains("your home folder is unknown"), "{text}");
}

#[test]
fn a_folder_of_data_is_passed_on_and_a_users_own_keys_stay() {
    let tree = tree();
    let path = tree.path().join(".mcp.json");
    tree.write(".mcp.json", "{\"mcpServers\": {\"rutter\": {\"env\": {\"A\": \"1\"}}}}");
    let install = ["--data-dir", "data", "agents", "install", "claude-code", "--yes"];
    rutter(&tree, &install).exits(0);
    let written: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let ours = &written["mcpServers"]["rutter"];
    assert_eq!(ours["env"]["A"], "1");
    assert_eq!((&ours["args"][0], &ours["args"][1]), (&"mcp".into(), &"--data-dir".into()));
    let data = Path::new(ours["args"][2].as_str().unwrap());
    assert!(data.is_absolute() && data.ends_with("data"), "{data:?}");
}

#[test]
fn advice_goes_into_a_marked_block_on_request_alone() {
    let text = "# Rules\r\n\r\nBe kind.";
    let tree = Tree::new("//- src/lib.rs\npub fn f() {}\n");
    tree.write("AGENTS.md", text);
    let path = tree.path().join("AGENTS.md");
    rutter(&tree, &["agents", "install", "codex", "--yes"]).exits(0);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    rutter(&tree, &["agents", "install", "codex", "--yes", "--instructions"]).exits(0);
    let advice = fs::read_to_string(&path).unwrap();
    assert!(advice.contains("rutter: begin") && advice.contains("`record`"), "{advice}");
    let again = ["agents", "install", "codex", "--yes", "--instructions", "--read-only"];
    rutter(&tree, &again).exits(0);
    let advice = fs::read_to_string(&path).unwrap();
    assert!(advice.contains("rutter: begin") && !advice.contains("`record`"), "{advice}");
    rutter(&tree, &["agents", "remove", "codex", "--yes", "--instructions"]).exits(0);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn an_agent_with_its_own_instructions_file_gets_a_hint_to_include_ours() {
    let tree = tree();
    let install = ["agents", "install", "claude-code", "--print", "--instructions"];
    let hinted = rutter(&tree, &install).exits(0);
    assert!(
        hinted.err.contains("CLAUDE.md") && hinted.err.contains("@AGENTS.md"),
        "{}",
        hinted.err
    );
    tree.write("CLAUDE.md", "@AGENTS.md\n");
    assert!(!rutter(&tree, &install).exits(0).err.contains("CLAUDE.md"));
}

#[test]
fn an_agent_nobody_knows_is_named_with_those_that_are() {
    let tree = Tree::new("//- a.rs\nfn f() {}\n");
    let run = rutter(&tree, &["agents", "install", "emacs", "--yes"]).exits(2);
    assert!(run.err.contains("emacs") && run.err.contains("opencode"), "{}", run.err);
}
