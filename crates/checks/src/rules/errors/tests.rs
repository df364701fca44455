//! Claims about errors in several languages.

use crate::tests::check_alone;

#[test]
fn an_error_is_raised_in_the_code_or_in_a_callee() {
    check_alone(
        crate::rules::errors::check,
        "\
//- a.py
class StoreError(Exception):
    pass

class Full(StoreError):
    pass

def limit(items):
    if len(items) > 9:
        raise Full(items)

def add(items, item):
    limit(items)
    items.append(item)

def find(items, key):
    return items[key]

def read(path):
    try:
        return open(path).read()
    except ValueError:
        return None
",
        "a.py",
        &[
            ("limit", "Raises `Full` for long lists.", "supported"),
            ("limit", "Raises a `StoreError` for long lists.", "supported"),
            (
                "add",
                "Adds an item to the items; limit raises `Full` if there are too many.",
                "supported\nsupported",
            ),
            ("find", "Finds an item by key and raises `KeyError` if it is missing.", "supported"),
            (
                "find",
                "Finds an item by key and raises `Full` if it is missing.",
                "not shown: `Full` is raised neither in the code nor in what it calls",
            ),
            (
                "read",
                "Reads a path and raises `ValueError` if it is broken.",
                "contradicted: `ValueError` is caught here and not raised",
            ),
            (
                "limit",
                "Checks the items and never raises.",
                "contradicted: the code has `raise Full(items)`",
            ),
            (
                "add",
                "Adds an item and never raises.",
                "contradicted: it calls `limit`, which has `raise Full(items)`",
            ),
            ("read", "Reads a path and never raises.", "supported"),
        ],
    );
}

#[test]
fn other_languages_raise_in_their_own_ways() {
    check_alone(
        crate::rules::errors::check,
        "\
//- a.rs
pub fn first(items: &[u8]) -> u8 {
    assert!(!items.is_empty());
    items[0]
}
pub fn none(items: &[u8]) -> usize {
    items.len()
}
",
        "a.rs",
        &[
            (
                "first",
                "First of the items; never panics.",
                "supported\ncontradicted: the code has `assert!(!items.is_empty());`",
            ),
            ("none", "Length of the items, never panics.", "supported"),
        ],
    );
    check_alone(
        crate::rules::errors::check,
        "\
//- a.go
package a

func Parse(text string) (int, error) {
	if text == \"\" {
		return 0, ErrEmpty
	}
	return 1, nil
}
",
        "a.go",
        &[
            (
                "Parse",
                "Parses a text and never fails.",
                "contradicted: the code has `return 0, ErrEmpty`",
            ),
            ("Parse", "Parses a text; an empty one fails with `ErrEmpty`.", "supported\nsupported"),
        ],
    );
    check_alone(
        crate::rules::errors::check,
        "\
//- A.kt
fun month(number: Int): Int {
    require(number in 1..12)
    return number
}
",
        "A.kt",
        &[
            (
                "month",
                "Checks the number and throws an `IllegalArgumentException` otherwise.",
                "supported",
            ),
            (
                "month",
                "Returns the number and never throws.",
                "contradicted: the code has `require(number in 1..12)`",
            ),
            ("month", "Returns the number, does not throw away anything.", "supported"),
        ],
    );
}

#[test]
fn a_narrow_catch_does_not_catch_everything() {
    check_alone(
        crate::rules::errors::check,
        "\
//- A.java
class A {
    void load() {
        try {
            check(1);
        } catch (FormatException e) {
            skip();
        }
    }
    void check(int n) {
        throw new LimitException(n);
    }
    void all() {
        try {
            check(1);
        } catch (Exception e) {
            skip();
        }
    }
    void skip() {}
}
",
        "A.java",
        &[
            (
                "A.load",
                "Loads and never throws.",
                "contradicted: it calls `check`, which has `throw new LimitException(n);`",
            ),
            ("A.all", "Checks and never throws.", "supported"),
        ],
    );
}
