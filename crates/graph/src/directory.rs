//! Everything that is known of a repository's files, each thing when it is first asked for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rutter_domain::{FileId, Language};

use crate::code::{Code, File, SymbolAt};
use crate::digest::Digest;
use crate::kinds::Role;
use crate::members::{Base, bases_of};
use crate::modules::{Crates, GoModule};
use crate::names::{Entries, Entry, Table};
use crate::paths::Paths;
use crate::place::Place;
use crate::scope::Scope;

/// Digests, scopes and definitions of a repository. Files go by their position.
pub struct Directory<'a> {
    pub paths: Paths<'a>,
    pub files: &'a [File],
    source: Source<'a>,
    scopes: Vec<OnceLock<Box<Scope>>>,
    bases: Vec<OnceLock<Box<[Base]>>>,
    pub(crate) crates: OnceLock<Crates>,
    pub(crate) go_modules: OnceLock<Vec<GoModule>>,
}

enum Source<'a> {
    /// Read when needed.
    Code {
        code: &'a dyn Code,
        digests: Vec<OnceLock<Box<Digest>>>,
        positions: OnceLock<HashMap<FileId, u32>>,
        found: Mutex<HashMap<Box<str>, Arc<[Entry]>>>,
    },
    /// Read beforehand.
    Table { digests: &'a [Digest], table: Table },
}

impl<'a> Directory<'a> {
    pub fn over(code: &'a dyn Code) -> Directory<'a> {
        let files = code.files();
        let digests = std::iter::repeat_with(OnceLock::new).take(files.len()).collect();
        let found = Mutex::default();
        let source = Source::Code { code, digests, positions: OnceLock::new(), found };
        Directory::new(files, source)
    }

    /// Of files whose digests are at hand, in the same order.
    pub fn of(files: &'a [File], digests: &'a [Digest]) -> Directory<'a> {
        Directory::new(files, Source::Table { digests, table: Table::of(digests) })
    }

    fn new(files: &'a [File], source: Source<'a>) -> Directory<'a> {
        Directory {
            paths: Paths::new(files),
            files,
            source,
            scopes: std::iter::repeat_with(OnceLock::new).take(files.len()).collect(),
            bases: std::iter::repeat_with(OnceLock::new).take(files.len()).collect(),
            crates: OnceLock::new(),
            go_modules: OnceLock::new(),
        }
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
            Source::Code { code, digests, .. } => {
                digests[file as usize].get_or_init(|| match code.facts(self.id(file)) {
                    Some(facts) => Box::new(Digest::of(&facts)),
                    None => Box::new(Digest::empty(self.language(file))),
                })
            }
            Source::Table { digests, .. } => &digests[file as usize],
        }
    }

    pub fn scope(&self, file: u32) -> &Scope {
        self.scopes[file as usize].get_or_init(|| Box::new(Scope::of(self, file)))
    }

    /// What the types of a file extend and implement.
    pub fn bases(&self, file: u32) -> &[Base] {
        self.bases[file as usize].get_or_init(|| bases_of(self, file))
    }

    /// Every definition of a name that can be referred to.
    pub fn entries(&self, name: &str) -> Entries<'_> {
        match &self.source {
            Source::Code { code, found, .. } => {
                let locked = found.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(entries) = locked.get(name) {
                    return Entries::Shared(Arc::clone(entries));
                }
                drop(locked);
                let entries: Arc<[Entry]> = self.read_entries(*code, name).into();
                let mut locked = found.lock().unwrap_or_else(PoisonError::into_inner);
                locked.insert(name.into(), Arc::clone(&entries));
                Entries::Shared(entries)
            }
            Source::Table { table, .. } => Entries::Borrowed(table.entries(name)),
        }
    }

    /// The positions of the files whose text contains a word, in order.
    pub fn naming(&self, name: &str) -> Vec<u32> {
        match &self.source {
            Source::Code { code, .. } => self.sorted_positions(code.naming(name)),
            Source::Table { .. } => Vec::new(),
        }
    }

    /// Whether a file belongs to a module.
    pub fn is_in(&self, place: &Place, file: u32) -> bool {
        match place {
            Place::File(only) => *only == file,
            Place::Files(files) => files.binary_search(&file).is_ok(),
            Place::Folder(folder) => self.paths.folder_of(file) == *folder,
            Place::Outside | Place::Missing => false,
        }
    }

    fn read_entries(&self, code: &dyn Code, name: &str) -> Vec<Entry> {
        let mut entries = Vec::new();
        for file in self.sorted_positions(code.defining(name)) {
            let digest = self.digest(file);
            entries.extend(
                (digest.defined(name))
                    .filter(|(_, definition)| definition.role != Role::Nameless)
                    .map(|(symbol, definition)| Entry::of(file, digest, symbol, definition)),
            );
        }
        entries
    }

    fn sorted_positions(&self, ids: Vec<FileId>) -> Vec<u32> {
        let mut positions: Vec<u32> = ids.into_iter().filter_map(|id| self.position(id)).collect();
        positions.sort_unstable();
        positions.dedup();
        positions
    }
}
