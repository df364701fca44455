//! What a budget buys.

use std::fmt::Write;
use std::sync::Arc;

use expect_test::{Expect, expect};
use rutter_domain::{Language, Outline, SymbolKind};

use super::*;
use crate::query::hit::{HitKind, chunk_name};
use crate::query::shorten::words_of;

/// The chunks of a Rust file as drafts, in the order of these numbers, each worse than the one
/// before.
fn drafts(path: &str, text: &str, numbers: &[u32]) -> Vec<Draft> {
    let outline = Arc::new(Outline::from(rutter_syntax::read(Language::Rust, text)));
    let draft = |(rank, number): (usize, &u32)| {
        let chunk = &outline.chunks[*number as usize];
        let snippet = chunk.span.slice(text).trim_matches('\n').to_owned();
        let symbol = chunk.symbol.map(|at| outline.symbol(at).unwrap().qualified_name.to_owned());
        let hit = Hit {
            entry: None,
            mentioned_in: None,
            matched_lines: None,
            chunk: chunk_name(path, *number),
            path: path.to_owned(),
            start_line: chunk.span.start_line,
            end_line: chunk.span.end_line,
            symbol,
            kind: HitKind::Symbol(SymbolKind::Function),
            file_rank: None,
            language: Language::Rust,
            score: 1.0 / (rank + 1) as f32,
            omitted_lines: Vec::new(),
            tokens: count_tokens(path, snippet.len()),
            snippet,
            reasons: Vec::new(),
        };
        Draft {
            hit,
            first: *number,
            last: *number,
            symbol: chunk.symbol,
            nth_excerpt: 0,
            n_joined: 1,
            outline: outline.clone(),
        }
    };
    numbers.iter().enumerate().map(draft).collect()
}

/// A function of `n_lines` lines, one of which mentions a `lighthouse`.
fn function(name: &str, n_lines: usize) -> String {
    let mut text = format!("/// Does {name}.\npub fn {name}(count: usize) -> usize {{\n");
    for line in 0..n_lines {
        let word = if line == n_lines / 2 { "lighthouse" } else { "statement" };
        let _ = writeln!(text, "    {word}_{line}(count);");
    }
    text + "    count\n}\n\n"
}

fn check(drafts: Vec<Draft>, limit_tokens: usize, expect: Expect) {
    let n_drafts = drafts.len();
    let packed = pack(drafts.into_iter(), &words_of("where is the lighthouse"), limit_tokens);
    let n_tokens: usize = packed.hits.iter().map(|hit| hit.tokens).sum();
    assert!(n_tokens <= limit_tokens, "{n_tokens} tokens");
    let mut told = String::new();
    for hit in &packed.hits {
        assert_eq!(hit.tokens, count_tokens(&hit.path, hit.snippet.len()));
        let Hit { chunk, start_line, end_line, tokens, .. } = hit;
        let _ = writeln!(told, "{chunk} lines {start_line}-{end_line}, {tokens} tokens");
        let _ = writeln!(told, "{}", hit.snippet);
    }
    let _ = writeln!(told, "{} of {n_drafts} taken, {n_tokens} tokens", packed.n_taken);
    expect.assert_eq(&told);
}

#[test]
fn what_fits_is_whole() {
    let text = function("small", 3);
    check(
        drafts("a.rs", &text, &[0]),
        100,
        expect![[r#"
        a.rs#0 lines 1-7, 42 tokens
        /// Does small.
        pub fn small(count: usize) -> usize {
            statement_0(count);
            lighthouse_1(count);
            statement_2(count);
            count
        }
        1 of 1 taken, 42 tokens
    "#]],
    );
}

#[test]
fn a_long_hit_is_shortened_to_what_matters() {
    let text = function("long", 40);
    check(
        drafts("a.rs", &text, &[0]),
        80,
        expect![[r#"
        a.rs#0 lines 1-44, 60 tokens
        /// Does long.
        pub fn long(count: usize) -> usize {
            … 18 lines
            statement_18(count);
            statement_19(count);
            lighthouse_20(count);
            statement_21(count);
            statement_22(count);
            … 19 lines
        1 of 1 taken, 60 tokens
    "#]],
    );
}

#[test]
fn neighbours_become_one_hit_called_after_the_better() {
    let text = [function("first", 30), function("second", 30), function("third", 30)].concat();
    assert_eq!(rutter_syntax::read(Language::Rust, &text).chunks.len(), 3);
    check(
        drafts("a.rs", &text, &[2, 0, 1]),
        200,
        expect![[r#"
        a.rs#2 lines 1-104, 163 tokens
        … 1 line
        pub fn first(count: usize) -> usize {
            … 13 lines
            statement_13(count);
            statement_14(count);
            lighthouse_15(count);
            statement_16(count);
            statement_17(count);
            … 16 lines
        pub fn second(count: usize) -> usize {
            … 13 lines
            statement_13(count);
            statement_14(count);
            lighthouse_15(count);
            statement_16(count);
            statement_17(count);
            … 15 lines
        /// Does third.
        pub fn third(count: usize) -> usize {
            … 13 lines
            statement_13(count);
            statement_14(count);
            lighthouse_15(count);
            statement_16(count);
            statement_17(count);
            … 14 lines
        3 of 3 taken, 163 tokens
    "#]],
    );
}

#[test]
fn the_first_without_room_ends_the_answer() {
    let mut all = drafts("a.rs", &function("first", 4), &[0]);
    all.extend(drafts("b.rs", &function("second", 40), &[0]));
    all.extend(drafts("c.rs", &function("third", 1), &[0]));
    check(
        all,
        56,
        expect![[r#"
        a.rs#0 lines 1-8, 48 tokens
        /// Does first.
        pub fn first(count: usize) -> usize {
            statement_0(count);
            statement_1(count);
            lighthouse_2(count);
            statement_3(count);
            count
        }
        1 of 3 taken, 48 tokens
    "#]],
    );
}

#[test]
fn a_budget_for_nothing_buys_nothing() {
    for limit_tokens in [0, 1, 5] {
        let packed = pack(drafts("a.rs", &function("a", 3), &[0]).into_iter(), &[], limit_tokens);
        assert_eq!((packed.hits.len(), packed.n_taken), (0, 0));
    }
}

#[test]
fn an_endless_line_is_told_by_its_place() {
    let mut all = drafts("data.rs", &format!("const A: &str = \"{}\";\n", "x".repeat(2_500)), &[0]);
    all.extend(drafts("b.rs", &function("small", 2), &[0]));
    check(
        all,
        120,
        expect![[r#"
        data.rs#0 lines 1-1, 11 tokens
        … 1 line
        b.rs#0 lines 1-6, 36 tokens
        /// Does small.
        pub fn small(count: usize) -> usize {
            statement_0(count);
            lighthouse_1(count);
            count
        }
        2 of 2 taken, 47 tokens
    "#]],
    );
}

#[test]
fn no_budget_is_exceeded() {
    let text = [function("first", 30), function("second", 9), function("third", 50)].concat();
    let n_chunks = rutter_syntax::read(Language::Rust, &text).chunks.len();
    let numbers: Vec<u32> = (0..u32::try_from(n_chunks).unwrap()).rev().collect();
    let words = words_of("lighthouse statement_3");
    let mut n_before = 0;
    for limit_tokens in 0..1_200 {
        let packed = pack(drafts("a.rs", &text, &numbers).into_iter(), &words, limit_tokens);
        let n_tokens: usize = packed.hits.iter().map(|hit| hit.tokens).sum();
        assert!(n_tokens <= limit_tokens, "{n_tokens} of {limit_tokens}");
        assert!(packed.n_taken >= n_before, "a larger budget of {limit_tokens} buys less");
        n_before = packed.n_taken;
        for hit in &packed.hits {
            let n_left_out: u32 =
                hit.omitted_lines.iter().map(|(first, last)| last + 1 - first).sum();
            let n_shown = hit.snippet.lines().count() - hit.omitted_lines.len();
            assert_eq!(n_shown as u32 + n_left_out, hit.end_line + 1 - hit.start_line);
        }
    }
    assert_eq!(n_before, n_chunks);
}
