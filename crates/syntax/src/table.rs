//! A language's rules, made ready for the walk: one array over the node kinds of its grammar.
//!
//! A grammar may use several ids for one kind, so the array is filled from the ids, not from the
//! rows. It is made once, at the first file of its language.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::num::NonZeroU16;
use std::sync::OnceLock;

use rutter_domain::ReferenceKind;
use tree_sitter::Node;

use crate::fingerprint::{Ready, hash_bytes};
use crate::profile::{Profile, has_word};
use crate::rules::{Define, Head, Hook, Role, Roles, Rule, Rules, Shape};
use crate::walk::LocalRule;

/// The local names of a language, by node kinds with blanks between.
pub type LocalRows = &'static [(&'static str, LocalRule)];

/// [`Rules`] by node kind id.
pub struct Table {
    pub rules: &'static Rules,
    pub profile: &'static Profile,
    pub grammar: tree_sitter::Language,
    /// Fields by the hash of their names: the grammar compares a name with all it has.
    fields: HashMap<u64, NonZeroU16, BuildHasherDefault<Ready>>,
    actions: Vec<Action>,
    shapes: Vec<Form>,
    roles: Vec<FieldRoles>,
    locals: Vec<Option<LocalRule>>,
}

/// [`Roles`] with field ids for field names.
pub enum FieldRoles {
    All(Role),
    By(Vec<(NonZeroU16, Role)>, Role),
}

/// A [`Rule`] with field ids for field names.
#[derive(Clone, Copy)]
pub enum Action {
    None,
    Define(&'static Define),
    Call(Field),
    Refer(ReferenceKind),
    ReferIn(ReferenceKind, Field),
    Value,
    ReferEach(ReferenceKind),
    TypeParameter(Field),
    Function,
    Wrap(Head),
    Prefix,
    PrefixHook(Hook),
    Mute,
    Comment,
    Hook(Hook),
    /// The node of text that the grammar could not read.
    Error,
}

/// A [`Shape`] with field ids for field names.
#[derive(Clone, Copy)]
pub enum Form {
    Plain,
    Path(Field, Field),
    Scopes(Field),
    Within(Field),
    First,
    Last,
    Whole,
    Value(Field),
}

/// Which child of a node a row means.
#[derive(Clone, Copy)]
pub enum Field {
    Id(NonZeroU16),
    /// The first named one.
    First,
    /// The grammar has no field of that name: it shares the row with another that has.
    Absent,
}

impl Field {
    fn new(grammar: &tree_sitter::Language, name: &str) -> Field {
        match name {
            // Many grammars give no field to an only child.
            "" => Field::First,
            _ => grammar.field_id_for_name(name).map_or(Field::Absent, Field::Id),
        }
    }

    pub fn of<'t>(self, node: Node<'t>) -> Option<Node<'t>> {
        match self {
            Field::Id(id) => node.child_by_field_id(id.get()),
            Field::First => node.named_child(0),
            Field::Absent => None,
        }
    }
}

impl Table {
    pub fn new(rules: &'static Rules, profile: &'static Profile, local_rows: LocalRows) -> Table {
        let grammar = (rules.grammar)();
        let mut actions = vec![Action::None; grammar.node_kind_count()];
        let mut shapes = vec![Form::Plain; grammar.node_kind_count()];
        let mut roles = Vec::with_capacity(grammar.node_kind_count());
        let mut locals = vec![None; grammar.node_kind_count()];
        let field = |name: &str| Field::new(&grammar, name);
        for id in 0..grammar.node_kind_count() {
            // The list of roles has to have an entry for each id.
            let Some(kind) = u16::try_from(id).ok().and_then(|id| grammar.node_kind_for_id(id))
            else {
                roles.push(FieldRoles::All(Role::Read));
                continue;
            };
            let by_field = |fields: &[(&str, Role)], other: Role| {
                let id =
                    |(name, role): &(&str, Role)| Some((grammar.field_id_for_name(name)?, *role));
                FieldRoles::By(fields.iter().filter_map(id).collect(), other)
            };
            roles.push(match find_row(rules.roles, kind) {
                Some(Roles::All(role)) => FieldRoles::All(*role),
                Some(Roles::In(field, role)) => by_field(&[(field, *role)], Role::Read),
                Some(Roles::By(fields, other)) => by_field(fields, *other),
                None => FieldRoles::All(Role::Read),
            });
            if let Some(rule) = find_row(rules.rules, kind) {
                // The value of a call has no name, but that of what is called.
                if let Rule::Call(name) = rule {
                    shapes[id] = Form::Value(field(name));
                }
                actions[id] = match rule {
                    Rule::Define(define) => Action::Define(define),
                    Rule::Call(name) => Action::Call(field(name)),
                    Rule::Refer(kind) => Action::Refer(*kind),
                    Rule::ReferIn(kind, name) => Action::ReferIn(*kind, field(name)),
                    Rule::Value => Action::Value,
                    Rule::ReferEach(kind) => Action::ReferEach(*kind),
                    Rule::TypeParameter(name) => Action::TypeParameter(field(name)),
                    Rule::Function => Action::Function,
                    Rule::Wrap(head) => Action::Wrap(*head),
                    Rule::Prefix => Action::Prefix,
                    Rule::PrefixHook(hook) => Action::PrefixHook(*hook),
                    Rule::Mute => Action::Mute,
                    Rule::Hook(hook) => Action::Hook(*hook),
                };
            }
            locals[id] = find_row(&[local_rows], kind).copied();
            if rules.comments.contains(&kind) {
                // After the rules: a comment is one whatever a shared row says.
                actions[id] = Action::Comment;
            }
            if let Some(shape) = find_row(rules.shapes, kind) {
                shapes[id] = match shape {
                    Shape::Path(qualifier, name) => Form::Path(field(qualifier), field(name)),
                    Shape::Scopes(name) => Form::Scopes(field(name)),
                    Shape::Within(name) => Form::Within(field(name)),
                    Shape::First => Form::First,
                    Shape::Last => Form::Last,
                    Shape::Whole => Form::Whole,
                    Shape::Value(name) => Form::Value(field(name)),
                };
            }
        }
        // Field ids begin at 1: 0 stands for no field.
        let names = (1..=grammar.field_count() as u16).filter_map(|id| {
            let name = grammar.field_name_for_id(id)?;
            Some((hash_bytes(name.as_bytes()), NonZeroU16::new(id)?))
        });
        let fields = names.collect();
        Table { rules, profile, grammar, fields, actions, shapes, roles, locals }
    }

    /// The child of a node in the field of this name.
    pub fn child<'t>(&self, node: Node<'t>, field: &str) -> Option<Node<'t>> {
        let id = self.fields.get(&hash_bytes(field.as_bytes()))?;
        node.child_by_field_id(id.get())
    }

    pub fn action(&self, kind_id: u16) -> Action {
        // Only the node of unreadable text has an id beyond the grammar's own.
        self.actions.get(usize::from(kind_id)).copied().unwrap_or(Action::Error)
    }

    /// The roles of the children of such a node.
    pub fn roles(&self, kind_id: u16) -> &FieldRoles {
        self.roles.get(usize::from(kind_id)).unwrap_or(&FieldRoles::All(Role::Read))
    }

    pub fn local_rule(&self, kind_id: u16) -> Option<LocalRule> {
        self.locals.get(usize::from(kind_id)).copied().flatten()
    }

    /// The grammar's word for a node kind.
    pub fn kind_name(&self, kind_id: u16) -> &str {
        self.grammar.node_kind_for_id(kind_id).unwrap_or("ERROR")
    }

    pub fn form(&self, kind_id: u16) -> Form {
        self.shapes.get(usize::from(kind_id)).copied().unwrap_or(Form::Plain)
    }
}

/// The first row for a node kind.
fn find_row<T>(groups: &[&'static [(&'static str, T)]], kind: &str) -> Option<&'static T> {
    let mut rows = groups.iter().copied().flatten();
    rows.find(|(kinds, _)| has_word(kinds, kind)).map(|(_, row)| row)
}

/// The table of a language, made at its first use.
pub struct LazyTable {
    rules: &'static Rules,
    profile: &'static Profile,
    local_rows: LocalRows,
    table: OnceLock<Table>,
}

impl LazyTable {
    pub const fn new(
        rules: &'static Rules,
        profile: &'static Profile,
        local_rows: LocalRows,
    ) -> LazyTable {
        LazyTable { rules, profile, local_rows, table: OnceLock::new() }
    }

    pub fn get(&self) -> &Table {
        self.table.get_or_init(|| Table::new(self.rules, self.profile, self.local_rows))
    }
}

#[cfg(test)]
mod tests;
