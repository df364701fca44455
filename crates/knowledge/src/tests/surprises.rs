//! Surprises of entries: kept, checked, and first where entries are read back.

use super::*;

const FILES: &str = "\
//- src/pool.rs
/// Takes a connection, and waits for seconds.
pub fn take(size: usize) -> usize {
    size
}
";

#[test]
fn a_surprise_is_a_claim_that_is_kept_exported_and_read_back() {
    let tree = Tree::new(FILES);
    let surprise = "The documentation says that it waits, but it returns the `size` at once.";
    let surprises = vec![format!("  {surprise}"), " ".to_owned()];
    let said = draft("take", "src/pool.rs", "Takes a connection.");
    let id = record(&tree, EntryDraft { surprises, ..said });
    let held = knowledge(&tree);
    let entry = held.entries(&EntriesFilter::default()).unwrap().entries.remove(0);
    assert_eq!(entry.surprises, [surprise]);
    let claim = entry.claims.last().unwrap();
    assert!(claim.text.contains("waits") || claim.text.contains("at once"), "{claim:?}");
    let known = held.known_by_centrality().unwrap();
    assert_eq!((known[0].surprises.as_slice(), known[0].line), (&[surprise.to_owned()][..], 2));
    held.export_entries(None).unwrap();
    held.forget(&[id]).unwrap();
    assert_eq!(held.import_entries(None).unwrap().taken, 1);
    let entry = knowledge(&tree).entries(&EntriesFilter::default()).unwrap().entries.remove(0);
    assert_eq!(entry.surprises, [surprise]);
}

#[test]
fn what_is_known_comes_in_the_order_of_its_worth() {
    let tree = Tree::new(
        "\
//- src/store.rs
pub struct Store;
impl Store { pub fn open() -> Store { Store } }
//- src/a.rs
use crate::store::Store;
pub fn a() -> Store { Store::open() }
//- src/b.rs
use crate::store::Store;
pub fn b() -> Store { Store::open() }
",
    );
    record(&tree, draft("a", "src/a.rs", "Opens the store."));
    record(&tree, draft("b", "src/b.rs", "Opens the store."));
    record(&tree, draft("Store", "src/store.rs", "Is what is opened."));
    let cited = vec![cite("src/store.rs", 1, 2)];
    let topic = Some("how it opens".to_owned());
    let said = [(None, "Opens a `Store`."), (topic, "`Store::open` makes a `Store`.")];
    for (topic, summary) in said {
        let draft = EntryDraft { topic, evidence: cited.clone(), ..draft("", ".", summary) };
        let recording =
            knowledge(&tree).record(draft, &reader_of(&tree, &["src/store.rs"])).unwrap();
        assert!(matches!(recording, Recording::Recorded { .. }), "{recording:?}");
    }
    tree.write("src/a.rs", tree.read("src/a.rs").replace("Store::open()", "Store"));
    let known = knowledge(&tree).known_by_centrality().unwrap();
    let titles: Vec<&str> = known.iter().map(|known| known.title()).collect();
    assert_eq!(titles, ["the repository", "how it opens", "Store", "b", "a"]);
}

#[test]
fn a_plan_names_no_test_helpers_beside_code() {
    let tree = Tree::new(
        "\
//- src/store.rs
pub struct Store;
#[cfg(test)]
mod tests {
    pub struct Fake;
    impl Fake { pub fn make(&self) -> u8 { 1 } pub fn made(&self) -> u8 { 2 } }
}
//- tests/common.rs
pub struct Helper;
",
    );
    let plan = knowledge(&tree).plan(None);
    let all: Vec<String> = plan.central.iter().map(ToString::to_string).collect();
    assert!(all.iter().any(|one| one.contains("`Store`")), "{all:?}");
    assert!(all.iter().all(|one| !one.contains("Fake") && !one.contains("Helper")), "{all:?}");
}
