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
use crate::profile::Profile;
use crate::rules::{Define, Head, Hook, Role, Roles, Rule, Rules, Shape};
use crate::walk::LocalRule;

/// The local names of a language, by node kind.
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

/// A field of a grammar; none when the grammar has no field of that name.
#[derive(Clone, Copy)]
pub struct Field(Option<NonZeroU16>);

impl Field {
    pub fn of<'t>(self, node: Node<'t>) -> Option<Node<'t>> {
        self.0.and_then(|id| node.child_by_field_id(id.get()))
    }
}

impl Table {
    pub fn new(rules: &'static Rules, profile: &'static Profile, local_rows: LocalRows) -> Table {
        let grammar = (rules.grammar)();
        let mut actions = vec![Action::None; grammar.node_kind_count()];
        let mut shapes = vec![Form::Plain; grammar.node_kind_count()];
        let mut roles = Vec::with_capacity(grammar.node_kind_count());
        let mut locals = vec![None; grammar.node_kind_count()];
        let field = |name: &str| Field(grammar.field_id_for_name(name));
        for id in 0..grammar.node_kind_count() {
            let Some(kind) = u16::try_from(id).ok().and_then(|id| grammar.node_kind_for_id(id))
            else {
                roles.push(FieldRoles::All(Role::Read));
                continue;
            };
            let row = rules.roles.iter().copied().flatten().find(|(name, _)| *name == kind);
            roles.push(match row.map(|(_, roles)| roles) {
                Some(Roles::All(role)) => FieldRoles::All(*role),
                Some(Roles::By(fields, other)) => {
                    let id = |(name, role): &(&str, Role)| {
                        grammar.field_id_for_name(name).map(|id| (id, *role))
                    };
                    FieldRoles::By(fields.iter().filter_map(id).collect(), *other)
                }
                None => FieldRoles::All(Role::Read),
            });
            if let Some((_, rule)) =
                rules.rules.iter().copied().flatten().find(|(name, _)| *name == kind)
            {
                if let Rule::Call(name) = rule {
                    shapes[id] = Form::Value(field(name));
                }
                actions[id] = match rule {
                    Rule::Define(define) => Action::Define(define),
                    Rule::Call(name) => Action::Call(field(name)),
                    Rule::Refer(kind) => Action::Refer(*kind),
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
            locals[id] =
                local_rows.iter().copied().find(|(name, _)| *name == kind).map(|(_, rule)| rule);
            if rules.comments.contains(&kind) {
                actions[id] = Action::Comment;
            }
            if let Some((_, shape)) =
                rules.shapes.iter().copied().flatten().find(|(name, _)| *name == kind)
            {
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

    /// What stands in a node of this kind, by its field.
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
mod tests {
    use rutter_domain::Language;

    use super::*;
    use crate::languages;

    /// The fields that a row names.
    fn fields_of(rule: &Rule) -> Vec<&'static str> {
        match rule {
            Rule::Define(Define { name, .. }) => vec![name],
            Rule::Call(name) | Rule::TypeParameter(name) => vec![name],
            _ => Vec::new(),
        }
    }

    #[test]
    fn every_row_speaks_of_what_its_grammar_has() {
        for table in Language::all().filter_map(languages::table) {
            let language = table.rules.language;
            let grammar = &table.grammar;
            let kinds: Vec<_> = (0..grammar.node_kind_count())
                .filter_map(|id| grammar.node_kind_for_id(id as u16))
                .collect();
            for (kind, rule) in table.rules.rules.iter().copied().flatten() {
                let is_shared =
                    matches!(language, Language::TypeScript) && kind.starts_with("jsx_");
                assert!(is_shared || kinds.contains(kind), "{language}: no node kind `{kind}`");
                for field in fields_of(rule) {
                    assert!(grammar.field_id_for_name(field).is_some(), "{language}: `{field}`");
                }
            }
            for (kind, _) in table.rules.shapes.iter().copied().flatten() {
                assert!(kinds.contains(kind), "{language}: no node kind `{kind}`");
            }
            for (kind, roles) in table.rules.roles.iter().copied().flatten() {
                let is_shared = matches!(language, Language::JavaScript | Language::TypeScript)
                    || matches!(language, Language::Tsx | Language::C);
                assert!(is_shared || kinds.contains(kind), "{language}: no node kind `{kind}`");
                let Roles::By(fields, _) = roles else { continue };
                for (field, _) in *fields {
                    assert!(grammar.field_id_for_name(field).is_some(), "{language}: `{field}`");
                }
            }
            for (kind, _) in languages::locals::local_rows(language) {
                assert!(kinds.contains(kind), "{language}: no node kind `{kind}`");
            }
            for kind in table.rules.comments {
                assert!(kinds.contains(kind), "{language}: no node kind `{kind}`");
            }
        }
    }
}
