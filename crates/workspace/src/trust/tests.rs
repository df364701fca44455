//! Data folders that a repository ships, and those that were made here.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::*;

/// The error about the data folder `.rutter` in a folder that `make` fills; "trusted" if there is none.
fn check(make: impl Fn(&Path)) -> String {
    let folder = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(folder.path()).unwrap().join("root");
    fs::create_dir(&root).unwrap();
    fs::write(root.join("../victim"), "kept").unwrap();
    make(&root);
    let checked = check_data(&root.join(".rutter"), DataChoice::Default);
    assert_eq!(fs::read_to_string(root.join("../victim")).unwrap(), "kept");
    said(&root, checked)
}

fn said(root: &Path, checked: Result<(), Error>) -> String {
    match checked {
        Ok(()) => "trusted".to_owned(),
        Err(error) => {
            assert!(error.hint().is_some());
            error.to_string().replace(root.to_str().unwrap(), "")
        }
    }
}

fn put(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Makes a data folder of the user's own, with something at each path that rutter keeps.
fn own(root: &Path) {
    fs::create_dir(root.join(".rutter")).unwrap();
    check_data(&root.join(".rutter"), DataChoice::Default).unwrap();
    for path in [
        ".gitignore", "config.toml", "index/facts.db", "index/facts.db-wal", "index/format",
        "index/root-1/files-1", "index/root-1/lexical/meta.json", "index/root-1/writer.lock",
        "index/vectors.db", "prices.toml", "prompt.md", "prompts/explore.md", "queue/rutter.db",
        "replies/ab", "runs/1.jsonl", "rutter.db", "rutter.db-changed", "rutter.db-shm",
        "rutter.db-wal",
    ] {
        put(root, &format!(".rutter/{path}"), "mine");
    }
}

/// Every path below the data folder that [`own`] makes.
fn all_paths() -> Vec<String> {
    fn list(folder: &Path, above: &str, found: &mut Vec<String>) {
        for item in fs::read_dir(folder).unwrap().flatten() {
            let path = format!("{above}/{}", item.file_name().to_str().unwrap());
            if item.path().is_dir() {
                list(&item.path(), &path, found);
            }
            found.push(path);
        }
    }
    let folder = tempfile::tempdir().unwrap();
    own(folder.path());
    let mut found = vec![".rutter".to_owned()];
    list(&folder.path().join(".rutter"), ".rutter", &mut found);
    assert_eq!(found.len(), 1 + 19 + 1 + 7);
    found
}

fn remove(path: &Path) -> bool {
    let is_folder = path.is_dir();
    if is_folder {
        fs::remove_dir_all(path).unwrap()
    } else {
        fs::remove_file(path).unwrap()
    }
    is_folder
}

#[test]
fn a_folder_that_was_made_here_is_trusted_with_all_that_it_holds() {
    assert_eq!(check(own), "trusted");
    assert_eq!(check(|_| {}), "trusted");
}

#[test]
fn a_link_a_pipe_or_another_kind_is_refused_at_every_path() {
    for path in all_paths() {
        let named = |make: &dyn Fn(&Path, bool)| {
            check(|root| {
                own(root);
                let path = root.join(&path);
                let was_folder = remove(&path);
                make(&path, was_folder);
            })
        };
        let link = named(&|path, _| symlink("../victim", path).unwrap());
        assert_eq!(
            link,
            format!("`/{path}` is a link; rutter uses only files and folders of its own there")
        );
        let to_folder = named(&|path, _| symlink("/", path).unwrap());
        assert!(to_folder.contains(&format!("`/{path}` is a link;")), "{to_folder}");
        let pipe = named(&|path, _| {
            let mode = rustix::fs::Mode::from_raw_mode(0o600);
            let kind = rustix::fs::FileType::Fifo;
            rustix::fs::mknodat(rustix::fs::CWD, path, kind, mode, 0).unwrap();
        });
        assert!(pipe.contains(&format!("`/{path}` is a pipe")), "{pipe}");
        // Replies and runs are made under new names, so a folder there does no harm.
        let other = named(&|path, was_folder| {
            if was_folder {
                fs::write(path, "").unwrap();
            } else {
                fs::create_dir(path).unwrap();
            }
        });
        let is_named = other.contains(&format!("`/{path}` is a f"));
        let is_index = path.starts_with(".rutter/index/root-1") && !path.contains("root-1/");
        assert!(is_named || is_index, "{path}: {other}");
    }
}

#[test]
fn a_database_with_a_second_name_is_refused() {
    for path in ["rutter.db", "rutter.db-wal", "queue/rutter.db", "index/facts.db"] {
        let said = check(|root| {
            own(root);
            let path = root.join(".rutter").join(path);
            fs::remove_file(&path).unwrap();
            fs::hard_link(root.join("../victim"), &path).unwrap();
        });
        assert!(
            said.contains(&format!("`/.rutter/{path}` is a file with a second name")),
            "{said}"
        );
    }
}

#[test]
fn what_came_in_an_archive_or_a_copy_is_not_believed() {
    for path in
        ["rutter.db", "rutter.db-wal", "queue/rutter.db", "runs/1", "replies/a", "prompt.md"]
    {
        let said = check(|root| put(root, &format!(".rutter/{path}"), "shipped"));
        let name = path.split('/').next().unwrap();
        assert_eq!(
            said,
            format!("`/.rutter` may not be yours: it holds `{name}`, but was not made here")
        );
    }
    assert!(check(|root| put(root, ".rutter/.rutter-x-0.tmp", "")).contains("was not made here"));
    // The last is what is left of a process that was killed while it stamped the folder.
    for path in ["config.toml", ".gitignore", "prices.toml", ".rutter-28903-0.tmp"] {
        assert_eq!(check(|root| put(root, &format!(".rutter/{path}"), "")), "trusted");
    }
    // The stamp of the original does not fit the copy.
    let said = check(|root| {
        let original = root.join("../original");
        fs::create_dir(&original).unwrap();
        own(&original);
        let paths = [original.join(".rutter"), root.join(".rutter")];
        assert!(Command::new("cp").arg("-a").args(paths).status().unwrap().success());
    });
    assert!(said.contains("was not made here"), "{said}");
    assert_eq!(
        check(|root| {
            let original = root.join("../original");
            fs::create_dir(&original).unwrap();
            own(&original);
            fs::rename(original.join(".rutter"), root.join(".rutter")).unwrap();
        }),
        "trusted",
        "a folder that was moved"
    );
}

#[test]
fn an_index_of_others_is_thrown_away_and_an_own_one_kept() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join(".rutter");
    put(&data, "index/root-1/files-1", "shipped");
    put(&data, "config.toml", "");
    check_data(&data, DataChoice::Default).unwrap();
    assert!(!data.join("index").exists());
    put(&data, "index/root-1/files-1", "own");
    check_data(&data, DataChoice::Default).unwrap();
    assert!(data.join("index/root-1/files-1").exists());
}

#[test]
fn naming_a_folder_vouches_for_it_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join(".rutter");
    put(&data, "rutter.db", "entries");
    put(&data, "index/root-1/files-1", "index");
    let refused = check_data(&data, DataChoice::Default).unwrap_err();
    assert!(refused.to_string().contains("may not be yours"), "{refused}");
    check_data(&data, DataChoice::Named).unwrap();
    check_data(&data, DataChoice::Default).unwrap();
    assert_eq!(fs::read_to_string(data.join("rutter.db")).unwrap(), "entries");
    assert!(data.join("index/root-1/files-1").exists());
    symlink("/", data.join("prompt.md")).unwrap();
    let refused = check_data(&data, DataChoice::Named).unwrap_err();
    assert!(refused.to_string().contains("is a link"), "{refused}");
}

#[test]
fn what_a_repository_ships_is_refused_wherever_the_root_is() {
    let git = |root: &Path, args: &[&str]| {
        let user = ["-c", "user.name=T", "-c", "user.email=t@example.org"];
        let allow = ["-c", "protocol.file.allow=always"];
        let args = [&user[..], &allow, args].concat();
        let done = Command::new("git").args(args).current_dir(root).output().unwrap();
        assert!(done.status.success(), "{done:?}");
    };
    let ship = |root: &Path, path: &str| {
        put(root, path, "shipped");
        git(root, &["init", "-q"]);
        git(root, &["add", "-f", "."]);
        git(root, &["commit", "-qm", "first"]);
    };
    let tracked = |path: &str| {
        format!(
            "`/{}` came with the repository (git tracks `{path}`), so rutter does not trust what is in it",
            path.split("/prompt").next().unwrap()
        )
    };
    assert_eq!(check(|root| ship(root, ".rutter/prompt.md")), tracked(".rutter/prompt.md"));
    // An own folder into which a pull brought a file.
    let pulled = check(|root| {
        own(root);
        ship(root, ".rutter/prompt.md");
    });
    assert!(pulled.contains("came with the repository"), "{pulled}");
    let folder = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(folder.path()).unwrap();
    ship(&root, "pkg/.rutter/prompt.md");
    let ask = |data: &str| said(&root, check_data(&root.join(data), DataChoice::Default));
    assert_eq!(ask("pkg/.rutter"), tracked("pkg/.rutter/prompt.md"));
    // A worktree uses the data folder of the main one; its own is not looked at unless it is named.
    git(&root, &["worktree", "add", "-q", "tree"]);
    assert!(ask("tree/pkg/.rutter").contains("git tracks `pkg/.rutter/prompt.md`"));
    let inner = root.join("inner");
    fs::create_dir(&inner).unwrap();
    ship(&inner, "prompt.md");
    git(&root, &["submodule", "--quiet", "add", "./inner", ".rutter"]);
    assert!(ask(".rutter").contains("it is a git repository of its own"), "{}", ask(".rutter"));
    fs::remove_file(root.join(".rutter/.git")).unwrap();
    assert!(ask(".rutter").contains("git tracks `.rutter`"), "{}", ask(".rutter"));
}
