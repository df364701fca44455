//! What a new user types wrong, and what the program makes of it.

use rutter_fixture::Tree;

use crate::run::{hit_paths, rutter, rutter_in};
use crate::terminal_screen::{Screen, Setup};

const FILES: &str = "\
//- src/flask/app.py
import os
import sys
from typing import Any


class App:
    def run(self, host):
        server = self.make_server(host)
        server.start()
        return server

    def make_server(self, host):
        return Server(host, os.environ, sys.argv)
//- src/flask/cli.py
import os
import sys
from typing import Any


def main():
    App().run(\"localhost\")
//- docs/api.rst
The interface
=============

See `App`.
//- tests/test_app.py
from flask.app import App


def test_run():
    assert App().run(\"localhost\")
";

#[test]
fn a_misspelt_path_is_corrected_in_its_own_folder() {
    let tree = Tree::new(FILES);
    let run = rutter(&tree, &["overview", "src/flask/ap.py"]).exits(2);
    assert_eq!(
        run.err,
        "error: `src/flask/ap.py` is not in the index\nhint: did you mean `src/flask/app.py`?\n"
    );
    let run = rutter(&tree, &["overview", "src/flsk"]).exits(2);
    assert!(run.err.ends_with("hint: did you mean `src/flask`?\n"), "{}", run.err);
    let run = rutter(&tree, &["similar", "src/flask/ap.py:3"]).exits(2);
    assert!(run.err.ends_with("hint: did you mean `src/flask/app.py`?\n"), "{}", run.err);
}

#[test]
fn a_folder_is_described_elsewhere() {
    let tree = Tree::new(FILES);
    for args in [["impact", "src"], ["impact", "src/"], ["symbol", "src/flask"]] {
        let run = rutter(&tree, &args).exits(2);
        let folder = args[1].trim_end_matches('/');
        let expected = format!(
            "error: `{folder}` is a folder\nhint: `rutter overview {folder}` shows what is in it\n"
        );
        assert_eq!(run.err, expected, "{args:?}");
    }
    let run = rutter(&tree, &["symbol", "src/flask/app.py"]).exits(2);
    assert!(
        run.err.starts_with("error: `src/flask/app.py` is a file, not a symbol\n"),
        "{}",
        run.err
    );
}

#[test]
fn a_path_is_not_taken_for_a_word() {
    let tree = Tree::new(FILES);
    for command in ["impact", "symbol", "references"] {
        let run = rutter(&tree, &[command, "nosuchfile.py"]).exits(2);
        assert!(run.err.starts_with("error: `nosuchfile.py` is not in the index\n"), "{}", run.err);
        let run = rutter(&tree, &[command, "src/flask/ap.py"]).exits(2);
        assert!(run.err.contains("`src/flask/app.py`"), "{}", run.err);
    }
    rutter(&tree, &["impact", "nosuchname"]).exits(1);
    rutter(&tree, &["impact", "src/flask/app.py"]).exits(0);
}

#[test]
fn none_at_most_is_refused_alike() {
    let tree = Tree::new(FILES);
    for args in [
        &["search", "x"][..],
        &["similar", "src/flask/app.py:3"],
        &["symbol", "App"],
        &["references", "App"],
        &["impact", "App"],
        &["why", "src/flask/app.py"],
        &["gaps", "list"],
        &["gaps", "review"],
        &["runs", "list"],
        &["gaps", "resolve"],
        &["entries", "review"],
    ] {
        let args: Vec<&str> = args.iter().copied().chain(["-n", "0"]).collect();
        let run = rutter(&tree, &args).exits(2);
        assert!(
            run.err.contains("invalid value '0' for '--limit <N>': give a number from 1"),
            "{args:?}: {}",
            run.err
        );
    }
}

#[test]
fn a_glob_that_matches_no_file_is_named() {
    let tree = Tree::new(FILES);
    let run = rutter(&tree, &["search", "server", "--path", "src/flsk/*.py"]).exits(1);
    assert_eq!(
        run.err,
        "no indexed file matches the glob `src/flsk/*.py`; did you mean `src/flask`?\n"
    );
    let run = rutter(&tree, &["search", "server", "-p", "*.java"]).exits(1);
    assert!(run.err.contains("`*.java`; globs begin at the root"), "{}", run.err);
    let run = rutter(&tree, &["similar", "src/flask/app.py:8", "-l", "rust", "--json"]).exits(1);
    assert_eq!(run.json()["remark"], "no indexed file is in rust");
    let run = rutter(&tree, &["search", "zebra_quagga", "-p", "src", "--mode", "lexical"]).exits(1);
    assert_eq!(run.err, "");
}

#[test]
fn a_place_is_gone_to() {
    let tree = Tree::new(FILES);
    let answer = rutter(&tree, &["search", "src/flask/app.py:9", "--json"]).exits(0).json();
    assert_eq!(hit_paths(&answer), ["src/flask/app.py"]);
    assert_eq!(answer["hits"][0]["matched_lines"], serde_json::json!([9, 9]));
    assert!(answer["hits"][0]["start_line"].as_u64().unwrap() <= 7, "{answer}");
    let below =
        rutter_in(&tree.file("src/flask"), &["search", "cli.py:7", "--json"]).exits(0).json();
    assert_eq!(hit_paths(&below), ["src/flask/cli.py"]);
    let beyond = rutter(&tree, &["search", "src/flask/app.py:900"]).exits(2);
    assert!(
        beyond
            .err
            .starts_with("error: `src/flask/app.py` has no line 900\nhint: its lines are 1 to "),
        "{}",
        beyond.err
    );
    let wrong = rutter(&tree, &["search", "src/flask/ap.py:9"]).exits(2);
    assert!(wrong.err.contains("`src/flask/app.py`"), "{}", wrong.err);
}

#[test]
fn a_traceback_goes_to_its_frames_first() {
    let tree = Tree::new(FILES);
    let text = "Traceback (most recent call last):\n  File \"/usr/lib/python3/site-packages/flask/cli.py\", line 7, in main\n    \
                App().run()\n  File \"/usr/lib/python3/site-packages/flask/app.py\", line 13, in make_server\n    x\n  \
                File \"/usr/lib/python3/socket.py\", line 2, in bind\nOSError: no";
    let answer = rutter(&tree, &["search", text, "--json"]).exits(0).json();
    assert_eq!(hit_paths(&answer)[..2], ["src/flask/app.py", "src/flask/cli.py"]);
    assert_eq!(answer["hits"][0]["matched_lines"], serde_json::json!([13, 13]));
}

#[test]
fn blocks_of_imports_are_not_similar_code() {
    let imports: String = (0..40).map(|n| format!("import package.module_{n}\n")).collect();
    let code = |verb: &str| -> String {
        (0..8).map(|n| format!("\n\ndef {verb}_{n}(rows):\n    total = 0\n    for row in rows:\n        total += row.price * {n}\n    return total\n")).collect()
    };
    let tree = Tree::new("");
    for verb in ["work", "toil"] {
        tree.write(&format!("{verb}.py"), format!("{imports}{}", code(verb)));
    }
    let answer = rutter(&tree, &["similar", "work.py:2", "-n", "20", "--json"]).exits(0).json();
    let hits = answer["hits"].as_array().unwrap();
    assert!(
        hits.len() > 4 && hits.iter().all(|hit| hit["end_line"].as_u64() > Some(40)),
        "{answer}"
    );
}

#[test]
fn changed_names_the_lines_that_still_use_an_old_name() {
    let tree = Tree::new(FILES);
    tree.git_init();
    tree.write(
        "src/flask/app.py",
        tree.read("src/flask/app.py").replace("def make_server", "def build_server"),
    );
    let run = rutter(&tree, &["changed"]).exits(0);
    assert!(run.out.contains("1 line still names it\n  src/flask/app.py:8\n"), "{}", run.out);
}

#[test]
fn impact_counts_unclear_uses_on_one_line_and_puts_documents_last() {
    let tree = Tree::new(
        "//- a.py\nclass A:\n    def send(self):\n        pass\n//- b.py\nclass B:\n    def send(self):\n        pass\n\
         //- guide.md\n# Guide\n\nCall `A.send` first.\n//- c.py\nfrom a import A\n\n\ndef sure(a: A):\n    A().send()\n\n\n\
         def unclear(x):\n    x.send()\n",
    );
    let run = rutter(&tree, &["impact", "A"]).exits(0);
    assert!(!run.out.contains("ambiguous("), "{}", run.out);
    let run = rutter(&tree, &["impact", "send"]).exits(0);
    assert!(!run.out.contains("ambiguous("), "{}", run.out);
    assert!(run.out.contains(" of a name that several symbols have\n"), "{}", run.out);
    let place = |text: &str| run.out.find(text);
    assert!(place("guide.md").is_none() || place("guide.md") > place("c.py"), "{}", run.out);
}

#[test]
fn words_after_an_id_are_the_text() {
    let tree =
        Tree::new("//- a.py\n\"\"\"Rows.\"\"\"\ndef make_stack(rows):\n    return list(rows)\n");
    let gaps =
        rutter(&tree, &["gaps", "list", "--rule", "missing-description", "--json"]).exits(3).json();
    let id = gaps["gaps"][0]["id"].as_str().unwrap();
    let run =
        rutter(&tree, &["gaps", "answer", id, "Makes a list of the given rows.", "--by", "Ada"])
            .exits(0);
    assert!(run.out.contains("make_stack"), "{}", run.out);
    let entries = rutter(&tree, &["entries", "list", "--json"]).exits(0).json();
    assert_eq!(entries["entries"][0]["summary"], "Makes a list of the given rows.");
    let entry = entries["entries"][0]["id"].as_str().unwrap();
    rutter(&tree, &["entries", "reject", entry, "It copies them."]).exits(0);
    rutter(&tree, &["entries", "reject", entry]).exits(2);
}

#[test]
fn the_best_hit_stays_on_the_screen() {
    let files: String = (0..12)
        .map(|n| format!("//- src/module_{n}/walker.py\n{}", "def walk_files(folder):\n    for file in folder:\n        walk(file, the_files)\n\n\n".repeat(6)))
        .collect();
    let tree = Tree::new(&files);
    rutter(&tree, &["index"]).exits(0);
    for (columns, rows) in [(80, 24), (160, 48), (30, 8)] {
        let setup = Setup { columns, rows, ..Setup::default() };
        let (code, bytes) = Screen::start(&tree, &["search", "walk files"], &setup).end();
        assert_eq!(code, 0);
        let mut screen =
            vt100::Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 100);
        screen.process(bytes.as_bytes());
        let text = screen.screen().contents();
        assert!(text.lines().next().unwrap().contains("walker.py:"), "{columns}x{rows}\n{text}");
        let n_lines = text.trim_end().lines().count();
        assert!(n_lines <= usize::from(rows) - 2 && n_lines >= 3, "{columns}x{rows}\n{text}");
    }
    let (_, more) = Screen::start(
        &tree,
        &["search", "walk files", "-n", "9", "--lines", "1"],
        &Setup::default(),
    )
    .end();
    assert_eq!(more.matches("walker.py").count(), 9, "{more}");
    // A pipe gets what it always got.
    let piped = rutter(&tree, &["search", "walk files"]).exits(0).out;
    assert!(piped.lines().count() > 30, "{piped}");
}

#[test]
fn words_without_a_command_are_searched_for() {
    let tree = Tree::new(FILES);
    let searched =
        rutter(&tree, &["search", "make the server", "-n", "1", "--json"]).exits(0).json();
    for args in [
        &["make the server", "-n", "1", "--json"][..],
        &["--json", "make", "the", "server", "-n", "1"],
    ] {
        let answer = rutter(&tree, args).exits(0).json();
        assert_eq!(hit_paths(&answer), hit_paths(&searched), "{args:?}");
    }
    let run = rutter(&tree, &["serach", "server"]).exits(2);
    assert_eq!(
        run.err,
        "error: `serach` is not a command\nhint: did you mean `rutter search`? `rutter search serach` searches for it\n"
    );
}

#[test]
fn help_shows_the_commands_in_groups_and_hides_what_only_teams_need() {
    let tree = Tree::new("");
    let help = rutter(&tree, &["--help"]).exits(0).out;
    let at = |text: &str| help.find(text).unwrap_or_else(|| panic!("{text}: {help}"));
    let headings =
        ["\nLook:\n", "\nKnow:\n", "\nShare:\n", "\nKeep:\n", "\nOptions:\n", "\nExit codes:\n"];
    assert!(headings.map(at).is_sorted(), "{help}");
    assert!(!help.contains("--store"), "{help}");
    // Options are wrapped at the width of the terminal.
    let commands = &help[..at("\nOptions:\n")];
    let too_long = commands.lines().find(|line| line.chars().count() > 80);
    assert_eq!(too_long, None);
    let team = rutter(&tree, &["team", "--help"]).exits(0).out;
    assert!(team.contains("--store <URL>") && team.contains("--index <URL>"), "{team}");
    assert!(!rutter(&tree, &["search", "--help"]).exits(0).out.contains("--index <URL>"));
}
