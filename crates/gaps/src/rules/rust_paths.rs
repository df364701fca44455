//! Which items of a Rust file can be named from outside their crate.

use crate::name_hash::name_hash;
use crate::repository::RepositoryView;

/// Whether a top-level item is in a public module of a library, or a module above it exports it.
pub fn is_reachable_in_rust(path: &str, repository: &RepositoryView<'_>, item: &str) -> bool {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let parts: Vec<&str> = path.split('/').collect();
    let Some(src) = parts.iter().rposition(|part| *part == "src") else { return false };
    let root = parts[..src + 1].join("/");
    let mut modules = &parts[src + 1..];
    if modules.first() == Some(&"bin") || !repository.has_file(&format!("{root}/lib.rs")) {
        return false;
    }
    if let Some((&("mod" | "lib" | "main"), above)) = modules.split_last() {
        modules = above;
    }
    // Every module on the way is public, or whatever exports the item or the module is above it.
    let is_public =
        (0..modules.len()).all(|at| exports(repository, &root, &modules[..at], modules[at]));
    let mut above = (0..modules.len()).map(|n| &modules[..n]);
    is_public
        || above.any(|above| exports(repository, &root, above, item))
        || exports(repository, &root, &["prelude"], item)
}

/// Whether the module at these names exports a name from elsewhere, or has a public module of this name.
fn exports(repository: &RepositoryView<'_>, root: &str, module: &[&str], name: &str) -> bool {
    if !repository.is_passed_on(name) {
        return false;
    }
    let hash = name_hash(name);
    let files = match module {
        [] => vec![format!("{root}/lib.rs")],
        parts => {
            let path = format!("{root}/{}", parts.join("/"));
            vec![format!("{path}.rs"), format!("{path}/mod.rs")]
        }
    };
    let mut found = files.iter().filter_map(|path| repository.extract(path));
    found.any(|file| file.passed_on.contains(&hash))
}
