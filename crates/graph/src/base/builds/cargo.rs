//! `Cargo.toml`: the crates of a workspace, and the names by which each package knows others.
//!
//! Names are compared as code writes them, with `_` for `-`. Start at [`CargoFiles::crate_named`].

use std::collections::{BTreeSet, HashMap};
use std::ops::Bound;

use toml::{Table, Value};

use crate::base::path_text::{ancestors_of, join, parent_of, under};

/// The packages of all manifests.
#[derive(Debug, Default)]
pub struct CargoFiles {
    packages: Vec<CargoPackage>,
    by_folder: HashMap<String, usize>,
    by_name: HashMap<String, usize>,
    /// Files that are the root of a crate though their name does not say so.
    roots: BTreeSet<String>,
    /// The dependencies that members of a workspace inherit, by the folder of the workspace.
    shared: HashMap<String, Vec<Dependency>>,
}

#[derive(Debug)]
struct CargoPackage {
    folder: String,
    /// The name of the package, with `_` for `-`.
    name: String,
    /// The name of its library in code.
    library_name: String,
    /// The root of its library.
    library: String,
    dependencies: Vec<Dependency>,
}

#[derive(Debug, Clone)]
struct Dependency {
    /// The name in code.
    name: String,
    /// The name of the package, with `_` for `-`.
    package: String,
    /// The folder of the package, if the manifest says it.
    folder: Option<String>,
    is_inherited: bool,
}

/// The origin of the crate of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CrateOrigin<'b> {
    /// From the repository: the root of its library.
    Here(&'b str),
    /// From a registry, or no crate has this name.
    Outside,
    /// No manifest is known.
    Unknown,
}

impl CargoFiles {
    pub fn add(&mut self, path: &str, text: &str) {
        let Ok(manifest) = text.parse::<Table>() else { return };
        let folder = parent_of(path);
        if let Some(shared) = manifest.get("workspace").and_then(|workspace| {
            let dependencies = workspace.get("dependencies")?.as_table()?;
            Some(read_dependencies(folder, dependencies))
        }) {
            self.shared.insert(folder.into(), shared);
        }
        // A manifest without a package only lists the members of a workspace.
        let Some(name) = string_in(manifest.get("package"), "name") else { return };
        let library = manifest.get("lib");
        let library_path = string_in(library, "path").and_then(|path| join(folder, path));
        // Only targets with a path of their own: the others lie where Cargo looks by default, and the rules
        // by paths know these places.
        for kind in ["bin", "test", "example", "bench"] {
            let targets = manifest.get(kind).and_then(Value::as_array).into_iter().flatten();
            let paths = targets.filter_map(|target| string_in(Some(target), "path"));
            self.roots.extend(paths.filter_map(|path| join(folder, path)));
        }
        self.roots.extend(library_path.clone());
        let mut dependencies = Vec::new();
        // Dependencies of one platform are under `[target.'cfg(…)'.dependencies]`. Code names them alike.
        let targets = manifest.get("target").and_then(Value::as_table);
        let tables = [Some(&manifest)].into_iter().flatten();
        let tables = tables.chain(
            targets
                .into_iter()
                .flat_map(|targets| targets.iter().filter_map(|(_, target)| target.as_table())),
        );
        for table in tables {
            for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
                let listed = table.get(kind).and_then(Value::as_table);
                dependencies.extend(
                    listed.into_iter().flat_map(|listed| read_dependencies(folder, listed)),
                );
            }
        }
        let name = name.replace('-', "_");
        let library_name =
            string_in(library, "name").map_or(name.clone(), |own| own.replace('-', "_"));
        self.packages.push(CargoPackage {
            folder: folder.into(),
            name,
            library_name,
            library: library_path.unwrap_or_else(|| under(folder, "src/lib.rs")),
            dependencies,
        });
    }

    /// Resolves what packages inherit from their workspace, once all manifests are read.
    pub fn finish(&mut self) {
        for (package, index) in self.packages.iter_mut().zip(0..) {
            let above: Vec<&str> = ancestors_of(&package.folder).chain([""]).collect();
            for dependency in package.dependencies.iter_mut().filter(|known| known.is_inherited) {
                // The nearest workspace above comes first, as it does for Cargo.
                let shared = above.iter().filter_map(|folder| self.shared.get(*folder)).flatten();
                let found = shared.into_iter().find(|shared| shared.name == dependency.name);
                if let Some(shared) = found {
                    dependency.package.clone_from(&shared.package);
                    dependency.folder.clone_from(&shared.folder);
                }
            }
            // Manifests are read from the root on, so of two packages of a name the one nearer to the root
            // stays.
            self.by_folder.entry(package.folder.clone()).or_insert(index);
            self.by_name.entry(package.name.clone()).or_insert(index);
        }
    }

    /// Whether a file is the root of a crate by a manifest.
    pub fn is_root(&self, path: &str) -> bool {
        self.roots.contains(path)
    }

    /// The roots of crates in a folder.
    pub fn roots_in<'b>(&'b self, folder: &'b str) -> impl Iterator<Item = &'b str> {
        // Paths of one folder are beside each other in their order.
        let roots = self.roots.range::<str, _>((Bound::Included(folder), Bound::Unbounded));
        let inside = roots.map(String::as_str).take_while(move |root| root.starts_with(folder));
        inside.filter(move |root| parent_of(root) == folder)
    }

    /// The package of a file, by its number.
    pub fn package_of(&self, file: &str) -> Option<usize> {
        let mut above = ancestors_of(parent_of(file)).chain([""]);
        above.find_map(|folder| self.by_folder.get(folder)).copied()
    }

    /// The crate that the files of a package know by this name.
    pub fn crate_named(&self, package: Option<usize>, name: &str) -> CrateOrigin<'_> {
        let own = package.and_then(|package| self.packages.get(package));
        let Some(own) = own else { return CrateOrigin::Unknown };
        if own.library_name == name {
            return CrateOrigin::Here(&own.library);
        }
        let declared = own.dependencies.iter().find(|dependency| dependency.name == name);
        let package = match declared {
            // A path says which package is meant, even if another one has its name.
            Some(Dependency { folder: Some(folder), .. }) => self.by_folder.get(folder.as_str()),
            Some(dependency) => self.by_name.get(&dependency.package),
            // The name of a library may differ from that of its package.
            None => (own.dependencies.iter())
                .filter(|dependency| dependency.name == dependency.package)
                .filter_map(|dependency| self.by_name.get(&dependency.package))
                .find(|package| self.packages[**package].library_name == name),
        };
        match package {
            Some(package) => CrateOrigin::Here(&self.packages[*package].library),
            None => CrateOrigin::Outside,
        }
    }
}

fn read_dependencies(folder: &str, listed: &Table) -> Vec<Dependency> {
    (listed.iter())
        .map(|(name, value)| Dependency {
            name: name.replace('-', "_"),
            package: string_in(Some(value), "package").unwrap_or(name).replace('-', "_"),
            folder: string_in(Some(value), "path").and_then(|path| join(folder, path)),
            is_inherited: value.get("workspace").and_then(Value::as_bool) == Some(true),
        })
        .collect()
}

fn string_in<'v>(value: Option<&'v Value>, key: &str) -> Option<&'v str> {
    value?.get(key)?.as_str()
}
