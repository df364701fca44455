//! What is particular to SQLite: files, damage and locks. `conformance` has the rest.

use std::fs;
use std::slice;
use std::thread;

use rutter_domain::{Timestamp, Verdict};

use super::*;
use crate::conformance::{self, sample_entry};
use crate::{
    ChangeFeed, Contents, EntryStore, ImportOutcome, Put, StateStore, StoreUrl, StoredEntry,
};

#[test]
fn sqlite_conforms() {
    conformance::check(&|| {
        let folder = tempfile::tempdir().unwrap();
        Box::new(move || crate::open(&StoreUrl::folder(folder.path())))
    })
    .unwrap();
}

fn opened(folder: &tempfile::TempDir) -> SqliteStore {
    SqliteStore::open(&folder.path().join("rutter.db")).unwrap()
}

/// Stores an entry as an author does that knows what is there.
fn put(store: &mut SqliteStore, entry: &StoredEntry) -> String {
    let all = store.entries().unwrap().entries;
    let (path, symbol) = (&entry.entry.path, &entry.entry.symbol);
    let known = all.iter().find(|one| one.entry.path == *path && one.entry.symbol == *symbol);
    match store.put(entry, known, &[]).unwrap() {
        Put::Kept { id } => id,
        Put::Overtaken => panic!("nobody else writes"),
    }
}

#[test]
fn an_entry_that_another_wrote_meanwhile_is_not_replaced_unseen() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = opened(&folder);
    let mut doubted = sample_entry("a.rs", "f", "doubted");
    doubted.entry.verdict = Verdict::Unverified { reason: "not read".to_owned() };
    let id = put(&mut opened(&folder), &sample_entry("a.rs", "f", "checked"));
    assert_eq!(store.put(&doubted, None, &[]).unwrap(), Put::Overtaken);
    let known = store.entries().unwrap().entries.remove(0);
    opened(&folder).reject(&id, "it does not", Timestamp(2000)).unwrap();
    assert_eq!(store.put(&doubted, Some(&known), &[]).unwrap(), Put::Overtaken);
    let known = store.entries().unwrap().entries.remove(0);
    opened(&folder).forget(slice::from_ref(&id)).unwrap();
    assert_eq!(store.put(&doubted, Some(&known), &[]).unwrap(), Put::Overtaken);
    assert_eq!(store.put(&doubted, None, &[]).unwrap(), Put::Kept { id });
}

#[test]
fn an_entry_comes_back_as_it_was_and_keeps_its_id_when_rewritten() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = opened(&folder);
    let id = put(&mut store, &sample_entry("a.rs", "f", "one"));
    assert_eq!(id.len(), 8);
    assert_eq!(put(&mut store, &sample_entry("a.rs", "f", "two")), id);
    put(&mut store, &sample_entry("a.rs", "g", "three"));
    let all = opened(&folder).entries().unwrap().entries;
    let mut expected = sample_entry("a.rs", "f", "two");
    expected.entry.id = id;
    assert_eq!(all[0], expected);
    assert_eq!(all.len(), 2);
}

#[test]
fn a_note_stays_with_the_symbol_when_its_entry_is_rewritten() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = opened(&folder);
    let id = put(&mut store, &sample_entry("a.rs", "f", "one"));
    assert!(store.reject("missing", "no", Timestamp(5)).unwrap().is_none());
    let rejected = store.reject(&id, "it does not", Timestamp(2000)).unwrap().unwrap();
    assert_eq!(rejected.entry.verdict, Verdict::Rejected { note: "it does not".to_owned() });
    store.mark_shown(&id, "run-1").unwrap();
    put(&mut store, &sample_entry("a.rs", "f", "two"));
    let all = store.entries().unwrap().entries;
    assert_eq!(all[0].entry.verdict, Verdict::Checked);
    assert_eq!(all[0].notes[0].summary, "one");
    assert_eq!(all[0].notes[0].shown_to.as_deref(), Some("run-1"));
    assert_eq!(store.forget(&[id.clone(), "other".to_owned()]).unwrap(), [id]);
    assert_eq!(store.n_entries().unwrap(), 0);
}

#[test]
fn what_comes_from_elsewhere_never_replaces_what_is_newer() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = opened(&folder);
    let mut brought = sample_entry("a.rs", "f", "one");
    brought.entry.id = "brought1".to_owned();
    assert_eq!(store.import(slice::from_ref(&brought)).unwrap(), [ImportOutcome::Taken]);
    assert_eq!(store.import(slice::from_ref(&brought)).unwrap(), [ImportOutcome::Same]);
    brought.entry.summary = "newer".to_owned();
    brought.entry.created_at = Timestamp(3000);
    assert_eq!(store.import(slice::from_ref(&brought)).unwrap(), [ImportOutcome::Taken]);
    brought.entry.created_at = Timestamp(2000);
    assert_eq!(store.import(slice::from_ref(&brought)).unwrap(), [ImportOutcome::Older]);
    assert_eq!(store.entries().unwrap().entries[0].entry.summary, "newer");
}

#[test]
fn many_writers_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        for writer in 0..8 {
            let folder = &folder;
            scope.spawn(move || {
                let mut store = opened(folder);
                for n in 0..10 {
                    let symbol = format!("f{writer}_{n}");
                    put(&mut store, &sample_entry("a.rs", &symbol, "said"));
                }
            });
        }
    });
    assert_eq!(opened(&folder).n_entries().unwrap(), 80);
}

#[test]
fn an_unchanged_store_answers_without_a_query() {
    let folder = tempfile::tempdir().unwrap();
    let (reader, mut writer) = (opened(&folder), opened(&folder));
    put(&mut writer, &sample_entry("a.rs", "f", "one"));
    let latest = reader.latest().unwrap();
    let n_queries = reader.n_queries.get();
    for _ in 0..100 {
        assert_eq!(reader.latest().unwrap(), latest);
    }
    assert_eq!(reader.n_queries.get(), n_queries);
    // Not even SQLite's own statements count: without the table, any would fail.
    writer.connection.execute_batch("ALTER TABLE changes RENAME TO elsewhere").unwrap();
    assert_eq!(reader.latest().unwrap(), latest);
    writer.connection.execute_batch("ALTER TABLE elsewhere RENAME TO changes").unwrap();
    put(&mut writer, &sample_entry("a.rs", "g", "two"));
    assert!(reader.latest().unwrap() > latest);
    assert_eq!(reader.n_queries.get(), n_queries + 1);
}

#[test]
fn every_commit_is_seen_by_the_very_next_question() {
    let folder = tempfile::tempdir().unwrap();
    let (reader, mut writer) = (opened(&folder), opened(&folder));
    for n in 0..300 {
        let before = reader.latest().unwrap();
        writer.set_state(&format!("key{n}"), "value", None).unwrap();
        assert!(reader.latest().unwrap() > before, "{n}");
    }
}

#[test]
fn without_a_commit_signal_each_question_is_a_query() {
    let folder = tempfile::tempdir().unwrap();
    let (reader, mut writer) = (opened(&folder), opened(&folder));
    fs::remove_file(folder.path().join("rutter.db-changed")).unwrap();
    let n_queries = reader.n_queries.get();
    for _ in 0..3 {
        reader.latest().unwrap();
    }
    assert_eq!(reader.n_queries.get(), n_queries + 3);
    put(&mut writer, &sample_entry("a.rs", "f", "one"));
    assert_eq!(reader.latest().unwrap(), 1);
}

#[test]
fn a_damaged_database_is_named_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rutter.db");
    put(&mut opened(&folder), &sample_entry("a.rs", "f", "one"));
    let whole = fs::read(&path).unwrap();
    let cut = whole[..whole.len() / 2].to_vec();
    for bytes in [b"this is no database at all, but long enough to be read".to_vec(), cut] {
        fs::write(&path, &bytes).unwrap();
        let error = SqliteStore::open(&path).and_then(|store| store.entries()).unwrap_err();
        assert!(matches!(error, Error::Damaged { .. }), "{error}");
        assert!(error.to_string().contains("rutter.db"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn a_database_of_another_version_is_refused() {
    for other in [4, 99] {
        let folder = tempfile::tempdir().unwrap();
        let store = opened(&folder);
        store.connection.pragma_update(None, "user_version", other).unwrap();
        drop(store);
        let error = SqliteStore::open(&folder.path().join("rutter.db")).unwrap_err();
        assert!(matches!(error, Error::Version { found, .. } if found == other), "{error}");
    }
}

#[test]
fn an_altered_byte_shows_in_its_entry_and_in_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rutter.db");
    let mut store = SqliteStore::open(&path).unwrap();
    for symbol in ["first", "second"] {
        store.put(&sample_entry("src/a.rs", symbol, "walks the tree"), None, &[]).unwrap();
    }
    assert!(store.entries().unwrap().damage.is_empty());
    let change = "UPDATE entries SET summary = 'walks the treo' WHERE symbol = 'first'";
    store.connection.execute(change, []).unwrap();
    let Contents { entries, damage, .. } = store.entries().unwrap();
    assert_eq!(damage.altered, [entries[0].entry.id.clone()]);
    assert_eq!((entries[0].entry.symbol.as_str(), damage.lost.len()), ("first", 0));
    let rejected = store.reject(&entries[0].entry.id, "wrong", Timestamp(9)).unwrap();
    assert!(rejected.is_some());
    assert!(store.verify().unwrap().is_empty(), "rewriting an entry repairs it");
}

#[test]
fn a_lost_entry_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = SqliteStore::open(&folder.path().join("rutter.db")).unwrap();
    store.put(&sample_entry("src/a.rs", "first", "walks the tree"), None, &[]).unwrap();
    let id = store.entries().unwrap().entries[0].entry.id.clone();
    store.connection.execute("DELETE FROM entries", []).unwrap();
    assert_eq!(store.entries().unwrap().damage.lost, std::slice::from_ref(&id));
    store.forget(&[id]).unwrap();
    assert!(store.entries().unwrap().damage.is_empty());
}

#[test]
fn damage_to_a_changed_entry_is_reported_with_the_change() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = opened(&folder);
    let id = put(&mut store, &sample_entry("src/a.rs", "first", "walks the tree"));
    store.connection.execute("UPDATE entries SET summary = 'x'", []).unwrap();
    let changes = store.entry_changes_since(0).unwrap().unwrap();
    assert_eq!((changes.changed.len(), changes.damage.altered), (1, vec![id.clone()]));
    store.connection.execute("DELETE FROM entries", []).unwrap();
    let changes = store.entry_changes_since(0).unwrap().unwrap();
    assert_eq!(changes.damage.lost, std::slice::from_ref(&id));
    store.forget(slice::from_ref(&id)).unwrap();
    let changes = store.entry_changes_since(0).unwrap().unwrap();
    assert_eq!((changes.removed, changes.damage.is_empty()), (vec![id], true));
}

#[test]
fn what_rutter_never_makes_is_refused() {
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n";
    for crafted in [
        format!("DROP TABLE entries; CREATE VIEW entries AS {endless}"),
        format!("CREATE VIEW more AS {endless}"),
        "CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM entries; END".to_owned(),
        "CREATE TABLE other (x)".to_owned(),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rutter.db");
        drop(SqliteStore::open(&path).unwrap());
        Connection::open(&path).unwrap().execute_batch(&crafted).unwrap();
        let error = SqliteStore::open(&path).unwrap_err();
        assert!(matches!(error, Error::Foreign { .. }), "{crafted}: {error}");
    }
}

#[test]
fn a_reader_does_not_wait_for_a_writer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rutter.db");
    let mut store = SqliteStore::open(&path).unwrap();
    store.put(&sample_entry("src/a.rs", "first", "walks the tree"), None, &[]).unwrap();
    store.connection.execute_batch("BEGIN IMMEDIATE; DELETE FROM entries").unwrap();
    let began = std::time::Instant::now();
    let other = SqliteStore::open(&path).unwrap();
    assert_eq!(other.entries().unwrap().entries.len(), 1);
    assert!(began.elapsed() < BUSY_LIMIT, "{:?}", began.elapsed());
}

/// Far less than the time for which a writer waits for another.
const BUSY_LIMIT: std::time::Duration = std::time::Duration::from_secs(30);
