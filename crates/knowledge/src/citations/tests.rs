//! Citations of an answer, from text to text.

use rutter_domain::Seen;
use rutter_fixture::Tree;

use crate::tests::{knowledge, reader_of};

const FILES: &str = "//- src/config.py
import json

def parse_config(path):
    with open(path) as file:
        return json.load(file)

def unused():
    pass
//- src/a/same.py
x = 1
//- src/b/same.py
x = 1
";

/// Each citation of the text with what is wrong with it.
fn check(answer: &str, expected: &[&str]) {
    check_with(answer, &["src/config.py", "src/a/same.py"], expected);
}

fn check_with(answer: &str, read: &[&str], expected: &[&str]) {
    let tree = Tree::new(FILES);
    let seen = reader_of(&tree, read);
    let checked = knowledge(&tree).check_citations(answer, &seen);
    let found: Vec<String> = checked
        .iter()
        .map(|checked| {
            let citation = &checked.citation;
            assert_eq!(citation.holds, citation.reason.is_empty());
            let written = &answer[checked.start..checked.end];
            format!("{written} {} {}", citation.path, citation.reason).trim_end().to_owned()
        })
        .collect();
    assert_eq!(found, expected, "{answer}");
}

#[test]
fn places_that_were_read_and_contain_the_name_hold() {
    check("`parse_config` is in src/config.py:3.", &["src/config.py:3 src/config.py"]);
    check("See [it](src/config.py#L3-L5).", &["src/config.py#L3-L5 src/config.py"]);
    check("(`src/config.py:3-5`)", &["src/config.py:3-5 src/config.py"]);
    check("- **`parse_config()`** (`config.py:4`): reads", &["config.py:4 src/config.py"]);
    check("at ./src/config.py:3:5 and", &["./src/config.py:3 src/config.py"]);
}

#[test]
fn each_citation_of_a_sentence_stands_for_the_words_before_it() {
    check(
        "Settings are read here (src/config.py:4), and `unused` does nothing (src/config.py:7).",
        &["src/config.py:4 src/config.py", "src/config.py:7 src/config.py"],
    );
    check(
        "`parse_config` is in `src/config.py:3`, `src/config.py:7`.",
        &[
            "src/config.py:3 src/config.py",
            "src/config.py:7 src/config.py the code there does not contain `parse_config`",
        ],
    );
}

#[test]
fn a_citation_is_not_charged_with_the_name_of_another_clause() {
    let holds = |answer: &str, n_citations: usize| {
        let tree = Tree::new(FILES);
        let checked =
            knowledge(&tree).check_citations(answer, &reader_of(&tree, &["src/config.py"]));
        let wrong: Vec<_> = checked.iter().filter(|one| !one.citation.holds).collect();
        assert!(checked.len() == n_citations && wrong.is_empty(), "{answer}: {wrong:?}");
    };
    holds("`parse_config` reads (`src/config.py:3`) and `unused` does nothing (`config.py:7`).", 2);
    holds("`parse_config` reads (src/config.py:3), and there is one more (src/config.py:7-8).", 2);
    holds("In src/config.py:3, `parse_config` reads, in src/config.py:7, `unused` does not.", 2);
    holds("`parse_config` reads (src/config.py:3-5); see (src/config.py:8).", 2);
    holds("The loader (src/config.py:3) is tried before `unused` is.", 1);
    // It is still charged with its own.
    check(
        "`unused` does nothing (`src/config.py:7`) and `parse_config` reads (`src/config.py:8`).",
        &[
            "src/config.py:7 src/config.py",
            "src/config.py:8 src/config.py the code there does not contain `parse_config`",
        ],
    );
}

#[test]
fn a_line_inside_of_what_is_named_holds() {
    check("`Config.parse_config` loads it, src/config.py:5", &["src/config.py:5 src/config.py"]);
}

#[test]
fn a_line_of_a_method_stands_for_its_class() {
    let tree = Tree::new("//- a.py\nclass Server:\n\n    def run(self):\n        pass\n");
    let seen = reader_of(&tree, &["a.py"]);
    let checked = knowledge(&tree).check_citations("`Server` begins in a.py:3-4.", &seen);
    assert!(checked[0].citation.holds, "{checked:?}");
}

#[test]
fn lines_in_words_are_citations_too() {
    let expected = |written: &str| format!("{written} src/config.py");
    for (answer, written) in [
        ("`parse_config` is in `src/config.py` at lines 3-5.", "src/config.py` at lines 3-5"),
        ("It is in src/config.py, line 3, of course.", "src/config.py, line 3"),
        ("See lines 3 to 5 of `src/config.py`.", "src/config.py"),
        ("(`config.py`, lines 3–5)", "config.py`, lines 3–5"),
    ] {
        check(answer, &[&expected(written)]);
    }
    check("Outline 3 and line 4 of nothing, 5 lines in all.", &[]);
    check("`src/config.py:3` (line 3)", &["src/config.py:3 src/config.py"]);
    check("src/config.py line 99", &["src/config.py line 99 src/config.py the file has 8 lines"]);
}

#[test]
fn what_does_not_exist_is_said() {
    check("src/none.py:3", &["src/none.py:3 src/none.py there is no such file"]);
    check("src/config.py:99", &["src/config.py:99 src/config.py the file has 8 lines"]);
    check("src/config.py:5-3", &["src/config.py:5-3 src/config.py these are no lines"]);
    check("src/config.py:0", &["src/config.py:0 src/config.py these are no lines"]);
    check("same.py:1", &["same.py:1 same.py 2 files are called that"]);
}

#[test]
fn code_that_does_not_contain_the_name_does_not_bear_it_out() {
    check(
        "It is done by `parse_config` (src/config.py:7).",
        &["src/config.py:7 src/config.py the code there does not contain `parse_config`"],
    );
    check(
        "`load` and `save` are in src/config.py:7-8. `unused` is not asked.",
        &["src/config.py:7-8 src/config.py the code there does not contain `load` or `save`"],
    );
}

#[test]
fn what_was_not_shown_is_no_evidence() {
    check_with(
        "src/config.py:3-5",
        &[],
        &["src/config.py:3-5 src/config.py lines 3-5 were not shown to the model"],
    );
    check("src/b/same.py:1", &["src/b/same.py:1 src/b/same.py line 1 was not shown to the model"]);
}

#[test]
fn addresses_times_and_code_are_no_citations() {
    check("http://localhost:8080/x at 12:30, localhost:80, 127.0.0.1:80", &[]);
    check(
        "```\nsrc/config.py:99\n```\n~~~\nsrc/none.py:1\n~~~\nsrc/config.py:1",
        &["src/config.py:1 src/config.py"],
    );
}

#[test]
fn any_text_is_read_to_its_end() {
    let tree = Tree::new(FILES);
    let knowledge = knowledge(&tree);
    for text in
        ["é:1", ":1", "#L1", "a.b:99999999999999999999", "–:1–2", "`", "ä.py:1-", "x.py:1–é"]
    {
        knowledge.check_citations(text, &Seen::default());
    }
}

#[test]
fn what_holds_is_a_statement_about_its_symbol() {
    let tree = Tree::new(FILES);
    let seen = reader_of(&tree, &["src/config.py"]);
    let answer = "1. **`parse_config`** reads JSON from a file (`src/config.py:3-5`). It closes it (src/config.py:4).\n\
                  - `unused` does nothing: src/config.py:7\n- `nothing` is here (src/config.py:7)\n";
    let statements = knowledge(&tree).cited_statements(answer, &seen);
    let found: Vec<String> = statements
        .iter()
        .map(|one| format!("{}: {}", one.symbol, one.sentences.join(" | ")))
        .collect();
    assert_eq!(
        found,
        [
            "parse_config: **`parse_config`** reads JSON from a file. | It closes it.",
            "unused: `unused` does nothing: src/config.py",
        ]
    );
}

#[test]
fn symbols_that_an_answer_names_are_its_sources_if_they_were_shown() {
    let tree = Tree::new(FILES);
    let knowledge = knowledge(&tree);
    let named = |answer: &str, read: &[&str]| -> Vec<String> {
        let seen = reader_of(&tree, read);
        let found = knowledge.named_symbols(answer, &seen).into_iter();
        found.map(|one| format!("{} {}:{}", one.symbol, one.path, one.start_line)).collect()
    };
    let config = ["src/config.py"];
    for answer in ["It is parse_config.", "Look at `parse_config`.", "It calls parse_config()."] {
        assert_eq!(named(answer, &config), ["parse_config src/config.py:3"], "{answer}");
        assert_eq!(named(answer, &[]), [""; 0], "{answer}");
    }
    assert_eq!(named("It is unused.", &config), [""; 0], "a word of the language");
    assert_eq!(named("It is `unused`.", &config), ["unused src/config.py:7"]);
    assert_eq!(named("It is `x`.", &["src/a/same.py", "src/b/same.py"]), [""; 0]);
}

#[test]
fn chosen_places_must_contain_what_the_answer_names() {
    let tree = Tree::new(FILES);
    let knowledge = knowledge(&tree);
    let chosen = |answer: &str, chosen: &str| -> Vec<u32> {
        let seen = reader_of(&tree, &["src/config.py"]);
        let places = knowledge.chosen_places(answer, chosen, &seen).into_iter();
        places.map(|citation| citation.start_line).collect()
    };
    assert_eq!(chosen("It loads JSON.", "src/config.py:5, src/a/same.py:1"), [5]);
    assert_eq!(chosen("`parse_config` does.", "src/config.py:3, src/config.py:7"), [3]);
    assert_eq!(chosen("It loads JSON.", "none"), [0; 0]);
    // Words that have nothing to do with the place.
    assert_eq!(chosen("The helper trims strings.", "src/config.py:5"), [0; 0]);
    assert_eq!(chosen("I will look for it.", "src/config.py:5"), [0; 0]);
}
