//! Reads as much of a `Cargo.toml` as the rules ask about: which crates it names, and as what.
//!
//! The project's manifests are written one dependency a line, which is all that is understood
//! here.

/// What a manifest names a crate for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Part of the program, or of its build.
    Program,
    /// For tests alone.
    Tests,
    /// A version for the members to share.
    Workspace,
}

/// A dependency as a manifest names it.
#[derive(Debug, PartialEq, Eq)]
pub struct Dependency<'a> {
    pub name: &'a str,
    pub used_for: Use,
    pub line: usize,
}

/// The dependencies a manifest names, in its order.
pub fn dependencies(manifest: &str) -> Vec<Dependency<'_>> {
    let mut used_for = None;
    let mut found = Vec::new();
    for (at, line) in manifest.lines().enumerate() {
        let line = line.trim();
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            // A dependency may have a section to itself, as in `[dependencies.serde]`.
            let (table, own_name) = match section.split_once("dependencies.") {
                Some((before, name)) => (format!("{before}dependencies"), Some(name)),
                None => (section.to_owned(), None),
            };
            used_for = purpose(&table);
            if let (Some(used_for), Some(name)) = (used_for, own_name) {
                found.push(Dependency { name, used_for, line: at + 1 });
            }
            if own_name.is_some() {
                used_for = None;
            }
            continue;
        }
        let Some(used_for) = used_for else { continue };
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let name = line.split(['.', '=', ' ']).next().unwrap_or(line);
        found.push(Dependency { name, used_for, line: at + 1 });
    }
    found
}

/// The name of the package a manifest describes.
pub fn package(manifest: &str) -> Option<&str> {
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = "))?;
    Some(name.trim_matches('"'))
}

fn purpose(table: &str) -> Option<Use> {
    match table.rsplit('.').next().unwrap_or(table) {
        _ if table == "workspace.dependencies" => Some(Use::Workspace),
        "dependencies" | "build-dependencies" => Some(Use::Program),
        "dev-dependencies" => Some(Use::Tests),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_naming_a_dependency_is_read() {
        let manifest = "[package]\nname = \"a\"\n\n[dependencies]\nb.workspace = true\nc = \"1\"\n\
            # d = \"1\"\n[dependencies.e]\nversion = \"1\"\n[dev-dependencies]\nf = { path = \"f\" }\n\
            [target.'cfg(unix)'.dependencies]\ng = \"1\"\n[lints]\nworkspace = true\n";
        let named: Vec<_> =
            dependencies(manifest).into_iter().map(|found| (found.name, found.used_for)).collect();
        assert_eq!(
            named,
            [
                ("b", Use::Program),
                ("c", Use::Program),
                ("e", Use::Program),
                ("f", Use::Tests),
                ("g", Use::Program),
            ]
        );
        assert_eq!(package(manifest), Some("a"));
    }
}
