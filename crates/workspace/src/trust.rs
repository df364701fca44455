//! Decides whether the content of a data folder can be trusted.
//!
//! `.rutter` may have come with a repository or an archive: its database may contain entries that mislead, its
//! prompts would reach a model as the user's own, and a link in it leads writes to any place of the machine. So
//! [`check_data`] checks every path before anything in the folder is used:
//!
//! - Is it a regular file or a folder where rutter keeps one? Links, pipes, devices and databases with a second
//!   name are refused, also in a folder that the user named.
//! - Does git track it, in any repository around the folder? Then others wrote it ([`tracked`]).
//! - Was the folder made here? Then it has a stamp that names its own inode and time of birth ([`stamp`]),
//!   which neither a clone nor an archive nor a copy can bring along.
//!
//! Settings are exempt from the last two: they can only make limits stricter. An index without a stamp is
//! deleted and built again. Anything else without a stamp is refused and left as it is, until the user
//! names the folder, which stamps it.

mod stamp;
mod tracked;

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;

use crate::Error;
use crate::output::is_unfinished;

/// The choice of the data folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataChoice {
    /// It is `.rutter` in the root, which a repository may have brought.
    Default,
    /// The user named it, and so vouches for its content.
    Named,
}

/// Files in a data folder that others may have written.
const HARMLESS: [&str; 3] = [".gitignore", "config.toml", "prices.toml"];

/// The kind of file that rutter keeps at a path of the data folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    Folder,
    /// Neither is used.
    Unknown,
}

/// Refuses a data folder that is not the user's own, or that contains something other than rutter keeps there.
pub(crate) fn check_data(data: &Path, choice: DataChoice) -> Result<(), Error> {
    let metadata = match choice {
        DataChoice::Default => fs::symlink_metadata(data),
        DataChoice::Named => fs::metadata(data),
    };
    match metadata {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(source) => return Err(Error::ReadData { path: data.to_owned(), source }),
        Ok(metadata) => check_kind(data, Kind::Folder, &metadata)?,
    }
    check_items(data, &mut Vec::new())?;
    match choice {
        DataChoice::Named => {
            // A folder that cannot be written needs no stamp to be read.
            let _ = stamp::write(data);
            Ok(())
        }
        DataChoice::Default => {
            if let Some(how) = tracked::how_tracked(data) {
                return Err(Error::TrackedData { path: data.to_owned(), how });
            }
            if is_of_another_user(data) {
                return Err(unproven(data, "another user made it"));
            }
            claim(data)
        }
    }
}

/// Checks everything in a folder of the data folder; `parts` are the names that lead to it.
fn check_items(folder: &Path, parts: &mut Vec<String>) -> Result<(), Error> {
    let cannot = |source| Error::ReadData { path: folder.to_owned(), source };
    let items = match fs::read_dir(folder) {
        Ok(items) => items,
        // A folder that cannot be listed cannot contain data of this user either.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(()),
        Err(source) => return Err(cannot(source)),
    };
    for item in items {
        let item = item.map_err(cannot)?;
        let path = item.path();
        let found = item.file_type().map_err(cannot)?;
        parts.push(item.file_name().to_string_lossy().into_owned());
        let kind = kept_at(&parts.iter().map(String::as_str).collect::<Vec<_>>());
        // Only databases are written in place; their second name would be written as well.
        let is_database =
            kind == Kind::File && parts.last().is_some_and(|name| name.contains(".db"));
        if !found.is_file() && !found.is_dir() || !is_kind(kind, found.is_dir()) || is_database {
            match fs::symlink_metadata(&path) {
                Ok(metadata) => check_kind(&path, kind, &metadata)?,
                // SQLite removes its log when the last process leaves.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(source) => return Err(Error::ReadData { path, source }),
            }
        }
        if found.is_dir() && kind == Kind::Folder {
            check_items(&path, parts)?;
        }
        parts.pop();
    }
    Ok(())
}

/// The kind of file that rutter keeps at a path of the data folder, given as its names.
fn kept_at(parts: &[&str]) -> Kind {
    let is_database = |name: &str| {
        ["rutter.db", "facts.db", "vectors.db"].iter().any(|own| name.starts_with(own))
    };
    match parts {
        ["index" | "queue" | "runs" | "replies" | "prompts"] => Kind::Folder,
        ["prompt.md" | stamp::NAME] => Kind::File,
        [name] if HARMLESS.contains(name) => Kind::File,
        ["index", "format"] | ["index", _, _, _] => Kind::File,
        ["index", _, "lexical"] => Kind::Folder,
        ["index", _, _] => Kind::File,
        [name] | ["queue" | "index", name] if is_database(name) => Kind::File,
        ["index", _] => Kind::Folder,
        ["runs" | "replies", _] => Kind::File,
        ["prompts", name] if name.ends_with(".md") => Kind::File,
        _ => Kind::Unknown,
    }
}

fn is_kind(kind: Kind, is_folder: bool) -> bool {
    match kind {
        Kind::File => !is_folder,
        Kind::Folder => is_folder,
        Kind::Unknown => true,
    }
}

/// Refuses a path that is not a file or folder as expected, or that has a second name.
fn check_kind(path: &Path, kind: Kind, metadata: &Metadata) -> Result<(), Error> {
    let odd = |what| Err(Error::OddData { path: path.to_owned(), what });
    let found = metadata.file_type();
    match (found.is_file(), found.is_dir()) {
        _ if found.is_symlink() => odd("a link"),
        (false, false) => odd("a pipe, a socket or a device"),
        (_, true) if kind == Kind::File => odd("a folder in the place of a file"),
        (true, _) if kind == Kind::Folder => odd("a file in the place of a folder"),
        (true, _) if has_second_name(metadata) => Err(Error::SharedData { path: path.to_owned() }),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn has_second_name(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

#[cfg(not(unix))]
fn has_second_name(_: &Metadata) -> bool {
    false
}

/// Whether neither this user nor the administrator nor the owner of the folder around it made it.
// Anybody may make a folder in `/tmp`, which is then found from every folder below.
#[cfg(unix)]
fn is_of_another_user(data: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let owner = |path: &Path| fs::metadata(path).ok().map(|metadata| metadata.uid());
    let Some(maker) = owner(data) else { return false };
    let trusted =
        [Some(rustix::process::geteuid().as_raw()), Some(0), data.parent().and_then(owner)];
    !trusted.contains(&Some(maker))
}

#[cfg(not(unix))]
fn is_of_another_user(_: &Path) -> bool {
    false
}

/// Makes sure that the folder has a stamp. One that holds nothing but settings and an index gets it, after
/// the index is deleted.
fn claim(data: &Path) -> Result<(), Error> {
    if stamp::is_valid(data) {
        return Ok(());
    }
    // Another process may do the same; the second one finds the stamp of the first.
    let folder = fs::File::open(data);
    let _lock = folder.as_ref().map(fs::File::lock);
    if stamp::is_valid(data) {
        return Ok(());
    }
    let cannot = |source| Error::WriteData { path: data.to_owned(), source };
    let items = fs::read_dir(data).map_err(cannot)?;
    let mut names: Vec<String> =
        items.flatten().map(|item| item.file_name().to_string_lossy().into_owned()).collect();
    // A process that was killed while it wrote the stamp leaves its temporary file.
    names.retain(|name| {
        !HARMLESS.contains(&name.as_str()) && name != stamp::NAME && !is_unfinished(name)
    });
    names.sort();
    if let Some(name) = names.iter().find(|name| *name != "index") {
        return Err(unproven(data, &format!("it holds `{name}`, but was not made here")));
    }
    let has_index = !names.is_empty();
    if has_index {
        fs::remove_dir_all(data.join("index")).map_err(cannot)?;
    }
    match stamp::write(data) {
        Err(source) if has_index => Err(cannot(source)),
        // Nothing in the folder was used, and writing to it will fail by itself.
        Ok(()) | Err(_) => Ok(()),
    }
}

fn unproven(data: &Path, why: &str) -> Error {
    Error::UnprovenData { path: data.to_owned(), why: why.to_owned() }
}

#[cfg(test)]
mod tests;
