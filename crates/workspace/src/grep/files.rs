//! Finds the files a search reads, in the order in which they are printed.
//!
//! A named folder is under the same ignore rules as if the walk had begun at the root; one that these
//! rules leave out is searched all the same, as ripgrep does, and is a root of its own. Start at
//! [`find_files`].

use std::cmp::Ordering;
use std::ffi::OsStr;
use std::fs;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ignore::overrides::{Override, OverrideBuilder};
use rutter_domain::Language;

use super::error::GrepError;
use super::request::GrepRequest;
use crate::tree::{IGNORE_FILES, Rules, Verdict, Walk, WorkingTree};

/// Folders that are never searched.
const NEVER: [&str; 2] = [".git", ".rutter"];

/// A file to search.
#[derive(Debug)]
pub struct Candidate {
    /// Relative to the root, with `/`.
    pub path: String,
    pub origin: Origin,
}

/// The reason why a file is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    Named,
    Walked,
}

/// The files to search, sorted by path, and what could not be read on the way.
pub fn find_files(
    root: &Path,
    tree: &WorkingTree,
    request: &GrepRequest,
    cancelled: &AtomicBool,
) -> Result<(Vec<Candidate>, Vec<String>), GrepError> {
    let globs = parse_globs(root, &request.globs)?;
    let walk = Walk {
        root,
        data: Path::new(""),
        tree,
        overrides: Some(&globs).filter(|globs| !globs.is_empty()),
        cancelled: Some(cancelled),
        names_left_out: false,
    };
    let mut candidates = Vec::new();
    let mut problems = Vec::new();
    let mut folders = Vec::new();
    for path in &request.paths {
        let named = resolve(root, path)?;
        match fs::symlink_metadata(root.join(&named)) {
            Ok(metadata) if metadata.is_dir() => folders.push(named),
            Ok(metadata) if metadata.is_file() => {
                candidates.push(Candidate { path: named, origin: Origin::Named });
            }
            Ok(_) | Err(_) => return Err(GrepError::NeverSearched { path: path.clone() }),
        }
    }
    if request.paths.is_empty() {
        folders.push(String::new());
    }
    for folder in folders {
        let mut walked = walk.run(&folder, rules_above(&walk, &folder));
        problems.append(&mut walked.problems);
        let paths = walked.files.into_iter().map(|found| found.path);
        let walked = paths.filter(|path| is_wanted(tree, &request.languages, path));
        candidates.extend(walked.map(|path| Candidate { path, origin: Origin::Walked }));
    }
    candidates.sort_unstable_by(|a, b| {
        compare_paths(&a.path, &b.path).then_with(|| a.origin.cmp(&b.origin))
    });
    candidates.dedup_by(|later, first| later.path == first.path);
    Ok((candidates, problems))
}

/// Whether a file that the walk found is in one of these languages. A name without extension tells none: its
/// first line may.
fn is_wanted(tree: &WorkingTree, languages: &[Language], path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let language = match Language::of_path(name) {
        Language::Unknown if !languages.is_empty() && Path::new(name).extension().is_none() => {
            read_shebang(tree, path).unwrap_or(Language::Unknown)
        }
        language => language,
    };
    languages.is_empty() || languages.contains(&language)
}

fn read_shebang(tree: &WorkingTree, path: &str) -> Option<Language> {
    let mut start = [0; 128];
    let n_bytes = tree.open_file(path).ok()?.file.read(&mut start).ok()?;
    let text = String::from_utf8_lossy(&start[..n_bytes]);
    Language::of_shebang(text.lines().next()?)
}

/// The rules that the folders above this one have for its entries; `None` for the root, and for a
/// folder that they leave out.
fn rules_above(walk: &Walk<'_>, folder: &str) -> Option<Arc<Rules>> {
    let rule_names: Vec<&OsStr> = IGNORE_FILES.iter().map(OsStr::new).collect();
    let mut rules: Option<Arc<Rules>> = None;
    let mut above = String::new();
    for name in folder.split('/').filter(|name| !name.is_empty()) {
        let absolute = if above.is_empty() { walk.root.to_owned() } else { walk.root.join(&above) };
        let here = match rules {
            None => Rules::at_root(walk.tree, &absolute, &above, &rule_names),
            Some(rules) => rules.below(walk.tree, &absolute, &above, &rule_names),
        };
        if walk.judge(&here, &absolute.join(name), OsStr::new(name), true) == Verdict::Ignore {
            return None;
        }
        above = if above.is_empty() { name.to_owned() } else { format!("{above}/{name}") };
        rules = Some(here);
    }
    rules
}

fn parse_globs(root: &Path, globs: &[String]) -> Result<Override, GrepError> {
    let mut builder = OverrideBuilder::new(root);
    let mut parsed = Override::empty();
    for glob in globs {
        // Built again after each glob, so that the error can name the one that is wrong.
        parsed = builder.add(glob).and_then(|builder| builder.build()).map_err(|error| {
            let problem = match error {
                ignore::Error::Glob { err, .. } => err,
                error => error.to_string(),
            };
            GrepError::Glob { glob: glob.clone(), problem }
        })?;
    }
    Ok(parsed)
}

/// The path from the root of what a user named, if it lies in the root.
fn resolve(root: &Path, named: &str) -> Result<String, GrepError> {
    let path = named.to_owned();
    let mut resolved = PathBuf::new();
    for component in Path::new(named).components() {
        match component {
            Component::CurDir => continue,
            Component::Prefix(_) | Component::RootDir => return Err(GrepError::Absolute { path }),
            Component::ParentDir => return Err(GrepError::Parent { path }),
            Component::Normal(name) if NEVER.iter().any(|never| name == *never) => {
                return Err(GrepError::NeverSearched { path });
            }
            Component::Normal(name) => resolved.push(name),
        }
        match fs::symlink_metadata(root.join(&resolved)) {
            Ok(metadata) if metadata.is_symlink() => return Err(GrepError::Link { path }),
            Ok(_) => {}
            Err(_) => return Err(GrepError::Missing { path }),
        }
    }
    let names: Vec<_> = resolved.iter().map(|name| name.to_string_lossy()).collect();
    Ok(names.join("/"))
}

/// Folder by folder, by name, as `rg --sort path` does: `a/b` comes before `a-b`.
fn compare_paths(a: &str, b: &str) -> Ordering {
    let key = |byte: &u8| if *byte == b'/' { 0 } else { *byte };
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let n_common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    a[n_common..].iter().map(key).cmp(b[n_common..].iter().map(key))
}
