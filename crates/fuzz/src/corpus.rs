//! The inputs that once broke something, a file each in `corpus/TARGET/`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Where they are kept in the project.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// The kept inputs of a target, by name.
pub fn kept(target: &str) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let folder = folder().join(target);
    let Ok(entries) = fs::read_dir(&folder) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        found.push((entry.file_name().to_string_lossy().into_owned(), bytes));
    }
    found.sort();
    Ok(found)
}

/// Writes an input to a folder of inputs and gives its path. Its name says what it broke, and is the
/// same for the same input.
pub fn keep(folder: &Path, target: &str, fault: &str, input: &[u8]) -> anyhow::Result<PathBuf> {
    let folder = folder.join(target);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let hash = blake3::hash(input).to_hex();
    let path = folder.join(format!("{fault}-{}", &hash[..12]));
    fs::write(&path, input).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_kept_under_what_it_broke() {
        let folder = tempfile::tempdir().unwrap();
        let first = keep(folder.path(), "syntax-ruby", "panic", b"X\n<*").unwrap();
        let again = keep(folder.path(), "syntax-ruby", "panic", b"X\n<*").unwrap();
        assert_eq!(first, again);
        assert_eq!(fs::read(&first).unwrap(), b"X\n<*");
        assert!(first.file_name().unwrap().to_string_lossy().starts_with("panic-"));
    }

    #[test]
    fn every_folder_of_the_corpus_belongs_to_a_target() {
        let names: Vec<String> =
            crate::catalog::plans().into_iter().map(|plan| plan.name).collect();
        for entry in fs::read_dir(folder()).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            assert!(!entry.path().is_dir() || names.contains(&name), "{name}");
        }
    }
}
