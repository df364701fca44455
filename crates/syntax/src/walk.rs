//! One walk over a syntax tree, in the order of the text, that gathers a file's facts.
//!
//! At every node the language's [`Table`] says what to do; most nodes want nothing. What is open
//! around the current node stands on two stacks, both ordered by depth: symbols and functions in
//! `opens`, wrappers and prefixes in `marks`. Start at [`Walk::run`]; `definitions` and `references` hold what
//! a language's functions may call.

mod claims;
mod clauses;
mod definitions;
mod exports;
mod locals;
mod marks;
mod nodes;
mod own_fields;
mod owners;
mod references;
mod values;

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rutter_domain::text::truncate;
use rutter_domain::{CallForm, Facts, Import, Reference, Symbol, SymbolKind, Visibility};
use tree_sitter::{Node, Tree};

use crate::comments::Comments;
use crate::fingerprint::{Ready, Tokens};
use crate::rules::Role;
use crate::table::{Action, Table};
use crate::work::{Ended, Work};

use self::claims::Claims;
use self::exports::Exports;
use self::marks::{Mark, What};

pub use definitions::{Definition, head_end, head_end_with};
pub use locals::{Declare, LocalRule, Source, Takes};
pub use nodes::{child_of_kind, fields, head_end_before, last_named_child};
pub use references::place_of;
pub use values::kind_of_member;

const MOST_PROBLEMS: usize = 5;
/// Maximum bytes of a node's text to examine where only its beginning matters.
const HEAD_BYTES: usize = 4000;
/// A file whose facts would take more memory is too complex. The largest of ordinary files, lists of
/// constants of 2 MB, take half of it.
const MOST_FACTS_BYTES: usize = 64 << 20;
/// The caller's wish to stop is looked at after this many nodes.
const NODES_PER_CHECK: u32 = 4096;
/// Typical number of bytes of text for each reference.
const BYTES_PER_REFERENCE: usize = 200;

/// The state of a walk, which a language's functions read and add to.
pub struct Walk<'t> {
    pub text: &'t str,
    /// Names the file exports in a list of their own; they become public at the end.
    pub exported: Exports<'t>,
    /// Where the type ends that a hook has come upon, for languages that write types as they write
    /// expressions.
    pub type_end: usize,
    /// Whether what is imported here is offered to others.
    pub passes_on: bool,
    /// Whether imports are noted that only tests have.
    pub is_for_tests: bool,
    /// The role of the current node, if it is a name. A hook may change it for the nodes inside.
    pub role: Role,
    /// The form of the call that is noted next.
    pub form: CallForm,
    table: &'static Table,
    symbols: Vec<Symbol>,
    references: Vec<Reference>,
    values: values::Values<'t>,
    imports: Vec<Import>,
    problems: Vec<String>,
    /// The nodes around the current one: their kinds and roles.
    around: Vec<(u16, Role)>,
    opens: Vec<Open>,
    marks: Vec<Mark<'t>>,
    depth: u32,
    n_mutes: u32,
    n_prefixes: u32,
    n_of_next: u32,
    /// Where the attributes or decorators before the current node start.
    prefix_start: Option<usize>,
    comments: Comments,
    tokens: Tokens,
    /// The end of the last token or comment.
    read_to: usize,
    claims: Claims,
    /// References and variables by a hash of what they are; a reference has its index.
    seen: HashMap<u64, u32, BuildHasherDefault<Ready>>,
    /// Symbols that are written outside their owners, in order.
    apart: Vec<owners::Apart>,
    type_parameters: Vec<&'t str>,
    clause: Option<clauses::Clause>,
    owners: owners::Owners,
    /// Where the text ends without the blanks at its end, once it was asked for.
    text_end: Option<definitions::End>,
    n_facts_bytes: usize,
    /// Number of symbols that may still be searched for names whose visibility changes.
    visits_left: usize,
    locals: locals::Locals<'t>,
}

/// A symbol or a nameless function around the current node.
pub struct Open {
    depth: u32,
    /// The place in the stack of the innermost one of lesser depth.
    outer: Option<u32>,
    /// The symbol, or the one around it for a nameless function.
    pub symbol: Option<u32>,
    /// `None` for a nameless function.
    pub kind: Option<SymbolKind>,
    pub visibility: Visibility,
    /// Visibility of later members, in languages with sections such as `private:`.
    pub section: Option<Visibility>,
    tokens: Tokens,
    n_type_parameters: usize,
}

impl Open {
    fn new(depth: u32, tokens: Tokens, n_type_parameters: usize) -> Open {
        let visibility = Visibility::Private;
        Open {
            depth,
            outer: None,
            symbol: None,
            kind: None,
            visibility,
            section: None,
            tokens,
            n_type_parameters,
        }
    }
}

/// Whether the walk goes on inside a node.
#[derive(PartialEq, Eq)]
enum Step {
    Into,
    Over,
}

impl<'t> Walk<'t> {
    pub fn new(table: &'static Table, text: &'t str) -> Walk<'t> {
        Walk {
            text,
            exported: Exports::default(),
            type_end: 0,
            passes_on: false,
            is_for_tests: false,
            role: Role::Read,
            form: CallForm::Plain,
            table,
            symbols: Vec::new(),
            references: Vec::with_capacity(text.len() / BYTES_PER_REFERENCE),
            values: values::Values::default(),
            imports: Vec::new(),
            problems: Vec::new(),
            around: Vec::new(),
            opens: Vec::new(),
            marks: Vec::new(),
            depth: 0,
            n_mutes: 0,
            n_prefixes: 0,
            n_of_next: 0,
            prefix_start: None,
            comments: Comments::default(),
            tokens: Tokens::default(),
            read_to: 0,
            claims: Claims::default(),
            seen: HashMap::with_capacity_and_hasher(
                text.len() / BYTES_PER_REFERENCE,
                BuildHasherDefault::default(),
            ),
            apart: Vec::new(),
            type_parameters: Vec::new(),
            clause: None,
            owners: owners::Owners::default(),
            text_end: None,
            n_facts_bytes: 0,
            visits_left: clauses::MOST_VISITS,
            locals: locals::Locals::default(),
        }
    }

    /// Walks the whole tree. The facts have no chunks yet.
    pub(crate) fn run(mut self, tree: &'t Tree, work: &Work<'_>) -> Result<Facts, Ended> {
        let has_errors = tree.root_node().has_error();
        let mut cursor = tree.walk();
        let mut n_nodes = 0u32;
        // How many siblings of each node around the current one, and of itself, are still to come. To ask the cursor
        // for one that is not there costs as much as for one that is.
        let mut n_siblings: Vec<usize> = vec![0];
        loop {
            n_nodes = n_nodes.wrapping_add(1);
            if n_nodes.is_multiple_of(NODES_PER_CHECK) {
                work.check()?;
            }
            let node = cursor.node();
            self.role = self.role_at(&cursor);
            let kind_id = node.kind_id();
            if self.enter(node, kind_id) == Step::Into {
                let n_children = node.child_count();
                if n_children > 0 && cursor.goto_first_child() {
                    n_siblings.push(n_children as usize - 1);
                    self.around.push((kind_id, self.role));
                    self.depth += 1;
                    continue;
                }
                // To ask each node whether it is missing costs time that a text without errors need
                // not spend.
                if has_errors && node.is_missing() {
                    self.note_problem(node, "syntax error");
                }
                self.take_token(node.start_byte(), node.end_byte());
            }
            loop {
                self.leave();
                if let Some(n_left) = n_siblings.last_mut().filter(|n_left| **n_left > 0)
                    && cursor.goto_next_sibling()
                {
                    *n_left -= 1;
                    break;
                }
                n_siblings.pop();
                if !cursor.goto_parent() {
                    return self.finish();
                }
                if self.n_facts_bytes > MOST_FACTS_BYTES {
                    return Err(Ended::TooComplex);
                }
                self.around.pop();
                self.depth -= 1;
            }
        }
    }

    /// The text of a node.
    pub fn text_of(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// The child of a node in the field of this name, found faster than by the grammar's own search for the name.
    pub fn child(&self, node: Node<'t>, field: &str) -> Option<Node<'t>> {
        self.table.child(node, field)
    }

    /// The first few thousand bytes of the text of a node. Nodes lie in one another, so that a look
    /// at the whole text of each would cost the square of a file's length.
    pub fn head_of(&self, node: Node<'_>) -> &'t str {
        truncate(self.text_of(node), HEAD_BYTES)
    }

    /// The innermost symbol or nameless function around the current node.
    pub fn container(&self) -> Option<&Open> {
        self.opens.get(self.container_place()? as usize)
    }

    /// Symbols opened at the same node are siblings, any number of them, so that the one
    /// around them is not looked for one by one.
    fn container_place(&self) -> Option<u32> {
        let mut place = (self.opens.len() as u32).checked_sub(1);
        while let Some(open) = place.and_then(|place| self.opens.get(place as usize)) {
            if open.depth < self.depth {
                break;
            }
            place = open.outer;
        }
        place
    }

    fn push_open(&mut self, open: Open) {
        let outer = self.container_place();
        self.open_names(&open);
        self.opens.push(Open { outer, ..open });
    }

    /// Makes room for a fact of `n_bytes`; false when the file has too many facts already, which
    /// ends the walk.
    fn reserve(&mut self, n_bytes: usize) -> bool {
        self.n_facts_bytes = self.n_facts_bytes.saturating_add(n_bytes);
        // Each kind of fact asks, so that none of them can fill the memory alone.
        self.n_facts_bytes <= MOST_FACTS_BYTES
    }

    /// The kind of the innermost symbol, when no nameless function lies between.
    pub fn container_kind(&self) -> Option<SymbolKind> {
        self.container().and_then(|open| open.kind)
    }

    /// Whether what is declared here is a member of a type. An alias has none: what its type declares is
    /// not its own.
    pub fn is_in_type(&self) -> bool {
        use SymbolKind::{
            Class, Enum, EnumMember, Implementation, Interface, Struct, Trait, Union,
        };
        matches!(
            self.container_kind(),
            Some(Class | Struct | Union | Enum | EnumMember | Interface | Trait | Implementation)
        )
    }

    /// The grammar's word for what the innermost symbol is made from.
    pub fn container_node_kind(&self) -> &str {
        let id = self.container().and_then(|open| open.symbol);
        id.and_then(|id| self.symbols.get(id as usize)).map_or("", |symbol| &symbol.node_kind)
    }

    /// Whether what is assigned here is local to a function.
    pub fn is_in_function(&self) -> bool {
        self.container().is_some_and(|open| open.kind.is_none_or(is_function))
    }

    /// Whether the current node is inside an attribute or decorator.
    pub fn is_in_prefix(&self) -> bool {
        self.n_prefixes > 0
    }

    /// Takes the current node for a function without a name.
    pub fn open_function(&mut self) {
        self.push_open(Open {
            symbol: self.opens.last().and_then(|open| open.symbol),
            ..Open::new(self.depth, self.tokens, self.type_parameters.len())
        });
    }

    fn enter(&mut self, node: Node<'t>, kind_id: u16) -> Step {
        match self.table.action(kind_id) {
            Action::None => {}
            Action::Comment => {
                self.take_comment(node);
                return Step::Over;
            }
            Action::Error => self.note_problem(node, "syntax error"),
            // Comments and errors are noted even where nothing else is looked at.
            _ if self.n_mutes > 0 => {}
            Action::Define(define) => self.define(node, define),
            Action::Call(field) => {
                if let Some(target) = field.of(node) {
                    self.add_call(node, target);
                }
            }
            Action::Refer(kind) => self.add_reference(kind, node),
            Action::ReferIn(kind, field) => {
                if let Some(named) = field.of(node) {
                    self.add_reference(kind, named);
                }
            }
            Action::Value => self.add_value(node),
            Action::ReferEach(kind) => self.add_references(kind, node),
            Action::TypeParameter(field) => {
                if let Some(name) = field.of(node) {
                    self.type_parameter(name);
                }
            }
            Action::Function => self.open_function(),
            Action::Wrap(head) => self.wrap(node, head),
            Action::Prefix => self.open_prefix(node),
            Action::PrefixHook(hook) => {
                self.open_prefix(node);
                hook(self, node);
            }
            Action::Mute => self.mute(),
            Action::Hook(hook) => hook(self, node),
        }
        if let Some(rule) = self.table.local_rule(kind_id)
            && self.n_mutes == 0
        {
            self.read_locals(node, rule);
        }
        Step::Into
    }

    /// Closes what ends with the current node.
    fn leave(&mut self) {
        self.locals.leave(self.depth);
        while self.marks.last().is_some_and(|mark| mark.depth == self.depth) {
            match self.marks.pop().map(|mark| mark.what) {
                Some(What::Prefix { end }) => {
                    self.n_prefixes -= 1;
                    self.comments.reach_past(end);
                }
                Some(What::Mute) => self.n_mutes -= 1,
                Some(What::OfNext) => self.n_of_next -= 1,
                Some(What::Wrap { n_type_parameters, .. }) => {
                    self.type_parameters.truncate(n_type_parameters);
                }
                None => {}
            }
        }
        while self.opens.last().is_some_and(|open| open.depth == self.depth) {
            let Some(open) = self.opens.pop() else { return };
            self.type_parameters.truncate(open.n_type_parameters);
            self.close(&open);
        }
    }

    fn take_token(&mut self, start: usize, end: usize) {
        if start > self.read_to {
            self.take_gap(start);
        }
        let token = self.text.as_bytes().get(start..end).unwrap_or_default();
        let token = match token {
            // Some grammars let a token take the end of its line; how that is written must not
            // count.
            [.., b'\n' | b'\r'] => token.trim_ascii_end(),
            _ => token,
        };
        if token.is_empty() {
            return;
        }
        self.tokens.push(token);
        self.read_to = end;
        if self.n_prefixes == 0 {
            self.prefix_start = None;
            self.comments.clear();
        }
    }

    /// Takes what lies between two nodes: blanks as a rule, or text the grammar has no node for.
    fn take_gap(&mut self, end: usize) {
        let gap = self.text.as_bytes().get(self.read_to..end).unwrap_or_default();
        if gap.iter().any(|byte| !byte.is_ascii_whitespace()) {
            self.tokens.push(gap.trim_ascii());
        }
        self.read_to = end;
    }

    fn take_comment(&mut self, node: Node<'t>) {
        let (start, end) = (node.start_byte(), node.end_byte());
        let comment = self.text_of(node).trim_end();
        let is_after_code = !self.comments.is_pending() && self.is_after_code(start);
        if start > self.read_to {
            self.take_gap(start);
        }
        self.read_to = end;
        // It tells the system what runs the file, and describes nothing.
        let is_shebang = start == 0 && comment.starts_with("#!");
        if is_shebang || self.describe_before(comment) || self.n_prefixes > 0 || is_after_code {
            return;
        }
        if self.table.rules.inner_comment_marks.iter().any(|mark| comment.starts_with(mark)) {
            self.describe_container(comment);
        } else {
            self.comments.add(self.text, start, start + comment.len());
        }
    }

    /// Whether there is code before `start` on the same line. A line of any length is looked at only
    /// so far back.
    fn is_after_code(&self, start: usize) -> bool {
        let before = self.text.as_bytes().get(start.saturating_sub(500)..start).unwrap_or_default();
        before
            .iter()
            .rev()
            .take_while(|byte| **byte != b'\n')
            .any(|byte| !byte.is_ascii_whitespace())
    }

    fn note_problem(&mut self, node: Node<'t>, problem: &str) {
        if self.problems.len() >= MOST_PROBLEMS {
            return;
        }
        let problem = format!("{}: {problem}", node.start_position().row + 1);
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    fn finish(mut self) -> Result<Facts, Ended> {
        if self.n_facts_bytes > MOST_FACTS_BYTES {
            return Err(Ended::TooComplex);
        }
        self.settle_owners();
        self.settle_values();
        if !self.exported.is_empty() {
            self.publish_exported();
        }
        let renamed_exports = self.finish_renamed_exports();
        let locals = self.finish_locals();
        Ok(Facts {
            locals,
            symbols: self.symbols,
            references: self.references,
            imports: self.imports,
            renamed_exports,
            problems: self.problems,
            ..Facts::empty(self.table.rules.language)
        })
    }
}

/// Whether what is assigned inside is local.
fn is_function(kind: SymbolKind) -> bool {
    use SymbolKind::{Constructor, Function, Method, Test};
    matches!(kind, Function | Method | Constructor | Test)
}
