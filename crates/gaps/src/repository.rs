//! The whole repository as rules see it.
//!
//! A [`Repository`] is made from an [`Extract`] of each file, which is small enough to hold all of them.
//! A rule asks through a [`RepositoryView`], which notes what was asked: as long as the answers stay the
//! same, so does what the rule found.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use rutter_domain::{Language, SymbolKind, Visibility};
use rutter_graph::NameUses;
use serde::{Deserialize, Serialize};

use crate::definition_index::{DefinitionAt, DefinitionIndex};
use crate::extract::{DefinedName, Extract};
use crate::lexicon::symbols;
use crate::name_hash::name_hash;

/// The files of a repository, with the names they define and use.
pub struct Repository {
    /// In order of path.
    pub files: Vec<Arc<Extract>>,
    pub go_modules: Vec<GoModule>,
    found: Found,
}

/// Lookups that are computed when they are first needed. Names and folders go by their hashes.
#[derive(Default)]
struct Found {
    folders: OnceLock<HashSet<u64>>,
    definitions: OnceLock<DefinitionIndex>,
    passed_on: OnceLock<HashSet<u64>>,
    imported: OnceLock<HashSet<u64>>,
    /// By the hash of the last component: positions of files.
    by_file_name: OnceLock<HashMap<u64, Vec<u32>>>,
    described: OnceLock<HashSet<u64>>,
    uses: OnceLock<NameUses>,
}

/// A Go module, as its `go.mod` declares it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoModule {
    /// The folder of its `go.mod`; `""` for the root.
    pub folder: String,
    /// The path that the imports of its packages begin with.
    pub path: String,
}

impl Repository {
    /// `files` are in order of path.
    pub fn new(files: Vec<Arc<Extract>>, go_modules: Vec<GoModule>) -> Repository {
        Repository { files, go_modules, found: Found::default() }
    }

    pub fn position(&self, path: &str) -> Option<usize> {
        self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()
    }

    fn has_folder(&self, path: &str) -> bool {
        let folders = self.found.folders.get_or_init(|| {
            let mut folders = HashSet::new();
            for file in &self.files {
                let mut path = file.path.as_str();
                while let Some(slash) = path.rfind('/') {
                    path = &path[..slash];
                    if !folders.insert(name_hash(path)) {
                        break;
                    }
                }
            }
            folders
        });
        folders.contains(&name_hash(path))
    }

    fn is_imported(&self, name: u64) -> bool {
        let all = self.found.imported.get_or_init(|| {
            self.files.iter().flat_map(|file| file.imported.iter().copied()).collect()
        });
        all.contains(&name)
    }

    /// The files whose last component is the same as that of a path, in order of path.
    fn files_named_as(&self, path: &str) -> impl Iterator<Item = &Extract> {
        let hash_of = |path: &str| name_hash(path.rsplit('/').next().unwrap_or(path));
        let by_name = self.found.by_file_name.get_or_init(|| {
            let mut by_name: HashMap<u64, Vec<u32>> = HashMap::new();
            for (file, at) in self.files.iter().zip(0..) {
                by_name.entry(hash_of(&file.path)).or_default().push(at);
            }
            by_name
        });
        let found = by_name.get(&hash_of(path)).map_or(&[][..], Vec::as_slice);
        found.iter().map(|at| self.files[*at as usize].as_ref())
    }

    /// The number of files that depend on each name.
    pub fn uses(&self) -> &NameUses {
        self.found.uses.get_or_init(|| {
            let defined =
                self.files.iter().flat_map(|file| file.defined.iter().map(|name| name.hash));
            let referred = self.files.iter().flat_map(|file| file.referred.iter().copied());
            NameUses::count(defined, referred)
        })
    }

    fn definitions(&self, hash: u64) -> impl Iterator<Item = DefinitionAt> {
        let index = self.found.definitions.get_or_init(|| DefinitionIndex::of(&self.files));
        index.definitions(hash)
    }
}

/// The repository, asked on behalf of one file.
pub struct RepositoryView<'a> {
    repository: &'a Repository,
    asked: RefCell<Vec<u64>>,
}

impl<'a> RepositoryView<'a> {
    pub fn new(repository: &'a Repository) -> RepositoryView<'a> {
        RepositoryView { repository, asked: RefCell::default() }
    }

    /// Whether an indexed file has this path, relative to the root.
    pub fn has_file(&self, path: &str) -> bool {
        self.note_path(path);
        self.repository.position(path).is_some()
    }

    /// The names of an indexed file.
    pub fn extract(&self, path: &str) -> Option<&'a Extract> {
        self.note_path(path);
        self.repository.position(path).map(|at| self.repository.files[at].as_ref())
    }

    /// Whether any file defines, exports or imports a name.
    pub fn is_known_name(&self, name: &str) -> bool {
        let hash = name_hash(name);
        self.is_defined(name) || self.is_passed_on(name) || self.repository.is_imported(hash)
    }

    /// Whether indexed files lie below this folder.
    pub fn has_folder(&self, path: &str) -> bool {
        self.note_path(path);
        path.is_empty() || self.repository.has_folder(path)
    }

    /// The files whose path ends in this one, at a whole component.
    pub fn files_ending(&self, end: &str) -> Vec<&'a str> {
        self.note_path(end);
        let is_it = |path: &&str| {
            path.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('/'))
        };
        let named = self.repository.files_named_as(end).map(|file| file.path.as_str());
        named.filter(is_it).collect()
    }

    /// Whether anything is defined under this bare name; headings of documents do not count.
    pub fn is_defined(&self, name: &str) -> bool {
        self.asked.borrow_mut().push(name_hash(name));
        let mut alike = self.definitions_of_hash(name_hash(name));
        alike.any(|one| one.kind() != SymbolKind::Section && one.name() == name)
    }

    /// The definitions of a bare name, headings of documents included, in order of path; of a very common name
    /// the first ones.
    pub fn definitions(&self, name: &str) -> Vec<Definition<'a>> {
        self.asked.borrow_mut().push(name_hash(name));
        let described = self.definitions_of_hash(name_hash(name));
        let described = described.filter(|definition| definition.name() == name);
        described.take(MOST_DEFINITIONS).collect()
    }

    fn definitions_of_hash(&self, hash: u64) -> impl Iterator<Item = Definition<'a>> {
        let repository = self.repository;
        repository.definitions(hash).filter_map(|at| {
            let file = repository.files.get(at.file as usize)?;
            let defined = file.defined.get(at.symbol as usize)?;
            Some(Definition { file, defined, at })
        })
    }

    /// Whether some file exports this name, or a module of this name as a whole, from elsewhere.
    pub fn is_passed_on(&self, name: &str) -> bool {
        let hash = name_hash(name);
        self.asked.borrow_mut().push(hash);
        let all = self.repository.found.passed_on.get_or_init(|| {
            let files = self.repository.files.iter();
            files.flat_map(|file| file.passed_on.iter().copied()).collect()
        });
        all.contains(&hash)
    }

    /// Whether a heading names it in a code span, or a commented declaration describes it (`struct name`).
    pub fn is_described_elsewhere(&self, name: &str) -> bool {
        self.has_description(name_hash(name))
    }

    /// Whether a document has this key, that of a title or of a name in a sentence.
    pub fn has_description(&self, hash: u64) -> bool {
        self.asked.borrow_mut().push(hash);
        let all = self.repository.found.described.get_or_init(|| {
            let files = self.repository.files.iter();
            files.flat_map(|file| file.described.iter().copied()).collect()
        });
        all.contains(&hash)
    }

    /// In how many files, of all, a name is used. It counts uses of every definition of the name.
    pub fn n_using_files(&self, name: &str) -> u32 {
        self.asked.borrow_mut().push(use_key(name_hash(name)));
        self.repository.uses().n_files(name_hash(name))
    }

    /// Where the type `supertype` or one above it declares a member.
    pub fn inherited(&self, supertype: &str, member: &str) -> Inherited {
        let members = self.definitions(member);
        let mut is_unknown = false;
        let is_declared = self.is_above(supertype, |hash, types| {
            is_unknown |= types.is_empty();
            members.iter().any(|member| {
                let container = member.containers().next();
                !types.is_empty() && container.is_some_and(|one| name_hash(one) == hash)
            })
        });
        match (is_declared, is_unknown) {
            (true, _) => Inherited::Declared,
            (false, true) => Inherited::Unknown,
            (false, false) => Inherited::No,
        }
    }

    /// Whether a type of this name is an exception by its name or by a type above it.
    pub fn is_below_exception(&self, name: &str) -> bool {
        let known: Vec<u64> = symbols::KNOWN_FAILURES.iter().map(name_hash).collect();
        self.is_above(name, |hash, types| {
            known.contains(&hash) || types.iter().any(|one| symbols::FAILURES.end(one.name()))
        })
    }

    /// Whether a condition holds for a name or for that of a type above it, given its hash and the types of that name.
    fn is_above(&self, name: &str, mut is_it: impl FnMut(u64, &[Definition<'a>]) -> bool) -> bool {
        let mut wanted = vec![name_hash(name)];
        let mut seen = HashSet::new();
        while let Some(hash) = wanted.pop() {
            if seen.len() > MOST_SUPERTYPES || !seen.insert(hash) {
                continue;
            }
            self.asked.borrow_mut().push(hash);
            let found = self.definitions_of_hash(hash).take(MOST_DEFINITIONS);
            let types: Vec<Definition<'a>> = found.filter(|one| one.kind().is_type()).collect();
            if is_it(hash, &types) {
                return true;
            }
            for found in types {
                let above = found.file.supertypes.iter();
                let above = above.filter(|(symbol, _)| *symbol == found.at.symbol);
                wanted.extend(above.map(|(_, above)| *above));
            }
        }
        false
    }

    /// The files directly in a folder; `""` is the root.
    pub fn files_in(&self, folder: &str) -> &'a [Arc<Extract>] {
        self.note_path(folder);
        let files = &self.repository.files;
        let start = match folder {
            "" => 0,
            folder => files.partition_point(|file| {
                !file.path.starts_with(folder) && file.path.as_str() < folder
            }),
        };
        let end = match folder {
            "" => files.len(),
            folder => start + files[start..].partition_point(|file| file.path.starts_with(folder)),
        };
        &files[start..end]
    }

    /// The Go modules that the repository declares.
    pub fn go_modules(&self) -> &'a [GoModule] {
        self.note_path(GO_MANIFEST);
        &self.repository.go_modules
    }

    /// The keys of everything that was asked, each once.
    pub fn into_asked(self) -> Vec<u64> {
        let mut asked = self.asked.into_inner();
        asked.sort_unstable();
        asked.dedup();
        asked
    }

    /// Notes that the answer depends on which files of this name, or in a folder of this name, there are.
    pub fn note_path(&self, path: &str) {
        self.asked.borrow_mut().push(path_key(path));
    }

    /// Notes that the answer depends on the text of a file.
    pub fn note_text(&self, path: &str) {
        self.asked.borrow_mut().push(text_key(path));
    }

    /// Notes that the answer depends on the documents that mark this name as code.
    pub fn note_marked(&self, name: &str) {
        self.asked.borrow_mut().push(marked_key(name_hash(name)));
    }

    /// Notes that the answer depends on what the package with this manifest exports.
    pub fn note_surface(&self, manifest: &str) {
        self.asked.borrow_mut().push(surface_key(manifest));
    }
}

/// The name of the file that declares a Go module.
pub const GO_MANIFEST: &str = "go.mod";

/// The key of a path is that of its last component, so that a file that is moved is noticed as well.
pub fn path_key(path: &str) -> u64 {
    let name = path.rsplit('/').next().unwrap_or(path);
    name_hash(name) ^ 0x5A5A_5A5A_5A5A_5A5A
}

/// The key of the uses of a name, given the hash of the name.
pub fn use_key(hash: u64) -> u64 {
    hash ^ 0xA5A5_A5A5_A5A5_A5A5
}

/// The key of the documents that mark a name as code, given the hash of the name.
pub fn marked_key(hash: u64) -> u64 {
    hash ^ 0x9696_9696_9696_9696
}

/// The key of the text of a file.
pub fn text_key(path: &str) -> u64 {
    name_hash(path) ^ 0x3C3C_3C3C_3C3C_3C3C
}

/// The key of the exports of a package, given the path of its manifest.
pub fn surface_key(manifest: &str) -> u64 {
    name_hash(manifest) ^ 0xC3C3_C3C3_C3C3_C3C3
}

/// The most supertypes of one type that are followed.
const MOST_SUPERTYPES: usize = 16;
/// Of a name with more definitions, the others are not looked at: a file may define one name many thousand times.
const MOST_DEFINITIONS: usize = 1_000;

/// Whether a member comes from above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inherited {
    /// A supertype in the repository declares it.
    Declared,
    /// All supertypes are in the repository, and none declares it.
    No,
    /// A supertype is not in the repository.
    Unknown,
}

/// A definition somewhere in the repository.
#[derive(Clone, Copy)]
pub struct Definition<'a> {
    file: &'a Extract,
    defined: &'a DefinedName,
    pub at: DefinitionAt,
}

impl<'a> Definition<'a> {
    pub fn path(&self) -> &'a str {
        &self.file.path
    }

    pub fn language(&self) -> Language {
        self.file.language
    }

    pub fn name(&self) -> &'a str {
        self.file.name_of(self.defined)
    }

    pub fn kind(&self) -> SymbolKind {
        self.defined.kind
    }

    pub fn visibility(&self) -> Visibility {
        self.defined.visibility
    }

    /// Of a method; 0 for everything else.
    pub fn n_parameters(&self) -> usize {
        usize::from(self.defined.n_parameters)
    }

    /// Whether the type around it derives from a type of this name.
    pub fn is_below(&self, supertype: &str) -> bool {
        let hash = name_hash(supertype);
        let mut above = self.file.supertypes.iter();
        above.any(|(symbol, above)| Some(*symbol) == self.defined.parent && *above == hash)
    }

    pub fn is_documented(&self) -> bool {
        self.defined.is_documented
    }

    /// The names of what it is defined in, innermost first.
    pub fn containers(&self) -> impl Iterator<Item = &'a str> {
        let file = self.file;
        let parent = move |of: &'a DefinedName| file.defined.get(of.parent? as usize);
        // A parent comes before its children; the bound holds even on damaged facts.
        std::iter::successors(parent(self.defined), move |above| parent(above))
            .take(64)
            .map(move |above| file.name_of(above))
    }
}
