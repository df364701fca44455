//! Filters files by language, glob and scope.

use globset::{Glob, GlobSet, GlobSetBuilder};
use rutter_domain::{Family, Language};

use crate::Error;

/// The kind of files to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    #[default]
    Everything,
    Code,
    Documents,
    /// No files, only entries about them.
    Entries,
}

/// Languages, globs and a scope, compiled once and applied to each file.
pub struct FileFilter<'a> {
    languages: &'a [Language],
    globs: Option<GlobSet>,
    scope: Scope,
}

impl<'a> FileFilter<'a> {
    /// An empty list accepts everything.
    pub fn new(
        languages: &'a [Language],
        globs: &[String],
        scope: Scope,
    ) -> Result<FileFilter<'a>, Error> {
        let globs = if globs.is_empty() { None } else { Some(glob_set(globs)?) };
        Ok(FileFilter { languages, globs, scope })
    }

    /// Whether it accepts everything.
    pub fn is_open(&self) -> bool {
        self.languages.is_empty() && self.globs.is_none() && self.scope == Scope::Everything
    }

    pub fn accepts(&self, path: &str, language: Language) -> bool {
        let in_scope = match self.scope {
            Scope::Everything => true,
            Scope::Code => language.family() == Family::Code,
            Scope::Documents => language.family() == Family::Document,
            Scope::Entries => false,
        };
        in_scope
            && (self.languages.is_empty() || self.languages.contains(&language))
            && self.globs.as_ref().is_none_or(|globs| globs.is_match(path))
    }
}

/// Compiles globs as people write them: `*.rs` matches at any depth, `src/net` all files below it.
fn glob_set(globs: &[String]) -> Result<GlobSet, Error> {
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        let bad = |error: globset::Error| Error::BadGlob {
            glob: glob.clone(),
            why: error.kind().to_string(),
        };
        let bare = glob.trim_start_matches("./").trim_end_matches('/');
        set.add(Glob::new(bare).map_err(bad)?);
        set.add(Glob::new(&format!("{bare}/**")).map_err(bad)?);
        if !bare.contains('/') {
            set.add(Glob::new(&format!("**/{bare}")).map_err(bad)?);
        }
    }
    set.build()
        .map_err(|error| Error::BadGlob { glob: globs.join(" "), why: error.kind().to_string() })
}
