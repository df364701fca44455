//! An index of a team in which somebody has changed points: nothing of them is shown, and a repair restores them.

use std::io::{Read, Write};
use std::net::TcpStream;

use rutter_fixture::{QdrantCluster, Tree};
use serde_json::{Value, json};

use crate::team_index::{FILES, IndexedTree, cluster, places, qdrant};
use crate::team_store::server;

/// Sends a request to the first node, as somebody who may write to the index.
fn tamper(cluster: &QdrantCluster, method: &str, path: &str, body: &Value) -> Value {
    let host = &cluster.nodes[0];
    let mut stream = TcpStream::connect(host).unwrap();
    let body = body.to_string();
    let head = format!(
        "{method} {path} HTTP/1.0\r\nhost: {host}\r\napi-key: {}\r\ncontent-type: application/json\r\n",
        QdrantCluster::KEY
    );
    write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    let (_, body) = reply.split_once("\r\n\r\n").unwrap();
    let answer: Value =
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {reply}"));
    assert_eq!(answer["status"], "ok", "{answer}");
    answer["result"].clone()
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_damaged_points_are_left_out_named_and_restored() {
    let Some(server) = server("damaged points") else { return };
    let Some(cluster) = cluster("damaged points") else { return };
    let tree = IndexedTree::new(Tree::new(FILES), server, cluster);
    tree.publish(&["--wait"]);
    assert!(tree.is_whole(), "an undamaged index needs no repair");
    let name = &tree.team.store.repository;
    let of_repository = |path: &str| {
        json!({ "must": [
            { "key": "repository", "match": { "value": name } },
            { "key": "path", "match": { "value": path } },
        ] })
    };
    let ours = |name: &String| name.starts_with("rutter_");
    let scroll = json!({
        "filter": of_repository("src/retry.rs"), "limit": 1, "with_payload": true, "with_vector": true,
    });
    let collections = qdrant(cluster).collections().unwrap();
    let (collection, point) = collections
        .iter()
        .filter(|name| ours(name))
        .find_map(|collection| {
            let path = format!("/collections/{collection}/points/scroll");
            let found = tamper(cluster, "POST", &path, &scroll);
            Some((collection, found["points"].get(0)?.clone()))
        })
        .unwrap();
    let points = format!("/collections/{collection}/points");
    let names_damage = |answer: &Value| {
        let remark = answer["remark"].as_str().unwrap_or_default();
        let expected = format!(
            "1 damaged point of `{name}` was left out; `rutter team publish --repair` restores it"
        );
        assert!(remark.contains(&expected), "{answer}");
        assert!(!answer.to_string().contains("text of others"), "{answer}");
    };
    let ask = |args: &[&str]| {
        let all = [args, &["--all", "--repository", name, "--json"]].concat();
        tree.run(&all).json()
    };
    let damages = [
        (
            "payload",
            "POST",
            json!({ "payload": { "body": "pub fn backoff() { text of others }" }, "points": [point["id"]] }),
        ),
        ("payload", "POST", json!({ "payload": { "defines": 7 }, "points": [point["id"]] })),
        (
            "vectors",
            "PUT",
            json!({ "points": [{ "id": point["id"], "vector": { "dense": vec![0.5; point["vector"]["dense"].as_array().unwrap().len()] } }] }),
        ),
    ];
    for (part, method, change) in damages {
        tamper(cluster, method, &format!("{points}/{part}?wait=true"), &change);
        let found = ask(&["search", "backoff after a failure"]);
        names_damage(&found);
        assert!(places(&found).iter().all(|(path, _)| path != "src/retry.rs"), "{found}");
        let defined = ask(&["symbol", "backoff"]);
        names_damage(&defined);
        assert_eq!(defined["definitions"], json!([]), "{defined}");
        names_damage(&ask(&["references", "backoff"]));
        assert_eq!(tree.publish(&[])["sent"], 0, "only a repair looks at all points");
        let repaired = tree.publish(&["--repair", "--wait"]);
        assert_eq!((&repaired["sent"], &repaired["deleted"]), (&1.into(), &0.into()), "{repaired}");
        let found = ask(&["search", "backoff after a failure"]);
        assert_eq!(
            (&found["hits"][0]["path"], &found["remark"]),
            (&"src/retry.rs".into(), &Value::Null)
        );
        assert!(tree.is_whole());
    }
    // The words of a point make no answer, but without them it is not found by words.
    let words = json!({ "points": [{ "id": point["id"], "vector": { "words": { "indices": [1], "values": [1.0] } } }] });
    tamper(cluster, "PUT", &format!("{points}/vectors?wait=true"), &words);
    assert_eq!(tree.publish(&["--repair", "--wait"])["sent"], 1);
    // A point that claims to be of another repository is shown to nobody.
    let theirs =
        json!({ "payload": { "repository": "example.org/theirs" }, "points": [point["id"]] });
    tamper(cluster, "POST", &format!("{points}/payload?wait=true"), &theirs);
    let everything = tree.run(&["search", "--all", "backoff after a failure", "--json"]).json();
    let of_theirs = |hit: &Value| hit["repository"] == "example.org/theirs";
    assert!(!everything["hits"].as_array().unwrap().iter().any(of_theirs), "{everything}");
    assert_eq!(tree.publish(&["--repair", "--wait"])["sent"], 1);
    assert!(tree.is_whole());
}
