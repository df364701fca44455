//! What the path of a source file says about who uses what is in it.

use rutter_domain::Language;
use rutter_syntax::profile;

use crate::repository::RepositoryView;

/// Whether a file belongs to the tools of a repository and not to what the repository offers.
pub fn is_tooling(path: &str, language: Language, repository: &RepositoryView<'_>) -> bool {
    const FOLDERS: [&str; 16] = [
        "scripts",
        "script",
        "tools",
        "tool",
        "bin",
        "hack",
        "ci",
        ".github",
        ".circleci",
        "dev",
        "devtools",
        "downstream",
        "release",
        "docs",
        "doc",
        "tasks",
    ];
    let is_build = path.ends_with(".gradle.kts")
        || path.ends_with(".gradle")
        || path.split('/').any(|part| matches!(part, "buildSrc" | "build-logic"));
    if is_build {
        return true;
    }
    // A script is run, wherever it lies.
    if path.split('/').rev().skip(1).any(|folder| folder == "scripts") {
        return true;
    }
    let Some((first, _)) = path.split_once('/') else { return false };
    if !FOLDERS.contains(&first) {
        return false;
    }
    match profile(language).offered.tools {
        // A package may have such a name.
        true => !repository.has_file(&format!("{first}/__init__.py")),
        false => matches!(first, "scripts" | "hack" | ".github" | "ci"),
    }
}

/// Whether a file of Python lies in the root of a project whose package is in a folder, or outside of `src`
/// where the packages lie in it.
pub fn is_beside_package(path: &str, repository: &RepositoryView<'_>) -> bool {
    let is_project = || ["pyproject.toml", "setup.py"].iter().any(|file| repository.has_file(file));
    if path.starts_with("src/") || !is_project() {
        return false;
    }
    let packages = repository.files_ending("__init__.py");
    let has_source_folder = packages.iter().any(|package| package.starts_with("src/"));
    has_source_folder || !path.contains('/') && !packages.is_empty()
}

/// Whether a file is part of a user interface: a component, or a page of a site.
pub fn is_frontend(path: &str) -> bool {
    let is_component = path.ends_with(".tsx") || path.ends_with(".jsx");
    is_component || path.split('/').rev().skip(1).any(|folder| folder == "pages")
}

/// Whether a path says that a file is internal to its library.
pub fn is_internal_path(path: &str) -> bool {
    let mut folders = path.split('/').rev().skip(1);
    let is_internal = |folder: &str| {
        matches!(folder, "internal" | "impl" | "detail" | "details" | "private" | "compat")
    };
    const ENDS: [&str; 16] = [
        "_internal.",
        "-internal.",
        "_impl.",
        "-impl.",
        "_private.",
        "-private.",
        "-inl.",
        "_inl.",
        "-compat.",
        "_compat.",
        "_p.",
        "_priv.",
        "-priv.",
        "_int.",
        "_detail.",
        "config.h",
    ];
    folders.any(is_internal) || ENDS.iter().any(|end| path.contains(end))
}

/// Whether a header of C is for users of the library: it lies in `include`, or no header does.
pub fn is_offered_header(path: &str, repository: &RepositoryView<'_>) -> bool {
    const OFFERED: [&str; 3] = ["include", "Public", "public"];
    let is_included = path.split('/').rev().skip(1).any(|folder| OFFERED.contains(&folder));
    let mut folders = path.match_indices('/').map(|(at, _)| &path[..at + 1]);
    let has_offered =
        |above: &str| OFFERED.iter().any(|name| repository.has_folder(&format!("{above}{name}")));
    is_included || !has_offered("") && !folders.any(has_offered)
}

/// Whether a file helps tests, by its name: `testutil.h`, `test_helpers.py`, `mock_clock.go`.
pub fn is_test_support(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let is_word = |word: &str| {
        matches!(
            word,
            "test"
                | "tests"
                | "testing"
                | "testutil"
                | "testutils"
                | "testhelper"
                | "testharness"
                | "mock"
                | "mocks"
                | "fake"
                | "fakes"
        )
    };
    stem.split(['_', '-']).any(is_word)
}

/// Whether a file belongs to an application that lies in a library only to try it out.
pub fn is_of_inner_application(path: &str, repository: &RepositoryView<'_>) -> bool {
    let borders = path.match_indices('/').map(|(at, _)| &path[..at]);
    borders.into_iter().any(|folder| {
        ["config/application.rb", "config/routes.rb", "bin/rails", "manage.py"]
            .iter()
            .any(|file| repository.has_file(&format!("{folder}/{file}")))
            && ["setup.py", "pyproject.toml", "Rakefile", "Gemfile"]
                .iter()
                .any(|file| repository.has_file(file))
    })
}

/// Whether a file of C lies in a folder that has a licence of its own beside that of the repository.
pub fn is_vendored_copy(path: &str, language: Language, repository: &RepositoryView<'_>) -> bool {
    const LICENCES: [&str; 7] = [
        "LICENSE",
        "LICENSE.txt",
        "LICENSE.md",
        "LICENCE",
        "COPYING",
        "COPYING.txt",
        "LICENSE.rst",
    ];
    if !profile(language).is_like_c() || !path.contains('/') {
        return false;
    }
    let mut folders = path.match_indices('/').map(|(at, _)| &path[..at]);
    LICENCES.iter().any(|name| repository.has_file(name))
        && folders.any(|folder| {
            LICENCES.iter().any(|name| repository.has_file(&format!("{folder}/{name}")))
        })
}
