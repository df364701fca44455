//! Records of a team in PostgreSQL, as people on several machines use them.

use std::net::TcpListener;
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rutter_domain::RemoteStore;
use rutter_fixture::{PostgresServer, Tree, skip};
use rutter_store::{Store, StoreUrl};
use serde_json::{Value, json};

use crate::mcp_client::Client;
use crate::run::{Run, command};

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
";

/// One server for all tests that do not stop it.
pub fn server(test: &str) -> Option<&'static PostgresServer> {
    static SERVER: OnceLock<Result<PostgresServer, String>> = OnceLock::new();
    match SERVER.get_or_init(PostgresServer::start) {
        Ok(server) => Some(server),
        Err(why) => {
            skip(&format!("team store: {test}"), why);
            None
        }
    }
}

/// A repository of a team: its name in the store stands in its settings.
pub struct TeamTree {
    pub tree: Tree,
    pub store: RemoteStore,
}

impl TeamTree {
    pub fn new(tree: Tree, server: &PostgresServer) -> TeamTree {
        static N_MADE: AtomicU32 = AtomicU32::new(0);
        let repository = format!("tree-{}", N_MADE.fetch_add(1, Ordering::Relaxed));
        tree.write(".rutter/config.toml", format!("[store]\nrepository = \"{repository}\"\n"));
        TeamTree { tree, store: RemoteStore { url: server.url.clone(), repository } }
    }

    /// The store itself.
    pub fn records(&self) -> Box<dyn Store> {
        rutter_store::open(&StoreUrl::Remote(self.store.clone())).unwrap()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = command(self.tree.path(), args);
        command.env("RUTTER_STORE", &self.store.url);
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        self.command(args).output().unwrap().into()
    }
}

/// Another clone of a tree, as on another machine.
fn clone_of(tree: &Tree) -> Tree {
    let clone = Tree::new("");
    clone.git(&["clone", "--quiet", tree.path().to_str().unwrap(), "."]);
    clone
}

fn listed(run: Run) -> Vec<(String, String)> {
    let answer = run.exits(0).json();
    let entries = answer["entries"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    entries.map(|entry| (text(&entry["symbol"]), text(&entry["status"]))).collect()
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_two_clones_share_what_is_recorded() {
    let Some(server) = server("clones") else { return };
    let first = Tree::new(FILES);
    first.git_init();
    let second = clone_of(&first);
    let rutter = |tree: &Tree, args: &[&str]| -> Run {
        command(tree.path(), args).env("RUTTER_STORE", &server.url).output().unwrap().into()
    };
    let mut client = Client::indexed(first.path(), &["--store", &server.url]);
    client.call("read", json!({ "file_path": "src/pool.rs" }));
    let entry = json!({
        "symbol": "Pool::take", "file_path": "src/pool.rs",
        "summary": "Returns the `size` of the pool.", "confidence": 0.5,
    });
    let recorded = client.data("record", entry);
    assert_eq!(recorded["outcome"], "recorded", "{recorded}");
    let checked = [("Pool::take".to_owned(), "checked".to_owned())];
    assert_eq!(listed(rutter(&second, &["entries", "list", "--json"])), checked);
    let found = rutter(&second, &["search", "size of the pool", "--json"]).exits(0).out;
    assert!(found.contains("Returns the `size` of the pool."), "{found}");
    let id = recorded["id"].as_str().unwrap();
    rutter(&second, &["entries", "reject", id, "--note", "it is the capacity"]).exits(0);
    // A server that runs on the other machine sees it at once.
    let found = client.data("symbol", json!({ "symbol": "Pool::take" }));
    assert!(found.to_string().contains("rejected"), "{found}");
    client.end();
    for tree in [&first, &second] {
        assert!(!tree.file(".rutter/rutter.db").exists(), "a local notebook was made");
    }
    let listed = rutter(&second, &["team", "repositories", "list", "--json"]).exits(0).json();
    let commit = first.git(&["rev-parse", "HEAD"]).trim().to_owned();
    let is_ours = |repository: &&Value| repository["name"] == commit.as_str();
    let ours = listed["repositories"].as_array().unwrap().iter().find(is_ours).unwrap();
    assert_eq!(ours["n_entries"], 1, "{ours}");
    let shown = rutter(&second, &["team", "repositories", "show", &commit]).exits(0).out;
    assert!(shown.contains("entries 1, gaps 0, runs 0, chats 0; since 20"), "{shown}");
    rutter(&second, &["team", "repositories", "show", "absent"]).exits(1);
    let grant = |args: &[&str]| {
        rutter(&second, &[&["team", "repositories", "grant", &*commit], args].concat())
    };
    assert!(grant(&["--label", "web", "--label", "app"]).exits(0).out.contains("labels app, web"));
    assert!(grant(&["--revoke", "web"]).exits(0).out.contains("labels app"));
    let refused = grant(&["--label", "*"]).exits(2).err;
    assert!(refused.contains("`*` cannot be the label of a repository"), "{refused}");
    let none =
        rutter(&second, &["team", "repositories", "grant", "absent", "--label", "app", "--json"])
            .exits(1);
    assert_eq!(none.json(), json!({ "name": "absent", "labels": null }));
    let local = rutter(&second, &["--store", "local", "entries", "list", "--json"]);
    assert_eq!(local.json()["entries"], json!([]));
    let doctor = rutter(&first, &["doctor", "--json"]).out;
    assert!(doctor.contains("1, all as written"), "{doctor}");
    let deleted =
        rutter(&first, &["team", "repositories", "forget", &commit, "--json"]).exits(0).json();
    assert_eq!(deleted, json!({ "name": commit, "deleted": true }));
    rutter(&first, &["team", "repositories", "forget", &commit]).exits(1);
    let forgotten = rutter(&first, &["entries", "list", "--json"]);
    assert_eq!(forgotten.json()["entries"], json!([]));
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_store_that_cannot_be_used_is_explained_without_the_password() {
    let Some(server) = server("refusals") else { return };
    let tree = Tree::new(FILES);
    tree.git_init();
    let list = |url: &str| {
        let run: Run = command(tree.path(), &["entries", "list", "--store", url])
            .output()
            .map(Run::from)
            .unwrap();
        run.exits(2).err
    };
    let swapped = |from: &str, to: &str| {
        let (before, after) = server.url.rsplit_once(from).unwrap();
        list(&format!("{before}{to}{after}"))
    };
    let (_, place) = server.url.rsplit_once(':').unwrap();
    for (err, expected) in [
        (swapped("open%20sesame", "s3cr3t"), "refuses access: password authentication failed"),
        (swapped("/rutter", "/absent"), "refuses access: database \"absent\" does not exist"),
        (swapped(place, "1/rutter"), "cannot reach the store"),
        (swapped(place, "port/rutter"), "cannot be used: write it as `postgres://"),
        (list("mysql://me:s3cr3t@db/x"), "does not begin with `postgres://`"),
        (list(&format!("{}?sslmode=prefer", server.url)), "there is no `sslmode=prefer`"),
    ] {
        assert!(err.contains(expected), "{err}");
        assert!(!err.contains("s3cr3t") && !err.contains("sesame"), "{err}");
    }
    let nameless = Tree::new(FILES);
    let run: Run = command(nameless.path(), &["entries", "list", "--store", &server.url])
        .output()
        .unwrap()
        .into();
    let err = run.exits(2).err;
    assert!(err.contains("is in no git repository"), "{err}");
    assert!(err.contains("write `repository = \"NAME\"` under `[store]`"), "{err}");
}

#[test]
fn a_repository_cannot_choose_a_store() {
    let tree = Tree::new(FILES);
    tree.git_init();
    let theirs = "[store]\nurl = \"postgres://them@example.org/x\"\n";
    tree.write(".rutter/config.toml", theirs);
    // Without a store of the user's own, theirs is not used.
    crate::run::rutter(&tree, &["entries", "list"]).exits(1);
    let run: Run =
        command(tree.path(), &["entries", "list", "--store", "postgres://me@localhost:1/x"])
            .output()
            .unwrap()
            .into();
    let err = run.exits(2).err;
    assert!(err.contains("names a store, which only you may choose"), "{err}");
}

/// A server that takes connections and says nothing, as one that hangs does.
#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_search_does_not_wait_for_a_store_that_hangs() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let tree = Tree::new(FILES);
    tree.git_init();
    let url = format!("postgres://me:s3cr3t@{}/x", silent.local_addr().unwrap());
    let start = Instant::now();
    let run: Run = command(tree.path(), &["search", "Pool::take", "--json", "--store", &url])
        .output()
        .unwrap()
        .into();
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
    let found = run.exits(0).json();
    assert_eq!(found["hits"][0]["path"], "src/pool.rs");
    let remarks = found.to_string();
    assert!(remarks.contains("entries were not searched: cannot reach the store"), "{remarks}");
    assert!(
        remarks.contains("no answer within 5 seconds") && !remarks.contains("s3cr3t"),
        "{remarks}"
    );
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_what_is_recorded_without_the_store_is_sent_later() {
    let server = match PostgresServer::start() {
        Ok(server) => server,
        Err(why) => return skip("team store: sync", &why),
    };
    let team = TeamTree::new(Tree::new(FILES), &server);
    team.run(&["index", "--local", "--quiet"]).exits(0);
    team.run(&["team", "sync"]).exits(1);
    let flag = ["--store", server.url.as_str()];
    let mut client = Client::indexed(team.tree.path(), &flag);
    client.call("read", json!({ "file_path": "src/pool.rs" }));
    server.stop();
    let entry = json!({
        "symbol": "Pool::take", "file_path": "src/pool.rs",
        "summary": "Returns the `size` of the pool.", "confidence": 0.5,
    });
    let recorded = client.data("record", entry);
    assert_eq!(recorded["outcome"], "recorded", "{recorded}");
    let reason = recorded["reason"].as_str().unwrap();
    assert!(reason.contains("waits on this machine"), "{reason}");
    client.end();
    // Code is found as ever, and the answer says what is missing.
    let found = team.run(&["search", "Pool::take", "--json"]).exits(0).json();
    assert_eq!(found["hits"][0]["path"], "src/pool.rs");
    assert!(
        found.to_string().contains("entries were not searched: cannot reach the store"),
        "{found}"
    );
    team.run(&["symbol", "Pool::take"]).exits(0);
    for args in [&["entries", "list"][..], &["team", "sync"], &["gaps", "list"]] {
        let err = team.run(args).exits(2).err;
        assert!(err.contains("cannot reach the store"), "{args:?}: {err}");
        assert!(!err.contains("sesame"), "{err}");
    }
    // The status says what cannot be reached and what waits; what is known here is shown as usual.
    let status = team.run(&["status"]).exits(0).out;
    for expected in
        ["holds ", "away      cannot reach the store", "entries for the team's store: 1;"]
    {
        assert!(status.contains(expected), "{expected}: {status}");
    }
    assert!(!status.contains("damaged") && !status.contains("sesame"), "{status}");
    let status = team.run(&["status", "--json"]).exits(0).json();
    assert_eq!((&status["damage"], &status["queued_entries"]), (&json!([]), &json!(1)), "{status}");
    let away = status["unavailable"][0].to_string();
    assert!(away.contains("check that the server runs"), "{away}");
    server.start_again();
    let sent = team.run(&["team", "sync", "--json"]).exits(0).json();
    assert_eq!((&sent["sent"], &sent["known"]), (&json!(1), &json!(0)), "{sent}");
    assert!(!sent.to_string().contains("sesame"), "{sent}");
    let checked = [("Pool::take".to_owned(), "checked".to_owned())];
    assert_eq!(listed(team.run(&["entries", "list", "--json"])), checked);
    team.run(&["team", "sync"]).exits(1);
}
