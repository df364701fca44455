//! Documents that are repaired, in small repositories with a history.

use std::fs;

use rutter_fixture::Tree;

use super::*;
use crate::tests::knowledge;

/// The edits that are proposed, one a line, and how many mentions are left.
fn proposed(tree: &Tree) -> String {
    let fixes = propose(&knowledge(tree), &GapSettings::default()).unwrap();
    let lines = fixes.edits.iter().map(|edit| {
        format!(
            "{}:{} {} -> {} ({})\n",
            edit.path,
            edit.line,
            edit.before,
            edit.after,
            without_commit(&edit.reason)
        )
    });
    format!("{}{} uncertain\n", lines.collect::<String>(), fixes.uncertain)
}

fn without_commit(reason: &str) -> String {
    let words = reason
        .split(' ')
        .filter(|word| word.len() != 10 || !word.chars().all(|c| c.is_ascii_hexdigit()));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_link_to_a_moved_file_is_repaired() {
    let tree = Tree::new(
        "//- src/tide.rs\npub fn rise() { let height = 1; println!(\"{height}\"); }\n\
         //- docs/guide.md\nSee [tide](../src/tide.rs#L1) and [again](../src/tide.rs).\n[gone](nowhere.md)\n",
    );
    tree.git_init();
    fs::create_dir(tree.file("core")).unwrap();
    fs::rename(tree.file("src/tide.rs"), tree.file("core/water.rs")).unwrap();
    tree.git_commit("move");
    assert_eq!(
        proposed(&tree),
        "docs/guide.md:1 ../src/tide.rs#L1 -> ../core/water.rs#L1 (git renamed the file)\n\
         docs/guide.md:1 ../src/tide.rs -> ../core/water.rs (git renamed the file)\n1 uncertain\n"
    );
}

#[test]
fn a_file_is_known_to_have_moved_by_a_unique_name() {
    let tree = Tree::new(
        "//- core/tide.rs\npub fn rise() {}\n//- docs/guide.md\n[tide](../src/tide.rs)\n",
    );
    assert_eq!(
        proposed(&tree),
        "docs/guide.md:1 ../src/tide.rs -> ../core/tide.rs (it is the only file of that name)\n0 uncertain\n"
    );
    let twice = Tree::new(
        "//- a/tide.rs\npub fn rise() {}\n//- b/tide.rs\npub fn fall() {}\n//- docs/guide.md\n[tide](../src/tide.rs)\n",
    );
    assert_eq!(proposed(&twice), "1 uncertain\n");
}

#[test]
fn a_renamed_symbol_is_known_by_its_body() {
    let code = "class Harbour:\n    def low_tide(self, port):\n        height = self.table[port]\n        return height - self.depth\n";
    let tree = Tree::new(&format!(
        "//- harbour.py\n{code}//- README.md\nCall `Harbour.low_tide()` twice: `Harbour.low_tide()`.\n"
    ));
    tree.git_init();
    fs::write(tree.file("harbour.py"), code.replace("low_tide", "low_water")).unwrap();
    tree.git_commit("rename");
    assert_eq!(
        proposed(&tree),
        "README.md:1 Harbour.low_tide() -> Harbour.low_water() (commit renamed `low_tide` to `low_water`)\n\
         README.md:1 Harbour.low_tide() -> Harbour.low_water() (commit renamed `low_tide` to `low_water`)\n0 uncertain\n"
    );
}

#[test]
fn a_symbol_that_was_changed_as_well_is_uncertain() {
    let code = "class Harbour:\n    def low_tide(self, port):\n        height = self.table[port]\n        return height - self.depth\n";
    let tree =
        Tree::new(&format!("//- harbour.py\n{code}//- README.md\nCall `Harbour.low_tide()`.\n"));
    tree.git_init();
    let changed = code.replace("low_tide", "low_water").replace("height - self.depth", "height");
    fs::write(tree.file("harbour.py"), changed).unwrap();
    tree.git_commit("rename and change");
    assert_eq!(proposed(&tree), "1 uncertain\n");
}

#[test]
fn the_diff_is_one_that_git_applies() {
    let tree = Tree::new(
        "//- core/tide.rs\npub fn rise() {}\n//- docs/guide.md\n# Guide\n\n[tide](../src/tide.rs)",
    );
    tree.git_init();
    let fixes = propose(&knowledge(&tree), &GapSettings::default()).unwrap();
    fs::write(tree.file("fix.diff"), &fixes.diff).unwrap();
    tree.git(&["apply", "fix.diff"]);
    assert_eq!(
        fs::read_to_string(tree.file("docs/guide.md")).unwrap(),
        "# Guide\n\n[tide](../core/tide.rs)"
    );
    assert_eq!(fixes.documents[0].text, "# Guide\n\n[tide](../core/tide.rs)");
}
