//! Which lines say most.

use super::*;

#[test]
fn words_are_looked_for_without_their_endings() {
    assert_eq!(words_of("Where are files walked, walking?"), ["where", "are", "file", "walk"]);
    assert_eq!(words_of("?! \u{1F600} \0 is"), Vec::<String>::new());
    assert!(words_of(&"many words_of it ".repeat(10_000)).len() <= MOST_WORDS);
}

#[test]
fn a_word_is_found_where_it_begins() {
    let has = |line: &str, word: &str| !lines_with(&[word.to_owned()], &[line]).is_empty();
    assert!(has("let user_files = 1;", "file"));
    assert!(has("getUserFiles()", "file"));
    assert!(has("files", "file"));
    assert!(!has("profile", "file"));
    assert!(has("größe", "größe"));
    assert!(has("profile of_file", "file"));
}

#[test]
fn the_line_with_the_rarest_word_comes_first() {
    let lines = ["fn read", "read read", "read token", "nothing"];
    let words = words_of("read token");
    assert_eq!(lines_with(&words, &lines), [2, 0, 1]);
}

#[test]
fn lines_left_out_are_marked_and_counted() {
    let lines = ["fn a() {", "    one_statement();", "    two_statements();", "    x", "}"];
    let laid = layout(&lines, &[true, false, false, true, false], 10);
    assert_eq!(laid.text, "fn a() {\n    … 2 lines\n    x\n}");
    assert_eq!(laid.omitted_lines, [(11, 12)]);
}

#[test]
fn blank_lines_are_left_out_with_what_is_beside_them() {
    let lines =
        ["fn a() {", "    one_statement();", "", "    two_statements();", "", "    x", "", "}"];
    let laid = layout(&lines, &[true, false, true, false, true, true, true, true], 10);
    assert_eq!(laid.text, "fn a() {\n    … 4 lines\n    x\n\n}");
    assert_eq!(laid.omitted_lines, [(11, 14)]);
}

#[test]
fn nothing_is_marked_where_nothing_is() {
    assert_eq!(layout(&[], &[], 1).text, "");
}
