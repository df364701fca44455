//! The repositories that a connection may ask, and which of them is meant.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use rutter_tools::Project;

use crate::catalog::Choice;

/// So much of what a client wrote is repeated to it.
const TOLD_CHARS: usize = 200;

/// Repositories, each with a name of its own.
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

    pub(crate) fn choice(&self) -> Choice {
        if self.named.len() > 1 { Choice::Several } else { Choice::One }
    }

    /// Whether these are the same repositories by the same names.
    pub(crate) fn is_same(&self, other: &Projects) -> bool {
        self.named.len() == other.named.len()
            && self
                .named
                .iter()
                .zip(&other.named)
                .all(|(one, two)| one.0 == two.0 && Arc::ptr_eq(&one.1, &two.1))
    }

    /// The repository that an absolute path leads into; of several, the innermost.
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

    /// The repository that is meant; or what to say instead.
    pub(crate) fn pick(&self, root: Option<&str>) -> Result<(&str, &Arc<Project>), String> {
        let listed = || {
            let names = self.named.iter().map(|(name, _)| format!("`{name}`"));
            names.collect::<Vec<_>>().join(", ")
        };
        match (root.map(str::trim).filter(|root| !root.is_empty()), self.named.as_slice()) {
            (_, []) => Err("no repository is served here\nopen a folder in your client, or start \
                            rutter with `--root DIR`"
                .to_owned()),
            (None, [(name, project)]) => Ok((name, project)),
            (None, _) => Err(format!(
                "several repositories are served: {}\nsay in `root` which is meant",
                listed()
            )),
            (Some(root), _) => self
                .named
                .iter()
                .find(|(name, project)| name == root || is_at(project, root))
                .map(|(name, project)| (name.as_str(), project))
                .ok_or_else(|| {
                    let root: String = root.chars().take(TOLD_CHARS).collect();
                    format!("there is no repository `{root}` here\nserved are: {}", listed())
                }),
        }
    }
}

/// Whether a path or a `file:` address names the project's folder.
fn is_at(project: &Project, root: &str) -> bool {
    let path = crate::roots::path_of(root).unwrap_or_else(|| Path::new(root).to_owned());
    path.is_absolute() && path == project.toolbox.engine.layout.root
}
