//! Puts into words what the source of a local says about its type.

use rutter_domain::text::truncate;
use rutter_domain::{Language, LocalOrigin};
use tree_sitter::Node;

use super::{Part, Source, Takes};
use crate::walk::Walk;
use crate::walk::definitions::without_blanks;

const LONGEST_TYPE_BYTES: usize = 120;
/// Maximum number of wrappers around a value to look through.
const MOST_WRAPPERS: usize = 12;

/// Expressions that have the value of their first child.
const AROUND_VALUES: &[&str] = &[
    "parenthesized_expression", "await_expression", "await", "non_null_expression",
    "equals_value_clause",
];
const STRINGS: &[&str] = &[
    "string", "template_string", "string_literal", "interpreted_string_literal",
    "raw_string_literal", "concatenated_string",
];

impl<'t> Walk<'t> {
    pub(super) fn origin_of(&self, source: Source<'t>) -> LocalOrigin {
        match source {
            Source::Unknown => LocalOrigin::Unknown,
            Source::Written(node) => self.written(node),
            Source::Variadic(node) => {
                let written = node.child_by_field_name("type").or_else(|| self.first_type(node));
                match written.map(|written| self.written(written)) {
                    Some(LocalOrigin::Type(element)) => {
                        LocalOrigin::Type(["[]", &element].concat())
                    }
                    Some(_) | None => LocalOrigin::Unknown,
                }
            }
            Source::Part(holder, part) => match (self.expression_path(holder), part) {
                (Some(path), Part::At(index)) => LocalOrigin::Value(format!("{path}.{index}")),
                (Some(path), Part::Named(name)) => {
                    LocalOrigin::Value(format!("{path}.{}", self.text_of(name)))
                }
                (None, _) => LocalOrigin::Unknown,
            },
            Source::Value(node, takes) => self.origin_of_value(node, takes),
            Source::Handed(call, place) => {
                let called = call.child_by_field_name("function");
                let called = called.or_else(|| call.child_by_field_name("constructor"));
                match called.and_then(|called| self.expression_path(called)) {
                    Some(path) => LocalOrigin::Handed(format!(
                        "{path}#{}.{}",
                        place.argument, place.parameter
                    )),
                    None => LocalOrigin::Unknown,
                }
            }
            Source::Annotated(annotation, member, parameter) => match self.written(annotation) {
                LocalOrigin::Type(text) => {
                    let member = member.map_or("", |member| self.text_of(member));
                    LocalOrigin::Handed(format!(":{text};{member}#0.{parameter}"))
                }
                _ => LocalOrigin::Unknown,
            },
        }
    }

    /// A type as it is written, on one line.
    fn written(&self, node: Node<'t>) -> LocalOrigin {
        let text = self.text_of(node).trim_start_matches([':', ' ']).trim_start();
        let is_structural = self.table.profile.is_structural();
        let text = if is_structural { without_fields(text) } else { text };
        if text.is_empty() || text.len() > LONGEST_TYPE_BYTES {
            return LocalOrigin::Unknown;
        }
        LocalOrigin::Type(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    fn first_type(&self, node: Node<'t>) -> Option<Node<'t>> {
        let mut cursor = node.walk();
        node.named_children(&mut cursor).find(|child| child.kind() != "modifiers")
    }

    fn origin_of_value(&self, node: Node<'t>, takes: Takes) -> LocalOrigin {
        let mut value = node;
        for _ in 0..MOST_WRAPPERS {
            value = match self.look_through(value) {
                Look::Through(inner) => inner,
                Look::Type(written) if takes == Takes::Whole => return self.written(written),
                Look::BuiltIn(name) if takes == Takes::Whole => {
                    return LocalOrigin::Type(name.to_string());
                }
                Look::Type(_) | Look::BuiltIn(_) | Look::Nothing => return LocalOrigin::Unknown,
                Look::Here => break,
            };
        }
        let Some(path) = self.expression_path(value) else { return LocalOrigin::Unknown };
        match takes {
            Takes::Whole => match path.strip_suffix("()") {
                Some(called) => LocalOrigin::Call(called.to_string()),
                None => LocalOrigin::Value(path),
            },
            Takes::Elements => LocalOrigin::Element(path),
            // What a method hands over one by one is what its iterator yields.
            Takes::Each => LocalOrigin::Call(path + ".next"),
            Takes::Entered => LocalOrigin::Call(path + ".__enter__"),
            Takes::Unwrapped => LocalOrigin::Call(path + ".unwrap"),
            Takes::Result(index) => LocalOrigin::Value(format!("{path}.{index}")),
        }
    }

    /// Unwraps nodes that do not change the type of their operand.
    fn look_through(&self, node: Node<'t>) -> Look<'t> {
        let field = |name: &str| node.child_by_field_name(name);
        let through = |inner: Option<Node<'t>>| inner.map_or(Look::Nothing, Look::Through);
        match node.kind() {
            kind if AROUND_VALUES.contains(&kind) => through(node.named_child(0)),
            "expression_list" if node.named_child_count() == 1 => through(node.named_child(0)),
            "assignment" | "assignment_expression" => through(field("right")),
            "reference_expression" => through(field("value")),
            "as_expression" | "satisfies_expression" => match node.named_child(1) {
                // `as const` keeps the type of the value.
                Some(written) if self.text_of(written) != "const" => Look::Type(written),
                Some(_) | None => through(node.named_child(0)),
            },
            "type_cast_expression" | "type_assertion_expression" | "cast_expression" => {
                field("type").map_or(Look::Nothing, Look::Type)
            }
            // The default in `door or Door()` tells the type where the name does not.
            "boolean_operator" => through(field("right").filter(is_call).or_else(|| field("left"))),
            "binary_expression" => {
                let operator = field("operator").map_or("", |operator| self.text_of(operator));
                match operator {
                    "||" | "??" => {
                        through(field("right").filter(is_call).or_else(|| field("left")))
                    }
                    _ => Look::Nothing,
                }
            }
            "conditional_expression" if self.table.profile.has_types_as_values() => {
                let first = node.named_child(0).filter(is_call);
                through(first.or_else(|| node.named_child(2)))
            }
            kind if STRINGS.contains(&kind) => Look::BuiltIn(self.name_of_text()),
            "list" | "list_comprehension" => Look::BuiltIn("list"),
            "dictionary" | "dictionary_comprehension" => Look::BuiltIn("dict"),
            "set" | "set_comprehension" => Look::BuiltIn("set"),
            "array" => Look::BuiltIn("Array"),
            // Its members are symbols of the function around it.
            "object" => Look::BuiltIn("{}"),
            "composite_literal" => match field("type") {
                Some(made) if is_container(made) => Look::Type(made),
                Some(_) | None => Look::Here,
            },
            "macro_invocation" => match field("macro").map_or("", |name| self.text_of(name)) {
                "vec" => Look::BuiltIn("Vec"),
                "format" => Look::BuiltIn("String"),
                _ => Look::Nothing,
            },
            "call" | "call_expression" => self.look_through_call(node),
            _ => Look::Here,
        }
    }

    /// Some calls yield what they are given, or a type that they are given.
    fn look_through_call(&self, node: Node<'t>) -> Look<'t> {
        let function = node.child_by_field_name("function");
        if let Some(made) = function.and_then(|function| self.template_argument(function)) {
            return Look::Type(made);
        }
        let called = function.map_or("", |name| self.head_of(name));
        let argument = || {
            let arguments = node.child_by_field_name("arguments")?;
            arguments.named_child(0)
        };
        let through = |inner: Option<Node<'t>>| inner.map_or(Look::Nothing, Look::Through);
        // language: each row is a function of one language's own library
        match (self.table.rules.language, without_blanks(called).as_ref()) {
            (Language::Go, "make" | "new") => argument().map_or(Look::Nothing, Look::Type),
            (
                Language::Rust,
                "Box::new" | "Arc::new" | "Rc::new" | "Some" | "Ok" | "Box::pin" | "Mutex::new"
                | "RwLock::new" | "RefCell::new" | "Cell::new" | "Pin::new" | "Arc::clone"
                | "Rc::clone",
            ) => through(argument()),
            (Language::Python, "cast" | "typing.cast") => {
                argument().map_or(Look::Nothing, Look::Type)
            }
            (
                Language::Python,
                "enumerate" | "reversed" | "sorted" | "list" | "tuple" | "set" | "iter",
            ) => through(argument()),
            (Language::Cpp, "std::move" | "move" | "std::forward") => through(argument()),
            _ => Look::Here,
        }
    }

    /// `Foo` of `dynamic_cast<Foo*>` and `std::make_unique<Foo>`.
    pub(super) fn template_argument(&self, function: Node<'t>) -> Option<Node<'t>> {
        let function = match function.kind() {
            "qualified_identifier" => function.child_by_field_name("name")?,
            _ => function,
        };
        if function.kind() != "template_function" {
            return None;
        }
        let name = self.text_of(function.child_by_field_name("name")?);
        let gives_its_argument =
            name.ends_with("_cast") || matches!(name, "make_unique" | "make_shared");
        let arguments = function.child_by_field_name("arguments")?;
        gives_its_argument.then(|| arguments.named_child(0))?
    }

    fn name_of_text(&self) -> &'static str {
        // language: the name of the type of a string is a word of each language
        match self.table.rules.language {
            Language::Python | Language::Rust => "str",
            Language::Go | Language::TypeScript | Language::Tsx => "string",
            _ => "String",
        }
    }
}

/// Where the type of a node's value is found.
enum Look<'t> {
    /// It is that of a node inside.
    Through(Node<'t>),
    /// It is written here.
    Type(Node<'t>),
    /// It is a type of the language itself.
    BuiltIn(&'static str),
    /// It is a path.
    Here,
    /// Nothing is known.
    Nothing,
}

/// A Go type without the fields of an unnamed struct, which are symbols of their own.
fn without_fields(text: &str) -> &str {
    const WORD: &str = "struct";
    let head = truncate(text, LONGEST_TYPE_BYTES);
    match head.find(WORD).map(|at| at + WORD.len()) {
        Some(end) if head[end..].trim_start().starts_with('{') => &text[..end],
        Some(_) | None => text,
    }
}

fn is_call(node: &Node<'_>) -> bool {
    matches!(node.kind(), "call" | "call_expression" | "new_expression" | "await")
}

/// Whether a literal of this type is a list or map, and no value of a named type.
fn is_container(made: Node<'_>) -> bool {
    matches!(made.kind(), "slice_type" | "array_type" | "map_type" | "implicit_length_array_type")
}
