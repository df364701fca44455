//! `rutter mcp` as agents use it: every tool, pages, limits, progress and cancellation.

use std::time::Duration;

use rutter_fixture::{Tree, synthetic};
use serde_json::{Value, json};

use super::mcp_client::Client;

const FILES: &str = r#"//- src/lib.rs
//! Keeps orders.

/// An order of a customer.
pub struct Order {
    pub amount: u32,
}

/// Adds an order up with its tax.
pub fn total(order: &Order) -> u32 {
    order.amount + tax(order.amount)
}

/// What the state takes.
pub fn tax(amount: u32) -> u32 {
    amount / 5
}
//- src/main.rs
use shop::{Order, total};

fn main() {
    println!("{}", total(&Order { amount: 10 }));
}
//- config/.env
API_KEY=sk-proj-4f9aK2mQ8zX1cV7bN3lP6wR5tY0uJ2hD
//- README.md
# Shop

Orders are taxed by `tax`.
"#;

pub fn tree() -> Tree {
    let tree = Tree::new(FILES);
    // The folder in which it was started is served if it is a repository.
    std::fs::create_dir(tree.file(".git")).unwrap();
    tree
}

fn names(client: &mut Client) -> Vec<String> {
    let listed = client.ask("tools/list", json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap();
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_tool_is_listed_and_answers_in_words_and_as_data() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    let calls = [
        ("search", json!({ "query": "how is an order taxed" }), "hits", "src/lib.rs"),
        ("symbol", json!({ "symbol": "total" }), "matches", "used by 2"),
        ("overview", json!({ "path": "src/lib.rs" }), "symbols", "Order (struct)"),
        ("read", json!({ "file_path": "README.md" }), "code", "Orders are taxed"),
        ("grep", json!({ "pattern": "amount / 5" }), "n_matches", "15\t    amount / 5"),
        ("similar", json!({ "text": "fn tax(a: u32) -> u32 { a / 5 }" }), "hits", "tax"),
        ("references", json!({ "symbol": "tax", "depth": 3 }), "references", "main"),
        ("gaps", json!({ "under": "src" }), "gaps", "completeness "),
        (
            "record",
            json!({
                "symbol": "tax", "file_path": "src/lib.rs", "summary": "Reckons a fifth as tax.",
            }),
            "outcome",
            ": checked",
        ),
        ("review", json!({}), "outcome", "no entry waits for your review"),
        ("status", json!({}), "languages", "index current: 3 files"),
    ];
    assert_eq!(names(&mut client).len(), calls.len() + 1);
    // The folder is no repository of git.
    let changed = client.text("changed", json!({}));
    assert!(changed.contains("give a folder with a git repository"), "{changed}");
    for (name, arguments, field, words) in calls {
        let result = client.call(name, arguments);
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(words), "{name}: {text}");
        let data = &result["structuredContent"];
        assert!(!data[field].is_null(), "{name}: {data}");
        assert_eq!(data["index"]["state"], "current", "{name}: {data}");
        assert!(!text.contains(tree.path().to_str().unwrap()), "{name}: {text}");
    }
}

#[test]
fn tools_say_what_they_do_to_the_world() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    let listed = client.ask("tools/list", json!({}));
    for tool in listed["result"]["tools"].as_array().unwrap() {
        let hints = &tool["annotations"];
        let is_reader = tool["name"] != "record" && tool["name"] != "review";
        assert_eq!(hints["readOnlyHint"], is_reader, "{tool}");
        assert_ne!(hints["destructiveHint"], true, "{tool}");
        assert!(is_reader || hints["destructiveHint"] == false, "{tool}");
    }
}

#[test]
fn without_leave_to_record_there_is_no_such_tool() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &["--read-only"]);
    assert!(!names(&mut client).contains(&"record".to_owned()));
    let greeting = Client::start(tree.path(), &["--read-only"]).initialize(json!({}));
    assert!(!greeting["result"]["instructions"].to_string().contains("record it"), "{greeting}");
    let answer = client.ask("tools/call", json!({ "name": "record", "arguments": {} }));
    assert_eq!(answer["error"]["code"], -32602);
}

#[test]
fn what_was_not_read_is_not_checked_and_entries_bear_the_clients_name() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    let entry = json!({ "symbol": "tax", "file_path": "src/lib.rs", "summary": "Reckons tax." });
    assert_eq!(client.data("record", entry.clone())["status"], "unverified");
    client.call("read", json!({ "file_path": "src/lib.rs" }));
    let recorded = client.data("record", entry);
    assert_eq!(recorded["outcome"], "recorded");
    assert_eq!(recorded["status"], "checked");
    client.wait_for("notifications/resources/list_changed");
    let uri = format!("rutter://entry/{}", recorded["id"].as_str().unwrap());
    let read = client.ask("resources/read", json!({ "uri": uri }));
    let text = read["result"]["contents"][0]["text"].as_str().unwrap();
    let entry: Value = serde_json::from_str(text).unwrap();
    assert_eq!(entry["author"], "tester");
    let lie = json!({ "symbol": "taxes", "file_path": "src/lib.rs", "summary": "Made up." });
    assert_eq!(client.call("record", lie)["isError"], true);
}

#[test]
fn what_comes_and_goes_is_known_to_the_very_next_answer() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    let mut places = |symbol: &str| {
        let result = client.call("symbol", json!({ "symbol": symbol }));
        let matches = result["structuredContent"]["matches"].as_array().cloned();
        let paths = matches.unwrap_or_default().into_iter().map(|it| it["path"].to_string());
        paths.collect::<Vec<_>>().join(" ")
    };
    for at in 0..5 {
        let (name, path) = (format!("deep_{at}"), format!("new{at}/deep/er/a.rs"));
        tree.write(&path, format!("pub fn {name}() {{}}\n"));
        assert_eq!(places(&name), format!("\"{path}\""));
        tree.write(&path, format!("pub fn {name}_too() {{}}\n"));
        assert_eq!(places(&format!("{name}_too")), format!("\"{path}\""));
        std::fs::rename(tree.file(&format!("new{at}")), tree.file(&format!("old{at}"))).unwrap();
        assert_eq!(places(&format!("{name}_too")), format!("\"old{at}/deep/er/a.rs\""));
        tree.write(".gitignore", format!("old{at}/\n"));
        assert_eq!(places(&format!("{name}_too")), "");
        tree.write(".gitignore", "");
        assert_eq!(places(&format!("{name}_too")), format!("\"old{at}/deep/er/a.rs\""));
        std::fs::remove_dir_all(tree.file(&format!("old{at}"))).unwrap();
        assert_eq!(places(&format!("{name}_too")), "");
    }
}

#[test]
fn an_edit_is_known_to_the_very_next_answer() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    for at in 0..20 {
        tree.write("src/edited.rs", format!("pub fn edited_{at}() {{}}\n"));
        let found = client.data("symbol", json!({ "symbol": format!("edited_{at}") }));
        assert_eq!(found["matches"].as_array().unwrap().len(), 1, "{found}");
        assert_eq!(found["index"]["state"], "current", "{found}");
    }
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_large_repository_is_indexed_while_answers_are_given() {
    let tree = synthetic(3_000, 7);
    std::fs::create_dir(tree.file(".git")).unwrap();
    let mut client = Client::indexed(tree.path(), &[]);
    let began = std::time::Instant::now();
    let first = client.data("search", json!({ "query": "where is it read" }));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    let state = first["index"]["state"].as_str().unwrap();
    assert!(["absent", "current"].contains(&state), "{first}");
    let params = json!({
        "name": "search",
        "arguments": { "query": "where is it read" },
        "_meta": { "progressToken": "t" },
    });
    let informed = client.ask("tools/call", params);
    let data = &informed["result"]["structuredContent"];
    assert_eq!(data["index"]["state"], "current", "{informed}");
    for notification in &client.notifications {
        assert_eq!(notification["params"]["progressToken"], "t", "{notification}");
    }
}

#[test]
fn a_call_that_is_cancelled_is_not_answered() {
    let tree = synthetic(3_000, 8);
    std::fs::create_dir(tree.file(".git")).unwrap();
    let mut client = Client::indexed(tree.path(), &[]);
    let params = json!({
        "name": "search",
        "arguments": { "query": "x" },
        "_meta": { "progressToken": 1 },
    });
    let id = client.request("tools/call", params);
    client.notify("notifications/cancelled", json!({ "requestId": id, "reason": "enough" }));
    let answer = client.ask("ping", json!({}));
    assert!(answer["result"].is_object(), "{answer}");
    let (took, code) = client.end();
    assert!(took < Duration::from_secs(3), "{took:?}");
    assert_eq!(code, Some(0));
}

#[test]
fn it_ends_with_its_client() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    client.call("search", json!({ "query": "tax" }));
    let (took, code) = client.end();
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert_eq!(code, Some(0));
    let (took, code) = Client::start(tree.path(), &[]).end();
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert_eq!(code, Some(0));
}

#[test]
fn the_clients_folders_are_served_and_followed() {
    let (one, two, away) = (Tree::new("//- a.py\ndef left(): pass\n"), tree(), tree());
    let uri = |tree: &Tree| format!("file://{}", tree.path().display());
    let name = |tree: &Tree| tree.path().file_name().unwrap().to_str().unwrap().to_owned();
    let mut client = Client::start(away.path(), &[]);
    client.roots = vec![uri(&one)];
    client.initialize(json!({ "roots": { "listChanged": true } }));
    client.wait_for("notifications/tools/list_changed");
    assert_eq!(client.data("symbol", json!({ "symbol": "left" }))["root"], name(&one));
    client.notifications.clear();
    client.roots = vec![uri(&one), uri(&two), "https://example.com/".to_owned()];
    client.notify("notifications/roots/list_changed", json!({}));
    client.wait_for("notifications/tools/list_changed");
    let of_all = client.call("symbol", json!({ "symbol": "tax" }));
    let roots = of_all["structuredContent"]["roots"].as_array().unwrap();
    assert_eq!((roots.len(), &roots[0]["root"]), (1, &json!(name(&two))), "{of_all}");
    let of_all = client.call("search", json!({ "query": "def left" }));
    assert_eq!(of_all["structuredContent"]["roots"].as_array().unwrap().len(), 2, "{of_all}");
    let which = client.text("gaps", json!({}));
    assert!(which.starts_with("several repositories are served: "), "{which}");
    let inside = two.path().join("src/lib.rs");
    let answer = client.data("overview", json!({ "path": inside.to_str().unwrap() }));
    assert_eq!(answer["root"], name(&two), "an absolute path selects the root: {answer}");
    let answer = client.data("symbol", json!({ "symbol": "tax", "root": name(&two) }));
    assert_eq!(answer["root"], name(&two));
    let path = client.text("read", json!({ "file_path": "src/lib.rs", "root": uri(&away) }));
    assert!(path.starts_with("there is no repository"), "{path}");
    client.notifications.clear();
    client.roots = vec!["file:///".to_owned(), "file:///proc/self".to_owned()];
    client.notify("notifications/roots/list_changed", json!({}));
    client.wait_for("notifications/tools/list_changed");
    let none = client.text("status", json!({}));
    assert!(none.starts_with("no repository is served here"), "{none}");
    client.notifications.clear();
    client.roots = vec![uri(&one), uri(&two)];
    client.notify("notifications/roots/list_changed", json!({}));
    client.wait_for("notifications/tools/list_changed");
    let listed = client.ask("resources/list", json!({}));
    let uris = listed["result"]["resources"].to_string();
    assert!(uris.contains(&format!("rutter://map?root={}", name(&two))), "{uris}");
}

#[test]
fn folders_that_the_user_names_are_served_whatever_the_client_has_open() {
    let (one, two) = (Tree::new("//- a.py\ndef left(): pass\n"), tree());
    let paths = [one.path().to_str().unwrap(), two.path().to_str().unwrap()];
    let mut client = Client::start(one.path(), &paths);
    client.roots = vec!["file:///".to_owned()];
    client.initialize(json!({ "roots": {} }));
    assert_eq!(client.data("status", json!({}))["roots"].as_array().unwrap().len(), 2);
}

#[test]
fn a_whole_home_is_not_served_unasked() {
    let tree = Tree::new("//- a.py\ndef left(): pass\n");
    let mut command = super::run::command(tree.path(), &["mcp"]);
    let mut child = command.stdin(std::process::Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
    let call = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"status"}}"#;
    std::io::Write::write_all(&mut input, format!("{hello}\n{call}\n").as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("no repository is served here"), "{printed}");
    assert!(!tree.file(".rutter").exists());
}

#[test]
fn prompts_and_the_map_describe_the_repository() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    let map = client.ask("resources/read", json!({ "uri": "rutter://map" }));
    let text = map["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(text.contains("src/lib.rs") && text.contains("tax"), "{text}");
    let symbol = client.ask("resources/read", json!({ "uri": "rutter://symbol/tax" }));
    let text = symbol["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(text.contains("amount / 5"), "{text}");
    let prompts = client.ask("prompts/list", json!({}));
    assert_eq!(prompts["result"]["prompts"].as_array().unwrap().len(), 3);
    for name in ["explore", "onboard"] {
        let prompt = client.ask("prompts/get", json!({ "name": name }));
        let text = prompt["result"]["messages"][0]["content"]["text"].as_str().unwrap();
        assert!(text.contains("src/lib.rs") && !text.contains("create_index_entry"), "{text}");
    }
}
