//! Which files `-t` and `-T` select: by ripgrep's own table of file types, or by our names of languages.
//!
//! A language is also recognized by the first line of a file, as everywhere else in rutter.

use std::io::Read;
use std::path::Path;

use ignore::Match;
use ignore::types::{Types, TypesBuilder};
use rutter_domain::Language;

use super::error::GrepError;
use super::request::GrepRequest;
use crate::tree::WorkingTree;

/// The types of files that are wanted and not wanted.
pub struct TypeFilter {
    wanted: Types,
    wanted_languages: Vec<Language>,
    unwanted: Types,
    unwanted_languages: Vec<Language>,
    is_all: bool,
}

impl TypeFilter {
    pub fn new(request: &GrepRequest) -> Result<TypeFilter, GrepError> {
        let (wanted, mut wanted_languages) = parse(&request.types)?;
        wanted_languages.extend(&request.languages);
        let (unwanted, unwanted_languages) = parse(&request.types_not)?;
        let is_all = request.types.is_empty() && request.languages.is_empty();
        Ok(TypeFilter { wanted, wanted_languages, unwanted, unwanted_languages, is_all })
    }

    /// Whether a file that the walk found is to be searched.
    pub fn admits(&self, tree: &WorkingTree, path: &str) -> bool {
        let is_wanted = self.is_all || is_among(&self.wanted, &self.wanted_languages, tree, path);
        is_wanted && !is_among(&self.unwanted, &self.unwanted_languages, tree, path)
    }
}

/// All types, one a line as ripgrep prints them: `name: glob, glob`.
pub fn list_types() -> String {
    let definitions = TypesBuilder::new().add_defaults().definitions();
    let lines: Vec<String> = definitions
        .iter()
        .map(|definition| format!("{}: {}\n", definition.name(), definition.globs().join(", ")))
        .collect();
    lines.concat()
}

fn parse(names: &[String]) -> Result<(Types, Vec<Language>), GrepError> {
    if names.is_empty() {
        return Ok((Types::empty(), Vec::new()));
    }
    let mut builder = TypesBuilder::new();
    builder.add_defaults();
    let known = builder.definitions();
    let mut languages = Vec::new();
    let mut n_selected = 0;
    for name in names {
        let language = Language::parse(name);
        languages.extend(language);
        let is_type = name == "all" || known.iter().any(|definition| definition.name() == name);
        if is_type {
            builder.select(name);
            n_selected += 1;
        } else if language.is_none() {
            return Err(GrepError::Type { name: name.clone() });
        }
    }
    let types = if n_selected == 0 { Ok(Types::empty()) } else { builder.build() };
    let types = types
        .map_err(|error| GrepError::Glob { glob: names.join(" "), problem: error.to_string() })?;
    Ok((types, languages))
}

fn is_among(types: &Types, languages: &[Language], tree: &WorkingTree, path: &str) -> bool {
    if matches!(types.matched(path, false), Match::Whitelist(_)) {
        return true;
    }
    if languages.is_empty() {
        return false;
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let mut language = Language::of_path(name);
    if language == Language::Unknown && Path::new(name).extension().is_none() {
        language = read_shebang(tree, path).unwrap_or(Language::Unknown);
    }
    languages.contains(&language)
}

fn read_shebang(tree: &WorkingTree, path: &str) -> Option<Language> {
    let mut start = [0; 128];
    let n_bytes = tree.open_file(path).ok()?.file.read(&mut start).ok()?;
    let text = String::from_utf8_lossy(&start[..n_bytes]);
    Language::of_shebang(text.lines().next()?)
}
