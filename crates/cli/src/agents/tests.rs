//! Installing into agents' files and removing again; [`come_and_go`] checks the promise in every case.

use expect_test::{Expect, expect};

use super::*;

fn server() -> Server {
    Server { command: "rutter".to_owned(), args: vec!["mcp".to_owned()] }
}

const FORMS: [Form; 5] =
    [Form::McpServers, Form::Servers, Form::ContextServers, Form::Mcp, Form::Toml];

/// Installs, checks the text, and checks what removing leaves.
fn check(form: Form, text: Option<&str>, expect: Expect) {
    expect.assert_eq(&come_and_go(form, text));
}

/// Installs, installs again, removes, and checks that nothing but blanks has changed.
fn come_and_go(form: Form, text: Option<&str>) -> String {
    let installed = form.install(text, &server()).unwrap().expect("it was not there");
    assert_eq!(form.install(Some(&installed), &server()).unwrap(), None, "twice is once");
    assert_eq!(form.state(&installed).unwrap(), State::Installed, "{installed}");
    let removed = form.remove(&installed).unwrap().expect("it was there");
    let context = format!("{form:?} of {text:?} by way of {installed:?} to {removed:?}");
    match (text, &removed) {
        (None, removed) => assert_eq!(*removed, Removed::Everything, "{context}"),
        (Some(text), Removed::Everything) => {
            assert!(["", "{}"].contains(&squeezed(form, text).as_str()), "{context}");
        }
        (Some(text), Removed::Entry(left)) => {
            let (before, after) = (squeezed(form, text), squeezed(form, left));
            // A file without a value gets an object.
            assert!(after == before || after == format!("{before}{{}}"), "{context}");
            if let (Some(before), Some(after)) = (line_ends(text), line_ends(left)) {
                assert_eq!(after, before, "{context}");
            }
            assert_eq!(form.state(left).unwrap(), State::Absent, "{context}");
        }
    }
    installed
}

/// A text without blanks, without an empty section and without trailing commas.
fn squeezed(form: Form, text: &str) -> String {
    let mut text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if form != Form::Toml {
        let section = format!("\"{}\":{{}}", section_name(form));
        for empty in [format!("{section},"), format!(",{section}"), section] {
            text = text.replace(&empty, "");
        }
        text = text.replace(",}", "}");
    }
    text
}

/// The kind of line ends in a text, unless they are mixed or there are none.
fn line_ends(text: &str) -> Option<&'static str> {
    let (lines, carriages) = (text.matches('\n').count(), text.matches("\r\n").count());
    match (lines, carriages) {
        (0, _) => None,
        (_, 0) => Some("\n"),
        (lines, carriages) if lines == carriages => Some("\r\n"),
        (_, _) => None,
    }
}

fn section_name(form: Form) -> &'static str {
    match form {
        Form::McpServers => "mcpServers",
        Form::Servers => "servers",
        Form::ContextServers => "context_servers",
        Form::Mcp => "mcp",
        Form::Toml => "mcp_servers",
    }
}

#[test]
fn a_file_that_is_not_there_is_made() {
    check(
        Form::McpServers,
        None,
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
        None,
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
        None,
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
        Some(
            r#"{
    // the others
    "servers": {
        "other": { "command": "x" } // mine
    },
    "inputs": []
}
"#,
        ),
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
        Some("# mine\nmodel = \"x\" # best\n\n[mcp_servers.other]\ncommand = \"y\"\n"),
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
fn an_object_on_one_line_is_spread_over_several() {
    check(
        Form::McpServers,
        Some(r#"{"a":1,"b":[]}"#),
        expect![[r#"
            {
              "a":1,
              "b":[],
              "mcpServers": {
                "rutter": {
                  "command": "rutter",
                  "args": ["mcp"]
                }
              }
            }"#]],
    );
    check(
        Form::McpServers,
        Some(r#"{"mcpServers":{}}"#),
        expect![[r#"
            {"mcpServers":{
                "rutter": {
                  "command": "rutter",
                  "args": ["mcp"]
                }
              }}"#]],
    );
}

#[test]
fn install_and_remove_change_nothing_but_blanks_in_json() {
    let bodies = [
        "",
        "\n",
        " \r\n\r\n",
        "// only a remark\n",
        "/* only a remark */",
        "{}",
        "{}\n",
        "{ }\n\n\n",
        "{\n}\n",
        "{\r\n}",
        "{ // nothing\n}\n",
        "{ /* nothing */ }",
        "{\"SECTION\":{}}",
        "{ \"SECTION\": {} }\n",
        "{ \"SECTION\": { } }\n",
        "{\n  \"SECTION\": {\n  }\n}\n",
        "{\n  \"SECTION\": {} // note\n}\n",
        "{\"SECTION\": {} // note\n}",
        "{\"SECTION\": {\n// note\n} }",
        "{\"a\": 1}",
        "{\"a\": \"http://x//y\"}",
        "{\"a\": 1,}",
        "{\"a\": 1 /* , */}",
        "{\"a\": 1, /* , */}",
        "{\"a\": 1 // , \n}",
        "{\n\t\"a\": 1,\n\t\"SECTION\": {\n\t\t\"b\": {},\n\t},\n}",
        "{\n    \"SECTION\": {\n        \"b\": {} // b\n        // end\n    }\n}\n",
        "{\n    \"SECTION\": {\n        \"b\": {}, /* one\n two */ // b\n    }\n}\n",
        "{\r\n  \"a\": 1   \r\n}\r\n\r\n",
        "{\r\n  \"SECTION\": {\r\n    \"b\": {} // b\r\n  }\r\n}",
        "{ \"SECTION\": {\"b\": {}}, \"SECTION\": {\"c\": {}} }",
        "{\"a\": 1,\n \"b\": 2, \"c\": 3\n}",
        "{\"\u{fc}\u{1f980}\": \"\u{fc}\", \"SECTION\": {\"\\\"rutter\\\"\": {}}}",
        "# no",
    ];
    for form in [Form::McpServers, Form::Servers, Form::ContextServers, Form::Mcp] {
        for body in bodies {
            let body = body.replace("SECTION", section_name(form));
            for text in [body.clone(), format!("\u{feff}{body}")] {
                match body.as_str() {
                    "# no" => assert!(form.install(Some(&text), &server()).is_err()),
                    _ => drop(come_and_go(form, Some(&text))),
                }
            }
        }
    }
}

#[test]
fn install_and_remove_change_nothing_but_blanks_in_toml() {
    for body in [
        "",
        "\n",
        "\n\n\n",
        "  ",
        "a = 1",
        "a = 1\n",
        "a = 1\n\n\n",
        "a = 1\n  ",
        "a = nan\nb = 1979-05-27T07:32:00Z\n",
        "a = 1\r\n\r\n[b]\r\nc = \"\"\"\r\nd\r\n\"\"\" # e\r\n",
        "a = 1\r\nb = 2",
        "# servers\n[mcp_servers] # none\n# end\n",
        "[mcp_servers]\n",
        "[mcp_servers]",
        "[mcp_servers]\n[mcp_servers.a]\ncommand = \"a\"\n\n# end",
        "mcp_servers = {}\n",
        "mcp_servers = { }",
        "mcp_servers = { a = { command = \"a\" } } # all\n[b]\n",
        "mcp_servers = { a.command = \"a\" }\n",
        "mcp_servers.a.command = \"a\"\n",
        "[[b]]\n[[b]]\n",
        "[b]\nc = [\n  1,\n  2, # two\n]\n# end\n",
    ] {
        for text in [body.to_owned(), format!("\u{feff}{body}")] {
            come_and_go(Form::Toml, Some(&text));
        }
    }
}

#[test]
fn what_came_after_us_stays_too() {
    let toml = Form::Toml.install(Some("a = 1\n"), &server()).unwrap().unwrap();
    let toml = format!("{toml}\n[later]\nb = 2\n");
    let left = Removed::Entry("a = 1\n\n[later]\nb = 2\n".to_owned());
    assert_eq!(Form::Toml.remove(&toml).unwrap(), Some(left));
    let json =
        "{\n  \"mcpServers\": {\n    // us\n    \"rutter\": {}, // ours\n    \"b\": {}\n  }\n}\n";
    let left = "{\n  \"mcpServers\": {\n    // us\n    \"b\": {}\n  }\n}\n";
    let left = Removed::Entry(left.to_owned());
    assert_eq!(Form::McpServers.remove(json).unwrap(), Some(left));
    let json = "{\"mcpServers\": { // us\n \"rutter\": {}, \"b\": {}}}";
    let left = Removed::Entry("{\"mcpServers\": { // us\n \"b\": {}}}".to_owned());
    assert_eq!(Form::McpServers.remove(json).unwrap(), Some(left));
}

#[test]
fn our_own_tables_and_keys_go_however_they_are_written() {
    for (text, left) in [
        ("[mcp_servers]\nrutter = { command = \"r\" } # us\nb = {}\n", "[mcp_servers]\nb = {}\n"),
        ("mcp_servers = { rutter = {}, b = {} }\n", "mcp_servers = { b = {} }\n"),
        ("[mcp_servers]\nrutter.command = \"r\"\nrutter.args = [\n]\n", "[mcp_servers]\n"),
        ("[mcp_servers.rutter.env]\nA = \"1\"\n# end\n", "# end\n"),
        (
            "[mcp_servers.rutter]\ncommand = \"r\"\n\n[b]\n\n[mcp_servers.rutter.env]\nA = \"1\"\n",
            "\n[b]\n",
        ),
    ] {
        let left = Removed::Entry(left.to_owned());
        assert_eq!(Form::Toml.remove(text).unwrap(), Some(left), "{text}");
    }
}

#[test]
fn a_file_with_anything_of_others_in_it_never_goes_away() {
    for form in FORMS {
        let fresh = form.install(None, &server()).unwrap().unwrap();
        assert_eq!(form.remove(&fresh).unwrap(), Some(Removed::Everything));
        let (open, remark) = if form == Form::Toml { ("", "# mine\n") } else { ("", "// mine\n") };
        for text in [format!("{fresh}{remark}"), format!("{open}{remark}{fresh}")] {
            let Some(Removed::Entry(left)) = form.remove(&text).unwrap() else {
                panic!("{text} went away");
            };
            assert!(left.contains("mine"), "{left}");
        }
    }
}

#[test]
fn another_way_to_start_us_replaces_the_old_one() {
    let old = Server { command: "/old/rutter".to_owned(), args: vec!["old".to_owned()] };
    for form in FORMS {
        let text = form.install(None, &old).unwrap().unwrap();
        let new = form.install(Some(&text), &server()).unwrap().unwrap();
        assert_eq!(Some(new), form.install(None, &server()).unwrap());
    }
}

#[test]
fn what_a_user_added_to_our_entry_stays() {
    let check = |form: Form, text: &str, expect: Expect| {
        let changed = form.install(Some(text), &server()).unwrap().unwrap();
        expect.assert_eq(&changed);
        assert_eq!(form.install(Some(&changed), &server()).unwrap(), None);
    };
    check(
        Form::McpServers,
        r#"{"mcpServers": {"rutter": {"env": {"A": "1"}, "command": "x"}}}"#,
        expect![[r#"
            {"mcpServers": {"rutter": {
                  "env": {"A": "1"},
                  "command": "rutter",
                  "args": ["mcp"]
                }}}"#]],
    );
    check(
        Form::Servers,
        r#"{"servers": {"rutter": {"type": "http", "url": "http://x", "dev": {}}}}"#,
        expect![[r#"
            {"servers": {"rutter": {
                  "type": "stdio",
                  "dev": {},
                  "command": "rutter",
                  "args": ["mcp"]
                }}}"#]],
    );
    check(
        Form::Mcp,
        "{\n  \"mcp\": {\n    \"rutter\": {\n      \"enabled\": false\n    }\n  }\n}\n",
        expect![[r#"
            {
              "mcp": {
                "rutter": {
                  "enabled": false,
                  "type": "local",
                  "command": ["rutter", "mcp"]
                }
              }
            }
        "#]],
    );
    check(
        Form::McpServers,
        r#"{"mcpServers": {"rutter": 3}}"#,
        expect![[r#"
            {"mcpServers": {"rutter": {
                  "command": "rutter",
                  "args": ["mcp"]
                }}}"#]],
    );
    check(
        Form::Toml,
        "[mcp_servers.rutter] # us\nurl = \"http://x\"\nenabled = false\n[mcp_servers.rutter.env]\nA = \"1\"\n",
        expect![[r#"
            [mcp_servers.rutter] # us
            enabled = false
            command = "rutter"
            args = ["mcp"]
            [mcp_servers.rutter.env]
            A = "1"
        "#]],
    );
    check(
        Form::Toml,
        "[mcp_servers]\r\nrutter.command = \"x\" # us\r\n",
        expect![[
            "[mcp_servers]\r\nrutter.command = \"rutter\" # us\r\nrutter.args = [\"mcp\"]\r\n"
        ]],
    );
    check(
        Form::Toml,
        "mcp_servers = { rutter = { env = {} } }",
        expect![[r#"
            mcp_servers = { rutter = { env = {} , command = "rutter", args = ["mcp"] } }
        "#]],
    );
}

#[test]
fn of_two_sections_the_last_one_counts() {
    let text = r#"{"mcpServers": {"a": {}}, "mcpServers": {"b": {}}}"#;
    let installed = Form::McpServers.install(Some(text), &server()).unwrap().unwrap();
    let read: serde_json::Value = serde_json::from_str(&installed).unwrap();
    assert_eq!(read["mcpServers"]["rutter"]["command"], "rutter");
    let twice =
        r#"{"mcpServers": {"rutter": {}, "rutter": {}, "b": {}}, "mcpServers": {"rutter": {}}}"#;
    let left = r#"{"mcpServers": { "b": {}}, "mcpServers": {}}"#;
    let removed = Form::McpServers.remove(twice).unwrap();
    assert_eq!(removed, Some(Removed::Entry(left.to_owned())));
}

#[test]
fn who_is_switched_off_is_installed_all_the_same() {
    for (form, text, state) in [
        (Form::Toml, "[mcp_servers.rutter]\nenabled = false\n", State::Disabled),
        (Form::Toml, "[mcp_servers.rutter]\nenabled = true\n", State::Installed),
        (Form::Mcp, r#"{"mcp": {"rutter": {"enabled": false}}}"#, State::Disabled),
        (
            Form::ContextServers,
            r#"{"context_servers": {"rutter": {"enabled": false}}}"#,
            State::Disabled,
        ),
        (Form::ContextServers, r#"{"context_servers": {"rutter": {}}}"#, State::Installed),
        (Form::McpServers, "\u{feff}{} // none", State::Absent),
    ] {
        assert_eq!(form.state(text).unwrap(), state, "{text}");
    }
}

#[test]
fn it_is_known_what_each_agent_cannot_read() {
    let plain = "{\"a\": \"// ,}\"}";
    for text in [plain, "{} // a", "{\"a\": 1,}", "\u{feff}{}"] {
        assert_eq!(Reading::All.hindrance(text), None);
        assert_eq!(
            Reading::Strict.hindrance(text).is_some(),
            text.contains("// a") || text.contains("1,")
        );
        assert_eq!(
            Reading::Comments.hindrance(text).is_some(),
            text.contains("1,") || text.contains('\u{feff}')
        );
    }
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    let deep = "[".repeat(100_000);
    for (form, text) in [
        (Form::McpServers, "{ \"mcpServers\": "),
        (Form::McpServers, "[]"),
        (Form::McpServers, "{\"mcpServers\": 3}"),
        (Form::McpServers, "{'mcpServers': {}}"),
        (Form::McpServers, deep.as_str()),
        (Form::Toml, "mcp_servers = 3"),
        (Form::Toml, "[mcp_servers"),
        (Form::Toml, "[[mcp_servers]]"),
        (Form::Toml, "mcp_servers.rutter = 3"),
    ] {
        assert!(form.install(Some(text), &server()).is_err(), "{text}");
    }
    let deep = format!("a = {deep}");
    assert!(Form::Toml.install(Some(&deep), &server()).is_err());
}

#[test]
fn no_piece_of_a_file_is_too_odd_to_be_answered() {
    let texts = [
        "{\n  \"mcpServers\": {\n    \"rutter\": { \"url\": 1, /* \u{fc} */ },// x\r\n  },}\n",
        "\u{feff}[mcp_servers]\r\nrutter = { a.b = 1, c = [ 1,\n] }\r\n[mcp_servers.b]\n# \u{fc}\n",
    ];
    for text in texts {
        for (start, _) in text.char_indices() {
            for (end, _) in text.char_indices().filter(|(end, _)| *end >= start) {
                for form in [Form::McpServers, Form::Toml] {
                    let piece = &text[start..end];
                    form.remove(piece).ok();
                    match (form.install(Some(piece), &server()), form.state(piece)) {
                        (Ok(_), Ok(State::Absent)) => drop(come_and_go(form, Some(piece))),
                        (Ok(installed), Ok(State::Installed | State::Disabled)) => {
                            let installed = installed.unwrap_or_else(|| piece.to_owned());
                            assert!(form.remove(&installed).unwrap().is_some(), "{piece:?}");
                        }
                        (Err(_), _) | (_, Err(_)) => {}
                    }
                }
            }
        }
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
    for access in [Access::Full, Access::ReadOnly] {
        for text in [
            "",
            "\n",
            "\u{feff}",
            "# Rules\n\nBe kind.\n",
            "# Rules\r\n\r\nBe kind.\r\n",
            "# Rules",
            "# Rules\n\n\n",
            "# Rules\r\n\r\nBe kind.",
            "\u{feff}# Rules\n",
        ] {
            let added = add_block(Some(text), access).unwrap();
            assert!(added.contains("`search`"));
            assert_eq!(added.contains("`record`"), access == Access::Full);
            assert!(!text.contains('\r') || !added.replace("\r\n", "").contains('\n'), "{added:?}");
            assert_eq!(add_block(Some(&added), access), None);
            assert_eq!(remove_block(&added), Some(Removed::Entry(text.to_owned())));
        }
        let made = add_block(None, access).unwrap();
        assert_eq!(remove_block(&made), Some(Removed::Everything));
    }
    assert_eq!(remove_block("# Rules\n"), None);
}

#[test]
fn advice_of_an_older_kind_is_known_and_a_torn_one_is_not_taken_for_it() {
    let old = "a\n\n<!-- rutter: begin; `rutter agents remove` takes this block away -->\nx\n\
               <!-- rutter: end -->\nb\n";
    assert_eq!(remove_block(old), Some(Removed::Entry("a\nb\n".to_owned())));
    let torn = "<!-- rutter: begin -->\nmine\n";
    let added = add_block(Some(torn), Access::Full).unwrap();
    assert_eq!(remove_block(&added), Some(Removed::Entry(torn.to_owned())));
    assert_eq!(remove_block(torn), None);
}
