//! The highlight query of each language that is parsed, as its grammar ships it.
//!
//! A query names nodes of the tree, and its captures (`keyword`, `string.special`) are what a theme
//! gives colours to. Where a grammar extends another one, its query holds only what it adds.

use std::borrow::Cow;

use rutter_domain::Language;

/// The query for `tree-sitter-highlight`, to be used with [`grammar`](crate::grammar). `None` for a
/// language that is not parsed.
pub fn highlight_query(language: Language) -> Option<Cow<'static, str>> {
    let query = match language {
        Language::Bash => tree_sitter_bash::HIGHLIGHT_QUERY,
        Language::C => tree_sitter_c::HIGHLIGHT_QUERY,
        Language::Cpp => {
            return Some(joined(&[
                tree_sitter_cpp::HIGHLIGHT_QUERY,
                tree_sitter_c::HIGHLIGHT_QUERY,
            ]));
        }
        Language::CSharp => tree_sitter_c_sharp::HIGHLIGHTS_QUERY,
        Language::Elixir => tree_sitter_elixir::HIGHLIGHTS_QUERY,
        Language::Go => tree_sitter_go::HIGHLIGHTS_QUERY,
        Language::Haskell => tree_sitter_haskell::HIGHLIGHTS_QUERY,
        Language::Java => tree_sitter_java::HIGHLIGHTS_QUERY,
        Language::JavaScript => {
            return Some(joined(&[
                tree_sitter_javascript::JSX_HIGHLIGHT_QUERY,
                tree_sitter_javascript::HIGHLIGHT_QUERY,
            ]));
        }
        Language::Kotlin => KOTLIN,
        Language::Lua => tree_sitter_lua::HIGHLIGHTS_QUERY,
        Language::Php => tree_sitter_php::HIGHLIGHTS_QUERY,
        Language::Python => tree_sitter_python::HIGHLIGHTS_QUERY,
        Language::Ruby => tree_sitter_ruby::HIGHLIGHTS_QUERY,
        Language::Rust => tree_sitter_rust::HIGHLIGHTS_QUERY,
        Language::Scala => tree_sitter_scala::HIGHLIGHTS_QUERY,
        Language::Swift => tree_sitter_swift::HIGHLIGHTS_QUERY,
        Language::Tsx => {
            return Some(joined(&[
                tree_sitter_typescript::HIGHLIGHTS_QUERY,
                tree_sitter_javascript::JSX_HIGHLIGHT_QUERY,
                tree_sitter_javascript::HIGHLIGHT_QUERY,
            ]));
        }
        Language::TypeScript => {
            return Some(joined(&[
                tree_sitter_typescript::HIGHLIGHTS_QUERY,
                tree_sitter_javascript::HIGHLIGHT_QUERY,
            ]));
        }
        Language::Zig => tree_sitter_zig::HIGHLIGHTS_QUERY,
        Language::Markdown
        | Language::ReStructuredText
        | Language::AsciiDoc
        | Language::Text
        | Language::Toml
        | Language::Yaml
        | Language::Json
        | Language::Html
        | Language::Css
        | Language::Sql
        | Language::Unknown => return None,
    };
    Some(Cow::Borrowed(query))
}

fn joined(queries: &[&str]) -> Cow<'static, str> {
    Cow::Owned(queries.join("\n"))
}

/// The grammar of Kotlin ships no query.
const KOTLIN: &str = r#"
[(line_comment) (block_comment)] @comment
(string_literal) @string
(escape_sequence) @escape
[(number_literal) (float_literal)] @number
(function_declaration name: (identifier) @function)
(class_declaration name: (identifier) @type)
(object_declaration name: (identifier) @type)
(user_type (identifier) @type)
(call_expression (identifier) @function)
[
  "abstract" "as" "by" "catch" "class" "companion" "const" "constructor" "data" "do" "else" "enum"
  "final" "finally" "for" "fun" "if" "import" "in" "init" "inline" "inner" "interface" "internal"
  "is" "lateinit" "object" "open" "operator" "out" "override" "package" "private" "protected"
  "public" "return" "sealed" "super" "suspend" "this" "throw" "try" "typealias" "val" "var"
  "vararg" "when" "where" "while"
] @keyword
"#;

#[cfg(test)]
mod tests {
    use rutter_domain::{Family, Language};

    use super::highlight_query;
    use crate::grammar;

    #[test]
    fn every_parsed_language_has_a_query_that_fits_its_grammar() {
        for language in Language::all() {
            let query = highlight_query(language);
            assert_eq!(query.is_some(), language.family() == Family::Code, "{language:?}");
            if let (Some(query), Some(grammar)) = (query, grammar(language)) {
                let compiled = tree_sitter::Query::new(&grammar, &query);
                assert!(compiled.is_ok(), "{language:?}: {:?}", compiled.err());
            }
        }
    }
}
