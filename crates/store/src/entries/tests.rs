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
    let all = notebook.all().unwrap();
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
    let known = notebook.all().unwrap().remove(0);
    opened(&folder).reject(&id, "it does not", Timestamp(2000)).unwrap();
    assert_eq!(notebook.put(&doubted, Some(&known)).unwrap(), Put::Overtaken);
    let known = notebook.all().unwrap().remove(0);
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
    let all = opened(&folder).all().unwrap();
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
    let all = notebook.all().unwrap();
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
    assert_eq!(notebook.all().unwrap()[0].entry.summary, "newer");
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
