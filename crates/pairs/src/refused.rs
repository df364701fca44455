//! Code that must not be learned from: that of the packages by which models are compared.
//!
//! Code is refused by windows of its text, so that a copy is recognised in another file too.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use rayon::prelude::*;

use crate::hash;
use crate::package::Package;

/// The folders in a folder, in order of their names.
pub fn packages_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
    let mut folders: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    Ok(folders)
}

/// Every window of code in packages that must not be learned from.
pub fn refused_windows(folders: &[PathBuf]) -> anyhow::Result<HashSet<u64>> {
    let mut packages = Vec::new();
    for folder in folders {
        packages.extend(packages_in(folder)?);
    }
    let windows: Vec<Vec<u64>> = packages
        .par_iter()
        .map(|folder| {
            let package = Package::read_all(folder);
            let of_files = package.files.iter().flat_map(|file| hash::of_windows(&file.text));
            let of_pairs =
                package.pairs().into_iter().flat_map(|pair| hash::of_windows(&pair.code));
            of_files.chain(of_pairs).collect()
        })
        .collect();
    Ok(windows.into_iter().flatten().collect())
}

pub fn is_refused(code: &str, refused: &HashSet<u64>) -> bool {
    !refused.is_empty() && hash::of_windows(code).iter().any(|window| refused.contains(window))
}
