//! The code graph from source text: links between symbols, and how each is known.

use expect_test::{Expect, expect};
use rutter_fixture::Tree;

use crate::run::rutter;

/// Prints the links of a symbol, callers and callees.
fn check(files: &str, symbol: &str, expected: &Expect) {
    let tree = Tree::new(files);
    let answer = rutter(&tree, &["symbol", symbol, "--json"]).exits(0).json();
    let mut lines = Vec::new();
    for found in answer["matches"].as_array().unwrap() {
        let text = |value: &serde_json::Value| value.as_str().unwrap_or("-").to_owned();
        lines.push(format!("{} {}", text(&found["path"]), text(&found["qualified_name"])));
        for (name, mark) in [("callers", "<-"), ("callees", "->")] {
            for link in found[name].as_array().unwrap() {
                lines.push(format!(
                    "  {mark} {} {}:{} {} {}",
                    text(&link["symbol"]),
                    text(&link["path"]),
                    link["line"],
                    text(&link["kind"]),
                    text(&link["provenance"])
                ));
            }
        }
    }
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn python_calls_resolve_through_imports() {
    check(
        "//- app/main.py\nfrom app.net import fetch as get\n\ndef run():\n    get('x')\n\
         //- app/net.py\ndef fetch(url):\n    return parse(url)\n\ndef parse(url):\n    return url\n\
         //- app/__init__.py\n",
        "fetch",
        &expect![[r#"
            app/net.py fetch
              <- run app/main.py:4 call import
              <- - app/main.py:1 import import
              -> parse app/net.py:2 call same-file
        "#]],
    );
}

#[test]
fn a_name_with_two_definitions_is_ambiguous() {
    check(
        "//- a.rb\ndef ping\nend\n//- b.rb\ndef ping\nend\n//- c.rb\ndef go\n  ping()\nend\n",
        "ping",
        &expect![[r#"
            a.rb ping
              <- go c.rb:2 call ambiguous(2)
            b.rb ping
              <- go c.rb:2 call ambiguous(2)
        "#]],
    );
}
