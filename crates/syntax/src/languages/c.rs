//! C.
//!
//! A prototype is a symbol as its definition is. What `static` hides is private, all else public. A
//! struct without a name is called as the typedef or variable it stands in. C++ shares most of
//! this: `declare` reads declarations, `declarators` finds the names in them, `directives` reads
//! the preprocessor's lines, `macros` what their uses define, and `annotations` and `macro_words` hide
//! words that the grammars stumble over. `lost_macros` finds what they lost.

pub mod annotations;
pub mod conditionals;
pub mod declarators;
pub mod declare;
pub mod directive_comments;
pub mod directives;
pub mod lost_macros;
pub mod macro_words;
pub mod macros;
pub mod parameter_macros;
pub mod profile;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{Role, Roles, Rule, Rules, SLASH_MARKS, Shape, define};
use crate::walk::{Definition, Walk};

pub static C: Rules = Rules {
    language: Language::C,
    grammar: || tree_sitter_c::LANGUAGE.into(),
    separator: ".",
    rules: &[SHARED_RULES],
    roles: &[SHARED_ROLES],
    shapes: &[SHARED_SHAPES, &[("pointer_expression", Shape::Within("argument"))]],
    comments: &["comment"],
    comment_marks: SLASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: IGNORED_NAMES,
    visibility,
    inner_doc: None,
};

/// Rows that C and C++ have in common.
pub const SHARED_RULES: &[(&str, Rule)] = &[
    ("preproc_include", Rule::Hook(directives::read_include)),
    ("preproc_ifdef", Rule::Hook(directives::skip_guard)),
    ("preproc_def", Rule::Hook(directives::open_constant)),
    ("preproc_function_def", Rule::Hook(directives::open_macro)),
    ("function_definition", Rule::Hook(declare::open_function)),
    ("declaration", Rule::Hook(declare::open_declaration)),
    ("field_declaration", Rule::Hook(declare::open_fields)),
    ("type_definition", Rule::Hook(declare::open_typedef)),
    ("struct_specifier union_specifier enum_specifier", Rule::Hook(declare::open_tag)),
    ("enumerator", define(SymbolKind::EnumMember).body(&[]).rule()),
    ("expression_statement", Rule::Hook(macros::read_statement)),
    ("compound_statement", Rule::Hook(macros::open_block)),
    ("call_expression", Rule::Call("function")),
    ("type_identifier", Rule::Refer(ReferenceKind::Type)),
    ("identifier field_expression", Rule::Value),
    ("field_designator", Rule::Hook(read_designator)),
];

pub const SHARED_ROLES: &[(&str, Roles)] = &[
    ("declaration parameter_declaration", Roles::In("declarator", Role::Bind)),
    ("function_definition field_declaration", Roles::In("declarator", Role::Silent)),
    ("type_definition", Roles::In("declarator", Role::Silent)),
    ("init_declarator pointer_declarator array_declarator", Roles::In("declarator", Role::Same)),
    ("function_declarator", Roles::In("declarator", Role::Same)),
    ("parenthesized_declarator attributed_declarator", Roles::All(Role::Same)),
    ("parenthesized_expression", Roles::All(Role::Same)),
    ("assignment_expression", Roles::In("left", Role::Write)),
    ("update_expression", Roles::In("argument", Role::Write)),
    ("subscript_expression", Roles::In("argument", Role::Same)),
    ("preproc_params attribute attribute_specifier", Roles::All(Role::Silent)),
    ("gnu_asm_output_operand gnu_asm_input_operand", Roles::In("symbol", Role::Silent)),
];

pub const SHARED_SHAPES: &[(&str, Shape)] = &[
    ("field_expression", Shape::Path("argument", "field")),
    ("subscript_expression", Shape::Within("argument")),
    ("parenthesized_expression", Shape::First),
];

/// Sized integers, which every second function names.
pub const IGNORED_NAMES: &[&str] = &[
    "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "__u8", "__u16", "__u32", "__u64",
    "__s8", "__s16", "__s32", "__s64", "uint", "ulong",
];

/// `.f = 1` in an initialiser writes the field `f`.
fn read_designator<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.named_child(0) {
        // The type of the value is not looked up, so the field is one of an unknown value.
        walk.add_reference_to(ReferenceKind::Write, walk.text_of(name), Some("()"), name);
    }
}

fn visibility<'t>(walk: &Walk<'t>, node: Node<'t>, _: &Definition<'t>) -> Visibility {
    if declare::is_static(walk, node) { Visibility::Private } else { Visibility::Public }
}
