//! The trees that are measured on.
//!
//! Real code is what counts, and everyone who builds rutter has some: the sources of its
//! dependencies, which cargo keeps. Four files in five are from there, as far as they go; the
//! rest is synthetic, in more languages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use ignore::WalkBuilder;
use rutter_domain::Language;
use rutter_fixture::write_synthetic;

/// Files over this are generated tables as a rule, and are left out.
const LIMIT_BYTES: u64 = 64 << 10;
const SEED: u64 = 20;

/// A tree of `n_files` files under `work`, made when it is not there yet.
pub fn mixed(work: &Path, n_files: usize) -> anyhow::Result<PathBuf> {
    let root = work.join(format!("tree-{n_files}"));
    let done = work.join(format!("tree-{n_files}.done"));
    if done.exists() {
        return Ok(root);
    }
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    let sources = dependency_sources()?;
    let n_real = sources.len().min(n_files * 4 / 5);
    eprintln!("making a tree of {n_real} real and {} synthetic files", n_files - n_real);
    for (path, relative) in &sources[..n_real] {
        let target = root.join("registry").join(relative);
        let folder = target.parent().context("a file lies in a folder")?;
        fs::create_dir_all(folder)?;
        fs::copy(path, &target).with_context(|| format!("cannot copy {}", path.display()))?;
    }
    write_synthetic(&root.join("synthetic"), n_files - n_real, SEED);
    fs::write(done, "")?;
    Ok(root)
}

/// A tree of about `n_files` of a larger one, taken evenly, so that the mix of sizes and
/// languages is the same.
pub fn sample(work: &Path, whole: &Path, n_files: usize) -> anyhow::Result<PathBuf> {
    let root = work.join(format!("sample-{n_files}"));
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    let files = list_files(whole);
    ensure!(!files.is_empty(), "no file of {} is left by its ignore files", whole.display());
    for number in 0..n_files.min(files.len()) {
        let path = &files[number * files.len() / n_files.min(files.len())];
        let target = root.join(path.strip_prefix(whole)?);
        let folder = target.parent().context("a file lies in a folder")?;
        fs::create_dir_all(folder)?;
        // A second name for a file costs nothing; across file systems it has to be a copy.
        if fs::hard_link(path, &target).is_err() {
            fs::copy(path, &target)?;
        }
    }
    Ok(root)
}

/// Walks a tree by the ignore rules that rutter follows.
pub fn walker(root: &Path) -> WalkBuilder {
    let mut walk = WalkBuilder::new(root);
    walk.require_git(false).parents(false).add_custom_ignore_filename(".rutterignore");
    walk
}

/// The files of a tree that are not ignored, in order.
pub fn list_files(root: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = walker(root)
        .build()
        .flatten()
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
        .map(ignore::DirEntry::into_path)
        .collect();
    files.sort();
    files
}

/// The text files of the packages in `Cargo.lock`, as cargo keeps them, and where each lies in
/// its registry. The same order every time.
fn dependency_sources() -> anyhow::Result<Vec<(PathBuf, PathBuf)>> {
    let packages = locked_packages(include_str!("../../../Cargo.lock"));
    let mut sources = Vec::new();
    for registry in registries() {
        for package in packages.iter().map(|package| registry.join(package)) {
            if !package.is_dir() {
                continue;
            }
            for entry in walker(&package).build().flatten() {
                let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
                let is_small = entry.metadata().is_ok_and(|data| data.len() <= LIMIT_BYTES);
                let language = Language::of_path(&entry.path().to_string_lossy());
                if is_file && is_small && language != Language::Unknown {
                    let relative = entry.path().strip_prefix(&registry)?.to_owned();
                    sources.push((entry.into_path(), relative));
                }
            }
        }
    }
    sources.sort_by(|a, b| a.1.cmp(&b.1));
    sources.dedup_by(|a, b| a.1 == b.1);
    Ok(sources)
}

/// The folders in which cargo keeps the sources it has fetched.
fn registries() -> Vec<PathBuf> {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let sources = home.map(|home| home.join("registry").join("src"));
    let entries = sources.and_then(|sources| fs::read_dir(sources).ok());
    let mut registries: Vec<PathBuf> =
        entries.into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    registries.sort();
    registries
}

/// The packages of a lock file as `name-version`.
fn locked_packages(lock: &str) -> BTreeSet<String> {
    let quoted = |line: &str, key: &str| {
        line.strip_prefix(key).map(|value| value.trim_matches('"').to_owned())
    };
    let mut packages = BTreeSet::new();
    let mut name = None;
    for line in lock.lines() {
        if let Some(found) = quoted(line, "name = ") {
            name = Some(found);
        } else if let (Some(version), Some(name)) = (quoted(line, "version = "), name.take()) {
            packages.insert(format!("{name}-{version}"));
        }
    }
    packages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packages_of_a_lock_file_are_read() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0\"\nsource = \"x\"\n\n\
            [[package]]\nname = \"b\"\nversion = \"2.0\"\ndependencies = [\n \"a\",\n]\n";
        assert_eq!(locked_packages(lock).into_iter().collect::<Vec<_>>(), ["a-1.0", "b-2.0"]);
    }

    #[test]
    fn a_sample_has_as_many_files_as_asked_for() {
        let tree = rutter_fixture::synthetic(30, 1);
        let work = rutter_fixture::Tree::new("");
        let root = sample(work.path(), tree.path(), 10).unwrap();
        assert_eq!(list_files(&root).len(), 10);
    }
}
