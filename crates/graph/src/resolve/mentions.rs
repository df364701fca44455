//! Resolves what a document mentions.
//!
//! A document has no scope: any definition in any language may be meant. Definitions in files that
//! the document links to are preferred.

use rutter_domain::{Provenance, ReferenceKind, SymbolKind};

use crate::base::digest::ReferenceView;
use crate::base::hash::{hash_container, hash_name};
use crate::base::kinds::Role;
use crate::base::qualifier::{is_distinctive, segments};
use crate::imports::target::ImportTarget;
use crate::resolve::candidates::Candidates;
use crate::resolve::fitness::{NameForm, fitness};
use crate::resolve::viewpoint::Viewpoint;

/// Resolves a code span of a document.
pub fn resolve_mention(
    view: &Viewpoint<'_>,
    reference: &ReferenceView<'_>,
    candidates: &mut Candidates,
) -> Option<Provenance> {
    let definitions = view.base.definitions(reference.name);
    let owner = reference.qualifier.and_then(|qualifier| segments(qualifier).last());
    if reference.qualifier.is_some() && owner.is_none() {
        return None;
    }
    let container = owner.map(hash_container);
    let stem = owner.map(hash_name);
    let mut is_linked = false;
    for definition in definitions.iter().filter(|definition| definition.role != Role::Local) {
        let is_owned = container.is_none_or(|container| {
            definition.container == container
                // `parser.parse` may mean the function `parse` in `parser.py`.
                || stem == Some(view.base.paths.stem_hash(definition.file))
        });
        if !is_owned {
            continue;
        }
        // A plain word such as `size` in a text seldom means a field of that name.
        let is_specific = reference.qualifier.is_some()
            || !is_plain_data(definition.kind)
            || is_distinctive(reference.name);
        let fitness = fitness(ReferenceKind::Mention, NameForm::Path, definition);
        let Some(fitness) = fitness.filter(|_| is_specific) else { continue };
        let links_to = |target: &ImportTarget| target.files().contains(view.base, definition.file);
        match (view.targets().any(links_to), is_linked) {
            // The first in a linked file outdoes all others.
            (true, false) => {
                candidates.clear();
                is_linked = true;
            }
            (true, true) | (false, false) => {}
            (false, true) => continue,
        }
        candidates.offer(*definition, fitness);
        if candidates.is_settled(view.base) && view.targets().next().is_none() {
            break;
        }
    }
    if is_linked { view.known_by_import(candidates) } else { view.known_by_name(candidates) }
}

/// Kinds whose names are often plain words. Constants are not among them: they are named to stand
/// out.
fn is_plain_data(kind: SymbolKind) -> bool {
    (kind.is_data() && kind != SymbolKind::Constant) || kind == SymbolKind::Test
}
