//! Finds the types that those of a file extend and implement.
//!
//! Supertypes are resolved without inheritance: a base class that is itself inherited from another
//! type is not found. In return, the supertypes of one file never depend on those of another, so
//! that computing them cannot go in a circle.

use std::ops::ControlFlow;

use rutter_domain::{Provenance, ReferenceKind};

use crate::base::digest::ReferenceView;
use crate::base::hash::hash_container;
use crate::base::kinds::has_members;
use crate::base::qualifier::segments;
use crate::imports::scopes::Scopes;
use crate::resolve::candidates::{Candidates, Collect};
use crate::resolve::imported::TypeAt;
use crate::resolve::members::{MemberReach, find_member};
use crate::resolve::viewpoint::Viewpoint;

/// An ambiguous supertype is followed to this many definitions.
const MAX_DEFINITIONS: usize = 4;

/// A type of a file and one that it extends or implements.
#[derive(Debug, Clone, Copy)]
pub struct Supertype {
    /// Hash of the name of the type that has this supertype.
    pub subtype: u32,
    pub at: TypeAt,
    pub provenance: Provenance,
}

/// The supertypes of all types of a file, in the order they are written.
pub fn supertypes_in(scopes: &Scopes<'_>, file: u32) -> Box<[Supertype]> {
    let view = Viewpoint::new(scopes, file);
    let mut candidates = Candidates::new(Collect::All);
    let mut supertypes = Vec::new();
    let clauses = view.digest.references().filter(|reference| {
        matches!(reference.kind, ReferenceKind::Extends | ReferenceKind::Implements)
    });
    for reference in clauses {
        let subtype = reference.from.and_then(|from| view.digest.definition(from));
        let Some(subtype) = subtype.filter(|subtype| has_members(subtype.kind)) else { continue };
        let subtype = hash_container(view.digest.name_of(subtype));
        let known = resolve_supertype(&view, &reference, &mut candidates);
        let Some(provenance) = known else { continue };
        let definitions = candidates.definitions.iter().take(MAX_DEFINITIONS);
        supertypes.extend(definitions.map(|at| Supertype {
            subtype,
            at: TypeAt::of(at),
            provenance,
        }));
    }
    supertypes.into()
}

fn resolve_supertype(
    view: &Viewpoint<'_>,
    reference: &ReferenceView<'_>,
    candidates: &mut Candidates,
) -> Option<Provenance> {
    candidates.clear();
    let Some(qualifier) = reference.qualifier else { return view.bare(reference, candidates) };
    let segments: Vec<&str> = segments(qualifier).collect();
    match view.qualified_by_import(reference, &segments, candidates, |_, _| None) {
        ControlFlow::Break(known) => known,
        ControlFlow::Continue(()) => {
            let owner = hash_container(segments.last().copied().unwrap_or(""));
            find_member(view, owner, MemberReach::Anywhere, reference, candidates)
        }
    }
}
