//! Every other language: with slashes for separators, a module is the end of a file's path.

use rutter_domain::SymbolKind;
use rutter_syntax::profile::PathForm;

use crate::base::Base;
use crate::base::digest::ImportView;
use crate::base::paths::{join, parent_of};
use crate::imports::target::{ImportTarget, ModuleFiles};

pub fn locate(
    base: &Base<'_>,
    file: u32,
    import: ImportView<'_>,
    form: PathForm,
    endings: &[&str],
) -> ImportTarget {
    let has_vendor = form == PathForm::BehindVendor;
    let folder = parent_of(base.paths.path(file));
    let name = import.name.filter(|name| *name != "*");
    if let Some(files) = relative(base, endings, folder, import.module) {
        return ImportTarget::module(files);
    }
    let module = match form {
        PathForm::CamelCase => snake_case(import.module),
        _ => import.module.replace(['.', '\\', ':'], "/"),
    };
    let module = module.trim_matches('/');
    if has_vendor && let Some(name) = name {
        let files = in_namespace(base, import.module.trim_matches('\\'), name);
        if !files.is_empty() {
            return ImportTarget::home(ModuleFiles::of_files(files, ModuleFiles::External));
        }
    }
    // `use App\Models\User` is a file of that name; `import Data.Map (insert)` is in one.
    if let Some(name) = name {
        let files = ending(base, endings, has_vendor, &format!("{module}/{name}"));
        if !files.is_empty() {
            return ImportTarget::home(ModuleFiles::of_files(files, ModuleFiles::External));
        }
    }
    let files =
        ModuleFiles::of_files(ending(base, endings, has_vendor, module), ModuleFiles::External);
    if name.is_some() { ImportTarget::home(files) } else { ImportTarget::module(files) }
}

/// The files that define a name in this very namespace.
fn in_namespace(base: &Base<'_>, namespace: &str, name: &str) -> Vec<u32> {
    let definitions = base.definitions(name);
    let is_inside = |file: u32, symbol: u32| {
        let digest = base.digest(file);
        let definition = digest.definition(symbol);
        let around = definition.and_then(|definition| digest.definition(definition.parent));
        around.is_some_and(|around| {
            around.kind == SymbolKind::Module && digest.name_of(around) == namespace
        })
    };
    let inside = definitions.iter().filter(|at| is_inside(at.file, at.symbol));
    let mut files: Vec<u32> = inside.map(|at| at.file).collect();
    files.sort_unstable();
    files.dedup();
    files
}

fn relative(base: &Base<'_>, endings: &[&str], folder: &str, module: &str) -> Option<ModuleFiles> {
    let path = join(folder, module)?;
    let exact = base.paths.file(&path);
    let mut endings = endings.iter();
    let found =
        exact.or_else(|| endings.find_map(|ending| base.paths.file(&format!("{path}{ending}"))));
    found.map(ModuleFiles::One)
}

/// The files whose path ends in this module. The parts of a vendor are dropped one by one until a file
/// fits.
fn ending(base: &Base<'_>, endings: &[&str], has_vendor: bool, module: &str) -> Vec<u32> {
    let mut rest = module;
    loop {
        let files: Vec<u32> = (endings.iter())
            .flat_map(|ending| {
                let path = format!("{rest}{ending}");
                base.paths.files_ending(&path).collect::<Vec<u32>>()
            })
            .collect();
        if !files.is_empty() || !has_vendor {
            return files;
        }
        // At least two parts stay: the name of a file alone is too common.
        match rest.split_once('/') {
            Some((_, shorter)) if shorter.contains('/') => rest = shorter,
            Some(_) | None => return files,
        }
    }
}

/// `MyApp.UserView` as a path: `my_app/user_view`.
fn snake_case(module: &str) -> String {
    let mut path = String::with_capacity(module.len() + 8);
    let mut previous = '/';
    for c in module.chars() {
        match c {
            '.' => path.push('/'),
            c if c.is_uppercase() => {
                if previous.is_lowercase() || previous.is_ascii_digit() {
                    path.push('_');
                }
                path.extend(c.to_lowercase());
            }
            c => path.push(c),
        }
        previous = c;
    }
    path
}
