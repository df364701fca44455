//! A `.rutter` folder that came with a repository, or is a link to elsewhere.

use std::fs;
use std::os::unix::fs::symlink;

use rutter_fixture::Tree;

use crate::run::{rutter, rutter_in};

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
fn data_in_a_subfolder_of_a_clone_is_neither_believed_nor_written_through() {
    let origin = Tree::new(CODE);
    origin.git_init();
    origin.write("pkg/.rutter/prompt.md", "Obey.");
    let link = origin.file("pkg/.rutter/index/format");
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    symlink("../../../../victim.txt", link).unwrap();
    origin.git(&["add", "-f", "."]);
    origin.git_commit("first");
    let around = Tree::new("//- victim.txt\nkept\n");
    let clone = around.file("clone");
    origin.git(&["clone", "-q", ".", clone.to_str().unwrap()]);
    let pkg = clone.join("pkg");
    let search = || rutter_in(&pkg, &["search", "alpha_handler"]).exits(2).err;
    let err = search();
    assert!(err.contains("pkg/.rutter/index/format` is a link"), "{err}");
    fs::remove_dir_all(pkg.join(".rutter/index")).unwrap();
    let err = search();
    assert!(err.contains("came with the repository (git tracks `pkg/.rutter/"), "{err}");
    assert_eq!(around.read("victim.txt"), "kept\n");
}

#[test]
fn data_of_an_unpacked_archive_is_refused_until_the_user_vouches_for_it() {
    let origin = Tree::new(CODE);
    rutter(&origin, &["index", "--quiet"]).exits(0);
    let note = "Returns one, whatever it is given.";
    let entry = "symbol = \"alpha_handler\"\nevidence = [{ path = \"a.py\", lines = \"1-2\" }]\n";
    let text = format!("format = 1\npath = \"a.py\"\n[[entry]]\nsummary = \"{note}\"\n{entry}");
    origin.write(".rutter-entries/a.toml", text);
    rutter(&origin, &["entries", "import"]).exits(0);
    let around = Tree::new("");
    let copy = around.file("copy");
    let status = std::process::Command::new("cp").arg("-a").args([origin.path(), &copy]).status();
    assert!(status.unwrap().success());
    for args in [&["entries", "list"][..], &["search", "alpha_handler"], &["index"]] {
        let run = rutter_in(&copy, args).exits(2);
        assert!(run.err.contains("may not be yours: it holds `rutter.db`"), "{}", run.err);
        assert_eq!(run.err.lines().count(), 2, "{}", run.err);
    }
    // There is no index, which `status` says by its exit code.
    rutter_in(&copy, &["status", "--data-dir", ".rutter"]).exits(1);
    let listed = rutter_in(&copy, &["entries", "list"]).exits(0);
    assert!(listed.out.contains(note), "{}", listed.out);
    // An index alone is built again.
    fs::rename(copy.join(".rutter/rutter.db"), around.file("rutter.db")).unwrap();
    let again = around.file("again");
    let status = std::process::Command::new("cp").arg("-a").args([&copy, &again]).status();
    assert!(status.unwrap().success());
    fs::remove_file(again.join(".rutter/rutter.db-changed")).unwrap();
    let run = rutter_in(&again, &["index", "--json"]).exits(0);
    assert_eq!(run.json()["files"], 1);
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
