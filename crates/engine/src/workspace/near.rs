//! What somebody may have meant by a path that leads nowhere.

use super::Workspace;
use crate::walk::walk;

/// As many are told.
const TOLD: usize = 3;
/// In larger trees, names are only compared as they are.
const MOST_COMPARED: usize = 50_000;

impl Workspace {
    /// Files that bear the same name elsewhere, or nearly that path; the nearest first.
    pub(super) fn near_paths(&self, path: &str) -> Vec<String> {
        let Ok(walked) = walk(&self.root, &self.data) else { return Vec::new() };
        let files: Vec<&str> = walked.files.iter().map(|file| file.path.as_str()).collect();
        nearest(&path.replace('\\', "/"), &files)
            .into_iter()
            .map(|path| format!("`{path}`"))
            .collect()
    }
}

/// The paths among `files` that are most like `wanted`.
fn nearest(wanted: &str, files: &[&str]) -> Vec<String> {
    let wanted = wanted.to_lowercase();
    let name = name_of(&wanted);
    let most = (name.chars().count() / 3).clamp(1, 4);
    let mut ranked: Vec<(usize, usize, &str)> = Vec::new();
    for file in files {
        let lower = file.to_lowercase();
        let own_name = name_of(&lower);
        let distance = if lower == wanted || lower.ends_with(&format!("/{wanted}")) {
            0
        } else if own_name == name {
            1
        } else if files.len() <= MOST_COMPARED {
            match distance_within(name, own_name, most) {
                Some(distance) => 1 + distance,
                None if stem_of(own_name) == stem_of(name) => 2 + most,
                None => continue,
            }
        } else {
            continue;
        };
        let n_unlike = file.split('/').count().abs_diff(wanted.split('/').count());
        ranked.push((distance, n_unlike, file));
    }
    ranked.sort_unstable();
    ranked.into_iter().take(TOLD).map(|(_, _, file)| file.to_owned()).collect()
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn stem_of(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// How many characters must change to make one of the other, if no more than `most`.
pub fn distance_within(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
        if row.iter().min().is_some_and(|least| *least > most) {
            return None;
        }
    }
    row.last().copied().filter(|distance| *distance <= most)
}
