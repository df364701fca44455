//! What becomes of agents' files.

use expect_test::{Expect, expect};

use super::*;

fn server() -> Server {
    Server { command: "rutter".to_owned(), args: vec!["mcp".to_owned()] }
}

/// Installs, checks the text, installs again, removes, and checks that all is as before.
fn check(form: Form, text: &str, expect: Expect) {
    let installed = form.install(text, &server()).unwrap().expect("it was not there");
    expect.assert_eq(&installed);
    assert_eq!(form.install(&installed, &server()).unwrap(), None, "twice is once");
    assert!(form.is_installed(&installed).unwrap());
    let removed = form.remove(&installed).unwrap().expect("it was there");
    if form.is_blank(text) {
        assert!(form.is_blank(&removed), "{removed}");
    } else {
        assert_eq!(removed, text, "all is as before");
    }
    assert_eq!(form.remove(&removed).unwrap(), None);
}

#[test]
fn a_file_that_is_not_there_is_made() {
    check(
        Form::McpServers,
        "",
        expect![[r#"
        {
          "mcpServers": {
            "rutter": {
              "command": "rutter",
              "args": ["mcp"]
            }
          }
        }
    "#]],
    );
    check(
        Form::Mcp,
        "",
        expect![[r#"
        {
          "mcp": {
            "rutter": {
              "type": "local",
              "command": ["rutter", "mcp"],
              "enabled": true
            }
          }
        }
    "#]],
    );
    check(
        Form::Toml,
        "",
        expect![[r#"
        [mcp_servers.rutter]
        command = "rutter"
        args = ["mcp"]
    "#]],
    );
}

#[test]
fn what_others_wrote_stays() {
    check(
        Form::Servers,
        r#"{
    // the others
    "servers": {
        "other": { "command": "x" } // mine
    },
    "inputs": []
}
"#,
        expect![[r#"
        {
            // the others
            "servers": {
                "other": { "command": "x" }, // mine
                "rutter": {
                    "type": "stdio",
                    "command": "rutter",
                    "args": ["mcp"]
                }
            },
            "inputs": []
        }
    "#]],
    );
    check(
        Form::Toml,
        "# mine\nmodel = \"x\" # best\n\n[mcp_servers.other]\ncommand = \"y\"\n",
        expect![[r#"
        # mine
        model = "x" # best

        [mcp_servers.other]
        command = "y"

        [mcp_servers.rutter]
        command = "rutter"
        args = ["mcp"]
    "#]],
    );
}

#[test]
fn another_way_to_start_us_replaces_the_old_one() {
    let old = Server { command: "/old/rutter".to_owned(), args: vec!["mcp".to_owned()] };
    for form in [Form::McpServers, Form::Mcp, Form::Toml] {
        let text = form.install("", &old).unwrap().unwrap();
        let new = form.install(&text, &server()).unwrap().unwrap();
        assert!(!new.contains("/old"), "{new}");
        assert_eq!(form.install(&new, &server()).unwrap(), None);
    }
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    for (form, text) in [
        (Form::McpServers, "{ \"mcpServers\": "),
        (Form::McpServers, "[]"),
        (Form::McpServers, "{\"mcpServers\": 3}"),
        (Form::Toml, "mcp_servers = 3"),
        (Form::Toml, "[mcp_servers"),
    ] {
        assert!(form.install(text, &server()).is_err(), "{text}");
    }
}

#[test]
fn an_agent_is_known_by_any_spelling() {
    for (typed, name) in [
        ("claude", "claude-code"),
        ("Claude Code", "claude-code"),
        ("gemini-cli", "gemini"),
        ("VS Code", "vscode"),
        ("codex", "codex"),
    ] {
        assert_eq!(find(typed).map(|client| client.name), Some(name), "{typed}");
    }
    assert!(find("emacs").is_none());
}

#[test]
fn advice_is_added_once_and_taken_away() {
    for text in ["", "# Rules\n\nBe kind.\n"] {
        let added = add_block(text).unwrap();
        assert!(added.contains("`search`"));
        assert_eq!(add_block(&added), None);
        assert_eq!(remove_block(&added).as_deref(), Some(text));
    }
    assert_eq!(remove_block("# Rules\n"), None);
}
