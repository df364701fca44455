//! Notebooks that older versions wrote. `version_3.sql` is one, as SQL.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use expect_test::{Expect, expect};
use rutter_domain::{ChatSession, Measurement, Timestamp};

use super::*;
use crate::conformance::sample_entry;
use crate::sqlite::SqliteStore;
use crate::sqlite::commit_signal::CommitSignal;
use crate::{
    Acquired, ChangeFeed, Contents, EntryStore, Error, GapStore, LeaseStore, Put, Saved,
    SessionStore, StateStore, StoredEntry,
};

const VERSIONS: [u32; 4] = [1, 2, 3, 4];

/// A notebook as an older version left it.
fn older_notebook(folder: &tempfile::TempDir, version: u32) -> PathBuf {
    let path = folder.path().join("rutter.db");
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "journal_mode", "WAL").unwrap();
    connection.execute_batch(include_str!("version_3.sql")).unwrap();
    if version >= VERSION_CLAIMS {
        drop(connection);
        SqliteStore::open(&path).unwrap();
        let newer = "DROP TABLE gaps; DROP TABLE attempts; DROP TABLE measurements";
        change(&path, &format!("{newer}; PRAGMA user_version = {version}"));
        return path;
    }
    if version < VERSION_CHANGES {
        let newer = "DROP TABLE changes; DROP TABLE sessions; DROP TABLE state; DROP TABLE leases";
        connection.execute_batch(newer).unwrap();
    }
    if version < VERSION_CHECKSUMS {
        connection.execute_batch("DROP TABLE checksums").unwrap();
    }
    connection.pragma_update(None, "user_version", version).unwrap();
    path
}

fn change(path: &Path, sql: &str) {
    Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

/// One line for each entry, then one for each note.
fn check(entries: &[StoredEntry], expect: &Expect) {
    let mut text = String::new();
    for stored in entries {
        let StoredEntry { entry, checks, notes, reviews, anchor, .. } = stored;
        text += &format!("{} {} {:?}, ", entry.id, entry.symbol, entry.verdict);
        text += &format!("checks {checks}, {} claims, ", entry.claims.len());
        text += &format!("{} reviews, {} supports\n", reviews.len(), anchor.supports.len());
        for note in notes {
            text += &format!("  {}\n", note.note);
        }
    }
    expect.assert_eq(&text);
}

fn migrated() -> Expect {
    expect![[r#"
        6db94eyf drop_all Rejected { note: "it keeps one" }, checks 0, 0 claims, 0 reviews, 0 supports
          it keeps one
        j7asnc7q give Unverified { reason: "`nobody_at_all` is neither in the index nor in the evidence" }, checks 0, 0 claims, 0 reviews, 0 supports
        88suw8t2 take Pending, checks 0, 0 claims, 0 reviews, 0 supports
    "#]]
}

#[test]
fn a_notebook_of_any_older_version_is_migrated() {
    for older in VERSIONS {
        let folder = tempfile::tempdir().unwrap();
        let path = older_notebook(&folder, older);
        let mut store = SqliteStore::open(&path).unwrap();
        assert_eq!(version(&store.connection).unwrap(), VERSION);
        let Contents { entries, damage, latest } = store.entries().unwrap();
        check(&entries, &migrated());
        assert!(damage.is_empty(), "version {older}: {damage:?}");
        assert!(store.verify().unwrap().is_empty());
        assert_eq!(latest, if older >= 3 { 4 } else { 3 });
        assert_eq!(store.gap_records().unwrap(), []);
        assert_eq!(store.history(&entries[0].entry.id).unwrap(), []);
        let rival = sample_entry("src/pool.rs", "take", "another text");
        let others = [entries[2].entry.id.clone()];
        assert!(matches!(store.put(&rival, None, &others).unwrap(), Put::Kept { .. }));
        let saved = store.save_session("s", &ChatSession::default(), None, Timestamp(1)).unwrap();
        assert!(matches!(saved, Saved::Kept { .. }));
        store.set_state("key", "value", None).unwrap();
        let hour = Duration::from_secs(3600);
        let lease = store.acquire_lease("index", "me", Timestamp(1), hour).unwrap();
        assert!(matches!(lease, Acquired::Granted(_)));
        store.add_measurement(&Measurement::default()).unwrap();
        drop(store);
        assert_eq!(SqliteStore::open(&path).unwrap().entries().unwrap().entries.len(), 4);
    }
}

#[test]
fn damage_from_before_a_migration_is_still_reported_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = older_notebook(&folder, 3);
    change(
        &path,
        "UPDATE entries SET summary = 'x' WHERE symbol = 'take'; \
         DELETE FROM entries WHERE symbol = 'give'",
    );
    let damage = SqliteStore::open(&path).unwrap().entries().unwrap().damage;
    assert_eq!((damage.altered, damage.lost), (vec!["88suw8t2".into()], vec!["j7asnc7q".into()]));
}

#[test]
fn a_migration_that_fails_leaves_the_notebook_as_it_was() {
    let dump = |path: &Path| {
        let connection = Connection::open(path).unwrap();
        let text = "SELECT group_concat(sql, ';') FROM sqlite_schema";
        let tables: String = connection.query_row(text, [], |row| row.get(0)).unwrap();
        let text = "SELECT group_concat(id || summary || verdict || anchor) FROM entries";
        let rows: String = connection.query_row(text, [], |row| row.get(0)).unwrap();
        (version(&connection).unwrap(), tables, rows)
    };
    for older in VERSIONS.into_iter().filter(|older| *older < VERSION_CLAIMS) {
        let folder = tempfile::tempdir().unwrap();
        let path = older_notebook(&folder, older);
        // The table of this version takes no entry without an author.
        change(
            &path,
            "PRAGMA writable_schema = ON; \
             UPDATE sqlite_schema SET sql = replace(sql, 'author TEXT NOT NULL', 'author TEXT') \
             WHERE name = 'entries'",
        );
        change(&path, "UPDATE entries SET author = NULL WHERE symbol = 'take'");
        let before = dump(&path);
        let mut connection = Connection::open(&path).unwrap();
        migrate(&mut connection).unwrap_err();
        drop(connection);
        assert_eq!(dump(&path), before);
    }
}

#[test]
fn a_row_that_cannot_be_read_stops_the_migration() {
    let folder = tempfile::tempdir().unwrap();
    let path = older_notebook(&folder, 3);
    change(&path, "UPDATE entries SET verdict = 'strange' WHERE symbol = 'take'");
    let error = SqliteStore::open(&path).unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
    assert_eq!(version(&Connection::open(&path).unwrap()).unwrap(), 3);
}

#[test]
fn an_older_notebook_that_cannot_be_written_is_read_and_followed() {
    for older in VERSIONS {
        let folder = tempfile::tempdir().unwrap();
        let path = older_notebook(&folder, older);
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let reader = SqliteStore {
            connection: Connection::open_with_flags(&path, flags).unwrap(),
            version: Cell::new(older),
            obstacle: Some("no permission".to_owned()),
            path: path.clone(),
            signal: CommitSignal::beside(&folder.path().join("none")),
            latest: Cell::new(None),
            n_queries: Cell::new(0),
        };
        let Contents { entries, damage, latest } = reader.entries().unwrap();
        check(&entries, &migrated());
        assert!(damage.is_empty(), "version {older}: {damage:?}");
        assert_eq!(reader.latest().unwrap(), latest);
        assert_eq!(reader.history("88suw8t2").unwrap(), []);
        assert_eq!(reader.sessions().unwrap(), []);
        assert_eq!(reader.state("key").unwrap(), None);
        assert_eq!(reader.attempts(None).unwrap(), []);
        if older < VERSION_CHANGES {
            assert!(reader.since(latest).unwrap().is_none());
            // An older version writes.
            change(&path, "UPDATE entries SET tags = '[]'");
            assert_ne!(reader.latest().unwrap(), latest);
        }
        // This version migrates the notebook.
        let mut store = SqliteStore::open(&path).unwrap();
        let before = reader.latest().unwrap();
        store.put(&sample_entry("src/b.rs", "second", "cuts the tree"), None, &[]).unwrap();
        assert_eq!(reader.latest().unwrap(), before + 1);
        let changes = reader.entry_changes_since(before).unwrap().unwrap();
        assert_eq!((changes.changed.len(), changes.damage.is_empty()), (1, true));
    }
}
