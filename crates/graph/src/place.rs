//! Where an import leads.

/// The files a module consists of, or why there are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    File(u32),
    /// One of these, in order: which, the repository does not say.
    Files(Box<[u32]>),
    /// Every file directly in a folder, as of a Go package.
    Folder(u32),
    /// Out of the repository.
    Outside,
    /// Into the repository, but to nothing that is indexed.
    Missing,
}

impl Place {
    /// One file, one of several, or `otherwise`.
    pub fn of_files(mut files: Vec<u32>, otherwise: Place) -> Place {
        files.sort_unstable();
        files.dedup();
        match files[..] {
            [] => otherwise,
            [file] => Place::File(file),
            [..] => Place::Files(files.into()),
        }
    }

    pub fn is_inside(&self) -> bool {
        match self {
            Place::File(_) | Place::Files(_) | Place::Folder(_) => true,
            Place::Outside | Place::Missing => false,
        }
    }
}

/// What an import brings in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The module in which the name is looked for.
    pub home: Place,
    /// The module that the name itself stands for, when it does.
    pub module: Option<Place>,
    /// Hash of the type or inner module of `home` that the name is a member of; 0 for none.
    pub container: u32,
}

impl Target {
    /// A module from which a name may be taken.
    pub fn home(home: Place) -> Target {
        Target { home, module: None, container: 0 }
    }

    /// A module as a whole.
    pub fn module(place: Place) -> Target {
        let module = place.is_inside().then(|| place.clone());
        Target { home: place, module, container: 0 }
    }

    /// Where a file-level edge leads.
    pub fn place(&self) -> &Place {
        self.module.as_ref().unwrap_or(&self.home)
    }
}
