//! What is known about the type of a value, and the paths by which values are named.
//!
//! A [`Typing`] is what the text says; a [`TypeHome`] is where the members of such a value are
//! defined.

use rutter_domain::{CallForm, Language, Provenance, ReferenceKind};
use rutter_syntax::profile;

use crate::base::digest::{LinePlace, ReferenceView};
use crate::base::locals::ALL;
use crate::base::names::DefinitionAt;

/// How many steps are followed to find one type.
pub const MOST_STEPS: usize = 64;

/// What is known about the type of a value.
#[derive(Debug, Clone, Copy)]
pub enum Typing<'r> {
    /// The type is written in a file.
    Written(WrittenAt<'r>),
    /// The value is made by this type.
    Made(DefinitionAt),
    /// The type is not in the repository.
    Outside,
    /// It is a value of unknown type.
    Unknown,
    /// It is not known to be a value: it may be a module or a type.
    NoValue,
}

/// A type as it is written in a file.
#[derive(Debug, Clone, Copy)]
pub struct WrittenAt<'r> {
    pub text: &'r str,
    pub file: u32,
    /// The symbol in which it is written.
    pub from: Option<u32>,
    pub by: WrittenBy,
}

/// What a type is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenBy {
    /// A variable, parameter or field.
    Value,
    /// What a function yields.
    Result,
}

/// Where a path stands, and which locals it can see.
#[derive(Debug, Clone, Copy)]
pub struct Spot {
    pub place: LinePlace,
    /// Locals at this place and after are not declared yet.
    pub before: u32,
    /// How many steps may still be followed.
    pub n_steps: usize,
}

impl Spot {
    pub fn of(reference: &ReferenceView<'_>) -> Spot {
        let place = LinePlace { from: reference.from, line: reference.line };
        Spot { place, before: ALL, n_steps: MOST_STEPS }
    }

    pub fn next(self) -> Option<Spot> {
        Some(Spot { n_steps: self.n_steps.checked_sub(1)?, ..self })
    }
}

/// Where the members of a type are defined.
#[derive(Debug, Clone)]
pub enum TypeHome<'r> {
    /// These types of the repository, and how they are known.
    Types(Vec<DefinitionAt>, Provenance),
    /// A type from outside that holds one value of this type.
    Holder(WrittenAt<'r>),
    /// A type from outside that holds any number of values of this type.
    Container(WrittenAt<'r>),
    /// Several values, by their types.
    Several(WrittenAt<'r>),
    Outside,
    Unknown,
}

/// A result of Go may have a name before its type.
pub fn result_type(text: &str) -> &str {
    match text.split_once(' ') {
        Some((name, written)) if name.chars().all(|c| c.is_alphanumeric() || c == '_') => written,
        Some(_) | None => text,
    }
}

pub fn reference_to<'n>(
    kind: ReferenceKind,
    name: &'n str,
    qualifier: Option<&'n str>,
    spot: Spot,
) -> ReferenceView<'n> {
    let LinePlace { from, line } = spot.place;
    let form = CallForm::Plain;
    ReferenceView { kind, name, qualifier, line, from, form }
}

/// Splits a path before its last name.
pub fn split_path(path: &str, language: Language) -> Option<(&str, &str)> {
    let at = path.rfind(['.', ':', '>', '\\'])?;
    let before = path[..at].trim_end_matches(['.', ':', '-', '!', ' ']);
    let before = match profile(language).has_traits() {
        true => before,
        false => before.trim_end_matches(['?', '!']),
    };
    let name = &path[at + 1..];
    (!before.is_empty() && !name.is_empty()).then_some((before, name))
}

pub fn head_of(path: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '@');
    &path[..path.find(|c| !is_part(c)).unwrap_or(path.len())]
}

pub fn last_of(path: &str) -> &str {
    path.rsplit(['.', ':']).next().unwrap_or(path)
}
