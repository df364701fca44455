//! Gaps of small trees, from text to text.

mod documents;

use rutter_fixture::Tree;

use super::*;
use crate::tests::knowledge;

/// One line a gap: where it is, its rule, and what it says.
fn listed(tree: &Tree, rule: &str) -> String {
    let request = GapsRequest { rules: vec![rule.to_owned()], ..GapsRequest::default() };
    let mut answer = knowledge(tree).gaps(&request).unwrap();
    answer.gaps.sort_by(|left, right| (&left.path, left.line).cmp(&(&right.path, right.line)));
    let lines = answer.gaps.iter();
    lines.map(|gap| format!("{}:{} {}\n", gap.path, gap.line, gap.message)).collect()
}

#[test]
fn an_undescribed_public_symbol_is_a_gap() {
    let tree =
        Tree::new("//- src/a.rs\npub fn one() {}\n/// Two.\npub fn two() {}\nfn three() {}\n");
    assert_eq!(
        listed(&tree, "missing-description"),
        "src/a.rs:1 function `one` has no description\n"
    );
}
