//! Types of values, and the paths by which values are named.
//!
//! A [`Typing`] is what the text says; a [`TypeHome`] is where the members of such a value are
//! defined.

use rutter_domain::{CallForm, Language, Provenance, ReferenceKind};
use rutter_syntax::profile;

use crate::base::digest::{LinePlace, ReferenceView};
use crate::base::locals::ALL;
use crate::base::names::DefinitionAt;

/// The most steps that are followed to find one type.
pub const MOST_STEPS: usize = 64;

/// The type of a value, as far as it is known.
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

impl<'r> WrittenAt<'r> {
    /// The type of a variable, parameter or field.
    pub fn of_value(text: &'r str, file: u32, from: Option<u32>) -> WrittenAt<'r> {
        WrittenAt { text, file, from, by: WrittenBy::Value }
    }
}

/// The kind of thing that a type is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenBy {
    /// A variable, parameter or field.
    Value,
    /// The result of a function.
    Result,
}

/// The place of a path, which decides which locals it can see.
#[derive(Debug, Clone, Copy)]
pub struct Spot {
    pub place: LinePlace,
    /// Locals at this place and after are not declared yet.
    pub before: u32,
    /// Number of steps that may still be followed.
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

/// The definitions that have the members of a type.
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

/// A Go result may have a name before its type.
pub fn result_type(text: &str) -> &str {
    match text.split_once(' ') {
        Some((name, written)) if name.chars().all(|c| c.is_alphanumeric() || c == '_') => written,
        Some(_) | None => text,
    }
}

/// A use of a name at a spot.
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
    // `a?.b` of TypeScript is a member of `a`. In Rust the `?` takes a value out of another, which has to be
    // followed.
    let has_traits = profile(language).has_traits();
    let before = if has_traits { before } else { before.trim_end_matches(['?', '!']) };
    let name = &path[at + 1..];
    (!before.is_empty() && !name.is_empty()).then_some((before, name))
}

/// The first name of a path.
pub fn head_of(path: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '@');
    &path[..path.find(|c| !is_part(c)).unwrap_or(path.len())]
}

/// The last name of a path.
pub fn last_of(path: &str) -> &str {
    path.rsplit(['.', ':']).next().unwrap_or(path)
}
