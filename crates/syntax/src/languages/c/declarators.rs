//! Names within declarators, which C wraps into pointers, arrays and functions from the inside out.

use std::borrow::Cow;

use tree_sitter::Node;

use crate::walk::Walk;

/// Maximum depth of a declarator or a path.
const MOST_STEPS: usize = 24;
/// Maximum length of a class path.
const LONGEST_SCOPES_BYTES: usize = 2000;

/// Nodes that are a name, or a path to one.
const NAMES: &[&str] = &[
    "identifier", "field_identifier", "type_identifier", "qualified_identifier",
    "template_function", "template_method", "destructor_name", "operator_name", "primitive_type",
];

/// The name that a declarator declares.
pub struct Declared<'t> {
    /// A name, a path to one, or an operator.
    pub name: Node<'t>,
    pub form: Form,
}

/// The form of a declared name, apart from its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Function,
    Value,
    /// A pointer that may be set to point elsewhere.
    Pointer,
}

/// The name within a declarator. The innermost part decides: `(*f)(int)` is a pointer, `*f(int)` is
/// a function.
pub fn find_declared(declarator: Node<'_>) -> Option<Declared<'_>> {
    let mut inner = declarator;
    let mut form = Form::Value;
    for _ in 0..MOST_STEPS {
        inner = match inner.kind() {
            kind if NAMES.contains(&kind) => {
                // `A::operator bool()` has no parameters in its declarator.
                let is_cast = inner.kind() == "qualified_identifier"
                    && last_of_path(inner).kind() == "operator_cast";
                return Some(Declared {
                    name: inner,
                    form: if is_cast { Form::Function } else { form },
                });
            }
            "operator_cast" => return Some(Declared { name: inner, form: Form::Function }),
            "function_declarator" => {
                form = Form::Function;
                let called = inner.child_by_field_name("declarator")?;
                // No function yields a function: `PREFIX(name)(int)` is named by a macro.
                if let Some(named) = named_by_macro(called) {
                    return Some(Declared { name: named, form });
                }
                called
            }
            "pointer_declarator" => {
                // `int *const p` never points elsewhere, so it may be a constant.
                form = if is_const(inner) { Form::Value } else { Form::Pointer };
                inner.child_by_field_name("declarator")?
            }
            "array_declarator" => {
                form = if form == Form::Pointer { form } else { Form::Value };
                inner.child_by_field_name("declarator")?
            }
            "init_declarator" => inner.child_by_field_name("declarator")?,
            "parenthesized_declarator" | "attributed_declarator" => inner.named_child(0)?,
            "reference_declarator" => inner.named_child(0)?,
            _ => return None,
        };
    }
    None
}

/// `name` of `PREFIX(name)` where a declarator is expected.
fn named_by_macro(declarator: Node<'_>) -> Option<Node<'_>> {
    if declarator.kind() != "function_declarator"
        || declarator.child_by_field_name("declarator")?.kind() != "identifier"
    {
        return None;
    }
    let parameters = declarator.child_by_field_name("parameters")?;
    let only = parameters.named_child(0).filter(|_| parameters.named_child_count() == 1)?;
    let name = only.child_by_field_name("type")?;
    (only.named_child_count() == 1 && name.kind() == "type_identifier").then_some(name)
}

/// The macro that names what a declarator declares.
pub fn naming_macro<'t>(declared: &Declared<'t>, declarator: Node<'t>) -> Option<Node<'t>> {
    let mut inner = declarator;
    for _ in 0..MOST_STEPS {
        if named_by_macro(inner) == Some(declared.name) {
            return inner.child_by_field_name("declarator");
        }
        inner = inner.child_by_field_name("declarator")?;
    }
    None
}

fn is_const(pointer: Node<'_>) -> bool {
    pointer.named_child(0).is_some_and(|child| child.kind() == "type_qualifier")
}

/// The name at the end of a path.
pub fn last_of_path(path: Node<'_>) -> Node<'_> {
    let mut inner = path;
    for _ in 0..MOST_STEPS {
        let is_path = matches!(
            inner.kind(),
            "qualified_identifier" | "template_function" | "template_method" | "template_type"
        );
        match inner.child_by_field_name("name").filter(|_| is_path) {
            Some(name) => inner = name,
            None => break,
        }
    }
    inner
}

/// The name as it is called, and the path before it.
pub fn split_name<'t>(walk: &Walk<'t>, name: Node<'t>) -> (Cow<'t, str>, Option<Cow<'t, str>>) {
    let last = last_of_path(name);
    let scopes = walk.text.get(name.start_byte()..last.start_byte()).unwrap_or("");
    let scopes = if scopes.len() <= LONGEST_SCOPES_BYTES {
        without_arguments(scopes)
    } else {
        String::new()
    };
    let owner = scopes.trim_matches(':');
    let owner = (!owner.is_empty()).then(|| owner.to_string().into());
    let name = match last.kind() {
        "operator_cast" => {
            let end = last.child_by_field_name("declarator").map(|rest| rest.start_byte());
            let text = walk.text.get(last.start_byte()..end.unwrap_or(last.end_byte()));
            single_spaced(text.unwrap_or("")).into()
        }
        "operator_name" => operator_name(walk.head_of(last)),
        "destructor_name" => without_arguments(walk.head_of(last)).into(),
        _ => walk.text_of(last).into(),
    };
    (name, owner)
}

/// `operator ==` as `operator==`, but `operator new` as it is.
fn operator_name(text: &str) -> Cow<'_, str> {
    let symbol = text.strip_prefix("operator").unwrap_or(text).trim();
    if symbol.starts_with(|c: char| c.is_alphabetic()) {
        return single_spaced(text).into();
    }
    let symbol: String = symbol.split_whitespace().collect();
    format!("operator{symbol}").into()
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A path without template arguments and blanks. Of words side by side, as a macro before the path makes
/// them, the last is kept.
fn without_arguments(path: &str) -> String {
    let mut depth = 0u32;
    let mut kept = String::with_capacity(path.len());
    let mut is_apart = false;
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    for c in path.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            _ if c.is_whitespace() => is_apart = true,
            _ => {
                if is_apart && is_name(c) && kept.ends_with(is_name) {
                    kept.clear();
                }
                is_apart = false;
                kept.push(c);
            }
        }
    }
    kept
}
