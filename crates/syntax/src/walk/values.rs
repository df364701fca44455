//! Reads and writes: fields, constants, enum members, and functions that are handed over.
//!
//! A member (`x.f`) is noted at once. A bare name may be a variable of a function around it,
//! which is no fact; as it may be bound after it is used, bare names wait until their function ends and
//! are then dropped if it binds them, or wait on with the function around. The scopes form a stack beside
//! the walk's `opens`. Start at [`Walk::add_value`].

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use rutter_domain::{CallForm, Place, Reference, ReferenceKind};
use tree_sitter::{Node, TreeCursor};

use super::references::{Before, Found, place_of};
use super::{Open, Ready, Walk};
use crate::fingerprint::hash_bytes;
use crate::profile::{Body, Route};
use crate::rules::Role;
use crate::table::FieldRoles;

/// Functions nested deeper share the scope of the last one, so that names are not looked at again and
/// again.
const MOST_SCOPES: usize = 32;

/// Maximum number of names bound further out that one function may assign.
const MOST_OUTER: usize = 200;

/// Maximum number of symbols to remember for one function.
const MOST_DEFINED: usize = 64;

/// Rust names that need no import.
const RUST_WORDS: &[&str] = &[
    "None", "Some", "Ok", "Err", "Vec", "Box", "String", "Option", "Result", "Default", "Debug",
    "Clone", "Copy", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash", "derive", "cfg", "cfg_attr",
    "allow", "deny", "expect", "warn", "test", "inline", "must_use", "repr", "doc", "deprecated",
    "ignore", "macro_export", "macro_use", "non_exhaustive", "cold", "track_caller", "feature",
];

type Hashes = HashSet<u64, BuildHasherDefault<Ready>>;

/// The reads and writes of a file, as far as they are known.
#[derive(Default)]
pub(super) struct Values<'t> {
    pub references: Vec<Reference>,
    /// Bare names in order of the text; they may yet be variables of a function.
    bare: Vec<Bare<'t>>,
    /// Bare names of symbols that a function around them defines.
    settled: Vec<Bare<'t>>,
    scopes: Vec<Scope>,
    /// Number of open scopes beyond [`MOST_SCOPES`].
    n_deeper: usize,
    /// Hashes of the names that are bound outside functions.
    bound: Vec<u64>,
}

struct Bare<'t> {
    kind: ReferenceKind,
    name: &'t str,
    hash: u64,
    from: Option<u32>,
    place: Place,
}

/// A function, or a variable whose value may hold variables of its own.
#[derive(Default)]
struct Scope {
    n_bare: usize,
    /// Hashes of the names that are bound in it.
    bound: Vec<u64>,
    /// Hashes of the names that are assigned in it and bound further out.
    outer: Vec<u64>,
    /// Hashes of the names of symbols that are defined in it.
    defined: Vec<u64>,
}

impl<'t> Walk<'t> {
    /// The role of the current node, which the table gives by its parent and field.
    pub(super) fn role_at(&self, cursor: &TreeCursor<'t>) -> Role {
        let Some((kind, outer)) = self.around.last() else { return Role::Read };
        let role = match self.table.roles(*kind) {
            FieldRoles::All(role) => *role,
            FieldRoles::By(fields, other) => {
                let field = cursor.field_id();
                let row = fields.iter().find(|(id, _)| Some(*id) == field);
                row.map_or(*other, |(_, role)| *role)
            }
        };
        if role == Role::Same { *outer } else { role }
    }

    /// Notes what a name or a member is by its [`Role`].
    pub fn add_value(&mut self, node: Node<'t>) {
        let role = self.role;
        if role == Role::Silent {
            return;
        }
        if node.child_count() == 0 {
            return self.add_bare(node, role);
        }
        let Some(found) = self.find_use(node) else { return };
        if let Before::Nothing = found.before {
            return self.add_bare(found.name, role);
        }
        // In `a::B::c` the module `a` is no value, while the type `B` is used.
        let is_type = self.text_of(found.name).starts_with(char::is_uppercase);
        if (is_type || role != Role::Scope) && self.claim(found.name) {
            let qualifier = self.qualifier_of(&found);
            let kind = kind_of_member(role);
            self.add_reference_to(kind, self.text_of(found.name), qualifier.as_deref(), found.name);
        }
    }

    /// Notes a use of a member of a value that is not named, such as `.small` of whatever is expected
    /// there.
    pub fn add_member_of_value(&mut self, name: Node<'t>) {
        if self.role != Role::Silent && self.claim(name) {
            let kind = kind_of_member(self.role);
            self.add_reference_to(kind, self.text_of(name), Some("()"), name);
        }
    }

    /// Whether the node around the current one is a symbol.
    pub fn is_opened_by_parent(&self) -> bool {
        self.opens.last().is_some_and(|open| open.kind.is_some() && open.depth + 1 == self.depth)
    }

    /// The kind of the node around the current one.
    pub fn outer_node_kind(&self) -> &str {
        self.around.last().map_or("", |(kind, _)| self.table.kind_name(*kind))
    }

    /// Notes a use of a bare name, unless a function around it turns out to bind it.
    pub fn add_bare(&mut self, node: Node<'t>, role: Role) {
        let start = node.start_byte();
        if self.claims.contains(start) {
            return;
        }
        let name = self.text_of(node);
        let starts_a_name = |c: char| c.is_alphabetic() || "_$@`".contains(c);
        if !name.starts_with(starts_a_name) || is_numbered(name) {
            return;
        }
        match role {
            Role::Read => self.push_bare(ReferenceKind::Read, name, place_of(node)),
            Role::Write => self.push_bare(ReferenceKind::Write, name, place_of(node)),
            Role::Bind => self.bind(name),
            Role::Assign => self.assign(name, place_of(node)),
            Role::Pattern | Role::Scope if name.starts_with(char::is_uppercase) => {
                self.push_bare(ReferenceKind::Read, name, place_of(node));
            }
            Role::Pattern => self.bind(name),
            Role::Scope | Role::Silent | Role::Same => {}
        }
    }

    /// As [`Walk::add_bare`], for a name without a node of its own.
    pub fn push_bare(&mut self, kind: ReferenceKind, name: &'t str, place: Place) {
        if self.is_of_interest(kind, name, None) && self.reserve(size_of::<Bare<'t>>()) {
            let from = self.user();
            let hash = hash_bytes(name.as_bytes());
            self.values.bare.push(Bare { kind, name, hash, from, place });
        }
    }

    /// Takes a name for a variable of the innermost function. Outside functions that is a variable of
    /// the file in languages where a block makes no function.
    pub fn bind(&mut self, name: &str) {
        let hash = hash_bytes(name.as_bytes());
        match self.values.scopes.last_mut() {
            Some(scope) => scope.bound.push(hash),
            None if matches!(self.table.profile.body, Body::Ended | Body::Indented) => {
                self.values.bound.push(hash);
            }
            None => return,
        }
        self.reserve(size_of::<u64>());
    }

    /// Takes a name for a variable of the innermost function, unless that says it is not. Outside
    /// functions it may be that of a symbol, which is written.
    fn assign(&mut self, name: &'t str, place: Place) {
        let hash = hash_bytes(name.as_bytes());
        match self.values.scopes.last() {
            Some(scope) if !scope.outer.contains(&hash) => return self.bind(name),
            Some(_) => {}
            None => self.values.bound.push(hash),
        }
        self.push_bare(ReferenceKind::Write, name, place);
    }

    /// Says that a name which is assigned in the innermost function is bound further out.
    pub fn bind_outside(&mut self, name: &str) {
        if let Some(scope) = self.values.scopes.last_mut()
            && scope.outer.len() < MOST_OUTER
        {
            scope.outer.push(hash_bytes(name.as_bytes()));
            self.reserve(size_of::<u64>());
        }
    }

    pub(super) fn open_names(&mut self, open: &Open) {
        if !has_scope(open) {
            return;
        }
        if self.values.scopes.len() >= MOST_SCOPES {
            self.values.n_deeper += 1;
        } else {
            let n_bare = self.values.bare.len();
            self.values.scopes.push(Scope { n_bare, ..Scope::default() });
        }
    }

    pub(super) fn close_names(&mut self, open: &Open) {
        if !has_scope(open) {
            return;
        }
        if self.values.n_deeper > 0 {
            self.values.n_deeper -= 1;
            return;
        }
        let Some(Scope { n_bare, mut bound, defined, .. }) = self.values.scopes.pop() else {
            return;
        };
        // Nothing to drop: the names wait on with the function around.
        if bound.is_empty() && defined.is_empty() || n_bare >= self.values.bare.len() {
            return;
        }
        bound.sort_unstable();
        for bare in self.values.bare.split_off(n_bare) {
            if defined.contains(&bare.hash) {
                self.values.settled.push(bare);
            } else if bound.binary_search(&bare.hash).is_err() {
                self.values.bare.push(bare);
            }
        }
    }

    /// Notes a read of a bare name that means what it means around the innermost function.
    pub fn add_read_outside(&mut self, node: Node<'t>) {
        let name = self.text_of(node);
        let kind = ReferenceKind::Read;
        if !self.is_of_interest(kind, name, None)
            || !self.claim(node)
            || !self.reserve(size_of::<Bare<'t>>())
        {
            return;
        }
        let function = self.opens.last().and_then(|open| open.symbol);
        let from = function.and_then(|id| self.symbols.get(id as usize)?.parent);
        let hash = hash_bytes(name.as_bytes());
        let bare = Bare { kind, name, hash, from, place: place_of(node) };
        match self.values.scopes.last_mut() {
            Some(scope) => {
                // Before those of the function, so that closing it does not look at this one.
                self.values.bare.insert(scope.n_bare, bare);
                scope.n_bare += 1;
            }
            None => self.values.bare.push(bare),
        }
    }

    /// Notes that the innermost function defines a symbol of this name.
    pub(super) fn define_inside(&mut self, name: &str) {
        if let Some(scope) = self.values.scopes.last_mut()
            && scope.defined.len() < MOST_DEFINED
        {
            scope.defined.push(hash_bytes(name.as_bytes()));
        }
    }

    /// Turns the bare names that no function binds into references.
    pub(super) fn settle_values(&mut self) {
        let mut bare = std::mem::take(&mut self.values.bare);
        bare.append(&mut self.values.settled);
        // A field that a method assigns is used as `self.name`, never by its bare name.
        let named = self.symbols.iter().filter(|symbol| !symbol.is_own_field());
        let symbols: Hashes = named.map(|symbol| hash_bytes(symbol.name.as_bytes())).collect();
        let bound: Hashes = self.values.bound.drain(..).collect();
        let mut modules = Hashes::default();
        let mut imported = Hashes::default();
        let mut takes_all = false;
        for import in &self.imports {
            // With such an import any name may come from elsewhere.
            takes_all |= import.name.as_deref() == Some("*");
            let last = import.module.rsplit(['/', '.', ':']).next();
            let local = import.alias.as_deref().or(import.name.as_deref()).or(last).unwrap_or("");
            let hash = hash_bytes(local.as_bytes());
            if import.name.is_some() {
                imported.insert(hash)
            } else {
                modules.insert(hash)
            };
        }
        // Where a file sees no names but its own and those it imports, others are the language's.
        let is_closed = !takes_all
            && match self.table.profile.imports.scheme {
                Route::Packages | Route::Crates => true,
                Route::Scripts => !self.imports.is_empty() || !self.exported.is_empty(),
                _ => false,
            };
        let has_traits = self.table.profile.has_traits();
        let is_word = |name: &str| has_traits && RUST_WORDS.contains(&name);
        let bare = bare.into_iter().filter(|bare| !is_word(bare.name)).collect::<Vec<_>>();
        for Bare { kind, name, hash, from, place } in bare {
            let is_symbol = symbols.contains(&hash);
            let is_known = is_symbol || imported.contains(&hash);
            // A module that is read as a value is accounted for by its import.
            let is_module = !is_known && modules.contains(&hash);
            if is_module || bound.contains(&hash) && !is_known || is_closed && !is_known {
                continue;
            }
            let (qualifier, local, form) = (None, None, CallForm::Plain);
            self.push_reference(Found { kind, name, hash, qualifier, local, from, place, form });
        }
        self.references.append(&mut self.values.references);
        for reference in &mut self.references {
            if !reference.more.is_sorted() {
                reference.more.sort_unstable();
            }
        }
    }
}

/// Whether a name is that of an argument by its number, such as `$0`.
fn is_numbered(name: &str) -> bool {
    name.strip_prefix('$').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The kind of use of a member in this role.
pub fn kind_of_member(role: Role) -> ReferenceKind {
    match role {
        Role::Write | Role::Bind | Role::Assign => ReferenceKind::Write,
        Role::Read | Role::Pattern | Role::Scope | Role::Silent | Role::Same => ReferenceKind::Read,
    }
}

/// Whether what is bound in a symbol is its own.
fn has_scope(open: &Open) -> bool {
    // The value of a variable may be a function with variables of its own.
    open.kind.is_none_or(|kind| kind.is_callable() || kind.is_data())
}
