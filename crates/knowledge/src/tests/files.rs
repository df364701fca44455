//! Entries about whole files.

use super::*;
use rutter_domain::EntryKind;
use rutter_engine::SearchRequest;
use rutter_workspace::Scope;

const FILES: &str = "\
//- src/cache.py
LIMIT = 64
_hits = 0


class Cache:
    def get(self, key):
        return self._rows.get(key)

    def put(self, key, row):
        if len(self._rows) >= LIMIT:
            raise OverflowError(key)
        self._rows[key] = row


def open_cache():
    return Cache()
//- src/main.py
from cache import open_cache


def run():
    open_cache().put('a', 1)
";

const SUMMARY: &str = "Keeps rows in a `Cache` of at most 64 rows and raises OverflowError beyond.";

fn tree_with_entry() -> Tree {
    let tree = Tree::new(FILES);
    record(&tree, draft("", "src/cache.py", SUMMARY));
    tree
}

fn edit(tree: &Tree, from: &str, to: &str) {
    let text = fs::read_to_string(tree.file("src/cache.py")).unwrap();
    assert!(text.contains(from), "{from}");
    tree.write("src/cache.py", text.replace(from, to));
}

#[test]
fn an_entry_about_a_file_has_the_kind_file_and_no_symbol() {
    for name in ["", ".", "src/cache.py"] {
        let tree = Tree::new(FILES);
        record(&tree, draft(name, "src/cache.py", SUMMARY));
        let answer = knowledge(&tree).entries(&EntriesFilter::default()).unwrap();
        let entry = &answer.entries[0];
        assert_eq!((entry.symbol.as_str(), entry.title()), ("", "src/cache.py"), "{name}");
        assert_eq!((entry.kind, entry.start_line, entry.end_line), (EntryKind::File, 1, 16));
        assert_eq!(entry.status, EntryStatus::Checked, "{:?}", entry.reason);
    }
}

#[test]
fn claims_about_a_file_are_checked_against_all_of_it() {
    let check = |summary: &str, expected: &str| {
        let tree = Tree::new(FILES);
        let found = knowledge(&tree)
            .assess(&draft("", "src/cache.py", summary), &reader_of(&tree, &["src/cache.py"]))
            .unwrap();
        let claim = &found.claims[0];
        let reason = claim.reason.as_deref().unwrap_or("");
        assert_eq!(format!("{} {reason}", claim.finding).trim(), expected, "{summary}");
    };
    check(SUMMARY, "supported");
    check("`open_cache` makes the `Cache` that callers put rows into.", "supported");
    check("Holds at most 64 rows.", "supported");
    check("Holds at most 99 rows.", "not shown 99 occurs neither in the code nor in what it names");
    check(
        "Offers `Cache` and `drop_all`.",
        "not shown `drop_all` is neither in the code nor in the evidence",
    );
}

#[test]
fn an_overview_outlives_edited_bodies_and_not_new_public_symbols() {
    let check = |from: &str, to: &str, expected: &str| {
        let tree = tree_with_entry();
        edit(&tree, from, to);
        assert_eq!(held(&tree), format!("src/cache.py  {expected}\n"), "{from} -> {to}");
    };
    let changed = "stale: what `src/cache.py` defines has changed since";
    check("return self._rows.get(key)", "return self._rows.get(key, None)", "holds");
    check("_hits = 0\n", "_hits = 0\n\n\ndef _touch():\n    pass\n", "holds");
    check("    return Cache()\n", "    return Cache()  # a new one\n", "holds");
    check("    return Cache()\n", "    return Cache()\n\n\ndef close():\n    pass\n", changed);
    check("def open_cache():", "def make_cache():", changed);
    check("def open_cache():\n    return Cache()\n", "", changed);
    check("def open_cache():", "def open_cache(size):", changed);
    check("LIMIT = 64", "LIMIT = 65", "stale: `LIMIT` has changed since");
}

#[test]
fn an_overview_follows_its_file() {
    let tree = tree_with_entry();
    let text = fs::read_to_string(tree.file("src/cache.py")).unwrap();
    fs::remove_file(tree.file("src/cache.py")).unwrap();
    tree.write("lib/cache.py", text.replace("return Cache()", "return Cache() or None"));
    assert_eq!(held(&tree), "lib/cache.py  holds\n");
    fs::remove_file(tree.file("lib/cache.py")).unwrap();
    tree.write("lib/rows.py", &text);
    assert_eq!(held(&tree), "lib/rows.py  holds\n");
    fs::remove_file(tree.file("lib/rows.py")).unwrap();
    assert_eq!(held(&tree), "src/cache.py  stale: `src/cache.py` is not in the index any more\n");
}

#[test]
fn a_file_without_symbols_is_compared_by_its_words() {
    let tree = Tree::new("//- settings.txt\nretries 3\n");
    record(&tree, draft("", "settings.txt", "Allows 3 retries."));
    tree.write("settings.txt", "retries  3\n\n");
    assert_eq!(held(&tree), "settings.txt  holds\n");
    tree.write("settings.txt", "retries 4\n");
    assert_eq!(held(&tree), "settings.txt  stale: what `settings.txt` defines has changed since\n");
}

#[test]
fn entries_about_files_are_exported_found_and_replaced() {
    let tree = tree_with_entry();
    let folder = tree.path().join("out");
    knowledge(&tree).export_entries(Some(&folder)).unwrap();
    let text = fs::read_to_string(folder.join("src/cache.py.toml")).unwrap();
    assert!(text.contains("symbol = \"\"\n") && text.contains("kind = \"file\"\n"), "{text}");
    let id = knowledge(&tree).entries(&EntriesFilter::default()).unwrap().entries[0].id.clone();
    knowledge(&tree).forget(&[id]).unwrap();
    let report = knowledge(&tree).import_entries(Some(&folder)).unwrap();
    assert!(report.is_whole() && report.taken == 1, "{report:?}");
    assert_eq!(told(&tree), "src/cache.py  checked\n");

    let request = SearchRequest {
        query: "rows cache overflow".to_owned(),
        limit: 10,
        scope: Scope::Entries,
        ..SearchRequest::default()
    };
    let hits = knowledge(&tree).search(&request).unwrap().hits;
    assert_eq!((hits[0].path.as_str(), hits[0].symbol.as_deref()), ("src/cache.py", None));

    record(&tree, draft("", "src/cache.py", "Keeps rows in a `Cache`, which `open_cache` makes."));
    record(&tree, draft("Cache", "src/cache.py", "Keeps rows."));
    let sought = EntriesFilter { sought: Some("src/cache.py".to_owned()), ..Default::default() };
    let entries = knowledge(&tree).entries(&sought).unwrap().entries;
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert!(entries[0].summary.ends_with("makes."));
}

#[test]
fn an_entry_about_a_file_is_not_put_to_a_reader() {
    let tree = tree_with_entry();
    let knowledge = knowledge(&tree);
    let filter = EntriesFilter::default();
    assert_eq!(knowledge.to_review(&filter, "reader", None, 9).unwrap().n_waiting, 0);
    let id = knowledge.entries(&filter).unwrap().entries[0].id.clone();
    let error = knowledge.questionnaire(&id).unwrap_err();
    assert!(error.to_string().contains("it describes a whole file"), "{error}");
}

#[test]
fn the_map_marks_files_that_have_an_overview() {
    let tree = tree_with_entry();
    record(&tree, draft("", "src/main.py", "Runs on a cache: `run` opens it."));
    let map = knowledge(&tree).map(400, None).to_string();
    let row = map.lines().find(|line| line.starts_with("file src/main.py")).unwrap_or_default();
    assert!(row.ends_with("[checked]"), "{map}");
}
