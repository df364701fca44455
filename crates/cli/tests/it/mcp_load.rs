//! Many MCP servers at once, and one for a long time.

use std::thread;
use std::time::Duration;

use rutter_fixture::Tree;
use serde_json::json;

use super::mcp_client::Client;

/// A repository with `n_functions` documented functions, each in its own file.
fn tree(n_functions: usize) -> Tree {
    let tree = Tree::new("");
    std::fs::create_dir(tree.file(".git")).unwrap();
    for at in 0..n_functions {
        let code =
            format!("/// Doubles number {at}.\npub fn double_{at}(n: u32) -> u32 {{ n * 2 }}\n");
        tree.write(&format!("src/part{at}.rs"), code);
    }
    tree
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_eight_servers_on_one_repository_lose_nothing() {
    const N_SERVERS: usize = 8;
    const N_EACH: usize = 6;
    let tree = tree(N_SERVERS * N_EACH);
    // There is no index yet: all servers start to build it at once.
    let mut clients: Vec<Client> =
        (0..N_SERVERS).map(|_| Client::indexed(tree.path(), &[])).collect();
    thread::scope(|scope| {
        for (server, client) in clients.iter_mut().enumerate() {
            let tree = &tree;
            scope.spawn(move || {
                client.wait_for_index();
                for at in server * N_EACH..(server + 1) * N_EACH {
                    let (symbol, path) = (format!("double_{at}"), format!("src/part{at}.rs"));
                    let found = client.data("symbol", json!({ "symbol": symbol }));
                    assert_eq!(found["matches"][0]["path"], path, "{found}");
                    let summary = format!("Doubles what is given to `{symbol}`.");
                    let outcome = client.data(
                        "record",
                        json!({ "symbol": symbol, "file_path": path, "summary": summary }),
                    );
                    assert_eq!(outcome["status"], "checked", "{outcome}");
                    // All other servers index this file at the same time.
                    tree.write(&format!("src/new{at}.rs"), format!("pub fn fresh_{at}() {{}}\n"));
                    loop {
                        let outcome =
                            client.text("symbol", json!({ "symbol": format!("fresh_{at}") }));
                        if outcome.contains(&format!(" function fresh_{at}\n")) {
                            break;
                        }
                        // A server that does not know it yet must say that its index is behind.
                        assert!(outcome.contains("(index behind: "), "{outcome}");
                    }
                }
            });
        }
    });
    let status = clients[0].data("status", json!({}));
    assert_eq!(status["entries"], N_SERVERS * N_EACH, "{status}");
    assert_eq!(status["stale_entries"], 0, "{status}");
    for client in clients {
        let (took, code) = client.end();
        assert!(took < Duration::from_secs(1), "{took:?}");
        assert_eq!(code, Some(0));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_crowd_of_servers_takes_little_memory() {
    const MOST_BYTES: u64 = 40 << 20;
    let tree = tree(200);
    // The first of them builds the index and must not keep more memory than the others.
    let mut clients: Vec<Client> = (0..24).map(|_| Client::indexed(tree.path(), &[])).collect();
    for client in &mut clients {
        client.wait_for_index();
        client.data("search", json!({ "query": "which one doubles a number" }));
    }
    for client in &clients {
        let n_bytes = client.own_bytes();
        assert!(n_bytes < MOST_BYTES, "{} MiB", n_bytes >> 20);
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_ten_thousand_calls_leave_no_memory_behind() {
    const N_CALLS: usize = 10_000;
    let tree = tree(20);
    let mut client = Client::indexed(tree.path(), &[]);
    let mut early = 0;
    for at in 0..N_CALLS {
        let number = at % 20;
        let result = match at % 5 {
            0 => client.call("search", json!({ "query": format!("double number {at}") })),
            1 => client.call("symbol", json!({ "symbol": format!("double_{number}") })),
            2 => client.call("read", json!({ "file_path": format!("src/part{number}.rs") })),
            3 => client.call("overview", json!({ "path": format!("src/part{number}.rs") })),
            _ => client.call("references", json!({ "symbol": format!("double_{number}") })),
        };
        assert_ne!(result["isError"], true, "{result}");
        if at == N_CALLS / 4 {
            early = client.own_bytes();
        }
    }
    let late = client.own_bytes();
    assert!(late <= early + (4 << 20), "from {} to {} KiB", early >> 10, late >> 10);
}
