//! The languages that rutter knows, and the recognition of a file's language.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A language, or a kind of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    Rust,
    Python,
    JavaScript,
    TypeScript,
    Tsx,
    Go,
    Java,
    C,
    Cpp,
    CSharp,
    Ruby,
    Php,
    Swift,
    Kotlin,
    Scala,
    Haskell,
    Lua,
    Elixir,
    Zig,
    Bash,
    Markdown,
    ReStructuredText,
    AsciiDoc,
    Text,
    Toml,
    Yaml,
    Json,
    Html,
    Css,
    Sql,
    /// Any other text.
    Unknown,
}

/// The way in which files of a language are processed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    /// Parsed for symbols and references.
    Code,
    /// Cut by headings.
    Document,
    /// Cut by lines.
    Data,
}

/// One row per language: itself, its name, aliases, file extensions, whole file names.
type Row = (
    Language,
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
);

const ROWS: &[Row] = &[
    (Language::Rust, "rust", &["rs"], &["rs"], &[]),
    (
        Language::Python,
        "python",
        &["py", "pycon"],
        &["py", "pyi", "pyw", "pyx", "pxd"],
        &["SConstruct", "SConscript"],
    ),
    (
        Language::JavaScript,
        "javascript",
        &["js", "jsx", "mjs", "cjs"],
        &["js", "jsx", "mjs", "cjs"],
        &[],
    ),
    (Language::TypeScript, "typescript", &["ts"], &["ts", "mts", "cts"], &[]),
    (Language::Tsx, "tsx", &[], &["tsx"], &[]),
    (Language::Go, "go", &["golang"], &["go"], &[]),
    (Language::Java, "java", &[], &["java"], &[]),
    (Language::C, "c", &[], &["c", "h"], &[]),
    (
        Language::Cpp,
        "cpp",
        &["c++", "cxx"],
        &["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "tpp", "inl", "cu", "cuh"],
        &[],
    ),
    (Language::CSharp, "csharp", &["c#", "cs"], &["cs", "csx"], &[]),
    (
        Language::Ruby,
        "ruby",
        &["rb"],
        &["rb", "rake", "gemspec", "ru"],
        &["Rakefile", "Gemfile", "Vagrantfile", "Podfile", "Fastfile", "Guardfile"],
    ),
    (Language::Php, "php", &[], &["php", "php5", "phtml", "inc"], &[]),
    (Language::Swift, "swift", &[], &["swift"], &[]),
    (Language::Kotlin, "kotlin", &["kt"], &["kt", "kts"], &[]),
    (Language::Scala, "scala", &[], &["scala", "sc", "sbt"], &[]),
    (Language::Haskell, "haskell", &["hs"], &["hs", "hsc"], &[]),
    (Language::Lua, "lua", &[], &["lua"], &[]),
    (Language::Elixir, "elixir", &["ex", "exs", "iex"], &["ex", "exs"], &[]),
    (Language::Zig, "zig", &[], &["zig", "zon"], &[]),
    (
        Language::Bash,
        "bash",
        &["sh", "shell", "zsh"],
        &["sh", "bash", "zsh", "ksh", "bats"],
        &[".bashrc", ".bash_profile", ".profile", ".zshrc", "PKGBUILD"],
    ),
    (Language::Markdown, "markdown", &["md"], &["md", "markdown", "mdx", "mkd"], &[]),
    (Language::ReStructuredText, "restructuredtext", &["rst"], &["rst", "rest"], &[]),
    (Language::AsciiDoc, "asciidoc", &["adoc"], &["adoc", "asciidoc", "asc"], &[]),
    (
        Language::Text,
        "text",
        &["txt", "plain"],
        &["txt", "text", "org", "tex", "pod"],
        &[
            "README", "LICENSE", "LICENCE", "COPYING", "CHANGES", "CHANGELOG", "NEWS", "AUTHORS",
            "INSTALL", "TODO",
        ],
    ),
    (Language::Toml, "toml", &[], &["toml"], &[]),
    (Language::Yaml, "yaml", &["yml"], &["yaml", "yml"], &[]),
    (Language::Json, "json", &[], &["json", "json5", "jsonc", "ipynb"], &[]),
    (Language::Html, "html", &[], &["html", "htm", "xhtml", "vue", "svelte"], &[]),
    (Language::Css, "css", &[], &["css", "scss", "sass", "less"], &[]),
    (Language::Sql, "sql", &[], &["sql"], &[]),
    (Language::Unknown, "unknown", &[], &[], &[]),
];

impl Language {
    /// The language by file name or extension; `Unknown` if neither is known.
    pub fn of_path(path: &str) -> Language {
        let file_name = path.rsplit('/').next().unwrap_or(path);
        if let Some(row) = ROWS.iter().find(|row| row.4.contains(&file_name)) {
            return row.0;
        }
        let Some((_, extension)) = file_name.rsplit_once('.') else { return Language::Unknown };
        let extension = extension.to_ascii_lowercase();
        ROWS.iter()
            .find(|row| row.3.contains(&extension.as_str()))
            .map_or(Language::Unknown, |row| row.0)
    }

    /// The language of a script by its first line, such as `#!/usr/bin/env python3`.
    pub fn of_shebang(first_line: &str) -> Option<Language> {
        let command = first_line.strip_prefix("#!")?;
        let program = command
            .split_whitespace()
            .map(|word| word.rsplit('/').next().unwrap_or(word))
            .find(|word| *word != "env" && !word.starts_with('-') && !word.contains('='))?;
        let program = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        match program {
            "sh" | "bash" | "dash" | "zsh" | "ksh" | "bats" => Some(Language::Bash),
            "python" | "pypy" => Some(Language::Python),
            "node" | "deno" | "bun" => Some(Language::JavaScript),
            "ruby" => Some(Language::Ruby),
            "php" => Some(Language::Php),
            "lua" | "luajit" => Some(Language::Lua),
            "elixir" => Some(Language::Elixir),
            "runhaskell" | "runghc" => Some(Language::Haskell),
            "swift" => Some(Language::Swift),
            "scala" => Some(Language::Scala),
            _ => None,
        }
    }

    /// The language with this name or alias.
    pub fn parse(name: &str) -> Option<Language> {
        let name = name.to_ascii_lowercase();
        ROWS.iter().find(|row| row.1 == name || row.2.contains(&name.as_str())).map(|row| row.0)
    }

    /// Its name in output, filters and JSON.
    pub fn name(self) -> &'static str {
        ROWS.iter().find(|row| row.0 == self).map_or("unknown", |row| row.1)
    }

    /// Every language, in the order of the table.
    pub fn all() -> impl Iterator<Item = Language> {
        ROWS.iter().map(|row| row.0)
    }

    pub fn family(self) -> Family {
        match self {
            Language::Markdown
            | Language::ReStructuredText
            | Language::AsciiDoc
            | Language::Text => Family::Document,
            Language::Toml
            | Language::Yaml
            | Language::Json
            | Language::Html
            | Language::Css
            | Language::Sql
            | Language::Unknown => Family::Data,
            Language::Rust
            | Language::Python
            | Language::JavaScript
            | Language::TypeScript
            | Language::Tsx
            | Language::Go
            | Language::Java
            | Language::C
            | Language::Cpp
            | Language::CSharp
            | Language::Ruby
            | Language::Php
            | Language::Swift
            | Language::Kotlin
            | Language::Scala
            | Language::Haskell
            | Language::Lua
            | Language::Elixir
            | Language::Zig
            | Language::Bash => Family::Code,
        }
    }

    /// Whether code in one may call code in the other, as TypeScript and JavaScript do.
    pub fn interoperates(self, other: Language) -> bool {
        let group = |language| match language {
            Language::JavaScript | Language::TypeScript | Language::Tsx => Language::JavaScript,
            Language::C | Language::Cpp => Language::C,
            Language::Java | Language::Kotlin | Language::Scala => Language::Java,
            single => single,
        };
        group(self) == group(other)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_tells_its_language() {
        for (path, language) in [
            ("src/lib.rs", Language::Rust),
            ("a/b.test.TSX", Language::Tsx),
            ("Rakefile", Language::Ruby),
            ("docs/README", Language::Text),
            ("Makefile", Language::Unknown),
            ("a.b/c", Language::Unknown),
        ] {
            assert_eq!(Language::of_path(path), language, "{path}");
        }
    }

    #[test]
    fn a_shebang_tells_the_language_of_a_script() {
        for (line, language) in [
            ("#!/bin/sh", Some(Language::Bash)),
            ("#!/usr/bin/env python3.11", Some(Language::Python)),
            ("#!/usr/bin/env -S node --harmony", Some(Language::JavaScript)),
            ("#!/usr/bin/awk -f", None),
            ("# no", None),
        ] {
            assert_eq!(Language::of_shebang(line), language, "{line}");
        }
    }

    #[test]
    fn every_language_is_found_by_its_name() {
        for language in Language::all() {
            assert_eq!(Language::parse(language.name()), Some(language));
        }
        assert_eq!(Language::parse("c++"), Some(Language::Cpp));
        assert_eq!(Language::parse("cobol"), None);
    }
}
