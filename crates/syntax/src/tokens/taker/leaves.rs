//! Takes what is one token: words, signs and literals, in their canonical form.

use rutter_domain::Language;
use tree_sitter::{Node, TreeCursor};

use super::super::AttributeOwner;
use super::super::literals::{
    bare_key, canonical_content, canonical_number, canonical_start, canonical_string,
};
use super::super::roles::{
    ANY_CASE, ATTRIBUTE, BLANKS, COMMAS, KEYED, Roles, SEMICOLONS, SOLE, STRING,
};
use super::{SPACE, Taker};

impl<'t> Taker<'t> {
    pub(super) fn take_string(&mut self, roles: &Roles, node: Node<'t>, cursor: &TreeCursor<'t>) {
        let (start, end) = (node.start_byte(), node.end_byte());
        let text = self.text;
        let literal = text.get(start..end).unwrap_or("");
        let is_key = self.frames.last().is_some_and(|outer| outer.bits & KEYED != 0)
            && matches!(cursor.field_name(), Some("key" | "name" | "property"));
        self.take_gap(start);
        match bare_key(literal).filter(|_| is_key) {
            Some(name) => self.push_as(start, end, name.as_bytes()),
            None => {
                let canonical = canonical_string(roles.quotes, literal);
                self.push_as(start, end, canonical.as_bytes());
            }
        }
        self.read_to = self.read_to.max(end);
    }

    pub(super) fn take_leaf(&mut self, roles: &Roles, node: Node<'t>, bits: u32) {
        let (start, end) = (node.start_byte(), node.end_byte());
        let text = self.text;
        let written = text.get(start..end).unwrap_or("");
        let Some(outer) = self.frames.last_mut() else { return self.take(start, end) };
        if outer.bits & STRING != 0 {
            return self.take_string_part(roles, node, written);
        }
        let separator = match written {
            // language: fields of a table end with either
            ";" if outer.bits & SEMICOLONS != 0 && roles.language == Language::Lua => ",",
            other => other,
        };
        if separator == "," {
            outer.n_commas += 1;
        }
        let is_unseparated = outer.is_unseparated && matches!(written, "," | ";");
        let is_optional = written == ";" && roles.drops_semicolons && outer.bits & SEMICOLONS == 0;
        let is_dropped = outer.without.contains(&written) && !node.is_named()
            || is_unseparated
            || is_optional
            || node.is_extra() && written.trim_ascii() == "\\";
        let closes = matches!(written, ")" | "]" | "}" | ">" | "|");
        let outer_id = outer.node.id();
        let is_sole = outer.bits & SOLE != 0 && outer.n_commas == 1;
        let has_commas = outer.bits & COMMAS != 0;
        if closes && has_commas && !is_sole {
            self.drop_comma(outer_id);
        }
        if is_dropped {
            return self.skip(node);
        }
        if separator == "," {
            self.take_gap(start);
            self.comma = Some((self.tokens.len(), outer_id));
            self.push_as(start, end, b",");
            self.read_to = self.read_to.max(end);
            return;
        }
        // language: the head of a template stands before its definition
        if bits & ATTRIBUTE != 0 || roles.language == Language::Cpp && written == "template" {
            return self.take_attribute(roles, node, bits);
        }
        if node.kind() == "jsx_text" {
            return self.take_tag_text(start, end);
        }
        if let Some(canonical) = self.sign_in(roles.language, node, written) {
            self.take_gap(start);
            self.push_as(start, end, canonical.as_bytes());
            self.read_to = self.read_to.max(end);
            return;
        }
        match canonical_leaf(roles, bits, written) {
            Some(canonical) if !written.trim_ascii().is_empty() => {
                self.take_gap(start);
                self.push_as(start, end, canonical.as_bytes());
                self.read_to = self.read_to.max(end);
            }
            Some(_) | None => self.take(start, end),
        }
    }

    /// Another way to write a sign, which depends on the node around it.
    fn sign_in<'a>(&self, language: Language, node: Node<'t>, written: &'a str) -> Option<&'a str> {
        let outer = self.frames.last()?.node;
        let is_first = node.start_byte() == outer.start_byte();
        // language: each has its own second spelling
        match language {
            // `:name => 1` is `name: 1`.
            Language::Ruby if outer.kind() == "pair" => {
                let key = outer.child(0).filter(|key| key.kind() == "simple_symbol")?;
                match written {
                    "=>" => Some(":"),
                    name if node == key => name.strip_prefix(':'),
                    _ => None,
                }
            }
            Language::Bash if written == "`" && outer.kind() == "command_substitution" => {
                Some(if is_first { "$(" } else { ")" })
            }
            _ => None,
        }
    }

    /// Takes an attribute that is one token.
    fn take_attribute(&mut self, roles: &Roles, node: Node<'t>, bits: u32) {
        // language: a pragma names what it is about
        let owner = match roles.language {
            Language::Haskell => AttributeOwner::Named,
            _ => self.owner(node),
        };
        let n_before = self.tokens.len();
        let (start, end) = (node.start_byte(), node.end_byte());
        let written = self.text.get(start..end).unwrap_or("");
        self.take_gap(start);
        match canonical_leaf(roles, bits, written) {
            Some(canonical) => self.push_as(start, end, canonical.as_bytes()),
            None => self.push(start, end),
        }
        self.read_to = self.read_to.max(end);
        for token in &mut self.tokens[n_before..] {
            token.attribute = Some(owner);
        }
    }

    /// Takes a piece of a string with code in it: every blank counts.
    fn take_string_part(&mut self, roles: &Roles, node: Node<'t>, written: &str) {
        let (start, end) = (node.start_byte(), node.end_byte());
        // Some grammars have no node for the plain text between two interpolations.
        if self.read_to < start {
            self.push(self.read_to, start);
        }
        if start < end {
            let canonical = match node.kind() {
                "string_start" => canonical_start(roles.quotes, written),
                "string_end" => "\"".into(),
                _ => canonical_content(roles.quotes, written),
            };
            self.push_as(start, end, canonical.as_bytes());
        }
        self.read_to = self.read_to.max(end);
    }

    /// Takes the text between tags, in which blanks with a line's end mean nothing.
    fn take_tag_text(&mut self, start: usize, end: usize) {
        self.take_gap(start);
        let written = self.text.get(start..end).unwrap_or("");
        let words: Vec<&str> = written.split_whitespace().collect();
        let is_space = |blanks: &str| !blanks.is_empty() && !blanks.contains('\n');
        let n_before = written.len() - written.trim_start().len();
        let n_after = written.len() - written.trim_end().len();
        if is_space(&written[..n_before]) {
            self.mark(SPACE);
        }
        if !words.is_empty() {
            self.push_as(start + n_before, end - n_after, words.join(" ").as_bytes());
            if is_space(&written[written.len() - n_after..]) {
                self.mark(SPACE);
            }
        }
        self.read_to = self.read_to.max(end);
    }
}

/// Another way to write a token that is not in a string.
fn canonical_leaf(roles: &Roles, bits: u32, written: &str) -> Option<String> {
    let mut bytes = written.bytes();
    let first = bytes.next()?;
    if first.is_ascii_digit() || first == b'.' && bytes.next().is_some_and(|b| b.is_ascii_digit()) {
        return Some(canonical_number(roles.language, written).into_owned());
    }
    if bits & ANY_CASE != 0 {
        return Some(written.to_ascii_lowercase());
    }
    if bits & BLANKS != 0 {
        // Blanks in quotes count.
        let mut plain = String::with_capacity(written.len());
        for (at, piece) in written.split('"').enumerate() {
            if at > 0 {
                plain.push('"');
            }
            match at % 2 {
                0 => {
                    let words = piece.split_whitespace().filter(|word| *word != "\\");
                    plain.push_str(&words.collect::<Vec<_>>().join(" "));
                }
                _ => plain.push_str(piece),
            }
        }
        return Some(plain);
    }
    None
}
