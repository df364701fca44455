//! How a node becomes a symbol.

use std::borrow::Cow;

use rutter_domain::text::truncate;
use rutter_domain::{Span, Symbol, SymbolKind, Visibility};
use tree_sitter::Node;

use super::marks::{MOST_MARKS, What};
use super::owners::Apart;
use super::{Open, Walk, is_function};
use crate::comments;
use crate::fingerprint::{combine, hash_bytes};
use crate::profile::{Body, ParameterDocs, Profile};
use crate::rules::{Define, Head, Kind, Place};
use crate::table::Action;

const LONGEST_SIGNATURE_BYTES: usize = 200;
const LONGEST_NAME_BYTES: usize = 200;
/// Maximum number of attributes at the start of a definition to examine.
const MOST_PREFIXES: usize = 16;
const LONGEST_QUALIFIER_BYTES: usize = 1000;
/// Maximum bytes of a definition's head to examine for its signature.
const LONGEST_HEAD_BYTES: usize = 8000;
/// Maximum length of the blanks at the end of a definition, in bytes.
const MOST_BLANKS_BYTES: usize = 1 << 16;
/// Memory of a symbol besides its text.
const SYMBOL_BYTES: usize = 300;

/// A symbol about to be made.
pub struct Definition<'t> {
    pub kind: SymbolKind,
    pub name: Cow<'t, str>,
    /// Its owner if that is not the symbol around it, such as `Foo` for `Foo.prototype.bar = …`.
    pub owner: Option<Cow<'t, str>>,
    /// Where its body starts, or it ends when it has none.
    pub head_end: usize,
}

impl<'t> Walk<'t> {
    /// Opens the symbol that a row of the table describes.
    pub(super) fn define(&mut self, node: Node<'t>, define: &Define) {
        if define.place == Place::OutsideFunctions && self.is_in_function() {
            return;
        }
        let kind = match define.kind {
            Kind::Is(kind) => kind,
            Kind::By(kind_of) => match kind_of(self, node) {
                Some(kind) => kind,
                None => return,
            },
        };
        if let Some(name_node) = self.child(node, define.name) {
            let head_end = head_end_by(node, define.body, |node, field| self.child(node, field));
            self.open(node, name_node, kind, head_end);
        }
    }

    /// Opens a symbol named by a node inside it.
    pub fn open(&mut self, node: Node<'t>, name_node: Node<'t>, kind: SymbolKind, head_end: usize) {
        self.claim(name_node);
        let name = self.text_of(name_node);
        let name = match unquote(name) {
            Some(name) => name.into(),
            None => without_blanks(name),
        };
        self.open_as(node, kind, name, head_end);
    }

    /// As [`Walk::open_named`], for what belongs to the symbol around it.
    pub fn open_as(
        &mut self,
        node: Node<'t>,
        kind: SymbolKind,
        name: impl Into<Cow<'t, str>>,
        head_end: usize,
    ) {
        self.open_named(node, Definition { kind, name: name.into(), owner: None, head_end });
    }

    /// Gives the symbol that was opened last another word for its node.
    pub fn name_kind(&mut self, node_kind: &'static str) {
        if let Some(symbol) = self.symbols.last_mut() {
            symbol.node_kind = Cow::Borrowed(node_kind);
        }
    }

    /// Opens a symbol; it lasts to the end of the current node. Symbols opened at the same node
    /// are siblings, and references inside are from the last.
    pub fn open_named(&mut self, node: Node<'t>, definition: Definition<'t>) {
        let name = definition.name.trim();
        if name.is_empty() || name.len() > LONGEST_NAME_BYTES {
            return;
        }
        let start = node.start_byte();
        if start > self.read_to {
            self.take_gap(start);
        }
        let rules = self.table.rules;
        let owner = definition.owner.as_deref();
        let owner = owner.filter(|owner| owner.len() <= LONGEST_QUALIFIER_BYTES);
        let owner = owner.map(|owner| self.qualify_owner(owner));
        let around = self.container().and_then(|open| open.symbol);
        let named_after = match owner.as_deref() {
            Some(owner) => self.find_symbol(owner),
            None => around,
        };
        // `socket.onopen = () => …` is in the function whose variable it is given to.
        let is_given = self.table.profile.values.are_dynamic && self.is_in_function();
        let parent = named_after.or(around.filter(|_| is_given));
        let is_local = self.container_kind().is_some_and(is_function) && definition.owner.is_none();
        // What is defined in a function cannot be used outside of it, whatever its words say.
        let visibility = if is_local {
            Visibility::Private
        } else {
            (rules.visibility)(self, node, &definition)
        };
        let outer_doc = self.take_doc(start);
        let (wrapper_start, wrapper_doc) = self.use_wrapper();
        let inner_doc = rules.inner_doc.and_then(|inner_doc| inner_doc(self, node));
        // The words of a wrapper, such as `template <T>`, are part of the signature; attributes are
        // not.
        let head_start = wrapper_start.unwrap_or_else(|| self.skip_prefixes(node));
        let head = self.text.get(head_start..definition.head_end.max(head_start)).unwrap_or("");
        let head = truncate(head, LONGEST_HEAD_BYTES);
        let symbol = Symbol {
            name: name.to_string(),
            qualified_name: self.qualify(named_after, owner.as_deref(), name),
            kind: definition.kind,
            node_kind: self.table.kind_name(node.kind_id()).into(),
            span: span_of(node, self.text_of(node)),
            signature: signature(&without_comments(head, self.table.profile)),
            doc: inner_doc.or(outer_doc).or(wrapper_doc),
            visibility,
            parent,
            body_hash: 0,
        };
        let id = self.symbols.len() as u32;
        // The result type is read from the signature later, and a cut one has lost it.
        let is_cut = symbol.signature.ends_with('…') && is_function(definition.kind);
        if !self.push_symbol(symbol) {
            return;
        }
        if is_cut {
            self.declare_cut_result(node, id);
        }
        if self.table.profile.values.are_dynamic
            && self.is_in_function()
            && definition.owner.is_none()
        {
            self.define_inside(name);
        }
        if let Some(owner) = owner {
            let module = self.module_around();
            self.apart.push(Apart { symbol: id, owner, module });
        }
        self.push_open(Open {
            symbol: Some(id),
            kind: Some(definition.kind),
            visibility,
            ..Open::new(self.depth, self.tokens, self.type_parameters.len())
        });
    }

    /// Adds a symbol; false when the file has too many facts already.
    pub(super) fn push_symbol(&mut self, symbol: Symbol) -> bool {
        let n_text_bytes = symbol.name.len() + symbol.qualified_name.len() + symbol.signature.len();
        let n_doc_bytes = symbol.doc.as_ref().map_or(0, String::len);
        let has_room = self.reserve(SYMBOL_BYTES + n_text_bytes + n_doc_bytes);
        if has_room {
            self.symbols.push(symbol);
        }
        has_room
    }

    /// Opens a symbol that holds the rest of the file, such as a namespace without braces. It ends
    /// where the next one starts.
    pub fn open_rest(&mut self, node: Node<'t>, name_node: Node<'t>, kind: SymbolKind) {
        if self.depth != 1 || name_node.byte_range().len() > LONGEST_NAME_BYTES {
            return self.open(node, name_node, kind, node.end_byte());
        }
        let last = self.opens.last().and_then(|open| open.symbol);
        let (end_byte, end_line) = match last.and_then(|id| self.symbols.get_mut(id as usize)) {
            Some(symbol) => {
                let span = symbol.span;
                let row_before = node.start_position().row as u32;
                symbol.span.end_byte = node.start_byte() as u32;
                symbol.span.end_line = row_before.clamp(span.start_line, span.end_line);
                (span.end_byte, span.end_line)
            }
            None => {
                let text = self.text;
                let End { byte, line } = *self.text_end.get_or_insert_with(|| End::of(text));
                (byte, line)
            }
        };
        // The namespace before ends here, although the walk is still inside of the root.
        self.depth = 0;
        self.leave();
        let n_symbols = self.symbols.len();
        self.open(node, name_node, kind, node.end_byte());
        self.depth = 1;
        if let Some(symbol) = self.symbols.get_mut(n_symbols) {
            symbol.span.end_byte = end_byte.max(symbol.span.end_byte);
            symbol.span.end_line = end_line.max(symbol.span.end_line);
        }
    }

    /// The qualified name of the symbol around the innermost one, such as the class of a method.
    pub fn outer_name(&self) -> Option<&str> {
        let symbol = self.symbols.get(self.container()?.symbol? as usize)?;
        let outer = self.symbols.get(symbol.parent? as usize)?;
        Some(&outer.qualified_name)
    }

    /// Whether this is the first variable of that name in its container; a variable assigned again
    /// is defined once.
    pub fn is_first(&mut self, name: &str) -> bool {
        let container = self.container().and_then(|open| open.symbol);
        self.seen.insert(variable_key(container, name), u32::MAX).is_none()
    }

    /// Whether a symbol has a variable of that name, so far.
    pub(super) fn has_variable(&self, container: u32, name: &str) -> bool {
        self.seen.contains_key(&variable_key(Some(container), name))
    }

    /// Takes a name for a type's parameter until the innermost symbol ends.
    pub fn type_parameter(&mut self, name: Node<'t>) {
        self.claim(name);
        let name = self.text_of(name);
        self.type_parameters.push(name);
    }

    /// The doc comment that ends directly before `start`.
    pub(super) fn take_doc(&mut self, start: usize) -> Option<String> {
        if !self.comments.is_pending() {
            return None;
        }
        let rules = self.table.rules;
        let doc = self.comments.take(self.text, start, rules.comment_marks)?;
        match self.table.profile.docs.parameters {
            ParameterDocs::Elements if doc.contains('<') => Some(comments::without_tags(&doc)),
            _ if doc.contains("go:") && self.table.profile.is_structural() => {
                Some(comments::without_directives(&doc))
            }
            _ => Some(doc),
        }
        .filter(|doc| !doc.is_empty())
    }

    /// Adds an inner doc comment to the symbol around it.
    pub(super) fn describe_container(&mut self, comment: &str) {
        let Some(id) = self.opens.last().and_then(|open| open.symbol) else { return };
        let Some(symbol) = self.symbols.get_mut(id as usize) else { return };
        let mut doc = symbol.doc.take().unwrap_or_default();
        comments::append(&mut doc, comment, self.table.rules.comment_marks);
        symbol.doc = Some(doc);
    }

    /// Where the signature starts when a wrapper begins it, and the wrapper's doc comment. Only the
    /// first definition in a wrapper gets them.
    fn use_wrapper(&mut self) -> (Option<usize>, Option<String>) {
        let least_depth = self.container().map_or(0, |open| open.depth + 1);
        let mut head_start = None;
        let mut comment = None;
        let marks = self.marks.iter_mut().rev().take(MOST_MARKS);
        for mark in marks.take_while(|mark| mark.depth >= least_depth) {
            match &mut mark.what {
                What::Wrap { is_used: true, .. } => break,
                What::Wrap { node, head, doc, is_used, .. } => {
                    *is_used = true;
                    if *head == Head::Keep {
                        head_start = Some(node.start_byte());
                    }
                    comment = comment.or(doc.take());
                }
                What::Prefix { .. } | What::Mute | What::OfNext => {}
            }
        }
        (head_start, comment)
    }

    /// Where a definition starts after the attributes that its node begins with.
    fn skip_prefixes(&self, node: Node<'t>) -> usize {
        let mut outer = node;
        let mut index = 0;
        let mut start = node.start_byte();
        for _ in 0..MOST_PREFIXES {
            let Some(child) = outer.child(index) else { break };
            match self.table.action(child.kind_id()) {
                Action::Prefix | Action::PrefixHook(_) if child.is_named() => {
                    index += 1;
                    start = child.end_byte();
                }
                // Attributes may be in a list together with other words.
                _ if child.child_count() > 0 => (outer, index) = (child, 0),
                _ => break,
            }
        }
        start
    }

    pub(super) fn qualify(&self, parent: Option<u32>, owner: Option<&str>, name: &str) -> String {
        let parent = parent.and_then(|id| self.symbols.get(id as usize));
        let before = parent.map(|parent| parent.qualified_name.as_str()).or(owner);
        // Definitions nested without end must not cost their depth squared.
        match before.filter(|before| before.len() <= LONGEST_QUALIFIER_BYTES) {
            Some(before) => {
                let rules = self.table.rules;
                let separator =
                    parent.map_or(rules.separator, |parent| rules.separator_in(parent.kind));
                [before, separator, name].concat()
            }
            None => name.to_string(),
        }
    }
}

fn variable_key(container: Option<u32>, name: &str) -> u64 {
    let container = container.map_or(0, |id| u64::from(id) + 1);
    // Another constant than for members, so that both share one map.
    combine(combine(container, !0), hash_bytes(name.as_bytes()))
}

/// Where a text ends without the blanks at its end.
#[derive(Clone, Copy)]
pub(super) struct End {
    byte: u32,
    line: u32,
}

impl End {
    fn of(text: &str) -> End {
        let text = text.trim_end();
        End { byte: text.len() as u32, line: text.lines().count() as u32 }
    }
}

/// Where the body of a node starts, found through fields one inside the other; its end without one.
pub fn head_end(node: Node<'_>, body: &[&str]) -> usize {
    head_end_by(node, body, |node, field| node.child_by_field_name(field))
}

fn head_end_by<'t>(
    node: Node<'t>,
    body: &[&str],
    child: impl Fn(Node<'t>, &str) -> Option<Node<'t>>,
) -> usize {
    let mut inner = node;
    for field in body {
        match child(inner, field) {
            Some(child) => inner = child,
            None => return node.end_byte(),
        }
    }
    if body.is_empty() { node.end_byte() } else { inner.start_byte() }
}

/// The content of a quoted name.
fn unquote(name: &str) -> Option<&str> {
    let quote = name.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    name.strip_prefix(quote)?.strip_suffix(quote)
}

/// Where the head of a variable ends: with its value when that is on the same line, else before.
pub fn head_end_with(node: Node<'_>, value: Option<Node<'_>>) -> usize {
    match value {
        Some(value) if value.end_position().row > node.start_position().row => value.start_byte(),
        Some(_) | None => node.end_byte(),
    }
}

/// A name as one word.
pub(super) fn without_blanks(text: &str) -> Cow<'_, str> {
    if text.contains(char::is_whitespace) {
        text.split_whitespace().collect::<String>().into()
    } else {
        text.into()
    }
}

pub(super) fn span_of(node: Node<'_>, text: &str) -> Span {
    let (start, end) = (node.start_position(), node.end_position());
    // Where blanks end a block, its node may hold those that come after it, as may all around it.
    // Only the end is looked at, as nodes nest and each would look at the whole text.
    let tail = &text[text.ceil_char_boundary(text.len().saturating_sub(MOST_BLANKS_BYTES))..];
    let blanks = &tail.as_bytes()[tail.trim_end().len()..];
    let n_newlines = blanks.iter().filter(|byte| **byte == b'\n').count();
    Span {
        start_byte: node.start_byte() as u32,
        end_byte: (node.end_byte() - blanks.len()) as u32,
        start_line: start.row as u32 + 1,
        end_line: (end.row - n_newlines.min(end.row - start.row)) as u32 + 1,
    }
}

/// A head without the comments between its lines, where a language is known to put them there.
fn without_comments<'h>(head: &'h str, profile: &Profile) -> Cow<'h, str> {
    if profile.body != Body::Layout || !head.contains("--") {
        return head.into();
    }
    let lines = head.lines().map(|line| match line.trim() {
        "--" => "",
        _ => line.split("-- ").next().unwrap_or(""),
    });
    lines.collect::<Vec<_>>().join("\n").into()
}

/// A definition's head on one line.
pub(super) fn signature(head: &str) -> String {
    let mut signature = String::with_capacity(head.len().min(LONGEST_SIGNATURE_BYTES));
    for word in head.split_whitespace() {
        if !signature.is_empty() {
            signature.push(' ');
        }
        signature.push_str(truncate(word, LONGEST_SIGNATURE_BYTES));
        if signature.len() > LONGEST_SIGNATURE_BYTES {
            let kept = truncate(&signature, LONGEST_SIGNATURE_BYTES).len();
            signature.truncate(kept);
            signature.push('…');
            return signature;
        }
    }
    // A signature that ends before its body has the sign that opens it.
    let kept = signature.trim_end_matches(['{', ':', ';', ',', '=', ' ']).len();
    signature.truncate(kept);
    signature
}
