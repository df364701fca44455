//! Dotted names of Python, from the package down: `package.module.Class`.
//!
//! They say exactly in which module to look, so that a name is broken even if another module has it.

use crate::documents::repository_text::RepositoryText;
use crate::lexicon::{comments, paths};
use crate::repository::RepositoryView;
use rutter_domain::words::contains_word;

/// The innermost module of a dotted name, and what is looked up in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct InModule<'n> {
    /// The path of its file.
    pub file: String,
    pub name: &'n str,
}

/// Splits a dotted name after its last module; `None` if it does not begin with a package of this repository, or
/// is a module itself.
pub(super) fn in_module<'n>(
    repository: &RepositoryView<'_>,
    dotted: &'n str,
) -> Option<InModule<'n>> {
    let parts: Vec<&str> = dotted.split('.').collect();
    let is_name =
        |part: &&str| part.chars().all(|c| c.is_alphanumeric() || c == '_') && !part.is_empty();
    if parts.len() < 2 || !parts.iter().all(is_name) {
        return None;
    }
    let package = [""].into_iter().chain(paths::PACKAGE_ROOTS.iter()).find_map(|folder| {
        let package = format!("{folder}{}", parts[0]);
        repository.has_file(&format!("{package}/__init__.py")).then_some(package)
    })?;
    let mut folder = package;
    let mut file = format!("{folder}/__init__.py");
    for part in &parts[1..] {
        let inner = format!("{folder}/{part}");
        if repository.has_file(&format!("{inner}/__init__.py")) {
            file = format!("{inner}/__init__.py");
            folder = inner;
        } else if repository.has_file(&format!("{inner}.py")) {
            file = format!("{inner}.py");
            // Nothing is looked up below a module.
            folder = format!("{inner}.py");
        } else {
            let mut others = paths::PYTHON_MODULES.iter().chain(paths::COMPILED.iter());
            let is_other = others.any(|end| repository.has_file(&format!("{inner}{end}")));
            let is_ours = !is_other && !repository.has_folder(&inner);
            return is_ours.then_some(InModule { file, name: part });
        }
    }
    None
}

/// Whether the module surely lacks the name.
pub(super) fn lacks(text: &RepositoryText<'_>, found: &InModule<'_>) -> bool {
    let Some(source) = text.text(&found.file) else { return false };
    !found.name.starts_with("__")
        && !contains_word(&source, found.name)
        && !comments::DYNAMIC.occur_in(&source)
}

#[cfg(test)]
mod tests {

    use rutter_domain::{ContentHash, Facts, Language};

    use super::*;
    use crate::extract::Extract;
    use crate::repository::Repository;

    #[test]
    fn a_dotted_name_is_split_after_its_module() {
        let facts = Facts::empty(Language::Python);
        let files = ["pkg/__init__.py", "pkg/net/__init__.py", "pkg/net/http.py"];
        let files = files.map(|path| Extract::of(path, ContentHash([0; 16]), &facts));
        let repository = Repository::new(files.map(std::sync::Arc::new).into(), Vec::new());
        let view = RepositoryView::new(&repository);
        let check = |dotted: &str, wanted: &str| {
            let found =
                in_module(&view, dotted).map(|found| format!("{} {}", found.file, found.name));
            assert_eq!(found.unwrap_or_default(), wanted, "{dotted}");
        };
        check("pkg.run", "pkg/__init__.py run");
        check("pkg.net.http.Client.get", "pkg/net/http.py Client");
        check("pkg.net.gone.Client", "pkg/net/__init__.py gone");
        check("pkg.net.http", "");
        check("os.path.join", "");
        check("run", "");
    }
}
