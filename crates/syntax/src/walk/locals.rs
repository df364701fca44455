//! Variables and parameters of functions, and what the text says about their types.
//!
//! A language's rows of [`LocalRule`] say which nodes declare names and which end their scope. A
//! declaration is kept as nodes until the end of the walk: only names that are called, or that have
//! a member used, become [`Local`]s, and only for them is the origin put into words. The members
//! that a method assigns to its own object are kept with them, as `self.name`, the parameters that a
//! type or function of Rust has for types, with their bounds, as `<T>`, the types of parameters of
//! TypeScript that may be functions, by their places, as `(0)`, what a function yields without saying so
//! in its signature, as `return`, and the package of a file of Go, as `package`.

mod handed;
mod origins;
mod paths;
mod patterns;
mod returned;
mod used_names;

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rutter_domain::{Local, LocalOrigin};
use tree_sitter::Node;

use self::handed::HandedPlace;
use self::used_names::UsedNames;
use super::{Ready, Walk, is_function};
use crate::fingerprint::hash_bytes;

/// Memory of a local besides its text.
const LOCAL_BYTES: usize = 100;
/// Maximum number of symbols around a use to examine.
const MOST_LEVELS: usize = 32;
/// Maximum number of declarations of one name to search for the one in scope.
const MOST_NAMESAKES: usize = 64;

/// Stands for the package of a file; a keyword, so that no variable has this name.
const PACKAGE: &str = "package";

/// The places of the members of a tuple and of parameters whose types are noted.
const PLACES: [&str; 6] = ["0", "1", "2", "3", "4", "5"];

/// How a node affects local names.
#[derive(Clone, Copy)]
pub enum LocalRule {
    /// Names that are declared inside end with it.
    Scope,
    /// It declares names.
    Declare(Declare),
    /// It is a scope, and declares names in it.
    ScopeAndDeclare(Declare),
    /// None of the above, or several.
    Hook(LocalHook),
    /// A scope for which a function does the rest.
    ScopeAndHook(LocalHook),
}

pub type LocalHook = for<'t> fn(&mut Walk<'t>, Node<'t>);

/// Which children of a node hold a declaration's parts; `""` for none.
#[derive(Clone, Copy)]
pub struct Declare {
    pub names: &'static str,
    pub written: &'static str,
    pub value: &'static str,
    pub takes: Takes,
}

/// The part of its initial value that a name takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// The value itself.
    Whole,
    /// Its elements, one after the other.
    Elements,
    /// One element of it after the other, or what it holds.
    Each,
    /// The result of entering it as a context.
    Entered,
    /// Its content if it is not empty or an error.
    Unwrapped,
    /// The result of this number, from 0, of a call that yields several.
    Result(u8),
}

/// The part of a value that a pattern takes.
#[derive(Clone, Copy)]
pub enum Part<'t> {
    At(u8),
    Named(Node<'t>),
}

/// Where the type of a local may be read from.
#[derive(Clone, Copy)]
pub enum Source<'t> {
    Unknown,
    Written(Node<'t>),
    /// A parameter that takes any number of values, with its type.
    Variadic(Node<'t>),
    /// A part of what this path makes, by its place or name.
    Part(Node<'t>, Part<'t>),
    Value(Node<'t>, Takes),
    /// An argument that this call passes to the function it is given.
    Handed(Node<'t>, HandedPlace),
    /// The type of the parameter with this number in a written function type.
    Annotated(Node<'t>, Option<Node<'t>>, u8),
}

/// A declaration, before it is known whether it matters.
#[derive(Clone, Copy)]
struct Draft<'t> {
    name: &'t str,
    of: DraftOf,
    owner: Option<u32>,
    start_row: u32,
    start_column: u32,
    end_row: u32,
    scope: ScopeId,
    source: Source<'t>,
    /// The declaration of the same name before it, plus one.
    before: u32,
}

impl<'t> Draft<'t> {
    /// A draft that is not a variable: it holds for its owner, in whatever scope.
    fn at(
        row: u32,
        name: &'t str,
        of: DraftOf,
        owner: Option<u32>,
        source: Source<'t>,
    ) -> Draft<'t> {
        let (scope, end_row) = (ScopeId::NONE, row);
        Draft {
            name,
            of,
            owner,
            start_row: row,
            start_column: 0,
            end_row,
            scope,
            source,
            before: 0,
        }
    }
}

/// The kind of thing that a declaration declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DraftOf {
    Variable,
    /// A member that a method assigns to its own object.
    Member,
    /// A type parameter.
    TypeParameter,
    /// A parameter of a function, by its place: a function that is handed over for it has its type.
    Parameter,
    /// The result of a function.
    Returned,
    /// The package of the file.
    Package,
}

/// A place in the stack of scopes, and which of those that were there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ScopeId {
    place: u32,
    serial: u32,
}

impl ScopeId {
    const NONE: ScopeId = ScopeId { place: u32::MAX, serial: 0 };
}

struct Scope<'t> {
    depth: u32,
    end_row: u32,
    serial: u32,
    /// The value that the cases inside match.
    subject: Option<Node<'t>>,
}

/// The declarations of a file.
#[derive(Default)]
pub(super) struct Locals<'t> {
    drafts: Vec<Draft<'t>>,
    scopes: Vec<Scope<'t>>,
    n_scopes: u32,
    handed: handed::HandedFunctions<'t>,
    /// The last declaration of each name, plus one, by the hash of the name.
    latest: HashMap<u64, u32, BuildHasherDefault<Ready>>,
}

impl Locals<'_> {
    pub(super) fn leave(&mut self, depth: u32) {
        while self.scopes.last().is_some_and(|scope| scope.depth == depth) {
            self.scopes.pop();
        }
    }

    /// The declaration that a name means here; `None` if it is not local.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        let mut next = *self.latest.get(&hash_bytes(name.as_bytes()))?;
        // A file may declare the same name thousands of times.
        for _ in 0..MOST_NAMESAKES {
            let place = next.checked_sub(1)?;
            let draft = self.drafts.get(place as usize)?;
            // A place in the stack is used again by later scopes; the serial tells them apart.
            let is_open = match self.scopes.get(draft.scope.place as usize) {
                Some(scope) => scope.serial == draft.scope.serial,
                None => draft.scope.serial == 0,
            };
            if is_open && draft.name == name && draft.of == DraftOf::Variable {
                return Some(place);
            }
            next = draft.before;
        }
        None
    }
}

impl<'t> Walk<'t> {
    pub(super) fn read_locals(&mut self, node: Node<'t>, rule: LocalRule) {
        match rule {
            LocalRule::Scope => self.open_scope(node),
            LocalRule::Declare(declare) => self.read_declaration(node, declare),
            LocalRule::ScopeAndDeclare(declare) => {
                self.open_scope(node);
                self.read_declaration(node, declare);
            }
            LocalRule::Hook(hook) => hook(self, node),
            LocalRule::ScopeAndHook(hook) => {
                self.open_scope(node);
                hook(self, node);
            }
        }
    }

    fn open_scope(&mut self, node: Node<'t>) {
        self.locals.n_scopes += 1;
        self.locals.scopes.push(Scope {
            depth: self.depth,
            end_row: node.end_position().row as u32,
            serial: self.locals.n_scopes,
            subject: None,
        });
    }

    fn read_declaration(&mut self, node: Node<'t>, declare: Declare) {
        let child = |field: &str| (!field.is_empty()).then(|| self.child(node, field))?;
        let source = match (child(declare.written), child(declare.value)) {
            (Some(written), value) if self.is_inferred(written) => match value {
                Some(value) => Source::Value(value, declare.takes),
                None => Source::Unknown,
            },
            (Some(written), _) => Source::Written(written),
            (None, Some(value)) => Source::Value(value, declare.takes),
            (None, None) => Source::Unknown,
        };
        let mut cursor = node.walk();
        let patterns: Vec<Node<'t>> = match declare.names {
            "" => node.named_child(0).into_iter().collect(),
            names => node.children_by_field_name(names, &mut cursor).collect(),
        };
        for pattern in patterns.into_iter().filter(Node::is_named) {
            self.declare(pattern, source);
        }
    }

    /// Whether a written type only says that the type is that of the value.
    fn is_inferred(&self, written: Node<'t>) -> bool {
        matches!(self.text_of(written), "var" | "auto" | "val" | "_" | "let")
    }

    /// Sets the value that the cases in the innermost scope match.
    pub fn set_subject(&mut self, subject: Node<'t>) {
        if let Some(scope) = self.locals.scopes.last_mut() {
            scope.subject = Some(subject);
        }
    }

    /// The value that the innermost cases around the current node match.
    pub fn subject(&self) -> Option<Node<'t>> {
        self.locals.scopes.iter().rev().take(MOST_LEVELS).find_map(|scope| scope.subject)
    }

    /// Declares one name in the innermost scope.
    pub fn declare_name(&mut self, name: Node<'t>, source: Source<'t>) {
        self.declare_from(name, source, name.start_position().row as u32);
    }

    /// Declares one name from a row on to the end of the innermost scope.
    pub fn declare_from(&mut self, name: Node<'t>, source: Source<'t>, start_row: u32) {
        let text = self.text_of(name);
        // Outside of functions a name is a symbol and not a local.
        let is_inside = self.opens.iter().rev().any(|open| open.kind.is_none_or(is_function));
        if !is_inside
            || matches!(text, "self" | "cls" | "this" | "_" | "")
            || self.is_function_just_opened(text)
        {
            return;
        }
        let scopes = &self.locals.scopes;
        let scope = match scopes.last() {
            Some(scope) => ScopeId { place: scopes.len() as u32 - 1, serial: scope.serial },
            None => ScopeId::NONE,
        };
        self.push_draft(Draft {
            name: text,
            of: DraftOf::Variable,
            owner: self.function_around(),
            start_row,
            start_column: name.start_position().column as u32 + 1,
            end_row: scopes.last().map_or(u32::MAX - 1, |scope| scope.end_row),
            scope,
            source,
            before: 0,
        });
    }

    /// Whether the current node defines a function or type of this name: it is a symbol.
    fn is_function_just_opened(&self, name: &str) -> bool {
        let Some(open) = self.opens.last().filter(|open| open.depth == self.depth) else {
            return false;
        };
        let symbol = open.symbol.and_then(|id| self.symbols.get(id as usize));
        let is_defined = open.kind.is_some_and(|kind| kind.is_callable() || kind.is_type());
        is_defined && symbol.is_some_and(|symbol| symbol.name == name)
    }

    /// The symbol of the innermost function; a parameter may itself be a symbol.
    fn function_around(&self) -> Option<u32> {
        let mut opens = self.opens.iter().rev();
        opens.find(|open| open.kind.is_none_or(is_function)).and_then(|open| open.symbol)
    }

    /// Notes the package of a Go file: a folder may hold several.
    pub fn declare_package(&mut self, name: Node<'t>) {
        let row = name.start_position().row as u32;
        let source = Source::Written(name);
        self.push_draft(Draft::at(row, PACKAGE, DraftOf::Package, None, source));
    }

    /// Notes the type of a member that has a place and no name.
    pub fn declare_place(&mut self, index: usize, written: Node<'t>) {
        let owner = self.opens.last().and_then(|open| open.symbol);
        self.push_place(index, written, owner, DraftOf::Member);
    }

    fn push_place(&mut self, index: usize, written: Node<'t>, owner: Option<u32>, of: DraftOf) {
        let Some(name) = PLACES.get(index) else { return };
        let row = written.start_position().row as u32;
        self.push_draft(Draft::at(row, name, of, owner, Source::Written(written)));
    }

    /// Notes a type parameter of the current symbol, with its bounds.
    pub fn declare_type_parameter(&mut self, name: &'t str, bounds: Source<'t>) {
        let Some(owner) = self.opens.last().and_then(|open| open.symbol) else { return };
        let first = self.symbols.get(owner as usize).map_or(0, |symbol| symbol.span.start_line);
        let row = first.saturating_sub(1);
        self.push_draft(Draft::at(row, name, DraftOf::TypeParameter, Some(owner), bounds));
    }

    /// Notes what a method assigns to a member of its own object.
    pub fn declare_member(&mut self, name: Node<'t>, source: Source<'t>) {
        let row = name.start_position().row as u32;
        let (name, owner) = (self.text_of(name), self.function_around());
        self.push_draft(Draft::at(row, name, DraftOf::Member, owner, source));
    }

    /// Whether a name means a local whose type is written.
    pub fn has_written_type(&self, name: &str) -> bool {
        let draft = self.locals.find(name).and_then(|at| self.locals.drafts.get(at as usize));
        draft.is_some_and(|draft| matches!(draft.source, Source::Written(_)))
    }

    /// Gives a variable that was declared without a value its first one.
    pub fn assign_name(&mut self, name: Node<'t>, value: Node<'t>) {
        let Some(place) = self.locals.find(self.text_of(name)) else { return };
        let Some(draft) = self.locals.drafts.get(place as usize).copied() else { return };
        if matches!(draft.source, Source::Unknown) {
            let start_row = name.start_position().row as u32;
            let source = Source::Value(value, Takes::Whole);
            self.push_draft(Draft { start_row, source, ..draft });
        }
    }

    fn push_draft(&mut self, draft: Draft<'t>) {
        if !self.reserve(LOCAL_BYTES) {
            return;
        }
        let Locals { drafts, latest, .. } = &mut self.locals;
        let last = latest.entry(hash_bytes(draft.name.as_bytes())).or_insert(0);
        // The declarations of a name are a list from the last to the first, which a search follows.
        drafts.push(Draft { before: *last, ..draft });
        *last = drafts.len() as u32;
    }

    /// The locals that matter: those that are called or have a member used, and those that
    /// these take their value from.
    pub(super) fn finish_locals(&mut self) -> Vec<Local> {
        if self.locals.drafts.is_empty() {
            return Vec::new();
        }
        let mut used = UsedNames::of(&self.symbols, &self.references);
        let drafts = std::mem::take(&mut self.locals.drafts);
        let mut kept = Vec::new();
        // A name takes its value from one before it, which is kept only if this one is.
        for draft in drafts.iter().rev() {
            // A local that is never called and has no member in use is no receiver whose type
            // matters.
            if draft.of == DraftOf::Variable && !used.contains(draft.owner, draft.name) {
                continue;
            }
            let origin = self.origin_of(draft.source);
            let is_named = matches!(draft.of, DraftOf::Variable | DraftOf::TypeParameter);
            if !is_named && origin == LocalOrigin::Unknown {
                continue;
            }
            if let LocalOrigin::Call(path)
            | LocalOrigin::Value(path)
            | LocalOrigin::Element(path)
            | LocalOrigin::Handed(path) = &origin
            {
                used.add(&self.symbols, draft.owner, head_of(path));
            }
            let name = match draft.of {
                DraftOf::Variable | DraftOf::Package | DraftOf::Returned => draft.name.to_string(),
                DraftOf::Member => ["self.", draft.name].concat(),
                DraftOf::TypeParameter => ["<", draft.name, ">"].concat(),
                DraftOf::Parameter => ["(", draft.name, ")"].concat(),
            };
            // What is called before the name of a closure's parameter is not the parameter.
            let start_line = draft.start_row + 1 + u32::from(used.is_called_before(draft));
            let end_line = draft.end_row.saturating_add(1);
            if start_line <= end_line {
                kept.push(Local { name, owner: draft.owner, start_line, end_line, origin });
            }
        }
        // The sort by line is stable, so that names of one line stay in their order.
        kept.reverse();
        kept.sort_by_key(|local| local.start_line);
        kept
    }
}

/// The name that a path starts with.
pub(super) fn head_of(path: &str) -> &str {
    let path = path.trim_start_matches(['&', '*', '(', ' ']);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '@');
    &path[..path.find(|c| !is_part(c)).unwrap_or(path.len())]
}

#[cfg(test)]
mod tests;
