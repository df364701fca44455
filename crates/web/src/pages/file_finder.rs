//! The file finder: finds indexed files whose path contains some letters in this order.

use rutter_domain::text::truncate;
use serde_json::json;

use crate::links::Links;
use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::site::Site;

/// Files that are listed.
const MOST_FILES: usize = 50;
/// Bytes of the letters that are searched for.
const MOST_BYTES: usize = 200;

pub(crate) fn answer(site: &Site, request: &PageRequest) -> Result<Reply, Problem> {
    let wanted = request.query.get("q").unwrap_or("").to_lowercase();
    let wanted = truncate(&wanted, MOST_BYTES);
    let knowledge = site.toolbox().knowledge()?;
    let mut found: Vec<(u32, &str)> =
        knowledge.snapshot.paths().filter_map(|path| Some((score(path, wanted)?, path))).collect();
    found.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.len().cmp(&b.1.len())).then(a.1.cmp(b.1)));
    let files = found.iter().take(MOST_FILES);
    let files = files.map(|(_, path)| json!({ "path": path, "href": Links::Live.file(path) }));
    Ok(Reply::json(&json!({ "files": files.collect::<Vec<_>>(), "found": found.len() })))
}

/// Scores a path: consecutive letters and letters of the file's name count more. Returns `None` if
/// not all occur in order.
fn score(path: &str, wanted: &str) -> Option<u32> {
    let name_at = path.rfind('/').map_or(0, |slash| slash + 1);
    let lower = path.to_lowercase();
    if let Some(at) = lower.find(wanted).filter(|_| !wanted.is_empty()) {
        let is_start = at == name_at || lower[..at].ends_with(['/', '_', '-', '.']);
        return Some(1_000 + if at >= name_at { 500 } else { 0 } + if is_start { 200 } else { 0 });
    }
    let mut letters = wanted.chars().filter(|c| !c.is_whitespace()).peekable();
    let (mut score, mut run) = (0, 0);
    for (at, c) in lower.char_indices() {
        if letters.next_if_eq(&c).is_some() {
            run += 1;
            score += run + if at >= name_at { 3 } else { 0 };
        } else {
            run = 0;
        }
    }
    letters.next().is_none().then_some(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_counts_more_than_its_folders() {
        let best = |wanted: &str, paths: &[&'static str]| {
            let mut found: Vec<_> =
                paths.iter().filter_map(|path| Some((score(path, wanted)?, *path))).collect();
            found.sort();
            found.last().map(|(_, path)| *path)
        };
        assert_eq!(
            best("walk", &["walk/a.rs", "src/walk.rs", "src/boardwalk.rs"]),
            Some("src/walk.rs")
        );
        assert_eq!(best("srwk", &["src/walk.rs", "lib/none.rs"]), Some("src/walk.rs"));
        assert_eq!(best("zzz", &["src/walk.rs"]), None);
    }
}
