//! The folders of a repository in short: a folder that holds nothing but one other is written with it.

use std::collections::BTreeMap;

use super::MappedFolder;

/// Folders are listed this deep below the first one that branches.
const MOST_LEVELS: usize = 2;
/// The most folders of a map.
const MOST_FOLDERS: usize = 24;

#[derive(Default)]
struct Folder<'p> {
    n_own: usize,
    inside: BTreeMap<&'p str, Folder<'p>>,
}

/// The folders of these files below `focus`, and how many were left out for want of room.
pub(super) fn fold_tree(
    paths: &[&str],
    focus: &str,
    limit_bytes: usize,
) -> (Vec<MappedFolder>, usize) {
    let mut root = Folder::default();
    for path in paths {
        let rest = path.strip_prefix(focus).unwrap_or(path).trim_start_matches('/');
        let mut parts: Vec<&str> = rest.split('/').collect();
        parts.pop();
        let mut folder = &mut root;
        for part in parts {
            folder = folder.inside.entry(part).or_default();
        }
        folder.n_own += 1;
    }
    let mut found = Vec::new();
    list(&root, focus, 0, &mut found);
    let mut room = limit_bytes;
    let mut n_shown = 0;
    for folder in found.iter().take(MOST_FOLDERS) {
        // The path, and about 16 bytes for the number of files.
        let Some(rest) = room.checked_sub(folder.path.len() + 16) else { break };
        room = rest;
        n_shown += 1;
    }
    let n_omitted = found.len() - n_shown;
    found.truncate(n_shown);
    (found, n_omitted)
}

fn list(folder: &Folder<'_>, path: &str, level: usize, found: &mut Vec<MappedFolder>) {
    for (name, inside) in &folder.inside {
        let path = if path.is_empty() { (*name).to_owned() } else { format!("{path}/{name}") };
        let is_passage = inside.n_own == 0 && inside.inside.len() == 1;
        if is_passage {
            list(inside, &path, level, found);
            continue;
        }
        let is_last = level + 1 >= MOST_LEVELS;
        let n_files = if is_last { n_all(inside) } else { inside.n_own };
        if n_files > 0 {
            found.push(MappedFolder { path: path.clone(), n_files });
        }
        if !is_last {
            list(inside, &path, level + 1, found);
        }
    }
}

fn n_all(folder: &Folder<'_>) -> usize {
    folder.n_own + folder.inside.values().map(n_all).sum::<usize>()
}
