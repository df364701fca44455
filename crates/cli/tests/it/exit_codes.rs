//! Exit codes mean the same for every command, and are listed in the help and the manual alike.

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
const ELSEWHERE: [&str; 9] =
    ["explore", "chat", "mcp", "agents", "serve", "export", "team", "completions", "doctor"];

/// Command lines, and what each exits with in [`tree`].
const CASES: [(&str, i32); 43] = [
    ("search total", 0),
    ("search zebra_quagga --mode lexical", 1),
    ("total", 0),
    ("zebra_quagga --mode lexical", 1),
    ("similar src/cart.py:6", 0),
    ("similar src/cart.py:6 --lang rust", 1),
    ("grep total", 0),
    ("grep zebra", 1),
    ("symbol total", 0),
    ("symbol zebra", 1),
    ("references total", 0),
    ("references zebra", 1),
    ("impact total", 0),
    ("impact pay", 1),
    ("path pay total", 0),
    ("path total pay", 1),
    ("overview", 0),
    ("overview src/cart.py", 0),
    ("overview src/empty.py", 1),
    ("changed HEAD~1", 0),
    ("changed", 1),
    ("why src/cart.py", 0),
    ("why src/empty.py:2", 1),
    ("ask where is the total", 1),
    ("entries list", 1),
    ("entries show total", 1),
    ("entries review --manual", 1),
    ("entries check", 0),
    ("gaps list --rule broken-mention --under src", 0),
    ("gaps list", 3),
    ("gaps list --fail-under 0", 0),
    ("gaps list --fail-under 100", 3),
    ("gaps review --rule stale-entry", 1),
    ("gaps review", 4),
    ("metrics", 1),
    ("gaps resolve", 4),
    ("metrics", 0),
    ("gaps fix --apply", 0),
    ("gaps report", 0),
    ("index", 0),
    ("status", 0),
    ("runs list", 0),
    ("status --data-dir elsewhere", 1),
];

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
    rutter(&tree, &["runs", "list"]).exits(1);
    for (line, code) in CASES {
        if line.starts_with("why") {
            // A line that is not committed.
            tree.write("src/empty.py", "# nothing\n# more\n");
        }
        let args: Vec<&str> = line.split(' ').collect();
        let Run { code: ended, out, err } = rutter(&tree, &args);
        assert_eq!(ended, Some(code), "{line}\n{out}\n{err}");
    }
}

#[test]
fn every_command_is_tried() {
    let tree = Tree::new("");
    let help = rutter(&tree, &["--help"]).exits(0).out;
    let listed = help.split("\nOptions:").next().unwrap().lines();
    let names: Vec<&str> = listed
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(names.len(), 26, "{names:?}");
    for name in names {
        let is_tried = CASES.iter().any(|(line, _)| line.split(' ').next() == Some(name));
        assert!(is_tried || ELSEWHERE.contains(&name), "`{name}` is not tried");
    }
}

#[test]
fn the_manual_has_the_table_of_the_help() {
    let help = rutter(&Tree::new(""), &["--help"]).exits(0).out;
    let codes = help.split("\nExit codes:\n").nth(1).unwrap();
    let rows: Vec<String> = codes
        .lines()
        .map(|line| line.trim().split_once(' ').unwrap())
        .map(|(code, meaning)| format!("| {code} | {} |", meaning.trim()))
        .collect();
    let docs = include_str!("../../../../docs/commands.md");
    let table = docs.split("| exit code | meaning |\n| ---: | --- |\n").nth(1).unwrap();
    let listed: Vec<&str> = table.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(listed, rows);
}

#[test]
fn wrong_usage_is_2_for_every_command() {
    let tree = tree();
    for args in [
        &["search"][..],
        &["search", "x", "-n", "0"],
        &["search", "x", "--lang", "klingon"],
        &["overview", "src/crat.py"],
        &["impact", "nosuchfile.py"],
        &["overview", "nosuchfolder"],
        &["gaps", "lst"],
        &["serach"],
        &["similar", "nowhere.py:1"],
        &["changed", "nosuchref"],
        &["why", "nowhere.py"],
        &["gaps", "answer", "ffff", "text"],
        &["gaps", "list", "--rule", "no-such-rule"],
        &["gaps", "fix", "--nonsense"],
    ] {
        let run = rutter(&tree, args).exits(2);
        assert!(run.err.starts_with("error: "), "{args:?}: {}", run.err);
    }
}

#[test]
fn an_answer_closes_a_gap() {
    let tree =
        Tree::new("//- a.py\n\"\"\"Rows.\"\"\"\ndef make_stack(rows):\n    return list(rows)\n");
    rutter(&tree, &["gaps", "list"]).exits(3);
    let gaps =
        rutter(&tree, &["gaps", "list", "--rule", "missing-description", "--json"]).exits(3).json();
    let id = gaps["gaps"][0]["id"].as_str().unwrap().to_owned();
    rutter(&tree, &["gaps", "list", "--fail-under", "0"]).exits(0);
    rutter(&tree, &["gaps", "list", "--fail-under", "100"]).exits(3);
    rutter_with(&tree, &["gaps", "answer", &id], " \n").exits(2);
    rutter(&tree, &["gaps", "answer", &id, "Makes a list of the given rows."]).exits(0);
    rutter(&tree, &["gaps", "list", "--rule", "missing-description"]).exits(0);
}
