//! Publishing repositories of a team, with real servers that may fail.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use rutter_domain::Timestamp;
use rutter_fixture::{PostgresServer, QdrantCluster, Tree, skip, synthetic};
use rutter_provider::qdrant::{IndexAddress, Qdrant};
use rutter_store::{Acquired, Publisher};
use serde_json::Value;

use crate::run::Run;
use crate::team_store::{TeamTree, server};
use crate::web_client::Site;

pub const FILES: &str = "\
//- src/pool.rs
/// Hands out connections, and waits if there are none.
pub struct Pool {
    size: usize,
}

impl Pool {
    pub fn take(&self) -> usize {
        self.size
    }
}
//- src/retry.rs
/// Waits longer after each failure.
pub fn backoff(n_failures: u32) -> u32 {
    2_u32.pow(n_failures)
}
//- docs/guide.md
# Connections

A connection is taken from the pool and given back.
//- src/settings.rs
pub const TOKEN: &str = \"ghp_16C7e42F292c6912E7710c838347Ae178B4a\";
";

/// One cluster for all tests that stop no node.
pub fn cluster(test: &str) -> Option<&'static QdrantCluster> {
    static CLUSTER: OnceLock<Result<QdrantCluster, String>> = OnceLock::new();
    match CLUSTER.get_or_init(QdrantCluster::start) {
        Ok(cluster) => Some(cluster),
        Err(why) => {
            skip(&format!("team index: {test}"), why);
            None
        }
    }
}

/// A repository of a team that has an index.
pub struct IndexedTree {
    pub team: TeamTree,
    pub index: String,
}

impl IndexedTree {
    pub fn new(tree: Tree, server: &PostgresServer, cluster: &QdrantCluster) -> IndexedTree {
        IndexedTree { team: TeamTree::new(tree, server), index: cluster.address() }
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.team.command(args);
        command.env("RUTTER_INDEX", &self.index).env("RUTTER_QDRANT_KEY", QdrantCluster::KEY);
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        self.command(args).output().unwrap().into()
    }

    pub fn publish(&self, flags: &[&str]) -> Value {
        self.run(&[&["team", "publish", "--json"], flags].concat()).exits(0).json()
    }

    /// The hits of a search in this repository through the team's index.
    pub fn search(&self, query: &str) -> Value {
        let name = &self.team.store.repository;
        self.run(&["search", "--all", "--repository", name, query, "--json"]).json()
    }

    /// Whether the index holds exactly what was published.
    pub fn is_whole(&self) -> bool {
        let repaired = self.publish(&["--repair", "--wait"]);
        repaired["sent"] == 0 && repaired["deleted"] == 0 && repaired["indexed"] == true
    }
}

pub fn qdrant(cluster: &QdrantCluster) -> Qdrant {
    let address = IndexAddress::parse(&cluster.address()).unwrap();
    Qdrant::connect(address, Some(QdrantCluster::KEY), Duration::from_secs(10)).unwrap()
}

pub fn places(answer: &Value) -> Vec<(String, u64)> {
    let hits = answer["hits"].as_array().unwrap().iter();
    let place = |hit: &Value| {
        (hit["path"].as_str().unwrap().to_owned(), hit["start_line"].as_u64().unwrap())
    };
    hits.map(place).collect()
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_repository_is_published_by_its_differences() {
    let Some(server) = server("publishing") else { return };
    let Some(cluster) = cluster("publishing") else { return };
    let tree = IndexedTree::new(Tree::new(FILES), server, cluster);
    let first = tree.publish(&[]);
    assert_eq!((&first["added"], &first["indexed"]), (&first["sent"], &Value::Bool(true)));
    assert!(first["chunks"].as_u64().unwrap() >= 4, "{first}");
    let again = tree.publish(&[]);
    assert_eq!(
        (&again["added"], &again["sent"], &again["deleted"]),
        (&0.into(), &0.into(), &0.into())
    );
    let found = tree.search("how long to wait after a failure");
    let best = &found["hits"][0];
    assert_eq!((&best["path"], &best["symbol"]), (&"src/retry.rs".into(), &"backoff".into()));
    assert_eq!(best["repository"], tree.team.store.repository.as_str());
    assert_eq!(best["start_line"], 1);
    // Lines are the manifest's: a chunk that only moved is not sent again.
    let moved = format!("\n\n\n{}", tree.team.tree.read("src/retry.rs"));
    tree.team.tree.write("src/retry.rs", moved);
    let shifted = tree.publish(&[]);
    assert_eq!(shifted["sent"], 0, "{shifted}");
    assert_eq!(tree.search("how long to wait after a failure")["hits"][0]["start_line"], 4);
    // One file changes, one is removed, one is added.
    tree.team.tree.write("src/retry.rs", "/// Gives up at once.\npub fn surrender() {}\n");
    tree.team.tree.remove("docs/guide.md");
    tree.team.tree.write("src/lock.rs", "/// Keeps others out.\npub fn exclude() {}\n");
    let changed = tree.publish(&["--wait"]);
    assert_eq!((&changed["added"], &changed["removed"]), (&2.into(), &2.into()), "{changed}");
    assert_eq!((&changed["sent"], &changed["deleted"]), (&2.into(), &2.into()), "{changed}");
    let paths: BTreeSet<String> = places(&tree.search("backoff connection taken from pool"))
        .into_iter()
        .map(|it| it.0)
        .collect();
    assert!(!paths.contains("docs/guide.md"), "{paths:?}");
    assert!(tree.is_whole());
    let name = &tree.team.store.repository;
    let symbol = tree.run(&["symbol", "--all", "--repository", name, "Pool::take", "--json"]);
    let symbol = symbol.exits(0).json();
    assert_eq!(symbol["definitions"][0]["start_line"], 7, "{symbol}");
    tree.run(&["symbol", "--all", "--repository", name, "Pool::give"]).exits(1);
    let unknown = tree.run(&["search", "--all", "--repository", "absent", "pool"]).exits(1).out;
    assert!(unknown.contains("no repository `absent` that you may see"), "{unknown}");
    let shown = tree.run(&["team", "repositories", "show", name]).exits(0).out;
    assert!(shown.contains("published at 20"), "{shown}");
    tree.team
        .tree
        .write("src/user.rs", "pub fn borrow(pool: &Pool) -> usize {\n    pool.take()\n}\n");
    tree.publish(&[]);
    let uses = tree.run(&["references", "--all", "--repository", name, "Pool::take", "--json"]);
    let uses = uses.exits(0).json();
    let line = &uses["lines"][0];
    assert_eq!((&line["path"], &line["line"]), (&"src/user.rs".into(), &2.into()), "{uses}");
    assert_eq!(uses["definitions"][0]["path"], "src/pool.rs");
    let shown = tree.run(&["references", "--all", "--repository", name, "take"]).exits(0).out;
    assert!(shown.contains("     2  pool.take()"), "{shown}");
    // What looks like a key is masked before it leaves this machine.
    let secret = tree.search("TOKEN").to_string();
    assert!(secret.contains("src/settings.rs") && !secret.contains("ghp_16C7"), "{secret}");
    tree.run(&["team", "repositories", "forget", name]).exits(0);
    let collections = qdrant(cluster).collections().unwrap();
    for collection in collections.iter().filter(|name| name.starts_with("rutter_")) {
        assert_eq!(qdrant(cluster).count(collection, "repository", name).unwrap(), 0);
    }
    assert_eq!(tree.search("pool")["hits"], Value::Array(Vec::new()));
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_the_commit_of_clean_files_is_published() {
    let Some(server) = server("commits") else { return };
    let Some(cluster) = cluster("commits") else { return };
    let tree = Tree::new(FILES);
    tree.git_init();
    let tree = IndexedTree::new(tree, server, cluster);
    tree.team.tree.write(".gitignore", ".rutter\n");
    tree.team.tree.git_commit("two");
    let commit = tree.team.tree.git(&["rev-parse", "HEAD"]).trim().to_owned();
    assert_eq!(tree.publish(&[])["commit"], commit.as_str());
    assert_eq!(tree.search("backoff")["hits"][0]["commit"], commit.as_str());
    let name = &tree.team.store.repository;
    let shown = tree.run(&["search", "--all", "--repository", name, "backoff"]).exits(0).out;
    assert!(shown.contains(&format!("{name} {}", &commit[..12])), "{shown}");
    tree.team.tree.write("src/retry.rs", "pub fn backoff() {}\n");
    assert_eq!(tree.publish(&[])["commit"], Value::Null);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_killed_publication_is_completed_by_the_next() {
    let Some(server) = server("kills") else { return };
    let Some(cluster) = cluster("kills") else { return };
    let n_rounds = std::env::var("RUTTER_TEST_KILLS").map_or(10, |n| n.parse().unwrap());
    let tree = IndexedTree::new(synthetic(200, 7), server, cluster);
    // So that what is killed is publishing, not indexing.
    tree.run(&["index", "--local", "--store", "local"]).exits(0);
    for round in 0..n_rounds {
        // A file of an earlier round is replaced, so that a long campaign also deletes.
        let path = format!("src/round_{}.rs", round % 10);
        let functions =
            (0..40).map(|n| format!("/// Step {n}.\npub fn step_{round}_{n}() {{}}\n\n"));
        tree.team.tree.write(&path, functions.collect::<String>());
        let mut child = tree.command(&["team", "publish"]).spawn().unwrap();
        thread::sleep(Duration::from_millis(60 * round % 600 + round / 10));
        child.kill().unwrap();
        child.wait().unwrap();
        // Readers never see what is not in the manifest, whatever state the index is in.
        let found = tree.search("step");
        for (path, _) in places(&found) {
            assert!(tree.team.tree.file(&path).exists(), "{path}");
        }
    }
    assert_eq!(tree.publish(&["--wait"])["indexed"], true);
    assert!(tree.is_whole());
    let last = n_rounds - 1;
    let found = places(&tree.search(&format!("step_{last}_39")));
    let path = format!("src/round_{}.rs", last % 10);
    assert!(found.iter().any(|(found, _)| *found == path), "{found:?}");
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_an_index_that_is_away_hinders_neither_publishing_nor_the_next() {
    let Some(server) = server("an absent index") else { return };
    let Some(cluster) = cluster("an absent index") else { return };
    let mut tree = IndexedTree::new(Tree::new(FILES), server, cluster);
    let address = std::mem::replace(&mut tree.index, "qdrant://127.0.0.1:1".to_owned());
    let away = tree.run(&["team", "publish", "--json"]).exits(4).json();
    assert_eq!((&away["indexed"], &away["sent"]), (&false.into(), &0.into()));
    assert!(away["remark"].as_str().unwrap().contains("cannot reach the index"), "{away}");
    let failed = tree.run(&["team", "publish", "--wait", "1"]).exits(2).err;
    assert!(failed.contains("cannot reach the index `qdrant://127.0.0.1:1`"), "{failed}");
    tree.index = address;
    let found = tree.search("backoff");
    assert!(found["remark"].as_str().unwrap().contains("does not hold all of 1"), "{found}");
    assert_eq!(tree.publish(&[])["indexed"], true);
    assert_eq!(tree.search("backoff")["hits"][0]["path"], "src/retry.rs");
    let mut command = tree.command(&["search", "--all", "backoff"]);
    let refused: Run = command.env("RUTTER_QDRANT_KEY", "s3cr3t").output().unwrap().into();
    let refused = refused.exits(2).err;
    assert!(refused.contains("refuses access") && !refused.contains("s3cr3t"), "{refused}");
    let without = tree.team.run(&["search", "--all", "backoff"]).exits(2).err;
    assert!(
        without.contains("there is no team's index") && without.contains("--index"),
        "{without}"
    );
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_one_process_publishes_a_repository_at_a_time() {
    let Some(server) = server("two publishers") else { return };
    let Some(cluster) = cluster("two publishers") else { return };
    let tree = IndexedTree::new(Tree::new(FILES), server, cluster);
    let mut other = Publisher::open(&tree.team.store).unwrap();
    assert!(other.lock().unwrap());
    let (now, hour) = (Timestamp::of(SystemTime::now()), Duration::from_secs(3_600));
    let lease = other.leases().acquire_lease("publish", "another machine", now, hour).unwrap();
    assert!(matches!(lease, Acquired::Granted(_)), "{lease:?}");
    let busy = tree.run(&["team", "publish"]).exits(2).err;
    assert!(busy.contains("`another machine` is publishing"), "{busy}");
    // The lock goes with the connection, so nobody waits an hour for one that was killed.
    drop(other);
    assert_eq!(tree.publish(&["--wait"])["indexed"], true);
}

/// Nobody has to know which repositories there were: answers say what is missing, and each publication sends its own.
#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_an_index_that_has_lost_everything_is_filled_again() {
    // Another index that is created beside would make all repositories of a store count as not held.
    let (server, cluster) = match (PostgresServer::start(), QdrantCluster::start()) {
        (Ok(server), Ok(cluster)) => (server, cluster),
        (Err(why), _) | (_, Err(why)) => return skip("team index: a lost index", &why),
    };
    let trees = [(); 2].map(|()| IndexedTree::new(Tree::new(FILES), &server, &cluster));
    let [chunks, _] = trees.each_ref().map(|tree| tree.publish(&["--wait"])["chunks"].clone());
    (0..3).for_each(|node| cluster.kill(node));
    (0..3).for_each(|node| cluster.wipe(node));
    (0..3).for_each(|node| cluster.start_again(node));
    for tree in &trees {
        let found = tree.search("backoff");
        assert!(found["remark"].as_str().unwrap().contains("the index holds nothing"), "{found}");
    }
    assert_eq!(trees[0].publish(&["--wait"])["sent"], chunks);
    let found = trees[1].search("backoff");
    assert!(found["remark"].as_str().unwrap().contains("does not hold all of 1"), "{found}");
    let second = trees[1].publish(&["--wait"]);
    assert_eq!((&second["added"], &second["sent"]), (&0.into(), &chunks), "{second}");
    for tree in &trees {
        let found = tree.search("backoff");
        assert_eq!(found["hits"][0]["path"], "src/retry.rs", "{found}");
        assert_eq!(found["remark"], Value::Null, "{found}");
    }
}

/// A node that has lost its data is replaced by the steps of the documentation.
#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_node_that_has_lost_its_data_is_replaced() {
    let Some(server) = server("a wiped node") else { return };
    let cluster = match QdrantCluster::start() {
        Ok(cluster) => cluster,
        Err(why) => return skip("team index: a wiped node", &why),
    };
    let tree = IndexedTree::new(synthetic(40, 3), server, &cluster);
    let chunks = tree.publish(&["--wait"])["chunks"].clone();
    let step = |args: &[&str]| -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testing/qdrant/replace.py");
        let output = Command::new("python3").arg(script).args(args).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let (left, lost) = (&*cluster.nodes[0], &*cluster.nodes[1]);
    let id = step(&["id", lost]);
    cluster.kill(1);
    cluster.wipe(1);
    // Every shard has another copy, so search goes on.
    assert_ne!(tree.search("step")["hits"], Value::Array(Vec::new()));
    step(&["forget", left, &id]);
    cluster.start_again(1);
    step(&["fill", left, lost]);
    // Nothing is missing with either of the others gone.
    assert!(tree.is_whole());
    for node in [0, 2] {
        cluster.kill(node);
        let all = tree.publish(&["--repair", "--wait"]);
        assert_eq!((&all["chunks"], &all["sent"]), (&chunks, &0.into()), "{all}");
        cluster.start_again(node);
    }
}

/// While one publishes and others search, nodes are killed and frozen. Afterwards nothing is missing.
#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_nodes_that_die_lose_nothing_after_a_repair() {
    const N_FAILURES: usize = 20;
    let Some(server) = server("dying nodes") else { return };
    let cluster = match QdrantCluster::start() {
        Ok(cluster) => cluster,
        Err(why) => return skip("team index: dying nodes", &why),
    };
    let tree = IndexedTree::new(synthetic(60, 11), server, &cluster);
    tree.publish(&["--wait"]);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let searcher = scope.spawn(|| {
            let mut n_answers = 0;
            while !is_over.load(Ordering::SeqCst) {
                // With a node gone a search may fail and says so; it never answers with what is not there.
                let name = &tree.team.store.repository;
                let found = tree.run(&["search", "--all", "--repository", name, "step", "--json"]);
                if found.code == Some(0) {
                    n_answers += 1;
                    for (path, _) in places(&found.json()) {
                        assert!(tree.team.tree.file(&path).exists(), "{path}");
                    }
                }
            }
            n_answers
        });
        for round in 0..N_FAILURES {
            let path = format!("src/round_{round}.rs");
            let functions =
                (0..30).map(|n| format!("/// Step {n}.\npub fn step_{round}_{n}() {{}}\n\n"));
            tree.team.tree.write(&path, functions.collect::<String>());
            let mut child = tree.command(&["team", "publish", "--wait", "120"]).spawn().unwrap();
            thread::sleep(Duration::from_millis(37 * (round as u64 % 9)));
            let node = round * 7 % 3;
            if round % 4 == 3 {
                cluster.freeze(node);
                thread::sleep(Duration::from_millis(300));
                cluster.thaw(node);
            } else {
                cluster.kill(node);
                thread::sleep(Duration::from_millis(100));
                cluster.start_again(node);
            }
            assert!(child.wait().unwrap().success(), "round {round}");
        }
        is_over.store(true, Ordering::SeqCst);
        assert!(searcher.join().unwrap() > 0, "no search was answered");
    });
    tree.publish(&["--repair", "--wait", "120"]);
    assert!(tree.is_whole());
    for round in 0..N_FAILURES {
        let found = places(&tree.search(&format!("step_{round}_29")));
        let path = format!("src/round_{round}.rs");
        assert!(found.iter().any(|place| place.0 == path), "{path}: {found:?}");
    }
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_users_of_the_server_search_the_code_that_they_may_see() {
    let (Some(server), Some(cluster)) = (server("server search"), cluster("server search")) else {
        return;
    };
    let ours = IndexedTree::new(Tree::new(FILES), server, cluster);
    let theirs = IndexedTree::new(Tree::new(FILES), server, cluster);
    ours.team.tree.write("src/user.rs", "pub fn borrow(pool: &Pool) {}\n");
    for (tree, label) in [(&ours, "search-ours"), (&theirs, "search-theirs")] {
        assert_eq!(tree.publish(&["--wait"])["indexed"], true);
        let name = &tree.team.store.repository;
        tree.run(&["team", "repositories", "grant", name, "--label", label]).exits(0);
    }
    let add = ["team", "users", "add", "hedy", "--label", "search-ours", "--json"];
    let added = ours.run(&add).exits(0).json();
    let site = Site::of(ours.command(&["serve", "--team", "--bind", "127.0.0.1:0"]));
    let bearer = format!("Authorization: Bearer {}", added["token"].as_str().unwrap());
    let get = |path: &str| site.send("GET", path, &[&bearer], "");
    let found = get("/api/search?query=how+long+to+wait+after+a+failure").json();
    assert_eq!(found["repositories"], 1, "{found}");
    let hits = found["hits"].as_array().unwrap();
    assert_eq!(hits[0]["path"], "src/retry.rs", "{found}");
    let (our_name, their_name) = (&ours.team.store.repository, &theirs.team.store.repository);
    assert!(hits.iter().all(|hit| hit["repository"] == our_name.as_str()), "{found}");
    let secret = get("/api/search?query=TOKEN").body;
    assert!(!secret.contains("16C7e42F292c6912E7710c838347Ae178B4a"), "{secret}");
    get("/").has(&["Search all repositories", "definitions of a name"]);
    get("/search?q=backoff").has(&["src/<wbr>retry.rs", "pub fn backoff", our_name]);
    for (question, path) in [("symbol", "src/pool.rs"), ("references", "src/user.rs")] {
        let page = get(&format!("/search?for={question}&q=Pool"));
        page.has(&[&path.replace('/', "/<wbr>"), "1 repository searched"]);
        assert!(!page.body.contains(their_name.as_str()), "{}", page.body);
        let found = get(&format!("/api/{question}?symbol=Pool")).json();
        assert_eq!(found["repositories"], 1, "{found}");
        let places = if question == "symbol" { "definitions" } else { "lines" };
        assert_eq!(found[places][0]["path"], path, "{found}");
        assert!(!found.to_string().contains(their_name), "{found}");
    }
    // What is not theirs is not there.
    let answer_for = |name: &str| {
        let mut found = get(&format!("/api/search?query=backoff&repo={name}")).json();
        found.as_object_mut().unwrap().remove("elapsed_us");
        found.to_string().replace(name, "absent")
    };
    let absent = answer_for("absent");
    assert_eq!(answer_for(their_name), absent);
    assert!(absent.contains("no repository `absent` that you may see"), "{absent}");
    let call = serde_json::json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "search", "arguments": { "query": "backoff" } },
    });
    let kind = "Content-Type: application/json";
    let called = site.send("POST", "/mcp", &[&bearer, kind], &call.to_string()).json();
    let hit = &called["result"]["structuredContent"]["hits"][0];
    assert_eq!(hit["path"], "src/retry.rs", "{called}");
}
