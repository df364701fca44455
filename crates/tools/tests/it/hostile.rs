//! Paths that try to lead elsewhere: each is refused, with the right words, and none hangs.

#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rutter_fixture::Tree;
use rutter_tools::{Consent, Mode};
use serde_json::json;

use crate::harness::Harness;

const OUTSIDE: &str = "WHAT LIES OUTSIDE";

const FILES: &str = "\
//- src/lib.rs
pub fn inside() {}
//- a..b
dots
//- .git/config
[remote]
//- .env
A=1
";

/// The expected answer to a call with a path.
#[derive(Clone, Copy, PartialEq)]
enum Expected {
    Absolute,
    Parent,
    Nul,
    TooLong,
    Outside,
    Circle,
    NotAFile,
    Private,
    Missing,
    /// It is a link, and nothing is written through it.
    Link,
    /// Such a file may be made: it lies inside.
    MayBeMade,
}

use Expected::*;

impl Expected {
    fn fits(self, text: &str) -> bool {
        match self {
            Absolute => text.starts_with("Absolute paths not allowed: "),
            Parent => text.starts_with("Parent directory references not allowed: "),
            Nul => text.starts_with("the path holds a NUL character: "),
            TooLong => text.starts_with("the path is too long: "),
            Outside => text.contains("` is a link that leads outside the repository\n"),
            Circle => text.contains("` is a link that leads in a circle\n"),
            NotAFile => {
                text.contains("` is neither a file nor a folder: a pipe, a socket or a device\n")
            }
            Private => text.contains("` is not for tools: `"),
            Missing => text.starts_with("there is no file or folder `"),
            Link => text.contains("` is a link, and links are not written through\n"),
            MayBeMade => text.starts_with("wrote `"),
        }
    }
}

/// A path, the answer expected to a read, and to a write.
fn table() -> Vec<(String, Expected, Expected)> {
    let same = |expected: Expected| move |path: &str| (path.to_owned(), expected, expected);
    let mut table: Vec<(String, Expected, Expected)> = Vec::new();
    table.extend(
        [
            "/", "/etc/passwd", "//etc/passwd", "///etc//passwd", "/proc/self/root/etc/passwd",
            "/proc/self/environ", "/dev/zero", "/dev/stdin", "/dev/tty", "/dev/fd/0",
            "/../etc/passwd", "C:\\Windows\\win.ini", "c:/Windows/win.ini", "C:", "Z:\\",
            "\\\\host\\share\\x", "\\etc\\passwd", "\\\\?\\C:\\x", "\\\\.\\PhysicalDrive0",
            "//host/share/x", "file:///etc/passwd", "FILE:///etc/passwd", "/src/lib.rs",
            "/\u{202e}sessap",
        ]
        .map(same(Absolute)),
    );
    table.extend(
        [
            "..", "../", "../outside.txt", "../../../../etc/passwd", "src/..", "src/../..",
            "src/../../outside.txt", "./../x", "src/./../../x", "..\\x", "src\\..\\..\\x",
            "..\\..\\etc", "a/b/../../../../x", ".//..//x", "src/../src/lib.rs", "../src/lib.rs",
            "..//etc/passwd",
        ]
        .map(same(Parent)),
    );
    table.extend(["src/lib.rs\0", "\0", "src\0/../../x", "a\0.rs"].map(same(Nul)));
    table.push(("a/".repeat(3_000), TooLong, TooLong));
    table.push(("x".repeat(300), TooLong, TooLong));
    table.push(("x".repeat(1 << 20), TooLong, TooLong));
    table.push((format!("src/{}.rs", "é".repeat(200)), TooLong, TooLong));
    table.extend(
        [
            "out.txt", "outdir/secret.txt", "outdir", "relative.txt", "chain", "proc",
            "proc/etc/passwd", "zero", "rootlink/etc/passwd", "src/deep/out.txt",
            "updir/etc/passwd", "outdir/new.txt",
        ]
        .map(same(Outside)),
    );
    table.extend(["loop", "loop/x", "turn"].map(|path| (path.to_owned(), Circle, Link)));
    table.extend(["pipe", "socket"].map(same(NotAFile)));
    table.extend(
        [
            ".git/config", ".git", ".GIT/config", "./.git/./config", ".rutter/rutter.db",
            "src/.git/config",
        ]
        .map(same(Private)),
    );
    table.push(("gitlink".to_owned(), Private, Link));
    table.push(("dangling".to_owned(), Missing, Link));
    table.extend(
        [
            "%2e%2e/etc/passwd", "..%2fetc/passwd", "%2e%2e%2fetc%2fpasswd", "....//etc/passwd",
            "..;/etc/passwd", ".../x", "．．/etc/passwd", "‥/x", "~/.bashrc", "~root/x", "$HOME/x",
            "${PWD}", ".. /x", "\u{2e2e}/x", "..\u{200b}/x", "src\\lib.rs", "nothing\nhere", "CON",
            "NUL.txt", "a:stream", "-rf", "http://host/x",
        ]
        .map(|path| (path.to_owned(), Missing, MayBeMade)),
    );
    table
}

/// A repository full of traps, and what lies beside it.
fn harness() -> (Harness, Tree) {
    let outside = Tree::new("");
    outside.write("secret.txt", OUTSIDE);
    let tree = Tree::new(FILES);
    let secret = outside.file("secret.txt");
    let link = |target: &std::path::Path, name: &str| symlink(target, tree.file(name)).unwrap();
    let name = outside.path().file_name().unwrap().to_owned();
    std::fs::create_dir(tree.file("src/deep")).unwrap();
    link(&secret, "out.txt");
    link(&secret, "src/deep/out.txt");
    link(outside.path(), "outdir");
    link(&std::path::Path::new("..").join(&name).join("secret.txt"), "relative.txt");
    link("out.txt".as_ref(), "chain");
    link("/proc/self/root".as_ref(), "proc");
    link("/".as_ref(), "rootlink");
    link("../..".as_ref(), "updir");
    link("/dev/zero".as_ref(), "zero");
    link("loop".as_ref(), "loop");
    link("turn2".as_ref(), "turn");
    link("turn".as_ref(), "turn2");
    link(".git/config".as_ref(), "gitlink");
    link(".env".as_ref(), "envlink");
    link("nowhere".as_ref(), "dangling");
    link("src/lib.rs".as_ref(), "inlink.rs");
    link("src".as_ref(), "indir");
    assert!(Command::new("mkfifo").arg(tree.file("pipe")).status().unwrap().success());
    drop(UnixListener::bind(tree.file("socket")).unwrap());
    (Harness::of(tree, Mode::Build, Consent::Yes), outside)
}

#[test]
fn hostile_paths_are_refused_with_the_right_words_and_none_hangs() {
    let (harness, outside) = harness();
    let table = table();
    println!("{} hostile paths", table.len());
    assert!(table.len() >= 60, "{} paths", table.len());
    let mut wrong = Vec::new();
    for (path, looks, writes) in &table {
        let calls = [
            ("read_file", json!({"file_path": path}), looks),
            ("list_filesystem", json!({"path": path}), looks),
            ("list_symbols_in_file", json!({"file_path": path}), looks),
            ("get_symbol_details", json!({"symbol": "inside", "file_path": path}), looks),
            ("grep", json!({"pattern": "e", "path": path}), looks),
            ("similar", json!({"file_location": format!("{path}:1")}), looks),
            (
                "create_index_entry",
                json!({"symbol": "inside", "file_path": path, "summary": "s"}),
                looks,
            ),
            (
                "create_index_entry",
                json!({"symbol": "inside", "file_path": "src/lib.rs", "summary": "s",
                    "evidence": [{"file_path": path, "start_line": 1, "end_line": 1}]}),
                looks,
            ),
            ("write_file", json!({"file_path": path, "content": "x"}), writes),
        ];
        for (tool, arguments, expected) in calls {
            let outcome = harness.call(tool, arguments);
            let is_refused = outcome.is_error || *expected == MayBeMade;
            if !is_refused || !expected.fits(&outcome.text) || outcome.text.contains(OUTSIDE) {
                let text: String = outcome.text.chars().take(200).collect();
                wrong.push(format!(
                    "{tool}({:?}): {text}",
                    path.chars().take(60).collect::<String>()
                ));
            }
            assert!(outcome.text.len() < 2_000, "{tool} tells too much of a refusal");
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(outside.read("secret.txt"), OUTSIDE);
    assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 1);
}

#[test]
fn globs_that_lead_outside_are_refused() {
    let (harness, _outside) = harness();
    for glob in
        ["/etc/*", "../*", "src/../../*", "{..,src}/*", "C:\\*", "\\\\host\\*", "!../x", "!/etc"]
    {
        for (tool, arguments) in [
            ("list_files", json!({"pattern": glob})),
            ("grep", json!({"pattern": "x", "glob": glob})),
            ("search", json!({"query": "x", "path": glob})),
            ("similar", json!({"text": "x", "path": glob})),
        ] {
            let text = harness.refusal(tool, arguments);
            assert!(Absolute.fits(&text) || Parent.fits(&text), "{tool} {glob}: {text}");
        }
    }
    let text = harness.refusal("similar", json!({"file_location": "../x.rs:3"}));
    assert!(Parent.fits(&text), "{text}");
}

#[test]
fn what_stays_inside_is_fine() {
    let (harness, _outside) = harness();
    for path in ["a..b", "./a..b", ".//a..b"] {
        assert!(
            harness.text("read_file", json!({"file_path": path})).ends_with("1\tdots"),
            "{path}"
        );
    }
    for path in ["inlink.rs", "indir/lib.rs", "src/./lib.rs", "./src//lib.rs"] {
        let text = harness.text("read_file", json!({"file_path": path}));
        assert_eq!(text, "src/lib.rs, lines 1 to 1 of 1\n1\tpub fn inside() {}", "{path}");
        let text = harness.text("list_symbols_in_file", json!({"file_path": path}));
        assert!(text.contains("inside (function) 1-1"), "{text}");
    }
    assert!(harness.text("list_filesystem", json!({"path": "indir"})).contains("lib.rs"));
    assert!(
        harness.text("grep", json!({"pattern": "inside", "path": "indir"})).contains("1\tpub fn")
    );
    let text = harness.refusal("read_file", json!({"file_path": "envlink"}));
    assert!(text.starts_with("`.env` is secret, not shown: environment file"), "{text}");
    let text = harness.refusal("read_file", json!({"file_path": ""}));
    assert!(text.starts_with("the path is empty"), "{text}");
}

#[test]
fn a_link_swapped_during_the_call_never_leads_outside() {
    let (harness, outside) = harness();
    let is_over = AtomicBool::new(false);
    let (inner, outer) = (harness.tree.file("src/deep/in"), harness.tree.file("src/deep/swap"));
    std::fs::create_dir(&inner).unwrap();
    std::fs::write(inner.join("secret.txt"), "harmless\n").unwrap();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                for target in [outside.path(), inner.as_path()] {
                    let beside = outer.with_extension("new");
                    let target = if target == inner { "in".as_ref() } else { target };
                    symlink(target, &beside).unwrap();
                    std::fs::rename(&beside, &outer).unwrap();
                }
            }
        });
        let path = "src/deep/swap/secret.txt";
        let (mut n_read, mut n_refused) = (0, 0);
        for round in 0..2_000 {
            let arguments = json!({"file_path": path});
            let outcome = harness.toolbox.call(&harness.session, "read_file", &arguments);
            assert!(!outcome.text.contains(OUTSIDE), "round {round}: {}", outcome.text);
            if outcome.text.contains("harmless") { n_read += 1 } else { n_refused += 1 }
        }
        for _ in 0..50 {
            let arguments = json!({"file_path": "src/deep/swap/new.txt", "content": "x"});
            harness.toolbox.call(&harness.session, "write_file", &arguments);
        }
        is_over.store(true, Ordering::Relaxed);
        assert!(n_read + n_refused == 2_000);
    });
    assert_eq!(
        std::fs::read_dir(outside.path()).unwrap().count(),
        1,
        "nothing was written outside"
    );
}

#[test]
fn a_folder_swapped_for_a_link_to_what_is_private_leads_nowhere() {
    let (harness, _outside) = harness();
    let is_over = AtomicBool::new(false);
    let at = |path: &str| harness.tree.file(path);
    for (path, text) in [
        ("plain/kept/config", "harmless\n"),
        ("plain/.git/config", "PRIVATE\n"),
        ("plain/.ssh/config.key", "PRIVATE\n"),
        ("plain/kept/config.key.txt", "harmless\n"),
    ] {
        std::fs::create_dir_all(at(path).parent().unwrap()).unwrap();
        std::fs::write(at(path), text).unwrap();
    }
    let (folder, aside) = (at("plain/kept"), at("plain/aside"));
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                std::fs::rename(&folder, &aside).unwrap();
                // The tool that writes makes a folder that is missing, and may be quicker.
                let _ = symlink(".git", &folder);
                loop {
                    let _ = std::fs::remove_file(&folder);
                    let _ = std::fs::remove_dir_all(&folder);
                    if std::fs::rename(&aside, &folder).is_ok() {
                        break;
                    }
                }
            }
        });
        for round in 0..2_000 {
            for (tool, arguments) in [
                ("read_file", json!({"file_path": "plain/kept/config"})),
                ("list_filesystem", json!({"path": "plain/kept"})),
            ] {
                let outcome = harness.toolbox.call(&harness.session, tool, &arguments);
                assert!(!outcome.text.contains("PRIVATE"), "round {round}: {}", outcome.text);
            }
        }
        for _ in 0..200 {
            let arguments = json!({"file_path": "plain/kept/hook", "content": "x"});
            harness.toolbox.call(&harness.session, "write_file", &arguments);
        }
        is_over.store(true, Ordering::Relaxed);
    });
    let left = std::fs::read_dir(at("plain/.git")).unwrap().count();
    assert_eq!(left, 1, "nothing was written where git keeps its own");
}

#[test]
fn a_link_to_an_absolute_path_is_not_followed_though_it_leads_inside() {
    let (harness, outside) = harness();
    let root = harness.toolbox.engine.layout.root.clone();
    std::fs::create_dir_all(root.join(".git")).unwrap();
    for (link, target) in [
        ("abs.rs", root.join("src/lib.rs")),
        ("absdir", root.join("src")),
        ("absgit", root.join(".git")),
        ("absout", outside.path().to_owned()),
        ("circle", root.join("circle2")),
        ("circle2", root.join("circle")),
    ] {
        symlink(target, root.join(link)).unwrap();
    }
    for (path, expect) in [
        (
            "abs.rs",
            "`abs.rs` goes through a link to an absolute path, and such links are not followed\nname the file it leads to: `src/lib.rs`",
        ),
        (
            "absdir/lib.rs",
            "`absdir/lib.rs` goes through a link to an absolute path, and such links are not followed\nname the file it leads to: `src/lib.rs`",
        ),
        ("absgit/config", "`absgit/config` is not for tools"),
        ("absout/secret.txt", "`absout/secret.txt` is a link that leads outside the repository"),
        ("circle", "`circle` goes through a link to an absolute path"),
    ] {
        let text = harness.refusal("read_file", json!({"file_path": path}));
        assert!(text.starts_with(expect), "{path}: {text}");
    }
}
