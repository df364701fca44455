//! What documents mention: on symbol pages, and repaired by `fix-docs`.

use std::fs;

use rutter_fixture::Tree;

use crate::run::rutter;

const TIDE: &str = "class Harbour:\n    def low_tide(self, port):\n        height = self.table[port]\n        return height - self.depth\n";

#[test]
fn a_symbol_page_lists_the_documents_that_mention_it() {
    let tree = Tree::new(&format!(
        "//- harbour.py\n{TIDE}//- README.md\n# Use\n## Tides\nCall `Harbour.low_tide()`.\n//- docs/a.rst\nTide\n====\n:meth:`harbour.Harbour.low_tide`\n//- docs/b.adoc\n= B\n`low_tide`\n"
    ));
    let answer = rutter(&tree, &["symbol", "low_tide", "--json"]).exits(0).json();
    let mentions = answer["matches"][0]["mentions"].as_array().unwrap();
    let shown: Vec<String> = mentions
        .iter()
        .map(|mention| {
            format!(
                "{}:{} {} {}",
                mention["path"], mention["line"], mention["section"], mention["provenance"]
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            r#""README.md":3 "Use > Tides" "unique-name""#,
            r#""docs/a.rst":3 "Tide" "unique-name""#,
            r#""docs/b.adoc":2 "B" "unique-name""#,
        ]
    );
    assert!(answer["matches"][0]["callers"].as_array().unwrap().is_empty());
    let text = rutter(&tree, &["symbol", "low_tide"]).exits(0).out;
    assert!(
        text.contains("  mentioned in\n    Use > Tides  README.md:3  mention, unique-name\n"),
        "{text}"
    );
    let cut = rutter(&tree, &["symbol", "low_tide", "--limit", "1", "--json"]).exits(0).json();
    assert_eq!(cut["matches"][0]["mentions_omitted"], 2);
}

/// A repository in which a method was renamed and a file moved after they were documented.
fn renamed() -> Tree {
    let tree = Tree::new(&format!(
        "//- harbour.py\n{TIDE}//- src/lib.rs\npub fn rise() {{ let height = 1; println!(\"{{height}}\"); }}\n\
         //- README.md\nCall `Harbour.low_tide()`, see [it](src/lib.rs).\n[gone](nowhere.md)\n"
    ));
    tree.git_init();
    fs::write(tree.file("harbour.py"), TIDE.replace("low_tide", "low_water")).unwrap();
    fs::create_dir(tree.file("core")).unwrap();
    fs::rename(tree.file("src/lib.rs"), tree.file("core/water.rs")).unwrap();
    tree.git_commit("rename");
    tree
}

#[test]
fn fix_docs_prints_a_diff_and_changes_nothing() {
    let tree = renamed();
    let before = fs::read_to_string(tree.file("README.md")).unwrap();
    let run = rutter(&tree, &["fix-docs"]).exits(0);
    assert_eq!(
        run.out,
        "--- a/README.md\n+++ b/README.md\n@@ -1,2 +1,2 @@\n\
         -Call `Harbour.low_tide()`, see [it](src/lib.rs).\n\
         +Call `Harbour.low_water()`, see [it](core/water.rs).\n [gone](nowhere.md)\n"
    );
    assert_eq!(fs::read_to_string(tree.file("README.md")).unwrap(), before);
    let json = rutter(&tree, &["fix-docs", "--json"]).exits(0).json();
    assert_eq!(json["edits"].as_array().unwrap().len(), 2);
    assert_eq!(json["edits"][0]["after"], "Harbour.low_water()");
    assert_eq!(json["uncertain"], 1);
}

#[test]
fn fix_docs_applies_what_it_proposed_and_then_has_nothing_to_do() {
    let tree = renamed();
    let run = rutter(&tree, &["fix-docs", "--apply"]).exits(0);
    assert_eq!(run.out, "README.md: 2 mentions repaired\n");
    let fixed = fs::read_to_string(tree.file("README.md")).unwrap();
    assert_eq!(fixed, "Call `Harbour.low_water()`, see [it](core/water.rs).\n[gone](nowhere.md)\n");
    let again = rutter(&tree, &["fix-docs", "--apply"]).exits(1);
    assert!(again.out.starts_with("1 mention broken"), "{}", again.out);
}

#[test]
fn without_git_only_files_with_a_unique_name_are_repaired() {
    let tree = Tree::new(&format!(
        "//- harbour.py\n{}//- core/water.rs\npub fn rise() {{}}\n//- README.md\n`Harbour.low_tide()` [it](src/water.rs)\n",
        TIDE.replace("low_tide", "low_water")
    ));
    let run = rutter(&tree, &["fix-docs"]).exits(0);
    assert!(run.out.contains("+`Harbour.low_tide()` [it](core/water.rs)\n"), "{}", run.out);
    assert!(run.err.contains("renamed symbols cannot be recognised"), "{}", run.err);
}

#[test]
fn a_document_behind_a_link_is_not_written() {
    let tree =
        Tree::new("//- core/water.rs\npub fn rise() {}\n//- README.md\n[it](src/water.rs)\n");
    let outside = Tree::new("//- guide.md\n[it](src/water.rs)\n");
    std::os::unix::fs::symlink(outside.file("guide.md"), tree.file("guide.md")).unwrap();
    let run = rutter(&tree, &["fix-docs", "--apply"]).exits(0);
    assert_eq!(run.out, "README.md: 1 mention repaired\n");
    assert_eq!(fs::read_to_string(outside.file("guide.md")).unwrap(), "[it](src/water.rs)\n");
}
