//! Lines that belong to a symbol, and lines that do not.

use rutter_domain::StatedFacts;

use crate::tests::{Code, cite, claims};

const FILES: &str = "\
//- a.py
LIMIT = 3


def take(n):
    return min(n, LIMIT)


def other():
    return 1
//- b.py
from a import take


def run():
    return take(2)
";

fn check(path: &str, line: u32, expected: &str) {
    let (code, said) = (Code::new(FILES), "Takes at most `LIMIT`.");
    let cited = [cite(path, line, line)];
    let found = claims(&code, ("a.py", "take"), said, &StatedFacts::default(), &cited);
    let first = &found[0];
    let reason = first.reason.as_deref().unwrap_or("");
    assert_eq!(format!("{} {reason}", first.finding).trim(), expected, "{path}:{line}");
}

#[test]
fn cited_lines_must_belong_to_the_subject() {
    check("a.py", 1, "supported");
    check("a.py", 5, "supported");
    check("b.py", 5, "supported");
    check("a.py", 9, "not shown the cited lines a.py:9-9 have nothing to do with `take`");
}
