//! What the cache of entries reads again, and what it does not.

use rutter_store::Store;

use super::*;
use crate::cache::{LoadedEntries, store_url};

const FILES: &str = "//- src/a.rs\npub fn first() {}\n\npub fn second(x: u8) -> u8 {\n    x\n}\n";

fn other_process(knowledge: &Knowledge) -> Box<dyn Store> {
    rutter_store::open(&store_url(knowledge.snapshot.layout())).unwrap()
}

fn load(knowledge: &Knowledge) -> Arc<LoadedEntries> {
    knowledge.load_entries().unwrap().unwrap()
}

fn summaries(loaded: &LoadedEntries) -> Vec<&str> {
    loaded.rows.iter().map(|row| row.stored.entry.summary.as_str()).collect()
}

#[test]
fn unchanged_entries_are_not_loaded_again() {
    let tree = Tree::new(FILES);
    record(&tree, draft("first", "src/a.rs", "Does nothing."));
    let knowledge = knowledge(&tree);
    let loaded = load(&knowledge);
    for _ in 0..3 {
        assert!(Arc::ptr_eq(&loaded, &load(&knowledge)));
    }
}

#[test]
fn the_next_use_sees_what_another_process_wrote_and_reads_nothing_else() {
    let tree = Tree::new(FILES);
    record(&tree, draft("first", "src/a.rs", "Does nothing."));
    let id = record(&tree, draft("second", "src/a.rs", "Returns its argument."));
    let knowledge = knowledge(&tree);
    let mut other = other_process(&knowledge);
    let before = load(&knowledge);
    let known = other.entry(&id).unwrap().unwrap();
    let mut rewritten = known.clone();
    rewritten.entry.summary = "Returns what it is given.".to_owned();
    other.put(&rewritten, Some(&known), &[]).unwrap();
    let after = load(&knowledge);
    assert_eq!(summaries(&after), ["Does nothing.", "Returns what it is given."]);
    assert!(Arc::ptr_eq(&before.rows[0], &after.rows[0]), "the first entry was not read again");
    other.forget(&[id]).unwrap();
    assert_eq!(summaries(&load(&knowledge)), ["Does nothing."]);
}

#[test]
fn a_change_that_is_no_entry_reads_no_entry() {
    let tree = Tree::new(FILES);
    record(&tree, draft("first", "src/a.rs", "Does nothing."));
    let knowledge = knowledge(&tree);
    let before = load(&knowledge);
    other_process(&knowledge).set_state("key", "value", None).unwrap();
    let after = load(&knowledge);
    assert!(Arc::ptr_eq(&before.rows[0], &after.rows[0]));
}

#[test]
fn a_store_that_was_deleted_and_created_again_is_read_again() {
    let tree = Tree::new(FILES);
    record(&tree, draft("first", "src/a.rs", "Does nothing."));
    let reader = knowledge(&tree);
    assert_eq!(load(&reader).rows.len(), 1);
    for name in ["rutter.db", "rutter.db-wal", "rutter.db-shm", "rutter.db-changed"] {
        // The log and its index may not exist.
        let _ = fs::remove_file(tree.file(&format!(".rutter/{name}")));
    }
    assert!(reader.load_entries().unwrap().is_none());
    record(&tree, draft("second", "src/a.rs", "Returns its argument."));
    assert_eq!(summaries(&load(&reader)), ["Returns its argument."]);
}
