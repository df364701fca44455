//! Finds the files a search reads, in the order in which they are printed.
//!
//! The walk always starts at the root, so that a folder is under the same ignore rules whether it
//! was named or not; what was named is searched even where those rules leave it out, as ripgrep
//! does. Start at [`find_files`].

use std::cmp::Ordering;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{self, AtomicBool};
use std::sync::mpsc::channel;

use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder, WalkState};
use rutter_domain::Language;

use super::error::GrepError;
use super::request::GrepRequest;

/// What holds no text of the user's, whatever was asked for.
const NEVER: [&str; 2] = [".git", ".rutter"];

/// A file to search.
#[derive(Debug)]
pub struct Candidate {
    pub path: PathBuf,
    pub origin: Origin,
}

/// How a file came to be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    Named,
    Walked,
}

/// Something the walk came upon.
enum Found {
    File(PathBuf),
    /// A folder that was asked for by name.
    Folder(PathBuf),
    Problem(String),
}

/// The files to search, sorted by path, and what could not be read on the way.
pub fn find_files(
    root: &Path,
    request: &GrepRequest,
    cancelled: &AtomicBool,
) -> Result<(Vec<Candidate>, Vec<String>), GrepError> {
    let globs = parse_globs(root, &request.globs)?;
    let mut candidates = Vec::new();
    let mut problems = Vec::new();
    let mut folders = Vec::new();
    for path in &request.paths {
        let resolved = resolve(root, path)?;
        if resolved.is_dir() {
            folders.push(resolved);
        } else if resolved.is_file() {
            candidates.push(Candidate { path: resolved, origin: Origin::Named });
        } else {
            return Err(GrepError::NeverSearched { path: path.clone() });
        }
    }
    if request.paths.is_empty() {
        folders.push(root.to_path_buf());
    }
    let mut starts = if folders.is_empty() { vec![] } else { vec![root.to_path_buf()] };
    let mut unreached = folders.clone();
    while let Some(start) = starts.pop() {
        for found in walk(&start, &folders, &globs, &request.languages, cancelled) {
            match found {
                Found::File(path) => candidates.push(Candidate { path, origin: Origin::Walked }),
                Found::Folder(path) => unreached.retain(|folder| *folder != path),
                Found::Problem(problem) => problems.push(problem),
            }
        }
        // A named folder that the ignore rules hide is a start of its own.
        starts.extend(unreached.pop());
    }
    candidates.sort_unstable_by(|a, b| {
        compare_paths(&a.path, &b.path).then_with(|| a.origin.cmp(&b.origin))
    });
    candidates.dedup_by(|later, first| later.path == first.path);
    Ok((candidates, problems))
}

fn parse_globs(root: &Path, globs: &[String]) -> Result<Override, GrepError> {
    let mut builder = OverrideBuilder::new(root);
    let mut parsed = Override::empty();
    for glob in globs {
        // Built anew with each, so that the message can name the one that is wrong.
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

/// The place of a path that a user named, if it lies in the root.
fn resolve(root: &Path, named: &str) -> Result<PathBuf, GrepError> {
    let path = named.to_owned();
    let mut resolved = root.to_path_buf();
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
        match fs::symlink_metadata(&resolved) {
            Ok(metadata) if metadata.is_symlink() => return Err(GrepError::Link { path }),
            Ok(_) => {}
            Err(_) => return Err(GrepError::Missing { path }),
        }
    }
    Ok(resolved)
}

/// All that lies under `start` and in one of the folders, and is not left out by a rule.
fn walk(
    start: &Path,
    folders: &[PathBuf],
    globs: &Override,
    languages: &[Language],
    cancelled: &AtomicBool,
) -> Vec<Found> {
    let (sender, found) = channel();
    let visit = |entry: Result<DirEntry, ignore::Error>| {
        if cancelled.load(atomic::Ordering::Relaxed) {
            return WalkState::Quit;
        }
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let _ = sender.send(Found::Problem(error.to_string()));
                return WalkState::Continue;
            }
        };
        if entry.depth() > 0 && NEVER.iter().any(|never| entry.file_name() == *never) {
            return WalkState::Skip;
        }
        let path = entry.path();
        let wanted = folders.iter().any(|folder| path.starts_with(folder));
        let Some(file_type) = entry.file_type() else { return WalkState::Continue };
        if file_type.is_dir() {
            if wanted && folders.iter().any(|folder| folder == path) {
                let _ = sender.send(Found::Folder(path.to_path_buf()));
            }
            let leads_there = wanted || folders.iter().any(|folder| folder.starts_with(path));
            return if leads_there { WalkState::Continue } else { WalkState::Skip };
        }
        if wanted && file_type.is_file() && is_in_languages(path, languages) {
            let _ = sender.send(Found::File(entry.into_path()));
        }
        WalkState::Continue
    };
    let mut builder = WalkBuilder::new(start);
    builder
        .parents(false)
        .require_git(false)
        .follow_links(false)
        .add_custom_ignore_filename(".rutterignore")
        .overrides(globs.clone());
    builder.build_parallel().run(|| Box::new(&visit));
    drop(sender);
    found.into_iter().collect()
}

fn is_in_languages(path: &Path, languages: &[Language]) -> bool {
    if languages.is_empty() {
        return true;
    }
    let Some(name) = path.file_name() else { return false };
    let mut language = Language::of_path(&name.to_string_lossy());
    if language == Language::Unknown && path.extension().is_none() {
        language = read_shebang(path).unwrap_or(Language::Unknown);
    }
    languages.contains(&language)
}

fn read_shebang(path: &Path) -> Option<Language> {
    let mut start = [0; 128];
    let n_bytes = File::open(path).ok()?.read(&mut start).ok()?;
    let text = String::from_utf8_lossy(&start[..n_bytes]);
    Language::of_shebang(text.lines().next()?)
}

/// Folder by folder, by name, as `rg --sort path` does: `a/b` comes before `a-b`.
fn compare_paths(a: &Path, b: &Path) -> Ordering {
    let key = |byte: &u8| if *byte == b'/' { 0 } else { *byte };
    let (a, b) = (a.as_os_str().as_encoded_bytes(), b.as_os_str().as_encoded_bytes());
    let n_common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    a[n_common..].iter().map(key).cmp(b[n_common..].iter().map(key))
}
