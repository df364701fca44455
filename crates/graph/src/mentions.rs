//! Ties what a document names to what the code defines.
//!
//! A document has no scope: any definition in any language may be meant. One in a file that the
//! document links to comes first.

use rutter_domain::{Provenance, ReferenceKind};

use crate::digest::Referring;
use crate::found::Found;
use crate::hash::hash_container;
use crate::kinds::{Form, Role, fitness, is_data};
use crate::paths::stem_of;
use crate::place::Target;
use crate::qualifier::{is_distinctive, segments};
use crate::viewpoint::Viewpoint;

impl Viewpoint<'_> {
    /// A code span of a document.
    pub fn mentioned(&self, referring: &Referring<'_>, found: &mut Found) -> Option<Provenance> {
        let entries = self.directory.entries(referring.name);
        let owner = referring.qualifier.and_then(|qualifier| segments(qualifier).last());
        if referring.qualifier.is_some() && owner.is_none() {
            return None;
        }
        let container = owner.map(hash_container);
        let mut is_linked = false;
        for entry in entries.iter().filter(|entry| entry.role != Role::Local) {
            let is_owned = container.is_none_or(|container| {
                entry.container == container
                    || owner == Some(stem_of(self.directory.paths.path(entry.file)))
            });
            let is_telling = referring.qualifier.is_some()
                || !is_data(entry.kind)
                || is_distinctive(referring.name);
            let fitness = fitness(ReferenceKind::Mention, Form::Path, entry.kind, entry.role);
            let Some(fitness) = fitness.filter(|_| is_owned && is_telling) else { continue };
            let links_to = |target: &Target| self.directory.is_in(target.place(), entry.file);
            match (self.scope.targets.iter().any(links_to), is_linked) {
                (true, false) => {
                    found.clear();
                    is_linked = true;
                }
                (true, true) | (false, false) => {}
                (false, true) => continue,
            }
            found.offer(*entry, fitness);
            if found.is_settled() && self.scope.targets.is_empty() {
                break;
            }
        }
        if is_linked { self.known_by_import(found) } else { self.known_by_name(found) }
    }
}
