//! Explains why a path cannot be used: it is a folder, a file, or not indexed; and suggests similar paths.

use rutter_domain::{Hint, Language, Remark, folders_of, nearest_paths};
use rutter_workspace::{FileFilter, Scope};

use crate::Error;
use crate::query::snapshot::Snapshot;

/// A folder as the index writes it: the root is empty.
pub(crate) fn folder_of_argument(folder: &str) -> &str {
    let folder = folder.trim_start_matches("./").trim_end_matches('/');
    if folder == "." { "" } else { folder }
}

/// Why the index has no file at `path`: it is a folder, or nothing.
pub(crate) fn not_a_file(snapshot: &Snapshot, path: &str) -> Error {
    let path = path.to_owned();
    if is_folder(snapshot, &path) {
        Error::IsFolder { path }
    } else {
        not_indexed(snapshot, &path, near_paths)
    }
}

/// The error for a path that is not in the index: the reason if it is a file of the tree, else similar paths.
pub(crate) fn not_indexed(
    snapshot: &Snapshot,
    path: &str,
    near: impl FnOnce(&Snapshot, &str) -> Vec<String>,
) -> Error {
    let left_out = snapshot.why_left_out(path).map(Box::new);
    let near = if left_out.is_none() { near(snapshot, path) } else { Vec::new() };
    Error::NotIndexed { path: path.to_owned(), near, left_out }
}

/// Indexed paths with the same or a similar file name, as they are quoted.
pub fn near_paths(snapshot: &Snapshot, path: &str) -> Vec<String> {
    nearest_paths(path, snapshot.paths())
}

/// Folders, or else files, with a similar path.
pub(crate) fn near_folders(snapshot: &Snapshot, path: &str) -> Vec<String> {
    let folders = nearest_paths(path, folders_of(snapshot.paths()).into_iter());
    if folders.is_empty() { near_paths(snapshot, path) } else { folders }
}

/// Fails if `name`, which no symbol has, is a path.
pub(crate) fn refuse_path(snapshot: &Snapshot, name: &str) -> Result<(), Error> {
    let path = name.trim_start_matches("./").trim_end_matches('/');
    if snapshot.file_at(path).is_some() {
        return Err(Error::IsFile { path: path.to_owned() });
    }
    if is_folder(snapshot, path) || looks_like_path(path) {
        return Err(not_a_file(snapshot, path));
    }
    Ok(())
}

/// Whether a name can only be that of a file: it has a folder, or the extension of a language.
pub(crate) fn looks_like_path(name: &str) -> bool {
    let has_extension = name.contains('.') && Language::of_path(name) != Language::Unknown;
    !name.contains(char::is_whitespace) && (name.contains('/') || has_extension)
}

/// Says that nothing could be found, because no file matches a glob or is in a language.
pub(crate) fn empty_filter(
    snapshot: &Snapshot,
    globs: &[String],
    languages: &[Language],
) -> Option<Remark> {
    let n_in = |globs: &[String], languages: &[Language]| {
        let filter = FileFilter::new(languages, globs, Scope::Everything).ok()?;
        Some(snapshot.files().filter(|(path, file)| filter.accepts(path, file.language)).count())
    };
    if !globs.is_empty() && n_in(globs, &[]) == Some(0) {
        let [glob] = globs else { return Some(Remark::new("no indexed file matches the globs")) };
        let path = glob.trim_start_matches("./");
        if let error @ Error::NotIndexed { left_out: Some(_), .. } =
            not_indexed(snapshot, path, |_, _| Vec::new())
        {
            return Some(Remark::new(error.to_string()));
        }
        let text = format!("no indexed file matches the glob `{glob}`");
        let advice = "globs begin at the root: `src/net` is a folder, `src/**/*.rs` its Rust files";
        // Of `srcc/**/*.py` the part before the first wildcard is a folder.
        let literal = glob.split(['*', '?', '[', '{']).next().unwrap_or_default();
        let folder = if literal.len() < glob.len() {
            literal.rsplit_once('/').map_or("", |(folder, _)| folder)
        } else {
            literal
        };
        let near =
            if is_folder(snapshot, folder) { Vec::new() } else { near_folders(snapshot, folder) };
        let hint = if near.is_empty() { advice.into() } else { Hint::DidYouMean { names: near } };
        return Some(Remark::with_hint(text, hint));
    }
    if !languages.is_empty() && n_in(&[], languages) == Some(0) {
        let names: Vec<&str> = languages.iter().map(|language| language.name()).collect();
        return Some(Remark::new(format!("no indexed file is in {}", names.join(" or "))));
    }
    (n_in(globs, languages) == Some(0))
        .then(|| Remark::new("no indexed file is in the language and matches the glob"))
}

fn is_folder(snapshot: &Snapshot, path: &str) -> bool {
    let is_below = |file: &str| file.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
    path.is_empty() || path == "." || snapshot.paths().any(is_below)
}
