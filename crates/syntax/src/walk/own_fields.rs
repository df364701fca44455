//! Fields that no class declares: methods assign them to their own object, as in `self.size = 0`.
//!
//! Each class gets one symbol for each name, at its first assignment. It belongs to the class though it
//! lies within a method, and nothing is from it: references in the assignment are from the method.

use rutter_domain::text::truncate;
use rutter_domain::{Symbol, SymbolKind, Visibility};
use tree_sitter::Node;

use super::definitions::{Definition, signature, span_of};
use super::{Walk, is_function};
use crate::fingerprint::{combine, hash_bytes};
use crate::profile::TypeModel;

/// Maximum number of members of a class to examine.
const MOST_MEMBERS: usize = 2_000;
/// Maximum length of an assignment that counts toward the hash of a field.
const LONGEST_VALUE_BYTES: usize = 2_000;
/// Maximum number of nodes around an assignment to search for its function.
const MOST_NODES: usize = 100;

/// JavaScript nodes with a `this` of their own.
const OWN_THIS: &[&str] = &[
    "method_definition", "function_declaration", "function_expression", "generator_function",
    "generator_function_declaration", "class_body", "object",
];

impl<'t> Walk<'t> {
    /// Notes the names that the innermost class declares in its body; `name_of` finds that of a
    /// member.
    pub fn note_members(&mut self, body: Node<'t>, name_of: impl Fn(Node<'t>) -> Option<Node<'t>>) {
        let class = self.opens.last().filter(|open| open.kind.is_some_and(SymbolKind::is_type));
        let Some(class) = class.and_then(|open| open.symbol) else { return };
        let mut cursor = body.walk();
        for member in body.named_children(&mut cursor).take(MOST_MEMBERS) {
            if let Some(name) = name_of(member) {
                let key = key_of(class, self.text_of(name));
                self.seen.insert(key, u32::MAX);
            }
        }
    }

    /// Whether a class declares a member of this name in its body.
    pub fn declares(&self, class: u32, name: &str) -> bool {
        self.seen.contains_key(&key_of(class, name))
    }

    /// Defines the field that an assignment to `target` makes, unless its class has it. `whole` is the
    /// assignment.
    pub fn define_own_field(
        &mut self,
        class: u32,
        whole: Node<'t>,
        target: Node<'t>,
        name: Node<'t>,
    ) {
        let text = self.text_of(name);
        if self.has_variable(class, text)
            || self.seen.insert(key_of(class, text), u32::MAX).is_some()
        {
            return;
        }
        let is_one_line = whole.start_position().row == whole.end_position().row;
        // A value of several lines is code of the method, which the field must not cover.
        let spanned = if is_one_line { whole } else { target };
        let definition = Definition {
            kind: SymbolKind::Field,
            name: text.into(),
            owner: None,
            head_end: spanned.end_byte(),
        };
        let visibility = match self.table.profile.types {
            TypeModel::Values => (self.table.rules.visibility)(self, target, &definition),
            _ if text.starts_with('#') => Visibility::Private,
            _ => self.symbols.get(class as usize).map_or(Visibility::Internal, |it| it.visibility),
        };
        let head = self.text_of(whole).lines().next().unwrap_or("");
        let value = truncate(self.text_of(whole), LONGEST_VALUE_BYTES);
        let words = value.split_whitespace().map(|word| hash_bytes(word.as_bytes()));
        let symbol = Symbol {
            name: text.to_string(),
            qualified_name: self.qualify(Some(class), None, text),
            kind: SymbolKind::Field,
            node_kind: self.table.kind_name(target.kind_id()).into(),
            span: span_of(spanned, self.text_of(spanned)),
            signature: signature(head),
            doc: None,
            visibility,
            parent: Some(class),
            body_hash: words.fold(0, combine),
        };
        if self.push_symbol(symbol) {
            self.claim(name);
        }
    }

    /// The class whose method the current node is in; `None` outside methods.
    pub fn class_of_method(&self) -> Option<u32> {
        let mut is_in_method = false;
        for open in self.opens.iter().rev() {
            match open.kind {
                Some(SymbolKind::Class | SymbolKind::Enum | SymbolKind::Struct) => {
                    return open.symbol.filter(|_| is_in_method);
                }
                Some(SymbolKind::Property) => is_in_method = true,
                Some(kind) => is_in_method |= is_function(kind),
                None => {}
            }
        }
        None
    }

    /// Whether assignments make fields in this language.
    pub fn makes_fields(&self) -> bool {
        self.table.profile.values.make_fields
    }

    /// The class or constructor function whose object `this` is here, in JavaScript.
    pub fn class_of_this(&self) -> Option<u32> {
        // A function within a method has an object of its own, but for arrows.
        let around = self.around.iter().rev().take(MOST_NODES);
        let mut kinds = around.map(|(kind, _)| self.table.kind_name(*kind));
        let function = kinds.find(|kind| OWN_THIS.contains(kind));
        let mut opens = self.opens.iter().rev();
        let open = opens.find(|open| open.kind.is_some_and(is_function_or_property))?;
        let id = open.symbol?;
        let symbol = self.symbols.get(id as usize)?;
        let makes_objects = |symbol: &Symbol| match symbol.kind {
            SymbolKind::Class => true,
            SymbolKind::Function => symbol.name.starts_with(char::is_uppercase),
            _ => false,
        };
        let made_by = match function? {
            "method_definition" => symbol.parent?,
            "function_declaration" => id,
            // `Door.prototype.open = function () { … }`
            "function_expression" if symbol.kind == SymbolKind::Method => symbol.parent?,
            _ => return None,
        };
        self.symbols.get(made_by as usize).filter(|one| makes_objects(one)).map(|_| made_by)
    }
}

fn is_function_or_property(kind: SymbolKind) -> bool {
    is_function(kind) || kind == SymbolKind::Property
}

fn key_of(class: u32, name: &str) -> u64 {
    combine(combine(u64::from(class) + 1, !1), hash_bytes(name.as_bytes()))
}
