//! Relates the containers of a repository by their uses: modules, types, and files for code in neither.
//!
//! Every reference is resolved once, from digests in memory. Only references whose target is sure are
//! counted, so that `get` of a small module gains nothing from every other `get`. Reads and writes are left
//! out: they are most of all references and say little that calls, types and imports do not.
//! Start at [`relate_containers`].

mod homes;

use std::collections::HashSet;
use std::iter::repeat_with;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;
use rutter_domain::{Family, FileId, Language, Provenance, ReferenceKind, SymbolKind};
use serde::{Deserialize, Serialize};

use crate::base::Base;
use crate::base::builds::BuildFiles;
use crate::base::digest::Digest;
use crate::base::names::DefinitionAt;
use crate::base::paths::{parent_of, stem_of};
use crate::code::{Code, CodeFile};
use crate::edges::is_in_test;
use crate::importers::is_main_file;
use crate::resolve::Resolver;
use crate::resolve::candidates::{Candidates, Collect};
use homes::Homes;

/// The members that are kept of a container.
const MOST_MEMBERS: usize = 16;

/// A module, type or file, and how much it is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Container {
    pub file: FileId,
    /// `None` for a file, which stands for its free functions and values.
    pub symbol: Option<u32>,
    pub kind: SymbolKind,
    pub language: Language,
    pub part: FilePart,
    /// Whether only its own file may use it.
    pub is_private: bool,
    /// Whether it is inside another container that is a type.
    pub is_nested: bool,
    /// Whether its name says that it is an error.
    pub is_error: bool,
    /// Whether its name or folder says that it helps everywhere and belongs nowhere, such as `StringUtil`.
    pub is_helper: bool,
    /// Its functions and methods.
    pub n_callables: u32,
    /// Other files of the code proper that use it.
    pub n_users: u32,
    /// Files aside, such as tests and examples, that use it.
    pub n_users_aside: u32,
    /// Main files of a package or folder that import it, mostly to offer it to others.
    pub n_exports: u32,
    /// Documents that mention it.
    pub n_documents: u32,
    /// Other containers that use it, those of its own file included.
    pub n_using: u32,
    /// Other containers that it uses.
    pub n_used: u32,
    /// Its most used members, at most 16, then the first ones.
    pub members: Box<[ContainerMember]>,
    /// The files that its members are in, besides its own.
    pub other_files: Box<[FileId]>,
}

/// A member of a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContainerMember {
    pub file: FileId,
    pub symbol: u32,
    /// Other files that use it.
    pub n_users: u32,
}

/// Names of folders, files and types for what is needed everywhere.
const HELPERS: [&str; 6] = ["util", "utils", "helper", "helpers", "guard", "validate"];

/// Whether a file or the type in it is named as a helper: as one of [`HELPERS`], or with one of the first
/// four at its end.
fn is_helper(path: &str, name: Option<&str>) -> bool {
    let own = name.unwrap_or_else(|| stem_of(path)).to_lowercase();
    let is_one = |word: &str| HELPERS.contains(&word.to_lowercase().as_str());
    parent_of(path).split('/').any(is_one)
        || is_one(&own)
        || HELPERS[..4].iter().any(|helper| own.ends_with(helper))
}

/// Whether a file is part of the code proper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FilePart {
    Proper,
    /// A test, an example, generated or foreign code.
    Aside,
}

/// Resolves every reference of an index to find out which containers use which. Asks `part_of` once for each
/// file. The containers are in order of file and symbol.
pub fn relate_containers(
    code: &dyn Code,
    part_of: impl Fn(&CodeFile) -> FilePart,
) -> Vec<Container> {
    let files = code.files();
    let digests: Vec<Digest> = (files.par_iter())
        .map(|file| code.digest(file.id).unwrap_or_else(|| Digest::empty(file.language)))
        .collect();
    let parts: Vec<FilePart> = files.iter().map(part_of).collect();
    relate(files, &digests, &parts, code.build_files())
}

fn relate(
    files: &[CodeFile],
    digests: &[Digest],
    parts: &[FilePart],
    build_files: Arc<BuildFiles>,
) -> Vec<Container> {
    let resolver = Resolver::new(Base::from_digests(files, digests, build_files));
    let homes = Homes::of(resolver.base());
    let tally = Tally::new(&homes);
    (0..files.len() as u32).into_par_iter().for_each(|file| {
        tally.add_file(&resolver, &homes, file, parts[file as usize]);
    });
    let mut members = gather_members(files, &homes, &tally);
    let mut containers = Vec::new();
    for (number, (file, symbol)) in homes.containers().enumerate() {
        let digest = &digests[file as usize];
        let is_empty_file = symbol.is_none() && homes.n_callables[number] == 0;
        if digest.language.family() != Family::Code || is_empty_file {
            continue;
        }
        let definition = symbol.and_then(|symbol| digest.definition(symbol));
        let counts = &tally.containers[number];
        let count = |count: &AtomicU32| count.load(Ordering::Relaxed);
        let own = files[file as usize].id;
        let mut members = std::mem::take(&mut members[number]);
        let mut other_files: Vec<FileId> =
            members.iter().map(|member| member.file).filter(|file| *file != own).collect();
        other_files.sort_unstable();
        other_files.dedup();
        members.sort_by_key(|member| std::cmp::Reverse(member.n_users));
        members.truncate(MOST_MEMBERS);
        containers.push(Container {
            file: own,
            symbol,
            kind: definition.map_or(SymbolKind::File, |definition| definition.kind),
            language: digest.language,
            part: parts[file as usize],
            is_private: definition.is_some_and(|definition| definition.flags.is_private()),
            is_nested: homes.outer_of(number as u32).is_some(),
            is_error: definition.is_some_and(|definition| {
                let name = digest.name_of(definition);
                name.ends_with("Error") || name.ends_with("Exception")
            }),
            is_helper: is_helper(
                &files[file as usize].path,
                definition.map(|definition| digest.name_of(definition)),
            ),
            n_callables: homes.n_callables[number],
            n_users: count(&counts.users),
            n_users_aside: count(&counts.users_aside),
            n_exports: count(&counts.exports),
            n_documents: count(&counts.documents),
            n_using: count(&counts.using),
            n_used: count(&counts.used),
            members: members.into(),
            other_files: other_files.into(),
        });
    }
    containers
}

/// The members of each container, in order of file and symbol.
fn gather_members(files: &[CodeFile], homes: &Homes, tally: &Tally) -> Vec<Vec<ContainerMember>> {
    let mut members: Vec<Vec<ContainerMember>> = vec![Vec::new(); homes.n_containers()];
    for (file, symbol, home) in homes.all() {
        if homes.container_of_symbol(file, symbol) != Some(home) {
            let n_users = tally.n_users_of[homes.number_of(file, symbol)].load(Ordering::Relaxed);
            let file = files[file as usize].id;
            members[home as usize].push(ContainerMember { file, symbol, n_users });
        }
    }
    members
}

/// Counts for each container, and for each symbol.
// Relaxed atomics do: sums do not depend on the order of the files.
struct Tally {
    containers: Vec<Counts>,
    n_users_of: Vec<AtomicU32>,
}

#[derive(Default)]
struct Counts {
    users: AtomicU32,
    users_aside: AtomicU32,
    exports: AtomicU32,
    documents: AtomicU32,
    using: AtomicU32,
    used: AtomicU32,
}

impl Tally {
    fn new(homes: &Homes) -> Tally {
        Tally {
            containers: repeat_with(Counts::default).take(homes.n_containers()).collect(),
            n_users_of: repeat_with(AtomicU32::default).take(homes.n_symbols()).collect(),
        }
    }

    fn add_file(&self, resolver: &Resolver<'_>, homes: &Homes, file: u32, part: FilePart) {
        let resolver = resolver.in_file(file);
        let digest = resolver.view.digest;
        let mut candidates = Candidates::new(Collect::UntilAmbiguous);
        let mut found = FileTargets::default();
        for reference in digest.references().filter(|one| !one.kind.is_of_data()) {
            let known = resolver.resolve(&reference, &mut candidates);
            if known.is_some_and(Provenance::is_sure) && !is_in_test(digest, reference.from) {
                let from = homes.home_of(file, reference.from);
                found.add(homes, file, from, &candidates.definitions);
            }
        }
        let mut imported = FileTargets::default();
        for (import, index) in digest.imports().zip(0..) {
            candidates.clear();
            resolver.view.look_up_import(index, ReferenceKind::Mention, &mut candidates);
            let known = resolver.view.known_by_import(&candidates);
            if !import.is_for_tests && known.is_some_and(Provenance::is_sure) {
                imported.add(homes, file, homes.home_of(file, None), &candidates.definitions);
            }
        }
        if part == FilePart::Proper && is_main_file(resolver.view.base.paths.path(file)) {
            imported.containers.iter().for_each(|target| raise(&self.of(*target).exports));
        }
        found.containers.extend(imported.containers);
        found.symbols.extend(imported.symbols);
        for counts in found.containers.iter().map(|target| self.of(*target)) {
            raise(match (digest.language.family(), part) {
                (Family::Code, FilePart::Proper) => &counts.users,
                (Family::Code, FilePart::Aside) => &counts.users_aside,
                (_, _) => &counts.documents,
            });
        }
        if digest.language.family() != Family::Code || part == FilePart::Aside {
            return;
        }
        for (from, to) in &found.links {
            raise(&self.of(*to).using);
            raise(&self.of(*from).used);
        }
        found.symbols.iter().for_each(|number| raise(&self.n_users_of[*number as usize]));
    }

    fn of(&self, container: u32) -> &Counts {
        &self.containers[container as usize]
    }
}

fn raise(count: &AtomicU32) {
    count.fetch_add(1, Ordering::Relaxed);
}

/// The containers and symbols that one file uses, each once.
#[derive(Default)]
struct FileTargets {
    /// Containers of other files.
    containers: HashSet<u32>,
    /// From one container to another.
    links: HashSet<(u32, u32)>,
    /// Symbols of other files, by their number among all.
    symbols: HashSet<u32>,
}

impl FileTargets {
    fn add(&mut self, homes: &Homes, file: u32, from: u32, definitions: &[DefinitionAt]) {
        for definition in definitions {
            let mut home = Some(homes.home_of(definition.file, Some(definition.symbol)));
            while let Some(to) = home.filter(|to| *to != from) {
                self.links.insert((from, to));
                if homes.file_of(to) != file {
                    self.containers.insert(to);
                }
                // Using an inner type uses the type around it as well.
                home = homes.outer_of(to);
            }
            if definition.file != file {
                let number = homes.number_of(definition.file, definition.symbol);
                self.symbols.insert(number as u32);
            }
        }
    }
}
