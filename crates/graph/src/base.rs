//! The lowest layer: what the index itself says about the files of a repository.
//!
//! [`Base`] knows paths, digests and who defines which name. It follows no import and resolves no
//! reference, so the layers above may ask it anything, in any order and from any thread. Digests
//! and names are read on first use; nothing in it depends on a layer above.

pub mod arity;
pub mod builds;
pub mod digest;
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
pub mod written;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;
use rutter_domain::{Facts, FileId, Language};

use crate::code::{Code, CodeFile, SymbolAt};
use builds::BuildFiles;
use digest::Digest;
use kinds::Role;
use names::{DefinitionAt, Definitions, NameTable};
use paths::Paths;

/// Paths, digests and definitions of a repository. A file is named by its position among `files`.
pub struct Base<'a> {
    pub paths: Paths<'a>,
    pub files: &'a [CodeFile],
    source: Source<'a>,
    build_files: OnceLock<Arc<BuildFiles>>,
}

enum Source<'a> {
    /// Digests and names are read from the index on first use.
    Code {
        code: &'a dyn Code,
        digests: Vec<OnceLock<Box<Digest>>>,
        positions: OnceLock<HashMap<FileId, u32>>,
        definitions: Mutex<HashMap<Box<str>, Arc<[DefinitionAt]>>>,
        programs: OnceLock<Vec<(String, u32)>>,
    },
    /// All digests are in memory, and all names in one table.
    Digests { digests: &'a [Digest], names: NameTable },
}

impl<'a> Base<'a> {
    pub fn from_code(code: &'a dyn Code) -> Base<'a> {
        let files = code.files();
        let source = Source::Code {
            code,
            digests: std::iter::repeat_with(OnceLock::new).take(files.len()).collect(),
            positions: OnceLock::new(),
            definitions: Mutex::default(),
            programs: OnceLock::new(),
        };
        Base { paths: Paths::new(files), files, source, build_files: OnceLock::new() }
    }

    /// `digests` has the order of `files`.
    pub fn from_digests(
        files: &'a [CodeFile],
        digests: &'a [Digest],
        build_files: Arc<BuildFiles>,
    ) -> Base<'a> {
        let source = Source::Digests { digests, names: NameTable::of(digests) };
        Base { paths: Paths::new(files), files, source, build_files: build_files.into() }
    }

    /// What build files declare.
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
        let Source::Code { positions, .. } = &self.source else { return None };
        let positions =
            positions.get_or_init(|| self.files.iter().map(|file| file.id).zip(0..).collect());
        positions.get(&id).copied()
    }

    pub fn digest(&self, file: u32) -> &Digest {
        match &self.source {
            Source::Code { code, digests, .. } => digests[file as usize].get_or_init(|| {
                let digest = code.digest(self.id(file));
                Box::new(digest.unwrap_or_else(|| Digest::empty(self.language(file))))
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
            Source::Code { code, programs, .. } => programs.get_or_init(|| {
                let declared = code.programs().into_iter();
                declared.filter_map(|(name, id)| Some((name, self.position(id)?))).collect()
            }),
            Source::Digests { .. } => &[],
        }
    }

    /// Every definition of a name that a reference can mean, in order of file and symbol.
    pub fn definitions(&self, name: &str) -> Definitions<'_> {
        match &self.source {
            Source::Code { code, definitions, .. } => {
                let cache = definitions.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(known) = cache.get(name) {
                    return Definitions::Shared(Arc::clone(known));
                }
                // Reading digests takes long; another thread may read the same name meanwhile and
                // finds the same.
                drop(cache);
                let read: Arc<[DefinitionAt]> = self.read_definitions(*code, name).into();
                let mut cache = definitions.lock().unwrap_or_else(PoisonError::into_inner);
                cache.insert(name.into(), Arc::clone(&read));
                Definitions::Shared(read)
            }
            Source::Digests { names, .. } => Definitions::Borrowed(names.definitions(name)),
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
        files.par_iter().for_each(|file| {
            self.digest(*file);
        });
    }

    /// The files whose text contains a word, in order.
    pub fn files_with_word(&self, word: &str) -> Vec<u32> {
        match &self.source {
            Source::Code { code, .. } => self.sorted_positions(code.naming(word)),
            Source::Digests { .. } => Vec::new(),
        }
    }

    fn read_definitions(&self, code: &dyn Code, name: &str) -> Vec<DefinitionAt> {
        let mut found = Vec::new();
        for file in self.sorted_positions(code.defining(name)) {
            let digest = self.digest(file);
            found.extend(
                (digest.defined(name))
                    .filter(|(_, definition)| definition.role != Role::Nameless)
                    .map(|(symbol, definition)| DefinitionAt::of(file, digest, symbol, definition)),
            );
        }
        found
    }

    fn sorted_positions(&self, ids: Vec<FileId>) -> Vec<u32> {
        let mut positions: Vec<u32> = ids.into_iter().filter_map(|id| self.position(id)).collect();
        positions.sort_unstable();
        positions.dedup();
        positions
    }
}
