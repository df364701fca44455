//! The notebook, by itself.

use std::fs;
use std::slice;
use std::thread;

use rutter_domain::{ContentHash, Evidence, SymbolKind};

use super::*;

fn noted(path: &str, symbol: &str, summary: &str) -> Noted {
    let evidence = Evidence { path: path.to_owned(), start_line: 1, end_line: 3 };
    Noted {
        entry: Entry {
            id: String::new(),
            symbol: symbol.to_owned(),
            path: path.to_owned(),
            summary: summary.to_owned(),
            details: None,
            tags: vec!["net".to_owned()],
            evidence: vec![evidence],
            confidence: Some(0.5),
            author: "tester".to_owned(),
            run: None,
            created_at: Timestamp(1000),
            verdict: Verdict::Verified,
        },
        anchor: Anchor {
            name: symbol.to_owned(),
            kind: SymbolKind::Function,
            subject: u64::MAX - 1,
            start_line: 1,
            end_line: 3,
            content: ContentHash([7; 16]),
            windows: vec![None],
            twins: Vec::new(),
        },
        vector: Some(EntryVector { embedder: "a:b".to_owned(), values: vec![1, -2, 127] }),
        notes: Vec::new(),
    }
}

fn opened(folder: &tempfile::TempDir) -> Notebook {
    Notebook::open(&folder.path().join("rutter.db")).unwrap()
}

/// Keeps an entry as somebody does who knows what is there.
fn put(notebook: &mut Notebook, noted: &Noted) -> String {
    let all = notebook.all().unwrap().entries;
    let (path, symbol) = (&noted.entry.path, &noted.entry.symbol);
    let known = all.iter().find(|one| one.entry.path == *path && one.entry.symbol == *symbol);
    match notebook.put(noted, known).unwrap() {
        Put::Kept { id } => id,
        Put::Overtaken => panic!("nobody else writes"),
    }
}

#[test]
fn an_entry_that_another_wrote_meanwhile_is_not_replaced_unseen() {
    let folder = tempfile::tempdir().unwrap();
    let mut notebook = opened(&folder);
    let mut doubted = noted("a.rs", "f", "doubted");
    doubted.entry.verdict = Verdict::Unverified { reason: "not read".to_owned() };
    let id = put(&mut opened(&folder), &noted("a.rs", "f", "verified"));
    assert_eq!(notebook.put(&doubted, None).unwrap(), Put::Overtaken);
    let known = notebook.all().unwrap().entries.remove(0);
    opened(&folder).reject(&id, "it does not", Timestamp(2000)).unwrap();
    assert_eq!(notebook.put(&doubted, Some(&known)).unwrap(), Put::Overtaken);
    let known = notebook.all().unwrap().entries.remove(0);
    opened(&folder).forget(slice::from_ref(&id)).unwrap();
    assert_eq!(notebook.put(&doubted, Some(&known)).unwrap(), Put::Overtaken);
    assert_eq!(notebook.put(&doubted, None).unwrap(), Put::Kept { id });
}

#[test]
fn an_entry_comes_back_as_it_was_and_keeps_its_id_when_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    let mut notebook = opened(&folder);
    let id = put(&mut notebook, &noted("a.rs", "f", "one"));
    assert_eq!(id.len(), 8);
    assert_eq!(put(&mut notebook, &noted("a.rs", "f", "two")), id);
    put(&mut notebook, &noted("a.rs", "g", "three"));
    let all = opened(&folder).all().unwrap().entries;
    let mut expected = noted("a.rs", "f", "two");
    expected.entry.id = id;
    assert_eq!(all[0], expected);
    assert_eq!(all.len(), 2);
}

#[test]
fn a_note_stays_with_the_symbol_when_its_entry_is_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    let mut notebook = opened(&folder);
    let id = put(&mut notebook, &noted("a.rs", "f", "one"));
    assert!(notebook.reject("nothing", "no", Timestamp(5)).unwrap().is_none());
    let rejected = notebook.reject(&id, "it does not", Timestamp(2000)).unwrap().unwrap();
    assert_eq!(rejected.entry.verdict, Verdict::Rejected { note: "it does not".to_owned() });
    notebook.mark_told(&id, "run-1").unwrap();
    put(&mut notebook, &noted("a.rs", "f", "two"));
    let all = notebook.all().unwrap().entries;
    assert_eq!(all[0].entry.verdict, Verdict::Verified);
    assert_eq!(all[0].notes[0].summary, "one");
    assert_eq!(all[0].notes[0].told_to.as_deref(), Some("run-1"));
    assert_eq!(notebook.forget(&[id.clone(), "other".to_owned()]).unwrap(), [id]);
    assert_eq!(notebook.n_entries().unwrap(), 0);
}

#[test]
fn what_comes_from_elsewhere_never_replaces_what_is_newer() {
    let folder = tempfile::tempdir().unwrap();
    let mut notebook = opened(&folder);
    let mut brought = noted("a.rs", "f", "one");
    brought.entry.id = "brought1".to_owned();
    assert_eq!(notebook.adopt(slice::from_ref(&brought)).unwrap(), [Adoption::Taken]);
    assert_eq!(notebook.adopt(slice::from_ref(&brought)).unwrap(), [Adoption::Same]);
    brought.entry.summary = "newer".to_owned();
    brought.entry.created_at = Timestamp(3000);
    assert_eq!(notebook.adopt(slice::from_ref(&brought)).unwrap(), [Adoption::Taken]);
    brought.entry.created_at = Timestamp(2000);
    assert_eq!(notebook.adopt(slice::from_ref(&brought)).unwrap(), [Adoption::Older]);
    assert_eq!(notebook.all().unwrap().entries[0].entry.summary, "newer");
}

#[test]
fn many_writers_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        for writer in 0..8 {
            let folder = &folder;
            scope.spawn(move || {
                let mut notebook = opened(folder);
                for n in 0..10 {
                    let symbol = format!("f{writer}_{n}");
                    put(&mut notebook, &noted("a.rs", &symbol, "said"));
                }
            });
        }
    });
    assert_eq!(opened(&folder).n_entries().unwrap(), 80);
}

#[test]
fn a_write_by_another_changes_the_version() {
    let folder = tempfile::tempdir().unwrap();
    let (reader, mut writer) = (opened(&folder), opened(&folder));
    let before = reader.version().unwrap();
    assert_eq!(reader.version().unwrap(), before);
    put(&mut writer, &noted("a.rs", "f", "one"));
    assert_ne!(reader.version().unwrap(), before);
}

#[test]
fn a_damaged_notebook_is_named_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rutter.db");
    put(&mut opened(&folder), &noted("a.rs", "f", "one"));
    let whole = fs::read(&path).unwrap();
    let cut = whole[..whole.len() / 2].to_vec();
    for bytes in [b"this is no database at all, but long enough to be read".to_vec(), cut] {
        fs::write(&path, &bytes).unwrap();
        let error = Notebook::open(&path).and_then(|notebook| notebook.all()).unwrap_err();
        assert!(matches!(error, Error::NotebookDamaged { .. }), "{error}");
        assert!(error.to_string().contains("rutter.db"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn a_notebook_of_a_newer_program_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let notebook = opened(&folder);
    notebook.connection.pragma_update(None, "user_version", 99).unwrap();
    drop(notebook);
    let error = Notebook::open(&folder.path().join("rutter.db")).unwrap_err();
    assert!(matches!(error, Error::NotebookVersion { found: 99, .. }), "{error}");
}

#[test]
fn an_altered_byte_shows_in_its_entry_and_in_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rutter.db");
    let mut notebook = Notebook::open(&path).unwrap();
    for symbol in ["first", "second"] {
        notebook.put(&noted("src/a.rs", symbol, "walks the tree"), None).unwrap();
    }
    assert!(notebook.all().unwrap().damage.is_empty());
    let change = "UPDATE entries SET summary = 'walks the treo' WHERE symbol = 'first'";
    notebook.connection.execute(change, []).unwrap();
    let Contents { entries, damage } = notebook.all().unwrap();
    assert_eq!(damage.altered, [entries[0].entry.id.clone()]);
    assert_eq!((entries[0].entry.symbol.as_str(), damage.lost.len()), ("first", 0));
    let rejected = notebook.reject(&entries[0].entry.id, "wrong", Timestamp(9)).unwrap();
    assert!(rejected.is_some());
    assert!(notebook.verify().unwrap().is_empty(), "what is written again is whole again");
}

#[test]
fn a_lost_entry_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    let mut notebook = Notebook::open(&folder.path().join("rutter.db")).unwrap();
    notebook.put(&noted("src/a.rs", "first", "walks the tree"), None).unwrap();
    let id = notebook.all().unwrap().entries[0].entry.id.clone();
    notebook.connection.execute("DELETE FROM entries", []).unwrap();
    assert_eq!(notebook.all().unwrap().damage.lost, std::slice::from_ref(&id));
    notebook.forget(&[id]).unwrap();
    assert!(notebook.all().unwrap().damage.is_empty());
}

#[test]
fn a_notebook_of_an_older_version_gets_checksums() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rutter.db");
    let mut notebook = Notebook::open(&path).unwrap();
    notebook.put(&noted("src/a.rs", "first", "walks the tree"), None).unwrap();
    notebook.connection.execute_batch("DROP TABLE checksums; PRAGMA user_version = 1").unwrap();
    drop(notebook);
    let notebook = Notebook::open(&path).unwrap();
    assert!(notebook.all().unwrap().damage.is_empty());
    notebook.connection.execute("UPDATE entries SET details = 'x'", []).unwrap();
    assert_eq!(notebook.all().unwrap().damage.altered.len(), 1);
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
        drop(Notebook::open(&path).unwrap());
        Connection::open(&path).unwrap().execute_batch(&crafted).unwrap();
        let error = Notebook::open(&path).unwrap_err();
        assert!(matches!(error, Error::NotebookForeign { .. }), "{crafted}: {error}");
    }
}

#[test]
fn a_reader_does_not_wait_for_a_writer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rutter.db");
    let mut notebook = Notebook::open(&path).unwrap();
    notebook.put(&noted("src/a.rs", "first", "walks the tree"), None).unwrap();
    notebook.connection.execute_batch("BEGIN IMMEDIATE; DELETE FROM entries").unwrap();
    let began = std::time::Instant::now();
    let other = Notebook::open(&path).unwrap();
    assert_eq!(other.all().unwrap().entries.len(), 1);
    assert!(began.elapsed() < BUSY_LIMIT, "{:?}", began.elapsed());
}

/// Far less than the time for which a writer waits for another.
const BUSY_LIMIT: std::time::Duration = std::time::Duration::from_secs(30);
