//! Rendered blocks, at several widths, with and without looks.

use expect_test::{Expect, expect};

use super::{Renderer, Splitter};
use crate::styled::{RenderOptions, Style};
use crate::text::{Charset, width};

fn render(width: usize, style: Style, charset: Charset, text: &str) -> String {
    let mut renderer = Renderer::new(RenderOptions { width, style, charset });
    let mut splitter = Splitter::default();
    let mut blocks = splitter.push(text);
    blocks.extend(splitter.finish());
    let texts: Vec<String> = blocks.iter().map(|block| renderer.render_text(block)).collect();
    texts.join("\n")
}

fn check(limit: usize, text: &str, expected: Expect) {
    let rendered = render(limit, Style::Plain, Charset::Unicode, text);
    for line in rendered.lines().filter(|line| !line.contains("code")) {
        assert!(width(line) <= limit, "{line}");
    }
    expected.assert_eq(&rendered);
}

fn check_ansi(text: &str, expected: Expect) {
    let rendered = render(60, Style::Ansi, Charset::Unicode, text);
    expected.assert_eq(&rendered.replace('\x1b', "^"));
}

const ANSWER: &str = "## Where it is parsed\n\nThe configuration is read by `parse_config` in \
    [src/config.rs](src/config.rs), which *first* looks at **every** file of the folder, \
    ~~then~~ see <https://example.org/a/very/long/address/that/goes/on> and \
    [the guide](https://example.org/guide).\n\n\
    1. One item that is long enough to be wrapped at forty columns\n   - nested `a b`\n     - deeper\n\
    2. Two\n\n> A quote that goes on for a while, so that it is wrapped\n>\n> - and a list\n\n\
    - [x] done\n- [ ] open\n\n---\n\n```rust\nfn code() {}\n```\n";

const TABLE: &str = "| file | what it does | n |\n|:--|:-:|--:|\n| `src/a.rs` | reads the \
    configuration and checks every value | 12 |\n| src/b.rs | 日本語のテキスト | 3 |\n";

#[test]
fn an_answer_at_80_columns() {
    check(
        80,
        ANSWER,
        expect![[r#"
            ## Where it is parsed

            The configuration is read by `parse_config` in src/config.rs, which first looks
            at every file of the folder, ~~then~~ see
            https://example.org/a/very/long/address/that/goes/on and the guide
            (https://example.org/guide).

            1. One item that is long enough to be wrapped at forty columns
               • nested `a b`
                 ◦ deeper
            2. Two

            │ A quote that goes on for a while, so that it is wrapped
            │
            │ • and a list

            • [x] done
            • [ ] open

            ────────────────────────────────────────────────────────────────────────────────

            ```rust
            fn code() {}
            ```
        "#]],
    );
}

#[test]
fn an_answer_at_40_columns() {
    check(
        40,
        ANSWER,
        expect![[r#"
            ## Where it is parsed

            The configuration is read by
            `parse_config` in src/config.rs, which
            first looks at every file of the folder,
            ~~then~~ see
            https://example.org/a/very/long/address/
            that/goes/on and the guide
            (https://example.org/guide).

            1. One item that is long enough to be
               wrapped at forty columns
               • nested `a b`
                 ◦ deeper
            2. Two

            │ A quote that goes on for a while, so
            │ that it is wrapped
            │
            │ • and a list

            • [x] done
            • [ ] open

            ────────────────────────────────────────

            ```rust
            fn code() {}
            ```
        "#]],
    );
}

#[test]
fn an_answer_at_200_columns() {
    check(
        200,
        ANSWER,
        expect![[r#"
            ## Where it is parsed

            The configuration is read by `parse_config` in src/config.rs, which first looks at every file of the folder, ~~then~~ see https://example.org/a/very/long/address/that/goes/on and the guide
            (https://example.org/guide).

            1. One item that is long enough to be wrapped at forty columns
               • nested `a b`
                 ◦ deeper
            2. Two

            │ A quote that goes on for a while, so that it is wrapped
            │
            │ • and a list

            • [x] done
            • [ ] open

            ────────────────────────────────────────────────────────────────────────────────

            ```rust
            fn code() {}
            ```
        "#]],
    );
}

#[test]
fn an_answer_in_ascii() {
    let rendered = render(40, Style::Plain, Charset::Ascii, &format!("{ANSWER}\n{TABLE}"));
    assert!(rendered.is_ascii());
    expect![[r#"
        ## Where it is parsed

        The configuration is read by
        `parse_config` in src/config.rs, which
        first looks at every file of the folder,
        ~~then~~ see
        https://example.org/a/very/long/address/
        that/goes/on and the guide
        (https://example.org/guide).

        1. One item that is long enough to be
           wrapped at forty columns
           * nested `a b`
             - deeper
        2. Two

        > A quote that goes on for a while, so
        > that it is wrapped
        >
        > * and a list

        * [x] done
        * [ ] open

        ----------------------------------------

        ```rust
        fn code() {}
        ```

        file       |      what it does      |  n
        -----------+------------------------+---
        `src/a.rs` |       reads the        | 12
                   |   configuration and    |
                   |   checks every value   |
        src/b.rs   |        ????????        |  3
    "#]]
    .assert_eq(&rendered);
}

#[test]
fn looks_mark_what_plain_text_marks_with_characters() {
    check_ansi(
        "# A `b`\n\nx *i* **b** ***ib*** `c` [t](u)\n\n> q\n\n| a |\n|--|\n| 1 |\n\n- l\n\n***\n",
        expect![[r#"
            ^[1m^[35mA ^[0m^[1m^[36mb^[0m

            x ^[3mi^[0m ^[1mb^[0m ^[1m^[3mib^[0m ^[36mc^[0m ^[4mt^[0m (^[4m^[36mu^[0m)

            ^[2m│ ^[0mq

            ^[1ma^[0m
            ^[2m─^[0m
            1

            • l

            ^[2m────────────────────────────────────────────────────────────^[0m
        "#]],
    );
}

#[test]
fn a_table_at_80_columns() {
    check(
        80,
        TABLE,
        expect![[r#"
        file       │                  what it does                  │  n
        ───────────┼────────────────────────────────────────────────┼───
        `src/a.rs` │ reads the configuration and checks every value │ 12
        src/b.rs   │                日本語のテキスト                │  3
    "#]],
    );
}

#[test]
fn a_table_at_40_columns_wraps_its_cells() {
    check(
        40,
        TABLE,
        expect![[r#"
            file       │      what it does      │  n
            ───────────┼────────────────────────┼───
            `src/a.rs` │       reads the        │ 12
                       │   configuration and    │
                       │   checks every value   │
            src/b.rs   │    日本語のテキスト    │  3
        "#]],
    );
}

#[test]
fn a_table_too_narrow_becomes_pairs() {
    check(
        16,
        TABLE,
        expect![[r#"
        file: `src/a.rs`
        what it does:
        reads the
        configuration
        and checks every
        value
        n: 12

        file: src/b.rs
        what it does: 日
        本語のテキスト
        n: 3
    "#]],
    );
}

#[test]
fn a_table_keeps_its_natural_width() {
    check(
        200,
        "| a | b |\n|--|--|\n| 1<br>2 | x |\n| | y |\n",
        expect![[r#"
            a │ b
            ──┼──
            1 │ x
            2 │
              │ y
        "#]],
    );
}

#[test]
fn loose_and_tight_lists_keep_their_shape() {
    check(
        40,
        "- a\n- b\n  - c\n\n    para\n- d\n\n  ```\n  code\n  ```\n\n3. x\n4.\n5. y\n\n   more\n",
        expect![[r#"
            • a

            • b

              ◦ c

                para

            • d

              ```
              code
              ```

            3. x
            4.

            5. y

               more
        "#]],
    );
}

#[test]
fn html_and_references_stay_text() {
    check(
        60,
        "<div>\nhi\n</div>\n\na <b>bold</b> [x][1] ![alt](pic.png)\n",
        expect![[r#"
        <div>
        hi
        </div>

        a <b>bold</b> [x][1] image: alt (pic.png)
    "#]],
    );
}

#[test]
fn escape_codes_of_a_model_never_pass() {
    let hostile = "# \x1b]0;title\x07\n\n`\x1b[2J` [a\x1b](http://x/\x1b[31m) &#27;[31m &#x9b;\n\n\
        | \x1b[1m |\n|--|\n| \u{9b}2J |\n\n```\x1b[31m\n\x1b[2J\n```\n\n<b \x1b>\n\n- \x08\x08\n";
    for style in [Style::Plain, Style::Ansi] {
        let rendered = render(40, style, Charset::Unicode, hostile);
        let ours = ["\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[4m", "\x1b[35m", "\x1b[36m"];
        let rest = ours.iter().fold(rendered, |text, code| text.replace(code, ""));
        let foreign: Vec<char> = rest.chars().filter(|c| c.is_control() && *c != '\n').collect();
        assert!(foreign.is_empty(), "{style:?}: {foreign:?} in {rest}");
    }
}

#[test]
fn hostile_nesting_and_length_are_rendered() {
    for hostile in [
        "> ".repeat(20_000),
        "- ".repeat(20_000),
        format!("{}x", "> - ".repeat(5_000)),
        "*".repeat(50_000),
        "[".repeat(50_000),
        "`".repeat(50_000),
        "x".repeat(1 << 20),
        format!("{}\n{}\n", "|a".repeat(2_000), "|-".repeat(2_000)),
        format!("```\n{}", "y".repeat(1 << 20)),
        "&#27;".repeat(10_000),
    ] {
        render(80, Style::Ansi, Charset::Unicode, &hostile);
    }
}

#[test]
fn a_narrow_terminal_is_no_obstacle() {
    for width in 0..12 {
        render(width, Style::Plain, Charset::Unicode, &format!("{ANSWER}\n{TABLE}"));
    }
}
