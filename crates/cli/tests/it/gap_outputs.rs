//! Gaps as SARIF and as report.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rutter_fixture::{Tree, skip};
use serde_json::Value;

use crate::run::{Run, rutter};

const FILES: &str = "\
//- src/stack.py
\"\"\"Stacks of rows.\"\"\"


class Stack:
    def push(self, row):
        self.rows.append(row)


def make_stack():
    return Stack()
//- src/odd name, 100%.py
\"\"\"A file with a name that has to be escaped.\"\"\"


def odd_function():
    return 1
//- README.md
# Stacks

A `Stack` holds rows; see [the code](src/gone.py).
";

fn committed() -> Tree {
    let tree = Tree::new(FILES);
    tree.git_init();
    tree.git_commit("one");
    tree
}

fn part(name: &str) -> Result<PathBuf, String> {
    let folder = std::env::var_os("RUTTER_TEST_SARIF");
    let folder = folder.ok_or("RUTTER_TEST_SARIF is not set; `cargo xtask test` sets it")?;
    let path = PathBuf::from(folder).join(name);
    if path.exists() { Ok(path) } else { Err(format!("`{}` is not installed", path.display())) }
}

#[test]
fn sarif_is_valid_by_the_official_schema() {
    let tree = committed();
    let log = rutter(&tree, &["gaps", "list", "--format", "sarif"]);
    let data: Value = serde_json::from_str(&log.out).unwrap();
    let run = &data["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert!(results.len() >= 3, "{data}");
    for result in results {
        let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(rule["help"]["text"].as_str().unwrap().len() > 20, "{rule}");
        assert!(result["partialFingerprints"]["rutterGap/v1"].is_string(), "{result}");
        let place = &result["locations"][0]["physicalLocation"]["artifactLocation"];
        assert_eq!(place["uriBaseId"], "%SRCROOT%");
    }
    assert!(log.out.contains("src/odd%20name%2C%20100%25.py"), "{}", log.out);
    let (python, schema) = match (part("venv/bin/python"), part("sarif-schema-2.1.0.json")) {
        (Ok(python), Ok(schema)) => (python, schema),
        (Err(why), _) | (_, Err(why)) => return skip("SARIF by its schema", &why),
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testing/sarif/validate.py");
    let mut child = Command::new(python)
        .args([&script, &schema])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(log.out.as_bytes()).unwrap();
    let validated = Run::from(child.wait_with_output().unwrap()).exits(0);
    assert_eq!(validated.out, format!("valid, {} results\n", results.len()));
}

#[test]
fn each_command_offers_its_own_formats() {
    let tree = committed();
    let refused = |args: &[&str], offered: &str| {
        let run = rutter(&tree, args).exits(2);
        assert!(run.err.contains(&format!("[possible values: {offered}]")), "{}", run.err);
    };
    refused(&["search", "stack", "--format", "sarif"], "text, json");
    refused(&["gaps", "list", "--format", "html"], "text, json, sarif");
    refused(&["gaps", "report", "--format", "sarif"], "md, json");
    assert!(rutter(&tree, &["gaps", "rules", "--format", "json"]).exits(0).json().is_object());
    assert!(rutter(&tree, &["--json", "gaps", "list"]).json()["gaps"].is_array());
}

#[test]
fn a_report_is_written_in_two_formats_and_escapes_what_it_shows() {
    let tree = committed();
    tree.write("src/a<b>&.py", "\"\"\"It is odd.\"\"\"\n\n\ndef odd_one():\n    return 1\n");
    let gaps = rutter(&tree, &["gaps", "list", "--json"]).json();
    let id_of = |symbol: &str| {
        let all = gaps["gaps"].as_array().unwrap();
        let gap =
            all.iter().find(|gap| gap["symbol"] == symbol).unwrap_or_else(|| panic!("{gaps}"));
        gap["id"].as_str().unwrap().to_owned()
    };
    let text = "Makes an empty `Stack`. It is <b>new</b> & empty.";
    rutter(&tree, &["gaps", "answer", &id_of("make_stack"), "--text", text, "--by", "Ada"])
        .exits(0);
    let why = "<script>alert(1)</script>";
    rutter(&tree, &["gaps", "dismiss", &id_of("odd_one"), "--why", why]).exits(0);
    let data = rutter(&tree, &["gaps", "report", "--json"]).exits(0).json();
    assert_eq!(data["resolved"][0]["entry"]["author"], "Ada", "{data}");
    assert_eq!(data["dismissed"][0]["why"], why);
    assert!(data["before"]["overall"].as_f64() < data["after"]["overall"].as_f64(), "{data}");
    rutter(&tree, &["gaps", "report", "--out", "gaps.md"]).exits(0);
    let markdown = tree.read("gaps.md");
    assert!(markdown.starts_with("# Documentation gaps\n"), "{markdown}");
    for present in [
        "\\<script\\>alert(1)\\</script\\>", "\\<b\\>new\\</b\\> \\& empty.", "`src/a<b>&.py`",
        "## Resolved", "by Ada",
    ] {
        assert!(markdown.contains(present), "{present} not in {markdown}");
    }
    let run = rutter(&tree, &["gaps", "report", "--run", "nothing"]).exits(2);
    assert!(run.err.contains("no run `nothing` has worked on gaps"), "{}", run.err);
    let run = rutter(&tree, &["gaps", "report", "--out", "no/such/gaps.md"]).exits(2);
    assert!(run.err.contains("cannot write `no/such/gaps.md`"), "{}", run.err);
    assert!(fs::metadata(tree.file("no")).is_err());
}
