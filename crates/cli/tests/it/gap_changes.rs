//! Gaps of a change, the exit code for CI, the rules in words, and hostile names in the formats of other programs.

use rutter_fixture::Tree;

use crate::run::rutter;

const FILES: &str = "\
//- src/tide.py
\"\"\"Tides of ports.\"\"\"


def merge(first, second):
    return first
//- src/port.py
\"\"\"Ports.\"\"\"


def find(name, day):
    return name
";

fn committed() -> Tree {
    let tree = Tree::new(FILES);
    tree.git_init();
    tree.git_commit("one");
    tree
}

fn messages(tree: &Tree, args: &[&str], code: i32) -> Vec<String> {
    let answer = rutter(tree, &[&["gaps", "list", "--json"], args].concat()).exits(code).json();
    let gaps = answer["gaps"].as_array().unwrap().iter();
    let mut messages: Vec<String> =
        gaps.map(|gap| gap["message"].as_str().unwrap().to_owned()).collect();
    messages.sort();
    messages
}

#[test]
fn gaps_since_a_commit_are_those_of_changed_files_or_only_the_new_ones() {
    let tree = committed();
    let (in_files, new) = (["--changed-since", "HEAD"], ["--changed-since", "HEAD", "--new"]);
    assert!(messages(&tree, &in_files, 0).is_empty());
    assert!(messages(&tree, &new, 0).is_empty());
    let text = tree.read("src/tide.py");
    tree.write("src/tide.py", format!("{text}\n\ndef split(table, at):\n    return table\n"));
    let merge = "function `merge` has no description";
    let split = "function `split` has no description";
    assert_eq!(messages(&tree, &in_files, 3), [merge, split]);
    assert_eq!(messages(&tree, &new, 3), [split]);
    // A description takes a gap away, and brings none.
    tree.write(
        "src/tide.py",
        text.replace("    return", "    \"\"\"Joins two tables.\"\"\"\n    return"),
    );
    assert!(messages(&tree, &new, 0).is_empty());
    // A new file has only new gaps; one that is gone has none.
    tree.write("src/moon.py", "\"\"\"Moons.\"\"\"\n\n\ndef phase(day, year):\n    return day\n");
    std::fs::remove_file(tree.file("src/port.py")).unwrap();
    assert_eq!(messages(&tree, &new, 3), ["function `phase` has no description"]);
    let refused = rutter(&tree, &["gaps", "list", "--changed-since", "nowhere"]).exits(2);
    assert!(refused.err.contains("git knows no commit `nowhere`"), "{}", refused.err);
}

#[test]
fn the_exit_code_says_whether_the_documentation_is_complete_enough() {
    let tree = committed();
    let described = "def find(name, day):\n    \"\"\"Finds a port that is open on a day.\"\"\"\n    return name\n";
    tree.write("src/port.py", format!("\"\"\"Ports.\"\"\"\n\n\n{described}"));
    let overall =
        rutter(&tree, &["gaps", "list", "--json"]).exits(3).json()["completeness"]["overall"]
            .as_f64()
            .unwrap();
    assert!(overall > 0.0 && overall < 100.0, "{overall}");
    rutter(&tree, &["gaps", "list", "--fail-under", &overall.to_string()]).exits(0);
    rutter(&tree, &["gaps", "list", "--fail-under", &(overall + 0.1).to_string()]).exits(3);
    rutter(&tree, &["gaps", "list", "--fail-under", "0"]).exits(0);
    rutter(&tree, &["gaps", "list", "--fail-under", "100"]).exits(3);
    let bad = rutter(&tree, &["gaps", "list", "--fail-under", "many"]).exits(2);
    assert!(bad.err.contains("--fail-under"), "{}", bad.err);
}

#[test]
fn the_rules_are_explained_with_an_example_each() {
    let tree = Tree::new(FILES);
    let text = rutter(&tree, &["gaps", "rules"]).exits(0).out;
    let data = rutter(&tree, &["gaps", "rules", "--json"]).exits(0).json();
    let rules = data["rules"].as_array().unwrap();
    assert_eq!(rules.len(), 7);
    for rule in rules {
        let name = rule["name"].as_str().unwrap();
        assert!(text.contains(name), "{name}: {text}");
        for field in ["about", "why", "severity"] {
            let help = rule[field].as_str().unwrap();
            assert!(!help.is_empty(), "{rule}");
        }
        assert!(rule["enabled"].as_bool().unwrap() && rule["weight"].as_f64().unwrap() > 0.0);
        assert_ne!(rule["wrong"], rule["right"], "{name}");
    }
}
