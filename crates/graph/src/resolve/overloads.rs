//! Selects among methods of one name by the number of arguments of a call.
//!
//! A method that a type inherits is hidden only by one of the same parameters. Which of those that take the
//! arguments is meant may depend on their types; then the call is ambiguous.

use rutter_domain::{CallForm, Provenance, ReferenceKind};
use rutter_syntax::profile;
use rutter_syntax::profile::Overloads;

use crate::base::arity::Arity;
use crate::base::digest::ReferenceView;
use crate::base::names::DefinitionAt;
use crate::resolve::FileResolver;
use crate::resolve::candidates::Candidates;
use crate::resolve::imported::TypeAt;

/// A search for overloads visits this many types.
const MAX_TYPES: usize = 32;

impl FileResolver<'_> {
    /// Whether the overloads that a type inherits have to be weighed for a reference.
    pub fn has_overloads(&self, reference: &ReferenceView<'_>) -> bool {
        profile(self.view.language).calls.overloads == Overloads::Inherited
            && reference.kind == ReferenceKind::Call
            && matches!(reference.form, CallForm::Arguments(_))
    }

    /// Of the methods of a type, keeps those that take the arguments of a call, and adds those that the
    /// type inherits. `known` is how the methods of the type itself are known.
    pub fn among_overloads(
        &self,
        owner: TypeAt,
        known: Provenance,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let CallForm::Arguments(n_arguments) = reference.form else { return Some(known) };
        if !self.has_overloads(reference)
            || !known.is_sure()
            || candidates.definitions.iter().any(|at| !at.kind.is_callable())
        {
            return Some(known);
        }
        let mut fitting = candidates.take();
        fitting.retain(|at| self.takes(at, n_arguments));
        let inherited = self.inherited_overloads(owner, reference.name, n_arguments, &fitting);
        let is_own = !fitting.is_empty();
        fitting.extend(inherited);
        for definition in fitting {
            // All of them take the arguments, so none ranks before another.
            candidates.offer(definition, 0);
        }
        candidates.known_by(self.view.base, if is_own { known } else { Provenance::ByType })
    }

    /// The methods of a name that a type inherits and that take that many arguments, without those that
    /// `nearer` ones or one another override.
    fn inherited_overloads(
        &self,
        owner: TypeAt,
        name: &str,
        n_arguments: u8,
        nearer: &[DefinitionAt],
    ) -> Vec<DefinitionAt> {
        let base = self.view.base;
        let definitions = base.definitions(name);
        let mut found: Vec<DefinitionAt> = Vec::new();
        let mut queue = vec![owner];
        let mut n_done = 0;
        while n_done < queue.len().min(MAX_TYPES) {
            let owner = queue[n_done];
            n_done += 1;
            for supertype in self.resolver.supertypes_of(owner) {
                if queue.contains(&supertype.at) {
                    continue;
                }
                queue.push(supertype.at);
                for at in definitions.in_file(supertype.at.file).iter() {
                    let is_hidden = |by: &DefinitionAt| match (self.arity_of(by), self.arity_of(at))
                    {
                        (Some(by), Some(arity)) => by.is_like(arity),
                        (Some(_) | None, _) => true,
                    };
                    if at.container == supertype.at.name
                        && at.kind.is_callable()
                        && self.view.can_see(name, at)
                        && self.takes(at, n_arguments)
                        && !nearer.iter().chain(&found).any(is_hidden)
                    {
                        found.push(*at);
                    }
                }
            }
        }
        found
    }

    /// Whether one of the candidates takes the arguments of a C++ call, or one that is only declared here,
    /// which is added then. Others may be defined in another file.
    pub fn may_be_called(
        &self,
        owner: TypeAt,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> bool {
        let Some(n_arguments) = self.hiding_arguments(reference) else { return true };
        if candidates.definitions.iter().any(|at| self.takes(at, n_arguments)) {
            return true;
        }
        candidates.clear();
        self.with_declared(owner, reference, candidates);
        !candidates.is_empty()
    }

    /// Adds the overloads that a C++ class only declares beside those that it defines.
    pub fn with_declared(
        &self,
        owner: TypeAt,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) {
        let Some(n_arguments) = self.hiding_arguments(reference) else { return };
        let definitions = self.view.base.definitions(reference.name);
        for at in definitions.in_file(owner.file).iter() {
            if at.container == owner.name
                && at.flags.is_declaration()
                && self.takes(at, n_arguments)
                && !candidates.definitions.contains(at)
            {
                candidates.definitions.push(*at);
            }
        }
    }

    /// The number of arguments of a call, in a language in which the overloads of a type hide those that it
    /// inherits.
    fn hiding_arguments(&self, reference: &ReferenceView<'_>) -> Option<u8> {
        let is_hiding = profile(self.view.language).calls.overloads == Overloads::Hiding;
        match reference.form {
            CallForm::Arguments(n_arguments) if is_hiding => Some(n_arguments),
            _ => None,
        }
    }

    /// Whether a call with that many arguments may mean a definition.
    pub fn takes(&self, at: &DefinitionAt, n_arguments: u8) -> bool {
        self.arity_of(at).is_none_or(|arity| arity.takes(n_arguments))
    }

    fn arity_of(&self, at: &DefinitionAt) -> Option<Arity> {
        self.view.base.digest(at.file).arity_of(at.symbol)
    }
}
