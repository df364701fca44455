//! Every other language: a module is the end of a file's path, once its separators are slashes.

use rutter_domain::Language;

use crate::digest::Importing;
use crate::directory::Directory;
use crate::paths::{join, parent_of};
use crate::place::{Place, Target};

pub fn locate(directory: &Directory<'_>, file: u32, importing: Importing<'_>) -> Target {
    let language = directory.language(file);
    let folder = parent_of(directory.paths.path(file));
    let name = importing.name.filter(|name| *name != "*");
    if let Some(place) = relative(directory, language, folder, importing.module) {
        return Target::module(place);
    }
    let module = match language {
        Language::Elixir => snake_case(importing.module),
        _ => importing.module.replace(['.', '\\', ':'], "/"),
    };
    let module = module.trim_matches('/');
    // `use App\Models\User` is a file of that name; `import Data.Map (insert)` is in one.
    if let Some(name) = name {
        let files = ending(directory, language, &format!("{module}/{name}"));
        if !files.is_empty() {
            return Target::home(Place::of_files(files, Place::Outside));
        }
    }
    let place = Place::of_files(ending(directory, language, module), Place::Outside);
    if name.is_some() { Target::home(place) } else { Target::module(place) }
}

fn relative(
    directory: &Directory<'_>,
    language: Language,
    folder: &str,
    module: &str,
) -> Option<Place> {
    let path = join(folder, module)?;
    let exact = directory.paths.file(&path);
    let mut endings = endings_of(language).iter();
    let found = exact
        .or_else(|| endings.find_map(|ending| directory.paths.file(&format!("{path}{ending}"))));
    found.map(Place::File)
}

/// The files whose path ends in this module, or in all of it but its first parts, which name the
/// vendor.
fn ending(directory: &Directory<'_>, language: Language, module: &str) -> Vec<u32> {
    let mut rest = module;
    loop {
        let files: Vec<u32> = (endings_of(language).iter())
            .flat_map(|ending| {
                let path = format!("{rest}{ending}");
                directory.paths.files_ending(&path).collect::<Vec<u32>>()
            })
            .collect();
        if !files.is_empty() || language != Language::Php {
            return files;
        }
        match rest.split_once('/') {
            Some((_, shorter)) if shorter.contains('/') => rest = shorter,
            Some(_) | None => return files,
        }
    }
}

fn endings_of(language: Language) -> &'static [&'static str] {
    match language {
        Language::Ruby => &[".rb"],
        Language::Php => &[".php"],
        Language::Haskell => &[".hs"],
        Language::Lua => &[".lua", "/init.lua"],
        Language::Elixir => &[".ex", ".exs"],
        Language::Zig => &[".zig"],
        Language::Bash => &[".sh", ".bash"],
        Language::CSharp => &[".cs"],
        Language::Swift => &[".swift"],
        _ => &[],
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
