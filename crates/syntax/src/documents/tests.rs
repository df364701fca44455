//! Documents in, their outline in words out.

use std::fmt::Write;

use expect_test::{Expect, expect};

use rutter_domain::{MentionKind, Span, Symbol};

use super::*;

/// Prints the sections, mentions, links and chunks of a document.
fn check(language: Language, text: &str, expected: Expect) {
    let facts = read_document(language, text).unwrap();
    let mut out = String::new();
    for symbol in &facts.symbols {
        let Symbol { qualified_name, node_kind, span, .. } = symbol;
        writeln!(out, "{}-{} {qualified_name} ({node_kind})", span.start_line, span.end_line)
            .unwrap();
    }
    let name_of = |at: Option<u32>| at.map_or("-", |at| &facts.symbols[at as usize].name);
    for reference in &facts.references {
        let qualifier = reference.qualifier.as_deref().unwrap_or_default();
        let (line, name) = (reference.line, &reference.name);
        writeln!(out, "{line} mention {qualifier}|{name} in {}", name_of(reference.from)).unwrap();
    }
    for import in &facts.imports {
        writeln!(out, "{} link {}", import.line, import.module).unwrap();
    }
    for chunk in &facts.chunks {
        let Span { start_line, end_line, .. } = chunk.span;
        writeln!(out, "{start_line}-{end_line} chunk {}", name_of(chunk.symbol)).unwrap();
    }
    expected.assert_eq(&out);
}

/// `n_lines` lines of prose.
fn prose(n_lines: usize) -> String {
    "Here are some words that make up a line of prose.\n".repeat(n_lines)
}

#[test]
fn markdown_headings_nest_by_their_level() {
    check(
        Language::Markdown,
        "# Top\n\n## One\ntext\n### Deep `code` [x](y) ##\n## Two #\n# Next {#id}\nend\n",
        expect![[r#"
            1-6 Top (atx_heading)
            3-5 Top > One (atx_heading)
            5-5 Top > One > Deep code x (atx_heading)
            6-6 Top > Two (atx_heading)
            7-8 Next (atx_heading)
            5 mention |code in Deep code x
            5 link y
            1-8 chunk Top
        "#]],
    );
}

#[test]
fn an_underlined_line_of_markdown_is_a_heading() {
    check(
        Language::Markdown,
        "Title\n=====\n\nSub\n---\n\n- item\n---\n\ntwo\nlines\n---\n\n---\na | b\n--- | ---\n",
        expect![[r#"
            1-16 Title (setext_heading)
            4-16 Title > Sub (setext_heading)
            1-16 chunk Title
        "#]],
    );
}

#[test]
fn what_stands_in_front_matter_fences_and_comments_is_no_heading() {
    check(
        Language::Markdown,
        "---\ntitle: x\n---\n# Real\n```sh\n# no\n~~~\n```\n~~~~\n# no\n~~~\n~~~~\n<!--\n# no\n-->\n#no\n####### no\n    # no\n## Last\n```\n# unclosed\n",
        expect![[r#"
            4-21 Real (atx_heading)
            19-21 Real > Last (atx_heading)
            1-21 chunk Real
        "#]],
    );
}

#[test]
fn code_spans_that_read_like_names_are_mentions_once_a_section() {
    check(
        Language::Markdown,
        "Use `run` and `run()`.\n# A\n`foo.bar()` and ``Foo::baz`` and `run` and `--flag`\n`run` ` `` x `last`\n```\n`fenced`\n```\n# B\n`run`\n",
        expect![[r#"
            2-7 A (atx_heading)
            8-9 B (atx_heading)
            1 mention |run in -
            3 mention foo|bar in A
            3 mention Foo|baz in A
            3 mention |run in A
            9 mention |run in B
            1-9 chunk A
        "#]],
    );
}

#[test]
fn relative_links_are_imports_once_a_document() {
    check(
        Language::Markdown,
        "[a](../src/a.rs) [b](b.md#part \"title\") [c](https://x.y/z.rs) [d](#here)\n![i](i.png) [a](../src/a.rs)\n[e]: <my%20file.py>\n[f](src/) [g](mailto:x@y.z)\n",
        expect![[r#"
            1 link ../src/a.rs
            1 link b.md
            3 link my file.py
            4 link src
            1-4 chunk -
        "#]],
    );
}

#[test]
fn restructured_headings_nest_in_order_of_their_marks() {
    check(
        Language::ReStructuredText,
        "=====\nTitle\n=====\n\nOne\n---\ntext::\n\n  not\n  ---\n\nDeep\n~~~~\n\nTwo\n---\n\n====  ====\na     b\n====  ====\n\n----\n\nend\n",
        expect![[r#"
            1-24 Title (section)
            5-13 Title > One (section)
            12-13 Title > One > Deep (section)
            15-24 Title > Two (section)
            1-24 chunk Title
        "#]],
    );
}

#[test]
fn roles_literals_and_directives_of_restructured_text_are_mentions() {
    check(
        Language::ReStructuredText,
        "Call :func:`~os.path.join` or :class:`B <a.B>` or ``x.y()``, see :ref:`here`.\n`link <../a.py>`_ and `link`_\n\n.. autofunction:: pkg.run\n.. py:class:: Thing(a, b)\n.. literalinclude:: ../b.py\n.. note:: foo\n",
        expect![[r#"
            1 mention os.path|join in -
            1 mention a|B in -
            1 mention x|y in -
            4 mention pkg|run in -
            5 mention |Thing in -
            2 link ../a.py
            6 link ../b.py
            1-7 chunk -
        "#]],
    );
}

#[test]
fn asciidoc_headings_are_marked_or_underlined() {
    check(
        Language::AsciiDoc,
        "= Top\n\n== One\n`a_b` link:src/a.rs[a] include::b.adoc[]\n\n----\n= no\n----\n\nOld\n---\n\n[source]\n----\n== no\n----\n=== Deep\n",
        expect![[r#"
            1-17 Top (section)
            3-8 Top > One (section)
            10-17 Top > Old (section)
            17-17 Top > Old > Deep (section)
            4 mention |a_b in One
            4 link src/a.rs
            4 link b.adoc
            1-17 chunk Top
        "#]],
    );
}

#[test]
fn plain_text_has_the_heads_that_are_plain_to_see() {
    check(
        Language::Text,
        "Title\n=====\n\nNAME\n    foo - bar\n\nTHE SOFTWARE IS PROVIDED\nAS IS AND SO ON\n\nPart\n----\n\nJust a line\n\n* item\n",
        expect![[r#"
            1-15 Title (section)
            4-15 Title > NAME (section)
            10-15 Title > NAME > Part (section)
            1-15 chunk Title
        "#]],
    );
}

#[test]
fn small_sections_are_joined_and_long_ones_cut_at_paragraphs() {
    let paragraphs = |n| (0..n).map(|_| prose(8) + "\n").collect::<String>();
    let text = format!(
        "# Top\n\n{}\n## A\n\n{}\n## B\n\n{}\n## Long\n\n{}## C\n\n{}",
        prose(3),
        prose(2),
        prose(2),
        paragraphs(9),
        prose(12)
    );
    check(
        Language::Markdown,
        &text,
        expect![[r#"
        1-113 Top (atx_heading)
        7-10 Top > A (atx_heading)
        12-15 Top > B (atx_heading)
        17-98 Top > Long (atx_heading)
        100-113 Top > C (atx_heading)
        1-15 chunk Top
        17-53 chunk Long
        55-98 chunk Long
        100-113 chunk C
    "#]],
    );
}

#[test]
fn a_fenced_block_is_cut_only_when_it_fits_no_chunk() {
    let fence = |n| format!("```\n{}```\n\n", "let value = compute();\n\n".repeat(n));
    let text = format!("# A\n\n{}\n{}{}{}", prose(30), fence(40), fence(30), fence(200));
    check(
        Language::Markdown,
        &text,
        expect![[r#"
            1-581 A (atx_heading)
            1-32 chunk A
            34-178 chunk A
            180-329 chunk A
            331-455 chunk A
            457-581 chunk A
        "#]],
    );
}

#[test]
fn a_section_keeps_its_hash_when_only_blanks_change() {
    let hashes = |text: &str| -> Vec<u64> {
        let facts = read_document(Language::Markdown, text).unwrap();
        facts.symbols.iter().map(|symbol| symbol.body_hash).collect()
    };
    assert_eq!(hashes("# A\nb c\n## D\n"), hashes("# A\n\nb\nc\n\n##  D\n\n"));
    assert_ne!(hashes("# A\nb c\n## D\n")[0], hashes("# A\nb c\n## E\n")[0]);
    assert_eq!(hashes("# A\nb\n# C\nd\n")[1], hashes("# X\ny\n# C\nd\n")[1]);
}

#[test]
fn no_document_makes_the_reader_fail_or_lose_a_line() {
    let marks = [
        "#", "=", "-", "`", "```", "~~~", "[", "](", "<!--", "::", "..", " ", "\n", "\n\n", "a",
        "ä", ">", "|",
    ];
    let mut seed = 1u32;
    for _ in 0..3_000 {
        let mut text = String::new();
        for _ in 0..40 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push_str(marks[(seed >> 16) as usize % marks.len()]);
        }
        for language in
            [Language::Markdown, Language::ReStructuredText, Language::AsciiDoc, Language::Text]
        {
            let facts = read_document(language, &text).unwrap();
            crate::chunks::tests::assert_complete(&text, &facts.chunks);
        }
    }
}

/// Prints what a document mentions besides names, with how it marks it and the program of a flag.
fn check_mentions(language: Language, text: &str, expected: Expect) {
    let facts = read_document(language, text).unwrap();
    let mut out = String::new();
    for mention in &facts.mentions {
        if mention.kind == MentionKind::Name {
            continue;
        }
        let (kind, source) = (mention.kind.name(), mention.source.name());
        let line = text.lines().nth(mention.line as usize - 1).unwrap();
        assert!(line[mention.column as usize..].starts_with(&mention.text));
        let scope = mention.scope.as_deref().map(|scope| format!(" of {scope}"));
        let scope = scope.unwrap_or_default();
        writeln!(out, "{} {kind} {} ({source}){scope}", mention.line, mention.text).unwrap();
    }
    expected.assert_eq(&out);
}

#[test]
fn paths_in_code_blocks_of_markdown_are_mentions() {
    check_mentions(
        Language::Markdown,
        "---\nfile: a/hidden.rs\n---\n```sh\n$ cat src/main.rs notes.txt | wc -l\nsrc/output.rs\n```\n\
         ```c\n#include \"docs/x.h\"\nint half = a/b; // see https://x.y/z.html\n```\n\
         ```yaml\nrules: config/rules.yml, config/rules.yml\nplain.yml\n```\n<!-- a/comment.rs -->\n",
        expect![[r#"
            5 command cat src/main.rs notes.txt | wc -l (fenced-code)
            5 path src/main.rs (fenced-code)
            5 path notes.txt (fenced-code)
            6 path src/output.rs (fenced-code)
            9 import docs/x.h (fenced-code)
            9 path docs/x.h (fenced-code)
            13 path config/rules.yml (fenced-code)
        "#]],
    );
}

#[test]
fn paths_in_code_blocks_of_restructured_text_are_mentions() {
    check_mentions(
        Language::ReStructuredText,
        "Build::\n\n    $ python tools/build.py --all\n\n.. code-block:: bash\n\n   tar -xf data.csv\n\n\
         .. code-block:: python\n\n   from pkg import run\n   open('pkg/data/a.json')\n",
        expect![[r#"
            3 command python tools/build.py --all (fenced-code)
            3 path tools/build.py (fenced-code)
            7 command tar -xf data.csv (fenced-code)
            7 path data.csv (fenced-code)
            11 import run (fenced-code) of pkg
            12 path pkg/data/a.json (fenced-code)
        "#]],
    );
}

#[test]
fn paths_in_code_blocks_of_asciidoc_are_mentions() {
    check_mentions(
        Language::AsciiDoc,
        "= A\n[source,bash]\n----\nsh scripts/run.sh\n----\n....\nsrc/a.rs\n....\n////\nsrc/comment.rs\n////\n",
        expect![[r#"
            4 command sh scripts/run.sh (fenced-code)
            4 path scripts/run.sh (fenced-code)
            7 path src/a.rs (fenced-code)
        "#]],
    );
}

#[test]
fn a_lone_flag_belongs_to_the_only_program_of_its_section() {
    check_mentions(
        Language::Markdown,
        "# Use\n`tide run x` takes `--port`.\n## More\n`--jobs=N`\n### Deep\n`--all`\n# Other\n\
         `tide run` and `grep x`: `--color`\n## Below\n`--unclear`\n# None\n`--free`\n",
        expect![[r#"
            2 command tide run x (inline-code)
            2 flag --port (inline-code) of tide
            4 flag --jobs=N (inline-code) of tide
            6 flag --all (inline-code) of tide
            8 command tide run (inline-code)
            8 command grep x (inline-code)
            8 flag --color (inline-code)
            10 flag --unclear (inline-code)
            12 flag --free (inline-code)
        "#]],
    );
    check_mentions(
        Language::ReStructuredText,
        "Use\n===\n\n.. code-block:: bash\n\n   tide run\n\nWith ``--port`` it waits.\n",
        expect![[r#"
            6 command tide run (fenced-code)
            8 flag --port (inline-code) of tide
        "#]],
    );
    check_mentions(
        Language::AsciiDoc,
        "= Use\n----\n$ tide run\n----\nWith `--port` it waits.\n",
        expect![[r#"
            3 command tide run (fenced-code)
            5 flag --port (inline-code) of tide
        "#]],
    );
}
