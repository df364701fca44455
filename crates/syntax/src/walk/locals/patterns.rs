//! Which names a pattern declares, and which part of the value each of them takes.

use tree_sitter::Node;

use super::{Part, Source, Takes};
use crate::walk::{Walk, last_named_child};

/// Maximum number of nodes of a pattern to examine.
const MOST_NODES: usize = 200;
/// Maximum number of wrappers around a name to look through.
const MOST_WRAPPERS: usize = 16;

/// Nodes around the one name that they declare, which comes last in them.
const WRAPPERS: &[&str] = &[
    "reference_declarator", "parenthesized_declarator", "as_pattern_target", "mut_pattern",
    "ref_pattern", "reference_pattern", "match_pattern", "parenthesized_pattern",
    "variable_declaration",
];

impl<'t> Walk<'t> {
    /// Declares the names of a pattern.
    pub fn declare(&mut self, pattern: Node<'t>, source: Source<'t>) {
        let mut inner = pattern;
        let mut source = source;
        for _ in 0..MOST_WRAPPERS {
            let field = |name| inner.child_by_field_name(name);
            let next = match inner.kind() {
                kind if is_name(kind) => return self.declare_leaf(inner, source),
                // What an array holds is not what the type before it says.
                "array_declarator" => {
                    source = Source::Unknown;
                    field("declarator")
                }
                "init_declarator"
                | "pointer_declarator"
                | "function_declarator"
                | "variable_declarator" => field("declarator").or_else(|| field("name")),
                kind if WRAPPERS.contains(&kind) => last_named_child(inner),
                "assignment_pattern" | "object_assignment_pattern" => {
                    source = Source::Unknown;
                    field("left")
                }
                "rest_pattern" | "list_splat_pattern" | "dictionary_splat_pattern" => {
                    source = Source::Unknown;
                    last_named_child(inner)
                }
                "captured_pattern" => inner.named_child(0),
                "tuple_struct_pattern" if self.is_full(inner) => {
                    source = if let Source::Value(value, Takes::Whole) = source {
                        Source::Value(value, Takes::Unwrapped)
                    } else {
                        Source::Unknown
                    };
                    last_named_child(inner)
                }
                "object_pattern" => return self.declare_properties(inner, source),
                "tuple_struct_pattern" => return self.declare_fields_by_place(inner),
                "struct_pattern" => return self.declare_fields_by_name(inner),
                _ => return self.declare_parts(inner, source),
            };
            let Some(next) = next else { return };
            inner = next;
        }
    }

    /// `Shape::Circle(center, radius)`
    fn declare_fields_by_place(&mut self, pattern: Node<'t>) {
        let Some(holder) = pattern.child_by_field_name("type") else { return };
        let mut cursor = pattern.walk();
        let fields: Vec<_> = pattern.named_children(&mut cursor).skip(1).take(MOST_NODES).collect();
        // `..` hides the places of the fields behind it.
        let is_partial = fields.iter().any(|field| field.kind() == "remaining_field_pattern");
        for (index, field) in (0..u8::MAX).zip(fields) {
            let source =
                if is_partial { Source::Unknown } else { Source::Part(holder, Part::At(index)) };
            self.declare_part(field, source);
        }
    }

    /// `Point { x, y: height }`
    fn declare_fields_by_name(&mut self, pattern: Node<'t>) {
        let Some(holder) = pattern.child_by_field_name("type") else { return };
        let mut cursor = pattern.walk();
        let fields: Vec<_> = pattern
            .named_children(&mut cursor)
            .filter(|field| field.kind() == "field_pattern")
            .take(MOST_NODES)
            .collect();
        for field in fields {
            let Some(name) = field.child_by_field_name("name") else { continue };
            let declared = field.child_by_field_name("pattern").unwrap_or(name);
            self.declare_part(declared, Source::Part(holder, Part::Named(name)));
        }
    }

    /// `const {options, url: address} = this`
    fn declare_properties(&mut self, pattern: Node<'t>, source: Source<'t>) {
        let Source::Value(holder, Takes::Whole) = source else {
            return self.declare_leaves(pattern);
        };
        let mut cursor = pattern.walk();
        let properties: Vec<_> = pattern.named_children(&mut cursor).take(MOST_NODES).collect();
        for property in properties {
            let (name, declared) = match property.kind() {
                "pair_pattern" => {
                    (property.child_by_field_name("key"), property.child_by_field_name("value"))
                }
                _ => (Some(property), Some(property)),
            };
            match (name, declared) {
                (Some(name), Some(declared))
                    if is_name(declared.kind()) && name.child_count() == 0 =>
                {
                    self.declare_leaf(declared, Source::Part(holder, Part::Named(name)));
                }
                (_, Some(declared)) => self.declare_leaves(declared),
                (_, None) => {}
            }
        }
    }

    /// Declares a part of a pattern, through what only says how it is bound.
    fn declare_part(&mut self, part: Node<'t>, source: Source<'t>) {
        let mut inner = part;
        for _ in 0..MOST_WRAPPERS {
            match inner.kind() {
                "mut_pattern" | "ref_pattern" | "reference_pattern" => {
                    let Some(next) = last_named_child(inner) else { return };
                    inner = next;
                }
                _ => break,
            }
        }
        self.declare_simple_or_parts(inner, source);
    }

    /// Whether a pattern takes the only value out of what holds it, as `Some(x)` and `Ok(x)` do.
    fn is_full(&self, pattern: Node<'t>) -> bool {
        let holder = pattern.child_by_field_name("type").map(|holder| self.text_of(holder));
        matches!(holder, Some("Some" | "Ok")) && pattern.named_child_count() == 2
    }

    fn declare_leaf(&mut self, name: Node<'t>, source: Source<'t>) {
        let is_constant =
            self.table.profile.has_traits() && self.text_of(name).starts_with(char::is_uppercase);
        if !is_constant {
            self.declare_name(name, source);
        }
    }

    /// Declares the names of a pattern that takes a value apart.
    fn declare_parts(&mut self, pattern: Node<'t>, source: Source<'t>) {
        let is_list = matches!(
            pattern.kind(),
            "pattern_list" | "tuple_pattern" | "tuple" | "expression_list" | "array_pattern"
        );
        if is_list && let Source::Value(value, takes) = source {
            let n_names = pattern.named_child_count();
            // `a, b = f(), g()` pairs the names with the values.
            let is_same_list = takes == Takes::Whole
                && value.named_child_count() == n_names
                && matches!(
                    value.kind(),
                    "expression_list" | "tuple" | "tuple_expression" | "array"
                );
            for index in 0..n_names as u32 {
                let Some(name) = pattern.named_child(index) else { continue };
                let source = match value.named_child(index) {
                    Some(part) if is_same_list => Source::Value(part, Takes::Whole),
                    // A loop over a map or over numbered elements has the element in second place.
                    _ if takes == Takes::Elements && n_names == 2 && index == 1 => source,
                    _ if takes == Takes::Whole => Source::Value(value, Takes::Result(index as u8)),
                    Some(_) | None => Source::Unknown,
                };
                self.declare_simple_or_parts(name, source);
            }
            return;
        }
        self.declare_leaves(pattern);
    }

    /// As [`Walk::declare`], for a part of a pattern, without going deeper than one name.
    fn declare_simple_or_parts(&mut self, part: Node<'t>, source: Source<'t>) {
        if is_name(part.kind()) {
            self.declare_leaf(part, source);
        } else {
            self.declare_leaves(part);
        }
    }

    /// Declares every name in a pattern, with nothing known about its value.
    fn declare_leaves(&mut self, pattern: Node<'t>) {
        let mut nodes = vec![pattern];
        for _ in 0..MOST_NODES {
            let Some(node) = nodes.pop() else { return };
            if is_name(node.kind()) {
                self.declare_leaf(node, Source::Unknown);
                continue;
            }
            let only = match node.kind() {
                "pair_pattern" => node.child_by_field_name("value"),
                "assignment_pattern" | "object_assignment_pattern" => {
                    node.child_by_field_name("left")
                }
                "field_pattern" => {
                    node.child_by_field_name("pattern").or_else(|| node.child_by_field_name("name"))
                }
                "parameter_list"
                | "attribute"
                | "subscript"
                | "member_expression"
                | "field_expression"
                | "selector_expression"
                | "index_expression" => continue,
                _ => None,
            };
            if let Some(only) = only {
                nodes.push(only);
                continue;
            }
            // The type before the brackets is no name that the pattern declares.
            let holder = node.child_by_field_name("type");
            let mut cursor = node.walk();
            let parts = node.named_children(&mut cursor).filter(|part| Some(*part) != holder);
            let first_new = nodes.len();
            nodes.extend(parts.take(MOST_NODES));
            nodes[first_new..].reverse();
        }
    }
}

/// Whether a node of this kind is a name that a pattern declares.
fn is_name(kind: &str) -> bool {
    let others = ["shorthand_property_identifier_pattern", "shorthand_field_identifier"];
    matches!(kind, "identifier" | "simple_identifier" | "variable_name") || others.contains(&kind)
}
