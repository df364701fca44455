//! What a model reads of uses, folders and changes.

use rutter_tools::Mode;
use serde_json::json;

use crate::harness::Harness;

const APP: &str = "//- app/main.py\nfrom app.net import fetch\n\ndef run():\n    fetch('x')\n\
    //- app/net.py\n\"\"\"Talks to hosts.\"\"\"\n\ndef fetch(url):\n    return parse(url)\n\n\
    def parse(url):\n    return url\n\
    //- app/__init__.py\n\"\"\"The app. Runs.\"\"\"\n\
    //- tests/test_net.py\nfrom app.net import fetch\n\ndef test_fetch():\n    fetch('y')\n";

#[test]
fn uses_are_lines_of_code_below_the_path_of_their_file() {
    let harness = Harness::new(APP, Mode::Ask);
    let text = harness.text("references", json!({"symbol": "fetch"}));
    assert_eq!(
        text,
        "app/net.py:3 function fetch\n\
         app/main.py\n\
         1: from app.net import fetch\n\
         4: fetch('x')  [in run]\n\
         tests/test_net.py (test)\n\
         1: from app.net import fetch\n\
         4: fetch('y')  [in test_fetch]\n\
         tests that reach it: 1"
    );
}

#[test]
fn lines_that_only_contain_the_word_follow_and_many_tests_are_folded() {
    let calls = "    fetch('y')\n".repeat(9);
    let app = format!("{APP}{calls}//- app/late.py\ndef late(net):\n    return net['fetch']\n");
    let harness = Harness::new(&app, Mode::Ask);
    let text = harness.text("references", json!({"symbol": "fetch"}));
    assert!(text.contains("\nin tests: tests/test_net.py:1,4,5,6,7,8,9,10,11,12,13\n"), "{text}");
    assert!(
        text.contains(
            "not all that may use it could be resolved; 1 more line contains the word, whatever it \
             means there:\napp/late.py\n2: return net['fetch']  [in late]\n"
        ),
        "{text}"
    );
    let text = harness.text("references", json!({"symbol": "url"}));
    assert!(text.starts_with("no symbol has this name; 4 lines contain the word"), "{text}");
    assert!(text.contains("app/net.py\n3: def fetch(url):\n4: return parse(url)\n"), "{text}");
}

#[test]
fn what_is_affected_through_others_and_by_which_way_is_part_of_the_uses() {
    let harness = Harness::new(APP, Mode::Ask);
    let text = harness.text("references", json!({"symbol": "parse", "depth": 3, "kind": "call"}));
    assert!(
        text.contains("affected through others:\napp/main.py:4 run (2 steps, import)"),
        "{text}"
    );
    let text = harness.text("references", json!({"symbol": "parse", "from": "run"}));
    assert_eq!(
        text,
        "`run` reaches `parse`\n\
         app/main.py:4 run -> fetch (call, import)\n\
         app/net.py:4 fetch -> parse (call, same-file)\n\
         app/net.py:6 parse"
    );
    let text = harness.refusal("references", json!({"symbol": "nowhere_at_all"}));
    assert!(text.starts_with("there is no symbol `nowhere_at_all`"), "{text}");
    let text =
        harness.refusal("references", json!({"symbol": "fetch", "file_path": "app/main.py"}));
    assert!(text.contains("it is defined at app/net.py:3"), "{text}");
}

#[test]
fn a_folder_and_a_file_are_overviewed_in_plain_kinds() {
    let harness = Harness::new(APP, Mode::Ask);
    let text = harness.text("overview", json!({}));
    assert!(text.starts_with("the repository: 4 files, 4 symbols (python 4)\n"), "{text}");
    assert!(text.contains("app/ (3): The app."), "{text}");
    let text = harness.text("overview", json!({"path": "app/net.py"}));
    assert!(text.contains("fetch (function) 3-4"), "{text}");
    let text = harness.refusal("overview", json!({"path": "../elsewhere"}));
    assert!(text.contains("Parent directory references not allowed"), "{text}");
}

#[test]
fn a_reference_that_looks_like_an_option_is_refused() {
    let harness = Harness::new(APP, Mode::Ask);
    let text = harness.refusal("changed", json!({"since": "--output=stolen"}));
    assert!(text.contains("git"), "{text}");
    assert!(!harness.tree.file("stolen").exists());
}
