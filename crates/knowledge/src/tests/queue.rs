//! Entries that waited for the team's store, and what they find there when they are sent.

use rutter_domain::{EntryEvent, Timestamp};
use rutter_store::Store;

use super::*;
use crate::cache::{queue_url, store_url};
use crate::queue::{Sent, send_queued};

const FILES: &str = "\
//- src/pool.rs
pub fn take(size: usize) -> usize {
    size
}
";

fn said(author: &str, summary: &str) -> EntryDraft {
    EntryDraft { author: author.to_owned(), ..draft("take", "src/pool.rs", summary) }
}

/// Records in the store, which is a notebook here.
fn store_it(tree: &Tree, author: &str, summary: &str) -> String {
    record(tree, said(author, summary))
}

/// Records while the store is away.
fn queue_it(tree: &Tree, author: &str, summary: &str, seen: &Seen) {
    let queued = knowledge(tree).with_queue().record(said(author, summary), seen).unwrap();
    assert!(matches!(queued, Recording::Recorded { .. }), "{queued:?}");
}

fn queue_read(tree: &Tree, author: &str, summary: &str) {
    queue_it(tree, author, summary, &reader_of(tree, &["src/pool.rs"]));
}

fn send(tree: &Tree) -> (usize, usize) {
    let Sent { sent, known } = send_queued(&knowledge(tree)).unwrap();
    (sent, known)
}

fn store(tree: &Tree) -> Box<dyn Store> {
    rutter_store::open(&store_url(knowledge(tree).snapshot.layout())).unwrap()
}

fn texts(tree: &Tree) -> Vec<String> {
    let all = store(tree).entries().unwrap().entries.into_iter();
    let mut texts: Vec<String> = all.map(|stored| stored.entry.summary).collect();
    texts.sort();
    texts
}

/// What the entries of the store said before.
fn past_texts(tree: &Tree) -> Vec<String> {
    let store = store(tree);
    let all = store.entries().unwrap().entries.into_iter();
    let events = all.flat_map(|stored| store.history(&stored.entry.id).unwrap());
    events.filter(|event| event.event == EntryEvent::Replaced).map(|event| event.summary).collect()
}

#[test]
fn a_sent_entry_replaces_the_earlier_one_of_its_author() {
    let tree = Tree::new(FILES);
    let id = store_it(&tree, "one", "Returns the `size`.");
    queue_read(&tree, "one", "Returns the given `size`.");
    assert_eq!(send(&tree), (1, 0));
    assert_eq!(texts(&tree), ["Returns the given `size`."]);
    assert_eq!(store(&tree).entries().unwrap().entries[0].entry.id, id);
    assert_eq!(past_texts(&tree), ["Returns the `size`."]);
    assert_eq!(send(&tree), (0, 0));
}

#[test]
fn a_sent_entry_stands_beside_a_better_supported_one() {
    let tree = Tree::new(FILES);
    store_it(&tree, "one", "Returns the `size`.");
    queue_it(&tree, "two", "Hands it to `no_such_name`.", &Seen::default());
    assert_eq!(send(&tree), (1, 0));
    assert_eq!(texts(&tree), ["Hands it to `no_such_name`.", "Returns the `size`."]);
    // Its author's next try takes its place.
    queue_it(&tree, "two", "Gives it to `no_such_name`.", &Seen::default());
    assert_eq!(send(&tree), (1, 0));
    assert_eq!(texts(&tree), ["Gives it to `no_such_name`.", "Returns the `size`."]);
}

#[test]
fn a_sent_entry_goes_into_the_history_of_its_authors_later_one() {
    let tree = Tree::new(FILES);
    queue_read(&tree, "one", "Returns the `size`.");
    let layout = RepoLayout::exactly(tree.path(), None).unwrap();
    let mut queue = rutter_store::open(&queue_url(&layout)).unwrap();
    let mut old = queue.entries().unwrap().entries.remove(0);
    queue.forget_unchanged(&old).unwrap();
    old.entry.created_at = Timestamp(1000);
    queue.import(&[old]).unwrap();
    store_it(&tree, "one", "Returns the given `size`.");
    assert_eq!(send(&tree), (1, 0));
    assert_eq!(texts(&tree), ["Returns the given `size`."]);
    assert_eq!(past_texts(&tree), ["Returns the `size`."]);
}

#[test]
fn an_entry_that_is_sent_twice_is_stored_once() {
    let tree = Tree::new(FILES);
    queue_read(&tree, "one", "Returns the `size`.");
    let layout = RepoLayout::exactly(tree.path(), None).unwrap();
    let mut queue = rutter_store::open(&queue_url(&layout)).unwrap();
    let waiting = queue.entries().unwrap().entries;
    assert_eq!(send(&tree), (1, 0));
    // It was acknowledged, and the program ended before it could be deleted here.
    queue.import(&waiting).unwrap();
    assert_eq!(send(&tree), (0, 1));
    store_it(&tree, "two", "Returns the given `size`.");
    queue.import(&waiting).unwrap();
    assert_eq!(send(&tree), (0, 1), "another text has replaced it meanwhile");
    assert_eq!(texts(&tree), ["Returns the given `size`."]);
    assert_eq!(queue.n_entries().unwrap(), 0);
}

#[test]
fn a_rejection_that_the_author_did_not_see_stays() {
    let tree = Tree::new(FILES);
    let id = store_it(&tree, "one", "Returns the `size`.");
    queue_read(&tree, "one", "Returns the given `size`.");
    knowledge(&tree).reject(&id, "it is the capacity").unwrap();
    assert_eq!(send(&tree), (1, 0));
    let rejected = store(&tree).entry(&id).unwrap().unwrap();
    assert_eq!(rejected.entry.summary, "Returns the `size`.");
    assert_eq!(texts(&tree).len(), 2);
}
