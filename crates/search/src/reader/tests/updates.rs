//! An index from which chunks were deleted answers exactly like one that never had them.
//!
//! Deleted chunks stay in their segment until a merge. Here it is an incremental update that deletes them, which
//! merges nothing.

use super::*;

const DIMS: usize = 128;

/// A pseudo-random vector of a file, equal for equal numbers.
fn vector_of(number: usize) -> [i8; DIMS] {
    let mut state = (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
    std::array::from_fn(|_| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 57) as i8 - 64
    })
}

fn add(writer: &Writer, tree: &Tree, number: usize) {
    let (path, text) = &tree.files[number];
    let facts = facts(path, text);
    let vectors: Vec<i8> = facts.chunks.iter().flat_map(|_| vector_of(number)).collect();
    let id = FileId(number as u32);
    writer.add(id, path, text, &facts, ChunkVectors::Computed(&vectors)).unwrap();
}

/// The answers of an index of the first `n_live` files, made at once, and of one that had all files before.
fn fresh_and_updated(tree: &Tree, n_live: usize) -> [(TempDir, Reader); 2] {
    let open = |numbers: std::ops::Range<usize>| {
        let dir = TempDir::new().unwrap();
        let writer = Writer::open(dir.path(), StartFrom::Empty, BULK, DIMS).unwrap();
        numbers.for_each(|number| add(&writer, tree, number));
        writer.publish("").unwrap();
        dir
    };
    let (fresh, updated) = (open(0..n_live), open(0..tree.files.len()));
    let start = StartFrom::Published;
    let writer = Writer::open(updated.path(), start, Workload::Incremental, DIMS).unwrap();
    (n_live..tree.files.len()).for_each(|number| writer.remove(FileId(number as u32)));
    writer.publish("").unwrap();
    [fresh, updated].map(|dir| {
        let reader = Reader::open(dir.path()).unwrap();
        (dir, reader)
    })
}

/// Compares the answers of both for a query, and returns the hits.
fn check_same(indexes: &[(TempDir, Reader); 2], tree: &Tree, query: &Query<'_>) -> Vec<String> {
    let [fresh, updated] = indexes.each_ref().map(|(_, reader)| reader.search(query, tree));
    assert_eq!(updated, fresh, "{}", query.text);
    tree.show(&fresh)
}

/// Files of one chunk each, with these words.
fn tree_of(texts: impl Iterator<Item = String>) -> Tree {
    let file =
        |(at, words): (usize, String)| (format!("f{at:06}.rs"), format!("fn n{at} {words}\n"));
    Tree { files: texts.enumerate().map(file).collect() }
}

#[test]
fn deleted_chunks_do_not_decide_how_vectors_are_compared() {
    // Only with more live chunks than 32,768 are vectors compared by their codes first.
    let (n_live, n_all) = (24_000, 34_000);
    let tree = tree_of((0..n_all).map(|number| format!("word{}", number % 7)));
    let indexes = fresh_and_updated(&tree, n_live);
    for number in 0..20 {
        let vector = vector_of(n_all + number);
        let [fresh, updated] =
            indexes.each_ref().map(|(_, reader)| reader.nearest(&vector, 60, &|_| true, &tree));
        assert_eq!(fresh.len(), 60);
        assert_eq!(updated, fresh);
    }
}

#[test]
fn deleted_chunks_do_not_decide_which_words_are_rarest() {
    // Of 90 words 64 are searched for. Among live files the later ones are rarer, with the deleted ones the earlier.
    let words = |numbers: std::ops::Range<usize>| {
        numbers.map(|number| format!("rare{number}")).collect::<Vec<_>>().join(" ")
    };
    let live = (0..120).map(|at| if at < 40 { words(0..45) } else { words(45 + at % 45..90) });
    let deleted = (0..100).map(|_| words(45..90));
    let tree = tree_of(live.chain(deleted));
    let indexes = fresh_and_updated(&tree, 120);
    let query = words(0..90);
    assert!(!check_same(&indexes, &tree, &ask(&query)).is_empty());
}

#[test]
fn words_of_deleted_chunks_are_unknown() {
    let live = (0..1_200).map(|at| format!("common ordinary{}", at % 3));
    let deleted = (0..3).map(|_| "zyzzyva quixotry syzygy".to_owned());
    let tree = tree_of(live.chain(deleted));
    let indexes = fresh_and_updated(&tree, 1_200);
    let vector = vector_of(7);
    let query = |text| Query { mode: SearchMode::Hybrid, vector: Some(&vector), ..ask(text) };
    let none: [&str; 0] = [];
    assert_eq!(check_same(&indexes, &tree, &query("zyzzyva quixotry syzygy")), none);
    // A question in words of live files finds them.
    assert!(!check_same(&indexes, &tree, &query("common ordinary1")).is_empty());
}
