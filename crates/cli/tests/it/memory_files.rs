//! `rutter entries check FILE...`: memory and instruction files held against the code.

use std::fs;

use rutter_fixture::Tree;

use crate::run::{rutter, rutter_in};

const FILES: &str = "\
//- src/tide.py
def low_tide():
    return 1
//- Makefile
test:
	true
//- AGENTS.md
# Notes

Be kind to readers.

- Run `make test`.
- Run `make lint`.
- `src/tide_table.py`
- `low_tide()` is fast and safe for threads.
//- CLAUDE.md
See `src/tide.py`.
";

#[test]
fn each_claim_about_code_has_a_line() {
    let tree = Tree::new(FILES);
    tree.write("src/tide_table.py", "ROWS = []\n");
    tree.git_init();
    tree.remove("src/tide_table.py");
    tree.git_commit("remove");
    let run = rutter(&tree, &["entries", "check", "AGENTS.md", "CLAUDE.md"]).exits(3);
    let commit = tree.git(&["rev-parse", "HEAD"]);
    let commit = &commit[..10];
    for line in [
        "AGENTS.md:5 holds  Run `make test`.",
        "AGENTS.md:6 refuted  Run `make lint`.",
        "    `make lint`: `make` has no `lint`",
        &format!("AGENTS.md:7 stale since {commit}  `src/tide_table.py`"),
        "AGENTS.md:8 not decidable  `low_tide()` is fast and safe for threads.",
        "    found: `low_tide()`",
        "CLAUDE.md:1 holds  See `src/tide.py`.",
        "AGENTS.md: 4 claims about code: 1 refuted, 1 stale, 1 holds, 1 not decidable",
    ] {
        assert!(run.out.lines().any(|one| one == line), "{line}\n{}", run.out);
    }
    assert!(!run.out.contains("Be kind"), "{}", run.out);
    // As seen from another folder.
    rutter_in(&tree.file("src"), &["entries", "check", "../CLAUDE.md"]).exits(0);
    let json = rutter(&tree, &["entries", "check", "CLAUDE.md", "--json"]).exits(0).json();
    assert_eq!(json["documents"][0]["claims"][0]["finding"], "holds");
    assert_eq!(json["documents"][0]["claims"][0]["parts"][0]["kind"], "path");
}

#[test]
fn what_cannot_be_read_is_named_in_one_message() {
    let tree = Tree::new(FILES);
    tree.write("binary.md", [0, 1, 2, 0]);
    tree.write("huge.md", "See `src/tide.py`.\n".repeat(100_000));
    tree.write(
        "latin.md",
        b"Gr\xfc\xdfe, see `src/tide.py` and the rest of what is in this folder.\n",
    );
    let outside = Tree::new("//- notes.md\ntext\n");
    for (path, message) in [
        ("nowhere.md", "there is no file or folder `nowhere.md`"),
        ("src", "`src` is a folder, not a file"),
        ("binary.md", "`binary.md` is a binary file of 4 bytes"),
        ("huge.md", "`huge.md` has 1900000 bytes, 1048576 at most"),
    ] {
        let run = rutter(&tree, &["entries", "check", "AGENTS.md", path]).exits(2);
        assert!(run.err.contains(message), "{path}: {}", run.err);
        assert_eq!(run.out, "", "{path}");
    }
    rutter(&tree, &["entries", "check", "latin.md"]).exits(0);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outside.file("notes.md"), tree.file("link.md")).unwrap();
        let run = rutter(&tree, &["entries", "check", "link.md"]).exits(2);
        assert!(run.err.contains("leads outside"), "{}", run.err);
    }
    fs::write(tree.file("empty.md"), "").unwrap();
    rutter(&tree, &["entries", "check", "empty.md"]).exits(0);
}
