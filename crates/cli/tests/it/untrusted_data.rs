//! A `.rutter` folder that came with a repository, or is a link to elsewhere.

use std::fs;
use std::os::unix::fs::symlink;

use rutter_fixture::Tree;

use crate::run::rutter;

const CODE: &str = "//- a.py\ndef alpha_handler():\n    return 1\n";

#[test]
fn data_that_git_tracks_is_refused_and_settings_are_not() {
    let tree = Tree::new(CODE);
    tree.git_init();
    tree.write(".rutter/config.toml", "");
    tree.git(&["add", "-f", ".rutter/config.toml", "a.py"]);
    rutter(&tree, &["search", "alpha_handler"]).exits(0);
    tree.git(&["add", "-f", ".rutter/index/format"]);
    for args in [&["search", "alpha_handler"][..], &["entries", "list"], &["index"], &["status"]] {
        let run = rutter(&tree, args).exits(2);
        assert!(run.err.contains("came with the repository"), "{}", run.err);
        assert!(run.err.contains("--data-dir"), "{}", run.err);
    }
    let elsewhere = Tree::new("");
    let data = elsewhere.path().to_str().unwrap();
    rutter(&tree, &["search", "alpha_handler", "--data-dir", data]).exits(0);
}

#[test]
fn a_data_folder_that_is_a_link_is_not_written_through() {
    for linked in [".rutter", ".rutter/index", ".rutter/runs", ".rutter/rutter.db"] {
        let tree = Tree::new(CODE);
        let victim = Tree::new("");
        let link = tree.file(linked);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(victim.path(), &link).unwrap();
        for args in [&["index"][..], &["search", "alpha_handler"], &["entries", "list"]] {
            let run = rutter(&tree, args).exits(2);
            assert!(run.err.contains("is a link"), "{linked}: {}", run.err);
        }
        assert_eq!(fs::read_dir(victim.path()).unwrap().count(), 0, "{linked}");
    }
}

#[test]
fn a_git_file_alone_leads_no_data_into_another_repository() {
    let victim = Tree::new(CODE);
    victim.git_init();
    victim.git_commit("first");
    let tree = Tree::new(CODE);
    let common = victim.file(".git");
    tree.write(".git", "gitdir: fake\n");
    tree.write("fake/commondir", common.to_str().unwrap());
    tree.write("fake/gitdir", tree.file(".git").to_str().unwrap());
    rutter(&tree, &["index"]).exits(0);
    assert!(!victim.file(".rutter").exists());
    assert!(tree.file(".rutter").exists());
}
