//! Borders as the lines of a text, and the ranges that they are packed into.

use super::*;

const BOUNDS: Bounds =
    Bounds { small_weight: 72, large_weight: 120, limit_weight: 240, limit_bytes: 10_000 };

/// Each line is `level cut_price keep_price`, or `-` where no border lies.
fn check(text: &str, ranges: &str) {
    let table = LineTable::new(text);
    let number = |word: Option<&str>| word.unwrap().parse().unwrap();
    let borders: Vec<Border> = (0..)
        .zip(text.lines())
        .filter(|(_, line)| *line != "-")
        .map(|(line, text)| {
            let mut words = text.split(' ');
            Border {
                line,
                level: number(words.next()),
                cut_price: number(words.next()),
                keep_price: number(words.next()),
            }
        })
        .collect();
    let found: Vec<String> =
        pack(&table, &borders, BOUNDS).iter().map(|range| format!("{range:?}")).collect();
    assert_eq!(found.join(" "), ranges, "{text}");
}

#[test]
fn small_pieces_are_joined() {
    check("0 0 0\n0 0 0\n0 0 0\n0 0 0", "0..4");
}

#[test]
fn nothing_is_joined_over_the_limit() {
    check(&"0 0 0\n".repeat(12), "0..5 5..9 9..12");
    check(&("0 0 0\n".to_string() + &"-\n".repeat(11)), "0..12");
}

#[test]
fn what_is_over_the_limit_keeps_its_head() {
    let rest = "-\n".repeat(6_000);
    check(&format!("0 0 0\n0 90 0\n{rest}"), "0..6002");
    check(&format!("0 0 0\n0 9 0\n{rest}"), "0..1 1..6002");
}

#[test]
fn a_dear_border_is_spared() {
    check("0 0 0\n0 0 0\n0 0 0\n0 90 0\n0 0 0\n0 0 0\n0 0 0", "0..4 4..7");
}

#[test]
fn a_border_that_is_dear_to_keep_is_cut() {
    check("0 0 0\n-\n-\n0 0 0\n-", "0..5");
    check("0 0 0\n-\n-\n0 0 50\n-", "0..3 3..5");
}

#[test]
fn the_end_of_one_thing_is_not_joined_with_the_start_of_the_next() {
    check("0 0 0\n1 0 0\n1 0 0\n1 0 0\n1 0 0\n1 0 0\n0 0 0\n0 0 0\n0 0 0", "0..3 3..6 6..9");
}

#[test]
fn an_empty_text_has_no_ranges_to_speak_of() {
    check("", "0..0");
}
