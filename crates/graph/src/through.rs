//! Resolves a qualified name by what its qualifier was imported as.

use rutter_domain::{Language, Provenance, ReferenceKind, SymbolKind};

use crate::builtins::is_builtin;
use crate::digest::{Importing, Referring};
use crate::found::Found;
use crate::hash::hash_container;
use crate::kinds::{Form, Role, fitness, is_script};
use crate::lookup::{Wish, look_up};
use crate::members::{Reach, reach_of, weaker};
use crate::modules::{Walked, descend, walk_rust};
use crate::place::{Place, Target};
use crate::qualifier::{looks_like_a_type, segments};
use crate::viewpoint::Viewpoint;

/// What an import tells of a qualified name.
enum Told {
    /// What it means.
    Found(Provenance),
    /// That it is not in the repository, or not where it is said to be.
    Nothing,
    /// That it is a member of a value.
    Value,
}

impl Viewpoint<'_> {
    /// Resolves through the imports that bind the first part of a qualifier. Nothing when there are
    /// none, or when they bind a value; nothing within when they lead nowhere.
    pub fn through_import(
        &self,
        referring: &Referring<'_>,
        segments: &[&str],
        found: &mut Found,
    ) -> Option<Option<Provenance>> {
        let first = segments.first()?;
        let mut is_value = false;
        let mut is_bound = false;
        for import in self.scope.binding(first) {
            let Some(importing) = self.digest.import(import) else { continue };
            let Some(target) = self.scope.targets.get(import as usize) else { continue };
            is_bound = true;
            found.clear();
            match self.through_target(importing, target, referring, segments, found) {
                Told::Found(provenance) => return Some(Some(provenance)),
                Told::Nothing => {}
                Told::Value => is_value = true,
            }
        }
        (is_bound && !is_value).then_some(None)
    }

    /// Takes what an import binds a bare name to.
    pub fn look_up_import(&self, import: u32, kind: ReferenceKind, found: &mut Found) {
        let Some(importing) = self.digest.import(import) else { return };
        let Some(target) = self.scope.targets.get(import as usize) else { return };
        // `const run = require("./run")` binds the default export, as far as it is called.
        let name = importing.name.unwrap_or(match self.language {
            language if is_script(language) => "default",
            Language::Rust => importing.module.rsplit("::").next().unwrap_or(""),
            _ => importing.module.rsplit(['.', '\\', '/']).next().unwrap_or(""),
        });
        let wish = Wish { kind, name, alias: importing.alias };
        look_up(self.directory, &target.home, target.container, wish, found);
    }

    /// Resolves along a path of Rust from here: `crate::a::b`, `super::c`, `some_crate::d`.
    pub fn along_rust_path(
        &self,
        referring: &Referring<'_>,
        segments: &[&str],
        found: &mut Found,
    ) -> Option<Provenance> {
        let enclosing = self.digest.enclosing(referring.from);
        let n_inline = enclosing.filter(|(_, item)| item.kind == SymbolKind::Module).count();
        let (file, next) = (self.file, Some(referring.name));
        let Walked::At { file, container } =
            walk_rust(self.directory, file, n_inline, segments, next)
        else {
            return None;
        };
        let wish = Wish { kind: referring.kind, name: referring.name, alias: None };
        look_up(self.directory, &Place::File(file), container, wish, found);
        self.known_by_import(found)
    }

    /// Whether a word is a crate from outside, as another import of the file shows.
    pub fn is_foreign_crate(&self, word: &str) -> bool {
        self.language == Language::Rust
            && (self.digest.imports().zip(&self.scope.targets)).any(|(importing, target)| {
                target.home == Place::Outside && importing.module.split("::").next() == Some(word)
            })
    }

    /// A member of the type that a path names. Nothing when it names no type that is known; nothing
    /// within when the type is outside or has no such member.
    pub fn of_type(
        &self,
        path: &str,
        referring: &Referring<'_>,
        found: &mut Found,
    ) -> Option<Option<Provenance>> {
        let segments: Vec<&str> = segments(path).collect();
        if let Some(known) = self.through_import(referring, &segments, found) {
            return Some(known);
        }
        let [name] = segments[..] else { return None };
        if is_builtin(self.language, name) {
            return Some(None);
        }
        let asked = Referring { kind: ReferenceKind::Type, name, qualifier: None, ..*referring };
        found.clear();
        let way = self.bare(&asked, found)?;
        let holders = std::mem::take(&mut found.entries);
        found.clear();
        let owner = hash_container(name);
        if holders.iter().any(|holder| !holder.role.is_type()) {
            return self.member_of(owner, Reach::Anywhere, referring, found).map(Some);
        }
        let entries = self.directory.entries(referring.name);
        for entry in holders.iter().flat_map(|holder| entries.in_file(holder.file)) {
            if entry.container == owner
                && let Some(fitness) = fitness(referring.kind, Form::Path, entry.kind, entry.role)
            {
                found.offer(*entry, fitness);
            }
        }
        if !found.is_empty() && !found.is_declared_only() {
            // Of several types of that name, the one that has the member is known by both names.
            return Some(found.known_by(match way {
                Provenance::Ambiguous(_) => Provenance::UniqueName,
                way => way,
            }));
        }
        let known = self.member_of(owner, reach_of(self.language), referring, found);
        Some(known.map(|known| weaker(way, known)).or_else(|| {
            holders.iter().find_map(|holder| {
                let known = self.inherited(holder.file, owner, referring, found)?;
                Some(weaker(way, known))
            })
        }))
    }

    fn through_target(
        &self,
        importing: Importing<'_>,
        target: &Target,
        referring: &Referring<'_>,
        segments: &[&str],
        found: &mut Found,
    ) -> Told {
        let wish = Wish { kind: referring.kind, name: referring.name, alias: None };
        if let Some(module) = &target.module {
            let n_used = match self.language {
                Language::Python if importing.name.is_none() && importing.alias.is_none() => {
                    importing.module.split('.').count()
                }
                _ => 1,
            };
            let Some(rest) = segments.get(n_used..) else { return Told::Nothing };
            let is_same = || importing.module.split('.').eq(segments[..n_used].iter().copied());
            if n_used > 1 && !is_same() {
                return Told::Nothing;
            }
            let (place, rest) = self.descend_all(module, rest);
            let container = rest.last().map_or(0, |last| hash_container(last));
            look_up(self.directory, &place, container, wish, found);
            if let Some(known) = self.known_by_import(found) {
                return Told::Found(known);
            }
            return match rest.last() {
                Some(last) if !looks_like_a_type(last) => Told::Value,
                Some(_) => Told::Nothing,
                None if target.home == *module && !is_script(self.language) => Told::Nothing,
                None => match self.through_symbol(importing, target, referring, segments, found) {
                    Told::Value if target.home == *module => Told::Nothing,
                    told => told,
                },
            };
        }
        if !target.home.is_inside() {
            return Told::Nothing;
        }
        self.through_symbol(importing, target, referring, segments, found)
    }

    /// Through what an import takes from a module: a type, a namespace or a value.
    fn through_symbol(
        &self,
        importing: Importing<'_>,
        target: &Target,
        referring: &Referring<'_>,
        segments: &[&str],
        found: &mut Found,
    ) -> Told {
        let holder_name = importing.name.unwrap_or(match is_script(self.language) {
            true => "default",
            false => segments.first().copied().unwrap_or(""),
        });
        let kind = ReferenceKind::Mention;
        let wish = Wish { kind, name: holder_name, alias: importing.alias };
        look_up(self.directory, &target.home, target.container, wish, found);
        let holders = std::mem::take(&mut found.entries);
        found.clear();
        let Some(holder) = holders.first() else { return Told::Value };
        let holder_digest = self.directory.digest(holder.file);
        let holder_name = holder_digest
            .definition(holder.symbol)
            .map_or("", |found| holder_digest.name_of(found));
        let (owner_name, is_direct) = match segments {
            [_, .., last] => (*last, false),
            [_] | [] => (holder_name, true),
        };
        let owner = hash_container(owner_name);
        let files: Box<[u32]> = holders.iter().map(|holder| holder.file).collect();
        let place = Place::of_files(files.into_vec(), Place::Missing);
        let wish = Wish { kind: referring.kind, name: referring.name, alias: None };
        look_up(self.directory, &place, owner, wish, found);
        if let Some(known) = self.known_by_import(found) {
            return Told::Found(known);
        }
        if !is_direct {
            return if looks_like_a_type(owner_name) { Told::Nothing } else { Told::Value };
        }
        match holder.role {
            Role::Type | Role::Nested => {
                let reach = reach_of(self.language);
                let known = self.member_of(owner, reach, referring, found).or_else(|| {
                    let inherited = self.inherited(holder.file, owner, referring, found);
                    inherited.map(|known| weaker(Provenance::Import, known))
                });
                known.map_or(Told::Nothing, Told::Found)
            }
            Role::Module => Told::Nothing,
            Role::Free | Role::Member | Role::Local | Role::Nameless => Told::Value,
        }
    }

    /// Goes into modules for as long as the names are such.
    fn descend_all<'s>(&self, module: &Place, names: &'s [&'s str]) -> (Place, &'s [&'s str]) {
        let mut place = module.clone();
        let mut rest = names;
        while let [name, further @ ..] = rest {
            let Some(inner) = descend(self.directory, self.language, &place, name) else { break };
            place = inner;
            rest = further;
        }
        (place, rest)
    }
}
