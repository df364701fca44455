//! Tools that look: what they tell, and what they leave out.

use expect_test::{Expect, expect};
use rutter_tools::Mode;
use serde_json::{Value, json};

use crate::harness::Harness;

const FILES: &str = "\
//- Cargo.toml
[package]
name = \"shop\"
//- .gitignore
target/
*.log
//- .env
A=1
//- README.md
# Shop
Sells things.
//- target/out.txt
built
//- run.log
ran
//- src/lib.rs
/// Sells things.
pub struct Shop {
    stock: u32,
}

impl Shop {
    /// Takes one from the stock.
    pub fn sell(&mut self) -> u32 {
        self.stock -= 1;
        self.stock
    }
}

pub fn open() -> u32 {
    let mut shop = Shop { stock: 3 };
    shop.sell()
}
//- web/user.ts
export interface User {
  name: string;
}
export function greet(user: User): string {
  return 'hello ' + user.name;
}
";

fn check(name: &str, arguments: Value, expect: &Expect) {
    expect.assert_eq(&Harness::new(FILES, Mode::Ask).call(name, arguments).text);
}

#[test]
fn a_folder_is_listed_with_what_is_hidden_ignored_and_secret() {
    check(
        "list_filesystem",
        json!({}),
        &expect![[r#"
        6 entries in `.`
        src/
        web/
        .env  (secret, not shown)
        .gitignore  14 B
        Cargo.toml  24 B
        README.md  21 B
        ignored: run.log, target/"#]],
    );
    check(
        "list_filesystem",
        json!({"file_path": "src"}),
        &expect![[r#"
        1 entry in `src`
        lib.rs  269 B"#]],
    );
    check(
        "list_filesystem",
        json!({"path": "src/lib.rs"}),
        &expect![[r#"
        `src/lib.rs` is a file, not a folder
        read it with read_file"#]],
    );
}

#[test]
fn files_are_found_by_a_glob() {
    check(
        "list_files",
        json!({"pattern": "*.rs"}),
        &expect![[r#"
        1 file for `*.rs`
        src/lib.rs"#]],
    );
    check(
        "list_files",
        json!({"pattern": "**/*.{ts,toml}"}),
        &expect![[r#"
        2 files for `**/*.{ts,toml}`
        Cargo.toml
        web/user.ts"#]],
    );
    check(
        "list_files",
        json!({"glob": "usr.ts"}),
        &expect![[r#"
        0 files for `usr.ts`
        did you mean `web/user.ts`?"#]],
    );
    check(
        "list_files",
        json!({"pattern": "a[b"}),
        &expect![[r#"
        `a[b` is not a valid glob: unclosed character class; missing ']'
        write it like `src/**/*.rs`, and quote it for the shell"#]],
    );
    let many: String = (0..70).map(|n| format!("//- d/{n:02}.txt\nx\n")).collect();
    let text = Harness::new(&many, Mode::Ask).text("list_files", json!({"pattern": "*.txt"}));
    assert_eq!(text.lines().count(), 52, "{text}");
    assert!(text.ends_with("d/49.txt\n… 20 more; ask with a narrower pattern"), "{text}");
}

#[test]
fn lines_of_a_file_are_shown_with_their_numbers() {
    check(
        "read_file",
        json!({"path": "src/lib.rs", "start_line": "2", "end_line": 4}),
        &expect![[r#"
        src/lib.rs, lines 2 to 4 of 17
        2	pub struct Shop {
        3	    stock: u32,
        4	}"#]],
    );
    check(
        "read_file",
        json!({"file_path": "src/lib.rs", "start_line": 90}),
        &expect![[r#"
        `src/lib.rs` has no line 90
        its lines are 1 to 17"#]],
    );
    check(
        "read_file",
        json!({"file_path": "lib.rs"}),
        &expect![[r#"
        there is no file or folder `lib.rs`
        did you mean `src/lib.rs`?"#]],
    );
    check(
        "read_file",
        json!({"file_path": "src/lob.rs"}),
        &expect![[r#"
        there is no file or folder `src/lob.rs`
        did you mean `src/lib.rs`?"#]],
    );
    check(
        "read_file",
        json!({"file_path": "src"}),
        &expect![[r#"
        `src` is a folder, not a file
        list it with list_filesystem"#]],
    );
}

#[test]
fn a_long_file_comes_in_pieces_that_join() {
    let lines: String = (1..=1_000).map(|n| format!("line {n}\n")).collect();
    let harness = Harness::new(&format!("//- long.txt\n{lines}"), Mode::Ask);
    let text = harness.text("read_file", json!({"file_path": "long.txt"}));
    assert!(text.starts_with("long.txt, lines 1 to 400 of 1000\n1\tline 1\n"), "{text}");
    assert!(
        text.ends_with(
            "400\tline 400\n… 600 more lines; go on with read_file({\"file_path\":\"long.txt\",\"start_line\":401})"
        ),
        "{text}"
    );
    let text = harness.text("read_file", json!({"file_path": "long.txt", "start_line": 801}));
    assert!(text.ends_with("1000\tline 1000"), "{text}");
}

#[test]
fn odd_files_are_told_for_what_they_are() {
    let harness = Harness::new("//- empty.txt\n", Mode::Ask);
    harness.tree.write("a.bin", [0u8, 1, 2, 255]);
    harness.tree.write("latin.txt", b"gr\xFCn is not UTF-8\n");
    harness.tree.write("wide.txt", "x".repeat(100_000));
    harness.tree.write("sixteen.txt", b"\xFF\xFEh\0i\0");
    let huge = std::fs::File::create(harness.tree.file("huge.txt")).unwrap();
    huge.set_len(20 << 30).unwrap();
    let mut large = "a line of text\n".repeat(1_200_000);
    large.push_str("the end\n");
    harness.tree.write("large.txt", large);
    assert_eq!(harness.text("read_file", json!({"path": "empty.txt"})), "`empty.txt` is empty");
    let binary = harness.refusal("read_file", json!({"path": "a.bin"}));
    assert!(binary.starts_with("`a.bin` is a binary file of 4 bytes"), "{binary}");
    let huge = harness.refusal("read_file", json!({"path": "huge.txt"}));
    assert!(huge.starts_with("`huge.txt` is a binary file of 21474836480 bytes"), "{huge}");
    let latin = harness.text("read_file", json!({"path": "latin.txt"}));
    assert!(latin.ends_with("1\tgr\u{FFFD}n is not UTF-8"), "{latin}");
    let wide = harness.text("read_file", json!({"path": "wide.txt"}));
    assert!(wide.ends_with("x … [the line goes on: 100000 bytes in all]"), "{wide}");
    assert!(wide.len() < 3_000);
    assert!(harness.text("read_file", json!({"path": "sixteen.txt"})).ends_with("1\thi"));
    let large = harness.text("read_file", json!({"path": "large.txt", "start_line": 1_200_000}));
    assert_eq!(
        large,
        "large.txt, lines 1200000 to 1200001 of 1200001\n1200000\ta line of text\n1200001\tthe end"
    );
}

#[test]
fn symbols_of_a_file_are_listed_by_their_kinds() {
    check(
        "list_symbols_in_file",
        json!({"path": "web/user.ts"}),
        &expect![[r#"
            3 symbols in `web/user.ts`
            User (interface) 1-3
            User.name (property) 2-2
            greet (function) 4-6"#]],
    );
    check(
        "list_symbols_in_file",
        json!({"path": "web/usr.ts"}),
        &expect![[r#"
        there is no file or folder `web/usr.ts`
        did you mean `web/user.ts`?"#]],
    );
}

#[test]
fn a_symbol_is_shown_with_its_source_and_its_users() {
    check(
        "get_symbol_details",
        json!({"name": "Shop::sell"}),
        &expect![[r#"
            src/lib.rs:8-11 public method Shop::sell
            7	    /// Takes one from the stock.
            8	    pub fn sell(&mut self) -> u32 {
            9	        self.stock -= 1;
            10	        self.stock
            11	    }
            used by 1:
              src/lib.rs:16 open
            uses Shop::stock :3"#]],
    );
    check(
        "get_symbol_details",
        json!({"symbol": "sell", "file_path": "web/user.ts"}),
        &expect![[r#"
        `web/user.ts` does not define `sell`
        it is defined at src/lib.rs:8"#]],
    );
    let text =
        Harness::new(FILES, Mode::Ask).refusal("get_symbol_details", json!({"symbol": "sel"}));
    assert!(text.starts_with("there is no symbol `sel`"), "{text}");
}

#[test]
fn search_and_similar_show_lines_of_the_files() {
    let harness = Harness::new(FILES, Mode::Ask);
    let text = harness.text("search", json!({"q": "greet", "limit": "1"}));
    assert!(text.starts_with("1 hit for `greet`"), "{text}");
    assert!(text.contains("4\texport function greet(user: User): string {"), "{text}");
    let text = harness.text("search", json!({"query": "sell", "path": "web"}));
    assert!(!text.contains("src/lib.rs"), "{text}");
    let text = harness.text("similar", json!({"text": "fn sell(&mut self) -> u32 { self.stock }"}));
    assert!(text.contains("src/lib.rs:"), "{text}");
    let text = harness.text("similar", json!({"location": "src/lib.rs:9"}));
    assert!(text.contains(" like src/lib.rs:"), "{text}");
    let text = harness.refusal("similar", json!({}));
    assert!(text.starts_with("give exactly one of `text`, `file_location` and `chunk`"), "{text}");
    let text = harness.refusal("search", json!({"query": "a", "lang": "klingon"}));
    assert!(text.starts_with("there is no language `klingon`\nlanguages: "), "{text}");
    let text = harness.refusal("search", json!({"query": " "}));
    assert!(text.starts_with("the query is empty"), "{text}");
}

#[test]
fn grep_shows_matching_lines_and_counts_the_rest() {
    check(
        "grep",
        json!({"pattern": "stock", "path": "src", "limit": 2}),
        &expect![[r#"
        5 lines match `stock`
        src/lib.rs
        3	    stock: u32,
        …
        7	    /// Takes one from the stock.
        … 3 more matching lines; narrow it with `path` or `glob`, or ask with a greater `limit`"#]],
    );
    check(
        "grep",
        json!({"regex": "INTERFACE", "ignore_case": "yes", "context": 1}),
        &expect![[r#"
        1 line matches `INTERFACE`
        web/user.ts
        1	export interface User {
        2	  name: string;"#]],
    );
    check(
        "grep",
        json!({"pattern": "sell(", "fixed_strings": true, "glob": "!*.rs"}),
        &expect![[r#"
        0 lines match `sell(`
        3 files were searched; try `ignore_case`, or search by meaning with search"#]],
    );
    check(
        "grep",
        json!({"pattern": "sell("}),
        &expect![[r#"
            the pattern `sell(` is not a regular expression: unclosed group
            give `fixed_strings` as true to search for it as literal text"#]],
    );
}

#[test]
fn impact_tells_who_is_affected() {
    check(
        "impact",
        json!({"symbol": "sell"}),
        &expect![[r#"
            `sell` is defined at src/lib.rs:8
            1 affected
            1  src/lib.rs:16  open  (by-type)"#]],
    );
}

#[test]
fn what_was_shown_was_seen_and_no_more() {
    let harness = Harness::new(FILES, Mode::Ask);
    harness.text("read_file", json!({"path": "src/lib.rs", "start_line": 1, "end_line": 5}));
    harness.text("grep", json!({"pattern": "Takes one"}));
    harness.text("get_symbol_details", json!({"symbol": "open"}));
    let seen = harness.session.seen.lock().unwrap();
    assert_eq!(seen.n_files(), 1);
    let text = format!("{seen:?}");
    assert!(text.contains("[(1, 5), (7, 7), (14, 17)]"), "{text}");
}

#[test]
fn every_answer_is_bounded() {
    let wide = format!("//- wide.rs\n{}", "fn f() { let word = 1; }\n".repeat(5_000));
    let harness = Harness::new(&wide, Mode::Ask);
    for (name, arguments) in [
        ("read_file", json!({"file_path": "wide.rs", "end_line": 5_000})),
        ("list_symbols_in_file", json!({"file_path": "wide.rs"})),
        ("get_symbol_details", json!({"symbol": "f"})),
        ("search", json!({"query": "word", "limit": 1_000, "tokens": 1_000_000})),
        ("grep", json!({"pattern": "word", "limit": 100_000})),
    ] {
        let outcome = harness.call(name, arguments);
        assert!(outcome.text.len() <= 32_000, "{name}: {}", outcome.text.len());
        assert!(outcome.text.contains('…'), "{name} does not say that something is left out");
    }
}

#[test]
fn a_slip_in_a_name_and_a_file_without_symbols_are_answered_with_the_way_on() {
    let many: String = (0..50).map(|n| format!("pub fn f{n}() {{}}\n")).collect();
    let files = format!("//- a.rs\npub struct Pool;\n//- many.rs\n{many}");
    let harness = Harness::new(&files, Mode::Ask);
    harness.tree.write("blob.dat", "a\0b\0c\0");
    let text = harness.refusal("get_symbol_details", json!({"symbol": "Poool"}));
    assert!(text.contains("did you mean `Pool`"), "{text}");
    let text = harness.refusal("list_symbols_in_file", json!({"file_path": "blob.dat"}));
    assert!(text.starts_with("`blob.dat` is not in the index: it is binary"), "{text}");
    assert!(text.ends_with("read it with read_file"), "{text}");
}

#[test]
fn lines_are_read_with_the_commits_they_come_from() {
    let tree = rutter_fixture::Tree::new("//- a.rs\nfn pay() {}\n");
    tree.git_init();
    tree.write("a.rs", "fn pay() {}\nfn retry() {}\n");
    tree.git_commit("Retry what timed out\n\nThe bank drops requests.");
    tree.write("a.rs", "fn pay() {}\nfn retry() {}\nfn new() {}\n");
    let harness = Harness::of(tree, Mode::Ask, rutter_tools::Consent::Yes);
    let plain = harness.text("read_file", json!({"file_path": "a.rs"}));
    assert!(!plain.contains("Retry what timed out"), "{plain}");
    let text = harness.text("read_file", json!({"file_path": "a.rs", "why": true}));
    let (code, why) = text.split_once("shaped by:\n").expect("commits follow the lines");
    assert!(code.contains("2\tfn retry() {}"), "{code}");
    assert!(why.contains(" fixture: Retry what timed out (lines 2)"), "{why}");
    assert!(why.contains("    The bank drops requests."), "{why}");
    assert!(why.contains("uncommitted: lines 3"), "{why}");
    let harness = Harness::new(FILES, Mode::Ask);
    let text = harness.text("read_file", json!({"file_path": "src/lib.rs", "why": true}));
    assert!(text.contains("(the history is not known: ") && text.contains("no git"), "{text}");
}
