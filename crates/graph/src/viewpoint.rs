//! One file, as the place from which names are looked at.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use rutter_domain::Language;

use crate::digest::{Digest, Referring};
use crate::directory::Directory;
use crate::kinds::{Role, is_type};
use crate::names::Entry;
use crate::paths::Ready;
use crate::place::Place;
use crate::scope::Scope;

/// How many includes are followed, one to the next.
const MOST_INCLUDES_DEEP: usize = 3;

/// A file and what can be seen from it.
pub struct Viewpoint<'v> {
    pub directory: &'v Directory<'v>,
    pub file: u32,
    pub language: Language,
    pub digest: &'v Digest,
    pub scope: &'v Scope,
    pub inheritance: Inheritance,
    included: OnceCell<Included>,
}

/// Whether members are also looked for in the bases of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inheritance {
    Follow,
    /// Not while the bases themselves are being worked out: one would wait for the other.
    Ignore,
}

/// What a C or C++ file includes, directly or not.
#[derive(Default)]
struct Included {
    files: Vec<u32>,
    /// Hashes of the names of the headers, without extension.
    stems: Vec<u64>,
}

impl<'v> Viewpoint<'v> {
    pub fn new(directory: &'v Directory<'v>, file: u32, inheritance: Inheritance) -> Viewpoint<'v> {
        let digest = directory.digest(file);
        let scope = directory.scope(file);
        let language = digest.language;
        let included = OnceCell::new();
        Viewpoint { directory, file, language, digest, scope, inheritance, included }
    }

    /// Whether code here may name a definition at all.
    pub fn can_see(&self, name: &str, entry: &Entry) -> bool {
        if entry.file == self.file {
            return true;
        }
        match entry.language {
            Language::C | Language::Cpp => {
                !entry.traits.is_private()
                    || self.is_header(entry.file)
                    || self.is_imported(entry.file)
            }
            Language::Go => {
                name.starts_with(char::is_uppercase)
                    || self.directory.paths.folder_of(entry.file)
                        == self.directory.paths.folder_of(self.file)
            }
            Language::Java
            | Language::Kotlin
            | Language::Scala
            | Language::CSharp
            | Language::Swift
            | Language::Php => !entry.traits.is_private(),
            Language::JavaScript | Language::TypeScript | Language::Tsx => {
                !(entry.traits.is_private() && entry.role == Role::Member)
            }
            _ => true,
        }
    }

    /// Whether a definition may be meant: its language can be used from here, and it can be seen.
    pub fn is_candidate(&self, name: &str, entry: &Entry) -> bool {
        entry.role != Role::Local
            && self.language.interoperates(entry.language)
            && self.can_see(name, entry)
    }

    /// Whether anything is known here without being named in an import.
    pub fn has_wide_scope(&self) -> bool {
        !self.scope.package.is_empty()
            || !self.scope.stars.is_empty()
            || matches!(self.language, Language::C | Language::Cpp)
    }

    /// Whether what a file defines is known here without being named in an import.
    pub fn is_in_scope(&self, entry: &Entry) -> bool {
        if !self.scope.package.is_empty()
            && self.scope.package.contains(&self.directory.paths.folder_of(entry.file))
        {
            return true;
        }
        let is_starred = self.scope.stars.iter().any(|import| {
            let target = self.scope.targets.get(*import as usize);
            target.is_some_and(|target| self.directory.is_in(&target.home, entry.file))
        });
        is_starred || self.is_included(entry)
    }

    /// Whether a definition comes with an include: from a header, or from the source beside one.
    pub fn is_included(&self, entry: &Entry) -> bool {
        if !matches!(self.language, Language::C | Language::Cpp) {
            return false;
        }
        let included = self.included.get_or_init(|| self.follow_includes());
        included.files.binary_search(&entry.file).is_ok()
            || !entry.traits.is_declaration()
                && included.stems.binary_search(&self.directory.paths.stem_hash(entry.file)).is_ok()
    }

    /// The names of the types whose body or method a symbol lies in, innermost first.
    pub fn own_types(&self, from: Option<u32>) -> impl Iterator<Item = &'v str> {
        let digest = self.digest;
        digest.enclosing(from).filter_map(move |(_, definition)| {
            if is_type(definition.kind) {
                Some(digest.name_of(definition))
            } else if definition.role == Role::Member {
                digest.container_of(definition)
            } else {
                None
            }
        })
    }

    /// Whether a local definition is in the same function as a reference, or in one around it.
    pub fn encloses(&self, entry: &Entry, referring: &Referring<'_>) -> bool {
        let parent = self.digest.definition(entry.symbol).map(|definition| definition.parent);
        self.digest.enclosing(referring.from).any(|(id, _)| Some(id) == parent)
    }

    fn is_header(&self, file: u32) -> bool {
        let path = self.directory.paths.path(file);
        let extension = path.rsplit('.').next().unwrap_or("");
        !matches!(extension, "c" | "cc" | "cpp" | "cxx" | "c++" | "cu")
    }

    fn is_imported(&self, file: u32) -> bool {
        self.scope.targets.iter().any(|target| self.directory.is_in(target.place(), file))
    }

    fn follow_includes(&self) -> Included {
        let mut seen: HashSet<u32, BuildHasherDefault<Ready>> = HashSet::default();
        seen.insert(self.file);
        let mut files = Vec::new();
        let mut next = vec![self.file];
        for _ in 0..MOST_INCLUDES_DEEP {
            let first_new = files.len();
            for file in next {
                for target in &self.directory.scope(file).targets {
                    let headers = match target.place() {
                        Place::File(header) => std::slice::from_ref(header),
                        Place::Files(headers) => headers,
                        Place::Folder(_) | Place::Outside | Place::Missing => &[],
                    };
                    files.extend(headers.iter().filter(|header| seen.insert(**header)));
                }
            }
            next = files[first_new..].to_vec();
        }
        let paths = &self.directory.paths;
        let mut stems: Vec<u64> = files.iter().map(|file| paths.stem_hash(*file)).collect();
        stems.sort_unstable();
        files.sort_unstable();
        Included { files, stems }
    }
}
