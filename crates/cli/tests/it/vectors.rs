//! Vector files that were damaged on disk: reported, ignored in search, rebuilt.

use std::fs;
use std::path::{Path, PathBuf};

use rutter_fixture::{Tree, synthetic};
use serde_json::Value;

use crate::run::{hit_paths, rutter};

fn tree() -> Tree {
    let tree = synthetic(20, 3);
    tree.write("anchor.rs", "fn anchor_of_all() {}\n");
    rutter(&tree, &["index", "--quiet"]).exits(0);
    tree
}

/// The vector files of the index.
fn vector_files(tree: &Tree) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(tree.file(".rutter/index")).unwrap().flatten() {
        let Ok(files) = fs::read_dir(entry.path().join("lexical")) else { continue };
        found.extend(files.flatten().map(|file| file.path()));
    }
    found.retain(|path| path.extension().is_some_and(|extension| extension == "vec"));
    assert!(!found.is_empty());
    found
}

fn search(tree: &Tree, more: &[&str]) -> Value {
    let args = [&["search", "anchor_of_all", "--json"], more].concat();
    let answer = rutter(tree, &args).exits(0).json();
    assert_eq!(hit_paths(&answer)[0], "anchor.rs", "{answer}");
    answer
}

/// Ways to damage a file, with their names.
type Damage = (&'static str, fn(&Path));

const DAMAGES: [Damage; 4] = [
    ("deleted", |path| fs::remove_file(path).unwrap()),
    ("emptied", |path| fs::write(path, "").unwrap()),
    ("overwritten", |path| fs::write(path, "no vectors at all ".repeat(100)).unwrap()),
    ("cut short", |path| {
        let bytes = fs::read(path).unwrap();
        fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
    }),
];

#[test]
fn damaged_vectors_are_reported_and_words_searched_meanwhile() {
    for (name, damage) in DAMAGES {
        let tree = tree();
        vector_files(&tree).iter().for_each(|path| damage(path));
        let run = rutter(&tree, &["search", "anchor_of_all", "--json", "--no-refresh"]).exits(0);
        let answer = run.json();
        assert_eq!(hit_paths(&answer)[0], "anchor.rs", "{name}");
        assert_eq!(answer["mode"], "lexical", "{name}");
        let remark = answer["remark"].as_str().unwrap();
        assert!(remark.starts_with("searched by words only: "), "{name}: {remark}");
        assert!(remark.contains("`rutter index` rebuilds them"), "{name}: {remark}");
        assert!(run.err.contains(remark), "{name}: {}", run.err);
        let similar = rutter(&tree, &["similar", "anchor.rs:1", "--json", "--no-refresh"]).json();
        assert_eq!(similar["mode"], "lexical", "{name}");
        let doctor = rutter(&tree, &["doctor"]).exits(3);
        assert!(doctor.out.contains("run `rutter index`"), "{name}: {}", doctor.out);
    }
}

#[test]
fn the_next_query_rebuilds_a_small_index() {
    for (name, damage) in DAMAGES {
        let tree = tree();
        vector_files(&tree).iter().for_each(|path| damage(path));
        let answer = search(&tree, &[]);
        assert_eq!(answer["mode"], "hybrid", "{name}");
        assert_eq!(search(&tree, &["--no-refresh"])["mode"], "hybrid", "{name}");
        rutter(&tree, &["doctor"]).exits(0);
    }
}

#[test]
fn index_always_rebuilds_them() {
    for (name, damage) in DAMAGES {
        let tree = tree();
        vector_files(&tree).iter().for_each(|path| damage(path));
        rutter(&tree, &["index", "--quiet"]).exits(0);
        assert_eq!(search(&tree, &["--no-refresh"])["mode"], "hybrid", "{name}");
        rutter(&tree, &["doctor"]).exits(0);
    }
}

#[test]
fn doctor_finds_a_single_flipped_byte() {
    let tree = tree();
    let path = vector_files(&tree).remove(0);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let doctor = rutter(&tree, &["doctor"]).exits(3);
    assert!(doctor.out.contains(".vec` fails its checksum"), "{}", doctor.out);
    rutter(&tree, &["index", "--full", "--quiet"]).exits(0);
    rutter(&tree, &["doctor"]).exits(0);
}

#[test]
fn doctor_looks_at_the_model_and_the_embedder() {
    let tree = tree();
    let checks = rutter(&tree, &["doctor", "--json"]).exits(0).json();
    let names: Vec<&str> = checks["checks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|check| check["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"model") && names.contains(&"embedder"), "{names:?}");
}
