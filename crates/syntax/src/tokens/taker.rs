//! Takes the tokens from a tree, without recursion, as any formatter would leave them.

mod leaves;

use rutter_domain::Language;
use tree_sitter::{Node, Tree, TreeCursor};

use super::roles::{
    ATTRIBUTE, BRACKETS, COMMAS, CONTENT, END, END_OF_MANY, HOST, ITEMS, NEEDS_PARENS, OPEN_LIST,
    PARENS, Roles, SOLE, SPECIAL, STRING,
};
use super::special::{Treatment, children_of, n_elements, treat};
use super::{AttributeOwner, Token};
use crate::fingerprint::hash_bytes;
use crate::table::{Action, Table};

/// Stands for a bracket that may be left out.
const OPENS: u64 = 0x3C6E_F372_FE94_F82B;
/// Stands for the bracket that closes it.
const CLOSES: u64 = 0xA54F_F53A_5F1D_36F1;
/// Stands for the end of a statement that has no kind of its own.
const ITEM_END: u64 = 0x510E_527F_ADE6_82D1;
/// Stands for a blank that counts.
const SPACE: u64 = 0x9B05_688C_2B3E_6C1F;

/// The words of a pair of brackets that may be left out.
const BRACKET_WORDS: &[&str] = &["(", ")", "[", "]", "array"];

pub(super) struct Taker<'t> {
    text: &'t str,
    /// `None` of words.
    roles: Option<&'static Roles>,
    tokens: Vec<Token>,
    /// The nodes around the current one, innermost last.
    frames: Vec<Frame<'t>>,
    /// The last comma: its place in the tokens, and the id of the node around it.
    comma: Option<(usize, usize)>,
    /// Whether the last node does not count.
    is_skipped: bool,
    /// The end of the last token or comment.
    read_to: usize,
    /// Lines have been counted up to this byte.
    counted_to: usize,
    line: u32,
}

/// A node whose children are being taken.
struct Frame<'t> {
    node: Node<'t>,
    bits: u32,
    n_commas: u32,
    /// Number of named children so far.
    n_items: u32,
    /// Words directly inside that do not count.
    without: &'static [&'static str],
    /// The mark that its end leaves.
    end: Option<u64>,
    /// Whether commas and semicolons inside do not count.
    is_unseparated: bool,
    attribute: Option<AttributeOwner>,
}

impl<'t> Taker<'t> {
    pub(super) fn new(text: &'t str) -> Taker<'t> {
        Taker {
            text,
            roles: None,
            tokens: Vec::new(),
            frames: Vec::new(),
            comma: None,
            is_skipped: false,
            read_to: 0,
            counted_to: 0,
            line: 1,
        }
    }

    pub(super) fn take_tree(mut self, table: &'static Table, tree: &'t Tree) -> Vec<Token> {
        let roles = Roles::of(table);
        self.roles = Some(roles);
        let mut cursor = tree.walk();
        loop {
            let node = cursor.node();
            self.is_skipped = false;
            if matches!(table.action(node.kind_id()), Action::Comment) {
                self.skip(node);
            } else if let Some(frame) = self.enter(roles, node, &cursor)
                && cursor.goto_first_child()
            {
                self.frames.push(frame);
                continue;
            }
            let mut done = node;
            loop {
                self.finish_child(done);
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() {
                    self.take_gap(self.text.len());
                    return self.tokens;
                }
                if let Some(frame) = self.frames.pop() {
                    self.leave(&frame);
                }
                self.is_skipped = false;
                done = cursor.node();
            }
        }
    }

    /// Words are runs of letters and digits; every other character that is not blank is one too.
    pub(super) fn take_words(mut self) -> Vec<Token> {
        let mut start = None;
        for (at, c) in self.text.char_indices() {
            let is_part = c.is_alphanumeric() || c == '_';
            if let Some(first) = start.filter(|_| !is_part) {
                self.push(first, at);
                start = None;
            }
            if is_part {
                start.get_or_insert(at);
            } else if !c.is_whitespace() {
                self.push(at, at + c.len_utf8());
            }
        }
        if let Some(first) = start {
            self.push(first, self.text.len());
        }
        self.tokens
    }

    /// Takes a node that is one token, or returns the frame for its children.
    fn enter(
        &mut self,
        roles: &Roles,
        node: Node<'t>,
        cursor: &TreeCursor<'t>,
    ) -> Option<Frame<'t>> {
        let bits = roles.bits(node.kind_id());
        if bits & STRING != 0 && is_literal(roles, node) {
            self.take_string(roles, node, cursor);
            return None;
        }
        // A piece of a string may have children, such as escapes, that are a part of its text.
        if node.child_count() == 0 || bits & CONTENT != 0 {
            self.take_leaf(roles, node, bits);
            return None;
        }
        let outer = self.frames.last();
        let mut attribute = outer.and_then(|outer| outer.attribute);
        if bits & ATTRIBUTE != 0 {
            attribute = attribute.or_else(|| Some(self.owner(node)));
        }
        let leaves_mark = bits & END != 0 || bits & END_OF_MANY != 0 && node.child_count() > 1;
        let end = leaves_mark.then(|| end_mark(node));
        let mut frame = Frame::new(node, bits, end, attribute);
        if bits & PARENS != 0 && self.is_redundant(roles, node) {
            frame.unwrap(&["(", ")"]);
            return Some(frame);
        }
        if bits & SPECIAL != 0 {
            let frames = &self.frames;
            let around = |depth: usize| {
                let at = frames.len().checked_sub(depth + 1);
                at.map_or("", |at| frames[at].node.kind())
            };
            let n_before = outer.map_or(0, |outer| outer.n_items);
            match treat(roles, self.text, node, &around, n_before) {
                Treatment::Plain => {}
                Treatment::Skip => {
                    self.skip(node);
                    return None;
                }
                Treatment::Without(words) => frame.without = words,
                Treatment::Unwrap(words) => frame.unwrap(words),
                Treatment::Whole(canonical) => {
                    self.take_gap(node.start_byte());
                    self.push_as(node.start_byte(), node.end_byte(), canonical.as_bytes());
                    self.read_to = self.read_to.max(node.end_byte());
                    return None;
                }
                Treatment::Space => {
                    self.skip(node);
                    self.mark(SPACE);
                    return None;
                }
                // After a name it is a call; otherwise it may be a tuple of one.
                Treatment::Tuple if !self.follows_name() => frame.bits |= SOLE,
                Treatment::Tuple => {}
                Treatment::Unseparated => frame.is_unseparated = true,
                Treatment::Attribute => frame.attribute = Some(AttributeOwner::Next),
                Treatment::NamedAttribute => frame.attribute = Some(AttributeOwner::Named),
            }
        }
        if bits & BRACKETS != 0 {
            // A call of nothing is a call, and its marks may be lost at the end of a definition.
            // language: `new A()` may lose its parentheses
            if roles.language != Language::Php && n_elements(node) == 0 {
                frame.bits &= !BRACKETS;
                return Some(frame);
            }
            // `memoize def name` says something of the definition, which stays what it is.
            // language: a definition may be the argument of a call
            if roles.language == Language::Ruby
                && node.named_child(0).is_some_and(|first| first.kind() == "method")
            {
                frame.bits &= !(BRACKETS | COMMAS);
                return Some(frame);
            }
            self.take_gap(node.start_byte());
            self.mark(OPENS);
            // Marks stand for the brackets, whichever are written.
            frame.without = BRACKET_WORDS;
        }
        Some(frame)
    }

    /// Whether parentheses could be left out.
    fn is_redundant(&self, roles: &Roles, node: Node<'_>) -> bool {
        let Some(outer) = self.frames.last() else { return false };
        let children = children_of(node);
        let [opening, inner, _] = children.as_slice() else { return false };
        // language: parentheses around one name are only a line break
        let is_atom = roles.language == Language::Python
            && matches!(inner.kind(), "identifier" | "attribute" | "call" | "subscript");
        let is_free = outer.bits & (HOST | PARENS) != 0
            || is_atom
            || roles.drops_all_parens && outer.bits & NEEDS_PARENS == 0;
        if !is_free || !inner.is_named() {
            return false;
        }
        if self.text.get(opening.byte_range()) != Some("(") {
            return false;
        }
        // language: what parentheses mean there besides order
        match roles.language {
            // In parentheses, a call has one value.
            Language::Lua => !matches!(inner.kind(), "function_call" | "vararg_expression"),
            Language::JavaScript | Language::TypeScript | Language::Tsx => {
                let is_chained = matches!(
                    outer.node.kind(),
                    "member_expression" | "call_expression" | "subscript_expression"
                );
                // They end an optional chain.
                let is_chain_end =
                    is_chained && self.text.get(inner.byte_range()).unwrap_or("").contains("?.");
                let is_body = outer.node.kind() == "arrow_function" && inner.kind() == "object";
                inner.kind() != "sequence_expression" && !is_chain_end && !is_body
            }
            _ => true,
        }
    }

    /// Whether the last token is a name.
    fn follows_name(&self) -> bool {
        let word = self.tokens.last().map_or("", |token| token.text(self.text));
        let is_keyword =
            matches!(word, "return" | "break" | "in" | "match" | "if" | "while" | "else" | "move");
        !is_keyword && word.ends_with(|c: char| c.is_alphanumeric() || c == '_')
    }

    /// The definition that an attribute belongs to.
    fn owner(&self, node: Node<'_>) -> AttributeOwner {
        if matches!(node.kind(), "attribute_item") {
            return AttributeOwner::Next;
        }
        let is_part = |frame: &&Frame<'_>| {
            let kind = frame.node.kind();
            kind == "modifiers" || kind.ends_with("declarator")
        };
        match self.frames.iter().rev().find(|frame| !is_part(frame)) {
            Some(frame) if frame.node.kind() != "class_body" => within(frame.node),
            Some(_) | None => AttributeOwner::Next,
        }
    }

    /// Leaves the mark after a child of the innermost node.
    fn finish_child(&mut self, child: Node<'t>) {
        let Some(outer) = self.frames.last_mut() else { return };
        if self.is_skipped || !child.is_named() || child.is_extra() {
            return;
        }
        outer.n_items += 1;
        if outer.bits & ITEMS != 0 {
            self.mark(ITEM_END);
        }
    }

    fn leave(&mut self, frame: &Frame<'t>) {
        let is_sole = frame.bits & SOLE != 0 && frame.n_commas == 1;
        if frame.bits & OPEN_LIST != 0 && !is_sole {
            self.drop_comma(frame.node.id());
        }
        if frame.bits & BRACKETS != 0 {
            self.mark(CLOSES);
        }
        if let Some(end) = frame.end {
            self.mark(end);
        }
    }

    /// Drops the last token if it is a comma of that node that separates nothing.
    fn drop_comma(&mut self, node_id: usize) {
        let Some(last) = self.tokens.len().checked_sub(1) else { return };
        if self.comma != Some((last, node_id)) {
            return;
        }
        let before = last.checked_sub(1).map_or("", |at| self.tokens[at].text(self.text));
        // In `[1, , ]` or `(,)` the comma stands for something that is left out.
        if !matches!(before, "," | "(" | "[" | "{" | "<" | "|") {
            self.tokens.pop();
        }
    }

    /// Takes no token from a node.
    fn skip(&mut self, node: Node<'_>) {
        self.take_gap(node.start_byte());
        self.read_to = self.read_to.max(node.end_byte());
        self.is_skipped = true;
    }

    fn take(&mut self, start: usize, end: usize) {
        self.take_gap(start);
        let token = self.text.as_bytes().get(start..end).unwrap_or_default();
        let blanks = token.len() - token.trim_ascii_end().len();
        if token.len() > blanks {
            self.push(start, end - blanks);
        }
        self.read_to = self.read_to.max(end);
    }

    /// Takes what lies between two nodes: blanks as a rule, or text the grammar has no node for.
    fn take_gap(&mut self, end: usize) {
        let gap = self.text.as_bytes().get(self.read_to..end).unwrap_or_default();
        let before = gap.len() - gap.trim_ascii_start().len();
        let length = gap.trim_ascii().len();
        let is_nothing = |byte: &u8| match byte {
            b';' => self.roles.is_some_and(|roles| roles.drops_semicolons),
            // language: a line goes on behind it
            b'\\' => self.roles.is_some_and(|roles| roles.language == Language::Python),
            byte => byte.is_ascii_whitespace(),
        };
        if length > 0 && !gap.iter().all(is_nothing) {
            self.push(self.read_to + before, self.read_to + before + length);
        }
        self.read_to = self.read_to.max(end);
    }

    fn push(&mut self, start: usize, end: usize) {
        let written = self.text.as_bytes().get(start..end).unwrap_or_default();
        self.push_as(start, end, written);
    }

    /// Pushes a token that is hashed as another text.
    fn push_as(&mut self, start: usize, end: usize, canonical: &[u8]) {
        let bytes = self.text.as_bytes();
        let passed = bytes.get(self.counted_to..start).unwrap_or_default();
        let n_newlines = passed.iter().filter(|byte| **byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(n_newlines).unwrap_or(u32::MAX));
        // Tokens come in order, so each newline is counted once.
        self.counted_to = self.counted_to.max(start);
        self.tokens.push(Token {
            hash: hash_bytes(canonical),
            start_byte: u32::try_from(start).unwrap_or(u32::MAX),
            end_byte: u32::try_from(end).unwrap_or(u32::MAX),
            line: self.line,
            attribute: self.frames.last().and_then(|frame| frame.attribute),
        });
    }

    /// Leaves a mark where the last token ended.
    fn mark(&mut self, hash: u64) {
        if let Some(last) = self.tokens.last().copied() {
            let (at, attribute) =
                (last.end_byte, self.frames.last().and_then(|frame| frame.attribute));
            self.tokens.push(Token {
                hash,
                start_byte: at,
                end_byte: at,
                line: last.line,
                attribute,
            });
        }
    }
}

impl<'t> Frame<'t> {
    fn new(
        node: Node<'t>,
        bits: u32,
        end: Option<u64>,
        attribute: Option<AttributeOwner>,
    ) -> Frame<'t> {
        Frame {
            node,
            bits,
            n_commas: 0,
            n_items: 0,
            without: &[],
            end,
            is_unseparated: false,
            attribute,
        }
    }

    /// Lets only what is inside count, without some words.
    fn unwrap(&mut self, words: &'static [&'static str]) {
        self.without = words;
        self.end = None;
        self.bits &= !ITEMS;
    }
}

/// The mark that the end of a node leaves.
fn end_mark(node: Node<'_>) -> u64 {
    // A mark must differ from a token that is the same word as its node kind.
    hash_bytes(node.kind().as_bytes()).rotate_left(7)
}

fn within(node: Node<'_>) -> AttributeOwner {
    AttributeOwner::Within {
        start_byte: u32::try_from(node.start_byte()).unwrap_or(u32::MAX),
        end_byte: u32::try_from(node.end_byte()).unwrap_or(u32::MAX),
    }
}

/// Whether there is no code in a string.
fn is_literal(roles: &Roles, node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor)
        .all(|child| !child.is_named() || roles.bits(child.kind_id()) & CONTENT != 0)
}
