//! Gaps of small trees, from text to text.

mod descriptions;
mod descriptions_by_language;
mod documents;
mod imports;
mod judged;
mod judged_names;
mod meaning;
mod parameters;
mod precision;
mod precision_beyond_one_file;
mod public_surface;
mod tree_reader;

use std::time::{Duration, Instant};

use rutter_fixture::Tree;

use rutter_domain::{Freshness, OutdatedFiles, State};

use super::*;
use crate::catalog::RULES;
use tree_reader::TreeReader;

/// The gaps of a tree without entries, of which nothing was recorded.
fn gaps_of(reader: &TreeReader, request: &GapsRequest) -> GapsAnswer {
    let sources = FileSet::of(reader);
    let entries = EntriesByPath::new();
    let found = GapEvaluation::of(&sources, &entries, &request.settings, None).confirmed(&sources);
    let (state, outdated) = (State::Current, OutdatedFiles::default());
    let index = Freshness { state, files: 0, changed: 0, reason: None, outdated };
    let answer = select(request, &found, None, index, |_| Ok::<(), std::convert::Infallible>(()));
    answer.expect("nothing is recorded").0
}

const MISSING: &str = "missing-description";

/// Nothing is missing in any of these trees, but something is once a part is replaced.
fn check_described(cases: &[(&str, &str, &str)]) {
    for (tree, part, replacement) in cases {
        check_none(MISSING, tree, part, replacement);
    }
}

/// One line a gap: where it is, and what it says.
fn listed(tree: &Tree, rule: &str) -> String {
    let request = GapsRequest { rules: vec![rule.to_owned()], ..GapsRequest::default() };
    let mut answer = gaps_of(&TreeReader::new(tree), &request);
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

/// Checks that a rule finds nothing in a tree, but something once a part of the tree is replaced: a tree that is not
/// read would have no gap either. Without a part, the replacement is added.
fn check_none(rule: &str, tree: &str, part: &str, replacement: &str) {
    check(rule, tree, "");
    let other = if part.is_empty() {
        format!("{tree}{replacement}")
    } else {
        tree.replace(part, replacement)
    };
    let found = listed(&Tree::new(&other), rule);
    assert!(!found.is_empty(), "{rule} finds nothing in\n{other}");
}

#[test]
fn the_documentation_lists_why_a_symbol_needs_no_description() {
    let page = include_str!("../../../docs/gaps.md");
    for (id, why, _, _) in rules::reasons::REASONS {
        assert!(page.contains(&format!("| {id} | {why} |\n")), "{id}");
    }
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

/// How long the gaps of a file with this many classes of one name take to find.
fn time_of(n_classes: usize) -> Duration {
    let tree = Tree::new("//- other.py\n");
    tree.write("a.py", "class A:\n    def b(self): pass\n".repeat(n_classes));
    let reader = TreeReader::new(&tree);
    let began = Instant::now();
    assert!(!gaps_of(&reader, &GapsRequest::default()).gaps.is_empty());
    began.elapsed()
}

#[test]
fn many_symbols_of_one_name_do_not_take_the_square_of_their_number() {
    // Eight times the symbols take eight times as long, and not sixty-four times.
    let is_linear = || time_of(8_000) < 24 * time_of(1_000).max(Duration::from_millis(5));
    assert!((0..3).any(|_| is_linear()));
}
