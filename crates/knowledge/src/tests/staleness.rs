//! What an edit does to entries, language by language.

use expect_test::{Expect, expect};

use super::*;

const RUST: &str = "\
/// Adds.
pub fn add(left: u8, right: u8) -> u8 {
    left + right
}

pub struct Pool {
    size: usize,
}

impl Pool {
    pub fn take(&self) -> usize {
        add(1, 2);
        self.size
    }

    pub fn give(&mut self) {
        self.size += 1;
    }
}
";

const PYTHON: &str = "\
class Pool:
    size = 1

    def take(self):
        if self.size:
            return self.size
        return 0

    def give(self):
        self.size += 1


def add(left, right):
    return left + right
";

const TYPESCRIPT: &str = "\
export class Pool {
  private size = 1;

  take(): number {
    return add(this.size, 1);
  }

  give(): void {
    this.size += 1;
  }
}

export function add(left: number, right: number): number {
  return left + right;
}
";

const GO: &str = "\
package pool

type Pool struct {
\tsize int
}

func (p *Pool) Take() int {
\treturn Add(p.size, 1)
}

func Add(left, right int) int {
\treturn left + right
}
";

/// Records `symbols` of a file, changes the tree, and tells what has become of the entries.
fn check(file: (&str, &str), symbols: &[&str], edit: impl FnOnce(&Tree), expected: Expect) {
    let tree = Tree::new("//- other.txt\nnothing\n");
    let (path, text) = file;
    tree.write(path, text);
    for symbol in symbols {
        record(&tree, draft(symbol, path, "Does what it does."));
    }
    edit(&tree);
    expected.assert_eq(&held(&tree));
}

fn replaced(path: &str, from: &str, to: &str) -> impl FnOnce(&Tree) {
    move |tree| {
        let text = tree.read(path);
        assert!(text.contains(from), "{text}");
        tree.write(path, text.replacen(from, to, 1));
    }
}

#[test]
fn an_edited_function_is_stale_and_nothing_else_is() {
    check(
        ("a.rs", RUST),
        &["add", "Pool", "Pool::take", "Pool::give"],
        replaced("a.rs", "left + right", "left - right"),
        expect![[r#"
            a.rs add stale: `add` has changed since
            a.rs Pool holds
            a.rs Pool::take holds
            a.rs Pool::give holds
        "#]],
    );
    check(
        ("a.py", PYTHON),
        &["Pool", "Pool.take", "Pool.give", "add"],
        replaced("a.py", "+= 1", "+= 2"),
        expect![[r#"
            a.py Pool holds
            a.py Pool.take holds
            a.py Pool.give stale: `Pool.give` has changed since
            a.py add holds
        "#]],
    );
    check(
        ("a.ts", TYPESCRIPT),
        &["Pool", "Pool.take", "Pool.give", "add"],
        replaced("a.ts", "add(this.size, 1)", "add(this.size, 2)"),
        expect![[r#"
            a.ts Pool holds
            a.ts Pool.take stale: `Pool.take` has changed since
            a.ts Pool.give holds
            a.ts add holds
        "#]],
    );
    check(
        ("a.go", GO),
        &["Pool", "Take", "Add"],
        replaced("a.go", "left + right", "right + left"),
        expect![[r#"
            a.go Pool holds
            a.go Pool.Take holds
            a.go Add stale: `Add` has changed since
        "#]],
    );
}

#[test]
fn a_new_method_or_field_concerns_its_class() {
    check(
        ("a.py", PYTHON),
        &["Pool", "Pool.give"],
        replaced("a.py", "\n\ndef add", "\n    def drop(self):\n        pass\n\n\ndef add"),
        expect![[r#"
            a.py Pool stale: `Pool` has changed since
            a.py Pool.give holds
        "#]],
    );
    check(
        ("a.ts", TYPESCRIPT),
        &["Pool", "Pool.take"],
        replaced("a.ts", "private size = 1", "private size = 2"),
        expect![[r#"
            a.ts Pool stale: `Pool` has changed since
            a.ts Pool.take holds
        "#]],
    );
    check(
        ("a.ts", TYPESCRIPT),
        &["Pool", "Pool.take"],
        replaced("a.ts", "take(): number", "take(n?: number): number"),
        expect![[r#"
            a.ts Pool stale: `Pool` has changed since
            a.ts Pool.take stale: `Pool.take` has changed since
        "#]],
    );
}

#[test]
fn blanks_and_comments_change_nothing() {
    check(
        ("a.rs", RUST),
        &["add", "Pool", "Pool::take"],
        |tree| {
            let text = tree.read("a.rs").replace("{\n", "{\n\n    // why\n").replace("    ", "\t");
            tree.write("a.rs", format!("// Head.\n\n{text}"));
        },
        expect![[r#"
            a.rs add holds
            a.rs Pool holds
            a.rs Pool::take holds
        "#]],
    );
    check(
        ("a.py", PYTHON),
        &["Pool", "Pool.take", "add"],
        |tree| {
            tree.write("a.py", tree.read("a.py").replace("    ", "  ").replace(":\n", ":\n# why\n"))
        },
        expect![[r#"
            a.py Pool holds
            a.py Pool.take holds
            a.py add holds
        "#]],
    );
    check(
        ("a.go", GO),
        &["Pool", "Pool.Take"],
        replaced("a.go", "\treturn Add", "\n\t// First.\n\treturn Add"),
        expect![[r#"
            a.go Pool holds
            a.go Pool.Take holds
        "#]],
    );
}

#[test]
fn indentation_that_means_something_makes_stale() {
    check(
        ("a.py", PYTHON),
        &["Pool.take", "Pool.give"],
        replaced("a.py", "        return 0", "            return 0"),
        expect![[r#"
            a.py Pool.take stale: `Pool.take` has changed since
            a.py Pool.give holds
        "#]],
    );
}

#[test]
fn what_is_moved_keeps_its_entry() {
    let moved = |tree: &Tree| {
        let text = tree.read("a.rs");
        let (head, rest) = text.split_once("\npub struct").unwrap();
        tree.write("a.rs", format!("pub struct{rest}\n{head}"));
    };
    check(
        ("a.rs", RUST),
        &["add", "Pool::take"],
        moved,
        expect![[r#"
            a.rs Pool::take holds
            a.rs add holds
        "#]],
    );
    let to_another_file = |tree: &Tree| {
        let text = tree.read("a.py");
        let (class, function) = text.split_once("\n\ndef").unwrap();
        tree.write("a.py", class);
        tree.write("deep/b.py", format!("import os\n\n\ndef{function}"));
    };
    check(
        ("a.py", PYTHON),
        &["Pool", "add"],
        to_another_file,
        expect![[r#"
            a.py Pool holds
            deep/b.py add holds
        "#]],
    );
    check(
        ("a.ts", TYPESCRIPT),
        &["Pool", "Pool.take", "add"],
        |tree| tree.rename("a.ts", "src/pool.ts"),
        expect![[r#"
            src/pool.ts Pool holds
            src/pool.ts Pool.take holds
            src/pool.ts add holds
        "#]],
    );
}

#[test]
fn what_is_renamed_keeps_its_entry() {
    check(
        ("a.rs", RUST),
        &["add", "Pool::take"],
        |tree| tree.write("a.rs", tree.read("a.rs").replacen("fn add", "fn sum", 1)),
        expect![[r#"
            a.rs sum holds
            a.rs Pool::take holds
        "#]],
    );
    check(
        ("a.py", PYTHON),
        &["Pool", "Pool.take"],
        |tree| tree.write("a.py", tree.read("a.py").replace("Pool", "Basin")),
        expect![[r#"
            a.py Basin holds
            a.py Basin.take holds
        "#]],
    );
    check(
        ("a.go", GO),
        &["Pool", "Pool.Take", "Add"],
        |tree| tree.write("a.go", tree.read("a.go").replace("Pool", "Basin")),
        expect![[r#"
            a.go Basin holds
            a.go Basin.Take holds
            a.go Add holds
        "#]],
    );
}

#[test]
fn what_is_deleted_is_stale_and_says_so() {
    check(
        ("a.rs", RUST),
        &["add", "Pool"],
        |tree| {
            let text = tree.read("a.rs");
            tree.write(
                "a.rs",
                text.split_once("\npub struct").unwrap().1.replacen(' ', "pub struct ", 1),
            );
        },
        expect![[r#"
            a.rs Pool holds
            a.rs add stale: `add` is not in `a.rs` any more
        "#]],
    );
    check(
        ("a.go", GO),
        &["Add"],
        |tree| tree.remove("a.go"),
        expect![[r#"
            a.go Add stale: `a.go` is not in the index any more
        "#]],
    );
}

#[test]
fn a_twin_that_was_always_there_is_not_the_one_that_is_gone() {
    let twins = "pub fn one() {}\npub fn two() {}\npub fn three() { two() }\n";
    check(
        ("a.rs", twins),
        &["one"],
        replaced("a.rs", "pub fn one() {}\n", ""),
        expect![[r#"
            a.rs one stale: `one` is not in `a.rs` any more
        "#]],
    );
}

/// The same for an entry of `add` that cites lines of other files.
fn check_evidence(edit: impl FnOnce(&Tree), expected: Expect) {
    let tree = Tree::new("");
    tree.write("a.rs", RUST);
    tree.write(
        "GUIDE.md",
        "# Guide\n\nHow to add numbers:\ncall it twice.\n\n## More\n\nNothing.\n",
    );
    tree.write("b.py", PYTHON);
    let mut said = draft("add", "a.rs", "Adds two numbers.");
    said.evidence = vec![cite("a.rs", 1, 4), cite("GUIDE.md", 3, 4), cite("b.py", 9, 10)];
    record(&tree, said);
    record(&tree, draft("Guide > More", "GUIDE.md", "Says no more."));
    edit(&tree);
    expected.assert_eq(&held(&tree));
}

#[test]
fn evidence_holds_while_its_words_stand_somewhere_in_the_file() {
    let fresh = || {
        expect![[r#"
            GUIDE.md Guide > More holds
            a.rs add holds
        "#]]
    };
    check_evidence(|_| {}, fresh());
    check_evidence(
        replaced("GUIDE.md", "How to add numbers:\ncall", "Before.\n\nHow to add\nnumbers: call"),
        fresh(),
    );
    check_evidence(replaced("b.py", "class Pool", "import os\n\nclass Pool"), fresh());
    check_evidence(|tree| tree.rename("GUIDE.md", "docs/GUIDE.md"), {
        expect![[r#"
            a.rs add holds
            docs/GUIDE.md Guide > More holds
        "#]]
    });
    check_evidence(
        replaced("GUIDE.md", "call it twice", "call it once"),
        expect![[r#"
            GUIDE.md Guide > More holds
            a.rs add stale: its evidence GUIDE.md:3-4 has changed since
        "#]],
    );
    check_evidence(
        replaced("b.py", "+= 1", "-= 1"),
        expect![[r#"
            GUIDE.md Guide > More holds
            a.rs add stale: its evidence b.py:9-10 has changed since
        "#]],
    );
    check_evidence(
        |tree| tree.remove("b.py"),
        expect![[r#"
            GUIDE.md Guide > More holds
            a.rs add stale: its evidence `b.py` is not in the index any more
        "#]],
    );
    check_evidence(
        replaced("GUIDE.md", "Nothing.", "Something."),
        expect![[r#"
            GUIDE.md Guide > More stale: `Guide > More` has changed since
            a.rs add holds
        "#]],
    );
}

#[test]
fn a_comment_can_be_evidence() {
    let tree =
        Tree::new("//- a.rs\n// Never call this twice.\npub fn once() {}\n\npub fn two() {}\n");
    let mut said = draft("once", "a.rs", "Is called once.");
    said.evidence = vec![cite("a.rs", 1, 1)];
    record(&tree, said);
    tree.write("a.rs", "\n// Never call\n// this twice.\npub fn once() {}\n");
    assert_eq!(held(&tree), "a.rs once stale: its evidence a.rs:1-1 has changed since\n");
    tree.write("a.rs", "\n\n//   Never call this twice.\npub fn once() {}\n");
    assert_eq!(held(&tree), "a.rs once holds\n");
}

#[test]
fn an_entry_is_shown_where_its_symbol_and_evidence_are_now() {
    let tree = Tree::new("");
    tree.write("a.py", PYTHON);
    let mut said = draft("add", "a.py", "Adds.");
    said.evidence = vec![cite("a.py", 4, 5), cite("a.py", 13, 14)];
    record(&tree, said);
    tree.write("a.py", format!("import os\nimport sys\n\n{}", PYTHON));
    let answer = knowledge(&tree).entries(&EntriesFilter::default()).unwrap();
    let entry = &answer.entries[0];
    assert_eq!((entry.start_line, entry.end_line), (16, 17));
    assert_eq!(entry.evidence, [cite("a.py", 7, 8), cite("a.py", 16, 17)]);
}
