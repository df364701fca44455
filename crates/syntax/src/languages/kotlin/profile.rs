//! What is special about Kotlin for other code.

use crate::formatting;
use crate::languages::java::profile as java;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports {
        scheme: Route::Classes,
        binds: Bound::Last,
        package: Peers::Below(java::SOURCES),
    },
    names: Names { reach: Sight::Public, unbound: Unbound::Any, lower_case: LowerCase::Value },
    library: Library { names: java::WORDS, methods: java::METHODS, passes: java::passes },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Marked, are_apart: false },
    members: Members { are_bare: true, are_inside: true, supertype: "super", sections: false },
    open: Openness { types: false, namespaces: false, parts: true },
    types: TypeModel::Classes,
    written: Notation {
        place: TypePlace::Colon(&['=', '{']),
        parameters: None,
        tuples: false,
        braces: false,
    },
    body: Body::Braces,
    heads: Heads { parameters: true, defaults: true, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: false, statics: false, abstracts: true },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: false },
    docs: Docs { parameters: ParameterDocs::Tags(TagForm::Plain), overview: Introduction::Never },
    offered: Offered { by: Offer::ByPath, aliases: Aliases::All, modules: false, tools: false },
    is_conventional: java::is_conventional,
    comments: SLASHES,
    strings: Strings { docs: &[], texts: &["\"\"\""], quotes: "\"" },
    signs: Signs { angles: true, choices: false, pipes: false, arrows: false, semicolons: false },
    formatting: &formatting::KOTLIN,
    highlights: &[HIGHLIGHTS],
    placed: Placed { are_inside: false, groups: Groups::Common, prefixes: Prefixes::Annotations },
    values: Values { are_dynamic: false, make_fields: false, run_imports: false },
};

/// The grammar ships no query.
const HIGHLIGHTS: &str = r#"
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
