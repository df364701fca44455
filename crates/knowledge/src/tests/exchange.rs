//! Out as text, and back.

use super::*;

const FILES: &str = "//- src/a.rs\npub fn first() -> u8 {\n    1\n}\n\npub fn second() -> u8 {\n    2\n}\n//- b.py\ndef third():\n    return 3\n";

/// All files under the export folder, with their text.
fn exported(tree: &Tree) -> Vec<(String, String)> {
    let report = knowledge(tree).export_entries(None).unwrap();
    let mut names = report.written;
    names.extend(
        ["b.py.toml", "src/a.rs.toml"]
            .into_iter()
            .filter(|name| tree.file(&format!(".rutter-entries/{name}")).exists())
            .map(str::to_owned),
    );
    names.sort();
    names.dedup();
    let read = |name: String| (name.clone(), tree.read(&format!(".rutter-entries/{name}")));
    names.into_iter().map(read).collect()
}

fn filled() -> Tree {
    let tree = Tree::new(FILES);
    let mut rich = draft("first", "src/a.rs", "Gives \"one\".\nAlways \\ so.");
    rich.details = Some("It says:\n\n    1\n\nand \"\"\" no more".to_owned());
    rich.tags = vec!["number".to_owned(), "one".to_owned()];
    rich.confidence = Some(0.8);
    rich.run = Some("run-7".to_owned());
    rich.evidence = vec![cite("src/a.rs", 1, 3), cite("b.py", 2, 2)];
    record(&tree, rich);
    let id = record(&tree, draft("second", "src/a.rs", "Gives two."));
    knowledge(&tree).reject(&id, "not always").unwrap();
    record(&tree, draft("third", "b.py", "Gives three."));
    tree
}

#[test]
fn an_export_brought_into_an_empty_notebook_is_exported_alike() {
    let tree = filled();
    let before = exported(&tree);
    assert_eq!(before.len(), 2);
    assert_eq!(exported(&tree), before);
    let listed = held(&tree);
    tree.remove(".rutter");
    let report = knowledge(&tree).import_entries(None).unwrap();
    assert!(report.is_whole(), "{report:?}");
    assert_eq!(report.taken, 3);
    assert_eq!(held(&tree), listed);
    assert_eq!(exported(&tree), before);
    assert_eq!(knowledge(&tree).import_entries(None).unwrap().taken, 0);
}

#[test]
fn what_was_forgotten_leaves_the_export_and_other_files_stay() {
    let tree = filled();
    exported(&tree);
    tree.write(".rutter-entries/notes/own.toml", "mine = 1\n");
    let all = knowledge(&tree).entries(&EntriesFilter::default()).unwrap().entries;
    let ids: Vec<String> =
        all.iter().filter(|entry| entry.path == "src/a.rs").map(|entry| entry.id.clone()).collect();
    knowledge(&tree).forget(&ids).unwrap();
    let report = knowledge(&tree).export_entries(None).unwrap();
    assert_eq!(report.removed, ["src/a.rs.toml"]);
    assert!(!tree.file(".rutter-entries/src").exists());
    assert!(tree.file(".rutter-entries/notes/own.toml").exists());
    assert!(tree.file(".rutter-entries/b.py.toml").exists());
}

#[cfg(unix)]
#[test]
fn an_export_is_written_through_no_link_of_the_repository() {
    use std::os::unix::fs::symlink;
    let outside = Tree::new("//- victim\nkept\n");
    let tree = filled();
    symlink(outside.path(), tree.file(".rutter-entries")).unwrap();
    let refused = knowledge(&tree).export_entries(None).unwrap_err();
    assert!(std::error::Error::source(&refused).unwrap().to_string().contains("is a link"));
    std::fs::remove_file(tree.file(".rutter-entries")).unwrap();
    tree.write(".rutter-entries/keep", "");
    symlink(outside.path(), tree.file(".rutter-entries/src")).unwrap();
    assert!(knowledge(&tree).export_entries(None).is_err());
    std::fs::remove_file(tree.file(".rutter-entries/src")).unwrap();
    symlink(outside.file("victim"), tree.file(".rutter-entries/b.py.toml.new")).unwrap();
    knowledge(&tree).export_entries(None).unwrap();
    assert_eq!(outside.read("victim"), "kept\n");
    assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 1);
}

#[test]
fn an_import_on_changed_code_is_stale() {
    let tree = filled();
    exported(&tree);
    tree.remove(".rutter");
    tree.write("b.py", "def third():\n    return 33\n");
    knowledge(&tree).import_entries(None).unwrap();
    assert_eq!(
        held(&tree),
        "b.py third stale: `third` has changed since\n\
         src/a.rs first stale: its evidence b.py:2-2 has changed since\n\
         src/a.rs second rejected: not always\n"
    );
}

#[test]
fn an_entry_is_exported_under_the_name_and_place_that_its_symbol_has_now() {
    let tree = filled();
    exported(&tree);
    tree.remove("src/a.rs");
    tree.write(
        "lib/n.rs",
        "pub fn second() -> u8 {\n    2\n}\n\npub fn first() -> u8 {\n    1\n}\n",
    );
    tree.write("b.py", "import os\n\ndef drei():\n    return 3\n");
    let listed = "b.py drei holds\nlib/n.rs second rejected: not always\nlib/n.rs first holds\n";
    assert_eq!(held(&tree), listed);
    let report = knowledge(&tree).export_entries(None).unwrap();
    assert_eq!(report.written, ["b.py.toml", "lib/n.rs.toml"]);
    assert_eq!(report.removed, ["src/a.rs.toml"]);
    let file = tree.read(".rutter-entries/lib/n.rs.toml");
    assert!(file.contains("symbol = \"first\"") && file.contains("lines = \"5-7\""), "{file}");
    let again = knowledge(&tree).import_entries(None).unwrap();
    assert!(again.is_whole(), "{again:?}");
    assert_eq!(held(&tree), listed);
    tree.remove(".rutter");
    let report = knowledge(&tree).import_entries(None).unwrap();
    assert!(report.is_whole() && report.taken == 3, "{report:?}");
    assert_eq!(held(&tree), listed);
    assert_eq!(knowledge(&tree).export_entries(None).unwrap().entries, 3);
}

#[test]
fn an_export_leaves_what_a_person_wrote_and_says_what_to_do() {
    let tree = filled();
    tree.write(".rutter-entries/b.py.toml", "format = 1\npath = \"b.py\"\n");
    let error = knowledge(&tree).export_entries(None).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("b.py.toml` was written by hand, and an export does not overwrite it")
    );
    assert_eq!(error.hint(), Some(rutter_domain::Hint::ImportBeforeExport));
    assert_eq!(tree.read(".rutter-entries/b.py.toml"), "format = 1\npath = \"b.py\"\n");
}

#[test]
fn what_is_newer_here_stays() {
    let tree = filled();
    exported(&tree);
    let seen = reader_of(&tree, &["b.py"]);
    knowledge(&tree).record(draft("third", "b.py", "Gives three, newer."), &seen).unwrap();
    let report = knowledge(&tree).import_entries(None).unwrap();
    let of_b = report.files.iter().find(|file| file.file == "b.py.toml").unwrap();
    assert_eq!((of_b.taken, of_b.older), (0, 1));
}

#[test]
fn a_damaged_file_is_named_and_the_others_are_taken() {
    let tree = filled();
    exported(&tree);
    tree.remove(".rutter");
    tree.write(".rutter-entries/b.py.toml", "format = 1\npath = \"b.py\"\n[[entry]\n");
    let gone = "format = 1\npath = \"c.py\"\n[[entry]]\nsymbol = \"f\"\nsummary = \"x\"\n";
    tree.write(".rutter-entries/c.py.toml", gone);
    let report = knowledge(&tree).import_entries(None).unwrap();
    assert!(!report.is_whole());
    assert_eq!(report.taken, 2);
    assert!(report.files[0].damaged.is_some(), "{report:?}");
    assert_eq!(
        report.files[1].refused,
        ["`f`: `c.py` is not in the index; paths are relative to the root"]
    );
}

#[test]
fn a_person_may_write_an_entry_by_hand() {
    let tree = Tree::new(FILES);
    tree.write(
        ".rutter-entries/src/a.rs.toml",
        "path = \"src/a.rs\"\n\n[[entry]]\nsymbol = \"first\"\nsummary = \"Gives one.\"\n\
         author = \"me\"\n\n[[entry]]\nsymbol = \"second\"\nsummary = \"Calls `nothing_known`.\"\n",
    );
    let report = knowledge(&tree).import_entries(None).unwrap();
    assert!(report.is_whole(), "{report:?}");
    assert_eq!(
        told(&tree),
        "src/a.rs first unverified: it was written by hand, and the code was not read in this session\n\
         src/a.rs second unverified: it was written by hand, and the code was not read in this session; \
         `nothing_known` is neither in the code nor in the evidence\n"
    );
}

#[test]
fn hostile_files_take_nothing() {
    for path in ["../x", "/etc/passwd", "a/../../b", ""] {
        let tree = Tree::new(FILES);
        let file =
            format!("format = 1\npath = \"{path}\"\n[[entry]]\nsymbol = \"f\"\nsummary = \"x\"\n");
        tree.write(".rutter-entries/x.toml", file);
        let report = knowledge(&tree).import_entries(None).unwrap();
        assert_eq!(report.taken, 0, "{path}");
        assert_eq!(report.files[0].refused.len(), 1, "{path}");
    }
}

#[test]
fn a_file_with_false_hashes_takes_nothing() {
    let tree = filled();
    exported(&tree);
    tree.remove(".rutter");
    let whole = tree.read(".rutter-entries/b.py.toml");
    for (from, to) in [
        ("symbol = \"third\"", "symbol = \"ghost\""),
        ("subject = \"", "subject = \"0"),
        ("kind = \"function\"", "kind = \"class\""),
        ("lines = \"1-2\"", "lines = \"1-900\""),
    ] {
        let mut forged = whole.replacen(from, to, 1);
        if from.starts_with("subject") {
            let at = forged.find(to).unwrap() + to.len() + 15;
            forged.remove(at);
        }
        tree.write(".rutter-entries/b.py.toml", forged);
        let report = knowledge(&tree).import_entries(None).unwrap();
        let of_b = report.files.iter().find(|file| file.file == "b.py.toml").unwrap();
        assert_eq!((of_b.taken, of_b.refused.len()), (0, 1), "{to}: {of_b:?}");
    }
}
