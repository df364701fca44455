//! What the path of a source file says about who uses what is in it.

use rutter_domain::Language;

use crate::gaps::repository::RepositoryView;

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
    let Some((first, _)) = path.split_once('/') else { return false };
    if !FOLDERS.contains(&first) {
        return false;
    }
    match language {
        // A package may have such a name.
        Language::Python => !repository.has_file(&format!("{first}/__init__.py")),
        Language::Ruby
        | Language::JavaScript
        | Language::TypeScript
        | Language::Tsx
        | Language::Bash
        | Language::Php
        | Language::Lua
        | Language::Go
        | Language::C
        | Language::Cpp => true,
        Language::Rust
        | Language::Java
        | Language::Kotlin
        | Language::Scala
        | Language::CSharp
        | Language::Swift
        | Language::Haskell
        | Language::Elixir
        | Language::Zig
        | Language::Markdown
        | Language::ReStructuredText
        | Language::AsciiDoc
        | Language::Text
        | Language::Toml
        | Language::Yaml
        | Language::Json
        | Language::Html
        | Language::Css
        | Language::Sql
        | Language::Unknown => matches!(first, "scripts" | "hack" | ".github" | "ci"),
    }
}

/// Whether a file is part of a user interface: a component, or a page of a site.
pub fn is_frontend(path: &str) -> bool {
    let is_component = path.ends_with(".tsx") || path.ends_with(".jsx");
    is_component || path.split('/').rev().skip(1).any(|folder| folder == "pages")
}

/// Whether a path says that a file is internal to its library.
pub fn is_internal_path(path: &str) -> bool {
    let mut folders = path.split('/').rev().skip(1);
    let is_internal =
        |folder: &str| matches!(folder, "internal" | "impl" | "detail" | "details" | "private");
    folders.any(is_internal)
        || ["_internal.", "-internal.", "_impl.", "-impl.", "_private.", "-private.", "-inl."]
            .iter()
            .any(|end| path.contains(end))
}
