//! Functions without a name that are handed to a call, and what their parameters take from it.
//!
//! `items.map(item => …)` hands over the elements of `items`. What `operate((source) => …)` hands over
//! is said by the type of the parameter of `operate`, which is looked up later.

use rutter_domain::SymbolKind;
use tree_sitter::Node;

use super::{DraftOf, Source, Takes};
use crate::walk::{Walk, fields, is_function};

/// Maximum number of callback parameters to remember.
const MOST_HANDED: usize = 64;
/// Maximum number of arguments of a call, and parameters of a function, to examine.
const MOST_PLACES: usize = 8;
/// Maximum number of members of an object to examine.
const MOST_MEMBERS: usize = 40;

/// A parameter of an argument of a call, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandedPlace {
    pub argument: u8,
    pub parameter: u8,
}

/// Parameters of functions that are handed to a call, by where each starts.
#[derive(Default)]
pub struct HandedFunctions<'t>(Vec<(usize, Source<'t>)>);

impl<'t> Walk<'t> {
    /// Notes that a parameter takes the elements of what a method is called on.
    pub fn hand_elements(&mut self, parameter: Node<'t>, receiver: Node<'t>) {
        self.hand(parameter, Source::Value(receiver, Takes::Each));
    }

    /// Notes what a TypeScript call passes to the functions among its arguments.
    pub fn hand_arguments(&mut self, call: Node<'t>) {
        let Some(arguments) = call.child_by_field_name("arguments") else { return };
        let mut cursor = arguments.walk();
        let arguments = arguments.named_children(&mut cursor).take(MOST_PLACES);
        for (function, argument) in arguments.zip(0..) {
            match function.kind() {
                "arrow_function" | "function_expression" => {}
                // It may be any number of arguments.
                "spread_element" => return,
                _ => continue,
            }
            if let Some(only) = function.child_by_field_name("parameter") {
                self.hand(only, Source::Handed(call, HandedPlace { argument, parameter: 0 }));
                continue;
            }
            for (node, parameter) in self.untyped_parameters(function) {
                self.hand(node, Source::Handed(call, HandedPlace { argument, parameter }));
            }
        }
    }

    /// Notes what the written type of a variable or field says of the parameters of the function that it
    /// holds, or of the functions in the object that it holds.
    pub fn hand_by_annotation(&mut self, declared: Node<'t>) {
        let Some((annotation, value)) = fields(declared, "type", "value") else { return };
        if value.kind() != "object" {
            return self.hand_annotated(annotation, None, value);
        }
        let mut cursor = value.walk();
        let members = value.named_children(&mut cursor).take(MOST_MEMBERS);
        for member in members.collect::<Vec<_>>() {
            let key = member.child_by_field_name("key").or(member.child_by_field_name("name"));
            let key = key.filter(|key| key.kind() == "property_identifier");
            let function = member.child_by_field_name("value").unwrap_or(member);
            if key.is_some() {
                self.hand_annotated(annotation, key, function);
            }
        }
    }

    fn hand_annotated(&mut self, written: Node<'t>, member: Option<Node<'t>>, function: Node<'t>) {
        let functions = ["arrow_function", "function_expression", "method_definition"];
        if !functions.contains(&function.kind()) {
            return;
        }
        if let Some(only) = function.child_by_field_name("parameter") {
            return self.hand(only, Source::Annotated(written, member, 0));
        }
        for (node, parameter) in self.untyped_parameters(function) {
            self.hand(node, Source::Annotated(written, member, parameter));
        }
    }

    /// The parameters of a function in brackets that have no type, by their places.
    fn untyped_parameters(&self, function: Node<'t>) -> Vec<(Node<'t>, u8)> {
        let Some(list) = function.child_by_field_name("parameters") else { return Vec::new() };
        let mut cursor = list.walk();
        let parameters = list.named_children(&mut cursor).filter(|node| !self.is_own(*node));
        let parameters = parameters.take(MOST_PLACES).zip(0..);
        parameters.filter(|(node, _)| node.child_by_field_name("type").is_none()).collect()
    }

    /// The source of a parameter whose function is passed to a call.
    pub fn source_of_handed(&self, parameter: Node<'t>) -> Source<'t> {
        let start = parameter.start_byte();
        let mut handed = self.locals.handed.0.iter().rev();
        let found = handed.find(|(handed, _)| *handed == start);
        found.map_or(Source::Unknown, |(_, source)| *source)
    }

    /// Notes the types of parameters of the current function that may themselves be functions.
    pub fn declare_parameter_types(&mut self, function: Node<'t>) {
        if let Some(owner) = self.function_just_opened() {
            self.push_parameter_types(function, owner);
        }
    }

    /// As [`Walk::declare_parameter_types`], for the interface around a signature without a name.
    pub fn declare_called_parameters(&mut self, signature: Node<'t>) {
        let around = self.opens.last();
        let is_type = around.is_some_and(|open| open.kind.is_some_and(SymbolKind::is_type));
        if let Some(owner) = around.and_then(|open| open.symbol).filter(|_| is_type) {
            self.push_parameter_types(signature, owner);
        }
    }

    fn push_parameter_types(&mut self, function: Node<'t>, owner: u32) {
        let Some(list) = function.child_by_field_name("parameters") else { return };
        let mut cursor = list.walk();
        let parameters = list.named_children(&mut cursor).filter(|node| !self.is_own(*node));
        let parameters: Vec<_> = parameters.take(MOST_PLACES).collect();
        for (index, parameter) in parameters.into_iter().enumerate() {
            let written =
                parameter.child_by_field_name("type").and_then(|node| node.named_child(0));
            if let Some(written) = written.filter(|written| self.may_be_function(*written)) {
                self.push_place(index, written, Some(owner), DraftOf::Parameter);
            }
        }
    }

    /// The symbol of the function that the current node is, by its own name or by that of the variable
    /// it is the value of.
    pub(super) fn function_just_opened(&self) -> Option<u32> {
        let mut opens = self.opens.iter().rev().take(2);
        let open = opens.find(|open| open.kind.is_some())?;
        let is_here = open.depth + 1 >= self.depth && open.kind.is_some_and(is_function);
        open.symbol.filter(|_| is_here)
    }

    /// Whether a written type is a function type, or a name that may be an alias of one.
    fn may_be_function(&self, written: Node<'t>) -> bool {
        match written.kind() {
            "function_type" | "union_type" | "parenthesized_type" => {
                let text = self.head_of(written);
                text.contains("=>") || text.contains(|c: char| c.is_uppercase())
            }
            // A name of one or two letters is mostly a type parameter.
            "type_identifier" => written.byte_range().len() > 2,
            "generic_type" | "nested_type_identifier" => true,
            _ => false,
        }
    }

    /// Whether a parameter is `this`, which takes no argument.
    fn is_own(&self, parameter: Node<'t>) -> bool {
        let pattern = parameter.child_by_field_name("pattern");
        pattern.is_some_and(|pattern| pattern.kind() == "this")
    }

    fn hand(&mut self, parameter: Node<'t>, source: Source<'t>) {
        let (start, read_to) = (parameter.start_byte(), self.read_to);
        let handed = &mut self.locals.handed.0;
        if handed.len() >= MOST_HANDED {
            // What starts before the walk's place will not be asked for again.
            handed.retain(|(start, _)| *start >= read_to);
        }
        if handed.len() < MOST_HANDED {
            handed.push((start, source));
        }
    }
}
