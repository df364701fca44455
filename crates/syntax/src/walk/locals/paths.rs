//! Puts an expression into words, as far as it is a path of names, calls and indices.
//!
//! `self.pool.take(1)?.items[0]` becomes `self.pool.take()?.items[]`: the contents of brackets do
//! not bear on the type. A value whose type is written beside it is that type with `{}`.

use rutter_domain::Language;
use tree_sitter::Node;

use crate::table::Form;
use crate::walk::{Walk, last_named_child};

/// Maximum number of steps of a path to examine.
const MOST_STEPS: usize = 48;
/// A longer path says nothing that could be looked up.
const LONGEST_PATH_BYTES: usize = 160;

const INDICES: &[&str] = &[
    "subscript", "subscript_expression", "index_expression", "array_access",
    "element_access_expression",
];
const TYPE_NAMES: &[&str] = &[
    "type_identifier", "identifier", "qualified_type", "scoped_type_identifier",
    "selector_expression", "qualified_identifier",
];

impl<'t> Walk<'t> {
    /// An expression as a path; `None` if it is none.
    pub(in crate::walk) fn expression_path(&self, node: Node<'t>) -> Option<String> {
        let mut parts: Vec<&'t str> = Vec::new();
        let mut inner = node;
        let mut is_behind_pointer = false;
        for _ in 0..MOST_STEPS {
            let field = |name: &str| inner.child_by_field_name(name);
            let next = match inner.kind() {
                "method_invocation" => {
                    parts.extend(["()", self.text_of(field("name")?)]);
                    // Java has the object and the name of the method in one node.
                    let Some(object) = field("object") else { return join(parts) };
                    parts.push(".");
                    Some(object)
                }
                "parenthesized_expression" | "await_expression" | "await" => {
                    Some(inner.named_child(0)?)
                }
                // A block is worth its last expression.
                "unsafe_block" => Some(last_named_child(inner.named_child(0)?)?),
                "try_expression" => {
                    // The question mark takes a value out of what holds it, and so changes the
                    // type.
                    parts.push("?");
                    Some(inner.named_child(0)?)
                }
                "reference_expression" => Some(field("value")?),
                "pointer_expression" => Some(field("argument")?),
                "unary_expression" => {
                    let operator = self.text_of(inner.child(0)?);
                    if !matches!(operator, "&" | "*") {
                        return None;
                    }
                    // A reference has the members of its value, so `&` changes nothing.
                    is_behind_pointer |= operator == "*";
                    Some(inner.named_child(0)?)
                }
                "cast_expression" | "type_assertion_expression" => {
                    parts.extend(["{}", self.plain_type(field("type")?)?]);
                    return join(parts);
                }
                "call_expression" | "call" => {
                    if let Some(made) = self.made_by_word(inner) {
                        parts.extend(["{}", self.plain_type(made)?]);
                        return join(parts);
                    }
                    self.pinned(inner)
                }
                "scoped_type_identifier" => {
                    let text = self.text_of(inner);
                    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':');
                    parts.push(text);
                    return if text.chars().all(is_plain) { join(parts) } else { None };
                }
                // `(x as Door).open()` is `Door{}.open()`.
                "as_expression" => {
                    let written = self.text_of(inner.named_child(1)?);
                    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
                    if written == "const" || !written.chars().all(is_name) {
                        return None;
                    }
                    parts.extend(["{}", written]);
                    return join(parts);
                }
                "macro_invocation" | "satisfies_expression" => return None,
                "type_cast_expression" | "slice_expression" => return None,
                kind if INDICES.contains(&kind) => {
                    parts.push("[]");
                    None
                }
                _ => None,
            };
            if let Some(next) = next {
                inner = next;
                continue;
            }
            inner = match self.table.form(inner.kind_id()) {
                Form::Plain if inner.child_count() > 0 => return None,
                Form::Plain | Form::Whole => {
                    let name = self.text_of(inner);
                    // What a method's own value points to is another value.
                    if is_behind_pointer && parts.is_empty() && name == "self" {
                        return None;
                    }
                    let is_name =
                        name.starts_with(|c: char| c.is_alphabetic() || "_$@#".contains(c));
                    parts.push(name);
                    return if is_name { join(parts) } else { None };
                }
                Form::Path(qualifier, name) => {
                    let name = name.of(inner)?;
                    parts.push(without_arguments(self.text_of(name)));
                    let Some(before) = qualifier.of(inner) else { return join(parts) };
                    let between = self.text.get(before.end_byte()..name.start_byte())?;
                    parts.push(if between.contains("::") { "::" } else { "." });
                    before
                }
                Form::Scopes(_) => {
                    let text = self.text_of(inner);
                    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
                    parts.push(text.trim_start_matches(':'));
                    return if text.chars().all(is_plain) { join(parts) } else { None };
                }
                Form::Value(field) => {
                    // An index that the grammar takes for a call is none.
                    parts.push(if self.text_of(inner).ends_with(']') { "[]" } else { "()" });
                    field.of(inner).or_else(|| inner.named_child(0))?
                }
                Form::Within(field) => field.of(inner)?,
                Form::First => inner.named_child(0)?,
                Form::Last => return None,
            };
        }
        None
    }

    /// The type argument of a call: `T` in Go's `new(T)` and in `static_cast<T*>(x)`.
    fn made_by_word(&self, call: Node<'t>) -> Option<Node<'t>> {
        let function = call.child_by_field_name("function")?;
        // language: `new` and casts are written in these two as calls
        match self.table.rules.language {
            Language::Cpp => self.template_argument(function),
            Language::Go if self.text_of(function) == "new" => {
                call.child_by_field_name("arguments")?.named_child(0)
            }
            _ => None,
        }
    }

    /// `x` of `Pin::new(x)`, which has the members of `x`.
    fn pinned(&self, call: Node<'t>) -> Option<Node<'t>> {
        let function = call.child_by_field_name("function")?;
        let is_pin = self.table.profile.has_traits()
            && matches!(self.text_of(function), "Pin::new" | "Box::new" | "Arc::new" | "Rc::new");
        call.child_by_field_name("arguments").filter(|_| is_pin)?.named_child(0)
    }

    /// The path of a type without pointers, arguments and words before it.
    fn plain_type(&self, written: Node<'t>) -> Option<&'t str> {
        let mut inner = written;
        for _ in 0..MOST_STEPS {
            inner = match inner.kind() {
                "type_descriptor" => inner.child_by_field_name("type")?,
                "struct_specifier" | "union_specifier" => inner.child_by_field_name("name")?,
                "pointer_type" | "generic_type" | "parenthesized_type" => inner.named_child(0)?,
                kind if TYPE_NAMES.contains(&kind) => {
                    let text = self.text_of(inner);
                    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':');
                    return Some(text).filter(|text| text.chars().all(is_plain));
                }
                _ => return None,
            };
        }
        None
    }
}

fn join(mut parts: Vec<&str>) -> Option<String> {
    parts.reverse();
    let path = parts.concat();
    (path.len() <= LONGEST_PATH_BYTES && !path.contains(char::is_whitespace)).then_some(path)
}

fn without_arguments(name: &str) -> &str {
    name.split(['<', '(', '[']).next().unwrap_or(name).trim_end_matches(':')
}
