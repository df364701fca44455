//! Finds a member that a type inherits.

use rutter_domain::{CallForm, Provenance};

use crate::base::digest::ReferenceView;
use crate::base::kinds::Role;
use crate::base::names::DefinitionAt;
use crate::resolve::FileResolver;
use crate::resolve::candidates::{Candidates, Collect, weaker};
use crate::resolve::fitness::NameForm;
use crate::resolve::imported::TypeAt;

/// A search for one inherited member visits this many types.
const MAX_TYPES: usize = 32;

impl FileResolver<'_> {
    /// A member that a type has from the types it extends or implements, the nearest first.
    pub fn inherited(
        &self,
        owner: TypeAt,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        candidates.clear();
        let definitions = self.view.base.definitions(reference.name);
        if definitions.is_empty() {
            return None;
        }
        // Of a method that does not take the arguments, one further up may have the name.
        let is_fitting = |definition: &DefinitionAt| match reference.form {
            CallForm::Arguments(n_arguments) if self.has_overloads(reference) => {
                self.takes(definition, n_arguments)
            }
            CallForm::Arguments(_) | CallForm::Plain | CallForm::Macro => true,
        };
        let mut queue = vec![(owner, Provenance::SameFile)];
        let mut n_done = 0;
        while n_done < queue.len() && n_done < MAX_TYPES {
            let (owner, way) = queue[n_done];
            n_done += 1;
            for supertype in self.resolver.supertypes_of(owner) {
                let way = weaker(way, supertype.provenance);
                for definition in definitions.in_file(supertype.at.file).iter() {
                    if definition.container == supertype.at.name
                        && definition.role != Role::Local
                        && is_fitting(definition)
                    {
                        candidates.offer_fitting(reference.kind, NameForm::Path, definition);
                    }
                }
                // The search is breadth first, so that the nearest type that has the member hides the
                // others.
                if let Some(known) = candidates.known_by(self.view.base, way) {
                    self.with_declared(supertype.at, reference, candidates);
                    return self.among_overloads(supertype.at, known, reference, candidates);
                }
                // Types may inherit from a common base by several ways, and broken code in a circle.
                if queue.iter().all(|(seen, _)| *seen != supertype.at) {
                    queue.push((supertype.at, way));
                }
            }
        }
        None
    }

    /// Replaces a field that the methods of a type only assign by the one that a supertype declares with
    /// a type: it is the same field.
    pub fn declared_by_supertype(
        &self,
        owner: TypeAt,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let is_only_assigned = |definition: &DefinitionAt| definition.flags.is_only_assigned();
        if candidates.is_empty() || !candidates.definitions.iter().all(is_only_assigned) {
            return None;
        }
        let mut declared = Candidates::new(Collect::All);
        let known = self.inherited(owner, reference, &mut declared)?;
        let is_declared = |definition: &DefinitionAt| definition.flags.is_annotated();
        if !known.is_sure() || !declared.definitions.iter().all(is_declared) {
            return None;
        }
        candidates.definitions = declared.take();
        Some(known)
    }
}
