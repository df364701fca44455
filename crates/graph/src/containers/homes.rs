//! The container that each symbol belongs to.
//!
//! A type or module that has members is a container. A method belongs to its type wherever it is written:
//! the block or the receiver names the type, which is looked for in the same file, the same folder, and then
//! everywhere if there is only one. What belongs to neither belongs to its file, or to the type that the file
//! is named after.

use rayon::prelude::*;
use rutter_domain::SymbolKind;
use rutter_syntax::profile;

use crate::base::Base;
use crate::base::digest::{Definition, Digest};
use crate::base::kinds::Role;
use crate::base::packed::NONE;
use crate::base::paths::stem_of;
use crate::edges::is_in_test;
use crate::imports::scopes::is_alike;

/// The containers of a repository by number, and that of each symbol.
#[derive(Debug, Default)]
pub struct Homes {
    /// File and symbol of each container; [`NONE`] for the file itself.
    containers: Vec<(u32, u32)>,
    /// The container of each symbol, file by file.
    of_symbol: Vec<u32>,
    /// The start of each file's symbols in `of_symbol`, followed by the total.
    first_symbol: Vec<u32>,
    /// The container that stands for each file; those of its symbols follow it.
    first_container: Vec<u32>,
    /// The type around each container that is a type, or [`NONE`].
    outer: Vec<u32>,
    pub n_callables: Vec<u32>,
}

impl Homes {
    pub fn of(base: &Base<'_>) -> Homes {
        let n_files = base.files.len() as u32;
        let by_file: Vec<Vec<u32>> = (0..n_files)
            .into_par_iter()
            .map(|file| {
                let digest = base.digest(file);
                let symbols = digest.definitions().iter().zip(0..);
                let found = symbols.filter(|(item, symbol)| is_container(digest, *symbol, item));
                found.map(|(_, symbol)| symbol).collect()
            })
            .collect();
        let mut homes = Homes::default();
        let mut n_symbols = 0;
        for (file, symbols) in (0..n_files).zip(&by_file) {
            homes.first_symbol.push(n_symbols);
            homes.first_container.push(homes.containers.len() as u32);
            homes.containers.push((file, NONE));
            homes.containers.extend(symbols.iter().map(|symbol| (file, *symbol)));
            n_symbols += base.digest(file).definitions().len() as u32;
        }
        homes.first_symbol.push(n_symbols);
        homes.first_container.push(homes.containers.len() as u32);
        let of_files: Vec<Vec<u32>> =
            (0..n_files).into_par_iter().map(|file| homes.homes_in(base, file)).collect();
        homes.of_symbol = of_files.into_iter().flatten().collect();
        homes.relate(base);
        homes
    }

    /// Every symbol with its file and the number of its container.
    pub fn all(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        self.first_symbol.windows(2).zip(0..).flat_map(move |(bounds, file)| {
            let symbols = &self.of_symbol[bounds[0] as usize..bounds[1] as usize];
            symbols.iter().zip(0..).map(move |(home, symbol)| (file, symbol, *home))
        })
    }

    pub fn n_containers(&self) -> usize {
        self.containers.len()
    }

    pub fn n_symbols(&self) -> usize {
        self.of_symbol.len()
    }

    /// File and symbol of every container, in order; a file has no symbol.
    pub fn containers(&self) -> impl Iterator<Item = (u32, Option<u32>)> + '_ {
        let symbol = |symbol: u32| (symbol != NONE).then_some(symbol);
        self.containers.iter().map(move |(file, id)| (*file, symbol(*id)))
    }

    /// The number of the container of a symbol; of a file for `None`.
    pub fn home_of(&self, file: u32, symbol: Option<u32>) -> u32 {
        symbol.map_or(self.first_container[file as usize], |symbol| {
            self.of_symbol[self.number_of(file, symbol)]
        })
    }

    /// The number of a symbol among all.
    pub fn number_of(&self, file: u32, symbol: u32) -> usize {
        (self.first_symbol[file as usize] + symbol) as usize
    }

    pub fn file_of(&self, container: u32) -> u32 {
        self.containers[container as usize].0
    }

    pub fn outer_of(&self, container: u32) -> Option<u32> {
        self.outer.get(container as usize).copied().filter(|outer| *outer != NONE)
    }

    /// The number of a symbol that is a container itself.
    pub fn container_of_symbol(&self, file: u32, symbol: u32) -> Option<u32> {
        let first = self.first_container[file as usize] as usize;
        let last = self.first_container[file as usize + 1] as usize;
        let of_file = &self.containers[first + 1..last];
        let at = of_file.binary_search_by_key(&symbol, |(_, symbol)| *symbol).ok()?;
        Some((first + 1 + at) as u32)
    }

    fn homes_in(&self, base: &Base<'_>, file: u32) -> Vec<u32> {
        let digest = base.digest(file);
        let mut found: Vec<u32> = Vec::with_capacity(digest.definitions().len());
        let of_file = self.namesake(base, file).unwrap_or(self.first_container[file as usize]);
        for (definition, symbol) in digest.definitions().iter().zip(0..) {
            // A parent comes before its children, so its home is known already.
            let around = found.get(definition.parent as usize).copied().unwrap_or(of_file);
            let home = self.container_of_symbol(file, symbol).or_else(|| {
                let name = match (definition.kind, definition.role) {
                    (SymbolKind::Implementation, _) => digest.name_of(definition),
                    (_, Role::Member) if around == of_file => digest.container_of(definition)?,
                    _ => return None,
                };
                self.type_named(base, file, name)
            });
            found.push(home.unwrap_or(around));
        }
        found
    }

    /// The type that a file is named after: `logger.go` is about `Logger`.
    fn namesake(&self, base: &Base<'_>, file: u32) -> Option<u32> {
        let stem = stem_of(base.paths.path(file));
        let digest = base.digest(file);
        let first = self.first_container[file as usize] as usize;
        let last = self.first_container[file as usize + 1] as usize;
        let named = (first + 1..last).find(|number| {
            let definition = digest.definition(self.containers[*number].1);
            definition.is_some_and(|definition| {
                definition.role == Role::Type && is_alike(digest.name_of(definition), stem)
            })
        });
        named.map(|number| number as u32)
    }

    /// The type that a name means where a block adds members to it.
    fn type_named(&self, base: &Base<'_>, file: u32, name: &str) -> Option<u32> {
        let language = base.language(file);
        let definitions = base.definitions(name);
        let is_type = |kind: SymbolKind| kind.is_type() || kind == SymbolKind::Module;
        let types: Vec<(u32, u32)> = (definitions.iter())
            .filter(|at| is_type(at.kind) && at.language.interoperates(language))
            .filter_map(|at| Some((at.file, self.container_of_symbol(at.file, at.symbol)?)))
            .collect();
        let folder_of = |file| base.paths.folder_of(file);
        let here = types.iter().find(|(of_file, _)| *of_file == file);
        let beside = || types.iter().find(|(of_file, _)| folder_of(*of_file) == folder_of(file));
        let only = || types.first().filter(|_| types.len() == 1);
        here.or_else(beside).or_else(only).map(|(_, found)| *found)
    }

    /// Finds the types around types, and counts callables.
    fn relate(&mut self, base: &Base<'_>) {
        self.outer = vec![NONE; self.containers.len()];
        self.n_callables = vec![0; self.containers.len()];
        for number in 0..self.containers.len() {
            let (file, symbol) = self.containers[number];
            let digest = base.digest(file);
            let Some(definition) = digest.definition(symbol) else { continue };
            let Some(parent) = digest.definition(definition.parent) else { continue };
            if parent.kind.is_type()
                && let Some(outer) = self.container_of_symbol(file, definition.parent)
            {
                self.outer[number] = outer;
            }
        }
        let mut n_callables = std::mem::take(&mut self.n_callables);
        for (file, symbol, home) in self.all() {
            let definition = base.digest(file).definition(symbol);
            let is_callable = definition.is_some_and(|item| {
                item.kind.is_callable() && item.role != Role::Local && item.kind != SymbolKind::Test
            });
            n_callables[home as usize] += u32::from(is_callable);
        }
        self.n_callables = n_callables;
    }
}

fn is_container(digest: &Digest, symbol: u32, definition: &Definition) -> bool {
    let is_wanted = match definition.role {
        Role::Type | Role::Nested => !definition.flags.is_declaration(),
        // Where every file of a program may add to a namespace, the file says more.
        Role::Module => {
            !profile(digest.language).open.namespaces && has_own_members(digest, symbol)
        }
        Role::Free | Role::Member | Role::Local | Role::Nameless => false,
    };
    is_wanted && !is_in_test(digest, Some(symbol))
}

/// Whether a module is more than a namespace of types and further modules.
fn has_own_members(digest: &Digest, module: u32) -> bool {
    let mut inside = digest.definitions().iter().filter(|definition| definition.parent == module);
    inside.any(|definition| definition.kind.is_callable() || definition.kind.is_data())
}
