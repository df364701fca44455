//! `pyproject.toml` and `setup.cfg`: the folders that packages are imported from.

use toml::{Table, Value};

use crate::base::path_text::{join, parent_of};

/// The source roots of all manifests.
#[derive(Debug, Default)]
pub struct PythonFiles {
    /// The folder of the manifest and the root it declares.
    roots: Vec<(String, String)>,
    /// A package, with `/` for `.`, and the folder that holds its modules.
    packages: Vec<(String, String)>,
}

impl PythonFiles {
    pub fn add_pyproject(&mut self, path: &str, text: &str) {
        let Ok(manifest) = text.parse::<Table>() else { return };
        let folder = parent_of(path);
        let tool = |keys: &[&str]| {
            let mut at = manifest.get("tool")?;
            for key in keys {
                at = at.get(key)?;
            }
            Some(at)
        };
        let package_dirs = tool(&["setuptools", "package-dir"]).and_then(Value::as_table);
        for (package, place) in package_dirs.into_iter().flatten() {
            self.add_package_dir(folder, package, place.as_str().unwrap_or(""));
        }
        for keys in [
            // Each build tool has its own key for the folder that packages lie in.
            &["setuptools", "packages", "find", "where"][..],
            &["hatch", "build", "targets", "wheel", "sources"],
            &["hatch", "build", "sources"],
            &["pytest", "ini_options", "pythonpath"],
            &["pdm", "build", "package-dir"],
            &["maturin", "python-source"],
            &["uv", "build-backend", "module-root"],
        ] {
            for root in tool(keys).into_iter().flat_map(strings) {
                self.add_root(folder, root);
            }
        }
        let wheel = tool(&["hatch", "build", "targets", "wheel", "packages"]);
        for package in wheel.into_iter().flat_map(strings) {
            // Hatch lists the packages themselves, which are imported from the folders around them.
            self.add_root(folder, parent_of(package.trim_end_matches('/')));
        }
        let poetry = tool(&["poetry", "packages"]).and_then(Value::as_array);
        for from in poetry.into_iter().flatten().filter_map(|package| package.get("from")?.as_str())
        {
            self.add_root(folder, from);
        }
    }

    pub fn add_setup_cfg(&mut self, path: &str, text: &str) {
        let folder = parent_of(path);
        let (mut section, mut key) = ("", "");
        for line in text.lines() {
            let trimmed = line.trim();
            if trimmed.is_empty() || trimmed.starts_with(['#', ';']) {
                continue;
            }
            if trimmed.starts_with('[') {
                (section, key) = (trimmed.trim_matches(['[', ']']), "");
                continue;
            }
            let mut value = trimmed;
            // An indented line goes on with the value of the key above.
            if !line.starts_with([' ', '\t']) {
                let (name, rest) = trimmed.split_once(['=', ':']).unwrap_or((trimmed, ""));
                (key, value) = (name.trim(), rest.trim());
            }
            match (section, key) {
                ("options", "package_dir" | "package-dir") => {
                    if let Some((package, place)) = value.split_once('=') {
                        self.add_package_dir(folder, package.trim(), place.trim());
                    }
                }
                ("options.packages.find", "where") if !value.is_empty() => {
                    self.add_root(folder, value);
                }
                _ => {}
            }
        }
    }

    /// The roots that manifests above a folder declare, nearest first, followed by all others.
    pub fn roots_for(&self, folder: &str) -> Vec<&str> {
        let mut roots: Vec<(usize, &str)> =
            (self.roots.iter()).map(|(of, root)| (nearness(of, folder), root.as_str())).collect();
        roots.sort_by_key(|(nearness, _)| usize::MAX - *nearness);
        roots.into_iter().map(|(_, root)| root).collect()
    }

    /// A module's path from the root of the repository, if its package lies in a folder of its own.
    pub fn module_path(&self, module: &str) -> Option<String> {
        self.packages.iter().find_map(|(package, folder)| {
            let rest = module.strip_prefix(package.as_str())?;
            (rest.is_empty() || rest.starts_with('/')).then(|| format!("{folder}{rest}"))
        })
    }

    fn add_root(&mut self, folder: &str, root: &str) {
        if let Some(root) = join(folder, root) {
            self.roots.push((folder.into(), root));
        }
    }

    fn add_package_dir(&mut self, folder: &str, package: &str, place: &str) {
        match (package, join(folder, place)) {
            ("", _) => self.add_root(folder, place),
            (package, Some(at)) => self.packages.push((package.replace('.', "/"), at)),
            (_, None) => {}
        }
    }
}

/// The length of the folder of a manifest that lies above a folder, plus 1; 0 if it does not.
fn nearness(manifest: &str, folder: &str) -> usize {
    let rest = folder.strip_prefix(manifest);
    let is_above =
        manifest.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if is_above { manifest.len() + 1 } else { 0 }
}

fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        Value::Integer(_)
        | Value::Float(_)
        | Value::Boolean(_)
        | Value::Datetime(_)
        | Value::Table(_) => Vec::new(),
    }
}
