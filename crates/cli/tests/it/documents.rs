//! What documents mention: on symbol pages, and repaired by `gaps fix`.

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
        text.contains("  mentioned in\n    Use > Tides  README.md:3  inline-code, unique-name\n"),
        "{text}"
    );
    let cut = rutter(&tree, &["symbol", "low_tide", "--limit", "1", "--json"]).exits(0).json();
    assert_eq!(cut["matches"][0]["mentions_omitted"], 2);
}

/// The places that mention a file, as `overview --json` lists them.
fn mentions_of(tree: &Tree, path: &str) -> Vec<String> {
    let answer = rutter(tree, &["overview", path, "--json"]).json();
    let mentions = answer["mentions"].as_array().unwrap();
    let text = |mention: &serde_json::Value, key: &str| match &mention[key] {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let keys = ["path", "line", "section", "text", "source", "provenance"];
    let line = |mention| keys.map(|key| text(mention, key)).join(" | ");
    mentions.iter().map(line).collect()
}

const GUIDES: &str = "//- cmd/tide/main.go\npackage main\n\nfunc main() {}\n\
     //- README.md\n# Use\nSee `cmd/tide/main.go` and [it](cmd/tide/main.go).\n## Run\n```sh\ntide --all\n```\n`--port`\n\
     //- docs/a.rst\nBuild\n=====\n\n.. code-block:: bash\n\n   go run cmd/tide/main.go\n\
     //- docs/b.adoc\n= More\nlink:../cmd/tide/main.go[it]\n";

#[test]
fn a_file_lists_the_sections_that_mention_it() {
    let tree = Tree::new(GUIDES);
    let expected = [
        "README.md | 2 | Use | cmd/tide/main.go | inline-code | import",
        "README.md | 2 | Use | cmd/tide/main.go | link | import",
        "docs/a.rst | 6 | Build | cmd/tide/main.go | fenced-code | import",
        "docs/b.adoc | 2 | More | ../cmd/tide/main.go | link | import",
        "README.md | 5 | Use > Run | tide --all | fenced-code | unique-name",
        "README.md | 7 | Use > Run | --port | inline-code | unique-name",
    ];
    assert_eq!(mentions_of(&tree, "cmd/tide/main.go"), expected);
    let text = rutter(&tree, &["overview", "cmd/tide/main.go"]).exits(0).out;
    assert!(text.contains("  mentioned in\n    Use  README.md:2  inline-code, import\n"), "{text}");
    let impact = rutter(&tree, &["impact", "cmd/tide/main.go"]).exits(0).out;
    assert!(impact.contains("  Use > Run  README.md:5  unique-name\n"), "{impact}");
    let section = rutter(&tree, &["symbol", "Run"]).exits(0).out;
    assert!(
        section.contains(
            "    tide --all  README.md:5  mention, unique-name, defined at cmd/tide/main.go\n"
        ),
        "{section}"
    );
}

#[test]
fn mentions_follow_files_that_are_renamed_deleted_and_added() {
    let tree = Tree::new(GUIDES);
    rutter(&tree, &["index"]).exits(0);
    fs::create_dir_all(tree.file("cmd/ebb")).unwrap();
    fs::rename(tree.file("cmd/tide/main.go"), tree.file("cmd/ebb/main.go")).unwrap();
    assert_eq!(mentions_of(&tree, "cmd/ebb/main.go"), [""; 0]);
    fs::write(tree.file("README.md"), "# Use\n`cmd/ebb/main.go`\n").unwrap();
    fs::remove_file(tree.file("docs/b.adoc")).unwrap();
    let changed = mentions_of(&tree, "cmd/ebb/main.go");
    assert_eq!(changed, ["README.md | 2 | Use | cmd/ebb/main.go | inline-code | import"]);
    fs::create_dir_all(tree.file("cmd/tide")).unwrap();
    fs::rename(tree.file("cmd/ebb/main.go"), tree.file("cmd/tide/main.go")).unwrap();
    let updated = mentions_of(&tree, "cmd/tide/main.go");
    assert_eq!(updated, ["docs/a.rst | 6 | Build | cmd/tide/main.go | fenced-code | import"]);
    rutter(&tree, &["index", "--full"]).exits(0);
    assert_eq!(mentions_of(&tree, "cmd/tide/main.go"), updated);
}

#[test]
fn an_explained_hit_says_which_section_mentions_its_symbol() {
    let tree = Tree::new(&format!(
        "//- harbour.py\n{TIDE}//- README.md\n# Use\n## Tides\nCall `Harbour.low_tide()`.\n"
    ));
    let search = ["search", "low_tide", "--code", "--limit", "1"];
    let explained = rutter(&tree, &[&search[..], &["--explain", "--json"]].concat()).json();
    let hit = &explained["hits"][0];
    assert_eq!(hit["mentioned_in"]["path"], "README.md");
    assert_eq!(hit["mentioned_in"]["section"], "Use > Tides");
    let reasons = hit["reasons"].as_array().unwrap();
    assert!(reasons.iter().any(|reason| reason == "mentioned in README.md: Use > Tides"), "{hit}");
    let brief = rutter(&tree, &[&search[..], &["--json"]].concat()).json();
    assert!(brief["hits"][0]["mentioned_in"].is_null());
    let text = rutter(&tree, &[&search[..], &["--explain"]].concat()).out;
    assert!(text.contains("  because mentioned in README.md: Use > Tides\n"), "{text}");
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
    let run = rutter(&tree, &["gaps", "fix"]).exits(3);
    assert_eq!(
        run.out,
        "--- a/README.md\n+++ b/README.md\n@@ -1,2 +1,2 @@\n\
         -Call `Harbour.low_tide()`, see [it](src/lib.rs).\n\
         +Call `Harbour.low_water()`, see [it](core/water.rs).\n [gone](nowhere.md)\n"
    );
    assert_eq!(fs::read_to_string(tree.file("README.md")).unwrap(), before);
    let json = rutter(&tree, &["gaps", "fix", "--json"]).exits(3).json();
    assert_eq!(json["edits"].as_array().unwrap().len(), 2);
    assert_eq!(json["edits"][0]["after"], "Harbour.low_water()");
    assert_eq!(json["uncertain"], 1);
}

#[test]
fn fix_docs_applies_what_it_proposed_and_then_has_nothing_to_do() {
    let tree = renamed();
    let run = rutter(&tree, &["gaps", "fix", "--apply"]).exits(0);
    assert_eq!(run.out, "README.md: 2 mentions repaired\n");
    let fixed = fs::read_to_string(tree.file("README.md")).unwrap();
    assert_eq!(fixed, "Call `Harbour.low_water()`, see [it](core/water.rs).\n[gone](nowhere.md)\n");
    let again = rutter(&tree, &["gaps", "fix", "--apply"]).exits(0);
    assert!(again.out.starts_with("1 mention broken"), "{}", again.out);
}

#[test]
fn without_git_only_files_with_a_unique_name_are_repaired() {
    let tree = Tree::new(&format!(
        "//- harbour.py\n{}//- core/water.rs\npub fn rise() {{}}\n//- README.md\n`Harbour.low_tide()` [it](src/water.rs)\n",
        TIDE.replace("low_tide", "low_water")
    ));
    let run = rutter(&tree, &["gaps", "fix"]).exits(3);
    assert!(run.out.contains("+`Harbour.low_tide()` [it](core/water.rs)\n"), "{}", run.out);
    assert!(run.err.contains("renamed symbols cannot be recognised"), "{}", run.err);
}

#[test]
fn a_document_behind_a_link_is_not_written() {
    let tree =
        Tree::new("//- core/water.rs\npub fn rise() {}\n//- README.md\n[it](src/water.rs)\n");
    let outside = Tree::new("//- guide.md\n[it](src/water.rs)\n");
    std::os::unix::fs::symlink(outside.file("guide.md"), tree.file("guide.md")).unwrap();
    let run = rutter(&tree, &["gaps", "fix", "--apply"]).exits(0);
    assert_eq!(run.out, "README.md: 1 mention repaired\n");
    assert_eq!(fs::read_to_string(outside.file("guide.md")).unwrap(), "[it](src/water.rs)\n");
}
