//! Gaps of trees with a notebook, and of trees that change.

mod incremental;
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
