//! Flags of `grep`: each prints what ripgrep 13 prints for it.

use rutter_fixture::Tree;

use crate::run::rutter;

const FILES: &str = "\
//- src/a.rs
fn retry() {}
  // Retry twice: retry, retry
let x = 1;
//- b.py
retry
TODO v1.2
//- .gitignore
out
//- out/i.txt
retry ignored
//- Makefile
all: retry
//- d.md
v2.0 TODO
//- run
#!/usr/bin/env python3
retry
";

/// Arguments, and what `rg --sort path --no-heading -nH` prints for them.
const PRINTED: &[(&str, &str)] = &[
    ("retry b.py", "b.py:1:retry\n"),
    ("retry out", "out/i.txt:1:retry ignored\n"),
    ("-i RETRY -t rust -m1", "src/a.rs:1:fn retry() {}\n"),
    ("-F -w retry()", "src/a.rs:1:fn retry() {}\n"),
    ("-w TOD|v2 -g *.md", "d.md:1:v2.0 TODO\n"),
    ("-c retry", "Makefile:1\nb.py:1\nrun:1\nsrc/a.rs:2\n"),
    ("-l retry -g !b.py", "Makefile\nrun\nsrc/a.rs\n"),
    ("-B1 let", "src/a.rs-2-  // Retry twice: retry, retry\nsrc/a.rs:3:let x = 1;\n"),
    ("-A1 v2|v1", "b.py:2:TODO v1.2\n--\nd.md:1:v2.0 TODO\n"),
    ("--type py --lang rust -c retry", "b.py:1\nrun:1\nsrc/a.rs:2\n"),
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
