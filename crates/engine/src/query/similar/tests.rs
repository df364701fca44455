//! What is like what.

use std::path::Path;

use expect_test::{Expect, expect};
use rutter_domain::{Hint, did_you_mean};
use rutter_fixture::Tree;

use super::*;
use rutter_workspace::RepoLayout;

use crate::{Engine, Extent, Refresh};

const FILES: &str = "\
//- src/total.rs
/// Adds the prices of all that is open.
pub fn total(items: &[Item]) -> u64 {
    let mut sum = 0;
    for item in items {
        if item.is_open() {
            sum += item.price * item.count;
        }
    }
    sum
}


//- old/total.rs
// An old copy.
pub fn total(items: &[Item]) -> u64 {
    let mut sum = 0;
    for item in items { if item.is_open() { sum += item.price * item.count; } }
    sum // All of it.
}
//- src/net.rs
pub fn connect(address: &str) -> Result<Socket, Error> {
    let socket = Socket::open(address)?;
    socket.handshake()?;
    Ok(socket)
}
//- docs/guide.md
# Totals

A total is the sum of all prices of open items.
";

fn snapshot(root: &Path) -> Snapshot {
    let engine = Engine::new(RepoLayout::exactly(root, None).unwrap());
    engine.index(Extent::Changed, &|_| {}, &false.into()).unwrap();
    engine.snapshot(Refresh::Never, &|_| {}, &false.into()).unwrap()
}

fn request(source: SimilarSource) -> SimilarRequest {
    SimilarRequest {
        source,
        limit: 5,
        skip: 0,
        languages: Vec::new(),
        globs: Vec::new(),
        scope: Scope::Everything,
        same_file: SameFile::Exclude,
        limit_tokens: None,
    }
}

fn line(path: &str, line: u32) -> SimilarSource {
    SimilarSource::Line { path: path.to_owned(), line }
}

/// Advice as text, any other hint by its name.
fn shown(hint: Option<Hint>) -> String {
    match hint {
        Some(Hint::Advice(advice)) => advice.into_owned(),
        Some(Hint::DidYouMean { names }) => did_you_mean(&names),
        Some(other) => format!("{other:?}"),
        None => String::new(),
    }
}

/// The chunk that a source is, or why it is none.
fn check_source(source: SimilarSource, expect: Expect) {
    let tree = Tree::new(FILES);
    let told = match find_similar(&snapshot(tree.path()), &request(source)) {
        Ok(answer) => match answer.source {
            SourceTold::Place(place) => format!("{} {:?}", place.chunk, place.symbol),
            SourceTold::Text { text } => text,
        },
        Err(error) => format!("{error}; {}", shown(error.hint())),
    };
    expect.assert_eq(&told);
}

#[test]
fn a_copy_is_told_and_its_own_file_left_out() {
    let tree = Tree::new(FILES);
    let answer = find_similar(&snapshot(tree.path()), &request(line("src/total.rs", 4))).unwrap();
    let copies: Vec<&str> = answer
        .hits
        .iter()
        .filter(|similar| similar.duplicate)
        .map(|similar| similar.hit.path.as_str())
        .collect();
    assert_eq!(copies, ["old/total.rs"]);
    assert!(answer.hits.iter().all(|similar| similar.hit.path != "src/total.rs"));
    assert!(answer.hits.iter().all(|similar| (0.0..=1.0).contains(&similar.hit.score)));
}

#[test]
fn a_text_is_compared_as_a_chunk_is() {
    let tree = Tree::new(FILES);
    let text = tree.read("src/total.rs").replace("    ", "\t");
    let answer = find_similar(&snapshot(tree.path()), &request(SimilarSource::Text(text))).unwrap();
    let copies = answer.hits.iter().filter(|similar| similar.duplicate).count();
    assert_eq!(copies, 2, "{answer:?}");
}

#[test]
fn filters_hold_here_too() {
    let tree = Tree::new(FILES);
    let snapshot = snapshot(tree.path());
    let paths = |request: SimilarRequest| -> Vec<String> {
        let answer = find_similar(&snapshot, &request).unwrap();
        answer.hits.into_iter().map(|similar| similar.hit.path).collect()
    };
    let source = || line("src/total.rs", 4);
    let globs = vec!["old".to_owned()];
    assert_eq!(paths(SimilarRequest { globs, ..request(source()) }), ["old/total.rs"]);
    let scope = Scope::Documents;
    assert_eq!(paths(SimilarRequest { scope, ..request(source()) }), ["docs/guide.md"]);
    let languages = vec![Language::Haskell];
    assert!(paths(SimilarRequest { languages, ..request(source()) }).is_empty());
}

#[test]
fn a_line_stands_for_the_chunk_that_holds_it() {
    check_source(line("src/total.rs", 5), expect![[r#"src/total.rs#0 Some("total")"#]]);
    check_source(line("./src/total.rs", 11), expect![[r#"src/total.rs#0 Some("total")"#]]);
    let chunk = SimilarSource::Chunk { path: "src/net.rs".to_owned(), number: 0 };
    check_source(chunk, expect![[r#"src/net.rs#0 Some("connect")"#]]);
}

#[test]
fn a_wrong_place_is_told_with_the_right_ones() {
    check_source(
        line("src/total.rs", 99),
        expect!["`src/total.rs` has no line 99; its lines are 1 to 12"],
    );
    check_source(
        line("src/total.rs", 0),
        expect!["`src/total.rs` has no line 0; its lines are 1 to 12"],
    );
    check_source(
        line("total.rs", 1),
        expect!["`total.rs` is not in the index; did you mean `old/total.rs`, `src/total.rs`?"],
    );
    let chunk = SimilarSource::Chunk { path: "src/net.rs".to_owned(), number: 7 };
    check_source(
        chunk,
        expect![
            "`src/net.rs` has no chunk 7; its chunks are 0 to 0; the numbers change with the file, `src/net.rs:LINE` does not"
        ],
    );
}
