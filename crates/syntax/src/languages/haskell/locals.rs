//! Names that are bound inside a Haskell function: by patterns, `let` and `where`.
//!
//! They are kept until the function ends, which is longer than they last, but not so long that a
//! use of anything else would be missed often.

use tree_sitter::Node;

use super::equation_name;
use crate::walk::Walk;

/// Maximum number of nodes of a pattern to examine.
const MOST_PARTS: usize = 200;

/// The names that what a function is given is bound to.
pub fn read_patterns<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let field = |name| node.child_by_field_name(name);
    let infix = node.named_child(0).filter(|first| first.kind() == "infix");
    let head = infix.filter(|_| node.kind() == "function");
    for pattern in [field("patterns"), field("pattern"), head].into_iter().flatten() {
        for name in bound_names(pattern) {
            walk.type_parameter(name);
        }
    }
}

/// The names that are defined beside one another, each of which may use the others.
pub fn read_binds<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    for declaration in node.named_children(&mut cursor) {
        if !matches!(declaration.kind(), "function" | "bind") {
            continue;
        }
        match equation_name(declaration) {
            Some(name) => walk.type_parameter(name),
            None => read_patterns(walk, declaration),
        }
    }
}

/// The names of a list comprehension, which are bound behind the expression that uses them.
pub fn read_generators<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(qualifiers) = node.child_by_field_name("qualifiers") else { return };
    let mut cursor = qualifiers.walk();
    for qualifier in qualifiers.named_children(&mut cursor) {
        match (qualifier.kind(), qualifier.child_by_field_name("binds")) {
            ("generator", _) => read_patterns(walk, qualifier),
            (_, Some(binds)) => read_binds(walk, binds),
            (_, None) => {}
        }
    }
}

/// The variables in a pattern.
pub fn bound_names<'t>(pattern: Node<'t>) -> Vec<Node<'t>> {
    let mut names = Vec::new();
    let mut parts = vec![pattern];
    for _ in 0..MOST_PARTS {
        let Some(part) = parts.pop() else { break };
        match part.kind() {
            "variable" => names.push(part),
            // The function of a view pattern, and the field before a pattern, are uses.
            "view_pattern" | "field_pattern" => parts.extend(part.child_by_field_name("pattern")),
            "signature" => parts.extend(part.child_by_field_name("pattern")),
            "field_name" | "literal" | "infix_id" | "splice" | "quasiquote" => {}
            _ => {
                let mut cursor = part.walk();
                let n_before = parts.len();
                parts.extend(part.named_children(&mut cursor).take(MOST_PARTS));
                // The stack gives them back in the order of the text.
                parts[n_before..].reverse();
            }
        }
    }
    names
}
