//! What grep prints for small trees; the expected text is ripgrep's.

use expect_test::{Expect, expect};
use rutter_domain::{Hint, Language};
use rutter_fixture::Tree;

use super::*;

const FILES: &str = "\
//- README.md
Count the words.
//- src/count.rs
fn count() {}
// no more
// no less
// to be seen
fn main() { count(); }
//- src-old/count.py
def Count():
    return discount()
";

fn check(pattern: &str, request: GrepRequest, expect: Expect) {
    check_tree(&Tree::new(FILES), pattern, request, expect);
}

fn check_tree(tree: &Tree, pattern: &str, request: GrepRequest, expect: Expect) {
    expect.assert_eq(&run(tree, pattern, request).0);
}

fn run(tree: &Tree, pattern: &str, request: GrepRequest) -> (String, GrepReport) {
    let request = GrepRequest { pattern: pattern.to_owned(), ..request };
    let mut out = Vec::new();
    let result = grep(tree.path(), &request, &mut out, &AtomicBool::new(false));
    let mut text = String::from_utf8(out).unwrap();
    match result {
        Ok(report) => (text, report),
        Err(error) => {
            text += &format!("error: {error}\nhint: {}\n", shown(error.hint()));
            (text, GrepReport::default())
        }
    }
}

/// Advice as text, any other hint by its name.
fn shown(hint: Option<Hint>) -> String {
    match hint {
        Some(Hint::Advice(advice)) => advice.into_owned(),
        Some(other) => format!("{other:?}"),
        None => String::new(),
    }
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn a_match_is_its_path_its_line_and_its_text_folder_by_folder() {
    check(
        "count",
        GrepRequest::default(),
        expect![[r#"
            src/count.rs:1:fn count() {}
            src/count.rs:5:fn main() { count(); }
            src-old/count.py:2:    return discount()
        "#]],
    );
}

#[test]
fn matches_and_files_are_counted() {
    let (_, report) = run(&Tree::new(FILES), "count", GrepRequest::default());
    let expected = GrepReport { matches: 3, files_searched: 3, ..report.clone() };
    assert_eq!(report, expected);
    for (output, matches) in
        [(GrepOutput::Counts, 3), (GrepOutput::Json, 3), (GrepOutput::Files, 2)]
    {
        let (_, report) =
            run(&Tree::new(FILES), "count", GrepRequest { output, ..Default::default() });
        assert_eq!(report, GrepReport { matches, ..expected.clone() }, "{output:?}");
    }
}

#[test]
fn case_may_be_ignored() {
    check(
        "COUNT T",
        GrepRequest { case: Case::Insensitive, ..Default::default() },
        expect![[r#"
            README.md:1:Count the words.
        "#]],
    );
}

#[test]
fn a_word_is_not_found_inside_another() {
    check(
        "count",
        GrepRequest { boundary: Boundary::Word, output: GrepOutput::Files, ..Default::default() },
        expect![[r#"
            src/count.rs
        "#]],
    );
}

#[test]
fn literal_text_needs_no_escapes() {
    check(
        "t();",
        GrepRequest { kind: PatternKind::Literal, ..Default::default() },
        expect![[r#"
            src/count.rs:5:fn main() { count(); }
        "#]],
    );
}

#[test]
fn context_has_dashes_and_groups_are_parted() {
    check(
        "count",
        GrepRequest { after_lines: 1, before_lines: 1, ..Default::default() },
        expect![[r#"
            src/count.rs:1:fn count() {}
            src/count.rs-2-// no more
            --
            src/count.rs-4-// to be seen
            src/count.rs:5:fn main() { count(); }
            --
            src-old/count.py-1-def Count():
            src-old/count.py:2:    return discount()
        "#]],
    );
}

#[test]
fn a_pattern_with_a_line_break_is_refused() {
    check(
        r"more\n",
        GrepRequest::default(),
        expect![[r#"
            error: the pattern `more\n` holds a line break, but lines are searched one by one
            hint: search for text that is on one line
        "#]],
    );
}

#[test]
fn globs_take_in_and_leave_out() {
    let output = GrepOutput::Files;
    check(
        ".",
        GrepRequest { globs: strings(&["*.{rs,py}", "!src-old"]), output, ..Default::default() },
        expect![[r#"
            src/count.rs
        "#]],
    );
    check(
        ".",
        GrepRequest { globs: strings(&["*.rs", "a[b"]), output, ..Default::default() },
        expect![[r#"
            error: the glob `a[b` cannot be read: unclosed character class; missing ']'
            hint: a glob looks like '*.rs', 'src/**' or '!*.md'
        "#]],
    );
}

#[test]
fn a_language_is_told_by_name_or_by_first_line() {
    let tree = Tree::new(FILES);
    tree.write("run", "#!/usr/bin/env python3\ncount\n");
    tree.write("count", "count\n");
    check_tree(
        &tree,
        "count",
        GrepRequest {
            languages: vec![Language::Python],
            output: GrepOutput::Files,
            ..Default::default()
        },
        expect![[r#"
            run
            src-old/count.py
        "#]],
    );
}

#[test]
fn ignored_and_hidden_files_are_passed_over_unless_named() {
    let tree = Tree::new(
        "\
//- .gitignore
*.log
out/
//- .ignore
b.txt
//- .rutterignore
c.txt
//- .git/config
x
//- .rutter/index
x
//- .hidden/a
x
//- a.log
x
//- b.txt
x
//- c.txt
x
//- d.txt
x
//- out/e
x
//- src/f.log
x
//- src/g
x
",
    );
    let request = |paths| GrepRequest {
        paths: strings(paths),
        output: GrepOutput::Files,
        ..Default::default()
    };
    check_tree(
        &tree,
        "x",
        request(&[]),
        expect![[r#"
            d.txt
            src/g
        "#]],
    );
    check_tree(
        &tree,
        "x",
        request(&["src", "./src/", "out", "a.log", ".hidden"]),
        expect![[r#"
            .hidden/a
            a.log
            out/e
            src/g
        "#]],
    );
    check_tree(
        &tree,
        "x",
        request(&[".git/config"]),
        expect![[r#"
            error: never searched: .git/config
            hint: 
        "#]],
    );
    check_tree(
        &tree,
        "x",
        GrepRequest { globs: strings(&[".git", ".rutter", "config", "index"]), ..request(&[]) },
        expect![""],
    );
}

#[test]
fn an_ignore_file_above_the_root_does_not_count() {
    let tree = Tree::new("//- .gitignore\n*\n//- repository/a.txt\nx\n");
    let request = GrepRequest { pattern: "x".to_owned(), ..Default::default() };
    let mut out = Vec::new();
    let root = tree.file("repository");
    grep(&root, &request, &mut out, &AtomicBool::new(false)).unwrap();
    assert_eq!(out, b"a.txt:1:x\n");
}

#[test]
fn a_path_must_lie_in_the_root() {
    let path = |path| GrepRequest { paths: strings(&[path]), ..Default::default() };
    check(
        "x",
        path("/etc/passwd"),
        expect![[r#"
            error: Absolute paths not allowed: /etc/passwd
            hint: paths are relative to the root of the repository
        "#]],
    );
    check(
        "x",
        path("src/../../x"),
        expect![[r#"
            error: Parent directory references not allowed: src/../../x
            hint: paths are relative to the root of the repository
        "#]],
    );
    check(
        "x",
        path("src/a..b"),
        expect![[r#"
            error: no such file or folder: src/a..b
            hint: paths are relative to the root of the repository
        "#]],
    );
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed() {
    let outside = Tree::new("//- secret\nx\n");
    let tree = Tree::new("//- a\nx\n");
    std::os::unix::fs::symlink(outside.path(), tree.file("link")).unwrap();
    check_tree(
        &tree,
        "x",
        GrepRequest::default(),
        expect![[r#"
            a:1:x
        "#]],
    );
    check_tree(
        &tree,
        "x",
        GrepRequest { paths: strings(&["link/secret"]), ..Default::default() },
        expect![[r#"
            error: symbolic links are not followed: link/secret
            hint: name the file or folder that the link leads to
        "#]],
    );
}

#[test]
fn a_pattern_that_cannot_be_read_is_said_to_be_so() {
    check(
        "[",
        GrepRequest::default(),
        expect![[r#"
            error: the pattern `[` is not a regular expression: unclosed character class
            hint: LiteralPattern
        "#]],
    );
}

#[test]
fn a_binary_file_is_passed_over_unless_named() {
    let tree = Tree::new("");
    tree.write("a.bin", b"\0\0\0\nneedle\n");
    tree.write("b.txt", b"needle\n");
    check_tree(
        &tree,
        "needle",
        GrepRequest::default(),
        expect![[r#"
            b.txt:1:needle
        "#]],
    );
    check_tree(
        &tree,
        "needle",
        GrepRequest { paths: strings(&["a.bin"]), ..Default::default() },
        expect![[r#"
            a.bin: binary file matches (found "\0" byte around offset 0)
        "#]],
    );
}

#[test]
fn colours_are_those_of_ripgrep() {
    let (text, _) =
        run(&Tree::new(FILES), "words", GrepRequest { color: Color::Always, ..Default::default() });
    assert_eq!(
        text,
        "\x1b[0m\x1b[35mREADME.md\x1b[0m:\x1b[0m\x1b[32m1\x1b[0m:Count the \x1b[0m\x1b[1m\x1b[31mwords\x1b[0m.\n"
    );
}

#[test]
fn json_is_that_of_ripgrep_and_ends_with_a_summary() {
    let request = GrepRequest { output: GrepOutput::Json, ..Default::default() };
    let (text, _) = run(&Tree::new(FILES), "words", request);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0], r#"{"type":"begin","data":{"path":{"text":"README.md"}}}"#);
    assert_eq!(
        lines[1],
        r#"{"type":"match","data":{"path":{"text":"README.md"},"lines":{"text":"Count the words.\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"words"},"start":10,"end":15}]}}"#
    );
    assert!(lines[2].starts_with(r#"{"type":"end","data":{"path":{"text":"README.md"}"#));
    let summary: serde_json::Value = serde_json::from_str(lines[3]).unwrap();
    assert_eq!(summary["type"], "summary");
    assert!(summary["data"]["elapsed_total"]["human"].is_string());
    let stats = &summary["data"]["stats"];
    assert_eq!((&stats["matches"], &stats["searches"]), (&1.into(), &3.into()));
}

#[test]
fn a_large_tree_is_printed_in_order() {
    let tree = Tree::new("");
    for number in 0..2000 {
        tree.write(&format!("{:02}/{number:04}", number / 100), format!("x {number}\n"));
    }
    let (text, report) = run(&tree, "x", GrepRequest { after_lines: 1, ..Default::default() });
    let expected: Vec<_> =
        (0..2000).map(|number| format!("{:02}/{number:04}:1:x {number}\n", number / 100)).collect();
    assert_eq!(text, expected.join("--\n"));
    assert_eq!(report.files_searched, 2000);
}

#[test]
fn a_reader_that_goes_away_or_a_cancel_ends_the_search_quietly() {
    struct Gone;
    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let tree = Tree::new("");
    for number in 0..1000 {
        tree.write(&number.to_string(), "x\n");
    }
    let request = GrepRequest { pattern: "x".to_owned(), ..Default::default() };
    let report = grep(tree.path(), &request, &mut Gone, &AtomicBool::new(false)).unwrap();
    assert!(report.files_searched < 1000);
    let report = grep(tree.path(), &request, &mut io::sink(), &AtomicBool::new(true)).unwrap();
    assert_eq!(report, GrepReport::default());
}
