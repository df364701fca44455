//! Pages of MCP answers: each within its size limit as text and as data, and together complete.

use std::collections::BTreeSet;

use rutter_fixture::Tree;
use serde_json::{Value, json};

use super::mcp_client::Client;

/// 10,000 tokens of four bytes.
const MOST_BYTES: usize = 40_000;
const N_CALLERS: usize = 400;
const N_NAMESAKES: usize = 8;

/// Code that makes answers long: many lines, wide lines, many callers, many symbols of one name.
fn tree() -> Tree {
    let tree = Tree::new("");
    std::fs::create_dir(tree.file(".git")).unwrap();
    let lines: String = (1..=1000).map(|at| format!("fn f{at}() {{}} // mark\n")).collect();
    tree.write("src/many.rs", lines);
    let quotes = "\\\"".repeat(400);
    let wide: String = (1..=120).map(|at| format!("let w{at} = \"{quotes}\"; // wide\n")).collect();
    tree.write("src/wide.rs", wide);
    tree.write("src/hub.rs", "/// The middle of it all.\npub fn hub() {}\n");
    for part in 0..8 {
        let calls: String = (0..N_CALLERS / 8)
            .map(|at| format!("pub fn caller_{part}_{at}() {{\n    hub();\n}}\n"))
            .collect();
        let text = format!("use crate::hub::hub;\n{calls}");
        tree.write(&format!("src/a_rather_long_folder/part{part}.rs"), text);
    }
    let modules: String = (0..8).map(|part| format!("pub mod part{part};\n")).collect();
    tree.write("src/a_rather_long_folder.rs", modules);
    tree.write("src/lib.rs", "mod a_rather_long_folder;\nmod hub;\n");
    let body: String = (0..140).map(|at| format!("    let value_{at} = {at};\n")).collect();
    for at in 0..N_NAMESAKES {
        tree.write(&format!("src/same{at}.rs"), format!("pub fn namesake() {{\n{body}}}\n"));
    }
    tree
}

/// All pages of an answer as data, each checked for its size.
fn pages(client: &mut Client, name: &str, mut arguments: Value) -> Vec<Value> {
    let mut pages = Vec::new();
    loop {
        let result = client.call(name, arguments.clone());
        let n_bytes = result.to_string().len();
        assert!(n_bytes <= MOST_BYTES, "{name}: {n_bytes} bytes");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(!text.contains("left out"), "{name}: {text}");
        let data = result["structuredContent"].clone();
        assert_ne!(result["isError"], true, "{name}: {text}");
        let next = data["next_cursor"].as_str().map(str::to_owned);
        pages.push(data);
        match next {
            Some(cursor) => arguments["cursor"] = json!(cursor),
            None => return pages,
        }
        assert!(pages.len() < 500, "{name} does not end");
    }
}

/// The items of all pages under a field name, in order.
fn listed<T>(pages: &[Value], list: &str, item: impl Fn(&Value) -> T) -> Vec<T> {
    pages.iter().flat_map(|page| page[list].as_array().into_iter().flatten()).map(item).collect()
}

/// The lines of code that pages show, in order.
fn shown(pages: &[Value]) -> Vec<u64> {
    let lines =
        |block: &Value| block["start_line"].as_u64().unwrap()..=block["end_line"].as_u64().unwrap();
    listed(pages, "code", lines).into_iter().flatten().collect()
}

#[test]
fn pages_of_lines_and_symbols_join_to_the_whole() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    let whole: Vec<u64> = (1..=1000).collect();
    let read = pages(&mut client, "read", json!({ "file_path": "src/many.rs" }));
    assert_eq!(shown(&read), whole);
    let wide = pages(&mut client, "read", json!({ "file_path": "src/wide.rs" }));
    assert_eq!(shown(&wide), (1..=120).collect::<Vec<u64>>());
    for arguments in [
        json!({ "pattern": "mark", "path": "src/many.rs", "limit": 150 }),
        json!({ "pattern": "f[0-9]*5\\(", "path": "src/many.rs", "context": 7, "limit": 200 }),
    ] {
        assert_eq!(shown(&pages(&mut client, "grep", arguments)), whole);
    }
    let wide = pages(&mut client, "grep", json!({ "pattern": "wide", "limit": 200 }));
    assert_eq!(shown(&wide), (1..=120).collect::<Vec<u64>>());
    let overview = pages(&mut client, "overview", json!({ "path": "src/many.rs" }));
    assert_eq!(listed(&overview, "symbols", |it| it["start_line"].as_u64().unwrap()), whole);
    let wrong = client.text("read", json!({ "file_path": "src/many.rs", "cursor": "x" }));
    assert!(wrong.starts_with("`cursor` is not one that an answer gave"), "{wrong}");
}

#[test]
fn pages_of_links_and_matches_join_to_the_whole() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    let names = |file: &Value| {
        let uses = file["uses"].as_array().unwrap().iter();
        uses.map(|it| it["in"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let calls = json!({ "symbol": "hub", "kind": "call", "limit": 300 });
    let references = pages(&mut client, "references", calls);
    let users = listed(&references, "references", names).concat();
    assert_eq!(users.len(), N_CALLERS);
    assert_eq!(users.into_iter().collect::<BTreeSet<_>>().len(), N_CALLERS);

    let hub = pages(&mut client, "symbol", json!({ "symbol": "hub", "limit": 100 }));
    assert_eq!(hub.len(), 1);
    let found = &hub[0]["matches"][0];
    let n_told = found["callers"].as_array().unwrap().len();
    assert!(n_told >= 50, "{n_told}");
    // Each file imports it, too.
    let n_users = N_CALLERS as u64 + 8;
    assert_eq!(n_told as u64 + found["callers_omitted"].as_u64().unwrap(), n_users);

    let same = pages(&mut client, "symbol", json!({ "symbol": "namesake" }));
    let paths = listed(&same, "matches", |it| it["path"].as_str().unwrap().to_owned());
    assert_eq!(paths.len(), N_NAMESAKES);
    assert_eq!(paths.into_iter().collect::<BTreeSet<_>>().len(), N_NAMESAKES);
}

#[test]
fn pages_of_hits_repeat_nothing() {
    let tree = tree();
    let mut client = Client::indexed(tree.path(), &[]);
    let calls = [
        ("search", json!({ "query": "caller of hub", "limit": 50, "tokens": 1500, "flat": true })),
        ("similar", json!({ "text": "pub fn caller() { hub(); }", "limit": 20 })),
    ];
    for (name, arguments) in calls {
        let mut arguments = arguments;
        let mut chunks = Vec::new();
        for _ in 0..6 {
            let result = client.call(name, arguments.clone());
            let n_bytes = result.to_string().len();
            assert!(n_bytes <= MOST_BYTES, "{name}: {n_bytes} bytes");
            let data = &result["structuredContent"];
            for hit in data["hits"].as_array().unwrap() {
                chunks.push(format!("{}{}", hit["path"], hit["chunk"]));
            }
            let Some(cursor) = data["next_cursor"].as_str() else { break };
            arguments["cursor"] = json!(cursor);
        }
        let once: BTreeSet<&String> = chunks.iter().collect();
        assert!(chunks.len() >= 20, "{name}: {}", chunks.len());
        assert_eq!(once.len(), chunks.len(), "{name}");
    }
}
