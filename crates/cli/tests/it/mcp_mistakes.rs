//! Mistakes of agents: each gets a clear error, and the connection stays usable.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use super::mcp_client::Client;
use super::mcp_stdio::tree;
use super::run::within;

#[test]
fn mistakes_are_reported_and_the_connection_goes_on() {
    let tree = tree();
    let mut client = Client::start(tree.path(), &[]);
    let code_of = |client: &mut Client, line: &[u8]| -> Value {
        client.send(line);
        client.next().unwrap()["error"]["code"].clone()
    };
    assert_eq!(code_of(&mut client, b"{"), -32700);
    let early = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    assert_eq!(code_of(&mut client, early), -32600);
    client.notify("notifications/initialized", json!({}));
    client.initialize(json!({}));
    assert_eq!(code_of(&mut client, b"\xff\xfe\x00"), -32700);
    assert_eq!(code_of(&mut client, b"[]"), -32600);
    assert_eq!(code_of(&mut client, &vec![b'['; 100_000]), -32700);
    assert_eq!(code_of(&mut client, &vec![b'x'; 5 << 20]), -32600);
    assert_eq!(code_of(&mut client, br#"{"jsonrpc":"2.0","id":2,"method":"no/such"}"#), -32601);
    let odd = br#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":7}}"#;
    assert_eq!(code_of(&mut client, odd), -32602);
    let long = format!("\"{}\"", "x".repeat(5_000));
    for id in ["null", "1.5", "{}", "true", "123456789012345678901234567890", &long] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        assert_eq!(code_of(&mut client, line.as_bytes()), -32600, "{id}");
    }
    client.send(br#"{"jsonrpc":"2.0","method":"notifications/odd","params":3}"#);
    client.send(br#"{"jsonrpc":"2.0","id":99,"result":{}}"#);
    let unknown = client.ask("tools/call", json!({ "name": "rm", "arguments": {} }));
    assert_eq!(unknown["error"]["code"], -32602);
    let gone = client.ask("resources/read", json!({ "uri": "rutter://entry/none" }));
    assert_eq!(gone["error"]["code"], -32002);
    let none = client.ask("prompts/get", json!({ "name": "none" }));
    assert_eq!(none["error"]["code"], -32602);
    let missing = client.text("read", json!({}));
    assert!(missing.starts_with("`read` needs `file_path`"), "{missing}");
    assert_eq!(client.data("status", json!({}))["roots"].as_array().unwrap().len(), 1);
}

#[test]
fn arguments_that_are_too_long_are_refused_before_a_tool_reads_them() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    for (tool, arguments) in [
        ("search", json!({ "query": "a", "path": vec!["a"; 700_000] })),
        ("grep", json!({ "pattern": "(a|b)*".repeat(600_000) })),
        ("status", json!({ "root": "r".repeat(1 << 20) })),
    ] {
        let text = client.text(tool, arguments);
        assert!(text.starts_with("the arguments have "), "{text}");
        assert!(text.contains("at most 65536 are allowed"), "{text}");
    }
}

#[test]
fn a_message_that_is_too_long_is_refused_by_its_id() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    let padding = "x".repeat(5 << 20);
    for line in [
        format!(r#"{{"jsonrpc":"2.0","id":"first","method":"ping","params":{{"x":"{padding}"}}}}"#),
        format!(r#"{{"method":"ping","params":{{"x":"{padding}"}},"jsonrpc":"2.0","id":"last"}}"#),
    ] {
        client.send(line.as_bytes());
        let answer = client.next().unwrap();
        assert_eq!(answer["error"]["code"], -32600, "{answer}");
        assert!(line.contains(&format!("\"id\":{}", answer["id"])), "{answer}");
    }
}

#[test]
fn a_last_line_without_an_end_is_answered() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    client.send_as_it_is(br#"{"jsonrpc":"2.0","id":"z","method":"ping"}"#);
    client.stop_asking();
    assert_eq!(client.next().unwrap()["id"], "z");
    assert_eq!(client.next(), None);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_client_that_asks_far_ahead_is_answered_in_full() {
    within(Duration::from_secs(120), || {
        const N_CALLS: usize = 2_000;
        let tree = tree();
        let mut client = Client::indexed(tree.path(), &[]);
        let lines: String = (0..N_CALLS)
            .map(|at| {
                let params = json!({ "name": "read", "arguments": { "file_path": "src/lib.rs" } });
                let id = format!("ahead-{at}");
                let call =
                    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
                format!("{call}\n")
            })
            .collect();
        let asking = client.send_in_the_background(lines.into_bytes());
        let mut answered = BTreeSet::new();
        while answered.len() < N_CALLS {
            let answer = client.next().unwrap();
            assert_ne!(answer["result"]["isError"], true, "{answer}");
            assert!(answer["result"]["content"][0]["text"].is_string(), "{answer}");
            let id = answer["id"].as_str().unwrap().to_owned();
            assert!(answered.insert(id), "answered twice: {answer}");
        }
        asking.join().unwrap();
        let expected: BTreeSet<String> = (0..N_CALLS).map(|at| format!("ahead-{at}")).collect();
        assert_eq!(answered, expected);
    });
}

#[test]
fn hints_to_agents_name_only_their_own_tools() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    let calls = [
        ("read", json!({ "file_path": "src/none.zig" })),
        ("read", json!({ "file_path": "src" })),
        ("read", json!({ "file_path": "x".repeat(5_000) })),
        ("search", json!({ "query": "x", "nonsense": 1 })),
        ("record", json!({ "symbol": "total", "file_path": "src/lib.rs", "summary": "Adds up." })),
        ("record", json!({ "symbol": "none", "file_path": "src/lib.rs", "summary": "Adds up." })),
        ("overview", json!({ "path": "config/.env" })),
        ("symbol", json!({})),
    ];
    for (name, arguments) in calls {
        let text = client.text(name, arguments);
        for hidden in
            ["list_files", "read_file", "get_symbol", "create_index", "list_symbols", "skip"]
        {
            assert!(!text.contains(hidden), "{name}: {text}");
        }
    }
}

#[test]
fn a_path_from_the_root_of_the_machine_is_taken_where_it_leads_inside() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    let root = tree.path().canonicalize().unwrap();
    let absolute = |path: &str| root.join(path).to_str().unwrap().to_owned();
    let read = client.data("read", json!({ "file_path": absolute("README.md") }));
    assert_eq!(read["path"], "README.md");
    let overview = client.data("overview", json!({ "path": absolute("src/lib.rs") }));
    assert_eq!(overview["path"], "src/lib.rs");
    let found = client.data("search", json!({ "query": "tax", "path": [absolute("src")] }));
    assert_eq!(found["hits"][0]["path"], "src/lib.rs", "{found}");
    // A path through a link works as well.
    let link = rutter_fixture::Tree::new("");
    std::os::unix::fs::symlink(&root, link.file("name")).unwrap();
    let linked = link.file("name/README.md").to_str().unwrap().to_owned();
    assert_eq!(client.data("read", json!({ "file_path": linked }))["path"], "README.md");
    let beside = format!("{}x/README.md", root.display());
    for path in [absolute("../x"), absolute("config/.env"), beside] {
        let result = client.call("read", json!({ "file_path": path }));
        assert_eq!(result["isError"], true, "{path}: {result}");
    }
}

#[test]
fn no_path_leads_outside_and_no_secret_comes_out() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    for path in ["../x", "/etc/passwd", "src/../../x", "config/.env", ".git/HEAD", "C:\\x", "a\0b"]
    {
        let result = client.call("read", json!({ "file_path": path }));
        assert_eq!(result["isError"], true, "{path}: {result}");
    }
    let found = client.call("grep", json!({ "pattern": "sk-proj" })).to_string();
    let named = client.call("search", json!({ "query": "API_KEY" })).to_string();
    assert!(!found.contains("4f9aK2mQ8z") && !named.contains("4f9aK2mQ8z"), "{found}\n{named}");
}

#[test]
fn a_repository_that_is_deleted_meanwhile_does_not_come_back() {
    let around = rutter_fixture::Tree::new("//- repo/a.py\ndef left(): pass\n");
    std::fs::create_dir(around.file("repo/.git")).unwrap();
    let mut client = Client::indexed(&around.file("repo"), &[]);
    std::fs::remove_dir_all(around.file("repo")).unwrap();
    for (name, arguments) in [
        ("search", json!({ "query": "left" })),
        ("symbol", json!({ "symbol": "left" })),
        ("read", json!({ "file_path": "a.py" })),
    ] {
        let result = client.call(name, arguments);
        assert_eq!(result["isError"], true, "{name}: {result}");
    }
    assert_eq!(client.data("status", json!({}))["index"]["state"], "absent");
    assert!(!around.file("repo").exists());
}
