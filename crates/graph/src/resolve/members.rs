//! Finds a member of a type by the name of the type, without asking what the type inherits.

use rutter_domain::{Language, Provenance};
use rutter_syntax::profile;

use crate::base::digest::ReferenceView;
use crate::base::names::DefinitionAt;
use crate::resolve::candidates::Candidates;
use crate::resolve::fitness::{NameForm, fitness};
use crate::resolve::viewpoint::Viewpoint;

/// The files in which members of a type are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberReach {
    /// In the file of the type, and in the scope it shares with others.
    Scope,
    /// In any file that adds to a type of that name.
    Anywhere,
}

/// Some languages let a type be extended from other files; in the rest, a type of the same name
/// elsewhere is another type.
pub fn reach_of(language: Language) -> MemberReach {
    if profile(language).open.types { MemberReach::Anywhere } else { MemberReach::Scope }
}

/// Finds a member of the type with the name hash `owner`: in this file, or else in its scope, or
/// else, with [`MemberReach::Anywhere`], in any type of that name.
pub fn find_member(
    view: &Viewpoint<'_>,
    owner: u32,
    reach: MemberReach,
    reference: &ReferenceView<'_>,
    candidates: &mut Candidates,
) -> Option<Provenance> {
    candidates.clear();
    let definitions = view.base.definitions(reference.name);
    let fitting = |definition: &DefinitionAt| {
        (definition.container == owner && view.is_candidate(reference.name, definition))
            .then(|| fitness(reference.kind, NameForm::Path, definition))
            .flatten()
    };
    for definition in definitions.in_file(view.file).iter() {
        if let Some(fitness) = fitting(definition) {
            candidates.offer(*definition, fitness);
        }
    }
    // In C++ a class may be declared here and its method be defined in another file.
    if !candidates.is_empty() && !candidates.is_declared_only() {
        return candidates.known_by(view.base, Provenance::SameFile);
    }
    let is_declared_here = !candidates.is_empty();
    let mut is_known = is_declared_here;
    let elsewhere = |at: &&DefinitionAt| at.file != view.file && !at.flags.is_of_value();
    for definition in definitions.of_container(owner).filter(elsewhere) {
        let Some(fitness) = fitting(definition) else { continue };
        if is_declared_here {
            candidates.offer(*definition, fitness);
            continue;
        }
        match (view.is_in_scope(definition), is_known) {
            // The first that is in scope outdoes all that share only the name.
            (true, false) => {
                candidates.clear();
                is_known = true;
            }
            (true, true) => {}
            (false, false) if reach == MemberReach::Anywhere => {}
            (false, _) => continue,
        }
        candidates.offer(*definition, fitness);
    }
    if is_known {
        view.known_by_import(candidates)
    } else {
        candidates.known_by(view.base, Provenance::UniqueName)
    }
}
