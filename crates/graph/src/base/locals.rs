//! The locals of a file and the types of its symbols, packed.
//!
//! Both are an [`Origin`], the source of a value's type. Packed, it is one number: that of the text in the
//! arena of the digest, with the kind in the low bits.

use rutter_domain::{Language, LocalOrigin};
use rutter_syntax::profile;
use serde::{Deserialize, Serialize};

use crate::base::packed::NONE;

/// The source of a value's type, as the text has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin<'d> {
    Unknown,
    /// Its type is written.
    Type(&'d str),
    /// It is what calling a path yields.
    Call(&'d str),
    /// It is the value of a path.
    Value(&'d str),
    /// It is an element of the value of a path.
    Element(&'d str),
    /// It is a parameter of a function that is handed to a call: `path#argument.parameter`.
    Handed(&'d str),
}

/// The kind of an [`Origin`] and the number of its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedOrigin(u32);

// Of 32 bits, 29 are left for the number of a text: more names than a file can have.
const KIND_BITS: u32 = 3;
const UNKNOWN: u32 = 0;
const TYPE: u32 = 1;
const CALL: u32 = 2;
const VALUE: u32 = 3;
const ELEMENT: u32 = 4;
const HANDED: u32 = 5;

impl PackedOrigin {
    pub fn new<'f>(origin: Origin<'f>, mut intern: impl FnMut(&'f str) -> u32) -> PackedOrigin {
        let (kind, text) = match origin {
            Origin::Unknown => return PackedOrigin(UNKNOWN),
            Origin::Type(text) => (TYPE, text),
            Origin::Call(text) => (CALL, text),
            Origin::Value(text) => (VALUE, text),
            Origin::Element(text) => (ELEMENT, text),
            Origin::Handed(text) => (HANDED, text),
        };
        PackedOrigin(intern(text) << KIND_BITS | kind)
    }

    pub fn unpack<'d>(self, text: impl FnOnce(u32) -> &'d str) -> Origin<'d> {
        let kind = self.0 & ((1 << KIND_BITS) - 1);
        let text = || text(self.0 >> KIND_BITS);
        match kind {
            TYPE => Origin::Type(text()),
            CALL => Origin::Call(text()),
            VALUE => Origin::Value(text()),
            ELEMENT => Origin::Element(text()),
            HANDED => Origin::Handed(text()),
            _ => Origin::Unknown,
        }
    }
}

impl<'d> Origin<'d> {
    /// The type, if it is written.
    pub fn as_type(self) -> Option<&'d str> {
        if let Origin::Type(text) = self { Some(text) } else { None }
    }
}

impl<'f> From<&'f LocalOrigin> for Origin<'f> {
    fn from(origin: &'f LocalOrigin) -> Origin<'f> {
        match origin {
            LocalOrigin::Unknown => Origin::Unknown,
            LocalOrigin::Type(text) => Origin::Type(text),
            LocalOrigin::Call(path) => Origin::Call(path),
            LocalOrigin::Value(path) => Origin::Value(path),
            LocalOrigin::Element(path) => Origin::Element(path),
            LocalOrigin::Handed(path) => Origin::Handed(path),
        }
    }
}

/// A local; names are numbers in the arena of the digest.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct PackedLocal {
    /// The symbol it belongs to, or [`NONE`].
    #[serde(with = "crate::base::packed::optional")]
    pub owner: u32,
    pub name: u32,
    pub start_line: u32,
    pub end_line: u32,
    pub origin: PackedOrigin,
}

/// The locals of a file, in order of owner and of their first line.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct PackedLocals(Box<[PackedLocal]>);

impl PackedLocals {
    pub fn new(mut locals: Vec<PackedLocal>) -> PackedLocals {
        // A stable sort: of two locals on a line, the later one has to stay later, as it hides the other.
        locals.sort_by_key(|local| (local.owner, local.start_line));
        PackedLocals(locals.into())
    }

    pub fn get(&self, place: u32) -> Option<&PackedLocal> {
        self.0.get(place as usize)
    }

    /// The locals of a symbol, each with its place.
    pub fn of_owner(&self, owner: u32) -> impl Iterator<Item = (u32, &PackedLocal)> {
        let first = self.0.partition_point(|local| local.owner < owner);
        let own = self.0[first..].iter().take_while(move |local| local.owner == owner);
        (first as u32..).zip(own)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The local of a symbol that a name means in a line: the last one that is declared before.
    /// `is_named` compares the number of a name, `before` excludes those at this place or after.
    pub fn find(
        &self,
        language: Language,
        owner: u32,
        line: u32,
        before: u32,
        is_named: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let mut found = None;
        let mut later = None;
        for (place, local) in self.of_owner(owner).take_while(|(place, _)| *place < before) {
            if !is_named(local.name) {
                continue;
            }
            if local.start_line <= line && line <= local.end_line {
                // No break: a later declaration hides an earlier one of the same name.
                found = Some(place);
            } else if profile(language).has_types_as_values()
                && later.is_none()
                && line <= local.end_line
            {
                // A Python name is local in its whole function, and the clauses of a
                // comprehension stand after what uses them.
                later = Some(place);
            }
        }
        found.or(later)
    }
}

/// Stands for all locals of a file.
pub const ALL: u32 = NONE;
