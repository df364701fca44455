//! Documents that mention code.

use expect_test::expect;

use super::{check, check_imports};

#[test]
fn a_mention_is_tied_to_any_language() {
    check(
        "//- README.md\n# Use\nCall `Parser::parse`, then `finish()` or `load`, never `gone`. `parse` is ambiguous.\n\
         //- docs/b.md\n# B\nSee [the loader](../b.py) for `load`.\n\
         //- src/lib.rs\npub struct Parser;\nimpl Parser { pub fn parse() {} }\npub fn finish() {}\npub fn parse() {}\n\
         //- b.py\ndef load(): pass\n//- c.py\ndef load(): pass\n",
        expect![[r#"
            README.md:2 mention Parser parse -> src/lib.rs:Parser::parse [unique-name]
            README.md:2 mention finish -> src/lib.rs:finish [unique-name]
            README.md:2 mention load -> b.py:load c.py:load [ambiguous(2)]
            README.md:2 mention gone -> ?
            README.md:2 mention parse -> src/lib.rs:Parser::parse src/lib.rs:parse [ambiguous(2)]
            docs/b.md:2 mention load -> b.py:load [import]
        "#]],
    );
}

#[test]
fn a_link_leads_to_a_file() {
    check_imports(
        "//- docs/a.md\n# A\n[b](../src/b.rs) [c](c.md#top) [d](gone.md) [e](../src)\n//- docs/c.md\n# C\n//- src/b.rs\n",
        expect![[r#"
            docs/a.md:2 ../src/b.rs -> src/b.rs
            docs/a.md:2 c.md -> docs/c.md
            docs/a.md:2 gone.md -> missing
            docs/a.md:2 ../src -> src/b.rs
        "#]],
    );
}
