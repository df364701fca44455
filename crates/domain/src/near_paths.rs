//! Suggests paths for one that does not exist.

use std::collections::BTreeSet;

use crate::edit_distance_within;

/// Paths that are suggested at most.
const MOST_SUGGESTED: usize = 3;
/// Paths of the largest tree in which misspelt names are found; in a larger one, only equal names are.
const MOST_COMPARED: usize = 50_000;
/// Edit distance beyond which all folders are equally unlike.
const MOST_UNLIKE: usize = 8;

/// The difference of two paths, the most telling field first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Unlikeness {
    name: NameMatch,
    is_other_extension: bool,
    folder: usize,
    letters: usize,
}

/// The part in which two file names agree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameMatch {
    /// All but a few letters.
    Misspelt,
    /// The part before the first dot.
    Stem,
    /// The wanted name is the beginning of the other.
    Beginning,
}

/// The paths most like `wanted`, in backticks, best first: with the same name elsewhere, a misspelt name or another
/// extension. Among equals, those of the same extension and the same folder come first.
pub fn nearest_paths<'a>(wanted: &str, paths: impl Iterator<Item = &'a str>) -> Vec<String> {
    let wanted = wanted.replace('\\', "/").to_lowercase();
    let wanted = wanted.trim_start_matches("./").trim_end_matches('/');
    if wanted.is_empty() {
        return Vec::new();
    }
    let paths: Vec<&str> = paths.collect();
    let is_compared = paths.len() <= MOST_COMPARED;
    let mut ranked: Vec<(Unlikeness, &str)> = (paths.into_iter())
        .filter_map(|path| Some((unlikeness(wanted, &path.to_lowercase(), is_compared)?, path)))
        .collect();
    ranked.sort_unstable();
    // With a misspelt name in the same folder, nobody means another folder.
    if let Some((first, _)) = ranked.first().copied()
        && (first.name, first.folder) == (NameMatch::Misspelt, 0)
    {
        ranked.retain(|(other, _)| {
            (other.name, other.is_other_extension, other.folder)
                == (first.name, first.is_other_extension, 0)
        });
    }
    ranked.into_iter().take(MOST_SUGGESTED).map(|(_, path)| format!("`{path}`")).collect()
}

/// Whether a path is a folder or file, or lies in it. Everything lies in the empty one and in `.`.
pub fn is_under(path: &str, folder: &str) -> bool {
    match folder.trim_start_matches("./").trim_end_matches('/') {
        "" | "." => true,
        folder => {
            path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        }
    }
}

/// Every folder that one of these paths is in.
pub fn folders_of<'a>(paths: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut folders = BTreeSet::new();
    for path in paths {
        let mut rest = path;
        while let Some((folder, _)) = rest.rsplit_once('/') {
            if !folders.insert(folder) {
                break;
            }
            rest = folder;
        }
    }
    folders
}

fn unlikeness(wanted: &str, path: &str, is_compared: bool) -> Option<Unlikeness> {
    let ((folder, name), (own_folder, own_name)) = (split(wanted), split(path));
    let (stem, extension) = split_extension(name);
    let (own_stem, own_extension) = split_extension(own_name);
    let most = match stem.chars().count() {
        // A different single letter is a different name.
        0 | 1 => 0,
        n_chars => (n_chars / 3).clamp(1, 4),
    };
    let letters = if own_name == name {
        Some(0)
    } else if is_compared {
        edit_distance_within(stem, own_stem, most)
    } else {
        return None;
    };
    let matched = match letters {
        Some(_) => NameMatch::Misspelt,
        None if stem_of(own_name) == stem_of(name) => NameMatch::Stem,
        None if own_folder == folder && own_name.starts_with(stem_of(name)) => NameMatch::Beginning,
        None => return None,
    };
    let folder = if folder.is_empty() || own_folder.ends_with(&format!("/{folder}")) {
        // Only the end of the path was typed.
        usize::from(folder != own_folder)
    } else {
        edit_distance_within(folder, own_folder, MOST_UNLIKE).unwrap_or(MOST_UNLIKE + 1)
    };
    let is_other_extension = extension != own_extension;
    Some(Unlikeness { name: matched, is_other_extension, folder, letters: letters.unwrap_or(most) })
}

fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

fn stem_of(name: &str) -> &str {
    name.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(name)
}

/// The name without its extension, and the extension.
fn split_extension(name: &str) -> (&str, &str) {
    name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).unwrap_or((name, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATHS: [&str; 8] = [
        "docs/api.rst", "docs/app.rst", "src/flask/__init__.py", "src/flask/app.py",
        "src/flask/json/__init__.py", "src/flask/sansio/app.py", "tests/test_app.py",
        "tests/static/index.html",
    ];

    fn check(wanted: &str, expected: &[&str]) {
        let expected: Vec<String> = expected.iter().map(|path| format!("`{path}`")).collect();
        assert_eq!(nearest_paths(wanted, PATHS.into_iter()), expected, "{wanted}");
    }

    #[test]
    fn a_misspelt_name_is_found_in_its_own_folder() {
        check("src/flask/ap.py", &["src/flask/app.py"]);
        check("src/flask/App.py", &["src/flask/app.py"]);
        check("./src/flask/app.pyi", &["src/flask/app.py"]);
        check("src/flask/app", &["src/flask/app.py"]);
    }

    #[test]
    fn a_misspelt_folder_is_found_by_the_name_of_the_file() {
        check("src/flsk/app.py", &["src/flask/app.py", "src/flask/sansio/app.py", "docs/app.rst"]);
        check("flask/__init__.py", &["src/flask/__init__.py", "src/flask/json/__init__.py"]);
        check("index.html", &["tests/static/index.html"]);
        check("src\\flask\\app.rs", &["src/flask/app.py"]);
    }

    #[test]
    fn another_file_is_not_suggested() {
        check("setup.cfg", &[]);
        check("x.py", &[]);
        check("", &[]);
        check("src/flask/zebra.py", &[]);
        check("src/flask/apps.py", &["src/flask/app.py"]);
    }

    #[test]
    fn folders_are_those_of_the_files() {
        let folders: Vec<&str> = folders_of(PATHS.into_iter()).into_iter().collect();
        assert_eq!(
            folders,
            [
                "docs", "src", "src/flask", "src/flask/json", "src/flask/sansio", "tests",
                "tests/static"
            ]
        );
        assert_eq!(nearest_paths("src/flsk", folders.into_iter()), ["`src/flask`"]);
    }
}
