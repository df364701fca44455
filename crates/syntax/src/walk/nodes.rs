//! Searches among the children of a node.

use tree_sitter::Node;

/// The children in two fields, if there are both.
pub fn fields<'t>(node: Node<'t>, first: &str, second: &str) -> Option<(Node<'t>, Node<'t>)> {
    Some((node.child_by_field_name(first)?, node.child_by_field_name(second)?))
}

/// The first named child of this kind.
pub fn child_of_kind<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| child.kind() == kind)
}

pub fn last_named_child(node: Node<'_>) -> Option<Node<'_>> {
    node.named_child((node.named_child_count() as u32).checked_sub(1)?)
}

/// Where `body` starts, or where the node ends that has none.
pub fn head_end_before(node: Node<'_>, body: Option<Node<'_>>) -> usize {
    body.map_or(node.end_byte(), |body| body.start_byte())
}
