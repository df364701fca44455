//! Gaps of small trees, from text to text.

mod descriptions;
mod documents;
mod imports;
mod incremental;
mod meaning;
mod parameters;
mod precision;
mod public_surface;
mod states;

use rutter_fixture::Tree;

use super::*;
use crate::tests::knowledge;

/// One line a gap: where it is, and what it says.
fn listed(tree: &Tree, rule: &str) -> String {
    let request = GapsRequest { rules: vec![rule.to_owned()], ..GapsRequest::default() };
    let mut answer = knowledge(tree).gaps(&request).unwrap();
    answer.gaps.sort_by(|left, right| (&left.path, left.line).cmp(&(&right.path, right.line)));
    let lines = answer.gaps.iter().map(|gap| {
        let nearest = gap.nearest.as_ref();
        let nearest = nearest.map_or_else(String::new, |nearest| format!(" [{nearest}]"));
        format!("{}:{} {}{nearest}\n", gap.path, gap.line, gap.message)
    });
    lines.collect()
}

/// Compares the gaps of one rule in some files with what is expected, one line each.
fn check(rule: &str, files: &str, expected: &str) {
    let tree = Tree::new(files);
    let found = listed(&tree, rule);
    assert_eq!(found.trim_end(), expected.trim_end(), "{rule}\n{files}");
}

#[test]
fn the_examples_of_rules_show_what_they_say() {
    for rule in RULES.iter().map(|rule| rule.info()) {
        let is_of_files = rule.applies_to == rule::AppliesTo::Sources;
        // Files of one line are too small for an overview.
        if !is_of_files || rule.name == "missing-overview" {
            continue;
        }
        let found = |example: &rule::Example| {
            let tree = Tree::new(
                "//- tides/__init__.py\n//- tides/table.py\ndef read(): pass\n//- use.js\nimport {highWater} from './tide.js'\n",
            );
            tree.write(example.path, example.text);
            listed(&tree, rule.name).lines().filter(|line| line.starts_with(example.path)).count()
        };
        assert_eq!((found(&rule.wrong), found(&rule.right)), (1, 0), "{}", rule.name);
    }
}
