//! `references`, `path`, `overview` and `changed` on small repositories.

use std::path::Path;
use std::process::Command;

use rutter_fixture::Tree;
use serde_json::{Value, json};

use crate::run::rutter;

const APP: &str = "//- app/main.py\nfrom app.net import fetch\n\ndef run():\n    fetch('x')\n\
    //- app/net.py\ndef fetch(url):\n    return parse(url)\n\ndef parse(url):\n    return url\n\
    //- app/__init__.py\n\
    //- tests/test_net.py\nfrom app.net import fetch\n\ndef test_fetch():\n    fetch('y')\n\
    //- docs/guide.md\n# Guide\n\nCall `fetch` first.\n";

fn lines(answer: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let references = answer["references"].as_array().unwrap().iter();
    references
        .map(|found| {
            format!(
                "{}:{}:{} {} in {} [{}] {}{}",
                text(&found["path"]),
                found["line"],
                found["column"],
                text(&found["kind"]),
                text(&found["in"]),
                text(&found["provenance"]),
                text(&found["text"]),
                if found["is_test"] == true { " (test)" } else { "" }
            )
        })
        .collect()
}

#[test]
fn every_use_comes_with_its_line_and_tests_come_last() {
    let tree = Tree::new(APP);
    let answer = rutter(&tree, &["references", "fetch", "--json"]).exits(0).json();
    let lines = lines(&answer);
    assert_eq!(lines[0], "app/main.py:1:21 import in - [import] from app.net import fetch");
    assert!(lines[1].starts_with("app/main.py:4:"), "{lines:?}");
    assert!(lines[1].ends_with("call in run [import] fetch('x')"), "{lines:?}");
    let is_test: Vec<bool> = lines.iter().map(|line| line.ends_with("(test)")).collect();
    assert!(is_test.is_sorted() && is_test.iter().filter(|is| **is).count() == 2, "{lines:?}");
    assert!(
        lines.iter().any(|line| line.starts_with("docs/guide.md:3:") && line.contains("mention"))
    );
    assert_eq!(answer["definitions"][0]["path"], "app/net.py");
    assert_eq!(answer["definitions"][0]["kind"], "function");
    assert_eq!((&answer["untracked"], &answer["omitted"]), (&Value::Null, &0.into()));
    assert_eq!(answer["tests"][0]["symbol"], "test_fetch");
    for field in ["name", "index", "ambiguous"] {
        assert!(!answer[field].is_null(), "{field}");
    }
}

#[test]
fn a_kind_and_a_limit_narrow_the_uses() {
    let tree = Tree::new(APP);
    let args = ["references", "fetch", "--kind", "import", "--limit", "1", "--json"];
    let answer = rutter(&tree, &args).exits(0).json();
    assert_eq!(lines(&answer).len(), 1);
    assert_eq!(answer["omitted"], 1);
    let refused = rutter(&tree, &["references", "fetch", "--kind", "eaten"]).exits(2);
    assert!(refused.err.contains("the kinds are call, read"), "{}", refused.err);
}

#[test]
fn a_test_is_reached_through_other_symbols() {
    let tree = Tree::new(APP);
    let answer = rutter(&tree, &["references", "parse", "--json"]).exits(0).json();
    let tests = answer["tests"].as_array().unwrap();
    assert_eq!((&tests[0]["symbol"], &tests[0]["distance"]), (&"test_fetch".into(), &2.into()));
}

#[test]
fn ambiguous_uses_are_counted_for_each_candidate() {
    let tree = Tree::new(
        "//- a.rb\ndef ping\nend\n//- b.rb\ndef ping\nend\n//- c.rb\ndef go\n  ping()\nend\n",
    );
    let answer = rutter(&tree, &["references", "ping", "--json"]).exits(1).json();
    assert!(lines(&answer).is_empty());
    assert_eq!(answer["ambiguous_lines"], json!([{"path": "c.rb", "lines": [2]}]));
    let ambiguous = answer["ambiguous"].as_array().unwrap();
    assert_eq!(ambiguous.len(), 2);
    assert_eq!(
        (&ambiguous[0]["definition"], &ambiguous[0]["count"]),
        (&"a.rb:1".into(), &1.into())
    );
}

#[test]
fn a_field_in_use_is_never_said_to_be_unused() {
    let tree = Tree::new(
        "//- src/lib.rs\npub struct Door { pub width: u32 }\n\
         pub fn wide(door: &Door) -> bool { door.width > 3 }\n",
    );
    for command in ["references", "symbol", "impact"] {
        let run = rutter(&tree, &[command, "Door::width", "--json"]);
        let answer = run.json();
        let n_listed = answer["references"].as_array().map_or(0, Vec::len);
        let n_affected = answer["affected"].as_array().map_or(0, Vec::len);
        let callers = answer["matches"][0]["callers"].as_array().map_or(0, Vec::len);
        let is_known = n_listed + n_affected + callers > 0;
        assert!(is_known || answer["untracked"]["lines"] == 1, "{command}: {answer}");
    }
}

#[test]
fn lines_that_only_contain_the_name_are_listed_after_the_known_uses() {
    let tree = Tree::new(
        "//- app/task.py\nclass Task:\n    late = None\n\n    def go(self):\n        return self.late\n\
         //- app/use.py\n# late is not code\ndef f(rows):\n    \"\"\"Says late.\"\"\"\n\
         \x20   first = rows[0].task.late\n    return first, 'late'\n\
         //- app/other.py\ndef late():\n    pass\n\nlate()\n",
    );
    let args = ["references", "late", "--path", "app/task.py", "--json"];
    let answer = rutter(&tree, &args).exits(0).json();
    let found = lines(&answer);
    assert!(found[0].starts_with("app/task.py:5:"), "{found:?}");
    let words: Vec<&String> = found.iter().filter(|line| line.contains("[same-word]")).collect();
    let expect = ["app/use.py:4:26 mention in f [same-word]", "app/use.py:5:20 mention in f"];
    let known_use =
        found.iter().any(|line| line.starts_with("app/use.py:4:") && !line.contains("word"));
    let expect = if known_use { &expect[1..] } else { &expect[..] };
    assert_eq!(words.len(), expect.len(), "{found:?}");
    assert!(words.iter().zip(expect).all(|(line, start)| line.starts_with(start)), "{found:?}");
    assert_eq!(answer["untracked"]["lines"], expect.len(), "{answer}");
    let calls = [&args[..], &["--kind", "call"]].concat();
    assert!(lines(&rutter(&tree, &calls).json()).is_empty());
}

#[test]
fn a_name_without_a_symbol_is_answered_with_the_lines_that_contain_it() {
    let tree = Tree::new(
        "//- app.py\ndef load(strict_mode):\n    return strict_mode\n\
         //- settings.json\n{\"strict_mode\": true, \"max-age\": 3}\n",
    );
    let answer = rutter(&tree, &["references", "strict_mode", "--json"]).exits(0).json();
    let expect = [
        "app.py:1:10 mention in load [same-word] def load(strict_mode):",
        "app.py:2:12 mention in load [same-word] return strict_mode",
        "settings.json:1:3 mention in - [same-word] {\"strict_mode\": true, \"max-age\": 3}",
    ];
    assert_eq!(lines(&answer), expect);
    assert_eq!((&answer["definitions"], &answer["untracked"]["lines"]), (&json!([]), &json!(3)));
    let printed = rutter(&tree, &["references", "strict_mode"]).exits(0).out;
    assert!(printed.contains("no symbol has this name; 3 lines contain the word"), "{printed}");
    let key = rutter(&tree, &["references", "max-age", "--json"]).exits(0).json();
    assert_eq!(key["references"][0]["path"], "settings.json", "{key}");
    for command in ["symbol", "impact"] {
        let answer = rutter(&tree, &[command, "strict_mode", "--json"]).json();
        assert_eq!(answer["untracked"]["lines"], 3, "{command}: {answer}");
    }
    let nothing = rutter(&tree, &["references", "no_such_word", "--json"]).exits(1).json();
    assert_eq!(nothing["untracked"], Value::Null);
}

#[test]
fn lines_of_generated_files_are_counted() {
    let tree = Tree::new(
        "//- door.go\npackage door\n\nfunc Open() {}\n\nfunc shut() { Open() }\n\nfunc knock() {}\n\
         //- made.pb.go\n// Code generated by x. DO NOT EDIT.\npackage door\n\nfunc made() { Open(); shut() }\n",
    );
    let answer = rutter(&tree, &["references", "Open", "--json"]).exits(0).json();
    assert_eq!(lines(&answer).len(), 1, "{answer}");
    let expected = json!({"reason": "generated files are not indexed", "lines": 1});
    assert_eq!(answer["untracked"], expected);
    let printed = rutter(&tree, &["references", "shut"]).exits(1).out;
    assert!(
        printed.contains("generated files are not indexed; 1 line contains the word"),
        "{printed}"
    );
    let unused = rutter(&tree, &["references", "knock", "--json"]).exits(1).json();
    assert_eq!(unused["untracked"], Value::Null);
}

#[test]
fn names_that_were_not_looked_for_are_counted() {
    let exports: String = (0..20).map(|n| format!("export {{ door as door{n:02} }};\n")).collect();
    let tree = Tree::new(&format!("//- a.ts\nfunction door() {{}}\n{exports}"));
    let answer = rutter(&tree, &["references", "door", "--json"]).json();
    let reason = answer["untracked"]["reason"].as_str().unwrap();
    assert!(
        reason.contains("uses under 4 further names that it is exported by were not looked for"),
        "{reason}"
    );
}

#[test]
fn uses_of_several_definitions_are_told_apart() {
    let tree = Tree::new(
        "//- a.py\ndef ping():\n    pass\n\nping()\n//- b.py\ndef ping():\n    pass\n\nping()\n",
    );
    let answer = rutter(&tree, &["references", "ping", "--json"]).exits(0).json();
    let meant: Vec<String> = (answer["references"].as_array().unwrap().iter())
        .map(|found| format!("{} {}", found["path"], found["definition"]))
        .collect();
    assert_eq!(meant, ["\"a.py\" 0", "\"b.py\" 1"]);
}

#[test]
fn implementations_and_overrides_are_listed() {
    let tree = Tree::new(
        "//- src/lib.rs\npub trait Shape { fn area(&self) -> u32; }\npub struct Square;\n\
         impl Shape for Square { fn area(&self) -> u32 { 4 } }\n\
         pub fn size(square: &Square) -> u32 {\n    square.area()\n}\n",
    );
    let of_trait = rutter(&tree, &["references", "Shape", "--json"]).json();
    assert_eq!(of_trait["implementations"][0]["line"], 3, "{of_trait}");
    let of_method = rutter(&tree, &["references", "Shape::area", "--json"]).json();
    assert_eq!(of_method["implementations"][0]["symbol"], "Square::area", "{of_method}");
    let lines = json!([{"path": "src/lib.rs", "lines": [5]}]);
    assert_eq!(of_method["implementation_lines"], lines, "{of_method}");
}

#[test]
fn own_code_comes_before_tests_and_vendored_code() {
    let tree = Tree::new(
        "//- a_vendor/x.py\n\n//- vendor/net.py\ndef dial(): pass\n\
         //- tests/mocks/net.py\ndef dial(): pass\n//- zebra/net.py\ndef dial(): pass\n",
    );
    let answer = rutter(&tree, &["symbol", "dial", "--json"]).exits(0).json();
    let paths: Vec<&str> = answer["matches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|at| at["path"].as_str().unwrap())
        .collect();
    assert_eq!(paths, ["zebra/net.py", "tests/mocks/net.py", "vendor/net.py"]);
}

#[test]
fn a_path_is_shown_step_by_step_and_its_absence_explained() {
    let tree = Tree::new(APP);
    let found = rutter(&tree, &["path", "run", "parse", "--json"]).exits(0).json();
    assert_eq!(found["outcome"], "sure");
    let steps: Vec<String> = (found["steps"].as_array().unwrap().iter())
        .map(|step| format!("{}:{} {}", step["path"], step["line"], step["to"]["symbol"]))
        .collect();
    assert_eq!(steps, ["\"app/main.py\":4 \"fetch\"", "\"app/net.py\":2 \"parse\""]);
    let outcome = |from: &str, to: &str, more: &[&str]| {
        let args = [&["path", from, to, "--json"], more].concat();
        rutter(&tree, &args).exits(1).json()["outcome"].as_str().unwrap().to_owned()
    };
    assert_eq!(outcome("parse", "fetch", &[]), "not_reached");
    assert_eq!(outcome("parse", "run", &[]), "never_used");
    assert_eq!(outcome("run", "parse", &["--steps", "1"]), "not_within_steps");
    assert_eq!(outcome("run", "nothing_of_the_kind", &[]), "unknown");
}

#[test]
fn an_overview_says_what_a_folder_is_for() {
    let tree = Tree::new(
        "//- README.md\n# Shop\n\nSells things to people.\n\n\
         //- src/net/__init__.py\n\"\"\"Talks to hosts. Slowly.\"\"\"\n\
         //- src/net/dial.py\ndef dial():\n    pass\n",
    );
    let root = rutter(&tree, &["overview", "--json"]).exits(0).json();
    assert_eq!(root["purpose"]["text"], "Sells things to people.");
    assert_eq!((&root["n_files"], &root["folders"][0]["path"]), (&3.into(), &"src".into()));
    let source = rutter(&tree, &["overview", "src", "--json"]).exits(0).json();
    assert_eq!(source["folders"][0]["purpose"], "Talks to hosts.");
    assert_eq!(source["map"]["containers"][0]["name"], "src/net/dial.py");
    assert_eq!(source["map"]["containers"][0]["members"][0], "dial");
    let file = rutter(&tree, &["overview", "src/net/dial.py"]).exits(0).out;
    assert!(file.starts_with("dial (function_definition) 1-2"), "{file}");
    let missing = rutter(&tree, &["overview", "nowhere"]).exits(2);
    assert!(missing.err.contains("`nowhere` is not in the index"), "{}", missing.err);
}

fn git(root: &Path, args: &[&str]) {
    let user = ["-c", "user.name=T", "-c", "user.email=t@example.org"];
    let ended = Command::new("git").current_dir(root).args(user).args(args).output();
    assert!(ended.unwrap().status.success(), "{args:?}");
}

#[test]
fn changed_symbols_are_told_from_moved_and_untouched_ones() {
    let tree = Tree::new(APP);
    git(tree.path(), &["init", "-q"]);
    std::fs::write(tree.path().join(".gitignore"), ".rutter/\n").unwrap();
    git(tree.path(), &["add", "."]);
    git(tree.path(), &["commit", "-qm", "first"]);
    let nothing = rutter(&tree, &["changed"]).exits(1);
    assert!(nothing.out.starts_with("nothing changed since HEAD"), "{}", nothing.out);
    let net = "\n\ndef fetch(url):\n    return parse(url)\n\ndef parse(url):\n    return url + '!'\n\n\
               def added():\n    pass\n";
    std::fs::write(tree.path().join("app/net.py"), net).unwrap();
    std::fs::rename(tree.path().join("docs/guide.md"), tree.path().join("docs/start.md")).unwrap();
    git(tree.path(), &["add", "docs"]);
    std::fs::remove_file(tree.path().join("app/main.py")).unwrap();
    let answer = rutter(&tree, &["changed", "--json"]).exits(0).json();
    let mut symbols: Vec<String> = (answer["symbols"].as_array().unwrap().iter())
        .map(|symbol| format!("{} {} {}", symbol["change"], symbol["symbol"], symbol["path"]))
        .collect();
    symbols.sort();
    assert_eq!(
        symbols.join("\n").replace('"', ""),
        "added added app/net.py\nchanged parse app/net.py\nremoved run app/main.py"
    );
    assert_eq!(answer["files"][0]["before"], "docs/guide.md", "{answer}");
    assert_eq!(answer["affected"][0]["symbol"], "fetch", "{answer}");
    assert_eq!(answer["tests"][0]["symbol"], "test_fetch", "{answer}");
    for reference in ["nowhere", "--all"] {
        let refused = rutter(&tree, &["changed", reference]).exits(2);
        assert!(
            refused.err.contains(&format!("git knows no commit `{reference}`")),
            "{}",
            refused.err
        );
    }
}

#[test]
fn without_git_there_is_nothing_to_compare_with() {
    let tree = Tree::new(APP);
    let refused = rutter(&tree, &["changed"]).exits(2);
    assert!(refused.err.contains("git"), "{}", refused.err);
}
