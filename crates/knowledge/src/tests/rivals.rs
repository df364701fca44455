//! Several entries of one symbol, and readers of them.

use rutter_domain::{Finding, SearchMode};
use rutter_store::Store;
use rutter_store::conformance::sample_review;
use rutter_workspace::Scope;

use super::*;
use crate::cache::store_url;

const FILES: &str = "\
//- src/pool.rs
pub fn take(size: usize) -> usize {
    size
}

pub fn give(size: usize) -> usize {
    size + 1
}
";

/// Records what `author` says of `take`, having read it or not.
fn say(tree: &Tree, author: &str, summary: &str, seen: &Seen) -> Recording {
    let said = EntryDraft { author: author.to_owned(), ..draft("take", "src/pool.rs", summary) };
    knowledge(tree).record(said, seen).unwrap()
}

fn id_of(recording: Recording) -> String {
    match recording {
        Recording::Recorded { id, .. } => id,
        Recording::Refused { reason } => panic!("{reason}"),
    }
}

fn store(tree: &Tree) -> Box<dyn Store> {
    rutter_store::open(&store_url(knowledge(tree).snapshot.layout())).unwrap()
}

/// Has a reader answer the claims of an entry, all alike.
fn review(tree: &Tree, id: &str, finding: Finding) {
    let mut store = store(tree);
    let entry = store.entry(id).unwrap().unwrap();
    let mut review = sample_review("a reader", finding);
    let answer = review.answers.remove(0);
    let claims = entry.entry.claims.iter().map(|claim| claim.text.clone());
    let texts: Vec<String> = claims.chain([entry.entry.summary.clone()]).collect();
    review.answers = texts
        .into_iter()
        .map(|text| rutter_domain::ReviewedClaim { text, ..answer.clone() })
        .collect();
    assert!(store.add_review(id, &review, &entry).unwrap().is_some());
}

fn statuses(tree: &Tree) -> Vec<(String, EntryStatus)> {
    let entries = knowledge(tree).entries(&EntriesFilter::default()).unwrap().entries;
    let mut statuses: Vec<_> =
        entries.into_iter().map(|entry| (entry.summary, entry.status)).collect();
    statuses.sort();
    statuses
}

#[test]
fn a_worse_supported_entry_stands_beside_the_better_one_and_is_shown_with_it() {
    let tree = Tree::new(FILES);
    let seen = reader_of(&tree, &["src/pool.rs"]);
    let first = id_of(say(&tree, "one", "Returns the `size`.", &seen));
    let recording = say(&tree, "two", "Hands it to `no_such_name`.", &Seen::default());
    let Recording::Recorded { id, status, rival_of, .. } = recording else { panic!() };
    assert_eq!((status, rival_of.as_ref()), (EntryStatus::Unverified, Some(&first)));
    let request = rutter_engine::SymbolRequest { name: "take", path: None, skip: 0, limit: 5 };
    let found = knowledge(&tree).symbol(&request).unwrap();
    let shown = found.matches[0].entry.as_ref().unwrap();
    assert_eq!((shown.id.as_str(), shown.status), (first.as_str(), EntryStatus::Checked));
    let rivals: Vec<_> = shown.rivals.iter().map(|rival| (&rival.id, &*rival.author)).collect();
    assert_eq!(rivals, [(&id, "two")]);
    let known = knowledge(&tree).known().unwrap();
    assert_eq!((known.len(), known[0].status), (1, EntryStatus::Checked));
    assert_eq!(knowledge(&tree).status().entries, 2);
}

#[test]
fn a_rival_that_the_checks_support_disputes_what_another_author_says() {
    let tree = Tree::new(FILES);
    let seen = reader_of(&tree, &["src/pool.rs"]);
    id_of(say(&tree, "one", "Returns the `size`.", &seen));
    // Half of it is supported, and nothing of it contradicted.
    let recording = say(&tree, "two", "Gives back its `size`. Uses `no_such_name`.", &seen);
    assert!(matches!(recording, Recording::Recorded { status: EntryStatus::Disputed, .. }));
    let statuses: Vec<_> = statuses(&tree).into_iter().map(|(_, status)| status).collect();
    assert_eq!(statuses, [EntryStatus::Disputed, EntryStatus::Disputed]);
}

#[test]
fn an_equally_supported_entry_takes_the_place_and_the_old_text_stays_in_the_history() {
    let tree = Tree::new(FILES);
    let seen = reader_of(&tree, &["src/pool.rs"]);
    let first = id_of(say(&tree, "one", "Returns the `size`.", &seen));
    id_of(say(&tree, "two", "Takes the `size`.", &Seen::default()));
    let second = id_of(say(&tree, "two", "Gives back its `size`.", &seen));
    assert_eq!(first, second);
    assert_eq!(statuses(&tree), [("Gives back its `size`.".to_owned(), EntryStatus::Checked)]);
    let filter = EntriesFilter { history: HistoryDetail::Included, ..EntriesFilter::default() };
    let entry = knowledge(&tree).entries(&filter).unwrap().entries.remove(0);
    let said: Vec<_> = entry.history.iter().map(|past| (&*past.author, &*past.summary)).collect();
    assert_eq!(said, [("one", "Returns the `size`."), ("two", "Takes the `size`.")]);
}

#[test]
fn a_rejected_entry_is_replaced_by_a_rival_and_its_note_is_shown_first() {
    let tree = Tree::new(FILES);
    let seen = reader_of(&tree, &["src/pool.rs"]);
    let first = id_of(say(&tree, "one", "Returns the `size`.", &seen));
    knowledge(&tree).reject(&first, "it takes it").unwrap();
    let refused = say(&tree, "two", "Takes the `size`.", &seen);
    assert!(matches!(&refused, Recording::Refused { reason } if reason.contains("it takes it")));
    assert_eq!(id_of(say(&tree, "two", "Takes the `size`.", &seen)), first);
}

#[test]
fn a_reader_confirms_or_disputes_and_a_disputed_entry_lifts_no_code() {
    let tree = Tree::new(FILES);
    let seen = reader_of(&tree, &["src/pool.rs"]);
    let id = id_of(say(&tree, "one", "Hands the harbour `size` over.", &seen));
    let hits = |scope| {
        let request = rutter_engine::SearchRequest {
            query: "hands the harbour over".to_owned(),
            limit: 10,
            scope,
            mode: SearchMode::Lexical,
            ..Default::default()
        };
        knowledge(&tree).search(&request).unwrap().hits
    };
    let is_marked = |hit: &rutter_engine::Hit| hit.entry.is_some();
    review(&tree, &id, Finding::Supported);
    assert_eq!(statuses(&tree)[0].1, EntryStatus::Confirmed);
    assert!(hits(Scope::Everything).iter().any(is_marked));
    // What is worse supported than a confirmed entry does not replace it.
    id_of(say(&tree, "two", "Takes the `size`.", &seen));
    assert_eq!(
        statuses(&tree).into_iter().map(|(_, status)| status).collect::<Vec<_>>(),
        [EntryStatus::Disputed, EntryStatus::Disputed]
    );
    assert!(!hits(Scope::Everything).iter().any(is_marked));
    let found = hits(Scope::Entries);
    assert!(found.iter().any(|hit| hit.reasons.contains(&"disputed".to_owned())), "{found:?}");
    review(&tree, &id, Finding::Contradicted);
    let entries = knowledge(&tree).entries(&EntriesFilter::default()).unwrap().entries;
    let entry = entries.iter().find(|entry| entry.id == id).unwrap();
    assert!(entry.reason.as_ref().unwrap().starts_with("a reader contradicts"), "{entry:?}");
    let other = entries.iter().find(|entry| entry.id != id).unwrap();
    assert_eq!(other.status, EntryStatus::Checked, "a refuted entry disputes nothing");
}

#[test]
fn an_entry_whose_row_was_altered_can_be_written_again() {
    let tree = Tree::new(FILES);
    let seen = reader_of(&tree, &["src/pool.rs"]);
    let id = id_of(say(&tree, "one", "Returns the `size`.", &seen));
    let path = tree.file(".rutter/rutter.db");
    let bytes = fs::read(&path).unwrap();
    let text = b"Returns the `size`.";
    let is_text = |at: &usize| bytes[*at..].starts_with(text);
    let places: Vec<usize> = (0..bytes.len()).filter(is_text).collect();
    let mut altered = bytes.clone();
    places.iter().for_each(|at| altered[*at] = b'B');
    fs::write(&path, &altered).unwrap();
    assert!(!places.is_empty(), "the text is in the main file");
    assert_eq!(statuses(&tree)[0].1, EntryStatus::Unverified);
    assert_eq!(id_of(say(&tree, "one", "Returns its `size`.", &seen)), id);
    assert_eq!(statuses(&tree)[0].1, EntryStatus::Checked);
}
