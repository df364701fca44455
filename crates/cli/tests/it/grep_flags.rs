//! Flags of ripgrep on `grep`: each prints what ripgrep 13 prints for it, or is refused with a reason.

use rutter_fixture::Tree;

use crate::run::rutter;

const FILES: &str = "\
//- src/a.rs
fn retry() {}
  // Retry twice: retry, retry
let x = 1;
word
//- b.py
retry
TODO v1.2
//- .cfg/h.txt
retry hidden
//- .gitignore
out
//- out/i.txt
retry ignored
//- c.tsx
interface X { retry }
//- Makefile
all: retry
//- d.md
v2.0 TODO
NOTE
//- run
#!/bin/sh
retry
";

/// Arguments, and what `rg --sort path --no-heading -nH` prints for them.
const PRINTED: &[(&str, &str)] = &[
    ("-n -e NOTE -e TODO", "b.py:2:TODO v1.2\nd.md:1:v2.0 TODO\nd.md:2:NOTE\n"),
    ("-e retry b.py", "b.py:1:retry\n"),
    ("-o -i RETRY src", "src/a.rs:1:retry\nsrc/a.rs:2:Retry\nsrc/a.rs:2:retry\nsrc/a.rs:2:retry\n"),
    ("-F -w retry()", "src/a.rs:1:fn retry() {}\n"),
    ("-x word", "src/a.rs:4:word\n"),
    ("-S Retry", "src/a.rs:2:  // Retry twice: retry, retry\n"),
    ("-v -g *.md TODO", "d.md:2:NOTE\n"),
    ("-c retry", "Makefile:1\nb.py:1\nc.tsx:1\nrun:1\nsrc/a.rs:2\n"),
    ("-c -o retry", "Makefile:1\nb.py:1\nc.tsx:1\nrun:1\nsrc/a.rs:3\n"),
    ("--files-with-matches retry", "Makefile\nb.py\nc.tsx\nrun\nsrc/a.rs\n"),
    ("--files-without-match retry", "d.md\n"),
    ("-B1 let", "src/a.rs-2-  // Retry twice: retry, retry\nsrc/a.rs:3:let x = 1;\n"),
    ("-t ts retry", "c.tsx:1:interface X { retry }\n"),
    ("-t make -t py retry", "Makefile:1:all: retry\nb.py:1:retry\n"),
    ("-T rust -T py retry", "Makefile:1:all: retry\nc.tsx:1:interface X { retry }\nrun:2:retry\n"),
    ("-m1 retry src", "src/a.rs:1:fn retry() {}\n"),
    ("--hidden retry .cfg", ".cfg/h.txt:1:retry hidden\n"),
    ("--no-ignore -l retry", "Makefile\nb.py\nc.tsx\nout/i.txt\nrun\nsrc/a.rs\n"),
    ("-uu -l retry", ".cfg/h.txt\nMakefile\nb.py\nc.tsx\nout/i.txt\nrun\nsrc/a.rs\n"),
    (
        "-U --multiline-dotall -o twice.*word",
        "src/a.rs:2:twice: retry, retry\nsrc/a.rs:3:let x = 1;\nsrc/a.rs:4:word\n",
    ),
    ("-N -I retry src", "fn retry() {}\n  // Retry twice: retry, retry\n"),
    (
        "--heading -t rust -t py retry",
        "b.py\n1:retry\n\nsrc/a.rs\n1:fn retry() {}\n2:  // Retry twice: retry, retry\n",
    ),
    (
        "--vimgrep retry src",
        "src/a.rs:1:4:fn retry() {}\nsrc/a.rs:2:19:  // Retry twice: retry, retry\nsrc/a.rs:2:26:  // Retry twice: retry, retry\n",
    ),
    (
        "--column -b retry src",
        "src/a.rs:1:4:0:fn retry() {}\nsrc/a.rs:2:19:14:  // Retry twice: retry, retry\n",
    ),
    ("--trim Retry", "src/a.rs:2:// Retry twice: retry, retry\n"),
    ("-r <$1> re(try) b.py", "b.py:1:<try>\n"),
    ("-0 -l retry", "Makefile\0b.py\0c.tsx\0run\0src/a.rs\0"),
    ("--files -t py", "b.py\n"),
    ("--max-depth 1 -l retry", "Makefile\nb.py\nc.tsx\nrun\n"),
    ("-q retry", ""),
];

#[test]
fn flags_of_ripgrep_print_what_ripgrep_prints() {
    let tree = Tree::new(FILES);
    tree.git(&["init", "-q"]);
    for (args, expected) in PRINTED {
        let args: Vec<&str> = std::iter::once("grep").chain(args.split(' ')).collect();
        let run = rutter(&tree, &args);
        assert_eq!(run.out, *expected, "{args:?}: {}", run.err);
        assert_eq!(run.code, Some(0), "{args:?}");
    }
}

#[test]
fn a_nul_in_a_file_is_printed_when_it_is_searched_as_text() {
    let tree = Tree::new("//- a.txt\nx\n");
    tree.write("b.bin", b"a\0b retry\n");
    assert_eq!(rutter(&tree, &["grep", "-a", "retry"]).exits(0).out, "b.bin:1:a\0b retry\n");
}

#[test]
fn flags_that_are_not_taken_are_named_with_the_reason_and_another_way() {
    let tree = Tree::new("//- a.txt\nx\n");
    for (args, parts) in [
        (&["grep", "-P", "x"][..], &["`-P`", "PCRE2", "hint: "]),
        (&["grep", "x", "-f", "patterns"], &["`-f`", "not read from a file", "-e PATTERN"]),
        (&["grep", "--follow", "x"], &["`--follow`", "links are never followed", "hint: "]),
        (&["grep", "-nz", "x"], &["`-z`", "unpack", "hint: "]),
        (&["grep", "--include=*.rs", "x"], &["`--include`", "globs", "-g '*.rs'"]),
        (
            &["grep", "--no-ignore-dot", "x"],
            &["`--no-ignore-dot`", "taken together", "--no-ignore`"],
        ),
        (&["grep", "--stats", "x"], &["`--stats`", "totals", "--json"]),
        (&["grep", "x", "-"], &["standard input", "not", "rg"]),
    ] {
        let run = rutter(&tree, args).exits(2);
        for part in parts {
            assert!(run.err.contains(part), "`{part}` is missing: {}", run.err);
        }
    }
    let accepted = ["grep", "--no-require-git", "--no-ignore-messages", "--no-hidden", "x"];
    assert_eq!(rutter(&tree, &accepted).exits(0).out, "a.txt:1:x\n");
    let unknown = rutter(&tree, &["grep", "--no-such-flag", "x"]).exits(2);
    assert!(unknown.err.contains("unexpected argument '--no-such-flag'"), "{}", unknown.err);
    // A flag is refused for `grep` only.
    let other = rutter(&tree, &["search", "-P", "x"]).exits(2);
    assert!(!other.err.contains("rutter grep"), "{}", other.err);
}
