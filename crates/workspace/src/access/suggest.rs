//! What somebody may have meant by a path that leads nowhere.

use rutter_domain::edit_distance_within;

use super::Workspace;
use crate::tree::walk;

/// At most this many are suggested.
const MOST_SUGGESTED: usize = 3;
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
            match edit_distance_within(name, own_name, most) {
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
    ranked.into_iter().take(MOST_SUGGESTED).map(|(_, _, file)| file.to_owned()).collect()
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn stem_of(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}
