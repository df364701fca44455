//! Entries in a search.

use super::*;
use rutter_domain::SearchMode;
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

#[test]
fn an_entry_lifts_the_code_it_speaks_of() {
    let tree = Tree::new(FILES);
    let query = "scramble the bits of a harbour key";
    for mode in [SearchMode::Lexical, SearchMode::Hybrid] {
        let before = search(&tree, query, Scope::Everything, mode);
        assert_eq!(before[0].symbol.as_deref(), Some("tide_table"));
        assert!(before.iter().all(|hit| hit.entry.is_none()));
    }
    let id = record(&tree, draft("frobnicate", "src/a.rs", "Scrambles the bits of a harbour key."));
    for mode in [SearchMode::Lexical, SearchMode::Semantic, SearchMode::Hybrid] {
        let after = search(&tree, query, Scope::Everything, mode);
        let boosted = after.iter().find(|hit| hit.symbol.as_deref() == Some("frobnicate")).unwrap();
        let mark = boosted.entry.as_ref().unwrap();
        assert_eq!(mark.id, id);
        assert!(boosted.reasons.iter().any(|reason| reason.starts_with("entry")), "{boosted:?}");
    }
    let hits = search(&tree, query, Scope::Everything, SearchMode::Lexical);
    let at = |hits: &[rutter_engine::Hit]| {
        hits.iter().position(|hit| hit.symbol.as_deref() == Some("frobnicate")).unwrap()
    };
    let checked = at(&hits);
    let score = hits[checked].score;
    tree.write("src/a.rs", tree.read("src/a.rs").replace("rotate_left(3)", "rotate_left(5)"));
    let stale = search(&tree, query, Scope::Everything, SearchMode::Lexical);
    assert!(stale[at(&stale)].score < score, "a stale entry lifts less");
    knowledge(&tree).reject(&id, "no").unwrap();
    let rejected = search(&tree, query, Scope::Everything, SearchMode::Hybrid);
    assert!(rejected.iter().all(|hit| hit.entry.is_none()), "a rejected one lifts nothing");
}

#[test]
fn a_search_for_entries_finds_nothing_else() {
    let tree = Tree::new(FILES);
    assert!(search(&tree, "tide table", Scope::Entries, SearchMode::Hybrid).is_empty());
    record(&tree, draft("frobnicate", "src/a.rs", "Scrambles the bits of a key."));
    for mode in [SearchMode::Lexical, SearchMode::Semantic, SearchMode::Hybrid] {
        let hits = search(&tree, "scramble bits of a key", Scope::Entries, mode);
        assert_eq!(hits.len(), 1, "{mode:?}");
        assert_eq!((hits[0].kind, hits[0].path.as_str()), (HitKind::Entry, "src/a.rs"));
        assert_eq!((hits[0].start_line, hits[0].end_line), (1, 3));
        assert_eq!(hits[0].snippet, "Scrambles the bits of a key.");
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
