//! Choosing the embedder: a service, none, and never two in one index.

use rutter_fixture::Tree;

use crate::embedding_service::{DIMS, Service};
use crate::run::{Run, hit_paths, rutter, rutter_with};

const FILES: &str = "\
//- anchor.rs
fn anchor(depth: u32) -> u32 { depth + 1 }
//- sail.rs
fn sail(wind: u32) -> u32 { wind * 2 }
//- rudder.rs
fn rudder(angle: u32) -> u32 { angle - 3 }
";

fn index_by(tree: &Tree, service: &Service, more: &[&str]) -> Run {
    let args = ["index", "--json", "--embedder", "ollama:test", "--embedder-endpoint"];
    rutter(tree, &[&args[..], &[service.address.as_str()], more].concat())
}

#[test]
fn a_service_makes_the_vectors_and_is_asked_only_for_what_changed() {
    let tree = Tree::new(FILES);
    let service = Service::start();
    index_by(&tree, &service, &[]).exits(0);
    let mut asked = service.take_asked();
    asked.retain(|text| text != "rutter");
    assert_eq!(asked.len(), 3, "{asked:?}");
    let status = rutter(&tree, &["status", "--json"]).exits(0).json();
    assert_eq!(status["embedding_model"], "ollama:test");

    let run = rutter(&tree, &["search", "anchor", "--json"]).exits(0);
    let answer = run.json();
    assert_eq!((&answer["mode"], answer.get("remark")), (&"hybrid".into(), None), "{answer}");
    assert_eq!(hit_paths(&answer)[0], "anchor.rs");
    assert_eq!(service.take_asked(), ["anchor"], "a query costs one request");
    let answer = rutter(&tree, &["search", "sail", "--json", "--mode", "semantic"]).exits(0).json();
    assert_eq!(answer["mode"], "semantic");

    service.take_asked();
    tree.write("sail.rs", "fn sail(wind: u32) -> u32 { wind * 7 }\n");
    rutter(&tree, &["index", "--quiet"]).exits(0);
    let mut asked = service.take_asked();
    asked.retain(|text| text != "rutter");
    assert_eq!(asked, ["sail.rs\nfn sail(wind: u32) -> u32 { wind * 7 }"]);

    rutter(&tree, &["index", "--quiet", "--full"]).exits(0);
    let mut asked = service.take_asked();
    asked.retain(|text| text != "rutter");
    assert!(asked.is_empty(), "what was made once is kept: {asked:?}");
    let status = rutter(&tree, &["status", "--json"]).exits(0).json();
    assert_eq!(status["embedding_model"], "ollama:test", "the choice outlives a rebuild");
    let doctor = rutter(&tree, &["doctor"]).exits(0);
    assert!(doctor.out.contains(&format!("{DIMS} dimensions")), "{}", doctor.out);
}

#[test]
fn without_its_service_an_index_is_searched_by_words() {
    let tree = Tree::new(FILES);
    let service = Service::start();
    index_by(&tree, &service, &[]).exits(0);
    drop(service);
    for mode in ["hybrid", "semantic"] {
        let run = rutter(&tree, &["search", "anchor", "--json", "--mode", mode]).exits(0);
        let answer = run.json();
        assert_eq!(answer["mode"], "lexical");
        assert_eq!(hit_paths(&answer), ["anchor.rs"]);
        let remark = answer["remark"].as_str().unwrap();
        assert!(remark.starts_with("searched by words only: `ollama:test`"), "{remark}");
        assert!(remark.contains("nothing listens"), "{remark}");
        assert!(run.err.contains(remark), "{}", run.err);
    }
    let run = rutter_with(&tree, &["search", "--batch"], "anchor\nsail\nrudder\n");
    assert_eq!(run.out.matches("\"mode\":\"lexical\"").count(), 3, "{}", run.out);
    // The chunk has its vector already; only a text would need the service.
    let answer = rutter(&tree, &["similar", "anchor.rs:1", "--json"]).exits(0).json();
    assert_eq!(answer["mode"], "semantic");
    let run = rutter(&tree, &["similar", "--text", "anchor", "--json"]).exits(0);
    assert_eq!(run.json()["mode"], "lexical");
    let doctor = rutter(&tree, &["doctor"]).exits(0);
    assert!(doctor.out.contains("search goes by words meanwhile"), "{}", doctor.out);

    tree.write("new.rs", "fn anchor_of_all() {}\n");
    let answer = rutter(&tree, &["search", "anchor", "--json"]).exits(0).json();
    assert_eq!(answer["index"]["state"], "behind", "{answer}");
    let reason = answer["index"]["reason"].as_str().unwrap();
    assert!(reason.contains("could not be refreshed"), "{reason}");
    let run = rutter(&tree, &["index"]).exits(2);
    assert!(run.err.contains("nothing listens"), "{}", run.err);
    assert!(run.err.contains("hint: "), "{}", run.err);
    let run = rutter(&tree, &["index", "--full"]).exits(2);
    assert!(run.err.contains("nothing listens"), "{}", run.err);
    let answer = rutter(&tree, &["search", "anchor", "--json", "--no-refresh"]).exits(0).json();
    assert_eq!(hit_paths(&answer), ["anchor.rs"], "a rebuild that cannot be keeps what is there");
}

#[test]
fn vectors_of_two_makers_are_not_mixed() {
    let tree = Tree::new(FILES);
    let service = Service::start();
    rutter(&tree, &["index", "--quiet"]).exits(0);
    let run = index_by(&tree, &service, &[]).exits(2);
    assert!(run.err.contains("made with the embedder `built-in`"), "{}", run.err);
    assert!(
        run.err.contains(
            "hint: run `rutter index --full --embedder ollama:test --embedder-endpoint http"
        ),
        "{}",
        run.err
    );
    assert!(service.take_asked().is_empty());
    index_by(&tree, &service, &["--full"]).exits(0);
    let run = rutter(&tree, &["index", "--embedder", "none"]).exits(2);
    assert!(run.err.contains("made with the embedder `ollama:test"), "{}", run.err);
    rutter(&tree, &["index", "--quiet", "--full", "--embedder", "built-in"]).exits(0);
    let status = rutter(&tree, &["status", "--json"]).exits(0).json();
    assert!(status["embedding_model"].as_str().unwrap().starts_with("rutter-"), "{status}");
}

#[test]
fn an_index_without_vectors_says_why_it_goes_by_words() {
    let tree = Tree::new(FILES);
    rutter(&tree, &["index", "--quiet", "--embedder", "none"]).exits(0);
    for mode in ["hybrid", "semantic"] {
        let run = rutter(&tree, &["search", "anchor", "--json", "--mode", mode]).exits(0);
        let answer = run.json();
        assert_eq!(answer["mode"], "lexical");
        let remark = "searched by words only: the index was made without vectors";
        assert!(answer["remark"].as_str().unwrap().starts_with(remark), "{answer}");
        assert!(run.err.contains(remark), "{}", run.err);
    }
    let run = rutter(&tree, &["search", "anchor", "--json", "--mode", "lexical"]).exits(0);
    assert!(run.json().get("remark").is_none(), "{}", run.out);
    assert!(run.err.is_empty(), "{}", run.err);
    let doctor = rutter(&tree, &["doctor"]).exits(0);
    assert!(doctor.out.contains("none: search goes by words"), "{}", doctor.out);
}

#[test]
fn an_embedder_that_is_none_is_refused_and_harms_nothing() {
    let tree = Tree::new(FILES);
    rutter(&tree, &["index", "--quiet"]).exits(0);
    for embedder in ["bogus:model", "ollama", "", "ollama:"] {
        let run = rutter(&tree, &["index", "--full", "--embedder", embedder]).exits(2);
        assert!(run.err.contains("hint: "), "{}", run.err);
        let answer = rutter(&tree, &["search", "anchor", "--json", "--no-refresh"]).exits(0).json();
        assert_eq!(answer["mode"], "hybrid", "{embedder}: the index is as it was");
    }
}
