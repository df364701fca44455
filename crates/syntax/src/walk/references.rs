//! How a node becomes a reference or an import.
//!
//! The language's shapes separate a name from its qualifier. A receiver that is a value and
//! not a name leaves its last name with brackets, as in `parse()` for `parse(x).unwrap()`: there is a
//! qualifier, and it is known not to be a module or a type.

use std::borrow::Cow;
use std::collections::hash_map::Entry;

use rutter_domain::{CallForm, Import, Place, Reference, ReferenceKind};
use tree_sitter::Node;

use super::definitions::without_blanks;
use super::locals::head_of;
use super::{Walk, fields, last_named_child};
use crate::fingerprint::{combine, hash_bytes};
use crate::profile::Overloads;
use crate::table::{Action, Form};

const LONGEST_QUALIFIER_BYTES: usize = 80;
const LONGEST_NAME_BYTES: usize = 200;
/// Maximum depth to search for a name inside a node.
const MOST_STEPS: usize = 16;
/// Nothing could be found by the name of a longer module.
const LONGEST_MODULE_BYTES: usize = 1000;
/// Maximum bytes of a path to examine.
const LONGEST_PATH_BYTES: usize = 2000;
/// Memory of a reference or an import besides its text.
pub(super) const FACT_BYTES: usize = 100;

/// A name as it is used, and its qualifier.
pub(super) struct Use<'t> {
    pub name: Node<'t>,
    pub before: Before<'t>,
}

/// A use that is about to be noted.
pub(super) struct Found<'a> {
    pub kind: ReferenceKind,
    pub name: &'a str,
    /// The hash of the name.
    pub hash: u64,
    pub qualifier: Option<&'a str>,
    /// The variable that the name, or the first one of its qualifier, means.
    pub local: Option<u32>,
    pub from: Option<u32>,
    pub place: Place,
    pub form: CallForm,
}

/// The qualifier of a name.
#[derive(Clone, Copy)]
pub(super) enum Before<'t> {
    Nothing,
    Value(Node<'t>),
    /// The parts of a path, which starts here.
    Scopes(usize),
}

impl<'t> Walk<'t> {
    /// Notes a use of the name that a node is or ends in, unless that is already done.
    pub fn add_reference(&mut self, kind: ReferenceKind, node: Node<'t>) {
        let Some(found) = self.find_use(node) else { return };
        if !self.claim(found.name) {
            return;
        }
        let name = self.text_of(found.name);
        let qualifier = self.qualifier_of(&found);
        self.add_reference_to(kind, name, qualifier.as_deref(), found.name);
    }

    /// Notes a call of the name that `target` is or ends in, where `node` is the whole call.
    pub fn add_call(&mut self, node: Node<'t>, target: Node<'t>) {
        self.form = self.form_of(node);
        self.add_reference(ReferenceKind::Call, target);
        self.form = CallForm::Plain;
    }

    /// As [`Walk::add_call`], of a name behind a qualifier that is a node of its own.
    pub fn add_member_call(&mut self, node: Node<'t>, qualifier: Option<Node<'t>>, name: Node<'t>) {
        self.form = self.form_of(node);
        self.add_member_reference(ReferenceKind::Call, qualifier, name);
        self.form = CallForm::Plain;
    }

    fn form_of(&self, node: Node<'t>) -> CallForm {
        match self.table.profile.calls.overloads {
            Overloads::None if node.kind() == "macro_invocation" => CallForm::Macro,
            Overloads::None => CallForm::Plain,
            Overloads::Hiding | Overloads::Inherited => count_arguments(node),
        }
    }

    /// The qualifier as text.
    pub(super) fn qualifier_of(&self, found: &Use<'t>) -> Option<Cow<'t, str>> {
        match found.before {
            Before::Nothing => None,
            Before::Value(qualifier) => self.describe(qualifier),
            Before::Scopes(start) => self.describe_scopes(start, found.name),
        }
    }

    /// Notes a use of a name behind a qualifier that is a node of its own.
    pub fn add_member_reference(
        &mut self,
        kind: ReferenceKind,
        qualifier: Option<Node<'t>>,
        name: Node<'t>,
    ) {
        if self.claim(name) {
            let qualifier = qualifier.and_then(|qualifier| self.describe(qualifier));
            self.add_reference_to(kind, self.text_of(name), qualifier.as_deref(), name);
        }
    }

    /// Notes a use of each name among the named children.
    pub fn add_references(&mut self, kind: ReferenceKind, node: Node<'t>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.add_reference(kind, child);
        }
    }

    /// Notes a use of a name.
    pub fn add_reference_to(
        &mut self,
        kind: ReferenceKind,
        name: &str,
        qualifier: Option<&str>,
        at: Node<'t>,
    ) {
        self.add_reference_at(kind, name, qualifier, place_of(at));
    }

    /// Notes a use of a name at a place within the current node.
    pub fn add_reference_at(
        &mut self,
        kind: ReferenceKind,
        name: &str,
        qualifier: Option<&str>,
        place: Place,
    ) {
        if !self.is_of_interest(kind, name, qualifier) {
            return;
        }
        // A path that no name would be found by is a value like any other.
        let is_path = |qualifier: &&str| qualifier.len() <= LONGEST_NAME_BYTES;
        let qualifier = qualifier.map(|words| Some(words).filter(is_path).unwrap_or("()"));
        let from = self.user();
        let hash = hash_bytes(name.as_bytes());
        // A name that means another variable is another use.
        let local = self.locals.find(qualifier.map_or(name, head_of));
        let form = self.form;
        self.push_reference(Found { kind, name, hash, qualifier, local, from, place, form });
    }

    /// Whether a name is more than a word of the language or the parameter of a type.
    pub(super) fn is_of_interest(
        &self,
        kind: ReferenceKind,
        name: &str,
        qualifier: Option<&str>,
    ) -> bool {
        !(name.is_empty()
            || name.len() > LONGEST_NAME_BYTES
            || qualifier.is_none() && self.table.rules.ignored_names.contains(&name)
            || kind != ReferenceKind::Call && self.is_parameter(name))
    }

    /// Adds a reference, or a place to the one that says the same of the same symbol.
    pub(super) fn push_reference(&mut self, found: Found<'_>) {
        let Found { kind, name, hash, qualifier, local, from, place, form } = found;
        // The kinds take four bits, above which is the symbol.
        let symbol = from.map_or(0, |id| u64::from(id) + 1) << 4 | kind as u64;
        let qualifier_hash = qualifier.map_or(0, |qualifier| hash_bytes(qualifier.as_bytes()));
        let key = combine(combine(symbol, hash), qualifier_hash);
        let key = local.map_or(key, |local| combine(key, u64::from(local)));
        let key = match form {
            CallForm::Plain => key,
            CallForm::Macro => combine(key, u64::MAX),
            // Calls with other numbers of arguments may be of other overloads.
            CallForm::Arguments(n_arguments) => combine(key, u64::from(n_arguments) << 32 | 1),
        };
        let references =
            if kind.is_of_data() { &mut self.values.references } else { &mut self.references };
        let index = references.len() as u32;
        match self.seen.entry(key) {
            Entry::Occupied(entry) => {
                let Some(reference) = references.get_mut(*entry.get() as usize) else { return };
                let first = Place { line: reference.line, column: reference.column };
                if *reference.more.last().unwrap_or(&first) != place {
                    reference.more.push(place);
                    self.reserve(size_of::<Place>());
                }
            }
            Entry::Vacant(entry) => {
                entry.insert(index);
                references.push(Reference {
                    kind,
                    name: name.to_string(),
                    qualifier: qualifier.map(str::to_string),
                    line: place.line,
                    column: place.column,
                    more: Vec::new(),
                    from,
                    form,
                });
                self.reserve(FACT_BYTES + name.len() + qualifier.map_or(0, str::len));
            }
        }
    }

    /// Notes that a name is brought in from a module.
    pub fn import(&mut self, module: &str, name: Option<&str>, alias: Option<&str>, at: Node<'t>) {
        // Each name of a list repeats the module.
        let n_bytes = module.len() + name.map_or(0, str::len) + alias.map_or(0, str::len);
        if module.is_empty() && name.is_none()
            || module.len() > LONGEST_MODULE_BYTES
            || !self.reserve(FACT_BYTES + n_bytes)
        {
            return;
        }
        self.imports.push(Import {
            module: without_blanks(module).into_owned(),
            name: name.map(|name| without_blanks(name).into_owned()),
            alias: alias.filter(|alias| Some(*alias) != name).map(str::to_string),
            is_passed_on: self.passes_on,
            is_for_tests: self.is_for_tests,
            line: at.start_position().row as u32 + 1,
        });
    }

    /// Marks a name as accounted for; false when it was so already.
    pub fn claim(&mut self, name: Node<'t>) -> bool {
        self.claims.claim(name.start_byte(), self.read_to)
    }

    /// Whether a name is accounted for.
    pub fn is_claimed(&self, name: Node<'t>) -> bool {
        self.claims.contains(name.start_byte())
    }

    /// The last name within a node, according to the language's shapes.
    pub fn last_name(&self, node: Node<'t>) -> Option<Node<'t>> {
        self.find_use(node).map(|found| found.name)
    }

    pub(super) fn find_use(&self, node: Node<'t>) -> Option<Use<'t>> {
        let mut inner = node;
        let mut before = Before::Nothing;
        for _ in 0..MOST_STEPS {
            inner = match self.table.form(inner.kind_id()) {
                Form::Plain if inner.child_count() > 0 => return None,
                Form::Value(_) => return None,
                Form::Plain | Form::Whole => {
                    let starts_a_name = |c: char| c.is_alphabetic() || "_$@#`".contains(c);
                    let is_name = self.text_of(inner).starts_with(starts_a_name);
                    return is_name.then_some(Use { name: inner, before });
                }
                Form::Path(qualifier, name) => {
                    let name = name.of(inner)?;
                    before = qualifier.of(inner).map_or(before, Before::Value);
                    name
                }
                Form::Scopes(name) => {
                    let name = name.of(inner)?;
                    if !matches!(before, Before::Scopes(_)) {
                        before = Before::Scopes(inner.start_byte());
                    }
                    name
                }
                Form::Within(field) => field.of(inner)?,
                Form::First => inner.named_child(0)?,
                Form::Last => {
                    if inner.named_child_count() > 1 {
                        before = inner.named_child(0).map_or(Before::Nothing, Before::Value);
                    }
                    last_named_child(inner)?
                }
            };
        }
        None
    }

    /// A qualifier in words.
    fn describe(&self, node: Node<'t>) -> Option<Cow<'t, str>> {
        let mut inner = node;
        let mut brackets = "";
        for _ in 0..MOST_STEPS {
            if inner.kind() == "as_expression"
                && let Some(path) = self.expression_path(node)
            {
                return Some(path.into());
            }
            // `<T as Trait>::f` means what the trait says of any `T`.
            if inner.kind() == "qualified_type"
                && let Some(implementer) = inner.child_by_field_name("type")
                && let Some(implemented) = inner.child_by_field_name("alias")
            {
                let is_any = self.is_parameter(self.text_of(implementer));
                inner = if is_any { implemented } else { implementer };
                continue;
            }
            let text = self.text_of(inner);
            if text.len() <= LONGEST_QUALIFIER_BYTES && text.bytes().all(is_plain) {
                let mut words = without_blanks(text);
                if !brackets.is_empty() {
                    words.to_mut().push_str(brackets);
                }
                return Some(words).filter(|words| !words.is_empty());
            }
            if text.ends_with(']') {
                brackets = "[]";
            }
            // The node is a call, as in PHP, and so a value.
            if matches!(self.table.action(inner.kind_id()), Action::Refer(ReferenceKind::Call)) {
                brackets = "()";
            }
            // `<T as Trait>::Error` before a name.
            if matches!(inner.kind(), "scoped_type_identifier" | "scoped_identifier")
                && let Some((path, name)) = fields(inner, "path", "name")
                && path.kind() == "bracketed_type"
                && let Some(owner) = self.describe(path)
            {
                return Some([&owner, "::", self.text_of(name)].concat().into());
            }
            inner = match self.table.form(inner.kind_id()) {
                Form::Path(_, name) | Form::Scopes(name) => name.of(inner)?,
                Form::Within(field) => field.of(inner)?,
                Form::First => inner.named_child(0)?,
                Form::Value(field) => {
                    if let Some(path) = self.expression_path(node) {
                        return Some(path.into());
                    }
                    let target = field.of(inner).or_else(|| inner.named_child(0))?;
                    if let Some(name) = self.last_name(target) {
                        // Some grammars take an index for a call.
                        let brackets = if text.ends_with(']') { "[]" } else { "()" };
                        return Some([self.text_of(name), brackets].concat().into());
                    }
                    target
                }
                Form::Last => last_named_child(inner)?,
                Form::Plain | Form::Whole => {
                    if let Some(path) = self.expression_path(inner) {
                        return Some(path.into());
                    }
                    break;
                }
            };
        }
        Some("()".into())
    }

    /// The path before a name, without its arguments and the last separator.
    fn describe_scopes(&self, start: usize, name: Node<'t>) -> Option<Cow<'t, str>> {
        let text = self.text.get(start..name.start_byte())?;
        if text.len() > LONGEST_PATH_BYTES {
            return Some("()".into());
        }
        let separator = self.table.rules.separator;
        let text = text.trim_end().trim_end_matches(separator).trim_start_matches(separator);
        let mut words = String::with_capacity(text.len().min(LONGEST_QUALIFIER_BYTES));
        let mut depth = 0u32;
        for c in text.chars() {
            match c {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                _ if depth > 0 || c.is_whitespace() => {}
                _ if words.len() >= LONGEST_QUALIFIER_BYTES => return Some("()".into()),
                _ => words.push(c),
            }
        }
        Some(words).filter(|words| !words.is_empty()).map(Cow::Owned)
    }
}

/// The number of arguments of a call.
fn count_arguments(node: Node<'_>) -> CallForm {
    let Some(arguments) = node.child_by_field_name("arguments") else { return CallForm::Plain };
    let mut cursor = arguments.walk();
    let n_arguments = arguments.named_children(&mut cursor).filter(|it| !it.is_extra()).count();
    u8::try_from(n_arguments).map_or(CallForm::Plain, CallForm::Arguments)
}

/// Where a node starts.
pub fn place_of(node: Node<'_>) -> Place {
    let start = node.start_position();
    Place { line: start.row as u32 + 1, column: start.column as u32 + 1 }
}

/// Whether a qualifier with this byte can stand as it is written. Every letter beyond ASCII can.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || byte.is_ascii_whitespace()
        || !byte.is_ascii()
        || b"_$@.:\\->?!&*~^#".contains(&byte)
}
