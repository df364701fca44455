//! The lowest layer: what the index itself says about the files of a repository.
//!
//! [`Base`] knows paths, digests and who defines which name. It follows no import and resolves no
//! reference, so the layers above may ask it anything, in any order and from any thread. Digests
//! and names are read on first use; nothing in it depends on a layer above.

pub mod arity;
pub mod builds;
pub mod definition_table;
pub mod digest;
pub mod function_type;
pub mod hash;
pub mod kinds;
pub mod locals;
pub mod names;
pub mod packed;
pub mod parameters;
pub mod path_text;
pub mod paths;
pub mod qualifier;
pub mod results;
pub mod script_type;
pub mod written;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use rayon::prelude::*;
use rutter_domain::{Facts, FileId, Language};

use crate::code::{Code, CodeFile, SymbolAt};
use builds::BuildFiles;
use definition_table::DefinitionTable;
use digest::Digest;
use hash::{HashedMap, hash_name};
use kinds::Role;
use names::{DefinitionAt, Definitions, NameDefinitions, NameTable, definitions_of};
use paths::{PathTables, Paths};

/// Paths, digests and definitions of a repository. A file is named by its position among `files`.
pub struct Base<'a> {
    pub paths: Paths<'a>,
    pub files: &'a [CodeFile],
    source: Source<'a>,
    build_files: OnceLock<Arc<BuildFiles>>,
}

enum Source<'a> {
    /// Digests and names are read from the index on first use.
    Code { code: &'a dyn Code, memory: Arc<BaseMemory> },
    /// All digests are in memory, and all names in one table.
    Digests { digests: &'a [Digest], names: NameTable },
}

/// Everything that was read from an index.
pub struct BaseMemory {
    paths: Arc<PathTables>,
    digests: Vec<OnceLock<Box<Digest>>>,
    positions: OnceLock<HashMap<FileId, u32>>,
    /// By the hash of the name.
    definitions: RwLock<HashedMap<Vec<NamedDefinitions>>>,
    known: OnceLock<Option<KnownDefinitions>>,
    programs: OnceLock<Vec<(String, u32)>>,
    /// Set when a digest could not be read.
    has_failed: AtomicBool,
}

/// The definitions that are known without reading the files that have them.
struct KnownDefinitions {
    table: Arc<DefinitionTable>,
    /// Those of files that the table lacks, in order of the hash of their name.
    more: Vec<DefinitionAt>,
}

/// If a table lacks more files, asking the index for each name is faster than reading those files.
const MOST_MISSING_FILES: usize = 256;

/// If more digests are read at once, build files are read beside them.
const MANY_DIGESTS: usize = 64;

/// A name, and all its definitions.
type NamedDefinitions = (Box<str>, Arc<NameDefinitions>);

impl BaseMemory {
    /// For an index of `n_files` files.
    pub fn new(n_files: usize) -> BaseMemory {
        BaseMemory {
            paths: Arc::default(),
            digests: std::iter::repeat_with(OnceLock::new).take(n_files).collect(),
            positions: OnceLock::new(),
            definitions: RwLock::default(),
            known: OnceLock::new(),
            programs: OnceLock::new(),
            has_failed: AtomicBool::new(false),
        }
    }

    /// Whether every digest that was asked for could be read.
    pub fn is_whole(&self) -> bool {
        !self.has_failed.load(Ordering::Relaxed)
    }
}

impl<'a> Base<'a> {
    /// `memory` belongs to the same index.
    pub fn from_code(code: &'a dyn Code, memory: Arc<BaseMemory>) -> Base<'a> {
        let files = code.files();
        let paths = Paths::new(files, Arc::clone(&memory.paths));
        Base { paths, files, source: Source::Code { code, memory }, build_files: OnceLock::new() }
    }

    /// `digests` has the order of `files`.
    pub fn from_digests(
        files: &'a [CodeFile],
        digests: &'a [Digest],
        build_files: Arc<BuildFiles>,
    ) -> Base<'a> {
        let source = Source::Digests { digests, names: NameTable::of(digests) };
        let paths = Paths::new(files, Arc::default());
        Base { paths, files, source, build_files: build_files.into() }
    }

    /// The declarations of build files.
    pub fn build_files(&self) -> &BuildFiles {
        self.build_files.get_or_init(|| match &self.source {
            Source::Code { code, .. } => code.build_files(),
            Source::Digests { .. } => Arc::default(),
        })
    }

    pub fn language(&self, file: u32) -> Language {
        self.files.get(file as usize).map_or(Language::Unknown, |file| file.language)
    }

    pub fn id(&self, file: u32) -> FileId {
        self.files.get(file as usize).map_or(FileId(u32::MAX), |file| file.id)
    }

    pub fn symbol_at(&self, file: u32, symbol: u32) -> SymbolAt {
        SymbolAt { file: self.id(file), symbol }
    }

    pub fn position(&self, id: FileId) -> Option<u32> {
        let Source::Code { memory, .. } = &self.source else { return None };
        let positions = memory
            .positions
            .get_or_init(|| self.files.iter().map(|file| file.id).zip(0..).collect());
        positions.get(&id).copied()
    }

    pub fn digest(&self, file: u32) -> &Digest {
        match &self.source {
            Source::Code { code, memory } => memory.digests[file as usize].get_or_init(|| {
                Box::new(code.digest(self.id(file)).unwrap_or_else(|| {
                    memory.has_failed.store(true, Ordering::Relaxed);
                    Digest::empty(self.language(file))
                }))
            }),
            Source::Digests { digests, .. } => &digests[file as usize],
        }
    }

    /// All facts of a file; `None` if they cannot be read.
    pub fn facts(&self, file: u32) -> Option<Arc<Facts>> {
        match &self.source {
            Source::Code { code, .. } => code.facts(self.id(file)),
            Source::Digests { .. } => None,
        }
    }

    /// The programs that manifests declare, with the file that each starts in.
    pub fn programs(&self) -> &[(String, u32)] {
        match &self.source {
            Source::Code { code, memory } => memory.programs.get_or_init(|| {
                let declared = code.programs().into_iter();
                declared.filter_map(|(name, id)| Some((name, self.position(id)?))).collect()
            }),
            Source::Digests { .. } => &[],
        }
    }

    /// The definitions of a name that a reference can mean, in order of file and symbol; looked up on first use.
    pub fn definitions<'t>(&'t self, name: &'t str) -> Definitions<'t> {
        match &self.source {
            Source::Code { memory, .. } => {
                let known = memory.definitions.read().unwrap_or_else(PoisonError::into_inner);
                let known = known.get(&hash_name(name));
                let known = known.and_then(|all| all.iter().find(|(of, _)| **of == *name));
                Definitions::on_demand(self, name, known.map(|(_, all)| Arc::clone(all)))
            }
            Source::Digests { names, .. } => {
                Definitions::borrowed(self, name, names.definitions(name))
            }
        }
    }

    /// Every definition of a name that a reference can mean.
    pub fn all_definitions(&self, name: &str) -> Arc<NameDefinitions> {
        match &self.source {
            Source::Code { code, memory } => {
                // No lock is held while digests are read: another thread may read the same name meanwhile, and
                // finds the same.
                let all: NameDefinitions = match self.known_definitions() {
                    Some(known) => known.definitions(name).collect(),
                    None => {
                        let files = self.sorted_positions(code.defining(name)).into_iter();
                        files.flat_map(|file| self.definitions_in(file, name)).collect()
                    }
                };
                let all = Arc::new(all);
                let mut known = memory.definitions.write().unwrap_or_else(PoisonError::into_inner);
                known.entry(hash_name(name)).or_default().push((name.into(), Arc::clone(&all)));
                all
            }
            Source::Digests { names, .. } => {
                Arc::new(names.definitions(name).iter().copied().collect())
            }
        }
    }

    /// Whether all definitions of a name are found without reading digests.
    pub fn has_table(&self) -> bool {
        self.known_definitions().is_some()
    }

    fn known_definitions(&self) -> Option<&KnownDefinitions> {
        let Source::Code { code, memory } = &self.source else { return None };
        let open = || {
            let table = code.definition_table()?;
            let missing = table.missing_files(self.files.len());
            (missing.len() <= MOST_MISSING_FILES).then(|| {
                let mut more: Vec<DefinitionAt> = missing
                    .into_iter()
                    .flat_map(|file| definitions_of(file, self.digest(file)))
                    .collect();
                more.sort_unstable_by_key(|at| (at.name, at.file, at.symbol));
                KnownDefinitions { table, more }
            })
        };
        // `open` reads digests but no definitions, so it never asks for the cell that it fills.
        memory.known.get_or_init(open).as_ref()
    }

    /// The definitions of a name in one file.
    pub fn definitions_in(&self, file: u32, name: &str) -> Vec<DefinitionAt> {
        let digest = self.digest(file);
        (digest.defined(name))
            .filter(|(_, definition)| definition.role != Role::Nameless)
            .map(|(symbol, definition)| DefinitionAt::of(file, digest, symbol, definition))
            .collect()
    }

    /// The records of a [`DefinitionTable`], if all digests are in memory.
    pub fn encode_names(&self) -> Option<Vec<u8>> {
        match &self.source {
            Source::Code { .. } => None,
            Source::Digests { names, .. } => Some(DefinitionTable::encode(names)),
        }
    }

    /// The files that may define a name, in order.
    pub fn files_defining(&self, name: &str) -> Vec<u32> {
        match &self.source {
            Source::Code { code, .. } => self.sorted_positions(code.defining(name)),
            Source::Digests { .. } => Vec::new(),
        }
    }

    /// Reads the digests of these files, several at once. Only for callers that no `OnceLock` waits for:
    /// a thread of the pool may take up any other work meanwhile.
    pub fn read_ahead(&self, files: &[u32]) {
        let Source::Code { memory, .. } = &self.source else { return };
        let is_unread = |file: &u32| memory.digests[*file as usize].get().is_none();
        let files: Vec<u32> = files.iter().copied().filter(is_unread).collect();
        let read = || files.par_iter().for_each(|file| _ = self.digest(*file));
        // Build files take one thread about as long as many digests, and all that comes next waits for them.
        if files.len() > MANY_DIGESTS {
            rayon::join(|| self.build_files(), read);
        } else {
            read();
        }
    }

    /// The files whose text contains a word, in order.
    pub fn files_with_word(&self, word: &str) -> Vec<u32> {
        match &self.source {
            Source::Code { code, .. } => self.sorted_positions(code.naming(word)),
            Source::Digests { .. } => Vec::new(),
        }
    }

    fn sorted_positions(&self, ids: Vec<FileId>) -> Vec<u32> {
        let mut positions: Vec<u32> = ids.into_iter().filter_map(|id| self.position(id)).collect();
        positions.sort_unstable();
        positions.dedup();
        positions
    }
}

impl KnownDefinitions {
    /// The definitions of a name, in order of file and symbol.
    fn definitions(&self, name: &str) -> impl Iterator<Item = DefinitionAt> {
        let hash = hash_name(name);
        let start = self.more.partition_point(|at| at.name < hash);
        let more = self.more[start..].iter().take_while(|at| at.name == hash);
        let mut found: Vec<DefinitionAt> =
            self.table.definitions(name).chain(more.copied()).collect();
        found.sort_unstable_by_key(|at| (at.file, at.symbol));
        found.into_iter()
    }
}

/// A public symbol `send`, for tests of what a signature says.
#[cfg(test)]
fn symbol_with(kind: rutter_domain::SymbolKind, signature: &str) -> rutter_domain::Symbol {
    rutter_domain::Symbol {
        name: "send".into(),
        qualified_name: "send".into(),
        kind,
        node_kind: std::borrow::Cow::Borrowed(""),
        span: rutter_domain::Span::default(),
        signature: signature.into(),
        doc: None,
        visibility: rutter_domain::Visibility::Public,
        parent: None,
        body_hash: 0,
    }
}
