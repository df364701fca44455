//! SearchCode over all repositories of a team: who finds what, and in which order.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rutter_fixture::Tree;
use rutter_store::conformance::sample_entry;
use rutter_store::{LabelChange, ServerUser, TeamStore, UserRight, label_repository};
use rutter_team::tools::code::{FindSymbol, SearchCode};
use rutter_team::{Team, TeamVisitor};
use serde_json::{Value, json};

use crate::mcp_client::Client;
use crate::team_index::{FILES, IndexedTree, cluster, places, qdrant};
use crate::team_store::{TeamTree, server};

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_nothing_outside_of_the_labels_is_found() {
    let Some(server) = server("labels") else { return };
    let Some(cluster) = cluster("labels") else { return };
    let trees = [(); 3].map(|()| IndexedTree::new(Tree::new(FILES), server, cluster));
    let names = trees.each_ref().map(|tree| tree.team.store.repository.as_str());
    for (tree, label) in trees.iter().zip(["red", "blue", ""]) {
        tree.publish(&[]);
        let change = LabelChange { add: vec![label.to_owned()], remove: vec![String::new()] };
        label_repository(&tree.team.store, &tree.team.store.repository, &change).unwrap();
    }
    let store = TeamStore::open(&trees[0].team.store).unwrap();
    let team = Team::new(store, Some(qdrant(cluster)));
    let seen = |labels: &[&str]| -> BTreeSet<String> {
        let labels = labels.iter().map(|&label| label.to_owned()).collect();
        let (name, right) = ("ada".to_owned(), UserRight::Read);
        let user = ServerUser { name, labels, right, created_at: String::new() };
        let toolbox = team.seen_by(TeamVisitor::User(&user));
        let mut seen = BTreeSet::new();
        for query in ["pool of connections", "backoff", "Pool::take", "src/pool.rs"] {
            let mut search = SearchCode { query: query.to_owned(), ..SearchCode::default() };
            (search.options.limit, search.options.excerpts) = (50, 3);
            let found = toolbox.run(&search).unwrap();
            seen.extend(found.hits.into_iter().map(|hit| hit.repository));
            // Naming a repository does not open it.
            search.repo = vec![names[2].to_owned()];
            let found = toolbox.run(&search).unwrap();
            seen.extend(found.hits.into_iter().map(|hit| hit.repository));
        }
        let symbol =
            FindSymbol { symbol: "Pool".to_owned(), limit: 1_000, ..FindSymbol::default() };
        let found = toolbox.run(&symbol).unwrap();
        seen.extend(found.definitions.into_iter().map(|one| one.repository));
        seen
    };
    assert_eq!(seen(&["red"]), BTreeSet::from([names[0].to_owned()]));
    assert_eq!(seen(&["blue", "red"]), BTreeSet::from([names[0].to_owned(), names[1].to_owned()]));
    assert_eq!(seen(&[]), BTreeSet::new());
    assert_eq!(seen(&["green"]), BTreeSet::new());
    assert!(seen(&["*"]).contains(names[2]));
    // A label that is taken away closes at once, whatever the index still holds.
    let change = LabelChange { add: Vec::new(), remove: vec!["red".to_owned()] };
    label_repository(&trees[0].team.store, names[0], &change).unwrap();
    assert_eq!(seen(&["red"]), BTreeSet::new());
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_entries_of_all_repositories_are_searched() {
    let Some(server) = server("entries") else { return };
    let trees = [(); 2].map(|()| TeamTree::new(Tree::new(FILES), server));
    for (tree, summary) in trees.iter().zip(["Sends parcels by zeppelin.", "Rides a zeppelin."]) {
        let entry = sample_entry("src/pool.rs", "Pool::take", summary);
        tree.records().put(&entry, None, &[]).unwrap();
    }
    let found = trees[0].run(&["search", "--all", "--entries", "parcels", "zeppelin", "--json"]);
    let found = found.exits(0).json();
    let entries = found["entries"].as_array().unwrap();
    let names: Vec<&str> =
        entries.iter().map(|entry| entry["repository"].as_str().unwrap()).collect();
    assert_eq!(names, trees.each_ref().map(|tree| tree.store.repository.as_str()));
    let shown = trees[1].run(&["search", "--all", "--entries", "zeppelin"]).exits(0).out;
    assert!(shown.contains("Rides a zeppelin."), "{shown}");
    trees[0].run(&["search", "--all", "--entries", "nautilus"]).exits(1);
    let name = &trees[1].store.repository;
    let one = ["search", "--all", "--entries", "zeppelin", "--repository", name, "--json"];
    let found = trees[0].run(&one).exits(0).json();
    assert_eq!((&found["repositories"], &found["n_all"]), (&json!(1), &json!(1)), "{found}");
    let refused = trees[0].run(&["search", "--all", "--entries", "x", "--lang", "rust"]).exits(2);
    assert!(refused.err.contains("not for `--all --entries`"), "{}", refused.err);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_agents_ask_all_repositories_of_the_team() {
    let Some(server) = server("agents") else { return };
    let Some(cluster) = cluster("agents") else { return };
    let files = FILES.replace("backoff", "hesitate").replace("Pool", "Pond");
    let tree = IndexedTree::new(Tree::new(&files), server, cluster);
    tree.publish(&[]);
    let name = tree.team.store.repository.as_str();
    let elsewhere = IndexedTree::new(Tree::new("//- a.rs\nfn main() {}\n"), server, cluster);
    let mut client = Client::of(elsewhere.command(&["mcp"]));
    client.initialize(json!({}));
    let listed = client.ask("tools/list", json!({}));
    assert!(listed.to_string().contains("`*` for all repositories of the team"), "{listed}");
    let found = client.data("search", json!({ "query": "hesitate", "root": "*" }));
    assert_eq!(found["hits"][0]["repository"], name, "{found}");
    let found = client.data("symbol", json!({ "symbol": "Pond::take", "root": "*" }));
    assert_eq!(found["definitions"][0]["path"], "src/pool.rs", "{found}");
    let found = client.data("references", json!({ "symbol": "hesitate", "root": "*" }));
    assert_eq!(found["definitions"][0]["repository"], name, "{found}");
    assert_eq!(found["lines"], json!([]), "{found}");
    let mut entry = sample_entry("src/pool.rs", "Pond::take", "Feeds the submarine ducks.");
    entry.entry.details = Some("The key is AKIAIOSFODNN7EXAMPLE.".to_owned());
    tree.team.records().put(&entry, None, &[]).unwrap();
    let ask = json!({ "query": "submarine ducks", "entries": true, "root": "*" });
    let found = client.data("search", ask);
    assert_eq!(found["entries"][0]["repository"], name, "{found}");
    assert!(!found.to_string().contains("AKIAIOSFODNN7EXAMPLE"), "{found}");
    client.end();
}

/// Our own sources, with a history of one commit for each crate.
fn own_sources() -> Tree {
    let tree = Tree::new("");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<PathBuf> =
        ["search/src", "store/src", "workspace/src", "engine/src"].map(|one| root.join(one)).into();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let relative = path.strip_prefix(&root).unwrap().to_str().unwrap();
                tree.write(&format!("crates/{relative}"), std::fs::read(&path).unwrap());
            }
        }
    }
    tree.write(".gitignore", ".rutter\n");
    tree.git_init();
    for (name, message) in [
        ("search", "Rank candidates by words and meaning"),
        ("store", "Keep entries and leases durably"),
        ("workspace", "Walk the files that are not ignored"),
    ] {
        tree.write(&format!("crates/{name}/src/added.rs"), "pub fn added() {}\n");
        tree.git_commit(message);
    }
    tree
}

/// The gain of files in this order, discounted by rank.
fn ndcg(paths: &[&str], relevant: &[&str]) -> f64 {
    let discount = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
    let found = paths.iter().enumerate().filter(|(_, path)| relevant.contains(path));
    let ideal: f64 = (0..relevant.len().min(10)).map(discount).sum();
    found.map(|(rank, _)| discount(rank)).sum::<f64>() / ideal
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_teams_index_ranks_as_a_local_one() {
    let Some(server) = server("ranking") else { return };
    let Some(cluster) = cluster("ranking") else { return };
    let tree = IndexedTree::new(own_sources(), server, cluster);
    tree.publish(&[]);
    let questions = include_str!("../../../quality/queries/rutter.jsonl");
    let (mut n, mut n_same, mut local_sum, mut team_sum) = (0, 0, 0.0, 0.0);
    for line in questions.lines() {
        let question: Value = serde_json::from_str(line).unwrap();
        let relevant: Vec<&str> = question["relevant"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_str().unwrap())
            .collect();
        if !relevant.iter().any(|path| tree.team.tree.file(path).exists()) {
            continue;
        }
        let query = question["q"].as_str().unwrap();
        let local = tree.run(&["search", "--store", "local", "--no-refresh", query, "--json"]);
        let local = local.exits(0).json();
        let team = tree.search(query);
        let paths = |answer: &Value| -> Vec<String> {
            let mut paths: Vec<String> = places(answer).into_iter().map(|place| place.0).collect();
            paths.dedup();
            paths
        };
        let gain = |answer: &Value| {
            let paths = paths(answer);
            ndcg(&paths.iter().map(String::as_str).collect::<Vec<_>>(), &relevant)
        };
        n += 1;
        n_same += usize::from(paths(&local) == paths(&team));
        local_sum += gain(&local);
        team_sum += gain(&team);
    }
    assert!(n >= 15, "{n} questions are too few");
    let (local, team) = (local_sum / f64::from(n), team_sum / f64::from(n));
    assert!((local - team).abs() <= 0.01, "local {local}, team {team}");
    assert!(n_same * 10 >= n as usize * 9, "{n_same} of {n} in the same order");
}
