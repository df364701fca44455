//! Files are written only where they may be, and only after a person agreed.

use rutter_fixture::Tree;
use rutter_tools::{Consent, Mode, Proposal};
use serde_json::json;

use crate::harness::Harness;

#[test]
fn a_file_is_written_whole_once_a_person_agrees() {
    let harness = Harness::new("//- a.txt\nold\n", Mode::Build);
    let text = harness.text("write_file", json!({"path": "new/deep/b.txt", "content": "x\n"}));
    assert_eq!(text, "wrote `new/deep/b.txt` (new, 2 bytes)");
    let text = harness.text("write_file", json!({"file_path": "a.txt", "contents": "new\n"}));
    assert_eq!(text, "wrote `a.txt` (overwritten, 4 bytes)");
    assert_eq!(harness.tree.read("a.txt"), "new\n");
    assert_eq!(harness.tree.read("new/deep/b.txt"), "x\n");
    let asked = harness.asked.lock().unwrap();
    assert_eq!(asked.len(), 2);
    let proposal =
        Proposal::WriteFile { path: "a.txt".into(), content: "new\n".into(), is_new: false };
    assert_eq!(asked[1], proposal);
    assert_eq!(
        std::fs::read_dir(harness.tree.path()).unwrap().count(),
        2,
        "nothing is left behind"
    );
}

#[test]
fn nothing_is_written_when_the_person_refuses() {
    let tree = Tree::new("//- a.txt\nold\n");
    let harness = Harness::of(tree, Mode::Build, Consent::No);
    let text = harness.refusal("write_file", json!({"file_path": "a.txt", "content": "new"}));
    assert!(text.starts_with("the user does not want `a.txt` to be written"), "{text}");
    assert_eq!(harness.tree.read("a.txt"), "old\n");
}

#[test]
fn some_files_are_never_written_and_nobody_is_asked() {
    let harness = Harness::new("//- a.txt\nold\n//- .git/config\n[x]\n", Mode::Build);
    for (path, said) in [
        (".git/hooks/pre-commit", "is not for tools"),
        (".rutter/x", "is not for tools"),
        (".env", "is secret, not shown"),
        ("keys/server.pem", "is secret, not shown"),
        ("a.txt/b", "`a.txt` is a file, not a folder"),
        (".", "is a folder, not a file"),
    ] {
        let text = harness.refusal("write_file", json!({"file_path": path, "content": "x"}));
        assert!(text.contains(said), "{path}: {text}");
    }
    let huge = "x".repeat(3 << 20);
    let text = harness.refusal("write_file", json!({"file_path": "b.txt", "content": huge}));
    assert!(text.starts_with("the content has 3145728 bytes"), "{text}");
    assert!(harness.asked.lock().unwrap().is_empty());
}

#[test]
#[cfg(unix)]
fn a_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let harness = Harness::new("//- run.sh\n#!/bin/sh\n", Mode::Build);
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(harness.tree.file("run.sh"), mode).unwrap();
    harness.text("write_file", json!({"file_path": "run.sh", "content": "#!/bin/sh\ntrue\n"}));
    let mode = std::fs::metadata(harness.tree.file("run.sh")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o755);
}
