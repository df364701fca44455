//! Command lines that run a script of the repository: `make test`, `npm run build`, `just lint`, `cargo xtask`.

use std::collections::HashMap;

use rutter_domain::DocumentMention;
use rutter_graph::path_text::name_of;
use rutter_workspace::{Source, stat_at};

use super::lexicon::{
    BARE_SCRIPTS, HIDDEN_FILES, JUSTFILES, MADE_ELSEWHERE, MAKEFILES, SCRIPT_RUNNERS,
};
use super::{ClaimPart, DocumentFinding, PartKind};
use crate::knowledge::Knowledge;

/// Whether what a claim names has to exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Stated,
    /// It is denied, planned, an example, or of another time.
    Excused,
}

/// The scripts that one program can run.
#[derive(Default)]
struct Recipes {
    /// The file and line of each.
    known: HashMap<String, (String, u32)>,
    n_files: usize,
    /// Whether a file takes in recipes that are not read, or computes their names.
    is_partial: bool,
}

/// All scripts of a repository.
#[derive(Default)]
pub(super) struct Scripts {
    make: Recipes,
    just: Recipes,
    package: Recipes,
    cargo: Recipes,
}

/// `None` unless the command line runs a script by its name.
pub(super) fn decide(
    scripts: &Scripts,
    mention: &DocumentMention,
    standing: Standing,
) -> Option<ClaimPart> {
    let pieces = mention.text.split(['&', '|', ';']);
    let (call, recipes) = pieces.filter_map(|piece| scripts.call(piece)).next()?;
    let part = |finding| ClaimPart::new(PartKind::Command, &mention.text, finding);
    let unknown = call.names.iter().find(|name| !recipes.known.contains_key(**name));
    let Some(unknown) = unknown else {
        let (path, line) = &recipes.known[*call.names.first()?];
        return Some(part(DocumentFinding::Holds).at(path, *line));
    };
    if call.names_only_scripts && !recipes.is_partial && standing == Standing::Stated {
        let reason = format!("`{}` has no `{unknown}`", call.program);
        return Some(part(DocumentFinding::Refuted).because(reason));
    }
    call.names_only_scripts.then(|| part(DocumentFinding::NotDecidable).because("not found"))
}

/// What a command line runs.
struct Call<'c> {
    program: &'c str,
    names: Vec<&'c str>,
    /// Whether the program would run nothing else under these names.
    names_only_scripts: bool,
}

impl Scripts {
    pub(super) fn of(knowledge: &Knowledge) -> Scripts {
        let mut scripts = Scripts::default();
        let snapshot = &knowledge.snapshot;
        // The walk leaves out hidden names.
        let hidden = HIDDEN_FILES.iter().copied();
        let hidden = hidden.filter(|path| stat_at(&snapshot.root().join(path)).is_some());
        for path in snapshot.walked_paths().chain(hidden) {
            let name = name_of(path);
            let (recipes, read): (&mut Recipes, fn(&str, &mut Recipes, &str)) = match name {
                "package.json" => (&mut scripts.package, read_package),
                "config.toml" | "config" if path.contains(".cargo/") => {
                    (&mut scripts.cargo, read_cargo)
                }
                name if MAKEFILES.contains(&name) || name.ends_with(".mk") => {
                    (&mut scripts.make, read_rules)
                }
                name if JUSTFILES.contains(&name) || name.ends_with(".just") => {
                    (&mut scripts.just, read_rules)
                }
                _ => continue,
            };
            match snapshot.read_file(path) {
                Source::Text(source) => {
                    recipes.n_files += 1;
                    read(&source.text, recipes, path);
                }
                Source::Skip(..) | Source::Gone => recipes.is_partial = true,
            }
        }
        scripts
    }

    /// What a command line runs, and where that must be; `None` if it runs no script, or there are none.
    fn call<'c>(&self, command: &'c str) -> Option<(Call<'c>, &Recipes)> {
        let command = command.split(" #").next().unwrap_or(command);
        let mut words = command.split_ascii_whitespace().skip_while(|word| word.contains('='));
        let program = words.next()?;
        let words: Vec<&str> = words.collect();
        let plain = || words.iter().copied().filter(|word| !word.starts_with(['-', '+']));
        let first = || plain().next().into_iter().collect::<Vec<_>>();
        let (recipes, names, names_only_scripts) = match program {
            "make" | "gmake" => {
                // A flag may take the next word as its value.
                let is_plain = !words.iter().any(|word| word.starts_with('-'));
                (&self.make, plain().filter(|word| !word.contains('=')).collect(), is_plain)
            }
            "just" => (&self.just, first(), words.first() == first().first()),
            "cargo" => (&self.cargo, first(), false),
            program if SCRIPT_RUNNERS.contains(&program) => {
                let is_run = |word: &&str| matches!(*word, "run" | "run-script");
                match words.iter().position(is_run) {
                    // The others run programs of packages as well.
                    Some(at) => {
                        let is_strict = matches!(program, "npm" | "pnpm");
                        let name = words.get(at + 1).filter(|name| !name.starts_with('-'));
                        (&self.package, name.into_iter().copied().collect(), is_strict)
                    }
                    None => {
                        let name = first();
                        let is_script =
                            program != "npm" || name.iter().any(|name| BARE_SCRIPTS.contains(name));
                        (&self.package, if is_script { name } else { Vec::new() }, false)
                    }
                }
            }
            _ => return None,
        };
        let is_name = |name: &str| {
            name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.' | '/'))
                && !name.contains("..")
        };
        let is_call = !names.is_empty() && names.iter().all(|name| is_name(name));
        (is_call && recipes.n_files > 0)
            .then_some((Call { program, names, names_only_scripts }, recipes))
    }
}

fn note(recipes: &mut Recipes, name: &str, path: &str, line: u32) {
    recipes.known.entry(name.to_owned()).or_insert_with(|| (path.to_owned(), line));
}

/// The targets of a Makefile, or the recipes of a justfile.
fn read_rules(text: &str, recipes: &mut Recipes, path: &str) {
    let is_just = !path.ends_with(".mk") && !MAKEFILES.contains(&name_of(path));
    let mut phony = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let first = line.split_ascii_whitespace().next().unwrap_or("");
        if MADE_ELSEWHERE
            .iter()
            .any(|word| first == *word || word.ends_with('(') && line.starts_with(word))
        {
            recipes.is_partial = true;
        }
        if line.starts_with([' ', '\t', '#', '.']) && !line.starts_with(".PHONY") {
            continue;
        }
        if let Some(alias) = line.strip_prefix("alias ").filter(|_| is_just) {
            note(recipes, alias.split([':', ' ']).next().unwrap_or(""), path, number);
            continue;
        }
        let Some((head, rest)) = line.split_once(':') else { continue };
        if rest.starts_with('=') || head.contains('=') && !is_just {
            continue;
        }
        if head == ".PHONY" {
            phony.extend(rest.split_ascii_whitespace().map(|name| (name, number)));
            continue;
        }
        // What follows the name of a recipe are its parameters.
        let n_names = if is_just { 1 } else { usize::MAX };
        for name in head.split_ascii_whitespace().take(n_names) {
            recipes.is_partial |= name.contains(['%', '$']);
            note(recipes, name.trim_start_matches('@'), path, number);
        }
    }
    // The line of the rule says more.
    phony.into_iter().for_each(|(name, number)| note(recipes, name, path, number));
}

fn read_package(text: &str, recipes: &mut Recipes, path: &str) {
    let Ok(package) = serde_json::from_str::<serde_json::Value>(text) else {
        recipes.is_partial = true;
        return;
    };
    let scripts = package.get("scripts").and_then(|scripts| scripts.as_object());
    for name in scripts.into_iter().flat_map(|scripts| scripts.keys()) {
        note(recipes, name, path, line_of(text, &format!("\"{name}\"")));
    }
}

fn read_cargo(text: &str, recipes: &mut Recipes, path: &str) {
    let Ok(config) = text.parse::<toml::Table>() else { return };
    let aliases = config.get("alias").and_then(|aliases| aliases.as_table());
    for name in aliases.into_iter().flat_map(|aliases| aliases.keys()) {
        note(recipes, name, path, line_of(text, name));
    }
}

/// The first line that contains a text, from 1.
fn line_of(text: &str, wanted: &str) -> u32 {
    let before = text.find(wanted).map_or("", |at| &text[..at]);
    u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX)
}
