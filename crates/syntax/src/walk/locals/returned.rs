//! What functions yield where their signature does not say so.
//!
//! It is noted under the name `return`: the written type, if the signature is too long to hold it, and in
//! JavaScript and TypeScript what a function without a written type returns.

use tree_sitter::Node;

use super::{Draft, DraftOf, Source, Takes};
use crate::walk::Walk;

/// JavaScript expressions whose value may have members.
const WITH_MEMBERS: &[&str] = &[
    "as_expression", "await_expression", "call_expression", "identifier", "member_expression",
    "new_expression", "object", "parenthesized_expression", "satisfies_expression", "this",
];

impl<'t> Walk<'t> {
    /// Notes the written type of what a function yields whose signature was cut off before it.
    pub(in crate::walk) fn declare_cut_result(&mut self, node: Node<'t>, owner: u32) {
        let result_of = |node: Node<'t>| {
            let result = node.child_by_field_name("return_type");
            result.or_else(|| node.child_by_field_name("result"))
        };
        let value = || node.child_by_field_name("value").and_then(result_of);
        if let Some(written) = result_of(node).or_else(value) {
            self.push_returned(written, Source::Written(written), owner);
        }
    }

    /// Notes what a statement returns from the function around it.
    pub fn declare_returned(&mut self, value: Node<'t>) {
        if let Some(owner) = self.function_around() {
            self.push_returned_value(value, owner);
        }
    }

    /// Notes the value that is the body of the function which the current node is.
    pub fn declare_returned_body(&mut self, function: Node<'t>) {
        let body = function.child_by_field_name("body");
        if let Some(body) = body.filter(|body| body.kind() != "statement_block")
            && let Some(owner) = self.function_just_opened()
        {
            self.push_returned_value(body, owner);
        }
    }

    fn push_returned_value(&mut self, value: Node<'t>, owner: u32) {
        if WITH_MEMBERS.contains(&value.kind()) && self.yields_unsaid(owner) {
            self.push_returned(value, Source::Value(value, Takes::Whole), owner);
        }
    }

    /// Whether the signature of a function ends without the type of what it yields.
    fn yields_unsaid(&self, owner: u32) -> bool {
        let symbol = self.symbols.get(owner as usize);
        symbol.is_some_and(|symbol| match symbol.signature.strip_suffix("=>") {
            // The type of an arrow function is before its arrow.
            Some(arrow) => !arrow.contains("):"),
            None => symbol.signature.ends_with(')'),
        })
    }

    fn push_returned(&mut self, at: Node<'t>, source: Source<'t>, owner: u32) {
        let row = at.start_position().row as u32;
        self.push_draft(Draft::at(row, "return", DraftOf::Returned, Some(owner), source));
    }
}
