//! What formatters of each language may change without changing what code means.
//!
//! A row is safe if the tokens left are those of one program only: where parentheses are dropped in
//! operators, every operator marks its end; where semicolons are, every statement does.

use crate::freedom::{BLANKS_ONLY, Commas, Formatting, Quotes};

/// Text that is not code.
pub static PLAIN: Formatting = BLANKS_ONLY;

pub static PYTHON: Formatting = Formatting {
    strings: &["string"],
    contents: &["string_start", "string_content", "string_end"],
    quotes: Quotes::Python,
    parens: &["parenthesized_expression"],
    hosts: &[
        "return_statement", "assignment", "augmented_assignment", "if_statement", "elif_clause",
        "while_statement", "for_statement", "for_in_clause", "if_clause", "assert_statement",
        "delete_statement", "expression_list", "with_item", "raise_statement",
        "expression_statement", "except_clause", "case_clause", "match_statement", "lambda",
        "yield", "keyword_argument", "default_parameter", "typed_default_parameter",
        "argument_list", "pair", "list", "subscript", "decorator", "tuple", "set", "type",
    ],
    commas: Commas::NotIn(&[]),
    // `(a,)` is a tuple, `(a)` is `a`.
    sole: &["tuple", "tuple_pattern", "subscript", "expression_list", "pattern_list"],
    open_lists: &["expression_list", "pattern_list"],
    semicolons: Some(&[]),
    attributes: &["decorator"],
    special: &[
        "tuple", "tuple_pattern", "with_clause", "import_from_statement", "argument_list",
        "expression_statement", "concatenated_string",
    ],
    ..BLANKS_ONLY
};

/// JavaScript, TypeScript and their tags.
pub static JAVASCRIPT: Formatting = Formatting {
    ends: &["*block", "*declaration", "*definition", "*signature"],
    ends_of_many: &[
        "*expression", "*type", "*type_query", "type_assertion", "arrow_function", "spread_element",
    ],
    strings: &["string", "template_string", "template_literal_type"],
    contents: &["string_fragment", "escape_sequence", "html_character_reference"],
    quotes: Quotes::Either,
    parens: &["parenthesized_expression", "parenthesized_type"],
    // The syntax of these has parentheses; everywhere else they only order operands.
    needs_parens: Some(&[
        "if_statement", "while_statement", "do_statement", "switch_statement", "with_statement",
        "for_in_statement",
    ]),
    commas: Commas::NotIn(&[]),
    // `for (;;)` needs both, and `while (x);` has an empty body.
    semicolons: Some(&["for_statement", "empty_statement"]),
    attributes: &["decorator"],
    // Prettier takes the quotes from keys that are names.
    keyed: &[
        "pair", "pair_pattern", "field_definition", "public_field_definition",
        "property_signature", "method_definition", "method_signature", "enum_assignment",
    ],
    special: &[
        "formal_parameters", "arguments", "jsx_expression", "jsx_text", "union_type",
        "intersection_type", "interface_body", "object_type", "empty_statement",
    ],
    ..BLANKS_ONLY
};

pub static RUST: Formatting = Formatting {
    ends: &["match_arm"],
    strings: &["string_literal", "raw_string_literal"],
    contents: &["string_content", "escape_sequence"],
    parens: &["parenthesized_expression"],
    hosts: &[
        "let_declaration", "return_expression", "break_expression", "if_expression",
        "while_expression", "for_expression", "match_expression", "match_pattern", "match_arm",
        "expression_statement", "block", "arguments", "assignment_expression", "array_expression",
        "tuple_expression", "field_initializer", "const_item", "static_item",
    ],
    commas: Commas::NotIn(&[]),
    // `(a,)` is a tuple of one.
    sole: &["tuple_expression", "tuple_pattern", "tuple_type"],
    open_lists: &["where_clause"],
    attributes: &["attribute_item"],
    special: &[
        "block", "expression_statement", "match_arm", "or_pattern", "token_tree", "use_list",
    ],
    ..BLANKS_ONLY
};

pub static GO: Formatting = Formatting {
    items: &["source_file", "statement_list", "field_declaration_list", "interface_type"],
    strings: &["interpreted_string_literal", "raw_string_literal"],
    contents: &[
        "interpreted_string_literal_content", "raw_string_literal_content", "escape_sequence",
    ],
    parens: &["parenthesized_expression"],
    hosts: &[
        "if_statement", "for_statement", "for_clause", "range_clause",
        "expression_switch_statement", "expression_list", "argument_list", "literal_element",
    ],
    commas: Commas::NotIn(&[]),
    // `if x := f(); x > 0` and `for i := 0; i < n; i++` need them.
    semicolons: Some(&["for_clause", "if_statement", "expression_switch_statement"]),
    ..BLANKS_ONLY
};

pub static KOTLIN: Formatting = Formatting {
    items: &["source_file", "block", "class_body", "lambda_literal", "enum_class_body"],
    strings: &["string_literal", "multiline_string_literal", "character_literal"],
    contents: &["string_content", "escape_sequence"],
    parens: &["parenthesized_expression"],
    hosts: &[
        "property_declaration", "return_expression", "throw_expression", "assignment",
        "function_body", "value_argument", "block", "lambda_literal", "when_entry",
    ],
    commas: Commas::NotIn(&[]),
    // The semicolon parts the entries of an enum from its members.
    semicolons: Some(&["enum_class_body"]),
    attributes: &["annotation"],
    ..BLANKS_ONLY
};

pub static SWIFT: Formatting = Formatting {
    items: &["source_file", "statements", "class_body", "protocol_body", "enum_class_body"],
    strings: &["line_string_literal", "multi_line_string_literal", "raw_string_literal"],
    contents: &["line_str_text", "multi_line_str_text", "str_escaped_char"],
    parens: &["tuple_expression"],
    hosts: &[
        "if_statement", "guard_statement", "while_statement", "repeat_while_statement",
        "switch_statement", "for_statement", "control_transfer_statement", "property_declaration",
        "assignment", "statements", "value_argument",
    ],
    commas: Commas::NotIn(&[]),
    semicolons: Some(&[]),
    attributes: &["attribute"],
    ..BLANKS_ONLY
};

pub static SCALA: Formatting = Formatting {
    items: &["compilation_unit", "block", "indented_block", "template_body", "case_block"],
    strings: &["string", "interpolated_string"],
    contents: &["escape_sequence"],
    parens: &["parenthesized_expression"],
    hosts: &[
        "val_definition", "var_definition", "function_definition", "return_expression",
        "assignment_expression", "block", "indented_block", "case_clause", "arguments",
    ],
    commas: Commas::NotIn(&[]),
    semicolons: Some(&[]),
    attributes: &["annotation"],
    ..BLANKS_ONLY
};

pub static RUBY: Formatting = Formatting {
    items: &[
        "program", "body_statement", "then", "else", "do", "ensure", "block_body", "begin",
        "parenthesized_statements",
    ],
    strings: &["string"],
    contents: &["string_content", "escape_sequence"],
    quotes: Quotes::Plain,
    parens: &["parenthesized_statements"],
    hosts: &[
        "argument_list", "assignment", "operator_assignment", "if", "unless", "elsif", "while",
        "until", "case", "if_modifier", "unless_modifier", "body_statement", "block_body", "then",
        "else", "array", "pair",
    ],
    // Behind a block parameter, `|a, |`, a comma drops further values.
    commas: Commas::In(&["array", "hash", "argument_list"]),
    semicolons: Some(&[]),
    brackets: &["argument_list", "method_parameters", "lambda_parameters"],
    special: &["then", "do", "call"],
    ..BLANKS_ONLY
};

pub static PHP: Formatting = Formatting {
    strings: &["string", "encapsed_string"],
    contents: &["string_content", "escape_sequence"],
    quotes: Quotes::Plain,
    parens: &["parenthesized_expression"],
    hosts: &[
        "return_statement", "echo_statement", "expression_statement", "assignment_expression",
        "argument", "array_element_initializer", "print_intrinsic", "include_expression",
        "include_once_expression", "require_expression", "require_once_expression",
        "match_conditional_expression", "property_element", "const_element",
    ],
    commas: Commas::NotIn(&[]),
    open_lists: &["match_condition_list"],
    attributes: &["attribute_list"],
    // `array(1)` and `[1]` are the same.
    brackets: &["array_creation_expression"],
    // `TRUE`, `True` and `true` are the same.
    any_case: &["boolean", "null"],
    special: &["arguments"],
    ..BLANKS_ONLY
};

pub static LUA: Formatting = Formatting {
    items: &["chunk", "block"],
    strings: &["string"],
    contents: &["string_content", "escape_sequence"],
    quotes: Quotes::Either,
    parens: &["parenthesized_expression"],
    hosts: &[
        "expression_list", "if_statement", "elseif_statement", "while_statement",
        "repeat_statement", "arguments", "field",
    ],
    commas: Commas::In(&["table_constructor"]),
    // Fields of a table end with a comma or a semicolon, so it counts as a comma there.
    semicolons: Some(&["table_constructor"]),
    special: &["arguments", "empty_statement"],
    ..BLANKS_ONLY
};

pub static ELIXIR: Formatting = Formatting {
    items: &[
        "source", "do_block", "body", "block", "else_block", "rescue_block", "catch_block",
        "after_block",
    ],
    strings: &["string", "charlist", "sigil"],
    contents: &["quoted_content", "escape_sequence", "sigil_name", "sigil_modifiers"],
    parens: &["block"],
    hosts: &["do_block", "body", "else_block", "arguments", "list", "pair"],
    commas: Commas::NotIn(&[]),
    semicolons: Some(&[]),
    attributes: &[],
    brackets: &["arguments"],
    special: &["unary_operator"],
    ..BLANKS_ONLY
};

pub static HASKELL: Formatting = Formatting {
    items: &[
        "declarations", "do", "local_binds", "alternatives", "class_declarations",
        "instance_declarations",
    ],
    parens: &["parens"],
    hosts: &["deriving"],
    attributes: &["pragma"],
    blanks: &["pragma"],
    ..BLANKS_ONLY
};

pub static BASH: Formatting = Formatting {
    items: &[
        "program", "compound_statement", "do_group", "if_statement", "elif_clause", "else_clause",
        "while_statement", "case_item", "subshell", "command_substitution",
    ],
    strings: &["string"],
    contents: &["string_content"],
    // `for ((i = 0; i < n; i++))` needs both.
    semicolons: Some(&["c_style_for_statement"]),
    ..BLANKS_ONLY
};

pub static C: Formatting = Formatting {
    strings: &["string_literal"],
    contents: &["string_content", "escape_sequence"],
    parens: &["parenthesized_expression"],
    hosts: &["return_statement", "init_declarator"],
    commas: Commas::In(&["initializer_list", "enumerator_list"]),
    attributes: &["attribute_declaration", "attribute_specifier", "ms_declspec_modifier"],
    // The body of a macro is one token to the grammar.
    blanks: &["preproc_arg"],
    special: &["concatenated_string"],
    ..BLANKS_ONLY
};

pub static CPP: Formatting = Formatting {
    attributes: &[
        "attribute_declaration", "attribute_specifier", "ms_declspec_modifier",
        // The head of a template is said of the definition behind it.
        "template_parameter_list",
    ],
    special: &["concatenated_string"],
    ..C
};

pub static JAVA: Formatting = Formatting {
    strings: &["string_literal"],
    contents: &["string_fragment", "escape_sequence"],
    parens: &["parenthesized_expression"],
    hosts: &["return_statement", "variable_declarator"],
    commas: Commas::In(&["array_initializer", "enum_body", "element_value_array_initializer"]),
    attributes: &["annotation", "marker_annotation"],
    ..BLANKS_ONLY
};

pub static CSHARP: Formatting = Formatting {
    strings: &["string_literal", "verbatim_string_literal", "interpolated_string_expression"],
    contents: &["string_literal_content", "string_content", "escape_sequence"],
    parens: &["parenthesized_expression"],
    hosts: &["return_statement", "variable_declarator"],
    commas: Commas::In(&[
        "initializer_expression", "enum_member_declaration_list",
        "anonymous_object_creation_expression", "switch_expression",
    ]),
    attributes: &["attribute_list"],
    ..BLANKS_ONLY
};

pub static ZIG: Formatting = Formatting {
    strings: &["string"],
    contents: &["string_content", "escape_sequence"],
    commas: Commas::NotIn(&[]),
    ..BLANKS_ONLY
};
