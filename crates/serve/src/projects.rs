//! The repositories of a connection, and the choice of one by its name or path.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use rutter_domain::text::truncate_chars;

use crate::file_uri::path_of;
use crate::project::Project;

/// Characters of a wrong name that are repeated to the client.
const SHOWN_CHARS: usize = 200;

/// Whether an agent has to say which repository it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repositories {
    One,
    Several,
}

/// Repositories with unique names.
#[derive(Debug, Clone, Default)]
pub(crate) struct Projects {
    named: Vec<(String, Arc<Project>)>,
}

impl Projects {
    pub(crate) fn new(projects: impl IntoIterator<Item = Arc<Project>>) -> Projects {
        let mut named: Vec<(String, Arc<Project>)> = Vec::new();
        let mut taken = BTreeSet::new();
        for project in projects {
            let is_there = named.iter().any(|(_, known)| Arc::ptr_eq(known, &project));
            if is_there {
                continue;
            }
            let mut name = project.name.clone();
            let mut number = 2;
            while !taken.insert(name.clone()) {
                name = format!("{}-{number}", project.name);
                number += 1;
            }
            named.push((name, project));
        }
        Projects { named }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Arc<Project>)> {
        self.named.iter().map(|(name, project)| (name.as_str(), project))
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.named.iter().map(|(name, _)| name.clone()).collect()
    }

    pub(crate) fn count(&self) -> Repositories {
        if self.named.len() > 1 { Repositories::Several } else { Repositories::One }
    }

    /// Returns whether these are the same repositories with the same names.
    pub(crate) fn is_same(&self, other: &Projects) -> bool {
        self.named.len() == other.named.len()
            && self
                .named
                .iter()
                .zip(&other.named)
                .all(|(one, two)| one.0 == two.0 && Arc::ptr_eq(&one.1, &two.1))
    }

    /// Returns the repository that contains an absolute path; of several, the innermost.
    pub(crate) fn around(&self, path: &str) -> Option<(&str, &Arc<Project>)> {
        let path = Path::new(path);
        if !path.is_absolute() {
            return None;
        }
        let real = std::fs::canonicalize(path);
        let path = real.as_deref().unwrap_or(path);
        self.iter()
            .filter(|(_, project)| path.starts_with(&project.toolbox.engine.layout.root))
            .max_by_key(|(_, project)| project.toolbox.engine.layout.root.as_os_str().len())
    }

    /// Returns the repository that `root` names, or a message that says how to name one.
    pub(crate) fn pick(&self, root: Option<&str>) -> Result<(&str, &Arc<Project>), String> {
        let listed = || {
            let names = self.named.iter().map(|(name, _)| format!("`{name}`"));
            names.collect::<Vec<_>>().join(", ")
        };
        match (root.map(str::trim).filter(|root| !root.is_empty()), self.named.as_slice()) {
            (_, []) => {
                Err("no repository is served here\nthe user can open a folder in the client"
                    .to_owned())
            }
            (None, [(name, project)]) => Ok((name, project)),
            (None, _) => Err(format!(
                "several repositories are served: {}\nname one of them in `root`",
                listed()
            )),
            (Some(root), _) => self
                .named
                .iter()
                .find(|(name, project)| name == root || is_at(project, root))
                .map(|(name, project)| (name.as_str(), project))
                .ok_or_else(|| {
                    let root = truncate_chars(root, SHOWN_CHARS);
                    format!("there is no repository `{root}` here\nserved are: {}", listed())
                }),
        }
    }
}

/// Returns whether a path or a `file:` URI names the project's folder.
fn is_at(project: &Project, root: &str) -> bool {
    let path = path_of(root).unwrap_or_else(|| Path::new(root).to_owned());
    path.is_absolute() && path == project.toolbox.engine.layout.root
}
