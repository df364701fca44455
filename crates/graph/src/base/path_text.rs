//! Takes paths apart and joins them, as text.

/// The folder of a path; the root is `""`.
pub fn parent_of(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..slash])
}

/// The last part of a path.
pub fn name_of(path: &str) -> &str {
    path.rfind('/').map_or(path, |slash| &path[slash + 1..])
}

/// The name of a file up to its first dot, which does not count at the start.
pub fn stem_of(path: &str) -> &str {
    let name = name_of(path);
    name.find('.').filter(|dot| *dot > 0).map_or(name, |dot| &name[..dot])
}

/// A folder and all folders around it, without the root.
pub fn ancestors_of(folder: &str) -> impl Iterator<Item = &str> {
    let first = Some(folder).filter(|folder| !folder.is_empty());
    std::iter::successors(first, |folder| {
        Some(parent_of(folder)).filter(|parent| !parent.is_empty())
    })
}

/// Joins paths, resolving `.` and `..`. Returns `None` if the result is above the root.
pub fn join(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Joins a folder and a path without `.` and `..`; either may be empty.
pub fn under(folder: &str, path: &str) -> String {
    match (folder, path) {
        ("", path) => path.into(),
        (folder, "") => folder.into(),
        (folder, path) => format!("{folder}/{path}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_path_is_followed_up_to_the_root() {
        assert_eq!(join("a/b", "../c/./d.h").as_deref(), Some("a/c/d.h"));
        assert_eq!(join("a", "../..").as_deref(), None);
        assert_eq!(join("", "x").as_deref(), Some("x"));
    }
}
