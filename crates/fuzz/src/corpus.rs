//! The inputs that once broke something, a file each in `corpus/TARGET/`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// The folder of the corpus in the repository.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// The kept inputs of a target, sorted by path.
pub fn kept(target: &str) -> anyhow::Result<Vec<(PathBuf, Vec<u8>)>> {
    let Ok(entries) = fs::read_dir(folder().join(target)) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        found.push((path, bytes));
    }
    found.sort();
    Ok(found)
}

/// Writes an input to `folder/TARGET/` and returns its path. The name is the kind of failure, with which
/// `failure` begins, and a hash of the input.
pub fn keep(folder: &Path, target: &str, failure: &str, input: &[u8]) -> anyhow::Result<PathBuf> {
    let folder = folder.join(target);
    fs::create_dir_all(&folder)
        .with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let kind = failure.split(':').next().unwrap_or_default();
    let hash = blake3::hash(input).to_hex();
    let path = folder.join(format!("{kind}-{}", &hash[..12]));
    fs::write(&path, input).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_kept_under_what_it_broke() {
        let folder = tempfile::tempdir().unwrap();
        let failure = "panic: src/a.rs:18:3: index 4 out of 2";
        let first = keep(folder.path(), "syntax-ruby", failure, b"X\n<*").unwrap();
        let again = keep(folder.path(), "syntax-ruby", failure, b"X\n<*").unwrap();
        assert_eq!(first, again);
        assert_eq!(fs::read(&first).unwrap(), b"X\n<*");
        assert!(first.file_name().unwrap().to_string_lossy().starts_with("panic-"));
    }

    #[test]
    fn every_folder_of_the_corpus_belongs_to_a_target() {
        let names: Vec<String> =
            crate::catalog::plans().into_iter().map(|plan| plan.name).collect();
        let folders: Vec<String> = fs::read_dir(folder())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        assert!(!folders.is_empty());
        for folder in folders {
            assert!(names.contains(&folder), "{folder}");
        }
    }
}
