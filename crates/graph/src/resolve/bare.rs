//! Resolves a name without a qualifier, as far as inheritance plays no part.

use std::ops::ControlFlow;

use rutter_domain::{CallForm, Provenance, ReferenceKind, SymbolKind};
use rutter_syntax::profile;
use rutter_syntax::profile::{Unbound, has_word};

use crate::base::digest::ReferenceView;
use crate::base::hash::hash_container;
use crate::base::kinds::Role;
use crate::base::names::{DefinitionAt, Definitions};
use crate::base::packed::NONE;
use crate::resolve::builtins::is_builtin;
use crate::resolve::candidates::{Candidates, Collect};
use crate::resolve::fitness::{NameForm, fitness};
use crate::resolve::lookup::{NameQuery, look_up};
use crate::resolve::viewpoint::Viewpoint;

/// Names that the C library itself defines as macros.
const MACROS_OF_LIBRARY: [&str; 5] = ["assert", "isnan", "offsetof", "static_assert", "va_copy"];

/// Types of system headers that programs define where they are missing.
// The rule came from libevent, which defines such types where a system lacks them.
const SYSTEM_TYPES: &str = "\
    addrinfo in6_addr in_addr iovec itimerval msghdr pollfd rusage sockaddr sockaddr_in \
    sockaddr_in6 sockaddr_storage sockaddr_un socklen_t ssize_t timespec timeval timezone";

impl Viewpoint<'_> {
    /// Resolves a name that is not a call to a method of a type around it.
    pub fn bare(
        &self,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let definitions = self.base.definitions(reference.name);
        match self.bound(reference, &definitions, candidates) {
            ControlFlow::Break(known) => known,
            ControlFlow::Continue(()) => self.unbound(reference, &definitions, candidates),
        }
    }

    /// A name that is local to the function, or that an import binds. Continues if it is neither.
    pub fn bound(
        &self,
        reference: &ReferenceView<'_>,
        definitions: &Definitions<'_>,
        candidates: &mut Candidates,
    ) -> ControlFlow<Option<Provenance>> {
        let here = definitions.in_file(self.file);
        for definition in here.iter().filter(|at| at.role == Role::Local) {
            if self.encloses(definition, reference) {
                candidates.offer_fitting(reference.kind, NameForm::Bare, definition);
            }
        }
        if !candidates.is_empty() {
            return ControlFlow::Break(candidates.known_by(self.base, Provenance::SameFile));
        }
        if reference.form != CallForm::Macro && self.is_shadowed(reference) {
            return ControlFlow::Break(None);
        }
        // Before imports: an inner type hides an imported one of its name.
        self.offer_own_nested(reference, definitions, candidates);
        if !candidates.is_empty() {
            return ControlFlow::Break(self.known_by_import(candidates));
        }
        let mut is_bound = false;
        for import in self.bindings_for(reference.name, reference) {
            is_bound = true;
            self.look_up_import(import, reference.kind, candidates);
        }
        // If the import leads nowhere but the file defines the name itself, that is meant:
        // `try: from fast import load`, `except ImportError: def load(): …`.
        let is_own = |at: &DefinitionAt| matches!(at.role, Role::Free | Role::Type);
        // A macro that is exported belongs to the root of its crate, wherever it is defined.
        let is_macro = reference.form == CallForm::Macro;
        if is_bound && !(candidates.is_empty() && (is_macro || here.iter().any(is_own))) {
            return ControlFlow::Break(self.known_by_import(candidates));
        }
        if definitions.is_empty() {
            return ControlFlow::Break(None);
        }
        ControlFlow::Continue(())
    }

    /// Offers the types that a type around the reference holds.
    fn offer_own_nested(
        &self,
        reference: &ReferenceView<'_>,
        definitions: &[DefinitionAt],
        candidates: &mut Candidates,
    ) {
        let is_nested = |at: &&DefinitionAt| at.role == Role::Nested;
        if !profile(self.language).members.are_bare || !definitions.iter().any(|at| is_nested(&at))
        {
            return;
        }
        for owner in self.own_types(reference.from).map(hash_container) {
            for at in definitions.iter().filter(is_nested).filter(|at| at.container == owner) {
                let can_be_named = at.file == self.file
                    || self.is_candidate(reference.name, at) && self.is_in_scope(at);
                if can_be_named {
                    candidates.offer_fitting(reference.kind, NameForm::Bare, at);
                }
            }
            if !candidates.is_empty() {
                return;
            }
        }
    }

    /// A name that nothing binds: in the file, in its scope, or anywhere in the repository.
    pub fn unbound(
        &self,
        reference: &ReferenceView<'_>,
        definitions: &Definitions<'_>,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let is_like_c = profile(self.language).is_like_c();
        let is_builtin = is_builtin(self.language, reference.name);
        let has_crates = profile(self.language).has_crates();
        // Rust names an associated type only through the type or trait that it belongs to.
        let is_here =
            |at: &&DefinitionAt| at.role != Role::Local && !(at.role == Role::Nested && has_crates);
        for definition in definitions.in_file(self.file).iter().filter(is_here) {
            candidates.offer_fitting(reference.kind, NameForm::Bare, definition);
        }
        if has_crates && candidates.definitions.len() > 1 {
            self.keep_own_module(reference, candidates);
        }
        // What the C library has is mostly replaced only where it is missing.
        let is_macro_or_constant =
            |at: &DefinitionAt| matches!(at.kind, SymbolKind::Macro | SymbolKind::Constant);
        let is_system_type = is_like_c && has_word(SYSTEM_TYPES, reference.name);
        let is_stand_in =
            |at: &DefinitionAt| is_macro_or_constant(at) || is_system_type && at.kind.is_type();
        let known_in_c = |known: Option<Provenance>, candidates: &Candidates| match known {
            Some(known)
                if is_like_c
                    && is_builtin
                    && known.is_sure()
                    && candidates.definitions.iter().all(is_stand_in) =>
            {
                // The own definition and that of the library.
                Some(Provenance::Ambiguous(2))
            }
            known => known,
        };
        if !candidates.is_empty() && !candidates.is_declared_only() {
            let known = candidates.known_by(self.base, Provenance::SameFile);
            // What is a macro of the library as well is replaced for good by a file that defines it.
            let is_replaced = is_like_c && MACROS_OF_LIBRARY.contains(&reference.name);
            return if is_replaced { known } else { known_in_c(known, candidates) };
        }
        if self.has_wide_scope() {
            for definition in definitions.iter().filter(|at| at.role != Role::Nested) {
                // Whether it fits is found out faster than whether it is in scope.
                if let Some(fitness) = fitness(reference.kind, NameForm::Bare, definition)
                    && self.is_candidate(reference.name, definition)
                    && self.is_in_scope(definition)
                {
                    candidates.offer(*definition, fitness);
                }
            }
            // What a wildcard brings in is hidden by what the package defines.
            if candidates.is_empty() {
                self.look_up_stars(reference, candidates);
            }
            // Code that is included sees what precedes it.
            if is_like_c && (candidates.is_empty() || candidates.is_declared_only()) {
                let includes = |at: &&DefinitionAt| {
                    profile(at.language).is_like_c() && self.is_included_by(at.file)
                };
                for definition in definitions.iter().filter(includes) {
                    candidates.offer_fitting(reference.kind, NameForm::Bare, definition);
                }
            }
        }
        if is_like_c && candidates.definitions.len() > 1 {
            self.keep_beside_headers(candidates);
        }
        let is_declared = candidates.is_declared_only();
        if !candidates.is_empty() && !is_declared {
            return known_in_c(self.known_by_import(candidates), candidates);
        }
        // A built-in name means the built-in, even if the repository defines the name once, somewhere else.
        if is_builtin {
            // Only declared, or defined where it is missing.
            let is_fallback =
                is_declared && candidates.definitions.iter().all(is_macro_or_constant);
            let known = self.known_by_import(candidates).filter(|_| is_fallback);
            return known_in_c(known, candidates);
        }
        let unbound = profile(self.language).names.unbound;
        let form = match unbound {
            Unbound::Nothing => return None,
            Unbound::NothingInModules if self.digest.is_module() => return None,
            Unbound::AnyMember => NameForm::Path,
            _ => NameForm::Bare,
        };
        let is_macro = |at: &DefinitionAt| at.kind == SymbolKind::Macro;
        let is_shared = |at: &DefinitionAt| {
            at.role != Role::Nested
                && !self.base.digest(at.file).is_module()
                && match unbound {
                    // A name that is neither defined nor imported cannot be a function, but a macro may be.
                    Unbound::MacroOrType => is_macro(at) || reference.kind == ReferenceKind::Type,
                    // A macro is known by what includes it.
                    Unbound::FunctionOrHeader => {
                        let is_constant = at.kind == SymbolKind::Constant;
                        !is_macro(at) && (!is_constant || self.is_header(at.file))
                    }
                    _ => true,
                }
        };
        self.offer_all(definitions, reference, form, is_shared, candidates);
        if is_declared { self.known_by_import(candidates) } else { self.known_by_name(candidates) }
    }

    /// Of the definitions in this file, keeps those of the innermost inline module around a reference
    /// that has any.
    fn keep_own_module(&self, reference: &ReferenceView<'_>, candidates: &mut Candidates) {
        let module_of = |symbol: u32| {
            let mut around = self.digest.enclosing(Some(symbol));
            around.find(|(_, outer)| outer.kind == SymbolKind::Module).map_or(NONE, |(id, _)| id)
        };
        let around = self.digest.enclosing(reference.from);
        let modules = around.filter(|(_, outer)| outer.kind == SymbolKind::Module);
        for module in modules.map(|(id, _)| id).chain([NONE]) {
            let is_inside = |at: &DefinitionAt| module_of(at.symbol) == module;
            if candidates.definitions.iter().any(is_inside) {
                candidates.definitions.retain(is_inside);
                return;
            }
        }
    }

    /// Offers what an import binds its name to.
    pub fn look_up_import(&self, index: u32, kind: ReferenceKind, candidates: &mut Candidates) {
        let Some(import) = self.digest.import(index) else { return };
        let Some(target) = self.target(index) else { return };
        // `const run = require("./run")` binds the default export when it is called.
        let is_script = profile(self.language).is_script();
        let last = import.module.rsplit([':', '.', '\\', '/']).next().unwrap_or("");
        let name = import.name.unwrap_or(if is_script { "default" } else { last });
        let query = NameQuery { kind, name, alias: import.alias };
        look_up(self.scopes, &target.home, target.container, query, candidates);
    }

    /// Offers every definition of a name that fits and that `is_wanted`.
    pub fn offer_all(
        &self,
        definitions: &[DefinitionAt],
        reference: &ReferenceView<'_>,
        form: NameForm,
        is_wanted: impl Fn(&DefinitionAt) -> bool,
        candidates: &mut Candidates,
    ) {
        for definition in definitions {
            if let Some(fitness) = fitness(reference.kind, form, definition)
                && self.is_candidate(reference.name, definition)
                && is_wanted(definition)
            {
                candidates.offer(*definition, fitness);
                if candidates.is_settled(self.base) {
                    return;
                }
            }
        }
    }

    /// Offers what the modules that are imported as a whole mean by a name.
    fn look_up_stars(&self, reference: &ReferenceView<'_>, candidates: &mut Candidates) {
        let (kind, name) = (reference.kind, reference.name);
        for target in self.star_targets() {
            let mut more = Candidates::new(Collect::All);
            let query = NameQuery { kind, name, alias: None };
            look_up(self.scopes, &target.home, target.container, query, &mut more);
            for definition in more.definitions {
                let fitness = fitness(kind, NameForm::Path, &definition);
                // Twice the fitness and one must fit into a byte.
                candidates.offer(definition, fitness.unwrap_or(u8::MAX / 4));
            }
        }
    }
}
