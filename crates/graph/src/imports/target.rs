//! The target of an import.

use crate::base::Base;

/// The files that make up a module, or why there are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModuleFiles {
    One(u32),
    /// One of these, in order; the repository does not say which.
    AnyOf(Box<[u32]>),
    /// Every file directly in a folder, as in a Go package.
    Folder(u32),
    /// The module lies outside the repository.
    External,
    /// The module should be in the repository, but no indexed file fits.
    Missing,
}

impl ModuleFiles {
    /// One file, any of several, or `otherwise` if there are none.
    pub fn of_files(mut files: Vec<u32>, otherwise: ModuleFiles) -> ModuleFiles {
        files.sort_unstable();
        files.dedup();
        match files[..] {
            [] => otherwise,
            [file] => ModuleFiles::One(file),
            [..] => ModuleFiles::AnyOf(files.into()),
        }
    }

    pub fn is_internal(&self) -> bool {
        match self {
            ModuleFiles::One(_) | ModuleFiles::AnyOf(_) | ModuleFiles::Folder(_) => true,
            ModuleFiles::External | ModuleFiles::Missing => false,
        }
    }

    pub fn contains(&self, base: &Base<'_>, file: u32) -> bool {
        match self {
            ModuleFiles::One(only) => *only == file,
            ModuleFiles::AnyOf(files) => files.binary_search(&file).is_ok(),
            ModuleFiles::Folder(folder) => base.paths.folder_of(file) == *folder,
            ModuleFiles::External | ModuleFiles::Missing => false,
        }
    }

    /// The files by position; empty for a folder, whose files are not listed here.
    pub fn listed(&self) -> &[u32] {
        match self {
            ModuleFiles::One(file) => std::slice::from_ref(file),
            ModuleFiles::AnyOf(files) => files,
            ModuleFiles::Folder(_) | ModuleFiles::External | ModuleFiles::Missing => &[],
        }
    }
}

/// The target of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportTarget {
    /// The module in which the imported name is looked up.
    pub home: ModuleFiles,
    /// The module that the imported name itself stands for, if it names one.
    pub module: Option<ModuleFiles>,
    /// Hash of the type or inner module of `home` that the name is a member of; 0 for none.
    pub container: u32,
}

impl ImportTarget {
    /// A name taken from a module.
    pub fn home(home: ModuleFiles) -> ImportTarget {
        ImportTarget { home, module: None, container: 0 }
    }

    /// A module as a whole.
    pub fn module(files: ModuleFiles) -> ImportTarget {
        let module = files.is_internal().then(|| files.clone());
        ImportTarget { home: files, module, container: 0 }
    }

    /// Whether it lies outside the repository.
    pub fn is_external(&self) -> bool {
        self.module.is_none() && self.home == ModuleFiles::External
    }

    /// The files of an edge between files: those of the module named, or else of the one the name is taken from.
    pub fn files(&self) -> &ModuleFiles {
        self.module.as_ref().unwrap_or(&self.home)
    }
}
