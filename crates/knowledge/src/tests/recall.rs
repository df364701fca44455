//! Entries in a search.

use super::*;
use rutter_domain::{Finding, SearchMode};
use rutter_engine::{HitKind, SearchRequest};
use rutter_workspace::Scope;

const FILES: &str = "\
//- src/a.rs
pub fn frobnicate(x: u8) -> u8 {
    x.rotate_left(3)
}

pub fn other(x: u8) -> u8 {
    x
}
//- src/b.rs
/// Reads the tide table of a harbour.
pub fn tide_table() -> Vec<u8> {
    Vec::new()
}
";

fn search(tree: &Tree, query: &str, scope: Scope, mode: SearchMode) -> Vec<rutter_engine::Hit> {
    let query = query.to_owned();
    let request = SearchRequest { query, limit: 10, scope, mode, ..SearchRequest::default() };
    knowledge(tree).search(&request).unwrap().hits
}

/// The symbols of the hits in their order, each with the status of its entry.
fn order(hits: &[rutter_engine::Hit]) -> Vec<(String, Option<EntryStatus>)> {
    let status = |hit: &rutter_engine::Hit| hit.entry.as_ref().map(|entry| entry.status);
    hits.iter().map(|hit| (hit.symbol.clone().unwrap_or_default(), status(hit))).collect()
}

#[test]
fn only_a_confirmed_entry_moves_code_up_and_all_mark_it() {
    let tree = Tree::new(FILES);
    let query = "scramble the bits of a harbour key";
    let found = |mode| search(&tree, query, Scope::Everything, mode);
    let mode = SearchMode::Lexical;
    let before = order(&found(mode));
    assert_eq!(before[0], ("tide_table".to_owned(), None));
    let id = record(&tree, draft("frobnicate", "src/a.rs", "Scrambles the bits of a harbour key."));
    let check = |expected: EntryStatus, place: usize| {
        let hits = found(mode);
        let at = hits.iter().position(|hit| hit.symbol.as_deref() == Some("frobnicate")).unwrap();
        assert_eq!((at, hits[at].entry.as_ref().unwrap().status), (place, expected), "{hits:?}");
        let is_lifted = hits[at].reasons.iter().any(|reason| reason.starts_with("entry"));
        assert_eq!(is_lifted, expected == EntryStatus::Confirmed, "{hits:?}");
    };
    let recorded = found(mode);
    let without_marks = |hits: &[rutter_engine::Hit]| -> Vec<String> {
        let known = |hit: &&rutter_engine::Hit| hit.symbol.as_deref() != Some("frobnicate");
        hits.iter().filter(known).map(|hit| format!("{} {}", hit.chunk, hit.score)).collect()
    };
    let last = recorded.len() - 1;
    check(EntryStatus::Recorded, last);
    super::rivals::review(&tree, &id, Finding::Holds);
    check(EntryStatus::Confirmed, 0);
    tree.write("src/a.rs", tree.read("src/a.rs").replace("rotate_left(3)", "rotate_left(5)"));
    let stale = found(mode);
    check(EntryStatus::Stale, stale.len() - 1);
    assert_eq!(without_marks(&stale), without_marks(&recorded), "the order of code is the same");
    knowledge(&tree).reject(&id, "no").unwrap();
    assert!(found(SearchMode::Hybrid).iter().all(|hit| hit.entry.is_none()));
}

#[test]
fn an_entry_that_something_speaks_against_is_the_last_one() {
    let tree = Tree::new(FILES);
    let stale =
        record(&tree, draft("frobnicate", "src/a.rs", "Scrambles the bits of a harbour key."));
    tree.write("src/a.rs", tree.read("src/a.rs").replace("rotate_left(3)", "rotate_left(5)"));
    let recorded = record(&tree, draft("other", "src/a.rs", "Keeps the bits of a key."));
    let hits =
        search(&tree, "scramble the bits of a harbour key", Scope::Entries, SearchMode::Lexical);
    let ids: Vec<&str> = hits.iter().map(|hit| hit.entry.as_ref().unwrap().id.as_str()).collect();
    assert_eq!(ids, [recorded.as_str(), stale.as_str()]);
}

#[test]
fn a_search_for_entries_finds_nothing_else() {
    let tree = Tree::new(FILES);
    assert!(search(&tree, "tide table", Scope::Entries, SearchMode::Hybrid).is_empty());
    record(
        &tree,
        draft("frobnicate", "src/a.rs", "Scrambles the bits of a key by rotating it to the left."),
    );
    for mode in [SearchMode::Lexical, SearchMode::Semantic, SearchMode::Hybrid] {
        let hits = search(&tree, "scramble bits of a key", Scope::Entries, mode);
        assert_eq!(hits.len(), 1, "{mode:?}");
        assert_eq!((hits[0].kind, hits[0].path.as_str()), (HitKind::Entry, "src/a.rs"));
        assert_eq!((hits[0].start_line, hits[0].end_line), (1, 3));
        assert_eq!(hits[0].snippet, "Scrambles the bits of a key by rotating it to the left.");
    }
    assert!(
        search(&tree, "tide table of a harbour", Scope::Entries, SearchMode::Hybrid).is_empty()
    );
}

#[test]
fn an_entry_is_found_at_once_by_whoever_holds_the_index_open() {
    let tree = Tree::new(FILES);
    let held = knowledge(&tree);
    let request = SearchRequest {
        query: "scramble bits".to_owned(),
        limit: 10,
        scope: Scope::Entries,
        ..SearchRequest::default()
    };
    assert!(held.search(&request).unwrap().hits.is_empty());
    let id = record(&tree, draft("frobnicate", "src/a.rs", "Scrambles bits."));
    assert_eq!(held.search(&request).unwrap().hits.len(), 1);
    knowledge(&tree).forget(&[id]).unwrap();
    assert!(held.search(&request).unwrap().hits.is_empty());
}

#[test]
fn a_damaged_notebook_is_shown_and_code_is_found_all_the_same() {
    let tree = Tree::new(FILES);
    record(&tree, draft("frobnicate", "src/a.rs", "Scrambles bits."));
    let path = tree.file(".rutter/rutter.db");
    std::fs::write(&path, "no database at all, but long enough to be taken for one").unwrap();
    let request =
        SearchRequest { query: "tide table".to_owned(), limit: 5, ..SearchRequest::default() };
    let answer = knowledge(&tree).search(&request).unwrap();
    assert_eq!(answer.hits[0].symbol.as_deref(), Some("tide_table"));
    let remark = answer.remark.unwrap().to_string();
    assert!(
        remark.contains("entries were not searched") && remark.contains("rutter.db"),
        "{remark}"
    );
    let error = knowledge(&tree).entries(&EntriesFilter::default()).unwrap_err();
    assert!(error.to_string().contains("is damaged"), "{error}");
    assert!(matches!(error.hint(), Some(rutter_domain::Hint::RestoreNotebook { .. })));
    assert!(path.exists());
}
