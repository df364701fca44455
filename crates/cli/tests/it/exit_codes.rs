//! Exit codes: 1 is a lookup that found nothing, a check that found something, and nothing else.

use rutter_fixture::Tree;

use crate::run::{Run, rutter, rutter_with};

const CODE: &str = "\
//- src/cart.py
\"\"\"The cart of a shop.\"\"\"


def total(prices):
    \"\"\"Adds the prices of all that is in the cart.\"\"\"
    return sum(prices)


def pay(prices):
    \"\"\"Pays what is in the cart at once.\"\"\"
    return total(prices)
//- src/copy.py
\"\"\"A copy of the cart.\"\"\"


def total_again(prices):
    \"\"\"Adds the prices of all that is in the cart.\"\"\"
    return sum(prices)
";

/// Commands whose states need a model, a service or a terminal: their own tests look at the codes.
const ELSEWHERE: [&str; 15] = [
    "explore",
    "review",
    "resolve",
    "chat",
    "mcp",
    "agents",
    "serve",
    "server",
    "publish",
    "repos",
    "sync",
    "export",
    "completions",
    "doctor",
    "help",
];

/// A command, and a tree in which it exits with 0 and one in which it exits with 1.
fn cases() -> Vec<(&'static str, Vec<&'static str>, Vec<&'static str>)> {
    vec![
        ("search", vec!["search", "total"], vec!["search", "zebra_quagga", "--mode", "lexical"]),
        (
            "similar",
            vec!["similar", "src/cart.py:6"],
            vec!["similar", "src/cart.py:6", "--lang", "rust"],
        ),
        ("grep", vec!["grep", "total"], vec!["grep", "zebra"]),
        ("symbols", vec!["symbols", "src/cart.py"], vec!["symbols", "src/empty.py"]),
        ("symbol", vec!["symbol", "total"], vec!["symbol", "zebra"]),
        ("references", vec!["references", "total"], vec!["references", "zebra"]),
        ("impact", vec!["impact", "total"], vec!["impact", "pay"]),
        ("path", vec!["path", "pay", "total"], vec!["path", "total", "pay"]),
        ("changed", vec!["changed", "HEAD~1"], vec!["changed"]),
        ("why", vec!["why", "src/cart.py"], vec!["why", "src/empty.py:2"]),
        ("fix-docs", vec!["fix-docs", "--apply"], vec![]),
        ("entries", vec!["entries", "check"], vec!["entries", "list"]),
        ("runs", vec![], vec!["runs", "list"]),
        ("metrics", vec![], vec!["metrics"]),
        ("ask", vec![], vec!["ask", "where is the total"]),
        ("gaps", vec!["gaps", "--rule", "broken-mention", "--under", "src"], vec!["gaps"]),
        ("answer", vec![], vec![]),
        ("report", vec!["report"], vec![]),
        ("overview", vec!["overview"], vec![]),
        ("status", vec!["status"], vec![]),
        ("index", vec!["index"], vec![]),
    ]
}

fn tree() -> Tree {
    let tree = Tree::new(CODE);
    tree.git_init();
    tree.write("src/empty.py", "# nothing\n");
    tree.write("README.md", "See [the cart](src/gone.py) and `missing_name()`.\n");
    tree.git_commit("documents");
    tree
}

#[test]
fn every_command_exits_as_the_table_says() {
    let tree = tree();
    rutter(&tree, &["index"]).exits(0);
    for (name, zero, one) in cases() {
        if name == "why" {
            // A line that is not committed.
            tree.write("src/empty.py", "# nothing\n# more\n");
        }
        for (args, code) in [(zero, 0), (one, 1)] {
            if !args.is_empty() {
                let Run { code: ended, out, err } = rutter(&tree, &args);
                assert_eq!(ended, Some(code), "{args:?}\n{out}\n{err}");
            }
        }
    }
}

#[test]
fn every_command_has_its_place_in_the_table() {
    let tree = Tree::new("");
    let help = rutter(&tree, &["--help"]).exits(0).out;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names: Vec<&str> = listed
        .take_while(|line| !line.trim().is_empty() || line.starts_with(' '))
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 30, "{names:?}");
    let docs = include_str!("../../../../docs/scripting.md");
    let table = docs.split("## Exit codes").nth(1).unwrap().split("\n## ").next().unwrap();
    for name in names {
        let is_tried = cases().iter().any(|(tried, ..)| *tried == name);
        assert!(is_tried || ELSEWHERE.contains(&name), "`{name}` is not tried");
        let is_told = table.contains(&format!("`{name}`")) || table.contains(&format!("`{name} "));
        assert!(is_told || name == "help", "`{name}` is not in docs/scripting.md");
    }
}

#[test]
fn wrong_usage_is_2_for_every_command() {
    let tree = tree();
    for args in [
        &["search"][..],
        &["search", "x", "-n", "0"],
        &["search", "x", "--lang", "klingon"],
        &["symbols", "src/crat.py"],
        &["symbols", "src"],
        &["impact", "nosuchfile.py"],
        &["overview", "nosuchfolder"],
        &["similar", "nowhere.py:1"],
        &["changed", "nosuchref"],
        &["why", "nowhere.py"],
        &["answer", "ffff", "text"],
        &["gaps", "--rule", "no-such-rule"],
        &["fix-docs", "--nonsense"],
    ] {
        let run = rutter(&tree, args).exits(2);
        assert!(run.err.starts_with("error: "), "{args:?}: {}", run.err);
    }
}

#[test]
fn gaps_found_are_1_and_an_answer_closes_one() {
    let tree =
        Tree::new("//- a.py\n\"\"\"Rows.\"\"\"\ndef make_stack(rows):\n    return list(rows)\n");
    rutter(&tree, &["gaps"]).exits(1);
    let gaps = rutter(&tree, &["gaps", "--rule", "missing-description", "--json"]).exits(1).json();
    let id = gaps["gaps"][0]["id"].as_str().unwrap().to_owned();
    rutter(&tree, &["gaps", "--fail-under", "0"]).exits(0);
    rutter(&tree, &["gaps", "--fail-under", "100"]).exits(1);
    rutter_with(&tree, &["answer", &id], " \n").exits(2);
    rutter(&tree, &["answer", &id, "Makes a list of the given rows."]).exits(0);
    rutter(&tree, &["gaps", "--rule", "missing-description"]).exits(0);
}
