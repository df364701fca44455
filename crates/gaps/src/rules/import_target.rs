//! Follows imports to files, by their form and by the paths of the repository.

use rutter_domain::Import;
use rutter_graph::path_text::{ancestors_of, join, name_of, parent_of, under};
use rutter_syntax::profile;
use rutter_syntax::profile::{PathForm, Route};

use crate::extract::Extract;
use crate::lexicon::paths;
use crate::name_hash::name_hash;
use crate::repository::RepositoryView;
use crate::view::FileView;

/// A longer text behind the last dot of a name is not an extension but a part of the name.
const LONGEST_EXTENSION: usize = 5;

/// The outcome of following an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Out of the repository, or its form leaves that open.
    Elsewhere,
    Found,
    /// The file that it names does not exist.
    NoModule,
    /// The file exists and does not have the name.
    NoName {
        module: String,
        name: String,
    },
}

/// Follows an import of a file.
pub fn follow(file: &FileView<'_>, repository: &RepositoryView<'_>, import: &Import) -> Target {
    match profile(file.language).imports.scheme {
        Route::Packages => python(file, repository, import),
        Route::Crates => rust(file, repository, import),
        Route::Scripts => script(file, repository, import),
        Route::Folders => go(repository, import),
        Route::Paths(PathForm::BesideFile, _) => {
            let is_relative = import.module.starts_with("./") || import.module.starts_with("../");
            relative_file(file, repository, import, is_relative)
        }
        Route::Paths(PathForm::WithEnding, endings) => {
            let is_file = endings.iter().any(|ending| import.module.ends_with(ending));
            relative_file(file, repository, import, is_file)
        }
        Route::Includes => {
            let is_relative = import.module.starts_with("../") || import.module.starts_with("./");
            // The compiler looks in further folders, so a file of that name elsewhere may be meant.
            let name = import.module.trim_start_matches(['.', '/']);
            let is_free = repository.files_ending(name).is_empty();
            relative_file(file, repository, import, is_relative && is_free)
        }
        // A relative path of a script begins at the working directory, which is not known.
        Route::Paths(..) | Route::Classes | Route::Links => Target::Elsewhere,
    }
}

/// Whether a build makes a file of this path.
fn is_generated_name(path: &str) -> bool {
    let name = path.rsplit(['/', '.', ':']).next().unwrap_or(path);
    paths::MADE_MODULES.end(name)
        || paths::MADE_NAMES.has(name)
        || paths::MADE_PATHS.occur_in(&path.to_ascii_lowercase())
}

fn relative_file(
    file: &FileView<'_>,
    repository: &RepositoryView<'_>,
    import: &Import,
    is_relative: bool,
) -> Target {
    let is_written_out = !import.module.contains(['$', '{', '*', '#', '<']);
    if !is_relative || !is_written_out || is_generated_name(&import.module) {
        return Target::Elsewhere;
    }
    let Some(path) = join(parent_of(file.path), &import.module) else { return Target::Elsewhere };
    let is_there = ["", ".rb"].iter().any(|end| repository.has_file(&format!("{path}{end}")))
        || repository.has_folder(&path);
    if is_there { Target::Found } else { Target::NoModule }
}

fn python(file: &FileView<'_>, repository: &RepositoryView<'_>, import: &Import) -> Target {
    let n_dots = import.module.bytes().take_while(|byte| *byte == b'.').count();
    let written = import.module[n_dots..].replace('.', "/");
    let folder = parent_of(file.path);
    let path = match n_dots {
        0 => {
            // The own package: the outermost folder around the file that is a package.
            let mut root = folder;
            if !repository.has_file(&under(root, "__init__.py")) {
                return Target::Elsewhere;
            }
            while repository.has_file(&under(parent_of(root), "__init__.py")) && !root.is_empty() {
                root = parent_of(root);
            }
            let package = name_of(root);
            let top = written.split('/').next().unwrap_or("");
            if package.is_empty() || top != package || !written.contains('/') {
                return Target::Elsewhere;
            }
            under(parent_of(root), &written)
        }
        n_dots => {
            let mut base = folder;
            for _ in 1..n_dots {
                if base.is_empty() {
                    return Target::Elsewhere;
                }
                base = parent_of(base);
            }
            under(base, &written)
        }
    };
    let last = name_of(&path);
    // A module of this form may be compiled from another language.
    let may_be_compiled = |name: &str| name.starts_with('_') || is_generated_name(name);
    let Some(module) = python_module(repository, &path) else {
        let may_be_elsewhere = repository.has_folder(&path)
            || may_be_compiled(last)
            || is_generated_name(&path)
            || has_other_source(repository, &path);
        return if may_be_elsewhere { Target::Elsewhere } else { Target::NoModule };
    };
    let Some(name) = import.name.as_deref().filter(|name| *name != "*") else {
        return Target::Found;
    };
    if python_module(repository, &under(&path, name)).is_some()
        || repository.has_folder(&under(&path, name))
    {
        return Target::Found;
    }
    let is_dynamic = module.has_star_import
        || module.has_problems
        || may_be_compiled(name)
        || has_other_source(repository, &under(&path, name))
        || defines(repository, module, "__getattr__")
        || module.path.ends_with(".pyx");
    if is_dynamic || offers(repository, module, name) || module.path == file.path {
        Target::Found
    } else {
        Target::NoName { module: import.module.clone(), name: name.to_owned() }
    }
}

fn python_module<'a>(repository: &RepositoryView<'a>, path: &str) -> Option<&'a Extract> {
    paths::PYTHON_MODULES.iter().find_map(|end| {
        let file = format!("{path}{end}");
        repository.extract(file.trim_start_matches('/'))
    })
}

/// Whether a source in another language may be compiled to this module.
fn has_other_source(repository: &RepositoryView<'_>, path: &str) -> bool {
    paths::COMPILED.iter().any(|end| repository.has_file(&format!("{path}{end}")))
}

/// Whether a file defines or imports a name.
fn offers(repository: &RepositoryView<'_>, module: &Extract, name: &str) -> bool {
    module.imported.contains(&name_hash(name)) || defines(repository, module, name)
}

fn defines(repository: &RepositoryView<'_>, module: &Extract, name: &str) -> bool {
    repository.definitions(name).iter().any(|found| found.path() == module.path)
}

fn script(file: &FileView<'_>, repository: &RepositoryView<'_>, import: &Import) -> Target {
    let module = import.module.split(['?', '!']).next().unwrap_or("");
    let is_relative =
        module.starts_with("./") || module.starts_with("../") || module == "." || module == "..";
    if !is_relative || is_generated_name(module) || module.contains(['$', '*']) {
        return Target::Elsewhere;
    }
    let Some(path) = join(parent_of(file.path), module) else { return Target::Elsewhere };
    if is_generated_name(&path) {
        return Target::Elsewhere;
    }
    let name = name_of(&path);
    // Styles, images and the like need not be indexed.
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_code = extension.is_empty()
        || paths::SCRIPTS_EXTENSIONS.has(extension)
        || extension.len() > LONGEST_EXTENSION;
    // A path to JavaScript may mean the TypeScript that it is built from.
    let bare = path.rsplit_once('.').filter(|(_, end)| end.ends_with("js") || *end == "jsx");
    let bare = bare.map(|(stem, _)| stem);
    let mut stems = [Some(path.as_str()), bare].into_iter().flatten();
    // Which names a script exports is not known for sure, so only the file is looked for.
    let is_there = stems.any(|stem| {
        let mut ends = [""].into_iter().chain(paths::SCRIPT_ENDS.iter());
        ends.any(|end| repository.has_file(&format!("{stem}{end}")))
    });
    if is_there {
        return Target::Found;
    }
    let may_be_elsewhere = !is_code || repository.has_folder(&path) || path.is_empty();
    if may_be_elsewhere { Target::Elsewhere } else { Target::NoModule }
}

fn go(repository: &RepositoryView<'_>, import: &Import) -> Target {
    let Some(folder) = go_package(repository, &import.module) else { return Target::Elsewhere };
    if has_go_files(repository, &folder) {
        Target::Found
    } else if is_generated_name(&import.module) {
        Target::Elsewhere
    } else {
        Target::NoModule
    }
}

/// The folder of an imported package, if it is one of the repository: its path begins with that of a module.
pub fn go_package(repository: &RepositoryView<'_>, import: &str) -> Option<String> {
    let modules = repository.go_modules().iter();
    let inside = modules.filter_map(|module| {
        let rest = import.strip_prefix(module.path.as_str())?;
        (rest.is_empty() || rest.starts_with('/')).then_some((module, rest))
    });
    // The innermost module has the package, as in the build.
    let (module, rest) = inside.max_by_key(|(module, _)| module.path.len())?;
    Some(under(&module.folder, rest.trim_matches('/')))
}

fn has_go_files(repository: &RepositoryView<'_>, folder: &str) -> bool {
    let files = repository.files_in(folder).iter();
    files
        .filter(|file| profile(file.language).has_folder_packages())
        .any(|file| parent_of(&file.path) == folder)
}

fn rust(file: &FileView<'_>, repository: &RepositoryView<'_>, import: &Import) -> Target {
    let folder = parent_of(file.path);
    let stem = name_of(file.path).trim_end_matches(".rs");
    let is_root = matches!(stem, "mod" | "lib" | "main" | "build");
    let own_folder = if is_root { folder.to_owned() } else { under(folder, stem) };
    let has_module = |folder: &str, name: &str| {
        let name = name.trim_start_matches("r#");
        repository.has_file(&format!("{}.rs", under(folder, name)))
            || repository.has_file(&format!("{}/mod.rs", under(folder, name)))
    };
    if import.module == "self"
        && let Some(name) = import.name.as_deref()
        && is_declaration(file, import)
    {
        let is_there = has_module(&own_folder, name) || has_module(folder, name);
        let is_inline = file.symbol_around(import.line).is_some();
        return if is_there {
            Target::Found
        } else if is_inline || is_generated_name(name) {
            Target::Elsewhere
        } else {
            Target::NoModule
        };
    }
    let Some(rest) = import.module.strip_prefix("crate") else { return Target::Elsewhere };
    let first = match rest.strip_prefix("::") {
        Some(rest) => rest.split("::").next().unwrap_or(""),
        None => match import.name.as_deref() {
            Some(name) if !matches!(name, "*" | "self") => name,
            Some(_) | None => return Target::Elsewhere,
        },
    };
    let Some(root) = crate_root(file, repository) else { return Target::Elsewhere };
    // Macros make modules and names that no file shows.
    if has_module(&root, first) || repository.is_known_name(first) || is_generated_name(first) {
        return Target::Found;
    }
    Target::NoModule
}

/// Whether an import is a `mod name;`, which is recorded as a name of `self`.
fn is_declaration(file: &FileView<'_>, import: &Import) -> bool {
    let alike = file.facts.imports.iter().filter(|other| other.line == import.line);
    alike.count() == 1 && import.alias.is_none()
}

/// The folder of the crate that a file belongs to.
fn crate_root(file: &FileView<'_>, repository: &RepositoryView<'_>) -> Option<String> {
    let mut folders = ancestors_of(parent_of(file.path)).chain([""]);
    let has_root = |folder: &str| {
        ["lib.rs", "main.rs"].iter().any(|root| repository.has_file(&under(folder, root)))
    };
    folders.find(|folder| has_root(folder)).map(str::to_owned)
}
